#include "broadphase/moving/prepare_columns.hpp"

namespace satori::v0::broadphase {

Status prepare_columns(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state) noexcept {
    StandingBounds& standing = state.standing;
    if (state.stale) {
        state.columns.drop();
        if (!standing.reserve(state.boxes.limit())) return Status::out_of_memory;
        standing.reset();
        standing.settle_new(state.boxes.boxes());
    }
    if (state.columns.valid() || standing.count() == standing.stray_count()) return Status::ok;
    const Status status = state.columns.build(call, workspace, standing);
    workspace.free_all();
    return status;
}

}  // namespace satori::v0::broadphase
