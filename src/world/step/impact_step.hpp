#pragma once

#include "parallel/call.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// Enlarges the bounds in state.bounds, which refresh_shapes() has made, so that they contain the ways of their boxes,
/// with a margin of `impact_depth`. O(stale boxes); nothing when no box is continuous.
Status contain_ways(parallel::Call& call, detail::WorldState& state, float impact_depth) noexcept;

/// Finds the impacts of continuous boxes among the pairs of the rows in state.active, and writes them to state.impacts,
/// by time, then by pair. Uses state.hits. O(tested pairs); nothing when no box is continuous.
Status find_impacts(parallel::Call& call, detail::WorldState& state, float impact_depth, std::size_t active_count,
                    std::size_t& impact_count) noexcept;

}  // namespace satori::v0::world
