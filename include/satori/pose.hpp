#pragma once

#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup poses
///
/// The functions compute in double and round once. Errors, which leave outputs unchanged: `invalid_argument` (a pose is
/// not legal, or the result would not be finite).
/// @{

/// A rigid motion, or the place of a body: a point p of the body is at rotation * p + position. Meters. Legal:
/// finite, rotation not zero (of any length).
struct Pose {
    Vec3 position;  ///< where the body's origin is, meters
    Quat rotation;  ///< any length but zero
};

/// A 4 by 4 matrix that acts on column vectors. It is column-major as in OpenGL, Vulkan, glm and Eigen:
/// `m[4 * column + row]`.
///
///     m[0] m[4] m[8]  m[12]        the first three columns: the images of the axes
///     m[1] m[5] m[9]  m[13]        the fourth column: the image of the origin, meters
///     m[2] m[6] m[10] m[14]
///     m[3] m[7] m[11] m[15]        0 0 0 1; calls fail for a projective matrix
///
/// A row-major matrix that acts on row vectors (DirectXMath, Unreal's FMatrix) has the same 16 floats in the same
/// places.
struct Mat4 {
    /// Column-major: m[4 * column + row].
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};

/// Computes the pose of `first`, then `second` (as matrices: second * first). When `second` is the pose of a parent
/// and `first` the pose of a body in its parent, the result is the body's pose in the world.
SATORI_API Status compose(const Pose& second, const Pose& first, Pose& pose) noexcept;

/// Computes the inverse of a pose.
SATORI_API Status invert(const Pose& pose, Pose& inverse) noexcept;

/// Computes the image of a point under a pose.
SATORI_API Status transform_point(const Pose& pose, const Vec3& point, Vec3& image) noexcept;

/// Computes the matrix of a pose.
SATORI_API Status matrix_from_pose(const Pose& pose, Mat4& matrix) noexcept;

/// @}

SATORI_NAMESPACE_END
