#pragma once

// Manifold of a face contact: the incident face clipped by the reference face, at most four points kept. Lane = pair.
//
// Everything happens in the reference face's frame: x and y along its edges, z along its normal towards the other box. The
// incident face is the one that looks most against that normal. Its four edges are clipped by the rectangle (Liang and
// Barsky), and the rectangle's corners looked up in it: 8 + 4 candidates in fixed slots, which are the feature ids. Clipping
// a segment and finding a corner's height take divisions by numbers that may be almost zero; the points stay within
// tolerance of both faces all the same, because what the division gets wrong is a step along an edge that lies in the clip plane.
// Source: bepuphysics2's lane-per-pair box manifolds (the idea); Liang, Barsky, "A new concept and method for line clipping",
// TOG 1984.
// Cost per vector: about 1500 operations, 6 divisions, 2 roots.

#include "simd/kernels/manifold_points.hpp"

namespace satori::inline v0::simd {

/// How far faces' corners and edges reach past each other's before they are cut, in units of delta.
inline constexpr float kClipDeltas = 0.125F;
/// Corners and cuts within so much of a corner are that corner: in units of delta, and of the smaller box's half extents.
inline constexpr float kSnapDeltas = 0.5F;
inline constexpr float kSnapExtents = 1e-4F;

/// A divisor that is never zero, sign kept.
template <class L>
SATORI_LANES_INLINE typename L::Float divisor(typename L::Float v) {
    return with_sign<L>(L::max(L::abs(v), L::broadcast(1e-30F)), v);
}

template <class L>
SATORI_LANES_INLINE typename L::Float clamp(typename L::Float v, typename L::Float limit) {
    return L::max(L::min(v, limit), L::broadcast(0.0F) - limit);
}

template <class L>
void face_manifolds(const ManifoldArgs& args) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float zero = L::broadcast(0.0F), one = L::broadcast(1.0F), two = L::broadcast(2.0F);
    const Float none = L::broadcast(kNoContact);
    for (std::uint32_t k = 0; k < args.count; k += L::width) {
        // The box with the reference face, and the other. A lane takes them in the order its axis says.
        const float *reference_rows[L::width], *incident_rows[L::width];
        for (std::uint32_t lane = 0; lane < L::width; ++lane) {
            // Without a branch, which no predictor could guess.
            const auto a = reinterpret_cast<std::uintptr_t>(args.first_records + args.first[k + lane]);
            const auto b = reinterpret_cast<std::uintptr_t>(args.second_records + args.second[k + lane]);
            const std::uintptr_t swap = (a ^ b) & (std::uintptr_t{0} - (args.axis[k + lane] >= 3 ? 1U : 0U));
            reference_rows[lane] = reinterpret_cast<const float*>(a ^ swap);
            incident_rows[lane] = reinterpret_cast<const float*>(b ^ swap);
        }
        const BoxLanes<L> reference = load_box_rows<L>(reference_rows), incident = load_box_rows<L>(incident_rows);
        const Uint axis = L::loadu(args.axis + k);
        const auto of_b = L::le(L::broadcast(3.0F), number<L>(axis));
        const Float face = number<L>(axis) - L::select(of_b, L::broadcast(3.0F), zero);
        const TurnedBox<L> frame = turned<L>(reference, face);
        const Float *const z_axis = frame.axes[0], *const x_axis = frame.axes[1], *const y_axis = frame.axes[2];
        const Float hx = frame.half[1], hy = frame.half[2], hz = frame.half[0];

        Float offset[3];
        for (int c = 0; c < 3; ++c) offset[c] = incident.center[c] - reference.center[c];
        const PairScale<L> scale = pair_scale<L>(reference, incident, offset);
        const Float along = dot<L>(z_axis, offset);
        Float normal[3];
        for (int c = 0; c < 3; ++c) normal[c] = times_sign<L>(z_axis[c], along);

        // The incident box in the frame, and the face of it that looks most against the normal.
        BoxLanes<L> in_frame;
        in_frame.center[0] = dot<L>(x_axis, offset);
        in_frame.center[1] = dot<L>(y_axis, offset);
        in_frame.center[2] = L::abs(along);
        Float separation = L::abs(along) - hz;
        for (int j = 0; j < 3; ++j) {
            in_frame.half[j] = incident.half[j];
            in_frame.axes[j][0] = dot<L>(x_axis, incident.axes[j]);
            in_frame.axes[j][1] = dot<L>(y_axis, incident.axes[j]);
            in_frame.axes[j][2] = dot<L>(normal, incident.axes[j]);
            separation = separation - L::abs(in_frame.axes[j][2]) * incident.half[j];
        }
        Float facing = zero, most = L::abs(in_frame.axes[0][2]);
        for (int j = 1; j < 3; ++j) {
            const Float here = L::abs(in_frame.axes[j][2]);
            facing = L::select(L::lt(most, here), L::broadcast(static_cast<float>(j)), facing);
            most = L::max(most, here);
        }
        const TurnedBox<L> quad = turned<L>(in_frame, facing);
        const Float slope = quad.axes[0][2];  // the face's outward normal is the axis against this one's sign
        Float center[3], u[3], v[3];
        for (int c = 0; c < 3; ++c) {
            center[c] = in_frame.center[c] - times_sign<L>(quad.axes[0][c], slope) * quad.half[0];
            u[c] = quad.axes[1][c] * quad.half[1];
            v[c] = quad.axes[2][c] * quad.half[2];
        }

        const Float snap =
            L::max(L::broadcast(kSnapDeltas) * scale.delta, L::broadcast(kSnapExtents) * scale.smaller);
        const Float past = L::broadcast(kClipDeltas) * scale.delta;
        const Float wide = hx + past, deep = hy + past;

        // The quadrilateral's corners, counter-clockwise in u and v, and its edges cut by the rectangle.
        Float corner[4][3];
        for (int c = 0; c < 3; ++c) {
            const Float low = center[c] - v[c], high = center[c] + v[c];
            corner[0][c] = low - u[c];
            corner[1][c] = low + u[c];
            corner[2][c] = high + u[c];
            corner[3][c] = high - u[c];
        }
        // Edges 0 and 2 run along u, 1 and 3 along v; there and back.
        Float per_x[2], per_y[2];
        for (int d = 0; d < 2; ++d) {
            const Float* const way = d == 0 ? u : v;
            per_x[d] = L::div(one, divisor<L>(two * way[0]));
            per_y[d] = L::div(one, divisor<L>(two * way[1]));
        }
        Float from[4], to[4];
        typename L::Mask over[4], at_corner[4];  // the edge lies over the rectangle; and begins at its corner
        for (int e = 0; e < 4; ++e) {
            const int d = e & 1;
            const Float* const c = corner[e];
            const auto there = [&](Float t) SATORI_INLINE_LAMBDA { return e < 2 ? t : zero - t; };
            const Float x0 = there((zero - wide - c[0]) * per_x[d]), x1 = there((wide - c[0]) * per_x[d]);
            const Float y0 = there((zero - deep - c[1]) * per_y[d]), y1 = there((deep - c[1]) * per_y[d]);
            from[e] = L::max(L::max(L::min(x0, x1), L::min(y0, y1)), zero);
            to[e] = L::min(L::min(L::max(x0, x1), L::max(y0, y1)), one);
            over[e] = L::le(from[e], to[e]);
            at_corner[e] = L::both(over[e], L::le(two * quad.half[1 + d] * from[e], snap));
        }

        // The part of the ids that all points share.
        const Uint base = (axis << 8) | ((L::as_uint(along) >> 31) << 7) |
                          (pick<L>(L::le(two, facing), L::broadcast(4U),
                                   pick<L>(L::le(one, facing), L::broadcast(2U), L::broadcast(0U)))
                           << 4) |
                          (((L::as_uint(slope) >> 31) ^ L::broadcast(1U)) << 4);
        PointLanes<L> candidate[kContactSlots];
        typename L::Mask taken[4];  // some candidate stands for the corner already
        const auto put = [&](int slot, Float x, Float y, Float z, typename L::Mask valid, Uint id)
                             SATORI_INLINE_LAMBDA { candidate[slot] = {x, y, L::select(valid, z - hz, none), base | id}; };
        for (int e = 0; e < 4; ++e) {
            const int d = e & 1;
            const Float step = (e < 2 ? two : zero - two) * from[e];
            const Float* const way = d == 0 ? u : v;
            put(2 * e, corner[e][0] + step * way[0], corner[e][1] + step * way[1], corner[e][2] + step * way[2], over[e],
                L::broadcast(static_cast<std::uint32_t>(2 * e)));
            taken[e] = at_corner[e];
        }
        for (int e = 0; e < 4; ++e) {
            const int d = e & 1, next = (e + 1) & 3;
            const Float back = one - to[e];
            const Float step = (e < 2 ? two : zero - two) * back;
            const Float* const way = d == 0 ? u : v;
            const auto near = L::le(two * quad.half[1 + d] * back, snap);
            const auto cut = L::both(over[e], L::lt(to[e], one));
            const auto valid = L::except(cut, L::both(near, at_corner[next]));
            put(2 * e + 1, corner[next][0] - step * way[0], corner[next][1] - step * way[1],
                corner[next][2] - step * way[2], valid,
                pick<L>(near, L::broadcast(static_cast<std::uint32_t>(2 * next)),
                        L::broadcast(static_cast<std::uint32_t>(2 * e + 1))));
            taken[next] = L::either(taken[next], L::both(valid, near));
        }
        // The rectangle's corners as center + alpha u + beta v.
        const Float area = u[0] * v[1] - u[1] * v[0];
        const Float per_area = L::div(one, divisor<L>(area));
        const auto has_area = L::lt(L::broadcast(1e-30F), L::abs(area));
        const Float snap_u = L::div(snap, L::max(quad.half[1], L::broadcast(1e-30F)));
        const Float snap_v = L::div(snap, L::max(quad.half[2], L::broadcast(1e-30F)));
        for (int r = 0; r < 4; ++r) {
            const Float x = (r & 1) != 0 ? hx : zero - hx, y = (r & 2) != 0 ? hy : zero - hy;
            const Float dx = x - center[0], dy = y - center[1];
            const Float alpha = (dx * v[1] - dy * v[0]) * per_area, beta = (dy * u[0] - dx * u[1]) * per_area;
            const Float beyond_u = L::abs(alpha) - one, beyond_v = L::abs(beta) - one;
            const auto inside = L::both(has_area, L::both(L::le(beyond_u, zero), L::le(beyond_v, zero)));
            const auto near = L::both(L::le(zero - beyond_u, snap_u), L::le(zero - beyond_v, snap_v));
            const auto right = L::le(zero, alpha), up = L::le(zero, beta);
            const Uint id_up = pick<L>(right, L::broadcast(4U), L::broadcast(6U));
            const Uint id_down = pick<L>(right, L::broadcast(2U), L::broadcast(0U));
            const auto is_taken =
                L::either(L::both(up, L::either(L::both(right, taken[2]), L::except(taken[3], right))),
                          L::except(L::either(L::both(right, taken[1]), L::except(taken[0], right)), up));
            put(8 + r, x, y, center[2] + (alpha * u[2] + beta * v[2]), L::except(inside, L::both(near, is_taken)),
                pick<L>(near, pick<L>(up, id_up, id_down), L::broadcast(static_cast<std::uint32_t>(8 + r))));
        }

        // Points that are too far apart do not count, but for the lowest of boxes that overlap.
        const Float lowest = lowest_separation<L>(candidate);
        const Float reach = L::broadcast(args.speculative_distance) + past;
        const auto overlapping = L::le(separation, past);
        const Float limit = L::select(overlapping, L::max(reach, lowest), reach);
        for (int s = 0; s < kContactSlots; ++s) {
            Float& here = candidate[s].separation;
            here = L::select(L::both(L::le(here, limit), L::lt(here, none)), here, none);
        }
        // Faces that pass each other, of boxes that overlap: the lowest incident corner, moved over the rectangle.
        const auto pass = L::both(overlapping, L::le(none, lowest));
        PointLanes<L> corner_over{zero, zero, none, base};
        for (int e = 0; e < 4; ++e)
            corner_over = either_point<L>(L::lt(corner[e][2] - hz, corner_over.separation),
                                          {clamp<L>(corner[e][0], hx), clamp<L>(corner[e][1], hy), corner[e][2] - hz,
                                           base | L::broadcast(static_cast<std::uint32_t>(2 * e))},
                                          corner_over);
        candidate[0] = either_point<L>(pass, corner_over, candidate[0]);
        const Float some = lowest_separation<L>(candidate);
        const auto any = L::both(L::lt(some, none), L::le(separation, reach));

        const ChosenPoints<L> chosen = choose_points<L>(candidate, snap, L::broadcast(kApart) * snap);
        ManifoldLanes<L> out;
        out.words[0] = L::as_float(L::loadu(args.first + k));
        out.words[1] = L::as_float(L::loadu(args.second + k));
        // From A to B.
        const Uint turn = pick<L>(of_b, L::broadcast(0x80000000U), L::broadcast(0U));
        for (int c = 0; c < 3; ++c) out.words[2 + c] = L::as_float(L::as_uint(normal[c]) ^ turn);
        out.words[5] = L::as_float(pick<L>(any, chosen.count, L::broadcast(0U)));
        for (int p = 0; p < 4; ++p) {
            const PointLanes<L>& point = chosen.point[p];
            const auto counts = L::both(any, L::le(L::broadcast(static_cast<float>(p + 1)), number<L>(chosen.count)));
            // Halfway between the faces.
            const Float z = hz + L::broadcast(0.5F) * point.separation;
            Float* const words = out.words + 6 + 5 * p;
            for (int c = 0; c < 3; ++c) {
                const Float from_reference = (point.x * x_axis[c] + point.y * y_axis[c]) + z * normal[c];
                // `offset` leads from B to A where B has the reference face.
                words[c] =
                    L::select(counts, from_reference - L::select(of_b, offset[c], zero), zero);
            }
            words[3] = L::select(counts, point.separation, zero);
            words[4] = L::as_float(pick<L>(counts, point.id, L::broadcast(0U)));
        }
        store_manifolds<L>(out, args, k);
    }
}

}  // namespace satori::inline v0::simd
