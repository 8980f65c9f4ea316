#pragma once

#include "base/workspace_state.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "parallel/call.hpp"

namespace satori::v0::broadphase {

/// Whether boxes of this world that move a little should have lists of neighbours.
bool wants_neighbours(const detail::BroadphaseState& state) noexcept;

/// Builds the columns of a world. Where most of what moves creeps, or so many lists have been made one by one that they
/// are due, each dynamic box gets a skin and its list, all in one sweep: an eighth of what a list costs that is made
/// when its box moves. Where those would name too many, they are given up. On errors the columns are not valid.
Status build_columns(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state) noexcept;

}  // namespace satori::v0::broadphase
