#pragma once

// Kernels of Broadphase: boxes that move. kernel_abi.hpp includes this header and explains the conventions.

#include <cstddef>
#include <cstdint>

#include <satori/types.hpp>

#include "simd/bounds_abi.hpp"
#include "simd/columns_abi.hpp"
#include "simd/entry_abi.hpp"

namespace satori::v0::simd {

/// Bits of the state of a TrackedBox: the box is not dynamic; it sleeps; it is in the list of changed boxes.
inline constexpr std::uint32_t kNotDynamic = 0x80000000U, kAsleep = 4, kListed = 8;
/// A box of a persistent world: its current bounds and state, and those of the last update. One cache line. A box that
/// does not (did not) exist has lo = infinity, hi = -infinity. No value is -0.
struct alignas(64) TrackedBox {
    float lo[3];
    float hi[3];
    std::uint32_t state;
    std::uint32_t unused;
    float old_lo[3];
    float old_hi[3];
    std::uint32_t old_state;
    std::uint32_t old_unused;
};
static_assert(sizeof(TrackedBox) == 64);

/// New bounds for boxes, by id. Fat bounds are larger than the new bounds on every side by a distance: `margin` plus
/// `relative_margin` times the longest edge. Old fat bounds stay while they contain the new bounds and reach at most
/// `most_margins` times that distance beyond them.
struct MoveArgs {
    TrackedBox* boxes;
    const std::uint32_t* ids;
    std::uint32_t count;
    BoundsRows bounds;  ///< must be legal
    float margin, relative_margin, most_margins;
};

/// Converts tracked boxes to one entry each: bounds around the old and the current position, or around the old position
/// only.
struct TrackedBoundsArgs {
    const TrackedBox* boxes;
    std::uint32_t first;  ///< id of boxes[0]
    std::uint32_t count;
    bool only_then;           ///< bounds of the old position only; the tags are zero
    BoundsEntry<3>* entries;  ///< room for count
};

/// Candidates. filter_changes keeps those that have become a pair or ceased to be one.
struct ChangeTestArgs {
    const TrackedBox* boxes;
    const std::uint32_t* first;   ///< readable to padded(count), with valid indices
    const std::uint32_t* second;  ///< likewise
    std::uint32_t count;
};

/// This bit of `second` marks a pair that ceased to be one.
inline constexpr std::uint32_t kLostPair = 0x80000000U;

/// One changed box against the boxes of a list, as the list has them, from `next` on. The sweep tests the boxes with
/// lo[0] up to `reach`: it stops after the first vector that has a box above. The changed box is the first one of each
/// pair. A sweep stops when its buffer is full, and the next call continues it. The caller must zero-initialize
/// `below`.
struct ChangeSweep {
    const TrackedBox* box;
    std::uint32_t id;
    int axis[3];  ///< axes of space, in the order of the list
    float reach;
    SweepArrays<3> list;  ///< `missing`: the state of each box, kNotDynamic or 0; null when all have common_state
    std::uint32_t common_state;
    std::uint32_t next;   ///< at first a multiple of kMaxLanes
    std::uint32_t below;  ///< number of boxes seen whose lo[0] is less than the old lo[0] of the changed box
    BoxPair* out;         ///< room for capacity + kMaxLanes
    std::uint32_t capacity;
    std::uint32_t count;
    bool done;
};

/// A few changed boxes against all boxes of a range of ids, with old and current bounds. The changed box is the first
/// one of each pair.
struct ChangeScan {
    const TrackedBox* boxes;
    /// Bounds around the old and the current position. `tag`: kNotDynamic if the box was and is not dynamic, else zero.
    const BoundsEntry<3>* changed;
    std::uint32_t changed_count;
    std::uint32_t next, end;  ///< range of ids
    BoxPair* out;             ///< room for capacity + kMaxLanes
    std::uint32_t capacity;   ///< at least changed_count * kMaxLanes
    std::uint32_t count;
};

/// The number of places of a list that edit_partners reads and writes.
inline constexpr std::uint32_t kShortList = 8;

}  // namespace satori::v0::simd
