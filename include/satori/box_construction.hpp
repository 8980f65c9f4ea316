#pragma once

#include <satori/box_batch.hpp>
#include <satori/export.hpp>
#include <satori/pose.hpp>
#include <satori/rotation.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

// Making a box. OrientedBox is a plain value, so that setting and resetting need no functions:
//
//     box = {center, half_extents, rotation};   set; check_box() says whether it is legal
//     box = {};                                 reset to the unit cube about the origin, half extents 0.5
//     box.center = {1, 2, 3};                   moved to another place
//     bounds = {};                              an AABB that is the origin alone
//
// The functions below give `invalid_box` when the box would not be legal (OrientedBox says what is); errors leave `box`
// unchanged. Sizes are half extents: half of length, width, height.

/// Why a box is not legal; BoxFault::none when it is.
SATORI_API BoxFault check_box(const OrientedBox& box) noexcept;

/// The box of an AABB, without rotation: the tightest about the AABB's middle (rounded to float) that contains it. The same
/// box where the middle is a float, as on dyadic coordinates of similar size. Half extents below kMinHalfExtent become 0.
/// `invalid_bounds`: not finite, or a minimum above its maximum.
SATORI_API Status box_from_aabb(const Aabb& bounds, OrientedBox& box) noexcept;

/// The box about `center` with half extents along three axes: see quat_from_axes(), also for left-handed ones.
/// `invalid_argument`: the axes are not orthonormal within kAxesTolerance.
SATORI_API Status box_from_axes(const Vec3& center, const Axes& axes, const Vec3& half_extents,
                                OrientedBox& box) noexcept;

/// The box turned by three angles: see EulerOrder. `invalid_argument` as quat_from_euler().
SATORI_API Status box_from_euler(const Vec3& center, const EulerAngles& angles, EulerOrder order,
                                 const Vec3& half_extents, OrientedBox& box) noexcept;

/// The box turned by `angle` radians about `axis`. `invalid_argument` as quat_from_axis_angle().
SATORI_API Status box_from_axis_angle(const Vec3& center, const Vec3& axis, double angle, const Vec3& half_extents,
                                      OrientedBox& box) noexcept;

/// What a matrix of translation, rotation and scale along the box's axes makes of the box about the origin with
/// `half_extents`, {0.5, 0.5, 0.5} for the unit cube. The fourth column is the centre, the lengths of the others scale the half
/// extents, their directions are the axes. Mirroring is legal (see quat_from_axes()). A column of zeros makes a flat box, and so
/// does one that makes a half extent less than kMinHalfExtent.
/// `invalid_argument`: a number is not finite, the last row is not 0 0 0 1, or the matrix shears: two columns are not
/// perpendicular within kAxesTolerance (cosine). transform(box, matrix) takes those too.
SATORI_API Status box_from_matrix(const Mat4& matrix, const Vec3& half_extents, OrientedBox& box) noexcept;

SATORI_NAMESPACE_END
