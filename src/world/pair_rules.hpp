#pragma once

#include "broadphase/pair_rules.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// Returns whether the filters, without the predicate, let two boxes make a pair; see BoxFilter.
inline bool lets_pair(const detail::WorldState& state, const BoxPair& pair) noexcept {
    return broadphase::lets_pair(state.infos[pair.first].filter, state.infos[pair.second].filter) &&
           !state.ignored.contains(pair) && !(state.has(pair.first, kSensor) && state.has(pair.second, kSensor));
}

/// Returns whether filters and motion types, without the predicate, let two boxes make a pair.
inline bool makes_pair(const detail::WorldState& state, const BoxPair& pair) noexcept {
    return broadphase::lets_pair(state.broadphase.motion(pair.first), state.broadphase.motion(pair.second)) &&
           lets_pair(state, pair);
}

}  // namespace satori::v0::world
