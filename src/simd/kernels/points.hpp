#pragma once

// Points and boxes: the points that a box contains (lane = point), and the point of a box that is nearest to a given
// point (lane = point or box, the same arithmetic).
//
// In the frame of the box, the nearest point has each coordinate clamped to the half extents.
// Source: Ericson, Real-Time Collision Detection, 5.1.4.
// Cost per vector: contains 9 multiplies, 9 adds, 3 compares, 1 row transpose; nearest point 21 multiplies, 23 adds, 16
// compares, 1 root.

#include <satori/shapes.hpp>

#include "simd/kernels/ahead.hpp"
#include "simd/kernels/axes.hpp"
#include "simd/kernels/box_frame.hpp"

namespace satori::v0::simd {

/// Writes a ClosestPoint per lane: x y z, signed distance.
template <class L>
SATORI_LANES_INLINE void closest_in(const BoxLanes<L>& box, const VectorLanes<L>& point, typename L::Float* out) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F), limit = L::broadcast(kMaxShapeCoordinate);
    const Float infinity = L::broadcast(__builtin_inff());
    const auto local = turned_to_box<L>(box, from_center<L>(box, point));
    Float clamped[3], beyond[3], depth = L::broadcast(-__FLT_MAX__);
    auto legal = L::ge(box.half[0], zero);
    for (int i = 0; i < 3; ++i) {
        const Float reach = L::abs(local.at[i]);
        clamped[i] = with_sign<L>(L::min(reach, box.half[i]), local.at[i]);
        depth = L::max(depth, reach - box.half[i]);
        beyond[i] = L::max(reach - box.half[i], zero);
        legal = L::both(legal, L::le(L::abs(point.at[i]), limit));
    }
    const auto inside = in_box<L>(box, local);
    for (int k = 0; k < 3; ++k) {
        const Float along = (clamped[0] * box.axes[0][k] + clamped[1] * box.axes[1][k]) + clamped[2] * box.axes[2][k];
        out[k] = L::select(legal, L::select(inside, point.at[k], box.center[k] + along), infinity);
    }
    // Never 0 outside of the box, even where the squares underflow.
    const Float distance = L::max(L::sqrt(dot<L>(beyond, beyond)), L::broadcast(__FLT_MIN__));
    out[3] = L::select(legal, L::select(inside, depth, distance), infinity);
}

template <class L>
void closest_on_boxes(const ShapeArgs& args, float* out) {
    const auto point = broadcast_vector<L>(args.shape->point.at);
    for (std::size_t i = args.begin; i < args.end; i += L::width, out += 4 * L::width) {
        typename L::Float closest[4];
        closest_in<L>(load_box_arrays<L>(args.boxes, i), point, closest);
        L::template store_rows<1>(out, closest);
    }
}

/// The distance of the prefetch of points, in bytes. The hardware prefetcher is too slow for rows of three floats. The
/// prefetch goes into the first-level cache; into the second-level cache it would make the loop a third slower.
inline constexpr std::uintptr_t kPointsAhead = 1536;

/// Calls kernel(points, i) for all points [i, i + width).
template <class L, std::size_t kStride, class Kernel>
SATORI_LANES_INLINE void for_point_rows(const float* points, std::size_t count, Kernel&& kernel) {
    for (std::size_t i = 0; i < count; i += L::width, points += kStride * L::width) {
        const float* rows[L::width];
        for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] = points + lane * kStride;
        ask_ahead<kStride * L::width * sizeof(float), kFirstLevel>(points, kPointsAhead);
        typename L::Float point[4];
        L::template load_rows<1>(rows, point);
        kernel(VectorLanes<L>{{point[0], point[1], point[2]}}, i);
    }
}

template <class L, class Kernel>
SATORI_LANES_INLINE void for_points(const PointsArgs& args, Kernel&& kernel) {
    if (args.packed)
        for_point_rows<L, 3>(args.points, args.count, kernel);
    else
        for_point_rows<L, 4>(args.points, args.count, kernel);
}

template <class L>
void contains_points(const PointsArgs& args, std::uint8_t* out) {
    const BoxLanes<L> box = broadcast_box<L>(args.box);
    for_points<L>(args, [&](const VectorLanes<L>& point, std::size_t i) SATORI_INLINE_LAMBDA {
        const auto local = turned_to_box<L>(box, from_center<L>(box, point));
        store_bytes(out + i, L::bits(in_box<L>(box, local)), L::width);
    });
}

template <class L>
void closest_to_points(const PointsArgs& args, float* out) {
    const BoxLanes<L> box = broadcast_box<L>(args.box);
    for_points<L>(args, [&](const VectorLanes<L>& point, std::size_t i) SATORI_INLINE_LAMBDA {
        typename L::Float closest[4];
        closest_in<L>(box, point, closest);
        L::template store_rows<1>(out + 4 * i, closest);
    });
}

}  // namespace satori::v0::simd
