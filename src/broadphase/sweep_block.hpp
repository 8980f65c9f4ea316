#pragma once

#include <algorithm>
#include <cstdint>

#include "simd/kernel_abi.hpp"

namespace satori::inline v0::broadphase {

/// The least block that seven of eight scans end within, from a sample. beyond(i, boxes): whether the scan of outer box i of
/// `count` goes on behind so many inner boxes.
template <class Beyond>
std::uint32_t sweep_block(std::uint32_t count, Beyond&& beyond) noexcept {
    const std::uint32_t samples = std::min(16U, count);
    std::uint32_t beyond_half = 0, beyond_quarter = 0;
    for (std::uint32_t s = 0; s < samples; ++s) {
        const auto i = static_cast<std::uint32_t>(std::uint64_t{count} * s / samples);
        beyond_half += beyond(i, simd::kHalfSweepBlock) ? 1U : 0U;
        beyond_quarter += beyond(i, simd::kQuarterSweepBlock) ? 1U : 0U;
    }
    if (beyond_half > samples / 8) return simd::kSweepBlock;
    return beyond_quarter > samples / 8 ? simd::kHalfSweepBlock : simd::kQuarterSweepBlock;
}

/// For a sweep of sorted boxes among themselves: a scan begins behind its box.
template <int Dim>
std::uint32_t sweep_block(const simd::SweepArrays<Dim>& boxes) noexcept {
    return sweep_block(boxes.count,
                       [&](std::uint32_t i, std::uint32_t block) { return boxes.lo[0][i + block] <= boxes.hi[0][i]; });
}

/// For scans of sorted outer boxes over sorted inner ones, neither list empty: as if the inner ones lay evenly, for to seek where
/// each scan begins would cost more than a better block saves.
inline std::uint32_t sweep_block(const float* outer_lo, const float* outer_hi, std::uint32_t outer_count,
                                 float inner_span, std::uint32_t inner_count) noexcept {
    const float apart = inner_span / static_cast<float>(inner_count);
    return sweep_block(outer_count, [&](std::uint32_t i, std::uint32_t block) {
        return outer_hi[i] - outer_lo[i] >= static_cast<float>(block) * apart;
    });
}
template <int Dim>
std::uint32_t sweep_block(const simd::SweepArrays<Dim>& outer, const simd::SweepArrays<Dim>& inner) noexcept {
    const float inner_span = inner.lo[0][inner.count - 1] - inner.lo[0][0];
    return sweep_block(outer.lo[0], outer.hi[0], outer.count, inner_span, inner.count);
}

}  // namespace satori::inline v0::broadphase
