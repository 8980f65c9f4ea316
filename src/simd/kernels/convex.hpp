#pragma once

// Boxes against a convex body that is given by its corners, by separating axes. Lane = box.
//
// Axis order: the three axes of the box, the normals of the body, and for each edge of the body its cross products with
// the axes of the box. The corners are transformed to the frame of the box. Whatever the rounding of an axis, both
// intervals are right for the axis as computed. So a null axis separates nothing, and no epsilon is needed (see
// pair_axes.hpp). An endless body has rays, too: its interval has no end where a ray leads. A ray in the plane of a
// normal, or along the edge of an axis, is perpendicular to that axis by construction. No rounding may decide there
// which way the ray leads.
// Sources: Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996; Ericson, Real-Time Collision Detection, 5.2.1, 5.2.9
// (triangle).
// Cost per vector: 9 multiplies per corner; per normal 12 + 3 per corner; per edge 15 + 6 per corner. The edges stop
// early when all boxes of a vector are decided.

#include "simd/kernels/box_frame.hpp"

namespace satori::v0::simd {

/// The interval of the body on an axis.
template <class L>
struct IntervalLanes {
    typename L::Float min = L::broadcast(__FLT_MAX__), max = L::broadcast(-__FLT_MAX__);
};

template <class L>
SATORI_LANES_INLINE void widen(IntervalLanes<L>& interval, typename L::Float v) {
    interval.min = L::min(interval.min, v);
    interval.max = L::max(interval.max, v);
}

/// Extends the interval of a body to its end in the direction of a ray, given the ray's component along the axis.
template <class L>
SATORI_LANES_INLINE void extend(IntervalLanes<L>& interval, typename L::Float along) {
    const auto zero = L::broadcast(0.0F);
    interval.min = L::select(L::lt(along, zero), L::broadcast(-__FLT_MAX__), interval.min);
    interval.max = L::select(L::lt(zero, along), L::broadcast(__FLT_MAX__), interval.max);
}

/// Returns bit 31 where the interval [-radius, radius] of the box does not meet the other interval.
template <class L>
SATORI_LANES_INLINE typename L::Uint apart(const IntervalLanes<L>& interval, typename L::Float radius) {
    return L::as_uint(radius - interval.min) | L::as_uint(interval.max + radius);
}

/// The body in the frames of the boxes.
template <class L>
struct BodyLanes {
    VectorLanes<L> corner[8], ray[4];
};

template <class L>
SATORI_LANES_INLINE BodyLanes<L> turned_to_box(const BoxLanes<L>& box, const ConvexShape& body) {
    BodyLanes<L> turned;
    for (std::uint32_t v = 0; v < body.vertex_count; ++v) {
        VectorLanes<L> offset = from_center<L>(box, broadcast_vector<L>(body.vertex[v]));
        for (int k = 0; k < 3; ++k) offset.at[k] = offset.at[k] + L::broadcast(body.rest[v][k]);
        turned.corner[v] = turned_to_box<L>(box, offset);
    }
    for (std::uint32_t r = 0; r < body.ray_count; ++r)
        turned.ray[r] = turned_to_box<L>(box, broadcast_vector<L>(body.edge[r]));
    return turned;
}

/// Returns the interval of the body on its normal n, which is `normal` in the frames of the boxes.
template <class L>
SATORI_LANES_INLINE IntervalLanes<L> interval_on(const ConvexShape& body, const BodyLanes<L>& turned, std::uint32_t n,
                                                 const VectorLanes<L>& normal) {
    IntervalLanes<L> interval;
    for (std::uint32_t v = 0; v < body.vertex_count; ++v) widen<L>(interval, dot<L>(normal.at, turned.corner[v].at));
    for (std::uint32_t r = 0; r < body.ray_count; ++r)
        if ((body.normal_rays[n] >> r & 1U) == 0) extend<L>(interval, dot<L>(normal.at, turned.ray[r].at));
    return interval;
}

/// Bit 31 of a lane is set when box and body do not overlap.
template <class L>
SATORI_LANES_INLINE typename L::Uint separated_from(const BoxLanes<L>& box, const ConvexShape& body) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);
    const BodyLanes<L> turned = turned_to_box<L>(box, body);
    const auto& corner = turned.corner;
    const auto& ray = turned.ray;
    typename L::Uint sign = L::broadcast(0U);
    for (int i = 0; i < 3; ++i) {
        IntervalLanes<L> interval;
        for (std::uint32_t v = 0; v < body.vertex_count; ++v) widen<L>(interval, corner[v].at[i]);
        for (std::uint32_t r = 0; r < body.ray_count; ++r) extend<L>(interval, ray[r].at[i]);
        sign = sign | apart<L>(interval, box.half[i]);
    }
    // A box whose center is in the body overlaps it, whatever the rounding of the axes that follow. Inert boxes do not.
    auto inside = body.solid ? L::ge(box.half[0], zero) : L::lt(zero, zero);
    for (std::uint32_t n = 0; n < body.normal_count; ++n) {
        const VectorLanes<L> normal = turned_to_box<L>(box, broadcast_vector<L>(body.normal[n]));
        const IntervalLanes<L> interval = interval_on<L>(body, turned, n, normal);
        sign = sign | apart<L>(interval, radius_along<L>(box, normal));
        inside = L::both(inside, L::both(L::le(interval.min, zero), L::ge(interval.max, zero)));
    }
    const auto keep = L::as_uint(L::select(inside, L::broadcast(0.0F), L::broadcast(-0.0F)));
    const std::uint32_t certain = L::bits(inside);
    for (std::uint32_t e = 0; e < body.edge_count; ++e) {
        if ((L::sign_bits(sign) | certain) == kAllLanes<L>) break;
        const VectorLanes<L> edge = turned_to_box<L>(box, broadcast_vector<L>(body.edge[e]));
        for (int j = 0; j < 3; ++j) {
            // The product of the edge and axis j of the box, in the frame of the box: edge[b] along a, -edge[a] along
            // b.
            const int a = (j + 1) % 3, b = (j + 2) % 3;
            IntervalLanes<L> interval;
            for (std::uint32_t v = 0; v < body.vertex_count; ++v)
                widen<L>(interval, corner[v].at[a] * edge.at[b] - corner[v].at[b] * edge.at[a]);
            // Exactly zero for the edge itself.
            for (std::uint32_t r = 0; r < body.ray_count; ++r)
                extend<L>(interval, ray[r].at[a] * edge.at[b] - ray[r].at[b] * edge.at[a]);
            sign = sign | apart<L>(interval, box.half[a] * L::abs(edge.at[b]) + box.half[b] * L::abs(edge.at[a]));
        }
    }
    return sign & keep;
}

/// Returns bit 31 where a box reaches further than the distance of a face.
template <class L>
SATORI_LANES_INLINE typename L::Uint too_far(typename L::Float distance, typename L::Float reach) {
    return L::as_uint((distance - reach) + L::broadcast(0.0F));  // the sum of zeros has no sign
}

/// Bit k is set when box k lies in the body. Requires that the body is solid, and that the box overlaps it.
template <class L>
SATORI_LANES_INLINE std::uint32_t inside_bits(const BoxLanes<L>& box, const ConvexShape& body) {
    const BodyLanes<L> turned = turned_to_box<L>(box, body);
    typename L::Uint sign = L::broadcast(0U);
    for (std::uint32_t n = 0; n < body.normal_count; ++n) {
        const VectorLanes<L> normal = turned_to_box<L>(box, broadcast_vector<L>(body.normal[n]));
        const IntervalLanes<L> interval = interval_on<L>(body, turned, n, normal);
        const typename L::Float radius = radius_along<L>(box, normal);
        const typename L::Float zero = L::broadcast(0.0F);
        sign = sign | too_far<L>(zero - interval.min, radius) | too_far<L>(interval.max, radius);
    }
    return ~L::sign_bits(sign) & kAllLanes<L>;
}

}  // namespace satori::v0::simd
