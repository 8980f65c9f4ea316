#pragma once

#include "parallel/call.hpp"
#include "world/world_state.hpp"

namespace satori::inline v0::world {

/// Looks again at next_pairs that are fresh or have a touched box, state.active: which touch, along which axis. O(those).
Status find_touching(parallel::Call& call, detail::WorldState& state, const CollideOptions& options,
                     std::size_t active_count) noexcept;

/// Gives slots to those that touch and have none, from the free ones and then from new ones; the state's own counts stay as they are.
/// Afterwards state.hits are the pairs whose manifolds are to be made.
struct Slots {
    std::uint32_t limit, free_count;
};
Status give_slots(detail::WorldState& state, std::size_t active_count, Slots& slots, std::size_t& hit_count) noexcept;

/// The manifolds of state.hits, each with the payloads that its points had, to their slots. Pairs without a point touch no more.
Status build_contacts(parallel::Call& call, detail::WorldState& state, const CollideOptions& options,
                      std::size_t hit_count, std::uint64_t& point_count) noexcept;

}  // namespace satori::inline v0::world
