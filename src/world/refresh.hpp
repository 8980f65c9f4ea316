#pragma once

#include "parallel/call.hpp"
#include "world/world_state.hpp"

namespace satori::inline v0::world {

/// Bounds on one axis of a box that reaches `reach` about its position, relative to the origin, rounded outward.
struct Range {
    float lo, hi;
};
Range range_about(double position, double origin, double reach) noexcept;

/// Shapes of the boxes in state.stale, which is sorted for it, and in state.bounds their bounds about the origin, `margin` larger on
/// every side. Changes nothing that anyone can see: the shapes would be the same at any time. O(those boxes).
Status refresh_shapes(parallel::Call& call, detail::WorldState& state, float margin) noexcept;

}  // namespace satori::inline v0::world
