#pragma once

// Separating axes with depth. Of all 15 axes, the kernel chooses the one with the least overlap. A face of A goes
// before a face of B, and a face goes before a pair of edges, unless the later axis is better by more than a slack;
// edges must also be better by a share of the overlap. A cached face goes before the other faces. A cached pair of
// edges goes before the other edges; to go before faces it must be better by half the slack, so that it does not stay
// when two faces have come to rest on each other. Edges whose normal is nearly the normal of the face do not go before
// it; see like_face(). Lane = pair.
//
// Edge overlaps are in units of the length of the axis. To find the least of nine without a root or a division, the
// kernel compares overlap |overlap| / length^2 cross-multiplied. Only the winner is divided. Edges that are nearer to
// parallel than kParallelEdges are left out: the face axes replace them within delta.
// Source: as pair_axes.hpp; face before edge: Gregorius, "Robust contact creation for physics simulations", GDC 2013
// (with another tolerance).
// Cost per vector beyond the boolean test: 56 multiplies, 36 adds, 64 comparisons, 3 divisions and roots, about 100
// signs and selections; with normals (find_axes) 75, 54, 110, 8, about 190.

#include "simd/kernels/near_part.hpp"
#include "simd/kernels/pair_axes.hpp"

namespace satori::v0::simd {

/// Sine of the smallest angle between two edges whose cross product is an axis. Without nearly parallel edges, boxes
/// that overlap do so on the face axes by at most 1e-6 of their extents more, which is less than delta; boxes that are
/// separated corner to corner may lose some delta.
inline constexpr float kParallelEdges = 1e-6F;
/// R6: the least slack where the slack is not zero, in units of delta.
inline constexpr float kSlackDeltas = 4;
/// Edges must always be better than faces by this many delta. This covers the rounding of edges that lie in a face.
inline constexpr float kEdgeDeltas = 0.5F;
/// A cached pair of edges must be better than faces by this share of the slack.
inline constexpr float kCachedEdgeSlack = 0.5F;

/// The quantities that the tolerances of a pair depend on.
template <class L>
struct PairScale {
    typename L::Float delta;    ///< of contract 2
    typename L::Float smaller;  ///< sum of the smaller box's half extents
};

template <class L, class Box>
SATORI_LANES_INLINE PairScale<L> pair_scale(const Box& a, const Box& b, const typename L::Float* offset) {
    using Float = typename L::Float;
    Float distance_sq = offset[0] * offset[0];
    for (int k = 1; k < Box::kDim; ++k) distance_sq = distance_sq + offset[k] * offset[k];
    const Float size_a = size_of<L>(a), size_b = size_of<L>(b);
    const Float distance = L::sqrt(distance_sq);
    return {L::broadcast(kDelta) * ((size_a + size_b) + distance), L::min(size_a, size_b)};
}

/// Returns how much better an axis of a later kind must be.
template <class L>
SATORI_LANES_INLINE typename L::Float axis_slack(const PairScale<L>& scale, const AxisTolerance& tolerance) {
    return L::max(L::broadcast(tolerance.slack > 0 ? kSlackDeltas : 0.0F) * scale.delta,
                  L::broadcast(tolerance.slack) * scale.smaller);
}

/// Returns the limit for the overlap of edges: they go before a face with overlap `overlap` only when theirs is less.
template <class L>
SATORI_LANES_INLINE typename L::Float edge_limit(typename L::Float overlap, typename L::Float lead, float share) {
    return (overlap - L::broadcast(share) * L::max(overlap, L::broadcast(0.0F))) - lead;
}

/// The chosen axis of each lane.
template <class L>
struct AxisLanes {
    typename L::Uint axis;       ///< kAllBarred when there is none
    typename L::Float overlap;   ///< along the axis, meters
    typename L::Uint separated;  ///< bit 31: the result of the boolean test
    typename L::Float best;      ///< the least overlap of all axes that are not barred
    typename L::Float slack;     ///< how much better an axis of a later kind had to be
};

/// Overlaps above this mean that there is no axis: all are barred.
inline constexpr float kNoOverlap = 1e18F;

/// Returns the lanes in which a face axis is barred, itself or by its side. `distance`: the position of the other box's
/// center along the axis.
template <class L>
SATORI_LANES_INLINE typename L::Mask is_barred(typename L::Uint barred, int axis, typename L::Uint sides,
                                               typename L::Float distance) {
    const typename L::Uint side = sides & side_bit<L>(distance);
    return is_set<L>((barred >> axis) | side | (side >> 1));
}

/// Returns, as bit 0 or 1, the side of a box that faces most in a direction, if it is among `sides`. `along`: the
/// direction in the axes of the box.
template <class L>
SATORI_LANES_INLINE typename L::Uint facing_side(typename L::Uint sides, const typename L::Float* along) {
    using Uint = typename L::Uint;
    typename L::Float size[3];
    for (int k = 0; k < 3; ++k) size[k] = L::abs(along[k]);
    const auto second = L::lt(size[0], size[1]), third = L::lt(L::max(size[0], size[1]), size[2]);
    Uint bit[3];
    for (int k = 0; k < 3; ++k) bit[k] = (sides >> (2 * k)) & side_bit<L>(along[k]);
    return pick<L>(third, bit[2], pick<L>(second, bit[1], bit[0]));
}

/// Returns the lanes in which the edge axis i, j is barred, itself or by a side that one of its two edges belongs to.
template <class L>
SATORI_LANES_INLINE typename L::Mask is_barred(typename L::Uint barred, int i, int j, const RelativePose<L>& pose) {
    using Uint = typename L::Uint;
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const auto& r = pose.r;
    // The axis in A's frame, then in B's frame, with the sign that leads from A to B. A's edge is on the sides towards
    // B, B's edge on the sides towards A.
    const auto distance = pose.t[i2] * r[i1][j] - pose.t[i1] * r[i2][j];
    const auto towards = [&](typename L::Float component)
                             SATORI_INLINE_LAMBDA { return times_sign<L>(component, distance); };
    const auto sides = [&](std::uint32_t first, int axis) SATORI_INLINE_LAMBDA {
        return (barred >> static_cast<int>(first + 2 * static_cast<std::uint32_t>(axis))) & L::broadcast(3U);
    };
    const Uint hit = (sides(kBarredOfA, i1) & side_bit<L>(towards(negated<L>(r[i2][j])))) |
                     (sides(kBarredOfA, i2) & side_bit<L>(towards(r[i1][j]))) |
                     (sides(kBarredOfB, j1) & side_bit<L>(towards(negated<L>(r[i][j2])))) |
                     (sides(kBarredOfB, j2) & side_bit<L>(towards(r[i][j1])));
    return is_set<L>((barred >> (6 + 3 * i + j)) | hit | (hit >> 1));
}

/// Returns floor(axis / 3) of an axis 0 to 14, as a number 0 to 4, and the remainder in `rest`.
template <class L>
SATORI_LANES_INLINE typename L::Float thirds(typename L::Float axis, typename L::Float& rest) {
    using Float = typename L::Float;
    Float third = L::broadcast(0.0F);
    for (int k = 1; k < 5; ++k)
        third = L::select(L::le(L::broadcast(3.0F * static_cast<float>(k)), axis), L::broadcast(static_cast<float>(k)),
                          third);
    rest = axis - L::broadcast(3.0F) * third;
    return third;
}

/// Returns the lanes in which the normal of an edge axis is nearly the normal of a face axis, both from A to B: their
/// cosine is at least 1 - share. A translation by d along the edge normal separates the boxes; so does a translation by
/// d / cosine along the face normal. So a point between the faces is deeper by the share at most. Faces then make the
/// better contact, with more than one point. The box must not be thinner than the `overlap` on the face axis, else
/// points between the faces may lie beyond the box.
template <class L>
SATORI_LANES_INLINE typename L::Mask like_face(const BoxLanes<L>& a, const BoxLanes<L>& b, const RelativePose<L>& pose,
                                               typename L::Uint edge_axis, typename L::Uint face_axis,
                                               typename L::Float overlap, float share) {
    using Float = typename L::Float;
    const auto& r = pose.r;
    // Of three values, selects the one of axis k. All vectors are in A's frame.
    const auto at = [](Float k, Float of_0, Float of_1, Float of_2) SATORI_INLINE_LAMBDA {
        return L::select(L::le(L::broadcast(1.5F), k), of_2, L::select(L::le(L::broadcast(0.5F), k), of_1, of_0));
    };
    const Float zero = L::broadcast(0.0F);
    Float j, k;
    const Float i = thirds<L>(number<L>(edge_axis), j) - L::broadcast(2.0F);
    const Float of_b = thirds<L>(number<L>(face_axis), k);
    Float along_b[3], face[3];
    for (int c = 0; c < 3; ++c) along_b[c] = at(j, r[c][0], r[c][1], r[c][2]);
    for (int c = 0; c < 3; ++c) face[c] = at(k, r[c][0], r[c][1], r[c][2]);
    const Float edges[3] = {at(i, zero, along_b[2], zero - along_b[1]), at(i, zero - along_b[2], zero, along_b[0]),
                            at(i, along_b[1], zero - along_b[0], zero)};
    const Float on_a = at(k, edges[0], edges[1], edges[2]), on_b = dot<L>(edges, face);
    const auto is_of_b = L::le(L::broadcast(0.5F), of_b);
    const Float distance = L::select(is_of_b, dot<L>(face, pose.t), at(k, pose.t[0], pose.t[1], pose.t[2]));
    const Float along = times_sign<L>(times_sign<L>(L::select(is_of_b, on_b, on_a), distance), dot<L>(edges, pose.t));
    const Float half =
        L::select(is_of_b, at(k, b.half[0], b.half[1], b.half[2]), at(k, a.half[0], a.half[1], a.half[2]));
    const Float least = L::broadcast((1 - share) * (1 - share)) * dot<L>(edges, edges);
    const auto near = L::both(L::le(least, along * along), L::le(zero, along));
    return L::both(near, L::le(overlap, half + half));
}

/// Returns the lanes in which all edge axes are barred: two axes of one box have both sides barred, so each edge
/// belongs to a barred side.
template <class L>
SATORI_LANES_INLINE typename L::Mask no_edges(typename L::Uint barred) {
    const auto of = [&](std::uint32_t first) SATORI_INLINE_LAMBDA {
        typename L::Uint both[3];
        for (int k = 0; k < 3; ++k) {
            const typename L::Uint sides = barred >> static_cast<int>(first + 2 * static_cast<std::uint32_t>(k));
            both[k] = sides & (sides >> 1);
        }
        return (both[0] & both[1]) | (both[1] & both[2]) | (both[2] & both[0]);
    };
    return is_set<L>(of(kBarredOfA) | of(kBarredOfB));
}

/// Chooses the axis of each pair. `cached`: per lane the axis to keep, any other number for none. `barred`: axes and
/// sides that must not be chosen. Null: none at all.
template <class L, bool kOpen, bool kEdges = true>
SATORI_LANES_INLINE AxisLanes<L> choose_axis(const BoxLanes<L>& a, const BoxLanes<L>& b, const RelativePose<L>& pose,
                                             const AxisTolerance& tolerance, const typename L::Uint* cached,
                                             const typename L::Uint* barred = nullptr) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float most = L::broadcast(__FLT_MAX__);
    Float square[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) square[i][j] = pose.r[i][j] * pose.r[i][j];

    Float face[2] = {most, most};  // least overlap on A's faces and on B's faces
    Uint face_axis[2] = {L::broadcast(0U), L::broadcast(3U)};
    Float edge_sq = most, edge_length_sq = L::broadcast(1.0F);  // overlap |overlap| of the best pair of edges
    Uint edge_axis = L::broadcast(6U);
    Uint separated = flat_sign<L, kOpen>(a, b);
    // The overlap of the cached axis: for a face as it is, for edges squared, in units of the length of the axis.
    Float kept_face = most, kept_sq = most, kept_length_sq = L::broadcast(1.0F);
    const Float cached_axis = cached != nullptr ? number<L>(*cached) : most;
    const auto is_cached = [&](int axis) SATORI_INLINE_LAMBDA {
        const Float wanted = L::broadcast(static_cast<float>(axis));
        return L::both(L::le(wanted, cached_axis), L::le(cached_axis, wanted));
    };

    visit_axes<L, kEdges>(
        a, b, pose,
        [&](int axis, Float overlap) SATORI_INLINE_LAMBDA {
            separated = separated | face_sign<L, kOpen>(overlap);
            const int of = axis / 3, k = axis % 3;
            if (barred != nullptr) {
                const Float distance =
                    of == 0
                        ? pose.t[k]
                        : negated<L>((pose.t[0] * pose.r[0][k] + pose.t[1] * pose.r[1][k]) + pose.t[2] * pose.r[2][k]);
                const Uint sides = *barred >> static_cast<int>((of == 0 ? kBarredOfA : kBarredOfB)) >> (2 * k);
                overlap = L::select(is_barred<L>(*barred, axis, sides & L::broadcast(3U), distance), most, overlap);
                // The axis must not push against a barred side of the other box either. `distance` leads to that box;
                // its facing side is the one that faces most in the opposite direction.
                Float back[3];
                for (int c = 0; c < 3; ++c)
                    back[c] = times_sign<L>(negated<L>(of == 0 ? pose.r[k][c] : pose.r[c][k]), distance);
                const Uint facing =
                    facing_side<L>(*barred >> static_cast<int>(of == 0 ? kBarredOfB : kBarredOfA), back);
                overlap = L::select(is_set<L>(facing | (facing >> 1)), most, overlap);
            }
            face_axis[of] =
                pick<L>(L::lt(overlap, face[of]), L::broadcast(static_cast<std::uint32_t>(axis)), face_axis[of]);
            face[of] = L::min(face[of], overlap);
            if (cached != nullptr) kept_face = L::select(is_cached(axis), overlap, kept_face);
        },
        [&](int i, int j, Float overlap) SATORI_INLINE_LAMBDA {
            separated = separated | L::as_uint(overlap);
            const int axis = 6 + 3 * i + j;
            const Float length_sq = square[(i + 1) % 3][j] + square[(i + 2) % 3][j];
            const Float overlap_sq = overlap * L::abs(overlap);
            auto crossing = L::lt(L::broadcast(kParallelEdges * kParallelEdges), length_sq);
            if (barred != nullptr) crossing = L::except(crossing, is_barred<L>(*barred, i, j, pose));
            const auto better = L::both(crossing, L::lt(overlap_sq * edge_length_sq, edge_sq * length_sq));
            edge_sq = L::select(better, overlap_sq, edge_sq);
            edge_length_sq = L::select(better, length_sq, edge_length_sq);
            edge_axis = pick<L>(better, L::broadcast(static_cast<std::uint32_t>(axis)), edge_axis);
            if (cached != nullptr) {
                const auto keep = L::both(crossing, is_cached(axis));
                kept_sq = L::select(keep, overlap_sq, kept_sq);
                kept_length_sq = L::select(keep, length_sq, kept_length_sq);
            }
        });

    const auto root = [](Float sq, Float length_sq)
                          SATORI_INLINE_LAMBDA { return with_sign<L>(L::sqrt(L::abs(L::div(sq, length_sq))), sq); };
    const Float best_edge = root(edge_sq, edge_length_sq);
    const PairScale<L> scale = pair_scale<L>(a, b, pose.offset);
    const Float slack = axis_slack<L>(scale, tolerance);
    const auto of_b = L::lt(face[1] + slack, face[0]);
    Float overlap = L::select(of_b, face[1], face[0]);
    Uint axis = pick<L>(of_b, face_axis[1], face_axis[0]);
    const Float least_lead = L::broadcast(kEdgeDeltas) * scale.delta;
    Float edge = best_edge;
    if (cached != nullptr) {
        const auto keep_face = L::both(L::lt(kept_face, most), L::le(kept_face, L::min(face[0], face[1]) + slack));
        overlap = L::select(keep_face, kept_face, overlap);
        axis = pick<L>(keep_face, *cached, axis);
    }
    auto of_edges = L::lt(best_edge, edge_limit<L>(overlap, L::max(slack, least_lead), tolerance.share));
    if (cached != nullptr) {
        const Float kept_edge = root(kept_sq, kept_length_sq);
        const auto keep_edge = L::both(L::lt(kept_sq, most), L::le(kept_edge, best_edge + slack));
        edge = L::select(keep_edge, kept_edge, edge);
        edge_axis = pick<L>(keep_edge, *cached, edge_axis);
        const Float lead = L::max(L::broadcast(kCachedEdgeSlack) * slack, least_lead);
        of_edges =
            L::either(of_edges, L::both(keep_edge, L::lt(kept_edge, edge_limit<L>(overlap, lead, tolerance.share))));
    }
    if (tolerance.share > 0 && L::bits(of_edges) != 0) {
        const auto like = like_face<L>(a, b, pose, edge_axis, axis, overlap, tolerance.share);
        of_edges = L::except(of_edges, L::both(like, L::le(L::broadcast(0.0F), edge)));
    }
    overlap = L::select(of_edges, edge, overlap);
    axis = pick<L>(of_edges, edge_axis, axis);
    const Float best = L::min(L::min(face[0], face[1]), best_edge);
    if (barred != nullptr) axis = pick<L>(L::lt(L::broadcast(kNoOverlap), best), L::broadcast(kAllBarred), axis);
    return {axis, overlap, separated, best, L::max(slack, least_lead)};
}

/// The three axes of a box, from the k-th on, and the half extents along them.
template <class L>
struct TurnedBox {
    typename L::Float axes[3][3], half[3];
};

/// Returns the box from axis k on. `k`: a number 0 to 2.
template <class L>
SATORI_LANES_INLINE TurnedBox<L> turned(const BoxLanes<L>& box, typename L::Float k) {
    using Float = typename L::Float;
    const auto second = L::both(L::le(L::broadcast(1.0F), k), L::le(k, L::broadcast(1.0F)));
    const auto third = L::le(L::broadcast(2.0F), k);
    TurnedBox<L> out;
    const auto choose = [&](const Float& of_first, const Float& of_second, const Float& of_third) SATORI_INLINE_LAMBDA {
        return L::select(third, of_third, L::select(second, of_second, of_first));
    };
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        out.half[i] = choose(box.half[i], box.half[i1], box.half[i2]);
        for (int c = 0; c < 3; ++c) out.axes[i][c] = choose(box.axes[i][c], box.axes[i1][c], box.axes[i2][c]);
    }
    return out;
}

/// Computes the unit vector along an edge axis, and returns the length of the axis before. The vector is null for
/// parallel edges; choose_axis() never chooses such edges, but callers may. `a` has A's axes from i on, `b` has B's
/// axes from j on. In A's frame the vector is (0, -r[i2][j], r[i1][j]), from the same products as in relative_pose().
template <class L>
SATORI_LANES_INLINE typename L::Float edge_normal(const TurnedBox<L>& a, const TurnedBox<L>& b,
                                                  typename L::Float* normal) {
    using Float = typename L::Float;
    const Float y = dot<L>(a.axes[2], b.axes[0]), z = dot<L>(a.axes[1], b.axes[0]);
    const Float length = L::sqrt(L::max(y * y + z * z, L::broadcast(1e-30F)));
    const Float along_y = L::div(y, length), along_z = L::div(z, length);
    for (int c = 0; c < 3; ++c) normal[c] = along_z * a.axes[2][c] - along_y * a.axes[1][c];
    return length;
}

/// Writes the hits of a tile, in order: the pairs that make contact, with their axes.
template <class L, bool kOpen, class Record>
SATORI_LANES_INLINE std::uint32_t filter_contacts_with(const ContactFilterArgsOf<Record>& args, ContactHit* out) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    float* end = reinterpret_cast<float*>(out);
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        const auto a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
        const auto b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
        const auto pose = relative_pose<L>(a, b);
        AxisLanes<L> chosen = choose_axis<L, kOpen>(a, b, pose, args.tolerance, nullptr);
        // Without a speculative distance these are exactly the pairs that overlap by the boolean test, to the bit.
        std::uint32_t bits = ~L::sign_bits(chosen.separated) & kAllLanes<L>;
        const Float distance = speculative_distance<L>(args, a, b), size_a = size_of<L>(a), size_b = size_of<L>(b);
        const auto is_uneven = uneven<L>(size_a, size_b);
        const std::uint32_t speculative = L::bits(L::lt(L::broadcast(0.0F), distance));
        if (speculative != 0) {
            // Beside a much larger box the overlap has errors of that box's size. The manifold decides such a pair.
            Float doubt = size_a + size_b;
            for (int c = 0; c < decltype(a)::kDim; ++c) doubt = doubt + L::abs(pose.offset[c]);
            const Float reach = distance + L::select(is_uneven, L::broadcast(kDelta) * doubt, L::broadcast(0.0F));
            bits = (bits & ~speculative) | (speculative & L::bits(L::le(L::broadcast(0.0F) - reach, chosen.best)));
        }
        if (args.pairs.count - k < L::width) bits &= (1U << (args.pairs.count - k)) - 1;
        Uint flags = L::broadcast(0U);
        if ((L::bits(is_uneven) & bits) != 0) {
            Uint face;
            const auto clear = only_axis<L>(a, b, pose.offset, distance, face);
            chosen.axis = pick<L>(clear, face, chosen.axis);
            flags = pick<L>(is_uneven, pick<L>(clear, L::broadcast(kUneven), L::broadcast(kUneven | kUnclear)), flags);
        }
        const Float row[4] = {L::as_float(L::compress(L::loadu(args.pairs.first + k), bits)),
                              L::as_float(L::compress(L::loadu(args.pairs.second + k), bits)),
                              L::as_float(L::compress(chosen.axis, bits)), L::as_float(L::compress(flags, bits))};
        L::template store_rows<1>(end, row);
        end += 4 * __builtin_popcount(bits);
    }
    return static_cast<std::uint32_t>(end - reinterpret_cast<float*>(out)) / 4;
}

template <class L, class Record>
std::uint32_t filter_contacts(const ContactFilterArgsOf<Record>& args, ContactHit* out) {
    return args.open ? filter_contacts_with<L, true>(args, out) : filter_contacts_with<L, false>(args, out);
}

/// Chooses the best axes of boxes of which one may be much larger. It chooses on the part of the larger box that is
/// near the other one where that is sure, else on the whole box. `pair` becomes the pair of boxes that the choice used.
template <class L, class Box, class Choose>
SATORI_LANES_INLINE AxisLanes<L> choose_near(NearPair<L, Box>& pair, const Box& a, const Box& b,
                                             typename L::Uint barred, Choose&& choose) {
    using Uint = typename L::Uint;
    const Uint barred_too = barred | pair.barred | beside_only_axis<L>(pair, barred);
    AxisLanes<L> chosen = choose(pair.a, pair.b, pair.offset, barred_too);
    const auto sure = L::lt(chosen.overlap, L::broadcast(kSureOverlap) * pair.small);
    const auto unsure = L::except(pair.cut, sure);
    if (L::bits(unsure) == 0) return chosen;
    make_whole<L>(pair, unsure, a, b);
    const AxisLanes<L> whole = choose(pair.a, pair.b, pair.offset, barred | pair.barred);
    chosen.axis = pick<L>(unsure, whole.axis, chosen.axis);
    chosen.overlap = L::select(unsure, whole.overlap, chosen.overlap);
    chosen.best = L::select(unsure, whole.best, chosen.best);
    chosen.slack = L::select(unsure, whole.slack, chosen.slack);
    return chosen;
}

/// Chooses the axes of pairs with barred sides or with a box to cut. `offset` becomes the offset between the boxes that
/// the choice used.
template <class L>
SATORI_LANES_APART AxisLanes<L> choose_with_bars(const BoxLanes<L>& a, const BoxLanes<L>& b, typename L::Uint barred,
                                                 typename L::Uint cached, const AxisArgs& args,
                                                 typename L::Float* offset) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    NearPair<L, BoxLanes<L>> pair =
        any_uneven<L>(a, b) ? near_pair<L>(a, b, speculative_distance<L>(args, a, b)) : whole_pair<L>(a, b);
    const auto choose = [&](const BoxLanes<L>& of_a, const BoxLanes<L>& of_b, const Float* between,
                            Uint without) SATORI_INLINE_LAMBDA {
        const RelativePose<L> pose = relative_pose<L>(of_a, of_b, between);
        // A ground whose sides are far away has no edges.
        return L::bits(no_edges<L>(without)) == kAllLanes<L>
                   ? choose_axis<L, false, false>(of_a, of_b, pose, args.tolerance, &cached, &without)
                   : choose_axis<L, false>(of_a, of_b, pose, args.tolerance, &cached, &without);
    };
    const AxisLanes<L> chosen = choose_near<L>(pair, a, b, barred, choose);
    for (int c = 0; c < 3; ++c) offset[c] = pair.offset[c];
    return chosen;
}

/// Writes the axis of every pair.
template <class L>
void find_axes(const AxisArgs& args, AxisRow* out) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        const BoxLanes<L> a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
        const BoxLanes<L> b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
        const Uint cached = L::loadu(args.cached + k);
        Float offset[3];  // from A's center to B's, of the boxes that the choice used
        for (int c = 0; c < 3; ++c) offset[c] = b.center[c] - a.center[c];
        AxisLanes<L> chosen;
        if (args.barred != nullptr || any_uneven<L>(a, b)) {
            const Uint barred = args.barred != nullptr ? Uint(L::loadu(args.barred + k)) : L::broadcast(0U);
            chosen = choose_with_bars<L>(a, b, barred, cached, args, offset);
        } else {
            chosen = choose_axis<L, false>(a, b, relative_pose<L>(a, b, offset), args.tolerance, &cached);
        }
        Float index;
        const Float kind = thirds<L>(number<L>(chosen.axis), index);
        const auto of_edges = L::le(L::broadcast(2.0F), kind);
        const auto of_b = L::le(L::broadcast(1.0F), kind);
        const TurnedBox<L> turned_a = turned<L>(a, L::select(of_edges, kind - L::broadcast(2.0F), index));
        const TurnedBox<L> turned_b = turned<L>(b, index);
        Float normal[3];
        edge_normal<L>(turned_a, turned_b, normal);
        for (int c = 0; c < 3; ++c)
            normal[c] = L::select(of_edges, normal[c], L::select(of_b, turned_b.axes[0][c], turned_a.axes[0][c]));
        const Float along = dot<L>(normal, offset) + L::broadcast(0.0F);  // -0 becomes +0
        Float row[8] = {};
        for (int c = 0; c < 3; ++c) row[c] = times_sign<L>(normal[c], along);
        row[3] = L::broadcast(0.0F) - chosen.overlap;
        row[4] = L::as_float(chosen.axis);
        row[5] = L::broadcast(0.0F) - chosen.best;
        row[6] = chosen.slack;
        row[7] = L::broadcast(0.0F);
        L::template store_rows<2>(reinterpret_cast<float*>(out + k), row);
    }
}

}  // namespace satori::v0::simd
