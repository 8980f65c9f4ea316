#pragma once

// The interface between the kernel units and the rest of the library for rectangles. kernel_abi.hpp includes this
// header and explains the conventions.

#include <cstddef>
#include <cstdint>

#include <satori/rect_manifold.hpp>
#include <satori/types.hpp>

#include "simd/box_abi.hpp"

namespace satori::v0::simd {

struct IngestArgs;
struct EdgeRange;
template <int Dim>
struct BoundsArgsIn;
template <class Record>
struct PairRowsOf;
template <class Record>
struct PairTestArgsOf;
struct PointsArgs;
struct ContactHit;
template <class Record>
struct ContactFilterArgsOf;
template <class Record>
struct AxisArgsOf;
template <class Record, class Manifold>
struct ManifoldArgsOf;
template <class Record>
struct NearArgsOf;
template <class Record>
struct DistanceArgsOf;
template <int Dim>
struct DistanceRow;
template <int Dim>
struct ImpactArgs;

/// The record of one rectangle, as the pair kernels read it: half a cache line. The 6 floats are in the order of
/// RectComponent.
struct alignas(32) RectRecord {
    float center[2];
    float half[2];
    float axis[2];  ///< the first axis; the second is its left normal (-axis[1], axis[0])
    std::uint32_t id;
    float reach;  ///< the radius
};
static_assert(sizeof(RectRecord) == 32);

using RectBoundsArgs = BoundsArgsIn<2>;
using RectTransformArgs = TransformArgsOf<2>;
using RectPairTestArgs = PairTestArgsOf<RectRecord>;
using RectContactFilterArgs = ContactFilterArgsOf<RectRecord>;
using RectAxisArgs = AxisArgsOf<RectRecord>;
using RectManifoldArgs = ManifoldArgsOf<RectRecord, RectManifold>;

/// Axes 0 and 1 belong to A, the others to B; see satori/rect_manifold.hpp.
inline constexpr std::uint32_t kRectAxisCount = 4;

/// Tests of rounded boxes, as test_pairs; not with `next`. The distance of the cores is compared with the radii. No box
/// is inert.
template <class Record>
struct RoundedKernels {
    void (*test_segments)(const PairTestArgsOf<Record>&, std::uint8_t* out);  ///< each core is a point or a segment
    void (*test_points)(const PairTestArgsOf<Record>&, std::uint8_t* out);    ///< the first core is a point
};

/// The kernels for rectangles, as KernelTable has them for boxes.
struct RectKernels {
    std::uint32_t (*ingest)(const IngestArgs&);
    EdgeRange (*bounds)(const RectBoundsArgs&);
    std::uint32_t (*filter_pairs)(const RectPairTestArgs&, BoxPair* out);
    void (*test_pairs)(const RectPairTestArgs&, std::uint8_t* out);
    RoundedKernels<RectRecord> rounded;
    std::uint32_t (*filter_contacts)(const RectContactFilterArgs&, ContactHit* out);
    void (*find_axes)(const RectAxisArgs&, RectSeparatingAxis* out);
    void (*manifolds)(const RectManifoldArgs&);
    void (*find_distances)(const DistanceArgsOf<RectRecord>&, DistanceRow<2>* out);
    void (*test_near)(const NearArgsOf<RectRecord>&, std::uint8_t* overlaps, std::uint8_t* far);
    void (*find_impacts)(const ImpactArgs<2>&, DistanceRow<2>* out);
    void (*corners)(const CornersArgs&);
    std::uint32_t (*transform)(const RectTransformArgs&);
    /// Writes one byte per point.
    void (*contains_points)(const PointsArgs&, std::uint8_t* out);
};

}  // namespace satori::v0::simd
