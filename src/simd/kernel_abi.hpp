#pragma once

// What the kernel units and the rest of the library agree on: plain structs and one table of function pointers per
// instruction set. No SIMD type, no inline function with arithmetic: this header is compiled under many sets of flags.

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

/// Lanes of the widest set. Every array that kernels touch is padded to a multiple of this. What "may be written to
/// padded(end)" is written in whole vectors: by the scalar set to `end` alone.
inline constexpr std::uint32_t kMaxLanes = 16;

constexpr std::size_t padded(std::size_t count) noexcept {
    return (count + kMaxLanes - 1) / kMaxLanes * kMaxLanes;
}

/// Half extents of a box that overlaps nothing: its AABB is inverted and every axis separates it.
inline constexpr float kInertHalfExtent = -1e30F;

/// One box as the pair kernels read it: one cache line. The 15 floats stand in the order of BoxComponent.
struct alignas(64) BoxRecord {
    float center[3];
    float half[3];
    float axes[9];
    std::uint32_t id;
};
static_assert(sizeof(BoxRecord) == 64);

/// What the pair kernels read in `Dim` dimensions.
template <int Dim>
using PairRecord = std::conditional_t<Dim == 2, RectRecord, BoxRecord>;

/// Bounds of one box in `Dim` dimensions, as the broadphase scatters them; upside down for a box that overlaps nothing. `tag` is what the
/// sweep of columns is to know of it: zero, or motion_tag(); in a column, the flags of SweepArrays::missing with that.
template <int Dim>
struct alignas(32) BoundsEntry {
    float lo[Dim];
    float hi[Dim];
    std::uint32_t id;
    std::uint32_t tag;
};
static_assert(sizeof(BoundsEntry<2>) == 32 && sizeof(BoundsEntry<3>) == 32);

/// Flags of a box in a column: on cut axis c it starts in an earlier column. Bits below kMotionBits.
inline constexpr std::uint32_t kMissing[3] = {1, 2, 4};
inline constexpr std::uint32_t kFlags = kMissing[0] | kMissing[1] | kMissing[2];
/// The motion tag of a tracked box's entry: the bits of a float, how far its bounds have moved since the last update; or kUnknownMotion,
/// the sign, where the box was nowhere, has jumped, or has become dynamic or ceased to be.
/// What is told is at least 16 units in the last place more than the motion, and kMissing, which go below kMotionBits, only add to that: an
/// overlap of bounds that rounding makes too large, less two motions, errs by three units at most. Never denormal.
inline constexpr std::uint32_t kMotionSlack = 31, kMotionBits = ~15U;
inline constexpr std::uint32_t kUnknownMotion = 0x80000000U;
inline constexpr float kLeastMotion = __FLT_MIN__;
static_assert((kFlags & kMotionBits) == 0);
/// Shifts up to this can be added up.
inline constexpr float kMostMotion = __FLT_MAX__ / 4;

/// Inner boxes that a cross sweep's scan looks at in one go, at most, and what a sweep may read behind the last box.
inline constexpr std::uint32_t kSweepBlock = 2 * kMaxLanes, kHalfSweepBlock = kSweepBlock / 2;
inline constexpr std::uint32_t kQuarterSweepBlock = kSweepBlock / 4;
inline constexpr std::uint32_t kSentinels = kSweepBlock + kMaxLanes;

/// A sweep of a list against itself takes so many outer boxes at once, each against so many inner ones: kMaxLanes combinations in
/// every set, so that all find the same pairs in the same order.
inline constexpr std::uint32_t kTileInner = 2, kTileOuter = kMaxLanes / kTileInner;
/// Inner boxes behind the first outer one that it takes so. Those that come behind them are few boxes' matter, or many's: each outer box
/// that reaches so far goes on alone.
inline constexpr std::uint32_t kTileReach = 40;
static_assert(kTileReach % kTileInner == 0 && kTileReach >= kTileOuter);

/// The sorted boxes of one column segment, structure of arrays: axis 0 is the sweep axis, ascending lo[0]; no -0. Behind
/// `count` stand kSentinels entries with lo[0] = infinity, and for a sweep of the list against itself hi[0] = -infinity in the
/// first kTileOuter of them. The streams lie at one distance from each other, in the order lo[0], hi[0], lo[1], ... id, missing.
template <int Dim>
struct SweepArrays {
    float* lo[Dim];
    float* hi[Dim];
    std::uint32_t* id;
    std::uint32_t*
        missing;  ///< kMissing[c] set: the box does NOT start in this column on axis c of the grid; of tracked boxes, its motion tag as well
    std::uint32_t count;
};

/// Rows of 10 floats (centre, half extents, quaternion), or 5 (centre, half extents, angle), to BoxArrays.
struct IngestArgs {
    const float* rows;
    std::size_t stride;   ///< floats from one row to the next
    std::uint32_t count;  ///< rows; a multiple of the set's lanes
    BoxArrays boxes;
    std::size_t offset;  ///< index of the first row's box; a multiple of kMaxLanes
};

/// What is added to bounds, beyond half of a distance, so that rounding cannot take any of it away.
inline constexpr float kMarginSlack = 1e-6F;

template <int Dim>
struct BoundsArgsIn {
    BoxArrays boxes;
    std::size_t begin;  ///< a multiple of kMaxLanes
    std::size_t end;
    BoundsEntry<Dim>* entries;  ///< indexed by box; may be written to padded(end); null: not wanted
    PairRecord<Dim>* records;   ///< indexed by box; may be written to padded(end); null: not wanted
    float margin;               ///< added on every side, metres
    bool streamed = false;      ///< entries and records go past the caches, and must begin cache lines
};
using BoundsArgs = BoundsArgsIn<3>;

/// Edges of the AABBs seen; boxes that overlap nothing are left out.
struct EdgeRange {
    float min;       ///< of each box's longest edge
    float max;       ///< of each box's longest edge
    float shortest;  ///< edge of all
};

/// Raw AABBs, the three upper bounds right behind the three lower ones.
struct BoundsRows {
    const float* minima;
    std::ptrdiff_t stride;  ///< floats from one box to the next
};

struct ReadAabbsArgs {
    BoundsRows bounds;
    std::uint32_t count;
    std::uint32_t first;      ///< id of the first; a multiple of kMaxLanes
    BoundsEntry<3>* entries;  ///< indexed by id
    bool streamed = false;    ///< as in BoundsArgs
};

/// Columns' coordinates: cell = (bound - origin) * scale, clamped to [0, kGridCells - 1], or a number of knots, for each cut
/// axis.
inline constexpr std::uint32_t kGridCells = 2048;

/// What grid cells lie between on an axis where they are not even: cell = how many of `all` are at most the bound. Behind the
/// kGridCells - 1 that cells lie between stands infinity. The other arrays are chosen from `all`, for the search.
inline constexpr std::uint32_t kKnotFan = 16;
struct alignas(64) Knots {
    float top[kKnotFan];                  ///< every 256th; behind the eighth infinity
    float middle[kGridCells / kKnotFan];  ///< every 16th
    float all[kGridCells];
};
static_assert(kGridCells / kKnotFan / kKnotFan <= kKnotFan);

template <int Dim>
struct QuantizeArgs {
    const BoundsEntry<Dim>* entries;
    std::uint32_t count;  ///< entries are readable to padded(count)
    int first, end;       ///< of the axes below, those that are wanted
    int axis[Dim];
    float origin[Dim];
    float scale[Dim];
    const Knots* knots[Dim];    ///< null where cells are even
    std::uint32_t* cells[Dim];  ///< low 16 bits: cell of lo, high 16 bits: cell of hi; written to padded(count)
};

/// A box is copied to each column that it touches. A copy is one word: below kCopyMissing the place of its entry among at most
/// kTileEntries, then its missing flags, from kCopyColumn on the column.
inline constexpr int kCopyMissing = 8, kCopyColumn = 11;
inline constexpr std::uint32_t kTileEntries = 1U << kCopyMissing;
inline constexpr std::uint32_t kCopyLow = (1U << kCopyColumn) - 1;
inline constexpr std::uint32_t kMostColumns = 1U << (32 - kCopyColumn);
static_assert(2 * kMissing[2] <= 1U << (kCopyColumn - kCopyMissing));

/// One more axis is cut: copy k, wherever it was, goes to column first[k], and where last[k] is greater, a copy of it to last[k].
struct SplitArgs {
    std::uint32_t* copies;  ///< room for twice as many and a vector; new ones are written behind them, in order
    std::uint32_t count;
    const std::uint32_t* first;  ///< aligned and readable to padded(count), as is `last`
    const std::uint32_t* last;   ///< less than `first` for boxes that are none: they end before they begin
    std::uint32_t missing;       ///< flag of the new ones
    std::uint32_t* wide;         ///< room for `count`: numbers of the copies between whose columns are others
};

/// Entries of one tile go to their columns.
template <int Dim>
struct ScatterArgs {
    const std::uint32_t* copies;
    std::uint32_t count;
    const BoundsEntry<Dim>* tile;
    std::uint32_t* next;  ///< where the next entry of column i goes to: next[i * stride], which then goes on
    std::uint32_t stride;
    BoundsEntry<Dim>* entries;  ///< lines up to two entries behind are asked for
};

/// Most entries that the sort kernel takes.
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

/// How a sweep names a pair: by id (lower first), or the outer box first, or the inner box first.
enum class PairOrder : std::uint32_t { by_id, outer_first, inner_first };

/// A sweep that can be continued when its buffer was full. Zero-initialise `phase`, `outer`, `inner` and `start`.
template <int Dim>
struct SweepState {
    SweepArrays<Dim> a;
    SweepArrays<Dim> b;  ///< cross sweeps only
    PairOrder order;     ///< cross sweeps: with a's box as outer
    /// Of cross sweeps, inner boxes that each scan looks at before its first branch, which is predicted where most scans end within
    /// them: kSweepBlock, its half or its quarter, but at least a vector. block[1]: with b's box as outer. The scalar set looks at one.
    std::uint32_t block[2];
    /// `missing` has motion tags: pairs that overlap, on every axis, by no less than both have moved may be left out.
    bool tracked;
    std::uint32_t phase;
    std::uint32_t outer;  ///< a sweep of a list against itself, phase 0: the first of a tile; 1: one that goes on alone
    std::uint32_t inner;  ///< 0: not begun with this outer box or tile
    std::uint32_t start;
    std::uint32_t* first;    ///< room for capacity + kSentinels
    std::uint32_t* second;   ///< likewise
    std::uint32_t capacity;  ///< at least 1; `count` ends less than kSweepBlock beyond it
    std::uint32_t count;
    bool done;
    /// Entries whose records sweep_self() asks for on its way, as many as outer boxes: those of the next column, which come from
    /// memory while this one is computed. Advanced; where it does not reach `ahead_end` the rest is left.
    const BoundsEntry<Dim>* ahead;
    const BoundsEntry<Dim>* ahead_end;
    const PairRecord<Dim>* ahead_records;
};

/// Pairs of boxes, by the rows of their records.
template <class Record>
struct PairRowsOf {
    const Record* first_records;
    const Record* second_records;
    const std::uint32_t* first;   ///< readable to padded(count), valid indices there
    const std::uint32_t* second;  ///< likewise
    std::uint32_t count;
};

template <class Record>
struct PairTestArgsOf {
    PairRowsOf<Record> pairs;
    bool open;  ///< Boundary::open
    /// Pairs behind these, readable to padded(count + next), whose records test_pairs asks for.
    std::uint32_t next = 0;
};
/// How many pairs before its turn a pair's records are asked for.
inline constexpr std::uint32_t kPairsAhead = 4 * kMaxLanes;
using PairTestArgs = PairTestArgsOf<BoxRecord>;

/// Axes 0 to 5 are faces', the others edges'; see satori/manifold.hpp.
inline constexpr std::uint32_t kFirstEdgeAxis = 6;
inline constexpr std::uint32_t kAxisCount = 15;

/// How much better an axis of a later kind must be: CollideOptions::axis_slack and edge_share.
struct AxisTolerance {
    float slack;
    float share;
};

/// Candidates of which those that make contact are wanted.
template <class Record>
struct ContactFilterArgsOf {
    PairRowsOf<Record> pairs;
    float speculative_distance;
    AxisTolerance tolerance;
    bool open;  ///< Boundary::open
};
using ContactFilterArgs = ContactFilterArgsOf<BoxRecord>;

/// What a pair must not choose. Bit k: axis k. From kBarredOfA on, six bits for the sides of A, from kBarredOfB on for those of
/// B: bit 2 k the side along axis k, bit 2 k + 1 the one against it. A barred side makes no face axis, nor an edge axis by one of
/// its edges.
inline constexpr std::uint32_t kBarredOfA = 16, kBarredOfB = 22;

/// Pairs whose axes are wanted.
template <class Record>
struct AxisArgsOf {
    PairRowsOf<Record> pairs;
    const std::uint32_t* cached;  ///< readable to padded(count); the axis to keep where it can be, or no axis's number
    const std::uint32_t* barred;  ///< likewise; null: nothing is
    float speculative_distance;
    AxisTolerance tolerance;
};
using AxisArgs = AxisArgsOf<BoxRecord>;

/// A pair that makes contact.
struct ContactHit {
    std::uint32_t first;
    std::uint32_t second;
    std::uint32_t axis;
    std::uint32_t flags;
};
static_assert(sizeof(ContactHit) == 16);
/// A box is much larger than another when its size, the sum of its half extents, is this many times the other's.
inline constexpr float kUnevenSizes = 32;
/// Flags of a hit. kUneven: one box is much larger than the other. kUnclear: so that another axis may be the best one, and find_axes()
/// has to be asked. From kLastAxis on the axis of the last step, plus 1.
inline constexpr std::uint32_t kUneven = 1, kUnclear = 2, kLastAxis = 8;

/// Axis of a pair of which all are barred.
inline constexpr std::uint32_t kAllBarred = 255;

/// A SeparatingAxis as kernels write it, padded to whole rows.
struct alignas(32) AxisRow {
    float normal[3];
    float separation;
    std::uint32_t axis;
    float best_separation;  ///< of all axes that are not barred
    float slack;            ///< by how much an axis of a later kind had to be better
    std::uint32_t unused;
};
static_assert(sizeof(AxisRow) == 32);

/// Point count of a manifold along an axis whose edges or faces pass beside each other though the boxes overlap: mostly it is
/// not the best one.
inline constexpr std::uint32_t kPassing = 5;

/// Hits to come, whose memory manifold kernels ask for while they compute, one hit per pair of theirs: their records, and the
/// places of their manifolds. Advanced.
template <class Record, class Manifold>
struct HitsAheadOf {
    const ContactHit* next;
    const ContactHit* end;
    const Record* first_records;
    const Record* second_records;
    const Manifold* out;  ///< where the manifold of `next` goes
};

/// Pairs whose manifolds are wanted; of boxes all along face axes or all along edge axes.
template <class Record, class Manifold>
struct ManifoldArgsOf {
    PairRowsOf<Record> pairs;
    const std::uint32_t* axis;  ///< readable to padded(count); of the kind of axis
    const std::uint32_t* row;   ///< where each goes
    float speculative_distance;
    bool last_resort;  ///< edges of rectangles that pass each other make the best of it, instead of kPassing
    Manifold* out;
    HitsAheadOf<Record, Manifold>* ahead;  ///< may be null
};
using ManifoldArgs = ManifoldArgsOf<BoxRecord, ContactManifold>;

/// Bits of a TrackedBox's state: it is not dynamic; it sleeps; it stands in the list of changed boxes.
inline constexpr std::uint32_t kNotDynamic = 0x80000000U, kAsleep = 4, kListed = 8;
/// A box of a persistent world as it is and as it was at the last update: one cache line. A box that does not (did not)
/// exist has lo = infinity, hi = -infinity. No -0.
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

/// New bounds for boxes by id. Fat bounds are `margin` + `relative_margin` times the longest edge larger on every side, and kept
/// where they reach no more than `most_margins` of that beyond the new bounds.
struct MoveArgs {
    TrackedBox* boxes;
    const std::uint32_t* ids;
    std::uint32_t count;
    BoundsRows bounds;  ///< legal ones
    float margin, relative_margin, most_margins;
};

/// Tracked boxes to one entry each, around where they were and are, or where they were only.
struct TrackedBoundsArgs {
    const TrackedBox* boxes;
    std::uint32_t first;  ///< id of boxes[0]
    std::uint32_t count;
    bool only_then;           ///< and tags are zero
    BoundsEntry<3>* entries;  ///< room for count
};

/// Which of `count` candidates have begun or ceased to be pairs.
struct ChangeTestArgs {
    const TrackedBox* boxes;
    const std::uint32_t* first;   ///< readable to padded(count), valid indices there
    const std::uint32_t* second;  ///< likewise
    std::uint32_t count;
};

/// A pair that ceased to be one has this bit set in `second`.
inline constexpr std::uint32_t kLostPair = 0x80000000U;

/// One box that has changed against those of a list as they stand there, from `next` on, until a vector has one whose lo[0] is
/// above `reach`. It is the first one of each pair that is found. Can be continued when the buffer was full; zero-initialise `below`.
struct ChangeSweep {
    const TrackedBox* box;
    std::uint32_t id;
    int axis[3];  ///< of space, in the order of the list
    float reach;
    SweepArrays<3> list;  ///< `missing`: each box's state, nothing but kNotDynamic; null where all have common_state
    std::uint32_t common_state;
    std::uint32_t next;   ///< a multiple of kMaxLanes at first
    std::uint32_t below;  ///< boxes seen whose lo[0] is less than that of the changed box was
    BoxPair* out;         ///< room for capacity + kMaxLanes
    std::uint32_t capacity;
    std::uint32_t count;
    bool done;
};

/// A few boxes that have changed against all of a range, then and now. They are the first one of each pair that is found.
struct ChangeScan {
    const TrackedBox* boxes;
    const BoundsEntry<3>* changed;  ///< around where each was and is; tag: kNotDynamic, or zero, both then and now
    std::uint32_t changed_count;
    std::uint32_t next, end;  ///< of the range, as ids
    BoxPair* out;             ///< room for capacity + kMaxLanes
    std::uint32_t capacity;   ///< at least changed_count * kMaxLanes
    std::uint32_t count;
};

/// Places of a list that edit_partners looks at.
inline constexpr std::uint32_t kShortList = 8;

template <int Dim>
struct BroadphaseKernels {
    void (*quantize)(const QuantizeArgs<Dim>&);
    void (*scatter)(const ScatterArgs<Dim>&);
    bool (*sort)(const SortArgs<Dim>&);  ///< false: keys too close together for it, `order` is garbage
    void (*gather)(const GatherArgs<Dim>&);
    void (*sweep_self)(SweepState<Dim>&);
    void (*sweep_cross)(SweepState<Dim>&);
};

/// All kernels of one instruction set.
struct KernelTable {
    std::uint32_t lanes;
    std::uint32_t (*ingest)(const IngestArgs&);  ///< returns how many rows were illegal; they become inert boxes
    EdgeRange (*bounds)(const BoundsArgs&);
    BoxKernels boxes;
    /// Stops before a vector with a box that is not legal, and before the last boxes that fill no vector. Returns how many
    /// boxes it has read, their edges in `edges`.
    std::uint32_t (*read_aabbs)(const ReadAabbsArgs&, EdgeRange& edges);
    BroadphaseKernels<2> flat;
    BroadphaseKernels<3> solid;
    /// Returns how many copies there are then; `wide_count`: how many are wide.
    std::uint32_t (*split_copies)(const SplitArgs&, std::uint32_t& wide_count);
    /// Adds one to counts[column * stride] for each copy.
    void (*count_copies)(const std::uint32_t* copies, std::uint32_t count, std::uint32_t* counts, std::uint32_t stride);
    /// Stops before a vector with bounds that are not legal, and before the last ones that fill no vector. Returns where.
    std::uint32_t (*legal_bounds)(const BoundsRows&, std::uint32_t count);
    /// Moves boxes, and lists at changed[changed_count] and behind (room for a vector more) those that were not listed. Stops
    /// before a vector whose ids do not ascend, and one box before the last at the latest. Returns how many boxes it has moved.
    std::uint32_t (*move_boxes)(const MoveArgs&, std::uint32_t* changed, std::uint32_t& changed_count);
    /// Stops before a vector with a box that one entry does not do for (it is not dynamic, or is and was nowhere, or has jumped
    /// by more than its size), and before the last boxes that fill no vector. Returns how many boxes it has read, their edges
    /// joined to `edges`.
    std::uint32_t (*tracked_bounds)(const TrackedBoundsArgs&, EdgeRange& edges);
    /// Keeps the candidates that changed, in order. `out` has room for count + kMaxLanes. Returns how many.
    std::uint32_t (*filter_changes)(const ChangeTestArgs&, BoxPair* out);
    void (*sweep_changes)(ChangeSweep&);
    /// Stops before a vector whose pairs might find no room.
    void (*scan_changes)(ChangeScan&);
    /// Takes an id that is there out of a list of `count` ascending ones, at most kShortList, or puts one in that is not, where there are
    /// fewer. Ids are below 2^31. kShortList places are read and written, those that are not the list's as they were.
    void (*edit_partners)(std::uint32_t* list, std::uint32_t count, std::uint32_t partner, bool lost);
    /// Keeps the pairs that overlap, in order. `out` has room for count + kMaxLanes. Returns how many.
    std::uint32_t (*filter_pairs)(const PairTestArgs&, BoxPair* out);
    /// Keeps the pairs that make contact, in order. `out` has room for count + kMaxLanes. Returns how many.
    std::uint32_t (*filter_contacts)(const ContactFilterArgs&, ContactHit* out);
    /// One row per pair; `out` has room for padded(count).
    void (*find_axes)(const AxisArgs&, AxisRow* out);
    void (*face_manifolds)(const ManifoldArgs&);
    void (*edge_manifolds)(const ManifoldArgs&);
    /// One byte per pair, 1 when it overlaps.
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
