#pragma once

#include "parallel/call.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// What tests of pairs have found.
struct LookedAt {
    std::size_t telling_count;       ///< pairs that touch or did
    std::size_t without_slot_count;  ///< pairs that need a slot
    std::uint64_t begun_count;       ///< at most as many pairs are to be told of as begun, but for switched ones
    std::uint64_t ended_count;       ///< pairs that were told of and do not touch, or are off
    std::uint64_t point_count;
    std::uint64_t manifold_ns;  ///< of all threads
};
/// Tests the pairs of the rows in state.active: which touch, along which axis, and the manifolds of those that have
/// slots. Writes to the pairs' next_axis and kTouching. Afterwards state.active are the rows of those that touch or
/// did, and state.hits those that need a slot. O(tested pairs).
Status look_at_active(parallel::Call& call, detail::WorldState& state, const ContactOptions& options,
                      std::size_t active_count, LookedAt& result) noexcept;

/// Gives slots to the `count` pairs of state.hits, from the free ones and then from new ones; the state's own counts
/// stay as they are.
struct Slots {
    std::uint32_t limit, free_count;
};
Status give_slots(detail::WorldState& state, std::size_t count, Slots& slots) noexcept;

/// The manifolds of those, whose points are added to `point_count`.
Status build_new_contacts(parallel::Call& call, detail::WorldState& state, const ContactOptions& options,
                          std::size_t count, std::uint64_t& point_count) noexcept;

}  // namespace satori::v0::world
