#pragma once

// The interface between the kernel units and the rest of the library: plain structs and one table of function pointers
// per instruction set. It has no SIMD type and no inline function with arithmetic, because this header is compiled with
// many sets of flags.
//
// An inert box is a box that overlaps nothing. Its half extents are kInertHalfExtent.

#include <cstddef>
#include <cstdint>

#include "simd/bounds_abi.hpp"
#include "simd/box_abi.hpp"
#include "simd/columns_abi.hpp"
#include "simd/entry_abi.hpp"
#include "simd/impacts_abi.hpp"
#include "simd/isa_list.hpp"
#include "simd/moving_abi.hpp"
#include "simd/pairs_abi.hpp"
#include "simd/query_abi.hpp"
#include "simd/rect_abi.hpp"
#include "simd/shape_abi.hpp"

namespace satori::v0::simd {

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
    /// Notes in the bonds whether they are pairs now, and writes those that have changed to `out`, which has room for
    /// all. Returns their number.
    std::uint32_t (*judge_bonds)(const JudgeArgs&, BoxPair* out);
    /// Keeps the pairs that overlap, in order. `out` has room for count + kMaxLanes. Returns the number kept.
    std::uint32_t (*filter_pairs)(const PairTestArgs&, BoxPair* out);
    /// Keeps the pairs that make contact, in order. `out` has room for count + kMaxLanes. Returns the number kept.
    std::uint32_t (*filter_contacts)(const ContactFilterArgs&, ContactHit* out);
    /// Writes one row per pair; `out` has room for padded(count).
    void (*find_axes)(const AxisArgs&, AxisRow* out);
    void (*face_manifolds)(const ManifoldArgs&);
    void (*edge_manifolds)(const ManifoldArgs&);
    /// Writes one row per pair; `out` has room for padded(count).
    void (*find_distances)(const DistanceArgsOf<BoxRecord>&, DistanceRow<3>* out);
    /// Writes two bytes per pair. `overlaps`: 1 when the boxes overlap. `far`: 1 when find_distances() finds more than
    /// max_distance for sure.
    void (*test_near)(const NearArgsOf<BoxRecord>&, std::uint8_t* overlaps, std::uint8_t* far);
    /// Moves the times of the pairs on, and writes one row per pair: its points at its time.
    void (*find_impacts)(const ImpactArgs<3>&, DistanceRow<3>* out);
    /// Writes one byte per pair, 1 when it overlaps.
    void (*test_pairs)(const PairTestArgs&, std::uint8_t* out);
    RoundedKernels<BoxRecord> rounded;
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

}  // namespace satori::v0::simd
