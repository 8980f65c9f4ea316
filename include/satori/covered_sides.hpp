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

/// Sides of a box that neighbors cover, one bit each: bit 2 k is the side along axis k of the box's own axes, bit 2 k +
/// 1 the one against it. Legal: 0 to kAllSides.
///
/// A floor made of tiles has inner sides, where tile meets tile. A box that slides over the floor can touch none of
/// them, and contacts must not push it along them.
using CoveredSides = std::uint8_t;

inline constexpr CoveredSides kSidePlusX = 1;
inline constexpr CoveredSides kSideMinusX = 2;
inline constexpr CoveredSides kSidePlusY = 4;
inline constexpr CoveredSides kSideMinusY = 8;
inline constexpr CoveredSides kSidePlusZ = 16;
inline constexpr CoveredSides kSideMinusZ = 32;
inline constexpr CoveredSides kAllSides = 63;

/// Largest tolerance of find_covered_sides(), meters.
inline constexpr float kMaxCoverTolerance = 1e8F;

/// sides[i] are the sides of box i that other boxes of the batch cover.
///
/// **A side is covered** when its rectangle, pushed outwards by the tolerance, lies wholly inside the other boxes
/// together, each made larger by the tolerance on every side. So boxes are neighbors across gaps of up to twice the
/// tolerance (side to side), and where one ends short of the side's edge, at a step, by up to the tolerance. The sides
/// at a larger gap are not covered. Several neighbors may cover a side together. A box that ends in the side's plane
/// does not cover it, nor does a copy in the same place: of boxes that share a side none covers the other's. A side
/// without area is never covered; a box without thickness can cover.
///
/// The search errs on one side: rounding, and a side in very many pieces (from some two hundred neighbors on), can only
/// make a side that is covered count as not covered. Meant for a tolerance far below the size of the boxes, such as 1
/// mm for tiles of 1 m. Boxes skipped as illegal have no covered sides and cover nothing.
///
/// Computed in double, of the boxes as the batch holds them: the same for every instruction set and number of threads.
/// O(n + pairs of boxes within about four times the tolerance). Workspace: that of find_pairs(), 160 bytes per box and
/// 8 per such pair.
///
/// Errors: `invalid_argument` (sides.size() != boxes.size(), a tolerance that is not above 0 and at most
/// kMaxCoverTolerance), `unsupported_isa`, `workspace_in_use`; `limit_exceeded` (more such pairs than execution.max_pairs),
/// `out_of_memory`, `executor_failed`. The sides are then as before.
SATORI_API Status find_covered_sides(const BoxBatch& boxes, float tolerance, std::span<CoveredSides> sides,
                                     Workspace& workspace, const Execution& execution = {}) noexcept;

SATORI_NAMESPACE_END
