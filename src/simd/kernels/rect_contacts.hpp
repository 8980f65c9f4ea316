#pragma once

// Axes with depth and manifolds of oriented rectangles. Lane = pair.
//
// Axis order: as rect_axes.hpp. The kernel chooses the axis with the least overlap of the 4. An axis of A goes before
// an axis of B unless the latter is better by more than a slack. A cached axis goes before all others in the same way.
// The slack is the one of axes.hpp, from two extents.
//
// Manifold: the frame is the frame of the reference edge, x along it and z along its normal towards the other
// rectangle. The incident edge is the edge of that rectangle that faces most against the normal. It leans 45 degrees at
// most. So the clip at the ends of the reference edge divides by a length, not by a number that may be almost zero. The
// two ends of the clipped edge are the candidates.
// Source: Catto, "Iterative dynamics with temporal coherence", GDC 2005 (the idea).
// Cost per vector: 26 multiplies, 26 adds, 14 comparisons, 1 division for an axis, including the boolean test; with
// normals (find_rect_axes) 28, 33, 24, 1; for a manifold 41, 54, 39, 3 divisions and roots.

#include "simd/kernels/face_manifold.hpp"
#include "simd/kernels/rect_axes.hpp"

namespace satori::v0::simd {

template <class L, bool kOpen>
SATORI_LANES_INLINE AxisLanes<L> choose_axis(const RectLanes<L>& a, const RectLanes<L>& b,
                                             const RelativeRectPose<L>& pose, const AxisTolerance& tolerance,
                                             const typename L::Uint* cached, const typename L::Uint* barred = nullptr) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float most = L::broadcast(__FLT_MAX__);
    Float least[2] = {most, most};  // overlap on A's axes and on B's axes
    Uint least_axis[2] = {L::broadcast(0U), L::broadcast(2U)};
    Float kept = most;
    Uint separated = flat_sign<L, kOpen>(a, b);
    const Float cached_axis = cached != nullptr ? number<L>(*cached) : most;
    visit_axes<L>(a, b, pose, [&](int axis, Float overlap) SATORI_INLINE_LAMBDA {
        separated = separated | face_sign<L, kOpen>(overlap);
        const int of = axis / 2;
        if (barred != nullptr) {
            const Float distance = of == 0 ? pose.along[axis] : negated<L>(pose.along[axis]);
            const Uint sides = *barred >> static_cast<int>(of == 0 ? kBarredOfA : kBarredOfB) >> (2 * (axis % 2));
            overlap = L::select(is_barred<L>(*barred, axis, sides & L::broadcast(3U), distance), most, overlap);
        }
        least_axis[of] =
            pick<L>(L::lt(overlap, least[of]), L::broadcast(static_cast<std::uint32_t>(axis)), least_axis[of]);
        least[of] = L::min(least[of], overlap);
        const Float wanted = L::broadcast(static_cast<float>(axis));
        if (cached != nullptr)
            kept = L::select(L::both(L::le(wanted, cached_axis), L::le(cached_axis, wanted)), overlap, kept);
    });

    const Float slack = axis_slack<L>(pair_scale<L>(a, b, pose.offset), tolerance);
    const Float best = L::min(least[0], least[1]);
    const auto of_b = L::lt(least[1] + slack, least[0]);
    Float overlap = L::select(of_b, least[1], least[0]);
    Uint axis = pick<L>(of_b, least_axis[1], least_axis[0]);
    if (cached != nullptr) {
        const auto keep = L::both(L::lt(kept, most), L::le(kept, best + slack));
        overlap = L::select(keep, kept, overlap);
        axis = pick<L>(keep, *cached, axis);
    }
    return {axis, overlap, separated, best, slack};
}

/// Returns the lanes whose axis is axis 1, not 0, of its rectangle.
template <class L>
SATORI_LANES_INLINE typename L::Mask is_odd(typename L::Uint axis) {
    return L::lt(L::broadcast(0.5F), number<L>(axis & L::broadcast(1U)));
}

/// Returns the lanes whose axis belongs to B.
template <class L>
SATORI_LANES_INLINE typename L::Mask is_of_b(typename L::Uint axis) {
    return L::lt(L::broadcast(1.5F), number<L>(axis));
}

/// Chooses the axes of rectangles of which one is much larger. `pair` becomes the pair of rectangles that the choice
/// used.
template <class L>
SATORI_LANES_APART AxisLanes<L> choose_near_rects(const RectLanes<L>& a, const RectLanes<L>& b, typename L::Uint cached,
                                                  const RectAxisArgs& args, NearPair<L, RectLanes<L>>& pair) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    pair = near_pair<L>(a, b, speculative_distance<L>(args, a, b));
    return choose_near<L>(pair, a, b, L::broadcast(0U),
                          [&](const RectLanes<L>& of_a, const RectLanes<L>& of_b, const Float* offset, Uint without)
                              SATORI_INLINE_LAMBDA {
                                  return choose_axis<L, false>(of_a, of_b, relative_pose<L>(of_a, of_b, offset),
                                                               args.tolerance, &cached, &without);
                              });
}

/// Writes the axis of every pair.
template <class L>
void find_rect_axes(const RectAxisArgs& args, RectSeparatingAxis* out) {
    using Float = typename L::Float;
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        const RectLanes<L> a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
        const RectLanes<L> b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
        const typename L::Uint cached = L::loadu(args.cached + k);
        NearPair<L, RectLanes<L>> pair = whole_pair<L>(a, b);
        const AxisLanes<L> chosen = any_uneven<L>(a, b)
                                        ? choose_near_rects<L>(a, b, cached, args, pair)
                                        : choose_axis<L, false>(a, b, relative_pose<L>(a, b), args.tolerance, &cached);
        const auto odd = is_odd<L>(chosen.axis), of_b = is_of_b<L>(chosen.axis);
        Float normal[2];
        for (int c = 0; c < 2; ++c)
            normal[c] =
                L::select(of_b, L::select(odd, b.axes[1][c], b.axes[0][c]), L::select(odd, a.axes[1][c], a.axes[0][c]));
        const Float along = dot2<L>(normal, pair.offset) + L::broadcast(0.0F);  // -0 becomes +0
        const Float row[4] = {times_sign<L>(normal[0], along), times_sign<L>(normal[1], along),
                              L::broadcast(0.0F) - chosen.overlap, L::as_float(chosen.axis)};
        L::template store_rows<1>(reinterpret_cast<float*>(out + k), row);
    }
}

/// Two edges, in the frame of the reference edge.
template <class L>
struct EdgePair {
    typename L::Float x_axis[2], normal[2];  ///< the frame; the normal leads to the incident rectangle
    typename L::Float hx, hz;                ///< the reference rectangle
    typename L::Float to_a[2];               ///< from its center to A's
    typename L::Float center[2], u[2];       ///< incident edge; center[1]: above the reference edge
    typename L::Float hu;
    typename L::Float separation;  ///< of the rectangles along the normal
    typename L::Float distance;    ///< the speculative distance of the pair
    typename L::Float past;        ///< tolerance for contact
    typename L::Float snap;        ///< points within this distance are one corner
    typename L::Uint base;         ///< common part of all feature ids
    typename L::Uint turn;         ///< sign that turns the normal from A to B
};

/// Returns the rectangles with the larger one cut. The cut is undone where it removed the reference edge, or where the
/// axis was chosen for the whole.
template <class L>
SATORI_LANES_APART NearPair<L, RectLanes<L>> near_edges(const RectLanes<L>& reference, const RectLanes<L>& incident,
                                                        typename L::Mask odd, const RectManifoldArgs& args) {
    using Float = typename L::Float;
    typename L::Uint cut[2];
    NearPair<L, RectLanes<L>> near =
        near_pair<L>(reference, incident, speculative_distance<L>(args, reference, incident));
    for (int i = 0; i < 2; ++i)
        cut[i] = (near.barred >> static_cast<int>(kBarredOfA + 2 * static_cast<std::uint32_t>(i))) &
                 side_bit<L>(dot2<L>(reference.axes[i], near.offset));
    const auto lost = pick<L>(odd, cut[1], cut[0]);
    make_whole<L>(near, L::both(is_set<L>(lost | (lost >> 1)), near.cut), reference, incident);
    Float axis[2];
    for (int c = 0; c < 2; ++c) axis[c] = L::select(odd, near.a.axes[1][c], near.a.axes[0][c]);
    Float separation = L::abs(dot2<L>(axis, near.offset)) - L::select(odd, near.a.half[1], near.a.half[0]);
    for (int i = 0; i < 2; ++i) separation = separation - L::abs(dot2<L>(axis, near.b.axes[i])) * near.b.half[i];
    make_whole<L>(near, too_deep<L>(near, separation), reference, incident);
    return near;
}

/// Returns the frame, and the incident edge in it.
template <class L>
SATORI_LANES_INLINE EdgePair<L> find_edges(const RectManifoldArgs& args, std::uint32_t k) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float zero = L::broadcast(0.0F);
    const float *reference_rows[L::width], *incident_rows[L::width];
    find_roles<L, 2>(args, k, reference_rows, incident_rows);
    const RectLanes<L> whole_reference = load_rect_rows<L>(reference_rows),
                       whole_incident = load_rect_rows<L>(incident_rows);
    const Uint axis = L::loadu(args.axis + k);
    const auto odd = is_odd<L>(axis), of_b = is_of_b<L>(axis);
    NearPair<L, RectLanes<L>> near = whole_pair<L>(whole_reference, whole_incident);
    if (any_uneven<L>(whole_reference, whole_incident))
        near = near_edges<L>(whole_reference, whole_incident, odd, args);
    const RectLanes<L>&reference = near.a, &incident = near.b;
    const Float* const offset = near.offset;

    EdgePair<L> pair;
    pair.hz = L::select(odd, reference.half[1], reference.half[0]);
    pair.hx = L::select(odd, reference.half[0], reference.half[1]);
    Float looks[2];
    for (int c = 0; c < 2; ++c) {
        looks[c] = L::select(odd, reference.axes[1][c], reference.axes[0][c]);
        pair.x_axis[c] = L::select(odd, reference.axes[0][c], reference.axes[1][c]);
        pair.to_a[c] = L::select(of_b, offset[c] - near.moved_b[c], zero - near.moved_a[c]);
    }
    const PairScale<L> scale = pair_scale<L>(reference, incident, offset);
    pair.distance = speculative_distance<L>(args, whole_reference, whole_incident);
    pair.past = L::broadcast(kClipDeltas) * scale.delta;
    pair.snap = snap_distance<L>(scale);
    pair.turn = pick<L>(of_b, L::broadcast(0x80000000U), L::broadcast(0U));
    // From A to B, as in find_rect_axes() where the centers lie on one line; then towards the incident rectangle.
    const Float along = dot2<L>(looks, offset) + zero;
    const Float from_a = L::select(of_b, zero - along, along);
    for (int c = 0; c < 2; ++c) pair.normal[c] = L::as_float(L::as_uint(times_sign<L>(looks[c], from_a)) ^ pair.turn);

    // The incident rectangle in the frame, and its edge that faces most against the normal.
    const Float center[2] = {dot2<L>(pair.x_axis, offset), L::abs(along) - pair.hz};
    Float axes[2][2];
    for (int j = 0; j < 2; ++j) {
        axes[j][0] = dot2<L>(pair.x_axis, incident.axes[j]);
        axes[j][1] = dot2<L>(pair.normal, incident.axes[j]);
    }
    const Float slopes[2] = {L::abs(axes[0][1]), L::abs(axes[1][1])};
    pair.separation = (center[1] - slopes[0] * incident.half[0]) - slopes[1] * incident.half[1];
    const auto second = L::lt(slopes[0], slopes[1]);
    const Float half = L::select(second, incident.half[1], incident.half[0]);
    const Float slope = L::select(second, axes[1][1], axes[0][1]);
    pair.hu = L::select(second, incident.half[0], incident.half[1]);
    for (int c = 0; c < 2; ++c) {
        pair.center[c] = center[c] - times_sign<L>(L::select(second, axes[1][c], axes[0][c]), slope) * half;
        pair.u[c] = L::select(second, axes[0][c], axes[1][c]) * pair.hu;
    }
    const Uint incident_axis = pick<L>(second, L::broadcast(2U), L::broadcast(0U));
    // The sign of the edge's outward normal on its axis is the opposite of the sign of the slope.
    const Uint against = (L::as_uint(slope) >> 31) ^ L::broadcast(1U);
    pair.base = (axis << 8) | (((L::as_uint(from_a) ^ pair.turn) >> 31) << 7) | ((incident_axis | against) << 4);
    return pair;
}

/// The part of the incident edge over the reference edge.
template <class L>
struct EdgePoints {
    PointLanes<L> point[2];  ///< y is not used; the points from `count` on are garbage
    typename L::Uint count;  ///< or kPassing
};

template <class L>
SATORI_LANES_INLINE EdgePoints<L> clip_edges(const EdgePair<L>& pair, const RectManifoldArgs& args) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float zero = L::broadcast(0.0F), one = L::broadcast(1.0F), none = L::broadcast(kNoContact);
    const Float *const center = pair.center, *const u = pair.u;
    const Float corner[2][2] = {{center[0] - u[0], center[1] - u[1]}, {center[0] + u[0], center[1] + u[1]}};
    const Float way[2] = {u[0] + u[0], u[1] + u[1]};
    const Float wide = pair.hx + pair.past;
    const Float per = L::div(one, divisor<L>(way[0]));
    const Float x0 = (zero - wide - corner[0][0]) * per, x1 = (wide - corner[0][0]) * per;
    const Float share[2] = {L::max(L::min(x0, x1), zero), L::min(L::max(x0, x1), one)};
    const auto over = L::le(share[0], share[1]);
    // A point near an incident corner gets the id of the corner. `snap` is a share of the edge.
    const Float snap = L::div(pair.snap, L::max(pair.hu + pair.hu, L::broadcast(1e-30F)));
    const Float from_corner[2] = {share[0], one - share[1]};
    EdgePoints<L> out;
    for (int p = 0; p < 2; ++p) {
        PointLanes<L>& point = out.point[p];
        point.x = clamp<L>(corner[0][0] + share[p] * way[0], pair.hx);
        point.y = zero;
        point.separation = L::select(over, corner[0][1] + share[p] * way[1], none);
        // 2, + 1 where x is positive.
        const Uint reference_corner = L::broadcast(3U) - (L::as_uint(point.x) >> 31);
        point.id = pair.base |
                   pick<L>(L::le(from_corner[p], snap), L::broadcast(static_cast<std::uint32_t>(p)), reference_corner);
    }

    // Points that are too far apart do not count, except for the lower point of rectangles that overlap.
    const Float lowest = L::min(out.point[0].separation, out.point[1].separation);
    const Float reach = pair.distance + pair.past;
    const auto overlapping = L::le(pair.separation, pair.past);
    const Float limit = L::select(overlapping, L::max(reach, lowest), reach);
    auto passing = L::both(overlapping, L::lt(reach + pair.snap, lowest));
    auto any = L::both(L::le(lowest, limit), L::le(pair.separation, reach));
    const auto both = L::both(L::le(L::max(out.point[0].separation, out.point[1].separation), limit),
                              L::lt(L::broadcast(kApart) * pair.snap, L::abs(out.point[1].x - out.point[0].x)));
    const auto lower_first = L::either(L::lt(out.point[1].separation + pair.snap, out.point[0].separation),
                                       L::lt(limit, out.point[0].separation));
    out.point[0] = either_point<L>(L::except(lower_first, both), out.point[1], out.point[0]);
    if (args.last_resort) {
        // The edges have no opposite parts: uses the lower incident corner, moved over the reference edge.
        const auto nothing = L::both(passing, L::le(none, lowest));
        const auto right = L::lt(corner[1][1], corner[0][1]);
        const PointLanes<L> corner_over{clamp<L>(L::select(right, corner[1][0], corner[0][0]), pair.hx), zero,
                                        L::min(corner[0][1], corner[1][1]),
                                        pair.base | pick<L>(right, L::broadcast(1U), L::broadcast(0U))};
        out.point[0] = either_point<L>(nothing, corner_over, out.point[0]);
        passing = L::except(passing, passing);
    }
    any = L::except(any, passing);
    const Uint some = pick<L>(both, L::broadcast(2U), L::broadcast(1U));
    out.count = pick<L>(any, some, pick<L>(passing, L::broadcast(kPassing), L::broadcast(0U)));
    return out;
}

/// Writes the points in world coordinates.
template <class L>
SATORI_LANES_INLINE void write_edges(const EdgePair<L>& pair, const EdgePoints<L>& points, const RectManifoldArgs& args,
                                     std::uint32_t k) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);
    ManifoldLanes<L, RectManifold> out;
    out.words[0] = L::as_float(L::loadu(args.pairs.first + k));
    out.words[1] = L::as_float(L::loadu(args.pairs.second + k));
    for (int c = 0; c < 2; ++c) out.words[2 + c] = L::as_float(L::as_uint(pair.normal[c]) ^ pair.turn);
    out.words[4] = L::as_float(points.count);
    // kPassing is not a number of points.
    const Float count = number<L>(points.count);
    const auto some = L::le(count, L::broadcast(2.0F));
    for (int p = 0; p < 2; ++p) {
        const PointLanes<L>& point = points.point[p];
        const auto counts = L::both(some, L::le(L::broadcast(static_cast<float>(p + 1)), count));
        // Halfway between the edges.
        const Float z = pair.hz + L::broadcast(0.5F) * point.separation;
        Float* const words = out.words + 5 + 4 * p;
        for (int c = 0; c < 2; ++c)
            words[c] = L::select(counts, (point.x * pair.x_axis[c] + z * pair.normal[c]) - pair.to_a[c], zero);
        words[2] = L::select(counts, point.separation, zero);
        words[3] = L::as_float(pick<L>(counts, point.id, L::broadcast(0U)));
    }
    store_manifolds<L>(out, args, k);
}

template <class L>
void rect_manifolds(const RectManifoldArgs& args) {
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        ask_for_hits<L>(args.ahead);
        const EdgePair<L> pair = find_edges<L>(args, k);
        write_edges<L>(pair, clip_edges<L>(pair, args), args, k);
    }
}

}  // namespace satori::v0::simd
