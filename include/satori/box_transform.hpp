#pragma once

#include <satori/box_batch.hpp>
#include <satori/export.hpp>
#include <satori/pose.hpp>
#include <satori/rotation.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup change_box
///
/// Changing one box, in place; for whole batches see BoxBatch::assign_transformed(). The functions compute in double
/// and round once: centers are within half a float (half a unit in the last place) of the exact ones, rotations within
/// FLT_EPSILON rad.
///
/// Errors, which leave the box unchanged: `invalid_box` (it is not legal), `invalid_argument` (a number that is not
/// finite, a rotation that is zero), `result_out_of_range` (the new box would not be legal: too far away or too
/// large). Half extents below kMinHalfExtent become 0.
/// @{

/// Moves the box by `offset`, world frame.
SATORI_API Status translate(OrientedBox& box, const Vec3& offset) noexcept;

/// Rotates the box about its center, by a rotation in world frame. For a rotation about the box's own axes see
/// compose().
SATORI_API Status rotate(OrientedBox& box, const Quat& rotation) noexcept;
/// Rotates the box about a point, world frame.
SATORI_API Status rotate_about(OrientedBox& box, const Quat& rotation, const Vec3& point) noexcept;

/// Scales the box about its center, along its own axes. Signs make no difference; 0 makes it flat.
SATORI_API Status scale(OrientedBox& box, const Vec3& factors) noexcept;

/// Moves every face outward by `distance` meters, or inward when it is negative. The new half extents are half
/// extents + distance, rounded up to a float. Moving a face beyond the middle is `result_out_of_range`.
SATORI_API Status inflate(OrientedBox& box, float distance) noexcept;

/// Moves the box as part of a body that `pose` moves.
SATORI_API Status transform(OrientedBox& box, const Pose& pose) noexcept;

/// The largest |cosine| of two directions that count as perpendicular; it allows for the rounding of a float matrix.
inline constexpr double kShearTolerance = 1e-6;

/// How a matrix changed a box.
struct BoxImage {
    /// The largest |cosine| between the images of two of the box's axes, 0 to 1; 0 without shear.
    double shear = 0;
    /// Volume of the returned box divided by that of the exact image; 1 without shear, and for flat results.
    double growth = 1;
    bool mirrored = false;  ///< the determinant is negative
};

/// Replaces the box by its image under a matrix, or by a box around the image. A matrix that scales along other
/// directions than the box's axes shears it into a parallelepiped. The result is then the smallest (by volume, then
/// area, then edges) of six boxes: those with one axis along an edge of the image and one face in a face of it.
/// `image` reports how much larger the result is. When the images of the axes are perpendicular within
/// kShearTolerance, the result is the image itself. In both cases the result contains each point of the image up to
/// rounding: 8 FLT_EPSILON * (sum of the half extents + |center|).
///
/// Mirroring is legal: the third axis of the result is then the negative of its image. A matrix without full rank
/// makes a flat box. Errors as above; `invalid_argument` also when the matrix's last row is not 0 0 0 1. `image` may
/// be null.
SATORI_API Status transform(OrientedBox& box, const Mat4& matrix, BoxImage* image = nullptr) noexcept;

/// Finds a box around both boxes: the smallest of four. These have the rotation of `a`, the rotation of `b`, the
/// rotation half way between the two, and no rotation. Half way is between those equivalent rotations of the two
/// boxes that are closest to each other. Among boxes within 1e-6 of the smallest the call takes the first in this
/// order. The result contains every point of both boxes exactly: half extents are larger by about 1e-13 of all
/// lengths and rounded up. Only half extents below kMinHalfExtent become 0. It is not the smallest of all boxes;
/// fit_box() searches for that.
///
/// Errors, which leave `merged` unchanged: `invalid_box`, `result_out_of_range` (none of the four is legal). `merged`
/// may be one of the two.
SATORI_API Status merge(const OrientedBox& a, const OrientedBox& b, OrientedBox& merged) noexcept;

/// @}

SATORI_NAMESPACE_END
