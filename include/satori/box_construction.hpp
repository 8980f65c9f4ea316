#pragma once

#include <satori/box_batch.hpp>
#include <satori/export.hpp>
#include <satori/pose.hpp>
#include <satori/rotation.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup one_box_intake
///
/// Making a box. OrientedBox is a plain value, so setting and resetting need no functions:
///
///     box = {center, half_extents, rotation};   sets it; check_box() tells whether it is legal
///     box = {};                                 resets it to the unit cube about the origin, half extents 0.5
///     box.center = {1, 2, 3};                   moves it
///     bounds = {};                              an AABB that is the origin alone
///
/// The functions below fail with `invalid_box` when the box would not be legal (see OrientedBox). Errors leave `box`
/// unchanged. Sizes are half extents: half of length, width and height.
/// @{

/// Returns why a box is not legal; BoxFault::none when it is legal.
SATORI_API BoxFault check_box(const OrientedBox& box) noexcept;

/// Makes the box of an AABB, without rotation. Its center is the middle of the AABB, rounded to float; it is the
/// smallest such box that contains the AABB. It equals the AABB when the middle is a float, as with dyadic
/// coordinates of similar size. Half extents below kMinHalfExtent become 0. Errors: `invalid_box`; `invalid_bounds`
/// (not finite, or a minimum exceeds its maximum).
SATORI_API Status box_from_aabb(const Aabb& bounds, OrientedBox& box) noexcept;

/// Makes the box with half extents along three axes; see quat_from_axes(), also for left-handed axes. Errors:
/// `invalid_box`; `invalid_argument` (the axes are not orthonormal within kAxesTolerance).
SATORI_API Status box_from_axes(const Vec3& center, const Axes& axes, const Vec3& half_extents,
                                OrientedBox& box) noexcept;

/// Makes the box rotated by three angles; see EulerOrder. Errors: `invalid_box`; `invalid_argument` as
/// quat_from_euler().
SATORI_API Status box_from_euler(const Vec3& center, const EulerAngles& angles, EulerOrder order,
                                 const Vec3& half_extents, OrientedBox& box) noexcept;

/// Makes the box rotated by `angle` radians about `axis`. Errors: `invalid_box`; `invalid_argument` as
/// quat_from_axis_angle().
SATORI_API Status box_from_axis_angle(const Vec3& center, const Vec3& axis, double angle, const Vec3& half_extents,
                                      OrientedBox& box) noexcept;

/// Makes the image of a box about the origin under a matrix of translation, rotation and scale along the box's axes.
/// `half_extents` are those of the original box, {0.5, 0.5, 0.5} for the unit cube. The fourth column of the matrix
/// is the center. The lengths of the other columns scale the half extents; their directions are the axes. Mirroring
/// is legal (see quat_from_axes()). A column of zeros, or one that makes a half extent less than kMinHalfExtent,
/// makes a flat box.
///
/// Errors: `invalid_box`; `invalid_argument` (a number is not finite, the last row is not 0 0 0 1, or the matrix
/// shears: two columns are not perpendicular within kAxesTolerance (cosine)). transform(box, matrix) accepts shear.
SATORI_API Status box_from_matrix(const Mat4& matrix, const Vec3& half_extents, OrientedBox& box) noexcept;

/// @}

SATORI_NAMESPACE_END
