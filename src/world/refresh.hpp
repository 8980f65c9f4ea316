#pragma once

#include <cmath>

#include "parallel/call.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// The bounds on one axis of a box that reaches `reach` to both sides of its position. They are relative to the origin
/// and rounded outward.
struct Range {
    float lo, hi;
};
inline Range range_about(double position, double origin, float reach) noexcept {
    const double at = position - origin;
    const auto center = static_cast<float>(at);
    const auto rest = static_cast<float>(std::fabs(at - center));
    // The sums below lose at most half a step of the center and of the reach. The reach, which was a double or a sum,
    // and the rest have lost some half steps before; a double loses nearly nothing. All possible positions and their
    // differences are far from the largest float.
    const float slack = (std::fabs(reach) + rest) * 0x1p-21F + std::fabs(center) * 0x1.8p-24F;
    const float half = (reach + rest) + slack;
    return {center - half, center + half};
}

/// Removes destroyed boxes from the lists of changed boxes. O(1) when no box was destroyed since the last time.
void drop_destroyed(detail::WorldState& state) noexcept;

/// Computes the shapes of the boxes in state.stale, and sorts this list. Writes their bounds to state.bounds, relative
/// to the origin and enlarged on every side by `margin` and the box's own speculative distance. No caller can see a
/// change: a later call computes the same shapes. O(stale boxes).
Status refresh_shapes(parallel::Call& call, detail::WorldState& state, float margin) noexcept;

}  // namespace satori::v0::world
