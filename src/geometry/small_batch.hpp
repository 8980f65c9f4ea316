#pragma once

#include <cstdint>
#include <initializer_list>

#include "base/assert.hpp"
#include "geometry/dimension.hpp"
#include "simd/dispatch.hpp"

namespace satori::v0::geometry {

/// A few boxes as the batch kernels read them, all on the stack. It uses the same arithmetic as a batch, so it gives
/// the same bits. It is for the scalar set, which reads no lane behind the last box. The caller must set IEEE
/// arithmetic (FpEnvironment).
template <int Dim>
struct SmallBatch {
    using Box = typename Dimension<Dim>::Box;

    alignas(64) float arrays[Dimension<Dim>::kComponentCount * simd::kMaxLanes];

    simd::BoxArrays view() noexcept { return {arrays, simd::kMaxLanes}; }

    /// Sets at most kMaxLanes boxes. Returns false when one is not legal.
    bool assign(std::initializer_list<Box> boxes) noexcept {
        const auto count = static_cast<std::uint32_t>(boxes.size());
        SATORI_ASSERT(count != 0 && count <= simd::kMaxLanes);
        return kernels().ingest({&boxes.begin()->center.x, sizeof(Box) / sizeof(float), count, view(), 0}) == 0;
    }

    static const auto& kernels() noexcept { return simd::box_kernels<Dim>(simd::kernel_tables::scalar); }
};

}  // namespace satori::v0::geometry
