#pragma once

// Kernels of the broadphase: cells, columns, sort, sweep. kernel_abi.hpp includes this header and explains the
// conventions.

#include <cstddef>
#include <cstdint>

#include <satori/types.hpp>

#include "simd/entry_abi.hpp"

namespace satori::v0::simd {

/// kSweepBlock: the most inner boxes that one step of a scan tests; the other two are its shorter blocks. kSentinels:
/// the number of places behind the last box that a sweep may read.
inline constexpr std::uint32_t kSweepBlock = 2 * kMaxLanes, kHalfSweepBlock = kSweepBlock / 2;
inline constexpr std::uint32_t kQuarterSweepBlock = kSweepBlock / 4;
inline constexpr std::uint32_t kSentinels = kSweepBlock + kMaxLanes;

/// A sweep of a list against itself takes tiles of kTileOuter outer boxes, and tests each against kTileInner inner
/// boxes at a time. That gives kMaxLanes combinations in every instruction set, so all sets find the same pairs in the
/// same order.
inline constexpr std::uint32_t kTileInner = 2, kTileOuter = kMaxLanes / kTileInner;
/// The number of inner boxes behind the first outer box that a tile tests in this way. Behind them the number of outer
/// boxes that still reach so far varies, so each such outer box goes on alone.
inline constexpr std::uint32_t kTileReach = 40;
static_assert(kTileReach % kTileInner == 0 && kTileReach >= kTileOuter);

/// The sorted boxes of one column segment, as structure of arrays. Axis 0 is the sweep axis, ascending in lo[0]. No
/// value is -0. Behind `count` follow kSentinels entries with lo[0] = infinity. For a sweep of the list against itself,
/// the first kTileOuter of them also have hi[0] = -infinity. The streams are one distance apart, in the order lo[0],
/// hi[0], lo[1], ... id, missing.
template <int Dim>
struct SweepArrays {
    float* lo[Dim];
    float* hi[Dim];
    std::uint32_t* id;
    std::uint32_t* missing;  ///< kMissing[c] set: the box does NOT start in this column on axis c of the grid
    std::uint32_t count;
};

/// The number of grid cells per cut axis. With even cells, cell = (bound - origin) * scale, clamped to [0, kGridCells -
/// 1]. With knots, cell = number of knots up to the bound.
inline constexpr std::uint32_t kGridCells = 2048;

/// The knots that separate grid cells on an axis with uneven cells: cell = the number of elements of `all` that are at
/// most the bound. `all` holds kGridCells - 1 knots, then infinity. The other arrays are samples of `all`, for the
/// search.
inline constexpr std::uint32_t kKnotFan = 16;
struct alignas(64) Knots {
    float top[kKnotFan];                  ///< every 256th; infinity behind the eighth
    float middle[kGridCells / kKnotFan];  ///< every 16th
    float all[kGridCells];
};
static_assert(kGridCells / kKnotFan / kKnotFan <= kKnotFan);

template <int Dim>
struct QuantizeArgs {
    const BoundsEntry<Dim>* entries;
    std::uint32_t count;  ///< entries are readable to padded(count)
    int first, end;       ///< the wanted range of the axes below
    int axis[Dim];
    float origin[Dim];
    float scale[Dim];
    const Knots* knots[Dim];    ///< null where cells are even
    std::uint32_t* cells[Dim];  ///< low 16 bits: cell of lo, high 16 bits: cell of hi; written to padded(count)
};

/// A box has one copy in each column that it touches. A copy is one word. The bits below kCopyMissing are the index of
/// its entry in a tile of at most kTileEntries. Its missing flags follow. The bits from kCopyColumn on are the column.
inline constexpr int kCopyMissing = 8, kCopyColumn = 11;
inline constexpr std::uint32_t kTileEntries = 1U << kCopyMissing;
inline constexpr std::uint32_t kCopyLow = (1U << kCopyColumn) - 1;
inline constexpr std::uint32_t kMostColumns = 1U << (32 - kCopyColumn);
static_assert(2 * kMissing[2] <= 1U << (kCopyColumn - kCopyMissing));

/// Cuts one more axis. Copy k moves to column first[k]. Where last[k] > first[k], a new copy of it goes to column
/// last[k].
struct SplitArgs {
    std::uint32_t* copies;  ///< room for twice as many and a vector; new copies are appended in order
    std::uint32_t count;
    const std::uint32_t* first;  ///< aligned and readable to padded(count), as is `last`
    const std::uint32_t* last;   ///< less than `first` for an inert box: it ends before it begins
    std::uint32_t missing;       ///< flag of the new copies
    std::uint32_t* wide;         ///< room for `count`: copies k with columns between first[k] and last[k]
};

/// Scatters the entries of one tile to their columns.
template <int Dim>
struct ScatterArgs {
    const std::uint32_t* copies;
    std::uint32_t count;
    const BoundsEntry<Dim>* tile;
    std::uint32_t* next;  ///< next[i * stride]: where the next entry of column i goes; then incremented
    std::uint32_t stride;
    BoundsEntry<Dim>* entries;  ///< lines up to two entries behind are prefetched
};

/// The largest number of entries that the sort kernel takes.
inline constexpr std::uint32_t kMostSorted = 1U << 14;

template <int Dim>
struct SortArgs {
    const BoundsEntry<Dim>* entries;
    std::uint32_t count;  ///< at most kMostSorted
    int axis;
    float* keys;           ///< scratch, room for padded(count)
    std::uint32_t* order;  ///< room for padded(count); indices of entries by (lo[axis], index), garbage behind `count`
    std::uint32_t* scratch;  ///< room for `count`
};

template <int Dim>
struct GatherArgs {
    const BoundsEntry<Dim>* entries;
    const std::uint32_t* order;  ///< readable to padded(count), any valid index there
    std::uint32_t count;
    int axis[Dim];         ///< the sweep axis, then the cross axes
    SweepArrays<Dim> out;  ///< room for padded(count) + kSentinels
};

/// The order of the two boxes in a pair: lower id first, outer box first, or inner box first.
enum class PairOrder : std::uint32_t { by_id, outer_first, inner_first };

/// The state of a sweep. A sweep stops when its buffer is full, and the next call continues it. The caller must
/// zero-initialize `phase`, `outer`, `inner` and `start`.
template <int Dim>
struct SweepState {
    SweepArrays<Dim> a;
    SweepArrays<Dim> b;  ///< cross sweeps only
    PairOrder order;     ///< cross sweeps: the order while boxes of a are the outer ones
    /// Cross sweeps only: the number of inner boxes that each scan tests before its first branch. The branch is
    /// predictable when most scans end within them. The value is kSweepBlock, its half or its quarter, but at least one
    /// vector. block[0]: boxes of a are the outer ones; block[1]: boxes of b. The scalar set always tests one box.
    std::uint32_t block[2];
    std::uint32_t phase;
    std::uint32_t outer;  ///< sweep_self, phase 0: the first box of a tile; phase 1: a box that goes on alone
    std::uint32_t inner;  ///< 0: this outer box or tile has not begun
    std::uint32_t start;
    std::uint32_t* first;    ///< room for capacity + kSentinels
    std::uint32_t* second;   ///< likewise
    std::uint32_t capacity;  ///< at least 1; `count` ends less than kSweepBlock beyond it
    std::uint32_t count;
    bool done;
    /// Entries of the next column. While sweep_self() computes this column, it prefetches the records of these entries
    /// from memory, as many as it takes outer boxes. It advances `ahead`. If it does not reach `ahead_end`, the rest is
    /// not prefetched.
    const BoundsEntry<Dim>* ahead;
    const BoundsEntry<Dim>* ahead_end;
    const PairRecord<Dim>* ahead_records;
};

template <int Dim>
struct BroadphaseKernels {
    void (*quantize)(const QuantizeArgs<Dim>&);
    void (*scatter)(const ScatterArgs<Dim>&);
    bool (*sort)(const SortArgs<Dim>&);  ///< false: the keys are too close together, `order` is garbage
    void (*gather)(const GatherArgs<Dim>&);
    void (*sweep_self)(SweepState<Dim>&);
    void (*sweep_cross)(SweepState<Dim>&);
};

}  // namespace satori::v0::simd
