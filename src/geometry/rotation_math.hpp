#pragma once

#include <array>

#include <satori/rotation.hpp>

#include "geometry/double3.hpp"

namespace satori::inline v0::geometry {

/// A quaternion in double: vector part and real part.
struct DoubleQuat {
    Double3 v;
    double w = 1;
};

/// Three directions in double.
using Frame = std::array<Double3, 3>;

/// Finite and not zero.
bool is_legal(const Quat& rotation) noexcept;

/// A legal rotation, normalised.
DoubleQuat unit(const Quat& rotation) noexcept;
DoubleQuat normalized(const DoubleQuat& q) noexcept;
Quat rounded(const DoubleQuat& q) noexcept;

/// `second` after `first`.
DoubleQuat operator*(const DoubleQuat& second, const DoubleQuat& first) noexcept;
DoubleQuat conjugate(const DoubleQuat& q) noexcept;

/// The axes of a quaternion of any length but zero.
Frame axes_of(const DoubleQuat& q) noexcept;
/// v turned by the rotation with these axes.
Double3 from_frame(const Frame& axes, const Double3& v) noexcept;
/// The components of v along these axes.
Double3 into_frame(const Frame& axes, const Double3& v) noexcept;

/// The unit quaternion, w >= 0, of orthonormal right-handed axes.
DoubleQuat quat_of(const Frame& axes) noexcept;

/// The largest |cosine| between two of the directions; those without length are perpendicular to all.
double largest_cosine(const Frame& directions) noexcept;

/// The unit quaternion of the rotation nearest to directions whose lengths do not matter and that are within kAxesTolerance
/// of perpendicular. Those without length are completed; of left-handed ones the third is reversed.
DoubleQuat nearest_rotation(const Frame& directions) noexcept;

/// A unit vector perpendicular to a unit vector.
Double3 any_perpendicular(const Double3& v) noexcept;

}  // namespace satori::inline v0::geometry
