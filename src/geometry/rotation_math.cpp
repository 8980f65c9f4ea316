#include "geometry/rotation_math.hpp"

#include <cstddef>

#include "base/assert.hpp"
#include "geometry/rounding.hpp"
#include "geometry/trigonometry.hpp"

namespace satori::v0::geometry {

bool is_legal(const Quat& q) noexcept {
    const bool finite = std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
    return finite && (q.x != 0 || q.y != 0 || q.z != 0 || q.w != 0);
}

DoubleQuat unit(const Quat& q) noexcept {
    SATORI_ASSERT(is_legal(q));
    return normalized({{{q.x, q.y, q.z}}, q.w});
}

Quat rounded(const DoubleQuat& q) noexcept {
    return {rounded(q.v[0]), rounded(q.v[1]), rounded(q.v[2]), rounded(q.w)};
}

DoubleQuat operator*(const DoubleQuat& p, const DoubleQuat& q) noexcept {
    return {(p.w * q.v + q.w * p.v) + cross(p.v, q.v), p.w * q.w - dot(p.v, q.v)};
}

DoubleQuat conjugate(const DoubleQuat& q) noexcept {
    return {-q.v, q.w};
}

Double3 turn_between(const Quat& from, const Quat& to) noexcept {
    if (from == to) return {};
    const DoubleQuat turn = unit(to) * conjugate(unit(from));
    const double sine = length(turn.v);  // of half the angle
    if (sine == 0) return {};
    const double sign = turn.w < 0 ? -1 : 1;
    return (sign * 2 * direction_angle(sign * turn.w, sine) / sine) * turn.v;
}

// Each axis is a difference of squares divided by their sum. So rotations that map axes to axes are exact.
Frame axes_of(const DoubleQuat& q) noexcept {
    const double norm_sq = dot(q.v, q.v) + q.w * q.w;
    SATORI_ASSERT(norm_sq > 0);
    Frame axes;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        axes[i][i] = ((q.w * q.w + q.v[i] * q.v[i]) - (q.v[j] * q.v[j] + q.v[k] * q.v[k])) / norm_sq;
        axes[i][j] = 2 * (q.v[i] * q.v[j] + q.w * q.v[k]) / norm_sq;
        axes[i][k] = 2 * (q.v[i] * q.v[k] - q.w * q.v[j]) / norm_sq;
    }
    return axes;
}

Double3 from_frame(const Frame& axes, const Double3& v) noexcept {
    return (v[0] * axes[0] + v[1] * axes[1]) + v[2] * axes[2];
}

Double3 into_frame(const Frame& axes, const Double3& v) noexcept {
    return {{dot(axes[0], v), dot(axes[1], v), dot(axes[2], v)}};
}

double largest_cosine(const Frame& directions) noexcept {
    double largest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Double3 &a = directions[i], &b = directions[(i + 1) % 3];
        const double lengths = length(a) * length(b);
        if (lengths == 0) continue;
        const double cosine = std::fabs(dot(a, b)) / lengths;
        largest = cosine > largest ? cosine : largest;
    }
    return largest < 1 ? largest : 1;
}

bool nearly_orthonormal(const Frame& directions) noexcept {
    for (const Double3& direction : directions)
        if (!(std::fabs(length(direction) - 1) <= kAxesTolerance)) return false;
    return largest_cosine(directions) <= kAxesTolerance;
}

DoubleQuat nearest_rotation(const Frame& directions) noexcept {
    Frame axes = directions;
    std::size_t known_count = 0, known = 0, missing = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const double norm = length(axes[i]);
        if (norm > 0) {
            axes[i] = {{axes[i][0] / norm, axes[i][1] / norm, axes[i][2] / norm}};
            known = i;
            ++known_count;
        } else {
            missing = i;
        }
    }
    if (known_count == 0) return {};
    if (known_count == 1) {
        missing = (known + 2) % 3;
        axes[(known + 1) % 3] = any_perpendicular(axes[known]);
    }
    if (known_count < 3) axes[missing] = cross(axes[(missing + 1) % 3], axes[(missing + 2) % 3]);
    if (dot(cross(axes[0], axes[1]), axes[2]) < 0) axes[2] = -axes[2];

    // Newton's iteration for the polar decomposition: the mean of a matrix and its inverse transpose. Each step squares
    // the error: 1e-3, 5e-7, 1e-13, rounding.
    constexpr int kSteps = 3;
    for (int step = 0; step < kSteps; ++step) {
        const Frame cofactors = {cross(axes[1], axes[2]), cross(axes[2], axes[0]), cross(axes[0], axes[1])};
        const double determinant = dot(axes[0], cofactors[0]);
        SATORI_ASSERT(determinant > 0);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) axes[i][k] = 0.5 * (axes[i][k] + cofactors[i][k] / determinant);
        }
    }
    return quat_of(axes);
}

}  // namespace satori::v0::geometry
