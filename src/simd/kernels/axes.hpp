#pragma once

// Separating axes with depth: of all 15, the axis on which two boxes overlap least, a face of A before a face of B and a face
// before a pair of edges unless the later is better by more than a slack. A cached face goes before the other faces, a cached
// pair of edges before other edges, and before faces by half the slack: it may not stay where faces have come to lie on
// each other. Lane = pair.
//
// Edge overlaps come in units of the axis' length. The least of nine is found without a root or a division, by comparing
// overlap |overlap| / length^2 cross-multiplied; the winner alone is divided. Edges nearer to parallel than kParallelEdges are
// left out: the face axes stand in for them within delta.
// Source: as pair_axes.hpp; face before edge: Gregorius, "Robust contact creation for physics simulations", GDC 2013 (with
// another tolerance).
// Cost per vector beyond the boolean test: 44 multiplies, 19 adds, 39 comparisons, 3 divisions and roots, about 65 signs and
// selections; with normals (find_axes) 63, 38, 86, 8, about 150.

#include "simd/kernels/pair_axes.hpp"

namespace satori::inline v0::simd {

/// Sine of the smallest angle between two edges whose cross product is an axis. Boxes that overlap do so on the faces' axes by
/// at most 1e-6 of their extents more, which is less than delta; boxes that are separated corner to corner may lose some delta.
inline constexpr float kParallelEdges = 1e-6F;
/// Contract 2: delta in units of the boxes' extents and distance.
inline constexpr float kDelta = 16 * __FLT_EPSILON__;
/// R6: the slack in units of delta, and of the smaller box's half extents.
inline constexpr float kSlackDeltas = 4;
inline constexpr float kSlackExtents = 1e-4F;
/// Edges must always be better than faces by so many delta: what rounding makes of edges that lie in a face.
inline constexpr float kEdgeDeltas = 0.5F;
/// A cached pair of edges must be better than faces by this share of the slack.
inline constexpr float kCachedEdgeSlack = 0.5F;

/// A small integer as a float, without the conversion that sets differ in. Below 2^23.
template <class L>
SATORI_LANES_INLINE typename L::Float number(typename L::Uint small) {
    return L::as_float(small | L::broadcast(0x4b000000U)) - L::broadcast(8388608.0F);
}

template <class L>
SATORI_LANES_INLINE typename L::Uint pick(typename L::Mask m, typename L::Uint a, typename L::Uint b) {
    return L::as_uint(L::select(m, L::as_float(a), L::as_float(b)));
}

/// What a pair's tolerances are made of.
template <class L>
struct PairScale {
    typename L::Float delta;    ///< of contract 2
    typename L::Float smaller;  ///< sum of the smaller box's half extents
};

template <class L, class Box>
SATORI_LANES_INLINE PairScale<L> pair_scale(const Box& a, const Box& b, const typename L::Float* offset) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);  // boxes that overlap nothing have negative extents
    Float sum_a = a.half[0], sum_b = b.half[0], distance_sq = offset[0] * offset[0];
    for (int k = 1; k < Box::kDim; ++k) {
        sum_a = sum_a + a.half[k];
        sum_b = sum_b + b.half[k];
        distance_sq = distance_sq + offset[k] * offset[k];
    }
    sum_a = L::max(sum_a, zero);
    sum_b = L::max(sum_b, zero);
    const Float distance = L::sqrt(distance_sq);
    return {L::broadcast(kDelta) * ((sum_a + sum_b) + distance), L::min(sum_a, sum_b)};
}

/// How much better an axis of a later kind must be.
template <class L>
SATORI_LANES_INLINE typename L::Float axis_slack(const PairScale<L>& scale, float bias) {
    return L::broadcast(bias) *
           L::max(L::broadcast(kSlackDeltas) * scale.delta, L::broadcast(kSlackExtents) * scale.smaller);
}

/// The chosen axis of each lane.
template <class L>
struct AxisLanes {
    typename L::Uint axis;
    typename L::Float overlap;   ///< along it, metres
    typename L::Uint separated;  ///< bit 31: as the boolean test has it
    typename L::Float best;      ///< the least overlap of all
};

/// `cached`: per lane the axis to keep, any other number for none; null: none at all. `faces_only`: no pair of edges is chosen.
template <class L, bool kOpen>
SATORI_LANES_INLINE AxisLanes<L> choose_axis(const BoxLanes<L>& a, const BoxLanes<L>& b, const RelativePose<L>& pose,
                                             float bias, const typename L::Uint* cached, bool faces_only = false) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    const Float most = L::broadcast(__FLT_MAX__);
    Float square[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) square[i][j] = pose.r[i][j] * pose.r[i][j];

    Float face[2] = {most, most};  // least overlap on A's and on B's faces
    Uint face_axis[2] = {L::broadcast(0U), L::broadcast(3U)};
    Float edge_sq = most, edge_length_sq = L::broadcast(1.0F);  // overlap |overlap|, of the best pair of edges
    Uint edge_axis = L::broadcast(6U);
    Uint separated = flat_sign<L, kOpen>(a, b);
    // The cached axis' overlap, if it is a face; else squared, in units of the axis' length.
    Float kept_face = most, kept_sq = most, kept_length_sq = L::broadcast(1.0F);
    const Float cached_axis = cached != nullptr ? number<L>(*cached) : most;
    const auto is_cached = [&](int axis) SATORI_INLINE_LAMBDA {
        const Float wanted = L::broadcast(static_cast<float>(axis));
        return L::both(L::le(wanted, cached_axis), L::le(cached_axis, wanted));
    };

    visit_axes<L>(
        a, b, pose,
        [&](int axis, Float overlap) SATORI_INLINE_LAMBDA {
            separated = separated | face_sign<L, kOpen>(overlap);
            const int of = axis / 3;
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
            const auto crossing = L::lt(L::broadcast(kParallelEdges * kParallelEdges), length_sq);
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
    const Float slack = axis_slack<L>(scale, bias);
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
    auto of_edges = L::lt(best_edge + L::max(slack, least_lead), overlap);
    if (cached != nullptr) {
        const Float kept_edge = root(kept_sq, kept_length_sq);
        const auto keep_edge = L::both(L::lt(kept_sq, most), L::le(kept_edge, best_edge + slack));
        edge = L::select(keep_edge, kept_edge, edge);
        edge_axis = pick<L>(keep_edge, *cached, edge_axis);
        const Float lead = L::max(L::broadcast(kCachedEdgeSlack) * slack, least_lead);
        of_edges = L::either(of_edges, L::both(keep_edge, L::lt(kept_edge + lead, overlap)));
    }
    if (faces_only) of_edges = L::lt(most, overlap);
    overlap = L::select(of_edges, edge, overlap);
    axis = pick<L>(of_edges, edge_axis, axis);
    const Float best = L::min(L::min(face[0], face[1]), best_edge);
    return {axis, overlap, separated, best};
}

/// Three axes of a box, from the k-th on, and the half extents along them.
template <class L>
struct TurnedBox {
    typename L::Float axes[3][3], half[3];
};

/// `axis`: k, or 3 + k, as a number.
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

/// The unit vector along an edge axis; returns its length before. Null for parallel edges, which nobody chooses but
/// callers. A's axes from i on, B's from j on. In A's frame it is
/// (0, -r[i2][j], r[i1][j]), from the same products as in relative_pose().
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

/// Lanes as numbers 0 to 4: floor(axis / 3) of an axis 0 to 14, and what is left.
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

/// The hits of a tile: boxes and axis, in order.
template <class L, bool kOpen, class Record>
SATORI_LANES_INLINE std::uint32_t filter_contacts_with(const ContactFilterArgsOf<Record>& args, ContactHit* out) {
    using Float = typename L::Float;
    const Float reach = L::broadcast(-args.speculative_distance);
    float* end = reinterpret_cast<float*>(out);
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        const auto a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
        const auto b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
        const AxisLanes<L> chosen = choose_axis<L, kOpen>(a, b, relative_pose<L>(a, b), args.axis_bias, nullptr);
        // Without a speculative distance these are the pairs that overlap by the boolean test, to the bit.
        std::uint32_t bits = args.speculative_distance > 0 ? L::bits(L::le(reach, chosen.best))
                                                           : ~L::sign_bits(chosen.separated) & kAllLanes<L>;
        if (args.pairs.count - k < L::width) bits &= (1U << (args.pairs.count - k)) - 1;
        const Float row[4] = {L::as_float(L::compress(L::loadu(args.pairs.first + k), bits)),
                              L::as_float(L::compress(L::loadu(args.pairs.second + k), bits)),
                              L::as_float(L::compress(chosen.axis, bits)), L::broadcast(0.0F)};
        L::template store_rows<1>(end, row);
        end += 4 * __builtin_popcount(bits);
    }
    return static_cast<std::uint32_t>(end - reinterpret_cast<float*>(out)) / 4;
}

template <class L, class Record>
std::uint32_t filter_contacts(const ContactFilterArgsOf<Record>& args, ContactHit* out) {
    return args.open ? filter_contacts_with<L, true>(args, out) : filter_contacts_with<L, false>(args, out);
}

/// The axis of every pair.
template <class L>
void find_axes(const AxisArgs& args, AxisRow* out) {
    using Float = typename L::Float;
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        const BoxLanes<L> a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
        const BoxLanes<L> b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
        const RelativePose<L> pose = relative_pose<L>(a, b);
        const typename L::Uint cached = L::loadu(args.cached + k);
        const AxisLanes<L> chosen = choose_axis<L, false>(a, b, pose, args.axis_bias, &cached, args.faces_only);
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
        const Float along = dot<L>(normal, pose.offset) + L::broadcast(0.0F);  // -0 is +0
        Float row[8] = {};
        for (int c = 0; c < 3; ++c) row[c] = times_sign<L>(normal[c], along);
        row[3] = L::broadcast(0.0F) - chosen.overlap;
        row[4] = L::as_float(chosen.axis);
        for (int c = 5; c < 8; ++c) row[c] = L::broadcast(0.0F);
        L::template store_rows<2>(reinterpret_cast<float*>(out + k), row);
    }
}

}  // namespace satori::inline v0::simd
