#pragma once

#include <cmath>

#include "parallel/call.hpp"
#include "world/world_state.hpp"

namespace satori::inline v0::world {

/// Bounds on one axis of a box that reaches `reach` about its position, relative to the origin, rounded outward.
struct Range {
    float lo, hi;
};
inline Range range_about(double position, double origin, float reach) noexcept {
    // Half a step is lost in the centre, in a reach that was a double, and in each sum: four of either at most. The positions that there may
    // be, and their differences, are far from the largest float.
    constexpr float kEightHalfSteps = 0x1p-21F;
    const auto center = static_cast<float>(position - origin);
    const float half = reach + (std::fabs(center) + std::fabs(reach)) * kEightHalfSteps;
    return {center - half, center + half};
}

/// Shapes of the boxes in state.stale, which is sorted for it, and in state.bounds their bounds about the origin, `margin` larger on
/// every side. Changes nothing that anyone can see: the shapes would be the same at any time. O(those boxes).
Status refresh_shapes(parallel::Call& call, detail::WorldState& state, float margin) noexcept;

}  // namespace satori::inline v0::world
