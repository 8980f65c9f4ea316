#pragma once

#include <span>

#include "base/workspace_state.hpp"
#include "geometry/side_cover.hpp"
#include "parallel/call.hpp"

namespace satori::v0::narrowphase {

/// True when find_covered_sides() accepts this tolerance. NaN fails every comparison.
constexpr bool legal_cover_tolerance(float tolerance) noexcept {
    return tolerance > 0 && tolerance <= kMaxCoverTolerance;
}

/// Writes to sides[i] the covered sides of boxes[i]. All boxes must be legal. find_covered_sides() defines what is
/// covered. The search does not use Scratch::placed_boxes: it belongs to the caller.
Status search_covered_sides(parallel::Call& call, WorkspaceLock& workspace, std::span<const geometry::PlacedBox> boxes,
                            double tolerance, CoveredSides* sides) noexcept;

}  // namespace satori::v0::narrowphase
