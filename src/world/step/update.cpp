#include <satori/world.hpp>

#include <algorithm>

#include "base/assert.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "broadphase/moving/validate.hpp"
#include "parallel/stopwatch.hpp"
#include "world/books.hpp"
#include "world/record/recording.hpp"
#include "world/refresh.hpp"
#include "world/step/contact_step.hpp"
#include "world/step/event_writer.hpp"
#include "world/step/pair_list.hpp"

// One step of a World. Whatever fails leaves the last step's pairs and contacts as they were, but for manifolds and
// payloads made already.

namespace satori::v0 {

namespace world {
namespace {

/// True when nothing has changed since the last update, and nothing began then: its lists hold for this update too.
bool is_at_rest(const detail::WorldState& state, std::uint64_t max_pairs) noexcept {
    const detail::BroadphaseState* const bounds = detail::BroadphaseAccess::state_of(state.broadphase);
    const bool pending = state.stale_count != 0 || state.refiltered_count != 0 || state.early_count != 0 ||
                         state.out_of_step || (bounds != nullptr && !bounds->boxes.changed().empty());
    return !pending && state.persisted.size() == state.touching_count &&
           (max_pairs == 0 || state.broadphase.pair_count() <= max_pairs);
}

/// Reports the lists of the last update again.
void report_again(detail::WorldState& state, WorldUpdate& result) noexcept {
    SATORI_ASSERT(state.persisted.size() == state.touching_count);
    state.asked_count = 0;
    result.persisted = state.persisted;
    result.contacts = state.solid_contacts;
    result.pair_count = state.pair_count;
}

Status update(parallel::Call& call, detail::WorldState& state, const WorldOptions& options, const Execution& execution,
              WorldUpdate& result) noexcept {
    const auto timed = [&](std::uint64_t& time, auto&& work) {
        const parallel::Stopwatch watch(state.is_timed());
        const Status status = work();
        time += watch.nanoseconds();
        return status;
    };
    Status status = timed(result.times.bounds, [&] {
        const float margin = options.contacts.speculative_distance * (0.5F + simd::kMarginSlack);
        const Status refreshed = refresh_shapes(call, state, margin);
        if (refreshed != Status::ok || state.stale_count == 0) return refreshed;
        const std::span<const Aabb> bounds(state.bounds.data(), state.stale_count);
        return state.broadphase.move({state.stale.data(), state.stale_count}, aabb_rows(bounds), nullptr, execution);
    });
    if (status != Status::ok) return status;
    BroadphaseUpdate moved;
    status = timed(result.times.broadphase, [&] { return state.broadphase.update(moved, execution); });
    if (status != Status::ok) return status;
    result.path = moved.path;
    NextPairs next{};
    status = timed(result.times.filters, [&] { return make_next_pairs(state, options, moved, next); });
    // If anything fails from here on, the Broadphase's changes are not told of again.
    state.out_of_step = true;
    if (status != Status::ok) return status;
    LookedAt looked{};
    status = timed(result.times.narrowphase,
                   [&] { return look_at_active(call, state, options.contacts, next.active_count, looked); });
    if (status != Status::ok) return status;
    result.point_count = looked.point_count;
    const std::size_t was_touching = state.touching_count, most_touching = was_touching + looked.telling_count;
    if (!state.events.reserve(most_touching + was_touching + state.early_count, 0) ||
        !state.next_touching.reserve(most_touching, 0) || !state.contacts.reserve(most_touching, 0))
        return Status::out_of_memory;
    Slots slots{};
    status = timed(result.times.manifolds, [&] {
        const Status given = give_slots(state, looked.without_slot_count, slots);
        return given == Status::ok
                   ? build_new_contacts(call, state, options.contacts, looked.without_slot_count, result.point_count)
                   : given;
    });
    if (status != Status::ok) return status;
    // The manifolds' part of what looked at both.
    const std::uint64_t part =
        std::min(looked.manifold_ns / std::max(1U, call.thread_count()), result.times.narrowphase);
    result.times.narrowphase -= part;
    result.times.manifolds += part;
    const parallel::Stopwatch watch(state.is_timed());

    SATORI_ASSERT(slots.limit >= state.slot_limit && slots.free_count <= state.free_slot_count);
    // From here on nothing fails.
    state.slot_limit = slots.limit;
    state.free_slot_count = slots.free_count;
    EventWriter events(state, looked.telling_count, was_touching);
    const PairState *dropped = state.dropped.data(), *const dropped_end = dropped + next.dropped_count;
    for (std::size_t t = 0; t < looked.telling_count; ++t) {
        PairState& pair = state.next_pairs[state.active[t]];
        while (dropped != dropped_end && dropped->pair < pair.pair) events.drop(*dropped++);
        events.tell(pair);
    }
    while (dropped != dropped_end) events.drop(*dropped++);
    events.finish(result);
    state.pairs.swap(state.next_pairs);
    state.pair_count = next.count;
    state.out_of_step = false;
    state.early_count = 0;
    for (std::uint32_t i = 0; i < state.stale_count; ++i)
        state.flags[state.stale[i]] &= static_cast<std::uint8_t>(~(kStale | kTouched));
    for (std::uint32_t i = 0; i < state.refiltered_count; ++i)
        state.flags[state.refiltered[i]] &= static_cast<std::uint8_t>(~kRefiltered);
    result.changed_count = state.stale_count;
    state.stale_count = state.refiltered_count = 0;
    result.pair_count = next.count;
    result.tested_count = next.active_count;
    result.times.events = watch.nanoseconds();
    return Status::ok;
}

}  // namespace
}  // namespace world

Status World::update(WorldUpdate& result, const Execution& execution) noexcept {
    result = {};
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    if (!world::legal(options_)) return Status::invalid_argument;
    result.isa = call.isa();
    if (state_ == nullptr) return Status::ok;
    Status status = world::recording_status(state_);
    if (status != Status::ok) return status;
    if (state_->recording != nullptr) state_->recording->write_payloads(*state_);
    if (world::is_at_rest(*state_, call.max_pairs()))
        world::report_again(*state_, result);
    else
        status = world::update(call, *state_, options_, execution, result);
    SATORI_ASSERT(state_->box_limit > broadphase::kMostValidated || world::in_order(*state_));
    if (status != Status::ok) {
        result = {};
        result.isa = call.isa();
    }
    if (state_->recording != nullptr)
        status == Status::ok ? state_->recording->write_update(*this, *state_) : state_->recording->fail();
    result.thread_count = call.thread_count();
    return status;
}

}  // namespace satori::v0
