#include "world/queries/query_space.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/assert.hpp"
#include "base/workspace_state.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "world/refresh.hpp"

namespace satori::v0::world {

namespace {

Status take_in_changed(parallel::Call& call, detail::WorldState& state) noexcept {
    const Status status = refresh_shapes(call, state, 0);
    if (status != Status::ok) return status;
    QueryState& queries = state.queries;
    if (!queries.changed.reserve(state.stale_count)) return Status::out_of_memory;
    for (std::uint32_t i = 0; i < state.stale_count; ++i) {
        const auto lo = std::bit_cast<std::array<float, 3>>(state.bounds[i].min);
        const auto hi = std::bit_cast<std::array<float, 3>>(state.bounds[i].max);
        queries.changed.set(i, lo.data(), hi.data(), state.stale[i]);
        broadphase::enclose(queries, lo.data(), hi.data());
    }
    return Status::ok;
}

Status take_in_standing(parallel::Call& call, detail::WorldState& state) noexcept {
    detail::BroadphaseState& broadphase = *detail::BroadphaseAccess::state_of(state.broadphase);
    WorkspaceLock lock(broadphase.workspace);
    if (lock.status() != Status::ok) return lock.status();
    const Status status = broadphase::prepare_columns(call, lock, broadphase);
    if (status != Status::ok) return status;
    QueryState& queries = state.queries;
    const broadphase::Extent& strays = broadphase.standing.around_strays();
    broadphase::enclose(queries, strays.lo, strays.hi);
    if (!broadphase.columns.valid()) return Status::ok;
    if (!queries.index.refresh(broadphase.columns)) return Status::out_of_memory;
    broadphase::enclose(queries, queries.index.around().lo, queries.index.around().hi);
    return Status::ok;
}

/// Returns the Broadphase if a box has not changed, else null.
const detail::BroadphaseState* standing_boxes(const detail::WorldState& state) noexcept {
    SATORI_ASSERT(state.stale_count <= state.broadphase.size());
    const bool all_changed = state.stale_count == state.broadphase.size();
    return all_changed ? nullptr : detail::BroadphaseAccess::state_of(state.broadphase);
}

/// Returns false when every entry of the columns is of a box that stands there, as it was at the last update.
bool any_has_left(const detail::WorldState& state) noexcept {
    const detail::BroadphaseState* const broadphase = standing_boxes(state);
    if (broadphase == nullptr) return false;
    const broadphase::StandingBounds& standing = broadphase->standing;
    return state.stale_count != 0 || state.broadphase.size() != standing.count() ||
           broadphase->columns.box_count() != standing.count() - standing.stray_count();
}

}  // namespace

QuerySpace::QuerySpace(const simd::KernelTable& table, const detail::WorldState& world) noexcept
    : kernels(table),
      state(world),
      broadphase(standing_boxes(world)),
      has_left(any_has_left(world)),
      lo(world.queries.lo),
      hi(world.queries.hi) {
    SATORI_ASSERT(state.queries.prepared && queries_in_order(state));
}

Status prepare_queries(parallel::Call& call, detail::WorldState& state) noexcept {
    if (state.queries.prepared) return Status::ok;
    broadphase::set_nowhere(state.queries);
    Status status = take_in_changed(call, state);
    if (status == Status::ok && standing_boxes(state) != nullptr) status = take_in_standing(call, state);
    state.queries.prepared = status == Status::ok;
    return status;
}

bool queries_in_order(const detail::WorldState& state) noexcept {
    if (!state.queries.prepared) return true;
    if (state.lists_name_destroyed) return false;
    const std::uint32_t *const ids = state.queries.changed.range(0, 0).id, *const stale = state.stale.data();
    if (!std::equal(stale, stale + state.stale_count, ids)) return false;
    const detail::BroadphaseState* const broadphase = standing_boxes(state);
    if (broadphase == nullptr) return true;
    if (!broadphase->columns.valid()) return broadphase->standing.count() == broadphase->standing.stray_count();
    return state.queries.index.is_of(broadphase->columns);
}

}  // namespace satori::v0::world
