#pragma once

#include <cstdint>

#include <satori/world.hpp>

#include "base/assert.hpp"
#include "base/owned_array.hpp"
#include "broadphase/moving/options.hpp"
#include "narrowphase/barred_sides.hpp"
#include "narrowphase/contact_types.hpp"
#include "narrowphase/matched_points.hpp"
#include "narrowphase/options.hpp"
#include "simd/kernel_abi.hpp"
#include "world/ignored_pairs.hpp"
#include "world/queries/query_state.hpp"

namespace satori::inline v0 {

namespace world {

class Recording;

inline constexpr std::uint32_t kNoSlot = 0xffffffffU;
inline constexpr std::uint32_t kPoints = narrowphase::kMostPoints;  ///< a slot has room for

inline bool legal(const WorldOptions& options) noexcept {
    return broadphase::legal(options.bounds) && narrowphase::legal(options.contacts) &&
           narrowphase::legal(options.matching);
}

// Of a box, by index; indices are those of the Broadphase.

/// What steps look at: two cache lines. The shape's centre is zero.
struct alignas(64) Body {
    simd::BoxRecord shape;
    Vec3d position;
    Quat rotation;
    Vec3 half_extents;
    CoveredSides covered_sides;
    std::uint8_t unused[11];
};
static_assert(sizeof(Body) == 128);

/// What they seldom look at.
struct BodyInfo {
    BoxFilter filter;
    std::uint64_t user_data;
};

/// Flags of a box. kTouched: its pairs are looked at again. kStale: shape and bounds are those of an earlier pose, and its index
/// stands in the list of such. kRefiltered: likewise of filters.
inline constexpr std::uint8_t kPresent = 1, kSensor = 2, kTouched = 4, kStale = 8, kRefiltered = 16, kSleeping = 32;

/// A pair whose bounds overlap and that no filter refuses.
struct PairState {
    /// kWas: touched after the last update. Only while an update is made: kFresh: a pair since the last one; kFreshSlot: so is its
    /// slot; kAsk: the predicate has to be asked.
    static constexpr std::uint8_t kTouching = 1, kWas = 2, kSensor = 4, kFresh = 8, kFreshSlot = 16, kAsk = 32;

    BoxPair pair;
    std::uint32_t slot;  ///< kNoSlot unless it touches and is no sensor's
    std::uint8_t axis;   ///< kNoAxis unless it touches
    std::uint8_t flags;
    std::uint16_t unused;

    bool has(std::uint8_t flag) const noexcept { return (flags & flag) != 0; }
};
static_assert(sizeof(PairState) == 16);

}  // namespace world

namespace detail {

/// What a World owns. All that an update makes, but manifolds and payloads, stands beside what was there until nothing can fail any more.
struct WorldState {
    WorldState(const WorldOptions& options, const Allocator& allocator) noexcept
        : memory(allocator),
          broadphase(options.bounds, memory.get()),
          matching(options.matching),
          bodies(memory),
          infos(memory),
          flags(memory),
          generations(memory),
          stale(memory),
          refiltered(memory),
          bounds(memory),
          new_indices(memory),
          pairs(memory),
          next_pairs(memory),
          dropped(memory),
          incoming(memory),
          asked(memory),
          kept(memory),
          active(memory),
          hits(memory),
          manifolds(memory),
          payloads(memory),
          free_slots(memory),
          events(memory),
          early(memory),
          touching(memory),
          next_touching(memory),
          contacts(memory),
          ignored(memory),
          queries(memory) {
        memory.count(sizeof *this);
    }

    /// Null before there is anything.
    static const WorldState* of(const World& world) noexcept { return world.state_; }
    static WorldState* of(World& world) noexcept { return world.state_; }
    static Status ensure(World& world) noexcept { return world.ensure_state(); }

    bool contains(BoxId id) const noexcept {
        return id.index < box_limit && has(id.index, world::kPresent) && generations[id.index] == id.generation;
    }
    bool has(std::uint32_t index, std::uint8_t flag) const noexcept {
        SATORI_ASSERT(index < box_limit);
        return (flags[index] & flag) != 0;
    }
    BoxId id_of(std::uint32_t index) const noexcept { return {index, generations[index]}; }
    /// The sides of a pair that make no contact, as kernels take them.
    std::uint32_t barred(const BoxPair& pair) const noexcept {
        return narrowphase::barred_sides(bodies[pair.first].covered_sides, bodies[pair.second].covered_sides);
    }
    WorldPair ids_of(const BoxPair& pair) const noexcept { return {id_of(pair.first), id_of(pair.second)}; }
    void mark_stale(std::uint32_t index, std::uint8_t also) noexcept {
        SATORI_ASSERT(has(index, world::kPresent));
        SATORI_ASSERT(stale_count < box_limit || has(index, world::kStale));
        if (!has(index, world::kStale)) stale[stale_count++] = index;
        flags[index] = static_cast<std::uint8_t>(flags[index] | world::kStale | also);
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

    base::CountedMemory memory;  // first: the others give back to it
    Broadphase broadphase;
    const MatchOptions matching;  // of payloads
    Vec3d origin;                 // what bounds are relative to

    Array<world::Body> bodies;  // by index, as the next three
    Array<world::BodyInfo> infos;
    Array<std::uint8_t> flags;
    Array<std::uint32_t> generations;
    std::uint32_t box_limit = 0;
    Array<std::uint32_t> stale, refiltered;
    std::uint32_t stale_count = 0, refiltered_count = 0;
    bool lists_name_destroyed = false;  // until the next refresh_shapes(); their indices are not given again before
    Array<Aabb> bounds;
    Array<std::uint32_t> new_indices;  // of boxes that come or go

    Array<world::PairState> pairs, next_pairs;  // ascending
    std::size_t pair_count = 0;
    Array<world::PairState> dropped;  // of pairs, those that are none of next_pairs
    bool out_of_step = false;         // an update failed after the Broadphase's: its changes were not taken over
    Array<BoxPair> incoming;
    Array<WorldPair> asked;
    Array<std::uint8_t> kept;
    std::size_t asked_count = 0;        // in the last update
    Array<std::uint32_t> active, hits;  // indices of pairs

    Array<ContactManifold> manifolds;  // by slot
    Array<PointPayload> payloads;      // four per slot
    Array<std::uint32_t> free_slots;
    std::uint32_t slot_limit = 0, free_slot_count = 0;

    Array<WorldPair> events;  // begun, persisted, ended
    /// Ended with boxes whose indices have been given to new ones, after an update that failed on its way.
    Array<WorldPair> early;
    std::size_t early_count = 0;
    Array<WorldContact> touching, next_touching;  // of pairs, those that touch, sensors' with kNoSlot
    std::size_t touching_count = 0;
    Array<WorldContact> contacts;  // of these, those with slots, unless all have

    world::IgnoredPairs ignored;
    world::Recording* recording = nullptr;  // owned

    world::QueryState queries;
};

}  // namespace detail
}  // namespace satori::inline v0
