#pragma once

#include <cmath>
#include <limits>

#include <satori/types.hpp>

#include "base/rounding.hpp"
#include "geometry/double3.hpp"

namespace satori::v0::geometry {

using base::rounded;

inline Vec3 rounded(const Double3& v) noexcept {
    return {rounded(v[0]), rounded(v[1]), rounded(v[2])};
}

/// Returns scale * given, where scale is 1 or 0.5, as a float. Below the smallest normal float it becomes that float:
/// too small to be legal, but not 0.
template <class Number>
float rounded_half_extent(Number given, Number scale = 1) noexcept {
    constexpr float kTiny = std::numeric_limits<float>::min();
    const Number half = scale * given;
    const bool plain = half >= Number{kTiny};  // nearly always, and one comparison
    if (!plain && given != 0 && std::fabs(half) < Number{kTiny}) return given > 0 ? kTiny : -kTiny;
    if constexpr (sizeof(Number) == sizeof(float)) return half;
    return base::rounded_to_finite(half);
}

/// Returns 0 for a computed half extent that is too thin to be legal (see kMinHalfExtent).
inline float flattened(float half_extent) noexcept {
    return half_extent > 0 && half_extent < kMinHalfExtent ? 0.0F : half_extent;
}
inline Vec2 flattened(const Vec2& half) noexcept {
    return {flattened(half.x), flattened(half.y)};
}
inline Vec3 flattened(const Vec3& half) noexcept {
    return {flattened(half.x), flattened(half.y), flattened(half.z)};
}

}  // namespace satori::v0::geometry
