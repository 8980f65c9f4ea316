#include <satori/world.hpp>

#include <algorithm>
#include <cmath>

#include "broadphase/bounds_set.hpp"
#include "geometry/rounding.hpp"
#include "narrowphase/options.hpp"
#include "parallel/stopwatch.hpp"
#include "world/contact_step.hpp"
#include "world/pair_list.hpp"

// One step of a World. Whatever fails leaves the last step's pairs, events and contacts as they were.

namespace satori::inline v0 {

namespace world {
namespace {

/// Bounds of a box that reaches `reach` about its position, relative to the origin, rounded outward.
float upper(double position, double origin, float reach) noexcept {
    return geometry::rounded_up(geometry::sum_up(geometry::sum_up(position, -origin), reach));
}
float lower(double position, double origin, float reach) noexcept {
    return -upper(-position, -origin, reach);
}

/// Shapes and bounds of the boxes that have changed.
Status refresh(parallel::Call& call, detail::WorldState& state, const WorldOptions& options,
               const Execution& execution) noexcept {
    const std::uint32_t count = state.stale_count;
    if (count == 0) return Status::ok;
    std::uint32_t* const stale = state.stale.data();
    std::sort(stale, stale + count);
    if (!state.rows.reserve(count, 0) || !state.bounds.reserve(count, 0)) return Status::out_of_memory;
    for (std::uint32_t i = 0; i < count; ++i) {
        const WorldBox& box = state.boxes[stale[i]];
        state.rows[i] = {{}, box.half_extents, box.pose.rotation};
    }
    Status status = state.staged.assign(box_rows(std::span<const OrientedBox>(state.rows.data(), count)),
                                        OnInvalid::refuse, execution);
    if (status != Status::ok) return status;
    WorkspaceLock lock(state.workspace);
    if (lock.status() != Status::ok) return lock.status();
    broadphase::BoundsSet<3> set;
    const simd::BoxRecord* records[2] = {nullptr, nullptr};
    const float margin = options.contacts.speculative_distance * (0.5F + simd::kMarginSlack);
    status = broadphase::fill_bounds(call, lock, state.staged, nullptr, true, set, records, margin);
    if (status != Status::ok) return status;
    status = call.run(
        parallel::Chunking(count, parallel::kChunkBoxes, parallel::kMaxChunks).chunk_count(),
        [&](std::uint32_t chunk) noexcept {
            const parallel::ChunkRange range =
                parallel::Chunking(count, parallel::kChunkBoxes, parallel::kMaxChunks)[chunk];
            const Vec3d& origin = state.origin;
            for (std::size_t i = range.begin; i < range.end; ++i) {
                const Vec3d& p = state.boxes[stale[i]].pose.position;
                const float* const reach = set.entries[i].hi;
                state.bounds[i] = {
                    {lower(p.x, origin.x, reach[0]), lower(p.y, origin.y, reach[1]), lower(p.z, origin.z, reach[2])},
                    {upper(p.x, origin.x, reach[0]), upper(p.y, origin.y, reach[1]), upper(p.z, origin.z, reach[2])}};
            }
        });
    if (status != Status::ok) return status;
    status = state.broadphase.move({stale, count}, aabb_rows(std::span<const Aabb>(state.bounds.data(), count)),
                                   nullptr, execution);
    if (status != Status::ok) return status;
    for (std::uint32_t i = 0; i < count; ++i) {
        state.shapes[stale[i]] = records[0][i];
        state.shapes[stale[i]].id = stale[i];
    }
    return Status::ok;
}

/// Indices of the pairs that have to be looked at.
Status list_active(detail::WorldState& state, std::size_t count, std::size_t& active_count) noexcept {
    if (!state.active.reserve(count, 0)) return Status::out_of_memory;
    const PairState* const pairs = state.next_pairs.data();
    std::size_t active = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const bool touched = ((state.boxes[pairs[i].pair.first].flags | state.boxes[pairs[i].pair.second].flags) &
                              WorldBox::kTouched) != 0;
        state.active[active] = static_cast<std::uint32_t>(i);
        active += touched || pairs[i].has(PairState::kFresh) ? 1U : 0U;
    }
    active_count = active;
    return Status::ok;
}

/// What has become of the pairs: the counts of events, written one behind the other, and of contacts. From here on nothing
/// fails: slots of pairs that no longer touch are given back.
void write_events(detail::WorldState& state, std::size_t count, const Slots& slots, WorldUpdate& result) noexcept {
    WorldPair* const begun = state.events.data();
    WorldPair* const persisted = begun + count;
    WorldPair* const ended = persisted + count;
    std::size_t begun_count = 0, persisted_count = 0, ended_count = state.early_count;
    std::copy_n(state.early.data(), state.early_count, ended);
    state.slot_limit = slots.limit;
    state.free_slot_count = slots.free_count;
    state.contact_count = 0;
    const PairState* old = state.pairs.data();
    const PairState* const old_end = old + state.pair_count;
    const auto end = [&](const PairState& pair) {
        if (!pair.has(PairState::kTouching)) return;
        ended[ended_count++] = state.ids_of(pair.pair);
        if (pair.slot != kNoSlot) state.free_slots[state.free_slot_count++] = pair.slot;
    };
    for (std::size_t i = 0; i < count; ++i) {
        PairState& pair = state.next_pairs[i];
        for (; old != old_end && old->pair < pair.pair; ++old) end(*old);
        const bool was = old != old_end && old->pair == pair.pair && old->has(PairState::kTouching);
        const bool is = pair.has(PairState::kTouching);
        if (old != old_end && old->pair == pair.pair) {
            if (!is) end(*old);
            ++old;
        }
        if (!is) {
            // One that speculation has given a slot, but no point.
            if (pair.slot != kNoSlot && pair.has(PairState::kFreshSlot))
                state.free_slots[state.free_slot_count++] = pair.slot;
            pair.slot = kNoSlot;
        } else {
            const WorldPair ids = state.ids_of(pair.pair);
            (was ? persisted[persisted_count++] : begun[begun_count++]) = ids;
            if (pair.slot != kNoSlot) state.contacts[state.contact_count++] = {ids, pair.slot};
        }
        pair.flags &= PairState::kTouching | PairState::kSensor;
    }
    for (; old != old_end; ++old) end(*old);
    if (state.early_count != 0) std::sort(ended, ended + ended_count);
    result.begun = {begun, begun_count};
    result.persisted = {persisted, persisted_count};
    result.ended = {ended, ended_count};
    result.contacts = {state.contacts.data(), state.contact_count};
}

Status update(parallel::Call& call, detail::WorldState& state, const WorldOptions& options, const Execution& execution,
              WorldUpdate& result) noexcept {
    const auto timed = [](std::uint64_t& time, auto&& work) {
        const parallel::Stopwatch watch;
        const Status status = work();
        time += watch.nanoseconds();
        return status;
    };
    Status status = timed(result.times.bounds, [&] { return refresh(call, state, options, execution); });
    if (status != Status::ok) return status;
    BroadphaseUpdate moved;
    status = timed(result.times.broadphase, [&] { return state.broadphase.update(moved, execution); });
    if (status != Status::ok) return status;
    result.path = moved.path;
    std::size_t count = 0, active_count = 0, hit_count = 0;
    Slots slots{};
    status = timed(result.times.filters, [&] {
        const Status made = make_next_pairs(state, options, moved, count);
        // If anything fails from here on, the Broadphase's changes are not told of again.
        state.out_of_step = true;
        return made == Status::ok ? list_active(state, count, active_count) : made;
    });
    if (status != Status::ok) return status;
    status =
        timed(result.times.narrowphase, [&] { return find_touching(call, state, options.contacts, active_count); });
    if (status == Status::ok) status = give_slots(state, active_count, slots, hit_count);
    if (status != Status::ok) return status;
    status = timed(result.times.manifolds,
                   [&] { return build_contacts(call, state, options.contacts, hit_count, result.point_count); });
    if (status != Status::ok) return status;
    const parallel::Stopwatch watch;
    const std::size_t most_events = 2 * count + state.pair_count + state.early_count;
    if (!state.events.reserve(most_events, 0) || !state.contacts.reserve(count, 0)) return Status::out_of_memory;

    // From here on nothing fails.
    write_events(state, count, slots, result);
    state.pairs.swap(state.next_pairs);
    state.pair_count = count;
    state.out_of_step = false;
    state.early_count = 0;
    for (std::uint32_t i = 0; i < state.stale_count; ++i)
        state.boxes[state.stale[i]].flags &= ~(WorldBox::kStale | WorldBox::kTouched);
    for (std::uint32_t i = 0; i < state.refiltered_count; ++i)
        state.boxes[state.refiltered[i]].flags &= ~WorldBox::kRefiltered;
    state.stale_count = state.refiltered_count = 0;
    result.pair_count = count;
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
    if (!narrowphase::legal(options_.contacts)) return Status::invalid_argument;
    result.isa = call.isa();
    if (state_ == nullptr) return Status::ok;
    const Status status = world::update(call, *state_, options_, execution, result);
    if (status != Status::ok) {
        result = {};
        result.isa = call.isa();
    }
    result.thread_count = call.thread_count();
    return status;
}

}  // namespace satori::inline v0
