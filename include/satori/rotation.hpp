#pragma once

#include <cstdint>

#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

// Ways to name a rotation. All frames are right-handed, positive angles turn counter-clockwise seen from the axis' tip, and a
// rotation turns a box's axes into world directions. Everything is computed in double and rounded once, with sines and cosines
// of the library's own: the same bytes on every machine. Errors leave the outputs unchanged.

/// Three directions: `axes[i]` is where axis i points. Seen as a 3 by 3 matrix, the axes are its columns.
struct Axes {
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};

/// Largest angle that is taken, radians, either sign.
inline constexpr double kMaxRotationAngle = 1e6;

/// How far directions may be from orthonormal to be taken for axes: of each length from 1 and of each cosine between two from
/// 0. Four decimal digits are enough.
inline constexpr double kAxesTolerance = 1e-3;

/// In which order the three angles turn, and about what.
///
/// intrinsic_abc: first about axis a, then about axis b as the first turn has left it, then about c as both have left it; as
/// matrices Ra(first) Rb(second) Rc(third). extrinsic_abc: about the world's axes a, b, c one after the other, the other way
/// round: Rc(third) Rb(second) Ra(first). extrinsic_abc(p, q, r) is intrinsic_cba(r, q, p).
///
///     intrinsic_zyx      yaw, pitch, roll: aircraft and vehicles (x ahead, z up); the same as extrinsic_xyz(roll, pitch, yaw)
///     intrinsic_zyx      Unreal's FRotator in degrees, frame and coordinates as they are: (yaw, -pitch, -roll) * pi / 180
///     intrinsic_yxz      Unity's eulerAngles (degrees, frame and coordinates as they are): (y, x, z) * pi / 180
///     intrinsic_zxz      classical mechanics: precession, nutation, spin
///
/// Mirror images of a box are boxes, so those of left-handed frames need no other change.
enum class EulerOrder : std::uint32_t {
    intrinsic_xyz,
    intrinsic_xzy,
    intrinsic_yxz,
    intrinsic_yzx,
    intrinsic_zxy,
    intrinsic_zyx,
    intrinsic_xyx,
    intrinsic_xzx,
    intrinsic_yxy,
    intrinsic_yzy,
    intrinsic_zxz,
    intrinsic_zyz,
    extrinsic_xyz,
    extrinsic_xzy,
    extrinsic_yxz,
    extrinsic_yzx,
    extrinsic_zxy,
    extrinsic_zyx,
    extrinsic_xyx,
    extrinsic_xzx,
    extrinsic_yxy,
    extrinsic_yzy,
    extrinsic_zxz,
    extrinsic_zyz,
};

/// Radians, in the order in which the EulerOrder names the axes. In double, so that a quarter turn can be one.
struct EulerAngles {
    double first = 0, second = 0, third = 0;
};

/// The unit quaternion of three turns. `invalid_argument`: an angle is not finite or above kMaxRotationAngle, or an unknown
/// order.
SATORI_API Status quat_from_euler(const EulerAngles& angles, EulerOrder order, Quat& rotation) noexcept;

/// The unit quaternion of a turn by `angle` radians about `axis`, whose length does not matter. `invalid_argument`: the axis is
/// zero or not finite, or the angle not finite or above kMaxRotationAngle.
SATORI_API Status quat_from_axis_angle(const Vec3& axis, double angle, Quat& rotation) noexcept;

/// The unit quaternion, w >= 0, of the rotation nearest to three axes that are orthonormal within kAxesTolerance; all of them
/// are treated alike. Of left-handed axes the third is taken the other way round: no rotation has such axes, but a box
/// does not change. `invalid_argument`: not finite, or not orthonormal within kAxesTolerance.
/// Sources: Higham, Computing the polar decomposition, 1986 (nearest rotation); Shepperd, Quaternion from rotation matrix,
/// 1978.
SATORI_API Status quat_from_axes(const Axes& axes, Quat& rotation) noexcept;

/// The axes of a rotation of any length but zero. `invalid_argument`: zero or not finite.
SATORI_API Status axes_from_quat(const Quat& rotation, Axes& axes) noexcept;

/// The unit quaternion of `first`, then `second`, both about the world's axes (as matrices: second * first). A turn about a
/// box's own axes goes first. `invalid_argument`: one of them is zero or not finite.
SATORI_API Status compose(const Quat& second, const Quat& first, Quat& rotation) noexcept;

SATORI_NAMESPACE_END
