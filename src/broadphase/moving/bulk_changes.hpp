#pragma once

#include <span>

#include "broadphase/columns/find_pairs.hpp"
#include "broadphase/moving/box_table.hpp"

namespace satori::v0::broadphase {

/// Pairs that have begun or (simd::kLostPair set) ceased; in no promised order, some may come up more than once or name
/// one box twice.
using Changes = std::span<const BoxPair>;

/// The changes of a world of which much has changed: all boxes are swept anew, around where they were and are, and each
/// candidate is compared then and now. Costs about what find_pairs() does. `out` lies in the workspace.
/// `pair_count` are the pairs that there were. `limit_exceeded` where that many changes are found that more pairs than
/// the call's limit are left, however they are counted; it may be so without.
Status find_changes_bulk(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table,
                         std::uint64_t pair_count, Changes& out) noexcept;

}  // namespace satori::v0::broadphase
