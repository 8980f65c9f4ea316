#pragma once

#include <algorithm>

#include "base/assert.hpp"
#include "simd/dispatch.hpp"

namespace satori::inline v0::narrowphase {

/// A few boxes from rows to records: the steps of BoxBatch::assign() and of broadphases, while all is in the first-level cache.
struct RecordTile {
    static constexpr std::uint32_t kBoxes = 64;
    static_assert(kBoxes % simd::kMaxLanes == 0);

    OrientedBox rows[kBoxes];
    alignas(64) float components[kBoxComponentCount * kBoxes];
    simd::BoundsEntry<3> entries[kBoxes];
    simd::BoxRecord records[kBoxes];

    /// Makes entries, `margin` larger on every side, and records of the first `count` rows, legal boxes or none.
    void take_in(const simd::KernelTable& kernels, std::size_t count, float margin) noexcept {
        SATORI_ASSERT(count != 0 && count <= kBoxes);
        SATORI_ASSERT(margin >= 0);
        const auto padded = static_cast<std::uint32_t>(simd::padded(count));
        // Kernels take whole vectors: what they make of these nobody reads.
        std::fill(rows + count, rows + padded, OrientedBox{});
        const simd::BoxArrays arrays{components, kBoxes};
        kernels.ingest({&rows[0].center.x, sizeof(OrientedBox) / sizeof(float), padded, arrays, 0});
        kernels.bounds({arrays, 0, padded, entries, records, margin});
    }
};

}  // namespace satori::inline v0::narrowphase
