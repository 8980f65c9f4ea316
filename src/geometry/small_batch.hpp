#pragma once

#include <cstdint>
#include <initializer_list>

#include "base/assert.hpp"
#include "geometry/dimension.hpp"
#include "simd/dispatch.hpp"

namespace satori::inline v0::geometry {

/// A few boxes as the batch kernels read them, all on the stack: the same arithmetic as in a batch, so the same bits. For
/// the scalar set, which touches no lane behind the last box. Wants IEEE arithmetic (FpEnvironment) around it.
template <int Dim>
struct SmallBatch {
    using Box = typename Dimension<Dim>::Box;

    alignas(64) float arrays[Dimension<Dim>::kComponentCount * simd::kMaxLanes];

    simd::BoxArrays view() noexcept { return {arrays, simd::kMaxLanes}; }

    /// At most kMaxLanes boxes. False when one is not legal.
    bool assign(std::initializer_list<Box> boxes) noexcept {
        const auto count = static_cast<std::uint32_t>(boxes.size());
        SATORI_ASSERT(count != 0 && count <= simd::kMaxLanes);
        return kernels().ingest({&boxes.begin()->center.x, sizeof(Box) / sizeof(float), count, view(), 0}) == 0;
    }

    static const auto& kernels() noexcept { return simd::box_kernels<Dim>(simd::kScalarKernels); }
};

}  // namespace satori::inline v0::geometry
