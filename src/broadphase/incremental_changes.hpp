#pragma once

#include "broadphase/bulk_changes.hpp"
#include "broadphase/stored_columns.hpp"

namespace satori::inline v0::broadphase {

/// The changes of a world of which little has changed: in each column that a changed box touches or touched, those boxes
/// against all others then and now. Brings the columns up to date on the way, or drops them where one has no room left: after
/// an error, or if the update does not succeed for another reason, the caller has to drop them.
///
/// `columns` must be valid. `pair_count`: of the world. `complete` is false when there were more changes than a limit that depends on
/// the world alone, not on threads: then they have to be found in another way. O(changed + candidates). `out` lies in the workspace.
Status find_changes_incremental(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table,
                                std::uint64_t pair_count, StoredColumns& columns, Changes& out,
                                bool& complete) noexcept;

}  // namespace satori::inline v0::broadphase
