#pragma once

#include "world/world_state.hpp"

namespace satori::v0::world {

/// How many pairs are new, how many will be removed, and how many have to be tested.
struct PairChanges {
    std::size_t fresh_count, going_count, active_count;
};

/// Finds how an update changes the pairs. Adds the new pairs to the table; their rows go to state.fresh. Marks the
/// pairs that will be removed; their rows go to state.going. Rows of pairs that are new or have a touched box go to
/// state.active, ascending. After an error the pairs are unchanged. O(changes + pairs of touched boxes).
Status change_pairs(detail::WorldState& state, const WorldOptions& options, const BroadphaseUpdate& update,
                    PairChanges& made) noexcept;

/// Undoes change_pairs(), and what an update has written to pairs since then. O(pairs).
void undo_changes(detail::WorldState& state, const PairChanges& made) noexcept;

}  // namespace satori::v0::world
