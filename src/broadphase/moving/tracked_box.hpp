#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <satori/broadphase.hpp>

#include "base/assert.hpp"
#include "broadphase/pair_rules.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::broadphase {

/// Returns the longest edge of bounds, at most the largest float; negative for those of a box that does not exist.
inline float longest_edge(const float* lo, const float* hi) noexcept {
    return std::min(std::max({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]}), std::numeric_limits<float>::max());
}

/// Returns the shortest edge of bounds, at most the largest float.
inline float shortest_edge(const float* lo, const float* hi) noexcept {
    return std::min({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], std::numeric_limits<float>::max()});
}

inline bool legal(const BroadphaseOptions& options) noexcept {
    return options.margin >= 0 && std::isfinite(options.margin) && options.relative_margin >= 0 &&
           std::isfinite(options.relative_margin);
}

/// Returns how much larger than these bounds fat bounds are on every side.
inline float margin_of(const BroadphaseOptions& options, const float* lo, const float* hi) noexcept {
    return options.margin + options.relative_margin * longest_edge(lo, hi);
}

/// True for bounds of a box that exists.
inline bool exists(const float* lo, const float* hi) noexcept {
    return lo[0] <= hi[0];
}

inline bool is_dynamic(const simd::TrackedBox& box) noexcept {
    return (box.state & simd::kNotDynamic) == 0;
}

/// Gives a box bounds that are `margin` larger than these on all sides, as far as there are floats.
template <class Box>
void set_bounds(Box& box, const float* lo, const float* hi, float margin) noexcept {
    SATORI_ASSERT(margin >= 0);
    constexpr float kFar = std::numeric_limits<float>::max();
    for (int a = 0; a < 3; ++a) {
        // Adding zero turns -0 into +0.
        box.lo[a] = std::max(lo[a] - margin, -kFar) + 0.0F;
        box.hi[a] = std::min(hi[a] + margin, kFar) + 0.0F;
    }
}

/// Gives a box the bounds of a box that does not exist.
template <class Box>
void set_nowhere(Box& box) noexcept {
    constexpr float kFar = std::numeric_limits<float>::infinity();
    std::fill_n(box.lo, 3, kFar);
    std::fill_n(box.hi, 3, -kFar);
}

/// Makes bounds contain others.
template <class Box>
void enclose(Box& box, const float* lo, const float* hi) noexcept {
    for (int a = 0; a < 3; ++a) {
        box.lo[a] = std::min(box.lo[a], {lo[a]});
        box.hi[a] = std::max(box.hi[a], {hi[a]});
    }
}

/// Bounds around others, of nothing at first.
struct Extent {
    Extent() noexcept { set_nowhere(*this); }
    float lo[3];
    float hi[3];
};

}  // namespace satori::v0::broadphase
