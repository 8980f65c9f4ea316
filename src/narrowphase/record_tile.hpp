#pragma once

#include <algorithm>

#include "base/assert.hpp"
#include "simd/dispatch.hpp"

namespace satori::v0::narrowphase {

/// A few boxes on the way from rows to records. It does the work of BoxBatch::assign() and of a broadphase while all
/// data is in the first-level cache.
struct RecordTile {
    static constexpr std::uint32_t kBoxes = 64;
    static_assert(kBoxes % simd::kMaxLanes == 0);

    OrientedBox rows[kBoxes];
    alignas(64) float radii[kBoxes];
    alignas(64) float components[kBoxComponentCount * kBoxes];
    simd::BoundsEntry<3> entries[kBoxes];
    simd::BoxRecord records[kBoxes];

    /// Makes entries and records of the first `count` rows and radii. Entries are `margin` larger on every side. Rows
    /// may be illegal boxes.
    void take_in(const simd::KernelTable& kernels, std::size_t count, float margin) noexcept {
        SATORI_ASSERT(count != 0 && count <= kBoxes);
        SATORI_ASSERT(margin >= 0);
        const auto padded = static_cast<std::uint32_t>(simd::padded(count));
        // Kernels process whole vectors. Nothing reads their output for these rows.
        std::fill(rows + count, rows + padded, OrientedBox{});
        std::fill(radii + count, radii + padded, 0.0F);
        const simd::BoxArrays arrays{components, kBoxes};
        kernels.ingest({&rows[0].center.x, sizeof(OrientedBox) / sizeof(float), padded, arrays, 0});
        kernels.bounds({arrays, 0, padded, entries, records, margin, false, radii});
    }
};

}  // namespace satori::v0::narrowphase
