#pragma once

#include "broadphase/moving/broadphase_state.hpp"

namespace satori::test {

/// Returns the bounds of a box in the columns of its world. They are larger than its own where the box has a skin.
inline Aabb standing_bounds(const Broadphase& world, std::uint32_t id) {
    const detail::BroadphaseState& state = *detail::BroadphaseAccess::state_of(world);
    if (!state.neighbours.in_use(state.columns) || !state.neighbours.has_skin(id)) return world.fat_bounds(id);
    const simd::TrackedBox& box = state.neighbours.stored()[id];
    return {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}};
}

}  // namespace satori::test
