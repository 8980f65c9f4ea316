#pragma once

// Manifold of an edge contact: one point, halfway between the closest points of the two edges. Lane = pair.
//
// The edges are the supporting edges along the normal n. The plane through B's edge and n cuts A's edge; that gives the
// parameter on A's edge, with one division by the sine of the angle between the edges. The parameter on B's edge
// follows by projection. So the points stay close to each other even where the edges are nearly parallel and their
// position along the edges is undetermined. Both points are clamped to their edges. Where that moves them off the
// normal, the edges pass each other and make no contact: boxes that are apart corner to corner have none, and for boxes
// that overlap the axis was mostly not the best (kPassing).
// Source: Ericson, Real-Time Collision Detection, 5.1.9 (closest points of segments), in another form.
// Cost per vector: 90 multiplies, 89 adds, 24 comparisons, 5 divisions and roots, about 95 signs and selections.

#include "simd/kernels/face_manifold.hpp"

namespace satori::v0::simd {

/// Edges meet when their closest points, apart from the separation, lie within this many delta of each other.
inline constexpr float kPassDeltas = 0.5F;

/// Two edges, and the data of their normal.
template <class L>
struct CrossingEdges {
    TurnedBox<L> a, b;            ///< axis 0 of each is the axis of the edge
    typename L::Float offset[3];  ///< from A's center to B's
    typename L::Float moved[3];   ///< from A's own center to the center of its remaining part
    typename L::Float normal[3];  ///< unit, from A to B
    typename L::Float length;     ///< of the axis before it was normalized
    typename L::Float delta;
    typename L::Float distance;  ///< the speculative distance
    typename L::Uint axis;
};

/// Places edge `edge_a` of A and edge `edge_b` of B, and computes their normal.
template <class L>
SATORI_LANES_INLINE void place_crossing(const NearPair<L, BoxLanes<L>>& near, typename L::Float edge_a,
                                        typename L::Float edge_b, CrossingEdges<L>& pair) {
    using Float = typename L::Float;
    pair.a = turned<L>(near.a, edge_a);
    pair.b = turned<L>(near.b, edge_b);
    for (int c = 0; c < 3; ++c) {
        pair.offset[c] = near.offset[c];
        pair.moved[c] = near.moved_a[c];
    }
    pair.length = edge_normal<L>(pair.a, pair.b, pair.normal);
    const Float along = dot<L>(pair.normal, pair.offset) + L::broadcast(0.0F);
    for (int c = 0; c < 3; ++c) pair.normal[c] = times_sign<L>(pair.normal[c], along);
    pair.delta = pair_scale<L>(near.a, near.b, pair.offset).delta;
}

/// Returns the lanes in which one of the edges belongs to a barred side.
template <class L>
SATORI_LANES_INLINE typename L::Mask lost_edges(typename L::Uint barred, typename L::Float edge_a,
                                                typename L::Float edge_b, const CrossingEdges<L>& pair) {
    using Uint = typename L::Uint;
    const auto sides = [&](std::uint32_t first, typename L::Float edge, int s) SATORI_INLINE_LAMBDA {
        Uint of[3];  // the sides of axis edge + s, for each edge
        for (int k = 0; k < 3; ++k) of[k] = barred >> static_cast<int>(first) >> (2 * ((k + s) % 3));
        return pick<L>(L::le(L::broadcast(1.5F), edge), of[2], pick<L>(L::le(L::broadcast(0.5F), edge), of[1], of[0])) &
               L::broadcast(3U);
    };
    Uint lost = L::broadcast(0U);
    for (int s = 1; s < 3; ++s) {
        lost = lost | (sides(kBarredOfA, edge_a, s) & side_bit<L>(dot<L>(pair.normal, pair.a.axes[s])));
        lost = lost | (sides(kBarredOfB, edge_b, s) & side_bit<L>(negated<L>(dot<L>(pair.normal, pair.b.axes[s]))));
    }
    return is_set<L>(lost | (lost >> 1));
}

/// The same as place_crossing(), where one box is much larger.
template <class L>
SATORI_LANES_APART void place_near_crossing(const BoxLanes<L>& box_a, const BoxLanes<L>& box_b,
                                            typename L::Float edge_a, typename L::Float edge_b,
                                            CrossingEdges<L>& pair) {
    using Float = typename L::Float;
    NearPair<L, BoxLanes<L>> near = near_pair<L>(box_a, box_b, pair.distance);
    place_crossing<L>(near, edge_a, edge_b, pair);
    // Uses the whole box where the cut removed one of the sides that meet in an edge, or where the axis was chosen for
    // the whole.
    Float separation = dot<L>(pair.normal, pair.offset);
    for (int s = 1; s < 3; ++s) {
        separation = separation - L::abs(dot<L>(pair.normal, pair.a.axes[s])) * pair.a.half[s];
        separation = separation - L::abs(dot<L>(pair.normal, pair.b.axes[s])) * pair.b.half[s];
    }
    const auto lost = lost_edges<L>(near.barred, edge_a, edge_b, pair);
    make_whole<L>(near, L::either(L::both(lost, near.cut), too_deep<L>(near, separation)), box_a, box_b);
    place_crossing<L>(near, edge_a, edge_b, pair);
}

/// Finds the edges and normals of a vector of pairs.
template <class L>
SATORI_LANES_INLINE void find_crossing(const ManifoldArgs& args, std::uint32_t k, CrossingEdges<L>& pair) {
    using Float = typename L::Float;
    const BoxLanes<L> box_a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
    const BoxLanes<L> box_b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
    pair.axis = L::loadu(args.axis + k);
    pair.distance = speculative_distance<L>(args, box_a, box_b);
    Float edge_b;
    const Float edge_a = thirds<L>(number<L>(pair.axis), edge_b) - L::broadcast(2.0F);
    if (any_uneven<L>(box_a, box_b))
        place_near_crossing<L>(box_a, box_b, edge_a, edge_b, pair);
    else
        place_crossing<L>(whole_pair<L>(box_a, box_b), edge_a, edge_b, pair);
}

/// Writes the manifolds. The point is halfway between the closest points of the two edges.
template <class L>
SATORI_LANES_INLINE void write_crossing(const CrossingEdges<L>& pair, const ManifoldArgs& args, std::uint32_t k) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float zero = L::broadcast(0.0F), half = L::broadcast(0.5F), delta = pair.delta;
    const TurnedBox<L>&a = pair.a, &b = pair.b;
    const Float *const offset = pair.offset, *const normal = pair.normal;
    // A point of each edge: A's furthest along the normal, B's furthest against it. Bits of the ids: negative sides.
    Float on_a[3] = {zero, zero, zero}, on_b[3] = {offset[0], offset[1], offset[2]};
    Uint id = pair.axis << 8;
    for (int s = 1; s < 3; ++s) {
        const Float towards_b = dot<L>(normal, a.axes[s]), towards_a = zero - dot<L>(normal, b.axes[s]);
        const Float step_a = times_sign<L>(a.half[s], towards_b), step_b = times_sign<L>(b.half[s], towards_a);
        for (int c = 0; c < 3; ++c) {
            on_a[c] = on_a[c] + step_a * a.axes[s][c];
            on_b[c] = on_b[c] + step_b * b.axes[s][c];
        }
        id = id | ((L::as_uint(towards_b) >> 31) << (s + 1)) | ((L::as_uint(towards_a) >> 31) << (s - 1));
    }
    Float between[3];
    for (int c = 0; c < 3; ++c) between[c] = on_b[c] - on_a[c];
    const Float separation = dot<L>(normal, between);

    // In the plane across the normal: `across` is perpendicular to B's edge.
    const Float *const along_a = a.axes[0], *const along_b = b.axes[0];
    Float across[3];
    for (int c = 0; c < 3; ++c)
        across[c] = normal[(c + 1) % 3] * along_b[(c + 2) % 3] - normal[(c + 2) % 3] * along_b[(c + 1) % 3];
    const Float together = dot<L>(along_a, along_b);
    const Float s0 = clamp<L>(L::div(dot<L>(between, across), divisor<L>(dot<L>(along_a, across))), a.half[0]);
    const Float from_b = dot<L>(between, along_b), from_a = dot<L>(between, along_a);
    const Float t = clamp<L>(together * s0 - from_b, b.half[0]);
    const Float s = clamp<L>(together * t + from_a, a.half[0]);

    const Float past = L::broadcast(kClipDeltas) * delta;
    const auto near = L::le(separation, pair.distance + past);
    Float point_a[3], point_b[3], beside[3];
    for (int c = 0; c < 3; ++c) {
        point_a[c] = on_a[c] + s * along_a[c];
        point_b[c] = on_b[c] + t * along_b[c];
        beside[c] = (point_b[c] - point_a[c]) - separation * normal[c];
    }
    const Float most_beside = L::broadcast(kPassDeltas) * delta;
    const auto meet = L::both(L::lt(L::broadcast(kParallelEdges), pair.length),
                              L::le(dot<L>(beside, beside), most_beside * most_beside));
    const auto any = L::both(near, meet);

    ManifoldLanes<L, ContactManifold, 12> out;  // one point
    out.words[0] = L::as_float(L::loadu(args.pairs.first + k));
    out.words[1] = L::as_float(L::loadu(args.pairs.second + k));
    for (int c = 0; c < 3; ++c) {
        out.words[2 + c] = normal[c];
        out.words[6 + c] = L::select(any, half * (point_a[c] + point_b[c]) + pair.moved[c], zero);
    }
    const Uint pass = pick<L>(L::le(separation, past), L::broadcast(kPassing), L::broadcast(0U));
    const Uint count = pick<L>(meet, L::broadcast(1U), pass);
    out.words[5] = L::as_float(pick<L>(near, count, L::broadcast(0U)));
    out.words[9] = L::select(any, separation, zero);
    out.words[10] = L::as_float(pick<L>(any, id, L::broadcast(0U)));
    out.words[11] = zero;
    store_manifolds<L>(out, args, k);
}

template <class L>
void edge_manifolds(const ManifoldArgs& args) {
    // In two loops of a few vectors each, as in face_manifolds().
    constexpr std::uint32_t kBlock = 4;
    CrossingEdges<L> pairs[kBlock];
    for (std::uint32_t block = 0; block < args.pairs.count; block += kBlock * L::width) {
        const std::uint32_t left = (args.pairs.count - block + L::width - 1) / L::width;
        const std::uint32_t vectors = left < kBlock ? left : kBlock;
        for (std::uint32_t i = 0; i < vectors; ++i) {
            find_crossing<L>(args, block + i * L::width, pairs[i]);
            ask_for_hits<L>(args.ahead);
        }
        for (std::uint32_t i = 0; i < vectors; ++i) write_crossing<L>(pairs[i], args, block + i * L::width);
    }
}

}  // namespace satori::v0::simd
