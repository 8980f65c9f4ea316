#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

#include <satori/world.hpp>

#include "base/assert.hpp"
#include "base/block_array.hpp"
#include "base/owned_array.hpp"
#include "broadphase/moving/tracked_box.hpp"
#include "narrowphase/contact_types.hpp"
#include "narrowphase/matched_points.hpp"
#include "narrowphase/options.hpp"
#include "parallel/stopwatch.hpp"
#include "simd/kernel_abi.hpp"
#include "simd/prefetch.hpp"
#include "world/ignored_pairs.hpp"
#include "world/pair_table.hpp"
#include "world/queries/query_state.hpp"

namespace satori::v0 {

namespace world {

class Recording;

inline constexpr std::uint32_t kPoints = narrowphase::kMostPoints;  ///< capacity of a slot

inline bool legal(const WorldOptions& options) noexcept {
    return broadphase::legal(options.bounds) && narrowphase::legal(options.contacts) &&
           narrowphase::legal_match_distance(options.match_distance) && options.impact_depth >= 0 &&
           options.impact_depth <= kMaxNearDistance && options.motion_tolerance >= 0 && options.motion_tolerance <= 1;
}

// The data of a box, by index. These are the Broadphase's indices.

/// The data of a box that every step reads: two cache lines. The center of `shape` is zero, its reach the radius.
struct alignas(64) Body {
    simd::BoxRecord shape;
    Vec3d position;
    Quat rotation;
    Vec3 half_extents;
    float speculative_distance;
    float radius;
    CoveredSides covered_sides;
    std::uint8_t unused[3];
};
static_assert(sizeof(Body) == 128);

/// The data of a box that a step seldom reads.
struct BodyInfo {
    BoxFilter filter;
    std::uint64_t user_data;
};

/// Flags of a box. kTouched: its pairs must be tested again. kStale: its shape and bounds belong to an earlier pose,
/// and its index is in the list `stale`. kRefiltered: its filter has changed, and its index is in the list
/// `refiltered`.
inline constexpr std::uint8_t kPresent = 1, kSensor = 2, kTouched = 4, kStale = 8, kRefiltered = 16, kSleeping = 32,
                              kContinuous = 64;

}  // namespace world

namespace detail {

/// The state that a World owns.
struct WorldState {
    WorldState(const WorldOptions& options, const Allocator& allocator) noexcept
        : memory(allocator),
          broadphase(options.bounds, memory.get()),
          motion_tolerance(options.motion_tolerance),
          match_distance(options.match_distance),
          has_point_payloads(options.point_payloads),
          has_contact_payloads(options.contact_payloads),
          bodies(memory),
          infos(memory),
          flags(memory),
          generations(memory),
          starts(memory),
          stale(memory),
          refiltered(memory),
          bounds(memory),
          new_indices(memory),
          pairs(memory),
          incoming(memory),
          asked(memory),
          kept(memory),
          fresh(memory),
          going(memory),
          active(memory),
          hits(memory),
          manifolds(memory),
          payloads(memory, (options.point_payloads ? world::kPoints : 0) + (options.contact_payloads ? 1 : 0)),
          free_slots(memory),
          switched(memory),
          begun(memory),
          changed(memory),
          ended(memory),
          early(memory),
          impacts(memory),
          ignored(memory),
          queries(memory) {
        memory.count(sizeof *this);
    }

    /// Makes room for assign(). Returns false when there is no memory. Nothing changes then, except that there may be
    /// no columns and that queries are not prepared.
    bool reserve_for(const WorldState& other) noexcept;
    /// Becomes a copy of another state that was created with the same options. The recording, the results of the last
    /// update, and memory that only a call uses stay as they are.
    void assign(const WorldState& other) noexcept;

    /// Null before the first allocation.
    static const WorldState* of(const World& world) noexcept { return world.state_; }
    static WorldState* of(World& world) noexcept { return world.state_; }
    static Status ensure(World& world) noexcept { return world.ensure_state(); }
    static const WorldOptions& options_of(const World& world) noexcept { return world.options_; }
    static const Allocator& allocator_of(const World& world) noexcept { return world.allocator_; }
    /// World::copy_from(), but for what it records.
    static Status copy(World& to, const World& from) noexcept;
    /// Gives a World the state of `loaded`, which has its predicate and its allocator, as copy_from() would.
    static Status replace(World& world, World& loaded) noexcept;

    /// Whether an update measures times: the clock costs more than the update of a few boxes.
    bool is_timed() const noexcept { return stale_count > parallel::kMostUntimed; }
    bool contains(BoxId id) const noexcept {
        return id.index < box_limit && has(id.index, world::kPresent) && generations[id.index] == id.generation;
    }
    /// Makes room for the ways of `boxes` boxes. Returns false when there is no memory.
    bool reserve_ways(std::uint64_t boxes) noexcept { return starts.reserve(boxes, has_ways ? box_limit : 0); }
    /// Lets the way of a box begin where it is now, if boxes have ways.
    void begin_way(std::uint32_t index) noexcept {
        if (has_ways) starts[index] = {bodies[index].position, bodies[index].rotation};
    }
    /// Requires reserve_ways() of all boxes.
    void set_continuous(std::uint32_t index, bool continuous) noexcept {
        begin_way(index);
        if (has(index, world::kContinuous) == continuous) return;
        flags[index] ^= world::kContinuous;
        continuous_count += continuous ? 1U : ~0U;
        if (!continuous || std::exchange(has_ways, true)) return;
        for (std::uint32_t i = 0; i < box_limit; ++i) begin_way(i);
    }
    bool has(std::uint32_t index, std::uint8_t flag) const noexcept {
        SATORI_ASSERT(index < box_limit);
        return (flags[index] & flag) != 0;
    }
    BoxId id_of(std::uint32_t index) const noexcept { return {index, generations[index]}; }
    /// Returns whether a pair is to have no manifold: a box is a sensor.
    bool only_senses(const BoxPair& pair) const noexcept {
        return has(pair.first, world::kSensor) || has(pair.second, world::kSensor);
    }
    WorldPair ids_of(const BoxPair& pair) const noexcept { return {id_of(pair.first), id_of(pair.second)}; }
    WorldContact contact_of(const world::PairState& pair) const noexcept { return {ids_of(pair.pair), pair.slot}; }
    void mark_stale(std::uint32_t index, std::uint8_t also) noexcept {
        SATORI_ASSERT(has(index, world::kPresent));
        SATORI_ASSERT(stale_count < box_limit || has(index, world::kStale));
        queries.prepared = false;
        if (!has(index, world::kStale)) stale[stale_count++] = index;
        flags[index] = static_cast<std::uint8_t>(flags[index] | world::kStale | also);
    }
    void mark_destroyed(std::uint32_t index) noexcept {
        SATORI_ASSERT(has(index, world::kPresent));
        queries.prepared = false;
        if (has(index, world::kContinuous)) --continuous_count;
        flags[index] = 0;
        lists_name_destroyed = true;
    }
    void set_covered_sides(std::uint32_t index, CoveredSides sides) noexcept {
        SATORI_ASSERT(sides <= kAllSides);
        bodies[index].covered_sides = sides;
        mark_stale(index, world::kTouched);
    }
    void mark_refiltered(std::uint32_t index) noexcept {
        SATORI_ASSERT(has(index, world::kPresent));
        SATORI_ASSERT(refiltered_count < box_limit || has(index, world::kRefiltered));
        if (!has(index, world::kRefiltered)) refiltered[refiltered_count++] = index;
        flags[index] = static_cast<std::uint8_t>(flags[index] | world::kRefiltered);
    }

    template <class T>
    using Array = base::OwnedArray<T>;

    base::CountedMemory memory;  // first: the other members return their memory to it
    Broadphase broadphase;
    const float motion_tolerance;
    const float match_distance;  // for payloads
    const bool has_point_payloads, has_contact_payloads;
    Vec3d origin;  // bounds are relative to it

    Array<world::Body> bodies;  // by index, as the next three arrays
    Array<world::BodyInfo> infos;
    Array<std::uint8_t> flags;
    Array<std::uint32_t> generations;
    std::uint32_t box_limit = 0;
    Array<BoxPose> starts;  // by index, if has_ways: where the ways of boxes begin, as a rule at the last update
    std::uint32_t continuous_count = 0;
    bool has_ways = false;  // there are continuous boxes, or were since the last update
    Array<std::uint32_t> stale, refiltered;
    std::uint32_t stale_count = 0, refiltered_count = 0;
    bool lists_name_destroyed = false;  // until the next refresh_shapes(); their indices are not reused before
    Array<Aabb> bounds;
    Array<std::uint32_t> new_indices;  // of boxes that a call adds or removes

    world::PairTable pairs;
    bool out_of_step = false;  // an update failed after the Broadphase's update, and its changes were not taken over
    Array<BoxPair> incoming;
    Array<WorldPair> asked;
    Array<std::uint8_t> kept;
    std::size_t asked_count = 0;                      // of the last update
    Array<std::uint32_t> fresh, going, active, hits;  // rows of pairs

    base::BlockArray<ContactManifold> manifolds;  // by slot
    /// By slot: those of the points, and that of the contact; each only if the options ask for them.
    base::BlockArray<PointPayload> payloads;
    Array<std::uint32_t> free_slots;
    std::uint32_t slot_limit = 0, free_slot_count = 0;

    Array<std::uint32_t> switched;  // rows of pairs with kSwitched; also of pairs that have been removed since
    std::size_t switched_count = 0;

    Array<WorldContact> begun, changed, ended;
    /// Contacts that ended with boxes whose indices now belong to new boxes, after an update that failed before its
    /// end.
    Array<WorldContact> early;
    std::size_t early_count = 0;
    Array<WorldImpact> impacts;  // of the last update
    std::size_t told_count = 0;  // pairs with kTold, with those of sensors

    world::IgnoredPairs ignored;
    world::Recording* recording = nullptr;  // owned

    world::QueryState queries;
};

}  // namespace detail

namespace world {

/// Brings both cache lines of a slot's manifold into the cache.
inline void ask_for_manifold(const detail::WorldState& state, std::uint32_t slot) noexcept {
    const ContactManifold& manifold = state.manifolds[slot];
    simd::prefetch_for_write(&manifold);
    simd::prefetch_for_write(&manifold.points[std::size(manifold.points) / 2]);
}

/// Frees the slot of a pair that touches no more; kNoSlot is no slot.
inline void free_slot(detail::WorldState& state, std::uint32_t slot) noexcept {
    if (slot == kNoSlot) return;
    SATORI_ASSERT(slot < state.slot_limit && state.free_slot_count < state.slot_limit);
    state.manifolds[slot] = {};
    state.free_slots[state.free_slot_count++] = slot;
}

}  // namespace world
}  // namespace satori::v0
