#include "world/queries/query_space.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/assert.hpp"
#include "base/workspace_state.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "broadphase/moving/prepare_columns.hpp"
#include "world/refresh.hpp"

namespace satori::v0::world {

namespace {

void enclose(QuerySpace& space, const float* lo, const float* hi) noexcept {
    for (int a = 0; a < 3; ++a) {
        space.lo[a] = std::min(space.lo[a], double{lo[a]});
        space.hi[a] = std::max(space.hi[a], double{hi[a]});
    }
}

Status take_in_changed(parallel::Call& call, detail::WorldState& state, QuerySpace& space) noexcept {
    const Status status = refresh_shapes(call, state, 0);
    if (status != Status::ok) return status;
    if (!state.queries.changed.reserve(state.stale_count)) return Status::out_of_memory;
    for (std::uint32_t i = 0; i < state.stale_count; ++i) {
        const auto lo = std::bit_cast<std::array<float, 3>>(state.bounds[i].min);
        const auto hi = std::bit_cast<std::array<float, 3>>(state.bounds[i].max);
        state.queries.changed.set(i, lo.data(), hi.data(), state.stale[i]);
        enclose(space, lo.data(), hi.data());
    }
    return Status::ok;
}

Status take_in_standing(parallel::Call& call, detail::WorldState& state, QuerySpace& space) noexcept {
    detail::BroadphaseState& broadphase = *detail::BroadphaseAccess::state_of(state.broadphase);
    WorkspaceLock lock(broadphase.workspace);
    if (lock.status() != Status::ok) return lock.status();
    const Status status = broadphase::prepare_columns(call, lock, broadphase);
    if (status != Status::ok) return status;
    space.broadphase = &broadphase;
    if (broadphase.standing.stray_count() != 0)
        enclose(space, broadphase.standing.stray_lo(), broadphase.standing.stray_hi());
    if (!broadphase.columns.valid()) return Status::ok;
    if (!state.queries.index.refresh(broadphase.columns)) return Status::out_of_memory;
    enclose(space, state.queries.index.lo(), state.queries.index.hi());
    return Status::ok;
}

}  // namespace

Status prepare_queries(parallel::Call& call, detail::WorldState& state, QuerySpace& space) noexcept {
    std::fill_n(space.lo, 3, std::numeric_limits<double>::infinity());
    std::fill_n(space.hi, 3, -std::numeric_limits<double>::infinity());
    const Status status = take_in_changed(call, state, space);
    if (status != Status::ok || state.stale_count == state.broadphase.size()) return status;
    SATORI_ASSERT(state.stale_count < state.broadphase.size());
    return take_in_standing(call, state, space);
}

}  // namespace satori::v0::world
