#pragma once

#include <span>

#include "base/workspace_state.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "parallel/call.hpp"

namespace satori::v0::broadphase {

/// What an update looks at: boxes, each once, in no order that matters.
struct ChangedBoxes {
    std::span<std::uint32_t> movers;    ///< within their standing bounds, to be judged one by one
    std::span<std::uint32_t> leavers;   ///< with new ones, or removed
    std::span<std::uint32_t> arrivals;  ///< new, not dynamic, and to get a layer of the columns
    std::span<std::uint32_t> seekers;   ///< dynamic, with standing bounds that overlap those around all arrivals
    std::span<BoxPair> bonds;           ///< of the last sweep, where all are judged
};

/// Finds changed.seekers, each once, ascending; among them may be leavers. Finds no more than one above what
/// kBoxesPerSeeker allows. Requires columns. O(boxes around the arrivals). They lie in the workspace's
/// Scratch::neighbor_begins.
Status find_seekers(const simd::KernelTable& kernels, WorkspaceLock& workspace, detail::BroadphaseState& state,
                    ChangedBoxes& changed) noexcept;

/// Writes to `out` the bonds of changed.bonds and of movers that have changed, and all bonds of arrivals with seekers;
/// then all bonds of leavers, in the order of the leavers. Bonds of arrivals and of leavers may come up more than once.
/// `complete` is false when there are more than a limit that depends on the world alone: then only a sweep tells them.
/// O(bonds + candidates of the leavers and of the seekers). `out` lies in the workspace's Scratch::result.
Status find_changed_bonds(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state,
                          const ChangedBoxes& changed, std::span<BoxPair>& out, bool& complete) noexcept;

/// Finds all bonds by a sweep of all standing bounds, each once. O(find_pairs). `limit_exceeded`: there are more pairs
/// than the call's limit. `out` lies in the workspace's Scratch::result.
Status sweep_bonds(parallel::Call& call, WorkspaceLock& workspace, const detail::BroadphaseState& state,
                   Bonds& out) noexcept;

}  // namespace satori::v0::broadphase
