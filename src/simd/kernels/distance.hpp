#pragma once

// Distance of two boxes or rectangles, and their closest points. Lane = pair.
//
// The closest points of two boxes that are apart are a corner of one and a point of the other, or inner points of two
// edges that cross: any other closest points can slide along their features until one of these cases holds. So the
// distance is the least of
//   - the distances of B's corners from A, and of A's corners from B: a clamp each;
//   - the distances of edges of A from edges of B, where the closest points of their lines lie on both edges.
// Every one of them is the distance of two points of the boxes. So no choice among them can make the result less than
// the distance; rounding can, within delta. Nothing iterates.
//
// Of the 144 pairs of edges, the quick pass tries nine: the supporting edges of each edge axis. The separation along an
// edge axis is at most the distance, and equal to it for the pair of edges that is closest. So no other edges can be
// closest, except where the supporting edge is not unique: an edge along a face, two faces. The quick pass marks such
// a pair as unsure, unless it can prove the corner that it found: with the direction n from one point to the other,
// the boxes are apart along n by |n| less the sum of
//     (support of A along n) - n . (point on A),  n . (point on B) - (support of B against n).
// The complete pass tries all 144. It also finds a common point of boxes that overlap without a corner of one in the
// other: then an edge of one meets the other. It is the middle of the longest part of an edge in a box. Boxes that
// touch may have no such edge, by rounding; their points are the closest ones.
//
// Whether boxes overlap is decided as in sat.hpp.
// Sources: Ericson, Real-Time Collision Detection, 5.1.3 (point and box), 5.1.8 (lines), 5.3.3 (slabs); the proof by a
// direction: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex objects in
// three-dimensional space", IEEE Journal of Robotics and Automation 4, 1988.
// Cost per vector: about 5 times the test of sat.hpp; a common point 13 times, all pairs of edges 40 times.

#include "simd/kernels/axes.hpp"
#include "simd/kernels/rect_axes.hpp"
#include "simd/kernels/sat.hpp"

namespace satori::v0::simd {

/// The quick pass is sure when it misses less than this many delta.
inline constexpr float kSureDeltas = 0.125F;

/// An edge with less slope than this along an axis is parallel to it.
inline constexpr float kNoSlope = 1e-20F;

/// Two boxes in the axes of one of them, "self".
template <class L, int Dim>
struct PlacedPair {
    typename L::Float self[Dim], other[Dim];  ///< half extents
    typename L::Float t[Dim];                 ///< from the center of self to the other's
    typename L::Float r[Dim][Dim];            ///< r[i][j]: axis i of self . axis j of the other
};

template <class L>
SATORI_LANES_INLINE PlacedPair<L, 3> placed(const BoxLanes<L>& a, const BoxLanes<L>& b, const RelativePose<L>& pose) {
    PlacedPair<L, 3> pair;
    for (int i = 0; i < 3; ++i) {
        pair.self[i] = a.half[i];
        pair.other[i] = b.half[i];
        pair.t[i] = pose.t[i];
        for (int j = 0; j < 3; ++j) pair.r[i][j] = pose.r[i][j];
    }
    return pair;
}

template <class L>
SATORI_LANES_INLINE PlacedPair<L, 2> placed(const RectLanes<L>& a, const RectLanes<L>& b,
                                            const RelativeRectPose<L>& pose) {
    return {{a.half[0], a.half[1]},
            {b.half[0], b.half[1]},
            {pose.along[0], pose.along[1]},
            {{pose.cosine, negated<L>(pose.sine)}, {pose.sine, pose.cosine}}};
}

/// Returns the pair in the axes of the other box.
template <class L, int Dim>
SATORI_LANES_INLINE PlacedPair<L, Dim> mirrored(const PlacedPair<L, Dim>& pair) {
    PlacedPair<L, Dim> out;
    for (int j = 0; j < Dim; ++j) {
        for (int i = 0; i < Dim; ++i) out.r[j][i] = pair.r[i][j];
        out.t[j] = negated<L>(dot_of<L, Dim>(out.r[j], pair.t));
        out.self[j] = pair.other[j];
        out.other[j] = pair.self[j];
    }
    return out;
}

/// A point of each box.
template <class L, int Dim>
struct PointPair {
    typename L::Float distance_sq;
    typename L::Float on_self[Dim];   ///< from the center of self, in its axes
    typename L::Float on_other[Dim];  ///< from the center of the other, in its axes
    typename L::Float apart[Dim];     ///< from one point to the other, in the axes of self
};

/// Returns `a` where m is set, else `b`.
template <class L, int Dim>
SATORI_LANES_INLINE PointPair<L, Dim> select_points(typename L::Mask m, const PointPair<L, Dim>& a,
                                                    const PointPair<L, Dim>& b) {
    PointPair<L, Dim> out;
    out.distance_sq = L::select(m, a.distance_sq, b.distance_sq);
    for (int k = 0; k < Dim; ++k) {
        out.on_self[k] = L::select(m, a.on_self[k], b.on_self[k]);
        out.on_other[k] = L::select(m, a.on_other[k], b.on_other[k]);
        out.apart[k] = L::select(m, a.apart[k], b.apart[k]);
    }
    return out;
}

template <class L, int Dim>
SATORI_LANES_INLINE PointPair<L, Dim> nearer_points(const PointPair<L, Dim>& a, const PointPair<L, Dim>& b) {
    return select_points<L, Dim>(L::lt(b.distance_sq, a.distance_sq), b, a);
}

/// Returns the points seen from the other box. `pair`: in the axes of the box that is self now.
template <class L, int Dim>
SATORI_LANES_INLINE PointPair<L, Dim> mirrored(const PointPair<L, Dim>& points, const PlacedPair<L, Dim>& pair) {
    PointPair<L, Dim> out;
    out.distance_sq = points.distance_sq;
    for (int k = 0; k < Dim; ++k) {
        out.on_self[k] = points.on_other[k];
        out.on_other[k] = points.on_self[k];
        // From the point of the other box to that of self, in the other's axes, to the reverse in the axes of self.
        out.apart[k] = negated<L>(dot_of<L, Dim>(pair.r[k], points.apart));
    }
    return out;
}

template <class L>
SATORI_LANES_INLINE typename L::Float clamped(typename L::Float v, typename L::Float most) {
    return L::max(L::min(v, most), negated<L>(most));
}

/// Returns `at`, a point of the other box in the axes of self, and the nearest point of self.
template <class L, int Dim>
SATORI_LANES_INLINE void put_nearest(const PlacedPair<L, Dim>& pair, const typename L::Float* at,
                                     PointPair<L, Dim>& out) {
    for (int i = 0; i < Dim; ++i) {
        out.on_self[i] = clamped<L>(at[i], pair.self[i]);
        out.apart[i] = at[i] - out.on_self[i];
    }
    out.distance_sq = dot_of<L, Dim>(out.apart, out.apart);
}

/// Returns the corner of the other box that is nearest to self.
template <class L, int Dim>
SATORI_LANES_INLINE PointPair<L, Dim> nearest_corner(const PlacedPair<L, Dim>& pair) {
    using Float = typename L::Float;
    Float along[Dim][Dim];
    for (int i = 0; i < Dim; ++i)
        for (int j = 0; j < Dim; ++j) along[i][j] = pair.r[i][j] * pair.other[j];
    Float least = L::broadcast(__FLT_MAX__);
    typename L::Uint signs = L::broadcast(0U);  // bit 31 - j: the corner is on the negative side of axis j
    SATORI_UNROLL(8)
    for (std::uint32_t v = 0; v < 1U << Dim; ++v) {
        Float beyond[Dim];
        std::uint32_t bits = 0;
        for (int i = 0; i < Dim; ++i) {
            Float at = pair.t[i];
            for (int j = 0; j < Dim; ++j) at = (v >> j & 1U) != 0 ? at - along[i][j] : at + along[i][j];
            beyond[i] = L::max(L::abs(at) - pair.self[i], L::broadcast(0.0F));
        }
        for (int j = 0; j < Dim; ++j) bits |= (v >> j & 1U) << (31 - j);
        const Float sq = dot_of<L, Dim>(beyond, beyond);
        signs = pick<L>(L::lt(sq, least), L::broadcast(bits), signs);
        least = L::min(least, sq);
    }
    PointPair<L, Dim> out;
    Float at[Dim];
    for (int i = 0; i < Dim; ++i) at[i] = pair.t[i];
    for (int j = 0; j < Dim; ++j) {
        out.on_other[j] = times_sign<L>(pair.other[j], L::as_float(signs << j));
        for (int i = 0; i < Dim; ++i) at[i] = at[i] + pair.r[i][j] * out.on_other[j];
    }
    put_nearest<L, Dim>(pair, at, out);
    return out;
}

/// The closest points of two lines, along edges.
template <class L>
struct LinePoints {
    PointPair<L, 3> points;      ///< the axes of the edges are axis 0 of each box
    typename L::Mask on_edges;   ///< the points lie on the edges, and the edges are not parallel
    typename L::Float sideward;  ///< from one edge to the other, on the cross product of their directions
};

/// Places edges along axis 0 of self and of the other. Their offsets from the centers, `self[1]`, `self[2]`,
/// `other[1]`, `other[2]`, are those of `pair`, with signs.
template <class L>
SATORI_LANES_INLINE LinePoints<L> line_points(const PlacedPair<L, 3>& pair, const typename L::Float* self,
                                              const typename L::Float* other) {
    using Float = typename L::Float;
    const auto& r = pair.r;
    Float w[3];  // from the middle of one edge to that of the other
    for (int i = 0; i < 3; ++i) w[i] = (pair.t[i] + r[i][1] * other[1]) + r[i][2] * other[2];
    for (int i = 1; i < 3; ++i) w[i] = w[i] - self[i];
    const Float length_sq = r[1][0] * r[1][0] + r[2][0] * r[2][0];  // of the cross product (0, -r[2][0], r[1][0])
    const Float inverse = L::div(L::broadcast(1.0F), length_sq);
    const Float u = negated<L>((w[1] * r[1][0] + w[2] * r[2][0]) * inverse);
    const Float s = w[0] + u * r[0][0];
    LinePoints<L> out;
    out.sideward = w[2] * r[1][0] - w[1] * r[2][0];
    const Float share = out.sideward * inverse;
    const auto inside = L::both(L::le(L::abs(u), pair.other[0]), L::le(L::abs(s), pair.self[0]));
    out.on_edges = L::both(inside, L::lt(L::broadcast(0.0F), length_sq));
    out.points = {out.sideward * share,
                  {s, self[1], self[2]},
                  {u, other[1], other[2]},
                  {L::broadcast(0.0F), negated<L>(r[2][0] * share), r[1][0] * share}};
    return out;
}

/// Returns the pair with axis i of self and axis j of the other as their first axes.
template <class L>
SATORI_LANES_INLINE PlacedPair<L, 3> turned(const PlacedPair<L, 3>& pair, int i, int j) {
    PlacedPair<L, 3> out;
    for (int k = 0; k < 3; ++k) {
        out.t[k] = pair.t[(i + k) % 3];
        out.self[k] = pair.self[(i + k) % 3];
        out.other[k] = pair.other[(j + k) % 3];
        for (int c = 0; c < 3; ++c) out.r[k][c] = pair.r[(i + k) % 3][(j + c) % 3];
    }
    return out;
}

/// Undoes turned() for points.
template <class L>
SATORI_LANES_INLINE PointPair<L, 3> turned_back(const PointPair<L, 3>& points, int i, int j) {
    PointPair<L, 3> out;
    out.distance_sq = points.distance_sq;
    for (int k = 0; k < 3; ++k) {
        out.on_self[(i + k) % 3] = points.on_self[k];
        out.on_other[(j + k) % 3] = points.on_other[k];
        out.apart[(i + k) % 3] = points.apart[k];
    }
    return out;
}

/// Takes the closest points of the supporting edges of each edge axis, where they are nearer than `points`. Returns the
/// lanes in which a pair of edges is closest for sure: it is apart along its axis, by its own distance.
template <class L>
SATORI_LANES_INLINE typename L::Mask try_supporting_edges(const PlacedPair<L, 3>& pair, PointPair<L, 3>& points) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);
    auto sure = L::lt(zero, zero);
    SATORI_UNROLL(3)
    for (int i = 0; i < 3; ++i) {
        SATORI_UNROLL(3)
        for (int j = 0; j < 3; ++j) {
            const PlacedPair<L, 3> edges = turned<L>(pair, i, j);
            const auto& r = edges.r;
            const Float distance = edges.t[2] * r[1][0] - edges.t[1] * r[2][0];
            // The axis, with the sign of the distance, points from self to the other. These are the sides that it
            // meets.
            const auto along = [&](Float half, Float component) SATORI_INLINE_LAMBDA {
                return times_sign<L>(times_sign<L>(half, component), distance);
            };
            const Float self[3] = {edges.self[0], along(edges.self[1], negated<L>(r[2][0])),
                                   along(edges.self[2], r[1][0])};
            const Float other[3] = {edges.other[0],
                                    negated<L>(along(edges.other[1], r[1][0] * r[2][1] - r[2][0] * r[1][1])),
                                    negated<L>(along(edges.other[2], r[1][0] * r[2][2] - r[2][0] * r[1][2]))};
            const LinePoints<L> found = line_points<L>(edges, self, other);
            const auto closest = L::both(found.on_edges, L::lt(zero, times_sign<L>(found.sideward, distance)));
            const auto nearer = L::both(closest, L::lt(found.points.distance_sq, points.distance_sq));
            points = select_points<L, 3>(nearer, turned_back<L>(found.points, i, j), points);
            sure = L::either(sure, closest);
        }
    }
    return sure;
}

template <class L>
SATORI_LANES_INLINE typename L::Mask try_supporting_edges(const PlacedPair<L, 2>&, PointPair<L, 2>&) {
    return L::le(L::broadcast(0.0F), L::broadcast(0.0F));
}

/// Takes the closest points of all pairs of edges where they are nearer than `points`, in some lanes.
template <class L>
SATORI_LANES_APART void try_all_edges(const PlacedPair<L, 3>& pair, typename L::Mask lanes, PointPair<L, 3>& points) {
    using Float = typename L::Float;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const PlacedPair<L, 3> edges = turned<L>(pair, i, j);
            for (std::uint32_t v = 0; v < 16; ++v) {
                const auto with = [&](std::uint32_t bit, Float half)
                                      SATORI_INLINE_LAMBDA { return (v >> bit & 1U) != 0 ? negated<L>(half) : half; };
                const Float self[3] = {edges.self[0], with(0, edges.self[1]), with(1, edges.self[2])};
                const Float other[3] = {edges.other[0], with(2, edges.other[1]), with(3, edges.other[2])};
                const LinePoints<L> found = line_points<L>(edges, self, other);
                const auto nearer = L::lt(found.points.distance_sq, points.distance_sq);
                points = select_points<L, 3>(L::both(L::both(lanes, found.on_edges), nearer),
                                             turned_back<L>(found.points, i, j), points);
            }
        }
    }
}

template <class L>
SATORI_LANES_INLINE void try_all_edges(const PlacedPair<L, 2>&, typename L::Mask, PointPair<L, 2>&) {}

/// Finds the longest part of an edge of the other box in self. `longest` is its length so far; a longer one replaces
/// it, and its middle replaces `points`.
template <class L, int Dim>
SATORI_LANES_INLINE void try_inner_edges(const PlacedPair<L, Dim>& pair, typename L::Float& longest,
                                         PointPair<L, Dim>& points) {
    using Float = typename L::Float;
    const Float half = L::broadcast(0.5F), endless = L::broadcast(__FLT_MAX__);
    for (int j = 0; j < Dim; ++j) {
        typename L::Mask parallel[Dim];
        Float inverse[Dim], reach[Dim];  // of the slope of the edge along each axis of self; half of its part in a slab
        for (int i = 0; i < Dim; ++i) {
            const Float slope = pair.r[i][j];
            parallel[i] = L::le(L::abs(slope), L::broadcast(kNoSlope));
            inverse[i] = L::div(L::broadcast(1.0F), L::select(parallel[i], L::broadcast(1.0F), slope));
            reach[i] = L::abs(pair.self[i] * inverse[i]);
        }
        for (std::uint32_t v = 0; v < 1U << (Dim - 1); ++v) {
            PointPair<L, Dim> found;
            Float base[Dim];
            for (int i = 0; i < Dim; ++i) base[i] = pair.t[i];
            for (int s = 1; s < Dim; ++s) {
                const int c = (j + s) % Dim;
                found.on_other[c] = (v >> (s - 1) & 1U) != 0 ? negated<L>(pair.other[c]) : pair.other[c];
                for (int i = 0; i < Dim; ++i) base[i] = base[i] + pair.r[i][c] * found.on_other[c];
            }
            Float enter = negated<L>(pair.other[j]), leave = pair.other[j];
            for (int i = 0; i < Dim; ++i) {
                const Float middle = negated<L>(base[i] * inverse[i]);
                const Float within = L::select(L::le(L::abs(base[i]), pair.self[i]), endless, negated<L>(endless));
                enter = L::max(enter, L::select(parallel[i], negated<L>(within), middle - reach[i]));
                leave = L::min(leave, L::select(parallel[i], within, middle + reach[i]));
            }
            found.on_other[j] = clamped<L>(half * enter + half * leave, pair.other[j]);
            Float at[Dim];
            for (int i = 0; i < Dim; ++i) at[i] = base[i] + pair.r[i][j] * found.on_other[j];
            put_nearest<L, Dim>(pair, at, found);
            const Float length = leave - enter;
            const auto longer = L::lt(longest, length);
            longest = L::select(longer, length, longest);
            points = select_points<L, Dim>(longer, found, points);
        }
    }
}

/// Finds a common point of boxes that overlap, where an edge of one is in the other. Returns the lanes in which there
/// is such an edge.
template <class L, int Dim>
SATORI_LANES_APART typename L::Mask find_common_point(const PlacedPair<L, Dim>& pair, typename L::Mask overlap,
                                                      PointPair<L, Dim>& points) {
    const auto none = L::broadcast(-__FLT_MIN__);  // an edge that only touches has the length 0
    typename L::Float longest = none;
    const PlacedPair<L, Dim> back = mirrored<L, Dim>(pair);
    PointPair<L, Dim> found = points, found_back = mirrored<L, Dim>(points, back);
    try_inner_edges<L, Dim>(pair, longest, found);
    const typename L::Float before = longest;
    try_inner_edges<L, Dim>(back, longest, found_back);
    found = select_points<L, Dim>(L::lt(before, longest), mirrored<L, Dim>(found_back, pair), found);
    const auto inner = L::both(overlap, L::lt(none, longest));
    points = select_points<L, Dim>(inner, found, points);
    return inner;
}

/// Returns the lanes in which the points are closest, by their direction, within the tolerance.
template <class L, int Dim>
SATORI_LANES_INLINE typename L::Mask are_closest(const PlacedPair<L, Dim>& pair, const PointPair<L, Dim>& points) {
    using Float = typename L::Float;
    const Float distance = L::sqrt(points.distance_sq);
    Float missing = L::broadcast(0.0F), size = distance;
    for (int k = 0; k < Dim; ++k) {
        const Float column[3] = {pair.r[0][k], pair.r[1][k], pair.r[Dim - 1][k]};
        const Float along = points.apart[k], along_other = dot_of<L, Dim>(column, points.apart);
        missing = missing + (L::abs(along) * pair.self[k] - along * points.on_self[k]);
        missing = missing + (L::abs(along_other) * pair.other[k] + along_other * points.on_other[k]);
        size = size + (pair.self[k] + pair.other[k]);
    }
    return L::le(missing, (L::broadcast(kSureDeltas * kDelta) * size) * distance);
}

/// Returns a vector in the world, given in the axes of a box.
template <class L, class Box>
SATORI_LANES_INLINE void put_in_world(const Box& box, const typename L::Float* v, typename L::Float* out) {
    constexpr int kDim = Box::kDim;
    for (int c = 0; c < kDim; ++c) {
        out[c] = v[0] * box.axes[0][c];
        for (int k = 1; k < kDim; ++k) out[c] = out[c] + v[k] * box.axes[k][c];
    }
}

/// Writes the rows of a vector of pairs: distance, direction, points, unsure.
template <class L, class Box>
SATORI_LANES_INLINE void write_distances(const Box& a, const Box& b, const PointPair<L, Box::kDim>& points,
                                         typename L::Float distance, typename L::Mask unsure, float* out) {
    using Float = typename L::Float;
    constexpr int kDim = Box::kDim, kGroups = kDim;  // 4 * kDim floats hold 3 * kDim + 2
    const Float zero = L::broadcast(0.0F);
    const auto inert = L::either(L::lt(a.half[0], zero), L::lt(b.half[0], zero));
    Float row[4 * kGroups];
    for (auto& v : row) v = zero;
    put_in_world<L>(a, points.apart, row + 1);
    put_in_world<L>(a, points.on_self, row + 1 + kDim);
    put_in_world<L>(b, points.on_other, row + 1 + 2 * kDim);
    const auto apart = L::lt(zero, distance);
    const Float divisor = L::select(apart, distance, L::broadcast(1.0F));
    for (int c = 0; c < kDim; ++c) row[1 + c] = L::select(apart, L::div(row[1 + c], divisor), zero);
    for (int c = 0; c < 3 * kDim; ++c) row[1 + c] = L::select(inert, zero, row[1 + c] + zero);  // -0 becomes +0
    row[0] = L::select(inert, L::broadcast(__builtin_inff()), distance);
    row[1 + 3 * kDim] = L::select(L::except(unsure, inert), L::broadcast(1.0F), zero);
    L::template store_rows<kGroups>(out, row);
}

/// Writes one row per pair.
template <class L, int kDim>
void find_distances(const DistanceArgsOf<PairRecord<kDim>>& args, DistanceRow<kDim>* out) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);
    const auto all = L::le(zero, zero);
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        if (k + kPairsAhead < args.pairs.count) ask_for_records<L, kSecondLevel>(args.pairs, k + kPairsAhead);
        const auto a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
        const auto b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
        const auto pose = relative_pose<L>(a, b);
        const auto apart = is_set<L>(separated<L, false>(a, b, pose) >> 31), overlap = L::except(all, apart);
        const auto pair = placed<L>(a, b, pose);
        const auto of_b = nearest_corner<L, kDim>(pair);
        const auto of_a = mirrored<L, kDim>(nearest_corner<L, kDim>(mirrored<L, kDim>(pair)), pair);
        // Of two that are equally far, rounding chooses one, and perhaps the other can be proven.
        auto sure = L::either(are_closest<L, kDim>(pair, of_a), are_closest<L, kDim>(pair, of_b));
        auto points = nearer_points<L, kDim>(of_b, of_a);
        sure = L::both(apart, L::either(sure, try_supporting_edges<L>(pair, points)));
        if (args.complete) {
            auto left = all;
            if (L::bits(overlap) != 0) left = L::except(all, find_common_point<L, kDim>(pair, overlap, points));
            // Boxes that touch may overlap by rounding alone, without a common point.
            if (L::bits(left) != 0) try_all_edges<L>(pair, left, points);
        }
        const Float between = L::sqrt(points.distance_sq);
        sure = L::either(sure, L::le(between, zero));
        const auto unsure = args.complete ? L::except(all, all) : L::except(all, sure);
        write_distances<L>(a, b, points, L::select(apart, between, zero), unsure, reinterpret_cast<float*>(out + k));
    }
}

}  // namespace satori::v0::simd
