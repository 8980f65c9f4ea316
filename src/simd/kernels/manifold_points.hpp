#pragma once

// Candidate points of a face contact, and the choice of at most four of them. Lane = pair.
//
// The first is one of the deepest; the second is farthest from it; the third and the fourth add most area, on either side
// of the two or on the same. All ties go to the lower slot. Points closer together than the tolerance count as one.
// Cost per vector: about 650 operations.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/axes.hpp"
#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

/// 2 ends of 4 incident edges, 4 reference corners; see satori/contacts.hpp.
inline constexpr int kContactSlots = 12;
/// Separation of a candidate that is none.
inline constexpr float kNoContact = __FLT_MAX__;
/// Points of a manifold are farther apart than this many times the distance within which corners count as one.
inline constexpr float kApart = 2.5F;

/// A point in the reference face's plane, its separation, its feature id.
template <class L>
struct PointLanes {
    typename L::Float x, y, separation;
    typename L::Uint id;
};

/// The chosen points; those from `count` on are garbage.
template <class L>
struct ChosenPoints {
    PointLanes<L> point[4];
    typename L::Uint count;
};

template <class L>
SATORI_LANES_INLINE void take(PointLanes<L>& into, const PointLanes<L>& point, typename L::Mask when) {
    into.x = L::select(when, point.x, into.x);
    into.y = L::select(when, point.y, into.y);
    into.separation = L::select(when, point.separation, into.separation);
    into.id = pick<L>(when, point.id, into.id);
}

/// Twice the area of the triangle o, a, b, signed.
template <class L>
SATORI_LANES_INLINE typename L::Float cross(const PointLanes<L>& o, const PointLanes<L>& a, const PointLanes<L>& b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// `candidates`: at least one of each lane with a separation below kNoContact; the others' places are overwritten. `flat`:
/// depths that differ by less count as equal; `apart`: points closer to each other count as one.
template <class L>
SATORI_LANES_INLINE ChosenPoints<L> choose_points(PointLanes<L>* candidates, typename L::Float flat,
                                                  typename L::Float apart) {
    using Float = typename L::Float;
    ChosenPoints<L> out;
    PointLanes<L>& first = out.point[0];
    Float deepest = candidates[0].separation;
    for (int s = 1; s < kContactSlots; ++s) deepest = L::min(deepest, candidates[s].separation);
    const Float enough = deepest + flat;
    // Among the deepest the one furthest in a fixed direction that no box face favours, so that noise does not choose.
    Float best = L::broadcast(-__FLT_MAX__);
    first = candidates[0];
    for (int s = 0; s < kContactSlots; ++s) {
        const PointLanes<L>& c = candidates[s];
        const Float along = L::broadcast(0.8F) * c.x + L::broadcast(0.6F) * c.y;
        const auto better = L::both(L::le(c.separation, enough), L::lt(best, along));
        best = L::select(better, along, best);
        take<L>(first, c, better);
    }
    // Candidates that are none go where they cannot be chosen any more.
    for (int s = 0; s < kContactSlots; ++s) {
        const auto none = L::le(L::broadcast(kNoContact), candidates[s].separation);
        candidates[s].x = L::select(none, first.x, candidates[s].x);
        candidates[s].y = L::select(none, first.y, candidates[s].y);
    }

    PointLanes<L>& second = out.point[1];
    second = first;
    const Float apart_sq = apart * apart;
    best = apart_sq;
    for (int s = 0; s < kContactSlots; ++s) {
        const PointLanes<L>& c = candidates[s];
        const Float dx = c.x - first.x, dy = c.y - first.y;
        const Float distance_sq = dx * dx + dy * dy;
        const auto better = L::lt(best, distance_sq);
        best = L::select(better, distance_sq, best);
        take<L>(second, c, better);
    }
    const auto has_second = L::lt(apart_sq, best);
    // Areas below this are slivers: their points lie within `apart` of a line.
    const Float sliver = apart * L::sqrt(best);

    PointLanes<L>& third = out.point[2];
    third = second;
    best = sliver;
    Float side = L::broadcast(0.0F);
    for (int s = 0; s < kContactSlots; ++s) {
        const Float area = cross<L>(first, second, candidates[s]);
        const auto better = L::lt(best, L::abs(area));
        best = L::select(better, L::abs(area), best);
        side = L::select(better, area, side);
        take<L>(third, candidates[s], better);
    }
    const auto has_third = L::lt(sliver, best);

    PointLanes<L>& fourth = out.point[3];
    fourth = third;
    // A side may be twice as long as the first two points are apart.
    const Float least = sliver + sliver;
    best = least;
    for (int s = 0; s < kContactSlots; ++s) {
        const PointLanes<L>& c = candidates[s];
        // Outside of a side of the triangle, whichever way that turns.
        const Float beyond_12 = times_sign<L>(cross<L>(second, first, c), side);
        const Float beyond_23 = times_sign<L>(cross<L>(third, second, c), side);
        const Float beyond_31 = times_sign<L>(cross<L>(first, third, c), side);
        const Float area = L::max(beyond_12, L::max(beyond_23, beyond_31));
        const auto better = L::both(has_third, L::lt(best, area));
        best = L::select(better, area, best);
        take<L>(fourth, c, better);
    }
    const auto has_fourth = L::lt(least, best);

    out.count = pick<L>(has_second, L::broadcast(2U), L::broadcast(1U));
    out.count = pick<L>(has_third, L::broadcast(3U), out.count);
    out.count = pick<L>(has_fourth, L::broadcast(4U), out.count);
    return out;
}

/// What all manifold kernels write: the words of a ContactManifold behind its pair.
template <class L>
struct ManifoldLanes {
    static constexpr int kWords = sizeof(ContactManifold) / 4;
    typename L::Float words[kWords];
};

/// `lanes` of them to their rows.
template <class L>
SATORI_LANES_INLINE void store_manifolds(const ManifoldLanes<L>& manifold, const ManifoldArgs& args, std::uint32_t k) {
    constexpr int kWords = ManifoldLanes<L>::kWords;
    ContactManifold nowhere;
    float* rows[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane)
        rows[lane] = reinterpret_cast<float*>(k + lane < args.count ? args.out + args.row[k + lane] : &nowhere);
    const typename L::Float* w = manifold.words;
    for (int g = 0; g + 4 <= kWords; g += 4) {
        L::store_group(rows, w[g], w[g + 1], w[g + 2], w[g + 3]);
        for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] += 4;
    }
    // The last words are no whole group: together with some before them they are.
    constexpr int kLast = kWords - 4;
    for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] += kLast - kWords / 4 * 4;
    L::store_group(rows, w[kLast], w[kLast + 1], w[kLast + 2], w[kLast + 3]);
}

}  // namespace satori::inline v0::simd
