#pragma once

#include "world/world_state.hpp"

namespace satori::inline v0::world {

/// Whether a World's filters, but the predicate, let two boxes make a pair; see BoxFilter.
bool lets_pair(const detail::WorldState& state, const BoxPair& pair) noexcept;

/// The pairs of the next step to state.next_pairs: those that stay as they are, those that `update` has brought, those that changed
/// filters let in, without those that have gone. Returns `out_of_memory` or how many in `count`.
Status make_next_pairs(detail::WorldState& state, const WorldOptions& options, const BroadphaseUpdate& update,
                       std::size_t& count) noexcept;

}  // namespace satori::inline v0::world
