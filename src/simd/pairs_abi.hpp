#pragma once

// Kernels of the narrowphase: pair tests, axes, manifolds. kernel_abi.hpp includes this header and explains the
// conventions.

#include <cstddef>
#include <cstdint>

#include <satori/manifold.hpp>

#include "simd/entry_abi.hpp"

namespace satori::v0::simd {

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

/// Contract 2: delta in units of the extents and the distance of the boxes.
inline constexpr float kDelta = 16 * __FLT_EPSILON__;

/// How much better an axis of a later kind must be: ContactOptions::axis_slack and edge_share.
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

/// Pairs for test_near.
template <class Record>
struct NearArgsOf {
    PairRowsOf<Record> pairs;
    float max_distance;  ///< at least 0
};

/// Pairs for find_distances.
template <class Record>
struct DistanceArgsOf {
    PairRowsOf<Record> pairs;
    /// Tries all pairs of edges, so that every pair is sure. Else only the supporting edges of each edge axis.
    bool complete;
};

/// A distance as kernels write it. `Dim` floats each: the direction, and the point of each box, from its center. All
/// zero for an inert box, whose distance is infinite.
template <int Dim>
struct alignas(16) DistanceRow {
    float distance;
    float direction[Dim];
    float on_first[Dim];
    float on_second[Dim];
    float unsure;  ///< 1: ask again with DistanceArgsOf::complete; else 0
};
static_assert(sizeof(DistanceRow<2>) == 32 && sizeof(DistanceRow<3>) == 48);

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

}  // namespace satori::v0::simd
