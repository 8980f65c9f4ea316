#pragma once

#include "world/world_state.hpp"

namespace satori::v0::world {

/// How many pairs the next step has, how many of them are to be looked at again, and how many of this step's it has
/// not.
struct NextPairs {
    std::size_t count, active_count, dropped_count;
};

/// The pairs of the next step to state.next_pairs: those that stay as they are, those that `update` has brought, those
/// that changed filters let in, without those that have gone, which go to state.dropped. Indices of those that are
/// fresh or have a touched box go to state.active. All ascending. O(changes log pairs), and copying.
Status make_next_pairs(detail::WorldState& state, const WorldOptions& options, const BroadphaseUpdate& update,
                       NextPairs& made) noexcept;

}  // namespace satori::v0::world
