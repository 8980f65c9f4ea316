#pragma once

#include "broadphase/moving/broadphase_state.hpp"
#include "parallel/call.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// The boxes that queries search: those of the Broadphase as of the last update, in columns or as strays, with bounds
/// that may be larger than the boxes' own, and the boxes that have changed since. Of these the Broadphase is out of
/// date. Requires state.queries.prepared.
struct QuerySpace {
    QuerySpace(const simd::KernelTable& kernels, const detail::WorldState& state) noexcept;

    const simd::KernelTable& kernels;
    const detail::WorldState& state;
    const detail::BroadphaseState* const broadphase;  ///< null: every box has changed
    /// Whether columns may have entries of boxes that have changed, or that stand there no more.
    const bool has_left;
    /// The bounds of everything, relative to the world's origin; inverted when there is nothing.
    const double *const lo, *const hi;
};

/// Brings everything that queries read up to date. O(changed boxes), and O(boxes) when the Broadphase has no columns.
/// Errors: `out_of_memory`, `executor_failed`, `workspace_in_use`.
Status prepare_queries(parallel::Call& call, detail::WorldState& state) noexcept;

/// Returns false when state.queries.prepared is set, but lists or columns have changed since. For tests and assertions.
/// O(changed boxes).
bool queries_in_order(const detail::WorldState& state) noexcept;

}  // namespace satori::v0::world
