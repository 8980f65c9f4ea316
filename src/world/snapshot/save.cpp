#include <satori/world_snapshot.hpp>

#include <algorithm>
#include <cstring>
#include <span>

#include <xxhash.h>

#include "broadphase/moving/broadphase_state.hpp"
#include "world/snapshot/snapshot_format.hpp"
#include "world/world_state.hpp"

// Writes a snapshot. What a snapshot does not need is what load() computes from the rest: shapes, hash tables, lists
// of flagged boxes, columns.

namespace satori::v0 {

namespace world {
namespace {

/// Sends numbers to a sink, some thousand bytes at a time, and hashes them.
class SnapshotWriter {
public:
    explicit SnapshotWriter(const SnapshotSink& sink) noexcept : sink_(sink) { XXH64_reset(&hash_, 0); }

    template <class T>
    void put(const T& value) noexcept {
        static_assert(stored_size<T>() <= kBuffer);
        if (stored_size<T>() > kBuffer - used_) send();
        store(buffer_ + used_, value);
        used_ += stored_size<T>();
    }
    template <class T>
    void put_all(std::span<const T> values) noexcept {
        for (const T& value : values) put(value);
    }
    void put_magic() noexcept {
        std::memcpy(buffer_, kSnapshotMagic, kSnapshotMagicSize);
        used_ = kSnapshotMagicSize;
    }
    /// Ends with the hash. Returns false when the sink has not taken all bytes.
    bool finish() noexcept {
        send();
        put(XXH64_digest(&hash_));
        send();
        return !failed_;
    }

private:
    static constexpr std::size_t kBuffer = 4096;

    void send() noexcept {
        XXH64_update(&hash_, buffer_, used_);
        failed_ = failed_ || !sink_.write(buffer_, used_, sink_.user);
        used_ = 0;
    }

    SnapshotSink sink_;
    bool failed_ = false;
    std::size_t used_ = 0;
    XXH64_state_t hash_{};
    std::byte buffer_[kBuffer];
};

Aabb bounds_of(const float* lo, const float* hi) noexcept {
    return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

SnapshotCounts counts_of(const detail::WorldState& state, const detail::BroadphaseState* broadphase) noexcept {
    SnapshotCounts counts;
    counts.boxes = state.box_limit;
    counts.rows = state.pairs.limit();
    counts.first_free_row = state.pairs.first_free();
    counts.slots = state.slot_limit;
    counts.free_slots = state.free_slot_count;
    counts.early = state.early_count;
    counts.ignored_nodes = static_cast<std::uint32_t>(state.ignored.nodes().size());
    counts.ignored_lists = static_cast<std::uint32_t>(state.ignored.lists().size());
    counts.first_free_ignored = state.ignored.first_free();
    counts.out_of_step = state.out_of_step;
    counts.has_ways = state.has_ways;
    counts.stale = broadphase == nullptr || broadphase->stale;
    return counts;
}

void put_boxes(SnapshotWriter& out, const detail::WorldState& state) noexcept {
    for (std::uint32_t index = 0; index < state.box_limit; ++index) {
        const Body& body = state.bodies[index];
        const BodyInfo& info = state.infos[index];
        out.put(StoredBox{state.generations[index],
                          state.flags[index],
                          {body.position, body.rotation},
                          body.half_extents,
                          body.speculative_distance,
                          body.radius,
                          body.covered_sides,
                          info.filter,
                          info.user_data});
    }
    if (!state.has_ways) return;
    for (std::uint32_t index = 0; index < state.box_limit; ++index)
        if (state.has(index, kPresent)) out.put(state.starts[index]);
}

void put_places(SnapshotWriter& out, const detail::BroadphaseState& state) noexcept {
    for (std::uint32_t id = 0; id < state.boxes.limit(); ++id) {
        StoredPlace stored{state.boxes.marks_of(id), kStandsNowhere};
        const bool stands = !state.stale && id < state.standing.limit();
        if (stands && state.standing.in_columns(id)) stored.place = kStandsInColumns;
        if (stands && state.standing.is_stray(id)) stored.place = kStrays;
        out.put(stored);
        const simd::TrackedBox& box = state.boxes.boxes()[id];
        if (state.boxes.contains(id)) out.put(bounds_of(box.lo, box.hi));
        if (stored.place != kStandsNowhere) out.put(bounds_of(state.standing[id].lo, state.standing[id].hi));
    }
}

/// The end of an ascending list that is above `id`.
std::span<const std::uint32_t> above(std::span<const std::uint32_t> ids, std::uint32_t id) noexcept {
    return {std::upper_bound(ids.begin(), ids.end(), id), ids.end()};
}

void put_bonds(SnapshotWriter& out, const detail::BroadphaseState& state) noexcept {
    for (std::uint32_t id = 0; id < state.boxes.limit(); ++id) {
        const bool has_near = !state.stale && id < state.near.limit();
        const auto pairs = above(state.near.partners(id), id);
        const auto near = has_near ? above(state.near.near(id), id) : std::span<const std::uint32_t>{};
        out.put(StoredBondCounts{static_cast<std::uint32_t>(pairs.size()), static_cast<std::uint32_t>(near.size())});
        out.put_all(pairs);
        out.put_all(near);
    }
}

void put_contacts(SnapshotWriter& out, const detail::WorldState& state) noexcept {
    for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
        const PairState& pair = state.pairs[row];
        out.put(StoredRow{pair.pair, pair.slot, pair.axis, pair.flags});
    }
    for (std::uint32_t slot = 0; slot < state.slot_limit; ++slot) {
        const bool used = state.manifolds[slot].point_count != 0;
        out.put(used);
        if (!used) continue;
        out.put(state.manifolds[slot]);
        out.put_all(state.payloads.items(slot));
    }
    out.put_all(std::span<const std::uint32_t>(state.free_slots.data(), state.free_slot_count));
    out.put_all(std::span<const WorldContact>(state.early.data(), state.early_count));
    out.put_all(state.ignored.nodes());
    out.put_all(state.ignored.lists());
}

void put_state(SnapshotWriter& out, const detail::WorldState& state) noexcept {
    const detail::BroadphaseState* const broadphase = detail::BroadphaseAccess::state_of(state.broadphase);
    out.put(counts_of(state, broadphase));
    put_boxes(out, state);
    if (broadphase != nullptr) {
        put_places(out, *broadphase);
        put_bonds(out, *broadphase);
    }
    put_contacts(out, state);
}

}  // namespace
}  // namespace world

Status save(const World& world, const SnapshotSink& sink) noexcept {
    if (sink.write == nullptr) return Status::invalid_argument;
    const detail::WorldState* const state = detail::WorldState::of(world);
    world::SnapshotWriter out(sink);
    out.put_magic();
    out.put(kSnapshotVersion);
    out.put(world::Start{detail::WorldState::options_of(world), false, state != nullptr ? state->origin : Vec3d{}});
    if (state != nullptr)
        world::put_state(out, *state);
    else
        out.put(world::SnapshotCounts{});
    return out.finish() ? Status::ok : Status::write_failed;
}

}  // namespace satori::v0
