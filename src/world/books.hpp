#pragma once

#include "world/world_state.hpp"

namespace satori::v0::world {

/// Returns true when a World's own tables agree with each other and with its Broadphase, between its calls.
/// World::validate() checks the Broadphase too. O(boxes + pairs log pairs).
bool in_order(const detail::WorldState& state) noexcept;

}  // namespace satori::v0::world
