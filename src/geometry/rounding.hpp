#pragma once

#include <satori/types.hpp>

#include "base/rounding.hpp"
#include "geometry/double3.hpp"

namespace satori::v0::geometry {

using base::rounded;

inline Vec3 rounded(const Double3& v) noexcept {
    return {rounded(v[0]), rounded(v[1]), rounded(v[2])};
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
