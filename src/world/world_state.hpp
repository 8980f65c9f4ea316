#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <satori/box_batch.hpp>
#include <satori/world.hpp>

#include "broadphase/owned_array.hpp"
#include "simd/kernel_abi.hpp"
#include "world/ignored_pairs.hpp"

namespace satori::inline v0 {

namespace world {

inline constexpr std::uint32_t kNoSlot = 0xffffffffU;

/// A box by index. Indices are those of the Broadphase.
struct WorldBox {
    /// kTouched: its pairs are looked at again. kStale: shape and bounds are those of an earlier pose, and its index stands in the
    /// list of such. kRefiltered: likewise of filters.
    static constexpr std::uint32_t kPresent = 1, kSensor = 2, kTouched = 4, kStale = 8, kRefiltered = 16;

    BoxPose pose;
    Vec3 half_extents;
    std::uint32_t generation;
    BoxFilter filter;
    std::uint64_t user_data;
    std::uint32_t flags;
    std::uint32_t unused;

    bool has(std::uint32_t flag) const noexcept { return (flags & flag) != 0; }
};

/// A pair whose bounds overlap and that no filter refuses.
struct PairState {
    /// kFresh: since the last update. kFreshSlot: so is its slot. kAsk: the predicate has to be asked.
    static constexpr std::uint8_t kTouching = 1, kSensor = 2, kFresh = 4, kFreshSlot = 8, kAsk = 16;

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

/// What a World owns. Everything that an update makes stands beside what was there until nothing can fail any more.
struct WorldState {
    WorldState(const WorldOptions& options, const Allocator& allocator) noexcept
        : memory(allocator),
          broadphase(options.bounds, memory.get()),
          workspace(memory.get()),
          staged(memory.get()),
          boxes(memory),
          shapes(memory),
          stale(memory),
          refiltered(memory),
          rows(memory),
          bounds(memory),
          new_indices(memory),
          pairs(memory),
          next_pairs(memory),
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
          contacts(memory),
          ignored(memory) {
        memory.count(sizeof *this);
    }

    bool contains(BoxId id) const noexcept {
        return id.index < box_limit && boxes[id.index].has(world::WorldBox::kPresent) &&
               boxes[id.index].generation == id.generation;
    }
    BoxId id_of(std::uint32_t index) const noexcept { return {index, boxes[index].generation}; }
    WorldPair ids_of(const BoxPair& pair) const noexcept { return {id_of(pair.first), id_of(pair.second)}; }
    void mark_stale(std::uint32_t index, std::uint32_t flags) noexcept {
        world::WorldBox& box = boxes[index];
        if (!box.has(world::WorldBox::kStale)) stale[stale_count++] = index;
        box.flags |= world::WorldBox::kStale | flags;
    }
    void mark_refiltered(std::uint32_t index) noexcept {
        world::WorldBox& box = boxes[index];
        if (!box.has(world::WorldBox::kRefiltered)) refiltered[refiltered_count++] = index;
        box.flags |= world::WorldBox::kRefiltered;
    }

    template <class T>
    using Array = broadphase::OwnedArray<T>;

    broadphase::CountedMemory memory;  // first: the others give back to it
    Broadphase broadphase;
    Workspace workspace;
    BoxBatch staged;  // stale boxes about the origin, for their shapes
    Vec3d origin;     // what bounds are relative to

    Array<world::WorldBox> boxes;
    Array<simd::BoxRecord> shapes;  // by index, centres zero
    std::uint32_t box_limit = 0;
    Array<std::uint32_t> stale, refiltered;
    std::uint32_t stale_count = 0, refiltered_count = 0;
    Array<OrientedBox> rows;
    Array<Aabb> bounds;
    Array<std::uint32_t> new_indices;  // of boxes that come or go

    Array<world::PairState> pairs, next_pairs;  // ascending
    std::size_t pair_count = 0;
    bool out_of_step = false;  // an update failed after the Broadphase's: its changes were not taken over
    Array<BoxPair> incoming;
    Array<WorldPair> asked;
    Array<std::uint8_t> kept;
    Array<std::uint32_t> active, hits;  // indices of pairs

    Array<ContactManifold> manifolds;  // by slot
    Array<PointPayload> payloads;      // four per slot
    Array<std::uint32_t> free_slots;
    std::uint32_t slot_limit = 0, free_slot_count = 0;

    Array<WorldPair> events;  // begun, persisted, ended
    /// Ended with boxes whose indices have been given to new ones, after an update that failed on its way.
    Array<WorldPair> early;
    std::size_t early_count = 0;
    Array<WorldContact> contacts;
    std::size_t contact_count = 0;

    world::IgnoredPairs ignored;
};

}  // namespace detail
}  // namespace satori::inline v0
