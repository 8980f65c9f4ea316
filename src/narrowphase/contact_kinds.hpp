#pragma once

#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>

#include "simd/kernel_abi.hpp"

namespace satori::inline v0::narrowphase {

/// What contacts are made of: everything in which those of boxes and those of rectangles differ, but for how a manifold is built
/// (narrowphase/manifold_tile.hpp).
struct BoxContacts {
    using Batch = BoxBatch;
    using Record = simd::BoxRecord;
    using Axis = SeparatingAxis;
    using AxisRow = simd::AxisRow;
    using Manifold = ContactManifold;
    using Buffer = ManifoldBuffer;
    using Result = ContactResult;
    static constexpr int kDim = 3;
    static constexpr std::uint32_t kAxes = simd::kAxisCount, kPoints = 4;

    static constexpr auto kFilter = &simd::KernelTable::filter_contacts;
    static constexpr auto kFindAxes = &simd::KernelTable::find_axes;
    static const simd::KernelTable& kernels(const simd::KernelTable& table) noexcept { return table; }
    /// `sign`: 1, or -1 for a pair that was asked the other way round.
    static Axis axis(const AxisRow& row, float sign) noexcept {
        const float* const n = row.normal;
        return {{sign * n[0], sign * n[1], sign * n[2]}, row.separation, row.axis};
    }
};

struct RectContacts {
    using Batch = RectBatch;
    using Record = simd::RectRecord;
    using Axis = RectSeparatingAxis;
    using AxisRow = RectSeparatingAxis;
    using Manifold = RectManifold;
    using Buffer = RectManifoldBuffer;
    using Result = RectContactResult;
    static constexpr int kDim = 2;
    static constexpr std::uint32_t kAxes = simd::kRectAxisCount, kPoints = 2;

    static constexpr auto kFilter = &simd::RectKernels::filter_contacts;
    static constexpr auto kFindAxes = &simd::RectKernels::find_axes;
    static const simd::RectKernels& kernels(const simd::KernelTable& table) noexcept { return table.rects; }
    static Axis axis(const AxisRow& row, float sign) noexcept {
        return {{sign * row.normal.x, sign * row.normal.y}, row.separation, row.axis};
    }
};

}  // namespace satori::inline v0::narrowphase
