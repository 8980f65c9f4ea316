#pragma once

#include <algorithm>
#include <cstdint>

#include "simd/kernel_abi.hpp"

namespace satori::inline v0::broadphase {

/// The least block that seven of eight scans end within, from a sample. beyond(i, boxes): whether the scan of outer box i of
/// `count` goes on behind so many inner boxes.
template <class Beyond>
std::uint32_t sweep_block(std::uint32_t count, Beyond&& beyond) noexcept {
    constexpr std::uint32_t kSamples = 16, kHalf = simd::kSweepBlock / 2, kQuarter = simd::kSweepBlock / 4;
    std::uint32_t beyond_half = 0, beyond_quarter = 0;
    for (std::uint32_t s = 0; s < std::min(kSamples, count); ++s) {
        const auto i = static_cast<std::uint32_t>(std::uint64_t{count} * s / kSamples);
        beyond_half += beyond(i, kHalf) ? 1U : 0U;
        beyond_quarter += beyond(i, kQuarter) ? 1U : 0U;
    }
    if (beyond_half > kSamples / 8) return simd::kSweepBlock;
    return beyond_quarter > kSamples / 8 ? kHalf : kQuarter;
}

/// For a sweep of a column's boxes among themselves: a scan begins behind its box.
template <int Dim>
std::uint32_t sweep_block(const simd::SweepArrays<Dim>& boxes) noexcept {
    return sweep_block(boxes.count,
                       [&](std::uint32_t i, std::uint32_t block) { return boxes.lo[0][i + block] <= boxes.hi[0][i]; });
}

/// For a sweep of two lists against each other, both ways.
template <int Dim>
std::uint32_t sweep_block(const simd::SweepArrays<Dim>& a, const simd::SweepArrays<Dim>& b) noexcept {
    const auto one_way = [](const simd::SweepArrays<Dim>& outer, const simd::SweepArrays<Dim>& inner) {
        return sweep_block(outer.count, [&](std::uint32_t i, std::uint32_t block) {
            const float* const begin = std::lower_bound(inner.lo[0], inner.lo[0] + inner.count, outer.lo[0][i]);
            return begin[block - 1] <= outer.hi[0][i];
        });
    };
    return std::max(one_way(a, b), one_way(b, a));
}

}  // namespace satori::inline v0::broadphase
