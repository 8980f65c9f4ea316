#pragma once

// Candidate points of a face contact, and the choice of at most four of them. Lane = pair.
//
// The first point is one of the deepest. The second point is farthest from it. The third and the fourth point add most
// area, on opposite sides of the first two or on the same side. All ties go to the lower slot. Points closer together
// than the tolerance count as one.
// Cost per vector: about 530 operations, 165 less where no lane has a third point.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/kernels/axes.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// 2 ends of 4 incident edges, 4 reference corners; see satori/manifold.hpp.
inline constexpr int kContactSlots = 12;
/// The separation of a candidate that is no point.
inline constexpr float kNoContact = __FLT_MAX__;
/// Points of a manifold are farther apart than this many times the distance within which points count as one corner.
inline constexpr float kApart = 2.5F;

/// A point in the plane of the reference face, its separation, its feature id.
template <class L>
struct PointLanes {
    typename L::Float x, y, separation;
    typename L::Uint id;
};

/// The chosen points; the points from `count` on are garbage.
template <class L>
struct ChosenPoints {
    PointLanes<L> point[4];
    typename L::Uint count;
    bool any_third;  ///< some lane has more than two
};

/// Returns m ? a : b.
template <class L>
SATORI_LANES_INLINE PointLanes<L> either_point(typename L::Mask m, const PointLanes<L>& a, const PointLanes<L>& b) {
    return {L::select(m, a.x, b.x), L::select(m, a.y, b.y), L::select(m, a.separation, b.separation),
            pick<L>(m, a.id, b.id)};
}

/// A point and the key that it is compared by.
template <class L>
struct Judged {
    typename L::Float key;
    PointLanes<L> point;
};

/// Returns the one with the greater key; of equal keys, the first.
template <class L>
SATORI_LANES_INLINE Judged<L> greater(const Judged<L>& a, const Judged<L>& b) {
    const auto second = L::lt(a.key, b.key);
    // Written out: with either_point() gcc 12 copies each point once more, which costs 2 to 5 % of the time of the
    // manifolds.
    return {L::max(a.key, b.key),
            {L::select(second, b.point.x, a.point.x), L::select(second, b.point.y, a.point.y),
             L::select(second, b.point.separation, a.point.separation), pick<L>(second, b.point.id, a.point.id)}};
}

/// Returns the candidate with the greatest key(slot, candidate); of equal keys, the first. The comparisons form a tree,
/// so those of one round do not wait for each other.
template <class L, class Key>
SATORI_LANES_INLINE Judged<L> greatest(const PointLanes<L>* candidates, Key&& key) {
    static_assert(kContactSlots == 12);
    Judged<L> third[3];
    for (int t = 0; t < 3; ++t) {
        const PointLanes<L>* const c = candidates + 4 * t;
        third[t] = greater<L>(greater<L>({key(4 * t, c[0]), c[0]}, {key(4 * t + 1, c[1]), c[1]}),
                              greater<L>({key(4 * t + 2, c[2]), c[2]}, {key(4 * t + 3, c[3]), c[3]}));
    }
    return greater<L>(greater<L>(third[0], third[1]), third[2]);
}

template <class L>
SATORI_LANES_INLINE typename L::Float lowest_separation(const PointLanes<L>* candidates) {
    typename L::Float low[4];
    for (int t = 0; t < 4; ++t)
        low[t] = L::min(L::min(candidates[t].separation, candidates[4 + t].separation), candidates[8 + t].separation);
    return L::min(L::min(low[0], low[1]), L::min(low[2], low[3]));
}

/// Returns the third coordinate of the cross product of two vectors from one point.
template <class L>
SATORI_LANES_INLINE typename L::Float cross(const PointLanes<L>& a, const PointLanes<L>& b) {
    return a.x * b.y - a.y * b.x;
}

/// Chooses the points. `candidates`: those with separations up to `limit` count; the function overwrites their
/// positions. `lowest`: the least separation of each lane, which counts. `flat`: depths that differ by less count as
/// equal. `apart`: points closer to each other count as one.
template <class L>
SATORI_LANES_INLINE ChosenPoints<L> choose_points(PointLanes<L>* candidates, typename L::Float limit,
                                                  typename L::Float lowest, typename L::Float flat,
                                                  typename L::Float apart) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);
    const Float enough = L::min(lowest + flat, limit);
    // Among the deepest points, the one furthest in a fixed direction that no box face favors. So noise does not
    // choose.
    const PointLanes<L> first =
        greatest<L>(candidates, [&](int, const PointLanes<L>& c) SATORI_INLINE_LAMBDA {
            return L::select(L::le(c.separation, enough), L::broadcast(0.8F) * c.x + L::broadcast(0.6F) * c.y,
                             L::broadcast(-__FLT_MAX__));
        }).point;
    // From here on, positions are relative to the first point. Candidates that are no points get the position of the
    // first point, so that none of them is chosen.
    for (int s = 0; s < kContactSlots; ++s) {
        const auto some = L::le(candidates[s].separation, limit);
        candidates[s].x = L::select(some, candidates[s].x - first.x, zero);
        candidates[s].y = L::select(some, candidates[s].y - first.y, zero);
    }

    const Judged<L> farthest = greatest<L>(
        candidates, [&](int, const PointLanes<L>& c) SATORI_INLINE_LAMBDA { return c.x * c.x + c.y * c.y; });
    const PointLanes<L>& second = farthest.point;
    const auto has_second = L::lt(apart * apart, farthest.key);
    // Areas below this are slivers: their points lie within `apart` of a line.
    const Float sliver = apart * L::sqrt(farthest.key);

    Float area[kContactSlots];
    const Judged<L> widest = greatest<L>(candidates, [&](int s, const PointLanes<L>& c) SATORI_INLINE_LAMBDA {
        area[s] = cross<L>(second, c);
        return L::abs(area[s]);
    });
    const auto has_third = L::both(has_second, L::lt(sliver, widest.key));
    const PointLanes<L>& third = widest.point;
    const Float side = cross<L>(second, third);

    ChosenPoints<L> out{{first, second, third, first}, {}, L::bits(has_third) != 0};
    out.count = pick<L>(has_second, L::broadcast(2U), L::broadcast(1U));
    // Boxes that touch in at most two points are common where boxes have arbitrary rotations.
    if (out.any_third) {
        // The distance outside one of the sides of the triangle, as an area; the sign is chosen so that the triangle is
        // counter-clockwise. With a = second x c and b = third x c, the areas are -a, b, and a - b - second x third.
        PointLanes<L> turned_third = third;
        turned_third.x = times_sign<L>(third.x, side);
        turned_third.y = times_sign<L>(third.y, side);
        const Float other_side = negated<L>(side), minus_widest = zero - widest.key;
        const Judged<L> last = greatest<L>(candidates, [&](int s, const PointLanes<L>& c) SATORI_INLINE_LAMBDA {
            const Float minus_a = times_sign<L>(area[s], other_side), b = cross<L>(turned_third, c);
            return L::max(L::max(minus_a, b), minus_widest - (minus_a + b));
        });
        // A side may be twice as long as the distance of the first two points.
        const auto has_fourth = L::both(has_third, L::lt(sliver + sliver, last.key));
        out.point[3] = last.point;
        out.count = pick<L>(has_third, L::broadcast(3U), out.count);
        out.count = pick<L>(has_fourth, L::broadcast(4U), out.count);
    }
    for (int p = 1; p < 4; ++p) {
        out.point[p].x = first.x + out.point[p].x;
        out.point[p].y = first.y + out.point[p].y;
    }
    return out;
}

/// Prefetches the next hits, one per lane, into the second-level cache: a tile of hits is larger than the first-level
/// cache.
template <class L, class Record, class Manifold>
SATORI_LANES_INLINE void ask_for_hits(HitsAheadOf<Record, Manifold>* ahead) {
    if (ahead == nullptr) return;
    const ContactHit* const hits = ahead->next;
    const Manifold* const out = ahead->out;
    const auto left = static_cast<std::size_t>(ahead->end - hits);
    const std::size_t count = left < L::width ? left : L::width;
    for (std::size_t i = 0; i < count; ++i) {
        __builtin_prefetch(ahead->first_records + hits[i].first, 0, kSecondLevel);
        __builtin_prefetch(ahead->second_records + hits[i].second, 0, kSecondLevel);
        __builtin_prefetch(out + i, 0, kSecondLevel);
        if constexpr (sizeof(Manifold) > 64)
            __builtin_prefetch(reinterpret_cast<const char*>(out + i) + 64, 0, kSecondLevel);
    }
    ahead->next += count;
    ahead->out += count;
}

/// The first words of a vector of manifolds; all other words are zero.
template <class L, class Manifold = ContactManifold, int kUsed = sizeof(Manifold) / 4>
struct ManifoldLanes {
    static constexpr int kWords = sizeof(Manifold) / 4;
    typename L::Float words[kUsed];
};

/// Stores a vector of manifolds to their rows.
template <class L, class Record, class Manifold, int kUsed>
SATORI_LANES_INLINE void store_manifolds(const ManifoldLanes<L, Manifold, kUsed>& manifold,
                                         const ManifoldArgsOf<Record, Manifold>& args, std::uint32_t k) {
    constexpr int kWords = ManifoldLanes<L, Manifold, kUsed>::kWords;
    Manifold nowhere;
    Manifold* const out = args.out;
    const std::uint32_t* const row = args.row + k;
    const std::uint32_t left = args.pairs.count - k;
    float* rows[L::width];
    if (left >= L::width) {
        for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] = reinterpret_cast<float*>(out + row[lane]);
    } else {
        for (std::uint32_t lane = 0; lane < L::width; ++lane)
            rows[lane] = reinterpret_cast<float*>(lane < left ? out + row[lane] : &nowhere);
    }
    if constexpr (kUsed < kWords)
        for (std::uint32_t lane = 0; lane < L::width; ++lane)
            __builtin_memset(rows[lane] + kUsed, 0, (kWords - kUsed) * sizeof(float));
    const typename L::Float* const w = manifold.words;
    SATORI_UNROLL(6)
    for (int g = 0; g + 4 <= kUsed; g += 4) {
        L::store_group(rows, w[g], w[g + 1], w[g + 2], w[g + 3]);
        for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] += 4;
    }
    if constexpr (kUsed % 4 != 0) {
        // The last words do not fill a group of four. So they are stored together with some words before them.
        constexpr int kLast = kUsed - 4;
        for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] += kLast - kUsed / 4 * 4;
        L::store_group(rows, w[kLast], w[kLast + 1], w[kLast + 2], w[kLast + 3]);
    }
}

}  // namespace satori::v0::simd
