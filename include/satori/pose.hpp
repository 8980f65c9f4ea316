#pragma once

#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// A rigid motion, or where a body stands: a point p of the body lies at rotation * p + position. Metres.
/// Legal: finite, rotation not zero (of any length).
struct Pose {
    Vec3 position;
    Quat rotation;
};

/// A 4 by 4 matrix that acts on column vectors, column-major as OpenGL, Vulkan, glm and Eigen have it: `m[4 * column + row]`.
///
///     m[0] m[4] m[8]  m[12]        the first three columns: where the axes go
///     m[1] m[5] m[9]  m[13]        the fourth: where the origin goes, metres
///     m[2] m[6] m[10] m[14]
///     m[3] m[7] m[11] m[15]        0 0 0 1; a projective matrix is refused
///
/// A row-major matrix that acts on row vectors (DirectXMath, Unreal's FMatrix) has the same 16 floats in the same places.
struct Mat4 {
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};

// Computed in double, rounded once. `invalid_argument`: a pose is not legal, or the result would not be finite; outputs are
// then unchanged.

/// `first`, then `second` (as matrices: second * first). The body's place in the world when `second` is its parent's and
/// `first` the one in its parent.
SATORI_API Status compose(const Pose& second, const Pose& first, Pose& pose) noexcept;

/// What undoes `pose`.
SATORI_API Status invert(const Pose& pose, Pose& inverse) noexcept;

/// Where `pose` takes a point.
SATORI_API Status transform_point(const Pose& pose, const Vec3& point, Vec3& image) noexcept;

/// The pose as a matrix.
SATORI_API Status matrix_from_pose(const Pose& pose, Mat4& matrix) noexcept;

SATORI_NAMESPACE_END
