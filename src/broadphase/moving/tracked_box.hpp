#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/assert.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::broadphase {

/// The longest edge of bounds, at most the largest float; negative for those of a box that is nowhere.
inline float longest_edge(const float* lo, const float* hi) noexcept {
    return std::min(std::max({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]}), std::numeric_limits<float>::max());
}

/// How far the bounds of a box have moved, at most; not a small number where it was or is nowhere.
inline float shift_of(const simd::TrackedBox& box) noexcept {
    float shift = 0;
    for (int a = 0; a < 3; ++a)
        shift = std::max({shift, std::fabs(box.lo[a] - box.old_lo[a]), std::fabs(box.hi[a] - box.old_hi[a])});
    return shift;
}

/// Whether a box is dynamic as it was, or not as it was not.
inline bool keeps_motion(const simd::TrackedBox& box) noexcept {
    return ((box.state ^ box.old_state) & simd::kNotDynamic) == 0;
}

/// What sweeps are told of a motion up to simd::kMostMotion.
inline std::uint32_t motion_tag(float shift) noexcept {
    SATORI_ASSERT(shift <= simd::kMostMotion);
    const auto bits = std::bit_cast<std::uint32_t>(std::max(shift, simd::kLeastMotion));
    return (bits + simd::kMotionSlack) & simd::kMotionBits;
}

/// Gives a box bounds that are `margin` larger than these on all sides, as far as there are floats.
inline void set_bounds(simd::TrackedBox& box, const float* lo, const float* hi, float margin) noexcept {
    SATORI_ASSERT(margin >= 0);
    constexpr float kFar = std::numeric_limits<float>::max();
    for (int a = 0; a < 3; ++a) {
        // Adding zero turns -0 into +0.
        box.lo[a] = std::max(lo[a] - margin, -kFar) + 0.0F;
        box.hi[a] = std::min(hi[a] + margin, kFar) + 0.0F;
    }
}

}  // namespace satori::v0::broadphase
