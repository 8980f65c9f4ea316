#pragma once

#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup measure_box
///
/// Calls for single boxes give the same bytes as calls for batches. After `invalid_box`, which means that the box is
/// not legal, outputs are unchanged.
/// @{

/// The eight corners of a box, in a fixed order. Bit k of a corner's index is set when the corner lies on the positive
/// side of the box's axis k:
///
///          6-----------7
///         /|          /|          corner i = center + sum over k of (bit k of i ? +1 : -1) * half_extents[k] * axis k
///        4-----------5 |
///        | |         | |          axis 2
///        | 2---------|-3            |  axis 1
///        |/          |/             | /
///        0-----------1              |/____ axis 0
///
/// Corner 7 - i lies opposite to corner i.
struct BoxCorners {
    Vec3 corners[8];  ///< corner i, as drawn above
};
static_assert(sizeof(BoxCorners) == 96);

/// The 12 edges as pairs of corners, from the negative to the positive side. Edges 4 k to 4 k + 3 are parallel to
/// axis k.
inline constexpr std::uint8_t kBoxEdges[12][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                                  {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
/// The 6 faces as corners, counter-clockwise seen from outside. Face 2 k looks against axis k, face 2 k + 1 along it.
inline constexpr std::uint8_t kBoxFaces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

/// Computes the corners of one box. Each coordinate is within 8 FLT_EPSILON * (sum of the half extents) + FLT_EPSILON
/// * |coordinate| of the exact one. Errors: `invalid_box`.
SATORI_API Status compute_corners(const OrientedBox& box, BoxCorners& corners) noexcept;
/// Computes the corners of all boxes: corners[i] for box i. A box skipped as illegal gets 24 NaN. O(n). Errors:
/// `invalid_argument` (corners.size() != boxes.size()), `unsupported_isa`. After `executor_failed` the corners are
/// unspecified.
SATORI_API Status compute_corners(const BoxBatch& boxes, std::span<BoxCorners> corners,
                                  const Execution& execution = {}) noexcept;

/// The largest distance of given corners from those of a box, relative to its longest edge.
/// @ingroup one_box_intake
inline constexpr double kCornersTolerance = 1e-3;

/// Finds the box of eight corners, in the order of BoxCorners or of its mirror image. The box's corners lie within
/// kCornersTolerance * (longest edge) + 8 FLT_EPSILON * (largest coordinate) of the given ones. Edges shorter than
/// this distance hardly define a direction: the long ones decide. Half extents below kMinHalfExtent become 0.
///
/// Errors, which leave `box` unchanged: `invalid_argument` (the corners do not lie within that distance, or are not
/// finite), `invalid_box` (the box would not be legal).
/// @ingroup one_box_intake
SATORI_API Status box_from_corners(const BoxCorners& corners, OrientedBox& box) noexcept;

/// Computes the AABB of one box, rounded outward: the one of compute_aabbs(), to the bit. Errors: `invalid_box`.
SATORI_API Status compute_aabb(const OrientedBox& box, Aabb& bounds) noexcept;

/// Returns the volume of a legal box, cubic meters. In double: half extents of 1e8 m do not overflow.
SATORI_API double volume(const OrientedBox& box) noexcept;
/// Returns the area of all six faces of a legal box, square meters.
SATORI_API double surface_area(const OrientedBox& box) noexcept;

/// @}

SATORI_NAMESPACE_END
