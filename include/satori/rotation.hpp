#pragma once

#include <cstdint>

#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup rotations
///
/// Representations of rotations. All frames are right-handed. Positive angles rotate counter-clockwise as seen from
/// the tip of the axis. A rotation takes a box's axes to world directions. The functions compute in double and round
/// once. Sines and cosines are the library's own: the same bytes on every machine. Errors leave the outputs unchanged.
/// @{

/// Three directions: `axes[i]` is the direction of axis i. As a 3 by 3 matrix, the axes are the columns.
struct Axes {
    /// Unit vectors, perpendicular to each other.
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};

/// The largest legal angle, radians, of either sign.
inline constexpr double kMaxRotationAngle = 1e6;

/// The largest deviation from orthonormal axes: of each length from 1, and of each cosine between two axes from 0.
/// Four decimal digits are enough.
inline constexpr double kAxesTolerance = 1e-3;

/// The order and the axes of three rotations.
///
/// intrinsic_abc: first about axis a, then about axis b as moved by the first rotation, then about axis c as moved by
/// both. As matrices: Ra(first) Rb(second) Rc(third). extrinsic_abc: about the world's axes a, b, c, one after the
/// other. As matrices, in the other order: Rc(third) Rb(second) Ra(first). extrinsic_abc(p, q, r) is intrinsic_cba(r,
/// q, p).
///
///     intrinsic_zyx    yaw, pitch, roll: aircraft and vehicles (x ahead, z up); equals extrinsic_xyz(roll, pitch, yaw)
///     intrinsic_zyx    Unreal's FRotator (degrees, unchanged frame and coordinates): (yaw, -pitch, -roll) * pi / 180
///     intrinsic_yxz    Unity's eulerAngles (degrees, unchanged frame and coordinates): (y, x, z) * pi / 180
///     intrinsic_zxz    classical mechanics: precession, nutation, spin
///
/// The mirror image of a box is a box, so boxes of left-handed frames need no other change.
enum class EulerOrder : std::uint32_t {
    intrinsic_xyz,  ///< Rx(first) Ry(second) Rz(third)
    intrinsic_xzy,  ///< Rx(first) Rz(second) Ry(third)
    intrinsic_yxz,  ///< Ry(first) Rx(second) Rz(third)
    intrinsic_yzx,  ///< Ry(first) Rz(second) Rx(third)
    intrinsic_zxy,  ///< Rz(first) Rx(second) Ry(third)
    intrinsic_zyx,  ///< Rz(first) Ry(second) Rx(third)
    intrinsic_xyx,  ///< Rx(first) Ry(second) Rx(third)
    intrinsic_xzx,  ///< Rx(first) Rz(second) Rx(third)
    intrinsic_yxy,  ///< Ry(first) Rx(second) Ry(third)
    intrinsic_yzy,  ///< Ry(first) Rz(second) Ry(third)
    intrinsic_zxz,  ///< Rz(first) Rx(second) Rz(third)
    intrinsic_zyz,  ///< Rz(first) Ry(second) Rz(third)
    extrinsic_xyz,  ///< Rz(third) Ry(second) Rx(first)
    extrinsic_xzy,  ///< Ry(third) Rz(second) Rx(first)
    extrinsic_yxz,  ///< Rz(third) Rx(second) Ry(first)
    extrinsic_yzx,  ///< Rx(third) Rz(second) Ry(first)
    extrinsic_zxy,  ///< Ry(third) Rx(second) Rz(first)
    extrinsic_zyx,  ///< Rx(third) Ry(second) Rz(first)
    extrinsic_xyx,  ///< Rx(third) Ry(second) Rx(first)
    extrinsic_xzx,  ///< Rx(third) Rz(second) Rx(first)
    extrinsic_yxy,  ///< Ry(third) Rx(second) Ry(first)
    extrinsic_yzy,  ///< Ry(third) Rz(second) Ry(first)
    extrinsic_zxz,  ///< Rz(third) Rx(second) Rz(first)
    extrinsic_zyz,  ///< Rz(third) Ry(second) Rz(first)
};

/// Three angles in radians, in the order of the axes in the EulerOrder's name. In double, so that a quarter turn is
/// accurate.
struct EulerAngles {
    double first = 0;   ///< about the first axis of the name
    double second = 0;  ///< about the second
    double third = 0;   ///< about the third
};

/// Computes the unit quaternion of three rotations. `invalid_argument`: an angle is not finite or above
/// kMaxRotationAngle, or the order is unknown.
SATORI_API Status quat_from_euler(const EulerAngles& angles, EulerOrder order, Quat& rotation) noexcept;

/// Computes the unit quaternion of a rotation by `angle` radians about `axis`, which may have any length.
/// `invalid_argument`: the axis is zero or not finite, or the angle is not finite or above kMaxRotationAngle.
SATORI_API Status quat_from_axis_angle(const Vec3& axis, double angle, Quat& rotation) noexcept;

/// Computes the unit quaternion, w >= 0, of the rotation nearest to three axes. They must be orthonormal within
/// kAxesTolerance. All three axes have equal weight. For left-handed axes the call reverses the third axis: no
/// rotation has such axes, but a box does not change. `invalid_argument`: not finite, or not orthonormal within
/// kAxesTolerance. Sources: Higham, Computing the polar decomposition, 1986 (nearest rotation); Shepperd, Quaternion
/// from rotation matrix, 1978.
SATORI_API Status quat_from_axes(const Axes& axes, Quat& rotation) noexcept;

/// Computes the axes of a rotation of any length but zero. `invalid_argument`: zero or not finite.
SATORI_API Status axes_from_quat(const Quat& rotation, Axes& axes) noexcept;

/// Computes the unit quaternion of `first`, then `second`, both about the world's axes (as matrices: second * first).
/// For a rotation about a box's own axes, pass it as `first`. `invalid_argument`: one of them is zero or not finite.
SATORI_API Status compose(const Quat& second, const Quat& first, Quat& rotation) noexcept;

/// @}

SATORI_NAMESPACE_END
