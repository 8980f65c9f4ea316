#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include <satori/types.hpp>

#include "base/assert.hpp"

namespace satori::v0::geometry {

/// Three doubles. Calls about single boxes compute in them.
struct Double3 {
    double at[3] = {0, 0, 0};

    double& operator[](std::size_t k) noexcept { return at[k]; }
    double operator[](std::size_t k) const noexcept { return at[k]; }
};

/// Three directions in double.
using Frame = std::array<Double3, 3>;

inline Double3 operator+(const Double3& a, const Double3& b) noexcept {
    return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}};
}
inline Double3 operator-(const Double3& a, const Double3& b) noexcept {
    return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
}
inline Double3 operator-(const Double3& a) noexcept {
    return {{-a[0], -a[1], -a[2]}};
}
inline Double3 operator*(double s, const Double3& a) noexcept {
    return {{s * a[0], s * a[1], s * a[2]}};
}
inline double dot(const Double3& a, const Double3& b) noexcept {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}
inline Double3 cross(const Double3& a, const Double3& b) noexcept {
    return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
inline double length(const Double3& a) noexcept {
    return std::sqrt(dot(a, a));
}
/// Returns a unit vector perpendicular to a unit vector.
inline Double3 any_perpendicular(const Double3& v) noexcept {
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (std::fabs(v[k]) < std::fabs(v[least])) least = k;
    }
    Double3 along;
    along[least] = 1;
    const Double3 across = cross(v, along);
    SATORI_ASSERT(length(across) > 0.5);
    return (1 / length(across)) * across;
}
/// Returns the sum of the absolute components.
inline double taxicab(const Double3& a) noexcept {
    return (std::fabs(a[0]) + std::fabs(a[1])) + std::fabs(a[2]);
}

inline Double3 widened(const Vec3& v) noexcept {
    return {{v.x, v.y, v.z}};
}
inline bool is_finite(const Vec3& v) noexcept {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace satori::v0::geometry
