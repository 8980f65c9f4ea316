#pragma once

#include <algorithm>
#include <cstdint>

#include "base/assert.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::broadphase {

/// Returns the smallest of three block sizes within which at least seven of eight scans end, or the largest when none
/// is enough. A scan starts from an outer box and reads the sorted inner boxes. Neither list may be empty. This is an
/// estimate from a sample, and it takes the inner boxes as evenly spaced: to search where each scan begins would cost
/// more than a better block saves.
inline std::uint32_t sweep_block(const float* outer_lo, const float* outer_hi, std::uint32_t outer_count,
                                 float inner_span, std::uint32_t inner_count) noexcept {
    SATORI_ASSERT(outer_count != 0 && inner_count != 0);
    const float apart = inner_span / static_cast<float>(inner_count);
    const std::uint32_t samples = std::min(16U, outer_count);
    std::uint32_t beyond_half = 0, beyond_quarter = 0;
    for (std::uint32_t s = 0; s < samples; ++s) {
        const auto i = static_cast<std::uint32_t>(std::uint64_t{outer_count} * s / samples);
        const auto beyond = [&](std::uint32_t block) {
            return outer_hi[i] - outer_lo[i] >= static_cast<float>(block) * apart ? 1U : 0U;
        };
        beyond_half += beyond(simd::kHalfSweepBlock);
        beyond_quarter += beyond(simd::kQuarterSweepBlock);
    }
    if (beyond_half > samples / 8) return simd::kSweepBlock;
    return beyond_quarter > samples / 8 ? simd::kHalfSweepBlock : simd::kQuarterSweepBlock;
}
template <int Dim>
std::uint32_t sweep_block(const simd::SweepArrays<Dim>& outer, const simd::SweepArrays<Dim>& inner) noexcept {
    const float inner_span = inner.lo[0][inner.count - 1] - inner.lo[0][0];
    return sweep_block(outer.lo[0], outer.hi[0], outer.count, inner_span, inner.count);
}

}  // namespace satori::v0::broadphase
