#pragma once

#include <satori/box_batch.hpp>
#include <satori/export.hpp>
#include <satori/pose.hpp>
#include <satori/rotation.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

// Changing one box, in place; for whole batches see BoxBatch::assign_transformed(). Computed in double and rounded once, so
// that centres are within half a float of the exact ones, and rotations within FLT_EPSILON rad.
//
// Errors, after which the box is as before: `invalid_box` (it was not legal), `invalid_argument` (a number that is not
// finite, a rotation that is zero), `result_out_of_range` (the new box would not be legal: too far away or too large). Half
// extents below kMinHalfExtent become 0.

/// Moves it by `offset`, world frame.
SATORI_API Status translate(OrientedBox& box, const Vec3& offset) noexcept;

/// Turns it about its centre, by a rotation in world frame. For one about the box's own axes see compose().
SATORI_API Status rotate(OrientedBox& box, const Quat& rotation) noexcept;
/// Turns it about a point.
SATORI_API Status rotate_about(OrientedBox& box, const Quat& rotation, const Vec3& point) noexcept;

/// Scales it about its centre, along its own axes. Signs do not matter; 0 makes it flat.
SATORI_API Status scale(OrientedBox& box, const Vec3& factors) noexcept;

/// Moves every face out by `distance` metres, or in where that is negative: half extents + distance, the next float
/// above where that is none. Farther in than to the middle is `result_out_of_range`.
SATORI_API Status inflate(OrientedBox& box, float distance) noexcept;

/// Moves it as part of a body that `pose` moves.
SATORI_API Status transform(OrientedBox& box, const Pose& pose) noexcept;

/// Cosine up to which directions count as perpendicular: that much is the rounding of a matrix of floats.
inline constexpr double kShearTolerance = 1e-6;

/// What a matrix did to a box.
struct BoxImage {
    /// The largest |cosine| between two of the images of the box's axes, 0 to 1; 0 without shear.
    double shear = 0;
    /// Volume of the box returned over that of the exact image; 1 without shear, and for flat results.
    double growth = 1;
    bool mirrored = false;  ///< the determinant is negative
};

/// The image of the box under a matrix, or a box around it. A matrix that scales along other directions than the box's axes
/// shears it into a parallelepiped. Then the result is the smallest (volume, then area, then edges) of the six boxes that have
/// one axis along an edge of the image and one face in a face of it, and `image` says how much larger it is. Where the axes'
/// images stay perpendicular within kShearTolerance it is the image itself. In both cases each point of the image is in the
/// result but for rounding: 8 FLT_EPSILON * (sum of the half extents + |centre|).
/// Mirroring is legal: the result's third axis is then the negative of the image's. A matrix without full rank makes a flat
/// box.
/// `invalid_argument` also when the matrix's last row is not 0 0 0 1. `image` may be null.
SATORI_API Status transform(OrientedBox& box, const Mat4& matrix, BoxImage* image = nullptr) noexcept;

/// A box around both: the smallest of those that have the rotation of `a`, of `b`, the one half way between (between the
/// equivalent rotations of the two boxes that are closest to each other), or none. In this order the first that is within 1e-6
/// of the smallest. Every point of both boxes is in it exactly, not only but for rounding: half extents are larger by about
/// 1e-13 of all lengths and rounded up; only those below kMinHalfExtent become 0. Not the smallest box of all: fit_box() searches
/// for that. `result_out_of_range` when none of the four is legal. Errors leave `merged`, which may be one of the two, unchanged.
SATORI_API Status merge(const OrientedBox& a, const OrientedBox& b, OrientedBox& merged) noexcept;

SATORI_NAMESPACE_END
