#pragma once

#include <cstdint>
#include <span>

#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

class BoxBatch;
class Workspace;

/// @addtogroup covered_sides
/// @{

/// The sides of a box that neighbors cover, one bit each. Bit 2 k is the side in the direction of the box's own axis k,
/// bit 2 k + 1 the opposite side. Legal: 0 to kAllSides.
///
/// A floor of tiles has inner sides, where two tiles meet. A box that slides over the floor cannot touch these sides,
/// and contacts must not push it along their normals.
using CoveredSides = std::uint8_t;

/// The side in the direction of the box's own x axis.
inline constexpr CoveredSides kSidePlusX = 1;
/// The side against the box's own x axis.
inline constexpr CoveredSides kSideMinusX = 2;
/// The side in the direction of the box's own y axis.
inline constexpr CoveredSides kSidePlusY = 4;
/// The side against the box's own y axis.
inline constexpr CoveredSides kSideMinusY = 8;
/// The side in the direction of the box's own z axis.
inline constexpr CoveredSides kSidePlusZ = 16;
/// The side against the box's own z axis.
inline constexpr CoveredSides kSideMinusZ = 32;
/// The bits of all six sides.
inline constexpr CoveredSides kAllSides = 63;

/// The largest tolerance of find_covered_sides(), meters.
inline constexpr float kMaxCoverTolerance = 1e8F;

/// Finds the sides of each box that other boxes of the batch cover: sides[i] for box i.
///
/// **Covered** means: the side's rectangle, moved outward by the tolerance, lies wholly inside the union of the other
/// boxes, each enlarged by the tolerance on every side. So boxes are neighbors across gaps of up to twice the
/// tolerance (side to side). A neighbor may also end short of the side's edge, at a step, by up to the tolerance.
/// Sides at a larger gap are not covered. Several neighbors may cover a side together. A box that ends in the plane
/// of the side does not cover it, and neither does a copy of the box in the same place: boxes that share a side do
/// not cover each other's. A side without area is never covered; a box without thickness can cover.
///
/// **Errors of the search** are one-sided. Rounding, or a side cut into very many pieces (from about two hundred
/// neighbors on), can only make a covered side count as not covered. The tolerance should be far below the size of
/// the boxes, such as 1 mm for tiles of 1 m. Boxes skipped as illegal have no covered sides and cover nothing.
///
/// The call computes in double, from the boxes as the batch holds them: the result is the same for every instruction
/// set and number of threads. O(n + pairs of boxes within about four times the tolerance). Workspace: that of
/// find_pairs(), plus 160 bytes per box and 8 per such pair.
///
/// Errors, which leave `sides` unchanged: `invalid_argument` (sides.size() != boxes.size(), a tolerance that is not
/// above 0 and at most kMaxCoverTolerance), `unsupported_isa`, `workspace_in_use`, `limit_exceeded` (more such pairs
/// than execution.max_pairs), `out_of_memory`, `executor_failed`.
SATORI_API Status find_covered_sides(const BoxBatch& boxes, float tolerance, std::span<CoveredSides> sides,
                                     Workspace& workspace, const Execution& execution = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
