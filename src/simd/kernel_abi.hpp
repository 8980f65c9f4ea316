#pragma once

// The interface between the kernel units and the rest of the library: plain structs and one table of function pointers
// per instruction set. It has no SIMD type and no inline function with arithmetic, because this header is compiled with
// many sets of flags.
//
// An inert box is a box that overlaps nothing. Its half extents are kInertHalfExtent.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <satori/manifold.hpp>
#include <satori/types.hpp>

#include "simd/box_abi.hpp"
#include "simd/isa_list.hpp"
#include "simd/query_abi.hpp"
#include "simd/rect_abi.hpp"
#include "simd/shape_abi.hpp"

namespace satori::inline v0::simd {

/// Lanes of the widest set. Every array that kernels read or write is padded to a multiple of this number. An array
/// that "may be written to padded(end)" is written in whole vectors; the scalar set writes it to `end` only.
inline constexpr std::uint32_t kMaxLanes = 16;

constexpr std::size_t padded(std::size_t count) noexcept {
    return (count + kMaxLanes - 1) / kMaxLanes * kMaxLanes;
}

/// Half extents of a box that overlaps nothing. The AABB of such a box is inverted and every axis separates it.
inline constexpr float kInertHalfExtent = -1e30F;

/// The record of one box, as the pair kernels read it: one cache line. The 15 floats are in the order of BoxComponent.
struct alignas(64) BoxRecord {
    float center[3];
    float half[3];
    float axes[9];
    std::uint32_t id;
};
static_assert(sizeof(BoxRecord) == 64);

/// The record that the pair kernels read in `Dim` dimensions.
template <int Dim>
using PairRecord = std::conditional_t<Dim == 2, RectRecord, BoxRecord>;

/// The entry of one box in `Dim` dimensions: its bounds, as the broadphase scatters them to columns, and its id. The
/// bounds of a box that overlaps nothing are inverted. `tag` is zero, or motion_tag() for a tracked box. In a column,
/// `tag` also holds the flags of SweepArrays::missing.
template <int Dim>
struct alignas(32) BoundsEntry {
    float lo[Dim];
    float hi[Dim];
    std::uint32_t id;
    std::uint32_t tag;
};
static_assert(sizeof(BoundsEntry<2>) == 32 && sizeof(BoundsEntry<3>) == 32);

/// Flags of an entry in a column. kMissing[c] set: on cut axis c the box starts in an earlier column. The flags are
/// bits below kMotionBits.
inline constexpr std::uint32_t kMissing[3] = {1, 2, 4};
inline constexpr std::uint32_t kFlags = kMissing[0] | kMissing[1] | kMissing[2];
/// The motion tag of a tracked box's entry: the bits of a float, the distance that its bounds have moved since the last
/// update. The tag is kUnknownMotion, the sign bit, when the box did not exist, has jumped, or has become or ceased to
/// be dynamic.
///
/// The stored distance is at least 16 units in the last place larger than the motion. The kMissing flags are below
/// kMotionBits, so they only increase it. This covers rounding: an overlap of bounds that rounding makes too large,
/// less two motions, is off by at most three units. The float is never denormal.
inline constexpr std::uint32_t kMotionSlack = 31, kMotionBits = ~15U;
inline constexpr std::uint32_t kUnknownMotion = 0x80000000U;
inline constexpr float kLeastMotion = __FLT_MIN__;
static_assert((kFlags & kMotionBits) == 0);
/// Two motions up to this size can be added without overflow.
inline constexpr float kMostMotion = __FLT_MAX__ / 4;

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
    /// kMissing[c] set: the box does NOT start in this column on axis c of the grid. The motion tag of tracked boxes is
    /// in the same word.
    std::uint32_t* missing;
    std::uint32_t count;
};

/// Converts rows of 10 floats (center, half extents, quaternion), or of 5 (center, half extents, angle), to BoxArrays.
struct IngestArgs {
    const float* rows;
    std::size_t stride;   ///< floats from one row to the next
    std::uint32_t count;  ///< rows; a multiple of the set's lanes
    BoxArrays boxes;
    std::size_t offset;  ///< index of the first row's box; a multiple of kMaxLanes
};

/// A relative addition to the margin of bounds, beyond half of a distance. It makes sure that rounding cannot make the
/// margin smaller than that half.
inline constexpr float kMarginSlack = 1e-6F;

template <int Dim>
struct BoundsArgsIn {
    BoxArrays boxes;
    std::size_t begin;  ///< a multiple of kMaxLanes
    std::size_t end;
    BoundsEntry<Dim>* entries;  ///< indexed by box; may be written to padded(end); null: not written
    PairRecord<Dim>* records;   ///< indexed by box; may be written to padded(end); null: not written
    float margin;               ///< added on every side, meters
    bool streamed = false;      ///< entries and records bypass the caches; both must begin at a cache line
};
using BoundsArgs = BoundsArgsIn<3>;

/// The range of the edges of the AABBs that a call has read, without boxes that overlap nothing.
struct EdgeRange {
    float min;       ///< smallest of the boxes' longest edges
    float max;       ///< largest of the boxes' longest edges
    float shortest;  ///< shortest edge of all boxes
};

/// Raw AABBs. The three upper bounds directly follow the three lower bounds.
struct BoundsRows {
    const float* minima;
    std::ptrdiff_t stride;  ///< floats from one box to the next
};

struct ReadAabbsArgs {
    BoundsRows bounds;
    std::uint32_t count;
    std::uint32_t first;      ///< id of the first box; a multiple of kMaxLanes
    BoundsEntry<3>* entries;  ///< indexed by id
    bool streamed = false;    ///< as in BoundsArgs
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
    /// `missing` holds motion tags. The sweep may leave out a pair that overlaps, on every axis, by at least the sum of
    /// both motions.
    bool tracked;
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

/// Pairs of boxes, given by the indices of their records.
template <class Record>
struct PairRowsOf {
    const Record* first_records;
    const Record* second_records;
    const std::uint32_t* first;   ///< readable to padded(count), with valid indices
    const std::uint32_t* second;  ///< likewise
    std::uint32_t count;
};

template <class Record>
struct PairTestArgsOf {
    PairRowsOf<Record> pairs;
    bool open;  ///< Boundary::open
    /// The number of pairs that follow these, readable to padded(count + next). test_pairs prefetches their records.
    std::uint32_t next = 0;
};
/// The distance of the prefetch of records, in pairs.
inline constexpr std::uint32_t kPairsAhead = 4 * kMaxLanes;
using PairTestArgs = PairTestArgsOf<BoxRecord>;

/// Axes 0 to 5 belong to faces, the others to edges; see satori/manifold.hpp.
inline constexpr std::uint32_t kFirstEdgeAxis = 6;
inline constexpr std::uint32_t kAxisCount = 15;

/// How much better an axis of a later kind must be: CollideOptions::axis_slack and edge_share.
struct AxisTolerance {
    float slack;
    float share;
};

/// Candidates. filter_contacts keeps those that make contact.
template <class Record>
struct ContactFilterArgsOf {
    PairRowsOf<Record> pairs;
    float speculative_distance;
    AxisTolerance tolerance;
    bool open;  ///< Boundary::open
};
using ContactFilterArgs = ContactFilterArgsOf<BoxRecord>;

/// Bits of a mask that bars axes and sides: a pair must not choose them. Bit k bars axis k. Six bits from kBarredOfA on
/// bar sides of A, six bits from kBarredOfB on bar sides of B: bit 2 k is the side in the direction of axis k, bit
/// 2 k + 1 the opposite side. A barred side gives no face axis, and none of its edges gives an edge axis.
inline constexpr std::uint32_t kBarredOfA = 16, kBarredOfB = 22;

/// Pairs for find_axes.
template <class Record>
struct AxisArgsOf {
    PairRowsOf<Record> pairs;
    const std::uint32_t* cached;  ///< readable to padded(count); the axis to keep if possible, or no axis' number
    const std::uint32_t* barred;  ///< likewise; null: nothing is barred
    float speculative_distance;
    AxisTolerance tolerance;
};
using AxisArgs = AxisArgsOf<BoxRecord>;

/// A hit: a pair that makes contact.
struct ContactHit {
    std::uint32_t first;
    std::uint32_t second;
    std::uint32_t axis;
    std::uint32_t flags;
};
static_assert(sizeof(ContactHit) == 16);
/// A box is much larger than another when its size, the sum of its half extents, is more than this many times the
/// other's.
inline constexpr float kUnevenSizes = 32;
/// Flags of a hit. kUneven: one box is much larger than the other. kUnclear: for such a pair another axis may be the
/// best one, and the caller must call find_axes(). The bits from kLastAxis on hold the axis of the last step, plus 1.
inline constexpr std::uint32_t kUneven = 1, kUnclear = 2, kLastAxis = 8;

/// The axis of a pair whose axes are all barred.
inline constexpr std::uint32_t kAllBarred = 255;

/// A SeparatingAxis as kernels write it, padded to a whole row.
struct alignas(32) AxisRow {
    float normal[3];
    float separation;
    std::uint32_t axis;
    float best_separation;  ///< of all axes that are not barred
    float slack;            ///< how much better an axis of a later kind had to be
    std::uint32_t unused;
};
static_assert(sizeof(AxisRow) == 32);

/// The point count of a manifold whose edges or faces pass beside each other although the boxes overlap. Then the axis
/// is usually not the best one.
inline constexpr std::uint32_t kPassing = 5;

/// Hits that follow. While a manifold kernel computes, it prefetches their records and the places of their manifolds,
/// one hit per pair. It advances the pointers.
template <class Record, class Manifold>
struct HitsAheadOf {
    const ContactHit* next;
    const ContactHit* end;
    const Record* first_records;
    const Record* second_records;
    const Manifold* out;  ///< where the manifold of `next` goes
};

/// Pairs for a manifold kernel. Pairs of boxes have either face axes only or edge axes only.
template <class Record, class Manifold>
struct ManifoldArgsOf {
    PairRowsOf<Record> pairs;
    const std::uint32_t* axis;  ///< readable to padded(count); of the kernel's kind
    const std::uint32_t* row;   ///< index of each pair's manifold in `out`
    float speculative_distance;
    bool last_resort;  ///< rectangles: edges that pass each other get the best possible point, not kPassing
    Manifold* out;
    HitsAheadOf<Record, Manifold>* ahead;  ///< may be null
};
using ManifoldArgs = ManifoldArgsOf<BoxRecord, ContactManifold>;

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

template <int Dim>
struct BroadphaseKernels {
    void (*quantize)(const QuantizeArgs<Dim>&);
    void (*scatter)(const ScatterArgs<Dim>&);
    bool (*sort)(const SortArgs<Dim>&);  ///< false: the keys are too close together, `order` is garbage
    void (*gather)(const GatherArgs<Dim>&);
    void (*sweep_self)(SweepState<Dim>&);
    void (*sweep_cross)(SweepState<Dim>&);
};

/// All kernels of one instruction set.
struct KernelTable {
    std::uint32_t lanes;
    std::uint32_t (*ingest)(const IngestArgs&);  ///< returns the number of illegal rows; they become inert boxes
    EdgeRange (*bounds)(const BoundsArgs&);
    BoxKernels boxes;
    /// Stops before a vector with an illegal box, and before the last boxes that do not fill a vector. Returns the
    /// number of boxes read, and their edges in `edges`.
    std::uint32_t (*read_aabbs)(const ReadAabbsArgs&, EdgeRange& edges);
    BroadphaseKernels<2> flat;
    BroadphaseKernels<3> solid;
    /// Returns the new number of copies; `wide_count`: the number of entries in `wide`.
    std::uint32_t (*split_copies)(const SplitArgs&, std::uint32_t& wide_count);
    /// Adds one to counts[column * stride] for each copy.
    void (*count_copies)(const std::uint32_t* copies, std::uint32_t count, std::uint32_t* counts, std::uint32_t stride);
    /// Stops before a vector with illegal bounds, and before the last bounds that do not fill a vector. Returns the
    /// index where it stopped.
    std::uint32_t (*legal_bounds)(const BoundsRows&, std::uint32_t count);
    /// Moves boxes. Appends the moved boxes that were not listed to `changed`, at changed[changed_count] and behind; it
    /// needs room for one more vector. Stops before a vector whose ids do not ascend, and at the latest one box before
    /// the last. Returns the number of boxes that it has processed.
    std::uint32_t (*move_boxes)(const MoveArgs&, std::uint32_t* changed, std::uint32_t& changed_count);
    /// Stops before a vector with a box that one entry is not enough for: it was and is not dynamic, or it did not and
    /// does not exist, or it has jumped by more than its size. Also stops before the last boxes that do not fill a
    /// vector. Returns the number of boxes read, and joins their edges to `edges`.
    std::uint32_t (*tracked_bounds)(const TrackedBoundsArgs&, EdgeRange& edges);
    /// Keeps the candidates that changed, in order. `out` has room for count + kMaxLanes. Returns the number kept.
    std::uint32_t (*filter_changes)(const ChangeTestArgs&, BoxPair* out);
    void (*sweep_changes)(ChangeSweep&);
    /// Stops before a vector whose pairs may not fit into `out`.
    void (*scan_changes)(ChangeScan&);
    /// Removes an id from an ascending list of `count` ids, or inserts one. A removed id must be in the list, which has
    /// at most kShortList ids. An inserted id must not be in the list, which has fewer than kShortList ids. Ids are
    /// below 2^31. The function reads and writes kShortList places; the places behind the list keep their values.
    void (*edit_partners)(std::uint32_t* list, std::uint32_t count, std::uint32_t partner, bool lost);
    /// Keeps the pairs that overlap, in order. `out` has room for count + kMaxLanes. Returns the number kept.
    std::uint32_t (*filter_pairs)(const PairTestArgs&, BoxPair* out);
    /// Keeps the pairs that make contact, in order. `out` has room for count + kMaxLanes. Returns the number kept.
    std::uint32_t (*filter_contacts)(const ContactFilterArgs&, ContactHit* out);
    /// Writes one row per pair; `out` has room for padded(count).
    void (*find_axes)(const AxisArgs&, AxisRow* out);
    void (*face_manifolds)(const ManifoldArgs&);
    void (*edge_manifolds)(const ManifoldArgs&);
    /// Writes one byte per pair, 1 when it overlaps.
    void (*test_pairs)(const PairTestArgs&, std::uint8_t* out);
    RectKernels rects;
    ShapeKernels shapes;
    QueryKernels queries;
};

/// The kernels of each set; those of sets that are not compiled in are only declared.
namespace kernel_tables {
#define SATORI_DECLARE_TABLE(set, SET, name, CPU, needs) extern const KernelTable set;
SATORI_ISA_LIST(SATORI_DECLARE_TABLE)
#undef SATORI_DECLARE_TABLE
}  // namespace kernel_tables

}  // namespace satori::inline v0::simd
