#pragma once

#include "broadphase/moving/broadphase_state.hpp"

namespace satori::test {

/// Returns the bounds that a box of a world may move in until columns or strays are touched. They are larger than its
/// own where the box has a skin.
inline Aabb standing_bounds(const Broadphase& world, std::uint32_t id) {
    const broadphase::StandingBox& box = detail::BroadphaseAccess::state_of(world)->standing[id];
    return {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}};
}

}  // namespace satori::test
