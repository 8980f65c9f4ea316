#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/assert.hpp"
#include "base/namespace.hpp"

namespace satori::v0::base {

/// Returns the nearest float as IEEE 754 defines it: infinity from half a step above the largest float on. In C++, a
/// cast of a number beyond the largest float is undefined.
inline float rounded(double v) noexcept {
    constexpr double kMost = std::numeric_limits<float>::max();
    constexpr double kOverflow = 0x1.ffffffp127;
    if (!(std::fabs(v) > kMost)) return static_cast<float>(v);
    const float size =
        std::fabs(v) < kOverflow ? std::numeric_limits<float>::max() : std::numeric_limits<float>::infinity();
    return v > 0 ? size : -size;
}

/// Returns the nearest float. A finite number beyond the floats becomes the largest float: it is not legal input
/// either, but finite, as the number is.
inline float rounded_to_finite(double v) noexcept {
    const float nearest = rounded(v);
    if (std::fabs(nearest) <= std::numeric_limits<float>::max() || !std::isfinite(v)) return nearest;
    SATORI_ASSERT(std::isinf(nearest));
    return std::copysign(std::numeric_limits<float>::max(), nearest);
}

/// Returns the smallest float that is not below v.
inline float rounded_up(double v) noexcept {
    const float nearest = rounded(v);
    // The next float up is further from zero for positive numbers and nearer for negative ones. There is no branch,
    // because it could not be predicted.
    const std::uint32_t below = double{nearest} < v ? 1 : 0;
    const auto bits = std::bit_cast<std::uint32_t>(nearest);
    const auto up = std::bit_cast<float>(nearest < 0 ? bits - below : bits + below);
    SATORI_ASSERT(!(double{up} < v));
    return up;
}

/// Returns a + b - sum exactly, the rounding error of sum = a + b (Knuth's two-sum).
inline double lost_of_sum(double a, double b, double sum) noexcept {
    const double b_part = sum - a;
    return (a - (sum - b_part)) + (b - b_part);
}

/// Returns a double that is not below a + b: the sum itself where it is a double.
inline double sum_up(double a, double b) noexcept {
    const double sum = a + b;
    return lost_of_sum(a, b, sum) > 0 ? std::nextafter(sum, std::numeric_limits<double>::infinity()) : sum;
}

}  // namespace satori::v0::base
