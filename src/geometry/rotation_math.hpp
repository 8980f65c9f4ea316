#pragma once

#include <cmath>
#include <cstddef>

#include <satori/rotation.hpp>

#include "base/assert.hpp"
#include "geometry/double3.hpp"

namespace satori::v0::geometry {

/// A quaternion in double: vector part and real part.
struct DoubleQuat {
    Double3 v;
    double w = 1;
};

/// True when the quaternion is finite and not zero.
bool is_legal(const Quat& rotation) noexcept;

/// Returns a legal rotation, normalized.
DoubleQuat unit(const Quat& rotation) noexcept;
/// Returns q with length 1. The squares of floats of any size are normal doubles.
inline DoubleQuat normalized(const DoubleQuat& q) noexcept {
    const double norm = std::sqrt(dot(q.v, q.v) + q.w * q.w);
    SATORI_ASSERT(norm > 0);
    return {{{q.v[0] / norm, q.v[1] / norm, q.v[2] / norm}}, q.w / norm};
}
Quat rounded(const DoubleQuat& q) noexcept;

/// Returns `second` after `first`.
DoubleQuat operator*(const DoubleQuat& second, const DoubleQuat& first) noexcept;
DoubleQuat conjugate(const DoubleQuat& q) noexcept;

/// Returns the rotation vector, radians, that turns `from` into `to` the shorter way. The bytes are the same on every
/// machine.
Double3 turn_between(const Quat& from, const Quat& to) noexcept;

/// Returns the axes of a quaternion of any length but zero.
Frame axes_of(const DoubleQuat& q) noexcept;
/// Returns v rotated by the rotation with these axes.
Double3 from_frame(const Frame& axes, const Double3& v) noexcept;
/// Returns the components of v along these axes.
Double3 into_frame(const Frame& axes, const Double3& v) noexcept;

/// Returns a quaternion, w >= 0, of orthonormal right-handed axes. Its length is 2 to 4.
///
/// Shepperd's four cases (1978): the divisor is 4 times the largest of the squares of w, x, y, z, never a small number.
/// Each case gives the quaternion times 4 times its largest component.
inline DoubleQuat long_quat_of(const Frame& a) noexcept {
    const double trace = (a[0][0] + a[1][1]) + a[2][2];
    const double turn[3] = {a[1][2] - a[2][1], a[2][0] - a[0][2], a[0][1] - a[1][0]};
    const double xy = a[0][1] + a[1][0], yz = a[1][2] + a[2][1], zx = a[2][0] + a[0][2];
    const double cases[4][4] = {{((1 + a[0][0]) - a[1][1]) - a[2][2], xy, zx, turn[0]},
                                {xy, ((1 + a[1][1]) - a[2][2]) - a[0][0], yz, turn[1]},
                                {zx, yz, ((1 + a[2][2]) - a[0][0]) - a[1][1], turn[2]},
                                {turn[0], turn[1], turn[2], 1 + trace}};
    // There is no branch, because it could not be predicted.
    std::size_t i = a[1][1] > a[0][0] ? 1 : 0;
    i = a[2][2] > a[i][i] ? 2 : i;
    i = trace < a[i][i] ? i : 3;
    const double* const q = cases[i];
    const double sign = q[3] < 0 ? -1 : 1;
    return {{{sign * q[0], sign * q[1], sign * q[2]}}, sign * q[3]};
}
/// Returns the unit quaternion, w >= 0, of orthonormal right-handed axes.
inline DoubleQuat quat_of(const Frame& axes) noexcept {
    return normalized(long_quat_of(axes));
}

/// Returns the largest |cosine| between two of the directions. Directions of zero length count as perpendicular to all.
double largest_cosine(const Frame& directions) noexcept;

/// True when the directions are finite and orthonormal within kAxesTolerance.
bool nearly_orthonormal(const Frame& directions) noexcept;

/// Returns the unit quaternion of the rotation nearest to the given directions. Their lengths do not matter. They must
/// be within kAxesTolerance of perpendicular. Directions of zero length are completed. If the directions are
/// left-handed, the third is reversed.
DoubleQuat nearest_rotation(const Frame& directions) noexcept;

}  // namespace satori::v0::geometry
