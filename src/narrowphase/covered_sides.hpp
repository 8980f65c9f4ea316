#pragma once

#include <span>

#include "base/workspace_state.hpp"
#include "geometry/side_cover.hpp"
#include "parallel/call.hpp"

namespace satori::inline v0::narrowphase {

/// What find_covered_sides() takes. Not a number fails every comparison.
constexpr bool legal_cover_tolerance(float tolerance) noexcept {
    return tolerance > 0 && tolerance <= kMaxCoverTolerance;
}

/// sides[i] of boxes[i], all of which are legal; find_covered_sides() says what is covered. Scratch::placed_boxes is
/// the caller's.
Status search_covered_sides(parallel::Call& call, WorkspaceLock& workspace, std::span<const geometry::PlacedBox> boxes,
                            double tolerance, CoveredSides* sides) noexcept;

}  // namespace satori::inline v0::narrowphase
