#pragma once

#include "broadphase/moving/bulk_changes.hpp"

namespace satori::v0::broadphase {

/// The changes of a world of which little has changed, and which has no columns: those boxes against all others, then
/// and now. `complete` is false when there were more changes than a limit that depends on the world alone: then they
/// have to be found in another way. O(changed * ids), without any preparation. `out` lies in the workspace.
Status find_changes_scanning(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, Changes& out,
                             bool& complete) noexcept;

}  // namespace satori::v0::broadphase
