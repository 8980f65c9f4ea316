#include <satori/world.hpp>

#include <algorithm>

#include "base/assert.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "parallel/stopwatch.hpp"
#include "simd/prefetch.hpp"
#include "world/books.hpp"
#include "world/record/recording.hpp"
#include "world/refresh.hpp"
#include "world/step/contact_step.hpp"
#include "world/step/impact_step.hpp"
#include "world/step/pair_changes.hpp"

// One update of a World. An update that fails leaves pairs and contacts as they were, except for manifolds and payloads
// that it has made already.

namespace satori::v0 {

namespace world {
namespace {

bool reserve_events(detail::WorldState& state, const PairChanges& changes, const LookedAt& looked) noexcept {
    return state.begun.reserve(looked.begun_count + state.switched_count, 0) &&
           state.changed.reserve(looked.telling_count, 0) &&
           state.ended.reserve(state.early_count + changes.going_count + looked.ended_count + state.switched_count, 0);
}

/// Brings into the cache what the removal of later pairs touches: first the row, then what the row names.
void ask_for_going(const detail::WorldState& state, const PairChanges& changes, std::size_t i) noexcept {
    constexpr std::size_t kAhead = 8;
    if (i + 2 * kAhead < changes.going_count) simd::prefetch_for_write(&state.pairs[state.going[i + 2 * kAhead]]);
    if (i + kAhead >= changes.going_count) return;
    const PairState& soon = state.pairs[state.going[i + kAhead]];
    state.pairs.prefetch(soon.pair);
    if (soon.slot != kNoSlot) ask_for_manifold(state, soon.slot);
}

/// Tells of the pairs that go and of the `telling_count` tested pairs that touch or did, and ends the update of these
/// pairs. A contact that is off lives on untold. Nothing fails here.
void conclude(detail::WorldState& state, const PairChanges& changes, std::size_t telling_count,
              WorldUpdate& result) noexcept {
    std::size_t begun = 0, changed = 0, ended = state.early_count;
    const auto tell_if_new = [&](PairState& pair) {
        const bool is = pair.has(PairState::kTouching) && !pair.has(PairState::kOff);
        if (is && !pair.has(PairState::kTold)) state.begun[begun++] = state.contact_of(pair);
        if (!is && pair.has(PairState::kTold)) state.ended[ended++] = state.contact_of(pair);
        pair.flags &= PairState::kTouching | PairState::kSensor | PairState::kOff;
        if (is) pair.flags |= PairState::kTold;
    };
    std::copy_n(state.early.data(), state.early_count, state.ended.data());
    for (std::size_t i = 0; i < changes.going_count; ++i) {
        ask_for_going(state, changes, i);
        const PairState& pair = state.pairs[state.going[i]];
        if (pair.has(PairState::kTold)) state.ended[ended++] = state.contact_of(pair);
        free_slot(state, pair.slot);
        state.pairs.remove(state.going[i]);
    }
    for (std::size_t t = 0; t < telling_count; ++t) {
        PairState& pair = state.pairs[state.active[t]];
        if (pair.has(PairState::kTouching) && pair.has(PairState::kTold) && !pair.has(PairState::kOff))
            state.changed[changed++] = state.contact_of(pair);
        tell_if_new(pair);
        pair.axis = pair.next_axis;
        if (pair.has(PairState::kTouching)) continue;
        free_slot(state, pair.slot);
        pair.slot = kNoSlot;
        pair.flags &= PairState::kSensor;
    }
    std::sort(state.switched.data(), state.switched.data() + state.switched_count);
    for (std::size_t i = 0; i < state.switched_count; ++i) {
        const std::uint32_t row = state.switched[i];
        if (row < state.pairs.limit() && state.pairs.holds(row)) tell_if_new(state.pairs[row]);
    }
    state.switched_count = 0;
    state.told_count += state.early_count + begun;
    SATORI_ASSERT(state.told_count >= ended);
    state.told_count -= ended;
    state.early_count = 0;
    result.begun = {state.begun.data(), begun};
    result.changed = {state.changed.data(), changed};
    result.ended = {state.ended.data(), ended};
    result.contact_count = state.told_count;
}

/// Tests the active pairs, and makes all that their contacts need. After an error undo_changes() takes the rest back.
Status make_contacts(parallel::Call& call, detail::WorldState& state, const ContactOptions& options,
                     const PairChanges& changes, LookedAt& looked, WorldUpdate& result) noexcept {
    parallel::Stopwatch watch(state.is_timed());
    Status status = look_at_active(call, state, options, changes.active_count, looked);
    const std::uint64_t both = watch.nanoseconds();
    if (status != Status::ok) return status;
    result.point_count = looked.point_count;
    if (!reserve_events(state, changes, looked)) return Status::out_of_memory;
    Slots slots{};
    status = give_slots(state, looked.without_slot_count, slots);
    if (status == Status::ok)
        status = build_new_contacts(call, state, options, looked.without_slot_count, result.point_count);
    if (status != Status::ok) return status;
    SATORI_ASSERT(slots.limit >= state.slot_limit && slots.free_count <= state.free_slot_count);
    state.slot_limit = slots.limit;
    state.free_slot_count = slots.free_count;
    // The manifolds' part of what looked at both.
    const std::uint64_t part = std::min(looked.manifold_ns / std::max(1U, call.thread_count()), both);
    result.times.narrowphase += both - part;
    result.times.manifolds = watch.nanoseconds() - both + part;
    return Status::ok;
}

/// Forgets what has changed since the last update.
void end_update(detail::WorldState& state, std::size_t pairs_before) noexcept {
    if (base::has_filled(pairs_before, state.pairs.count())) {
        state.incoming.give_back();
        state.fresh.give_back();
        state.going.give_back();
    }
    state.out_of_step = false;
    for (std::uint32_t i = 0; i < state.stale_count; ++i)
        state.flags[state.stale[i]] &= static_cast<std::uint8_t>(~(kStale | kTouched));
    for (std::uint32_t i = 0; i < state.refiltered_count; ++i)
        state.flags[state.refiltered[i]] &= static_cast<std::uint8_t>(~kRefiltered);
    state.has_ways = state.continuous_count != 0;
    for (std::uint32_t i = 0; i < state.stale_count; ++i) state.begin_way(state.stale[i]);
    state.stale_count = state.refiltered_count = 0;
}

Status update(parallel::Call& call, detail::WorldState& state, const WorldOptions& options, const Execution& execution,
              WorldUpdate& result) noexcept {
    const auto timed = [&](std::uint64_t& time, auto&& work) {
        const parallel::Stopwatch watch(state.is_timed());
        const Status status = work();
        time += watch.nanoseconds();
        return status;
    };
    state.queries.prepared = false;
    drop_destroyed(state);  // is_timed() counts the others
    const std::size_t pairs_before = state.pairs.count();
    Status status = timed(result.times.bounds, [&] {
        const float margin = broadphase::margin_of(options.contacts.speculative_distance);
        Status refreshed = refresh_shapes(call, state, margin);
        if (refreshed == Status::ok) refreshed = contain_ways(call, state, options.impact_depth);
        if (refreshed != Status::ok || state.stale_count == 0) return refreshed;
        const std::span<const Aabb> bounds(state.bounds.data(), state.stale_count);
        return state.broadphase.move({state.stale.data(), state.stale_count}, aabb_rows(bounds), nullptr, execution);
    });
    if (status != Status::ok) return status;
    BroadphaseUpdate moved;
    status = timed(result.times.broadphase, [&] { return state.broadphase.update(moved, execution); });
    if (status != Status::ok) return status;
    result.path = moved.path;
    PairChanges changes{};
    status = timed(result.times.filters, [&] { return change_pairs(state, options, moved, changes); });
    // If anything fails from here on, the Broadphase's changes are not told of again.
    state.out_of_step = true;
    if (status != Status::ok) return status;
    LookedAt looked{};
    std::size_t impact_count = 0;
    status = timed(result.times.narrowphase,
                   [&] { return find_impacts(call, state, options.impact_depth, changes.active_count, impact_count); });
    if (status == Status::ok) status = make_contacts(call, state, options.contacts, changes, looked, result);
    if (status != Status::ok) {
        undo_changes(state, changes);
        return status;
    }
    // From here on nothing fails.
    const parallel::Stopwatch watch(state.is_timed());
    conclude(state, changes, looked.telling_count, result);
    result.changed_box_count = state.stale_count;
    result.impacts = {state.impacts.data(), impact_count};
    end_update(state, pairs_before);
    result.pair_count = state.pairs.count();
    result.tested_count = changes.active_count;
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
