#include <satori/world.hpp>

#include <algorithm>

#include "parallel/stopwatch.hpp"
#include "world/contact_step.hpp"
#include "world/pair_list.hpp"
#include "world/recording.hpp"
#include "world/refresh.hpp"

// One step of a World. Whatever fails leaves the last step's pairs, events and contacts as they were.

namespace satori::inline v0 {

namespace world {
namespace {

/// Indices of the pairs that have to be looked at. With room for those of all pairs.
Status list_active(detail::WorldState& state, std::size_t count, std::size_t& active_count) noexcept {
    if (!state.active.reserve(count, 0)) return Status::out_of_memory;
    const PairState* const pairs = state.next_pairs.data();
    std::size_t active = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const bool touched = ((state.flags[pairs[i].pair.first] | state.flags[pairs[i].pair.second]) & kTouched) != 0;
        state.active[active] = static_cast<std::uint32_t>(i);
        active += touched || pairs[i].has(PairState::kFresh) ? 1U : 0U;
    }
    active_count = active;
    return Status::ok;
}

/// What has become of the pairs. From here on nothing fails: slots of pairs that no longer touch are given back.
void write_events(detail::WorldState& state, const NextPairs& next, std::size_t active_count, const Slots& slots,
                  WorldUpdate& result) noexcept {
    WorldPair* const begun = state.events.data();
    WorldPair* const persisted = begun + active_count;
    WorldPair* const ended = persisted + next.count + 1;
    std::size_t begun_count = 0, persisted_count = 0, ended_count = state.early_count, contact_count = 0;
    std::copy_n(state.early.data(), state.early_count, ended);
    state.slot_limit = slots.limit;
    state.free_slot_count = slots.free_count;
    const auto give_back = [&](std::uint32_t slot) {
        if (slot == kNoSlot) return;
        state.manifolds[slot] = {};
        state.free_slots[state.free_slot_count++] = slot;
    };
    for (std::size_t i = 0; i < next.dropped_count; ++i) {
        const PairState& pair = state.dropped[i];
        if (!pair.has(PairState::kTouching)) continue;
        ended[ended_count++] = state.ids_of(pair.pair);
        give_back(pair.slot);
    }
    // First which pairs there is something to tell of, without a branch, as no branch predictor can guess that.
    std::uint32_t* const telling = state.active.data();
    std::size_t telling_count = 0;
    for (std::size_t i = 0; i < next.count; ++i) {
        telling[telling_count] = static_cast<std::uint32_t>(i);
        constexpr std::uint8_t kTelling = PairState::kTouching | PairState::kWas | PairState::kFreshSlot;
        telling_count += state.next_pairs[i].has(kTelling) ? 1U : 0U;
    }
    for (std::size_t t = 0; t < telling_count; ++t) {
        PairState& pair = state.next_pairs[telling[t]];
        const WorldPair ids = state.ids_of(pair.pair);
        const bool is = pair.has(PairState::kTouching), was = pair.has(PairState::kWas);
        if (is && !was) begun[begun_count++] = ids;
        if (was && !is) ended[ended_count++] = ids;
        pair.flags &= PairState::kSensor;
        if (!is) {
            give_back(pair.slot);
            pair.slot = kNoSlot;
            continue;
        }
        pair.flags |= PairState::kTouching | PairState::kWas;
        // Written first, counted then.
        persisted[persisted_count] = ids;
        persisted_count += was ? 1U : 0U;
        state.contacts[contact_count] = {ids, pair.slot};
        contact_count += pair.slot != kNoSlot ? 1U : 0U;
    }
    std::sort(ended, ended + ended_count);
    result.begun = {begun, begun_count};
    result.persisted = {persisted, persisted_count};
    result.ended = {ended, ended_count};
    result.contacts = {state.contacts.data(), contact_count};
}

Status update(parallel::Call& call, detail::WorldState& state, const WorldOptions& options, const Execution& execution,
              WorldUpdate& result) noexcept {
    const auto timed = [](std::uint64_t& time, auto&& work) {
        const parallel::Stopwatch watch;
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
    std::size_t active_count = 0, hit_count = 0;
    Slots slots{};
    status = timed(result.times.filters, [&] {
        const Status made = make_next_pairs(state, options, moved, next);
        // If anything fails from here on, the Broadphase's changes are not told of again.
        state.out_of_step = true;
        return made == Status::ok ? list_active(state, next.count, active_count) : made;
    });
    if (status != Status::ok) return status;
    status = timed(result.times.narrowphase, [&] {
        const Status found = find_touching(call, state, options.contacts, active_count);
        return found == Status::ok ? give_slots(state, active_count, slots, hit_count) : found;
    });
    if (status != Status::ok) return status;
    // Before contacts are written over those that there are.
    const std::size_t most_ended = active_count + next.dropped_count + state.early_count;
    if (!state.events.reserve(active_count + next.count + 1 + most_ended, 0) ||
        !state.contacts.reserve(next.count + 1, 0))
        return Status::out_of_memory;
    status = timed(result.times.manifolds,
                   [&] { return build_contacts(call, state, options.contacts, hit_count, result.point_count); });
    if (status != Status::ok) return status;
    const parallel::Stopwatch watch;

    // From here on nothing fails.
    write_events(state, next, active_count, slots, result);
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
    result.tested_count = active_count;
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
    if (status != Status::ok) {
        result = {};
        result.isa = call.isa();
    }
    if (state_->recording != nullptr)
        status == Status::ok ? state_->recording->write_update(*this, *state_) : state_->recording->fail();
    result.thread_count = call.thread_count();
    return status;
}

}  // namespace satori::inline v0
