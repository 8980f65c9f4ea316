#pragma once

// Manifold of a face contact: the reference face clips the incident face, and at most four points are kept. Lane =
// pair.
//
// All computations are in the frame of the reference face: x and y along its edges, z along its normal towards the
// other box. The incident face is the face of that box that faces most against the normal. The reference rectangle
// clips its four edges (Liang and Barsky). The kernel also finds the position of the rectangle's corners in the
// incident face. That gives 8 + 4 candidates in fixed slots, and the slots determine the feature ids. The clipping of a
// segment and the height of a corner take divisions by numbers that may be almost zero. The points still stay within
// tolerance of both faces, because the error of such a division is a step along an edge that lies in the clip plane.
// Source: bepuphysics2's lane-per-pair box manifolds (the idea); Liang, Barsky, "A new concept and method for line
// clipping", TOG 1984.
// Cost per vector: 264 multiplies, 322 adds, 279 comparisons, 9 divisions and roots, about 530 signs and selections; a
// sixth less where no lane has a third point.

#include "simd/kernels/manifold_points.hpp"

namespace satori::v0::simd {

/// How far the corners and edges of a face may reach beyond the other face before they are clipped, in units of delta.
inline constexpr float kClipDeltas = 0.125F;
/// Corners and clip points within this distance of a corner count as that corner. In units of delta, and of the sum of
/// the smaller box's half extents.
inline constexpr float kSnapDeltas = 0.5F;
inline constexpr float kSnapExtents = 1e-4F;

/// Returns a divisor that is never zero and keeps the sign of v.
template <class L>
SATORI_LANES_INLINE typename L::Float divisor(typename L::Float v) {
    return with_sign<L>(L::max(L::abs(v), L::broadcast(1e-30F)), v);
}

template <class L>
SATORI_LANES_INLINE typename L::Float clamp(typename L::Float v, typename L::Float limit) {
    return L::max(L::min(v, limit), L::broadcast(0.0F) - limit);
}

/// Two faces, in the frame of the reference face.
template <class L>
struct FacePair {
    typename L::Float x_axis[3], y_axis[3], normal[3];  ///< the frame; the normal leads to the incident box
    typename L::Float hx, hy, hz;                       ///< the reference box
    typename L::Float to_a[3];                          ///< from its center to A's
    typename L::Float center[3], u[3], v[3];            ///< incident face; center[2]: above the reference face
    typename L::Float hu, hv;
    typename L::Float separation;  ///< of the boxes along the normal
    typename L::Float past;        ///< tolerance for contact
    typename L::Float distance;    ///< the speculative distance
    typename L::Float snap;        ///< points within this distance are one corner
    typename L::Uint base;         ///< common part of all feature ids
    typename L::Uint turn;         ///< sign that turns the normal from A to B
};

/// Writes the rows of the box with the reference face, and of the other box. Axes from `kOfB` on belong to B.
template <class L, std::uint32_t kOfB, class Args>
SATORI_LANES_INLINE void find_roles(const Args& args, std::uint32_t k, const float** reference_rows,
                                    const float** incident_rows) {
    if (args.pairs.first_records == args.pairs.second_records) {
        using Uint = typename L::Uint;
        const auto of_b = L::le(L::broadcast(static_cast<float>(kOfB)), number<L>(Uint(L::loadu(args.axis + k))));
        const Uint first = L::loadu(args.pairs.first + k), second = L::loadu(args.pairs.second + k);
        alignas(64) std::uint32_t reference[L::width], incident[L::width];
        L::store(reference, pick<L>(of_b, second, first));
        L::store(incident, pick<L>(of_b, first, second));
        rows_at<L>(args.pairs.first_records, reference, reference_rows);
        rows_at<L>(args.pairs.first_records, incident, incident_rows);
        return;
    }
    // Without a branch, because no predictor could guess it.
    for (std::uint32_t lane = 0; lane < L::width; ++lane) {
        const auto a = reinterpret_cast<std::uintptr_t>(args.pairs.first_records + args.pairs.first[k + lane]);
        const auto b = reinterpret_cast<std::uintptr_t>(args.pairs.second_records + args.pairs.second[k + lane]);
        const std::uintptr_t swap = (a ^ b) & (std::uintptr_t{0} - (args.axis[k + lane] >= kOfB ? 1U : 0U));
        reference_rows[lane] = reinterpret_cast<const float*>(a ^ swap);
        incident_rows[lane] = reinterpret_cast<const float*>(b ^ swap);
    }
}

/// Returns the distance within which points count as one corner.
template <class L>
SATORI_LANES_INLINE typename L::Float snap_distance(const PairScale<L>& scale) {
    return L::max(L::broadcast(kSnapDeltas) * scale.delta, L::broadcast(kSnapExtents) * scale.smaller);
}

/// Undoes the cut where it removed the reference face: the side of axis `face` that is towards the incident box.
template <class L>
SATORI_LANES_INLINE void keep_face(NearPair<L, BoxLanes<L>>& near, typename L::Float face, const BoxLanes<L>& reference,
                                   const BoxLanes<L>& incident) {
    auto lost = L::lt(face, face);
    for (int axis = 0; axis < 3; ++axis) {
        const auto is_face = L::both(L::le(L::broadcast(static_cast<float>(axis) - 0.5F), face),
                                     L::le(face, L::broadcast(static_cast<float>(axis) + 0.5F)));
        const auto sides = near.barred >> static_cast<int>(kBarredOfA + 2 * static_cast<std::uint32_t>(axis));
        const auto cut = sides & side_bit<L>(dot<L>(reference.axes[axis], near.offset));
        lost = L::either(lost, L::both(is_face, is_set<L>(cut | (cut >> 1))));
    }
    make_whole<L>(near, L::both(lost, near.cut), reference, incident);
}

/// Computes the frame, and the incident face in it. `face`: 0 to 2, of the reference box, which is B where `of_b`.
/// `offset`: from the center of the reference box to the center of the incident box. `to_a`: from there to A's own
/// center.
template <class L>
SATORI_LANES_INLINE void place_faces(const BoxLanes<L>& reference, const BoxLanes<L>& incident,
                                     const typename L::Float* offset, const typename L::Float* to_a,
                                     typename L::Uint axis, typename L::Mask of_b, typename L::Float face,
                                     FacePair<L>& pair) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float zero = L::broadcast(0.0F);
    const TurnedBox<L> frame = turned<L>(reference, face);

    pair.hz = frame.half[0];
    pair.hx = frame.half[1];
    pair.hy = frame.half[2];
    const PairScale<L> scale = pair_scale<L>(reference, incident, offset);
    pair.past = L::broadcast(kClipDeltas) * scale.delta;
    pair.snap = snap_distance<L>(scale);
    pair.turn = pick<L>(of_b, L::broadcast(0x80000000U), L::broadcast(0U));
    // From A to B, as in find_axes() where the centers lie in one plane; then towards the incident box.
    const Float along = dot<L>(frame.axes[0], offset) + zero;
    const Float from_a = L::select(of_b, zero - along, along);
    for (int c = 0; c < 3; ++c) {
        pair.normal[c] = L::as_float(L::as_uint(times_sign<L>(frame.axes[0][c], from_a)) ^ pair.turn);
        pair.x_axis[c] = frame.axes[1][c];
        pair.y_axis[c] = frame.axes[2][c];
        pair.to_a[c] = to_a[c];
    }

    // The incident box in the frame, and its face that faces most against the normal.
    BoxLanes<L> in_frame;
    in_frame.center[0] = dot<L>(pair.x_axis, offset);
    in_frame.center[1] = dot<L>(pair.y_axis, offset);
    in_frame.center[2] = L::abs(along) - pair.hz;
    Float slopes[3];
    pair.separation = in_frame.center[2];
    for (int j = 0; j < 3; ++j) {
        in_frame.half[j] = incident.half[j];
        in_frame.axes[j][0] = dot<L>(pair.x_axis, incident.axes[j]);
        in_frame.axes[j][1] = dot<L>(pair.y_axis, incident.axes[j]);
        in_frame.axes[j][2] = dot<L>(pair.normal, incident.axes[j]);
        slopes[j] = L::abs(in_frame.axes[j][2]);
        pair.separation = pair.separation - slopes[j] * incident.half[j];
    }
    const auto second = L::lt(slopes[0], slopes[1]);
    const auto third = L::lt(L::max(slopes[0], slopes[1]), slopes[2]);
    const Float facing = L::select(third, L::broadcast(2.0F), L::select(second, L::broadcast(1.0F), zero));
    const TurnedBox<L> quad = turned<L>(in_frame, facing);
    // The sign of the face's outward normal on its axis is the opposite of the sign of the slope.
    const Float slope = quad.axes[0][2];
    pair.hu = quad.half[1];
    pair.hv = quad.half[2];
    for (int c = 0; c < 3; ++c) {
        pair.center[c] = in_frame.center[c] - times_sign<L>(quad.axes[0][c], slope) * quad.half[0];
        pair.u[c] = quad.axes[1][c] * pair.hu;
        pair.v[c] = quad.axes[2][c] * pair.hv;
    }
    const Uint incident_axis = pick<L>(third, L::broadcast(4U), pick<L>(second, L::broadcast(2U), L::broadcast(0U)));
    const Uint against = (L::as_uint(slope) >> 31) ^ L::broadcast(1U);
    pair.base = (axis << 8) | (((L::as_uint(from_a) ^ pair.turn) >> 31) << 7) | ((incident_axis | against) << 4);
}

/// The same as place_faces(), where one box is much larger.
template <class L>
SATORI_LANES_APART void place_near_faces(const BoxLanes<L>& reference, const BoxLanes<L>& incident,
                                         typename L::Uint axis, typename L::Mask of_b, typename L::Float face,
                                         FacePair<L>& pair) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);
    NearPair<L, BoxLanes<L>> near = near_pair<L>(reference, incident, pair.distance);
    keep_face<L>(near, face, reference, incident);
    const auto place = [&] {
        Float to_a[3];
        for (int c = 0; c < 3; ++c) to_a[c] = L::select(of_b, near.offset[c] - near.moved_b[c], zero - near.moved_a[c]);
        place_faces<L>(near.a, near.b, near.offset, to_a, axis, of_b, face, pair);
    };
    place();
    // Uses the whole box where the axis was chosen for the whole.
    const auto deep = too_deep<L>(near, pair.separation);
    if (L::bits(deep) == 0) return;
    make_whole<L>(near, deep, reference, incident);
    place();
}

template <class L>
SATORI_LANES_INLINE void find_faces(const ManifoldArgs& args, std::uint32_t k, FacePair<L>& pair) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float zero = L::broadcast(0.0F);
    const float *reference_rows[L::width], *incident_rows[L::width];
    find_roles<L, 3>(args, k, reference_rows, incident_rows);
    const BoxLanes<L> reference = load_box_rows<L>(reference_rows), incident = load_box_rows<L>(incident_rows);
    pair.distance = speculative_distance<L>(args, reference, incident);
    const Uint axis = L::loadu(args.axis + k);
    const auto of_b = L::le(L::broadcast(3.0F), number<L>(axis));
    const Float face = number<L>(axis) - L::select(of_b, L::broadcast(3.0F), zero);
    if (any_uneven<L>(reference, incident)) {
        place_near_faces<L>(reference, incident, axis, of_b, face, pair);
        return;
    }
    Float offset[3], to_a[3];
    for (int c = 0; c < 3; ++c) {
        offset[c] = incident.center[c] - reference.center[c];
        to_a[c] = L::select(of_b, offset[c], zero);
    }
    place_faces<L>(reference, incident, offset, to_a, axis, of_b, face, pair);
}

/// The candidates, and the lanes with at least one valid candidate.
template <class L>
struct FacePoints {
    PointLanes<L> candidate[kContactSlots];
    typename L::Float limit, lowest;  ///< separations up to `limit` count
    typename L::Mask any;
    typename L::Mask passing;  ///< the boxes overlap, but not between these faces
};

template <class L>
SATORI_LANES_INLINE void clip_faces(const FacePair<L>& pair, FacePoints<L>& out) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float zero = L::broadcast(0.0F), one = L::broadcast(1.0F), two = L::broadcast(2.0F);
    const Float none = L::broadcast(kNoContact);
    const Float *const center = pair.center, *const u = pair.u, *const v = pair.v;
    const auto slot_id = [&](int slot) SATORI_INLINE_LAMBDA { return L::broadcast(static_cast<std::uint32_t>(slot)); };
    const auto put = [&](int slot, Float x, Float y, Float separation, typename L::Mask valid, Uint id)
                         SATORI_INLINE_LAMBDA {
                             out.candidate[slot] = {x, y, L::select(valid, separation, none), pair.base | id};
                         };

    // The corners of the quadrilateral, counter-clockwise in u and v, and its edges: 0 and 2 along u, 1 and 3 along v,
    // with opposite directions.
    Float corner[4][3], way[4][3];
    for (int c = 0; c < 3; ++c) {
        const Float low = center[c] - v[c], high = center[c] + v[c];
        corner[0][c] = low - u[c];
        corner[1][c] = low + u[c];
        corner[2][c] = high + u[c];
        corner[3][c] = high - u[c];
        way[0][c] = two * u[c];
        way[1][c] = two * v[c];
        way[2][c] = zero - way[0][c];
        way[3][c] = zero - way[1][c];
    }
    // The rectangle clips the edges.
    const Float wide = pair.hx + pair.past, deep = pair.hy + pair.past;
    Float per[4][2];
    for (int d = 0; d < 2; ++d) {
        for (int c = 0; c < 2; ++c) {
            per[d][c] = L::div(one, divisor<L>(way[d][c]));
            per[d + 2][c] = zero - per[d][c];
        }
    }
    Float from[4], to[4];
    typename L::Mask over[4];  // the edge lies over the rectangle
    for (int e = 0; e < 4; ++e) {
        const Float* const c = corner[e];
        const Float x0 = (zero - wide - c[0]) * per[e][0], x1 = (wide - c[0]) * per[e][0];
        const Float y0 = (zero - deep - c[1]) * per[e][1], y1 = (deep - c[1]) * per[e][1];
        from[e] = L::max(L::max(L::min(x0, x1), L::min(y0, y1)), zero);
        to[e] = L::min(L::min(L::max(x0, x1), L::max(y0, y1)), one);
        over[e] = L::le(from[e], to[e]);
    }
    // A point near a corner gets the id of the corner. An incident corner goes before a corner of the rectangle.
    const Float snap_u = L::div(pair.snap, L::max(pair.hu, L::broadcast(1e-30F)));
    const Float snap_v = L::div(pair.snap, L::max(pair.hv, L::broadcast(1e-30F)));
    const Float share[2] = {L::broadcast(0.5F) * snap_u, L::broadcast(0.5F) * snap_v};  // of an edge
    const Float inner_x = pair.hx - pair.snap, inner_y = pair.hy - pair.snap;
    const auto cut_id = [&](Float x, Float y, int slot) SATORI_INLINE_LAMBDA {
        const auto near = L::both(L::le(inner_x, L::abs(x)), L::le(inner_y, L::abs(y)));
        // 8, + 1 where x is positive, + 2 where y is positive.
        const Uint rectangle_corner = slot_id(11) - ((L::as_uint(x) >> 31) | (L::as_uint(y) >> 31 << 1));
        return pick<L>(near, rectangle_corner, slot_id(slot));
    };
    for (int e = 0; e < 4; ++e) {
        const int next = (e + 1) & 3;
        const Float x0 = corner[e][0] + from[e] * way[e][0], y0 = corner[e][1] + from[e] * way[e][1];
        const Float x1 = corner[e][0] + to[e] * way[e][0], y1 = corner[e][1] + to[e] * way[e][1];
        put(2 * e, x0, y0, corner[e][2] + from[e] * way[e][2], over[e],
            pick<L>(L::le(from[e], share[e & 1]), slot_id(2 * e), cut_id(x0, y0, 12 + e)));
        put(2 * e + 1, x1, y1, corner[e][2] + to[e] * way[e][2], over[e],
            pick<L>(L::le(one - to[e], share[e & 1]), slot_id(2 * next), cut_id(x1, y1, 2 * e + 1)));
    }
    // The corners of the rectangle as center + alpha u + beta v.
    const Float area = u[0] * v[1] - u[1] * v[0];
    const Float per_area = L::div(one, divisor<L>(area));
    const auto has_area = L::lt(L::broadcast(1e-30F), L::abs(area));
    for (int r = 0; r < 4; ++r) {
        const Float x = (r & 1) != 0 ? pair.hx : zero - pair.hx, y = (r & 2) != 0 ? pair.hy : zero - pair.hy;
        const Float dx = x - center[0], dy = y - center[1];
        const Float alpha = (dx * v[1] - dy * v[0]) * per_area, beta = (dy * u[0] - dx * u[1]) * per_area;
        const Float beyond_u = L::abs(alpha) - one, beyond_v = L::abs(beta) - one;
        const auto inside = L::both(has_area, L::le(L::max(beyond_u, beyond_v), zero));
        const auto near = L::both(L::le(zero - beyond_u, snap_u), L::le(zero - beyond_v, snap_v));
        // Corners 0 1 2 3 lie at (-, -), (+, -), (+, +), (-, +) of u and v.
        const Uint left = L::as_uint(alpha) >> 31, low = L::as_uint(beta) >> 31;
        const Uint corner_id = ((left ^ low) | ((low ^ slot_id(1)) << 1)) << 1;
        put(8 + r, x, y, center[2] + (alpha * u[2] + beta * v[2]), inside, pick<L>(near, corner_id, slot_id(8 + r)));
    }

    // Points that are too far apart do not count, except for the lowest point of boxes that overlap.
    const Float lowest = lowest_separation<L>(out.candidate);
    const Float reach = pair.distance + pair.past;
    const auto overlapping = L::le(pair.separation, pair.past);
    const Float limit = L::select(overlapping, L::max(reach, lowest), reach);
    out.limit = limit;
    out.lowest = lowest;
    out.passing = L::both(overlapping, L::lt(reach + pair.snap, lowest));
    out.any = L::both(L::le(lowest, limit), L::le(pair.separation, reach));
}

/// Writes the first kPoints points in world coordinates. No lane may have more.
template <class L, int kPoints>
SATORI_LANES_INLINE void write_points(const FacePair<L>& pair, const FacePoints<L>& points,
                                      const ChosenPoints<L>& chosen, const ManifoldArgs& args, std::uint32_t k) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);
    ManifoldLanes<L, ContactManifold, 6 + 5 * kPoints> out;
    out.words[0] = L::as_float(L::loadu(args.pairs.first + k));
    out.words[1] = L::as_float(L::loadu(args.pairs.second + k));
    for (int c = 0; c < 3; ++c) out.words[2 + c] = L::as_float(L::as_uint(pair.normal[c]) ^ pair.turn);
    const auto any = L::except(points.any, points.passing);
    const auto none_or_passing = pick<L>(points.passing, L::broadcast(kPassing), L::broadcast(0U));
    out.words[5] = L::as_float(pick<L>(any, chosen.count, none_or_passing));
    for (int p = 0; p < kPoints; ++p) {
        const PointLanes<L>& point = chosen.point[p];
        const auto counts = L::both(any, L::le(L::broadcast(static_cast<float>(p + 1)), number<L>(chosen.count)));
        // Halfway between the faces.
        const Float z = pair.hz + L::broadcast(0.5F) * point.separation;
        Float* const words = out.words + 6 + 5 * p;
        for (int c = 0; c < 3; ++c) {
            const Float place = (point.x * pair.x_axis[c] + point.y * pair.y_axis[c]) + z * pair.normal[c];
            words[c] = L::select(counts, place - pair.to_a[c], zero);
        }
        words[3] = L::select(counts, point.separation, zero);
        words[4] = L::as_float(pick<L>(counts, point.id, L::broadcast(0U)));
    }
    store_manifolds<L>(out, args, k);
}

/// Chooses and writes the points that are kept.
template <class L>
SATORI_LANES_APART void write_faces(const FacePair<L>& pair, FacePoints<L>& points, const ManifoldArgs& args,
                                    std::uint32_t k) {
    const ChosenPoints<L> chosen =
        choose_points<L>(points.candidate, points.limit, points.lowest, pair.snap, L::broadcast(kApart) * pair.snap);
    if (chosen.any_third)
        write_points<L, 4>(pair, points, chosen, args, k);
    else
        write_points<L, 2>(pair, points, chosen, args, k);
}

template <class L>
void face_manifolds(const ManifoldArgs& args) {
    // In three loops of a few vectors each. One loop with all three steps would have a body so long that a core cannot
    // begin the next vector while it waits for this one.
    constexpr std::uint32_t kBlock = 4;
    FacePair<L> pairs[kBlock];
    FacePoints<L> points[kBlock];
    for (std::uint32_t block = 0; block < args.pairs.count; block += kBlock * L::width) {
        const std::uint32_t left = (args.pairs.count - block + L::width - 1) / L::width;
        const std::uint32_t vectors = left < kBlock ? left : kBlock;
        for (std::uint32_t i = 0; i < vectors; ++i) find_faces<L>(args, block + i * L::width, pairs[i]);
        for (std::uint32_t i = 0; i < vectors; ++i) {
            clip_faces<L>(pairs[i], points[i]);
            ask_for_hits<L>(args.ahead);
        }
        for (std::uint32_t i = 0; i < vectors; ++i) write_faces<L>(pairs[i], points[i], args, block + i * L::width);
    }
}

}  // namespace satori::v0::simd
