#pragma once

#include "broadphase/moving/bulk_changes.hpp"
#include "broadphase/moving/neighbour_lists.hpp"
#include "broadphase/moving/pair_table.hpp"

namespace satori::v0::broadphase {

/// Whether most boxes that have changed have moved by so little that they get skins; from a sample.
bool most_creep(const BoxTable& table) noexcept;

/// What an update of few boxes costs: about how many boxes it looks up in the columns would take as long. From a
/// sample; no more than have changed.
double incremental_cost(const BoxTable& table, const StoredColumns& columns, const NeighbourLists& neighbours) noexcept;

/// The changes of a world of which little has changed: boxes that are still within their skins against their
/// neighbours, others in each column that they touch or touched against all that stands there. Brings columns and lists
/// up to date on the way, or drops the columns where one has no room left: after an error, or if the update does not
/// succeed for another reason, the caller has to drop them.
///
/// `columns` must be valid, and the lists follow them. `complete` is false when there were more changes than a limit
/// that depends on the world alone, not on threads: then they have to be found in another way. O(changed + candidates).
/// `out` lies in the workspace.
Status find_changes_incremental(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table,
                                const PairTable& pairs, StoredColumns& columns, NeighbourLists& neighbours,
                                Changes& out, bool& complete) noexcept;

}  // namespace satori::v0::broadphase
