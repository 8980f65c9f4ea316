#pragma once

#include "base/workspace_state.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "parallel/call.hpp"

namespace satori::v0::broadphase {

/// Builds the columns if boxes are to stand there and there are none. After an update that failed, all boxes first get
/// standing bounds anew. O(1), and O(boxes) where something is built.
Status prepare_columns(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state) noexcept;

}  // namespace satori::v0::broadphase
