#pragma once

#include "broadphase/moving/broadphase_state.hpp"

namespace satori::test {

/// The bounds with which a box stands in the columns of its world: larger than its own where it has a skin.
inline Aabb standing_bounds(const Broadphase& world, std::uint32_t id) {
    const detail::BroadphaseState& state = *detail::BroadphaseAccess::state_of(world);
    if (!state.neighbours.in_use(state.columns) || !state.neighbours.has_skin(id)) return world.fat_bounds(id);
    const simd::TrackedBox& box = state.neighbours.stored()[id];
    return {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}};
}

}  // namespace satori::test
