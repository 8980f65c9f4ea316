#pragma once

// Points and boxes: which points a box contains (lane = point), and the point of a box that is nearest to another one (lane = point
// or box, the same arithmetic).
//
// In the box' frame the nearest point has each coordinate clamped to the half extents.
// Source: Ericson, Real-Time Collision Detection, 5.1.4.
// Cost per vector: contains 9 multiplies, 9 adds, 3 compares, 1 row transpose; nearest point 21 multiplies, 24 adds, 1 root.

#include <satori/shapes.hpp>

#include "simd/kernels/axes.hpp"
#include "simd/kernels/box_frame.hpp"

namespace satori::inline v0::simd {

/// A ClosestPoint per lane: x y z, signed distance.
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
    out[3] = L::select(legal, L::select(inside, depth, L::sqrt(dot<L>(beyond, beyond))), infinity);
}

template <class L>
void closest_on_boxes(const ShapeArgs& args, float* out) {
    const auto point = broadcast_vector<L>(args.shape->point.at);
    for (std::size_t i = args.begin; i < padded(args.end); i += L::width, out += 4 * L::width) {
        typename L::Float closest[4];
        closest_in<L>(load_box_arrays<L>(args.boxes, i), point, closest);
        L::template store_rows<1>(out, closest);
    }
}

/// Points [i, i + width).
template <class L>
SATORI_LANES_INLINE VectorLanes<L> load_points(const PointsArgs& args, std::size_t i) {
    const float* rows[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] = args.points + (i + lane) * args.stride;
    typename L::Float point[4];
    L::template load_rows<1>(rows, point);
    return {{point[0], point[1], point[2]}};
}

template <class L>
void contains_points(const PointsArgs& args, std::uint8_t* out) {
    const BoxLanes<L> box = broadcast_box<L>(args.box);
    for (std::size_t i = 0; i < args.count; i += L::width) {
        const auto local = turned_to_box<L>(box, from_center<L>(box, load_points<L>(args, i)));
        store_bytes(out + i, L::bits(in_box<L>(box, local)), L::width);
    }
}

template <class L>
void closest_to_points(const PointsArgs& args, float* out) {
    const BoxLanes<L> box = broadcast_box<L>(args.box);
    for (std::size_t i = 0; i < args.count; i += L::width) {
        typename L::Float closest[4];
        closest_in<L>(box, load_points<L>(args, i), closest);
        L::template store_rows<1>(out + 4 * i, closest);
    }
}

}  // namespace satori::inline v0::simd
