#pragma once

// The part of a large box that is near a small box. Lane = pair.
//
// Where one box of a pair is much larger, the rounding errors are in proportion to the large box: the position of a
// pebble on a ground of 10 km is known to half a millimeter. So, before it computes an axis or a point, the kernel cuts
// the large box down to the neighborhood of the small box's center. Along each axis of the large box, the part reaches
// at most kReach sizes of the small box to either side. A cut side is no side of the box, so it is barred. The part has
// about the size of the small box, and so have the errors of what follows. The distance of the small center to a side
// that stays is summed exactly.
// The result is right while the boxes overlap by less than twice the size of the small box. A small box that moves by
// that much is still inside the neighborhood. So it is apart from the large box when it is apart from the part.
// Source of the sums: error_free.hpp.
// Cost per vector with such a pair: about 300 operations; other vectors 8.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/error_free.hpp"
#include "simd/kernels/pair_axes.hpp"

namespace satori::v0::simd {

/// No cut beyond this ratio of sizes: the floats of the large box cannot represent the position of the small box.
inline constexpr float kMostUneven = 4194304;
/// How far the part reaches from the small box's center, in sizes of the small box. Twice the speculative distance is
/// added.
inline constexpr float kReach = 4;
/// Overlaps up to this many sizes of the small box are the overlaps of the whole boxes.
inline constexpr float kSureOverlap = 2;

/// The largest error of the position of a side before the exact sum, relative to its distance.
inline constexpr float kDoubt = 8 * __FLT_EPSILON__;

/// Returns a small integer (below 2^23) as a float. It avoids the conversion instruction, which differs between the
/// sets.
template <class L>
SATORI_LANES_INLINE typename L::Float number(typename L::Uint small) {
    return L::as_float(small | L::broadcast(0x4b000000U)) - L::broadcast(8388608.0F);
}

/// Returns m ? a : b.
template <class L>
SATORI_LANES_INLINE typename L::Uint pick(typename L::Mask m, typename L::Uint a, typename L::Uint b) {
    return L::as_uint(L::select(m, L::as_float(a), L::as_float(b)));
}

/// Returns the sum of the half extents; 0 for an inert box, whose half extents are negative.
template <class L, class Box>
SATORI_LANES_INLINE typename L::Float size_of(const Box& box) {
    typename L::Float size = box.half[0];
    for (int k = 1; k < Box::kDim; ++k) size = size + box.half[k];
    return L::max(size, L::broadcast(0.0F));
}

/// Returns the lanes whose boxes differ in size so much that one of them is cut.
template <class L>
SATORI_LANES_INLINE typename L::Mask uneven(typename L::Float size_a, typename L::Float size_b) {
    const auto small = L::min(size_a, size_b), large = L::max(size_a, size_b);
    return L::both(L::lt(large, L::broadcast(kMostUneven) * small), L::lt(L::broadcast(kUnevenSizes) * small, large));
}

/// Returns the lanes in which the sides of the larger box, except for the sides of one axis, are beyond the reach of
/// the small box. To the small box the larger box is then a half-space or a slab, and the shortest way out is along
/// that axis. `axis`: the face axis. `offset`: from A's center to B's.
template <class L, class Box>
SATORI_LANES_INLINE typename L::Mask only_axis(const Box& a, const Box& b, const typename L::Float* offset,
                                               typename L::Float speculative_distance, typename L::Uint& axis) {
    using Float = typename L::Float;
    constexpr int kDim = Box::kDim;
    const Float size_a = size_of<L>(a), size_b = size_of<L>(b), small = L::min(size_a, size_b);
    const auto large_b = L::lt(size_a, size_b);
    const Float reach = L::broadcast(kReach) * small + (speculative_distance + speculative_distance);
    auto sure = uneven<L>(size_a, size_b), found = L::lt(small, small);
    axis = L::broadcast(0U);
    for (int i = 0; i < kDim; ++i) {
        Float along = L::select(large_b, b.axes[i][0], a.axes[i][0]) * offset[0];
        for (int c = 1; c < kDim; ++c) along = along + L::select(large_b, b.axes[i][c], a.axes[i][c]) * offset[c];
        const Float extent = L::select(large_b, b.half[i], a.half[i]);
        const Float near = extent - L::abs(along), far = extent + L::abs(along), doubt = L::broadcast(kDoubt) * far;
        const auto beyond = L::lt(reach + doubt, near);
        // The small box is inside by less than its size, so the overlap is a sure one.
        const auto left = L::lt(near + doubt, small);
        sure = L::both(sure, L::either(beyond, L::except(left, found)));
        found = L::either(found, left);
        axis = pick<L>(left, L::broadcast(static_cast<std::uint32_t>(i)), axis);
    }
    axis = axis + pick<L>(large_b, L::broadcast(static_cast<std::uint32_t>(kDim)), L::broadcast(0U));
    return L::both(sure, found);
}

/// Returns true when at least one lane has a box that is cut.
template <class L, class Box>
SATORI_LANES_INLINE bool any_uneven(const Box& a, const Box& b) {
    return L::bits(uneven<L>(size_of<L>(a), size_of<L>(b))) != 0;
}

/// Two boxes, one of them perhaps cut.
template <class L, class Box>
struct NearPair {
    using Float = typename L::Float;
    Box a, b;                  ///< their centers are not used any more
    Float offset[Box::kDim];   ///< from A's center to B's, of the remaining parts
    Float moved_a[Box::kDim];  ///< from A's own center to the center of its remaining part
    Float moved_b[Box::kDim];
    Float small;              ///< the smaller box's size
    typename L::Uint barred;  ///< the cut sides: kBarredOfA, kBarredOfB
    typename L::Mask cut;     ///< lanes in which a box was cut
};

/// Returns 1 << (v is negative): the bit of a side along or against an axis. -0 counts as positive.
template <class L>
SATORI_LANES_INLINE typename L::Uint side_bit(typename L::Float v) {
    return (L::as_uint(v + L::broadcast(0.0F)) >> 31) + L::broadcast(1U);
}

template <class L, class Box>
SATORI_LANES_INLINE NearPair<L, Box> whole_pair(const Box& a, const Box& b) {
    NearPair<L, Box> pair{};
    pair.a = a;
    pair.b = b;
    for (int c = 0; c < Box::kDim; ++c) {
        pair.offset[c] = b.center[c] - a.center[c];
        pair.moved_a[c] = pair.moved_b[c] = L::broadcast(0.0F);
    }
    const auto size_a = size_of<L>(a), size_b = size_of<L>(b);
    pair.small = L::min(size_a, size_b);
    pair.barred = L::broadcast(0U);
    pair.cut = uneven<L>(size_a, size_b);
    return pair;
}

/// Returns the pair with the large box cut down to the part near the small box. For vectors with any_uneven().
template <class L, class Box>
SATORI_LANES_APART NearPair<L, Box> near_pair(const Box& a, const Box& b, typename L::Float speculative_distance) {
    NearPair<L, Box> pair = whole_pair<L>(a, b);
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    constexpr int kDim = Box::kDim;
    const Float zero = L::broadcast(0.0F), half = L::broadcast(0.5F);
    const auto large_b = L::lt(size_of<L>(pair.a), size_of<L>(pair.b));
    // From the large box to the small box, with the rounding error of the difference of the centers.
    Float away[kDim], rest[kDim], part_away[kDim], axes[kDim][kDim], extents[kDim];
    for (int c = 0; c < kDim; ++c) {
        const ExactLanes<L> between = two_sum<L>(pair.b.center[c], zero - pair.a.center[c]);
        away[c] = L::select(large_b, zero - between.sum, between.sum);
        rest[c] = L::select(large_b, zero - between.rest, between.rest);
        part_away[c] = zero;
        extents[c] = L::select(large_b, pair.b.half[c], pair.a.half[c]);
        for (int k = 0; k < kDim; ++k) axes[c][k] = L::select(large_b, pair.b.axes[c][k], pair.a.axes[c][k]);
    }
    const Float reach = L::broadcast(kReach) * pair.small + (speculative_distance + speculative_distance);
    Uint barred = L::broadcast(0U);
    auto any = L::lt(zero, zero);
    for (int i = 0; i < kDim; ++i) {
        Float along = axes[i][0] * away[0], lost = axes[i][0] * rest[0];
        for (int c = 1; c < kDim; ++c) {
            along = along + axes[i][c] * away[c];
            lost = lost + axes[i][c] * rest[c];
        }
        const Float far = extents[i] + L::abs(along);
        Float near = extents[i] - L::abs(along);
        const auto cut_far = L::both(pair.cut, L::lt(reach, far));
        // Exactly, unless the side is certainly beyond the reach. That includes a side that stays, where another side
        // is cut.
        const auto clear = L::lt(reach + L::broadcast(kDoubt) * far, near);
        if (L::bits(L::except(pair.cut, clear)) != 0) {
            Float towards[kDim];
            for (int c = 0; c < kDim; ++c) towards[c] = times_sign<L>(axes[i][c], along);
            const Float beyond = exact_dot_minus<L, kDim>(towards, away, extents[i]) + times_sign<L>(lost, along);
            near = L::select(clear, near, zero - beyond);
            along = L::select(clear, along, times_sign<L>(extents[i] - near, along));
        }
        const auto cut_near = L::lt(reach, near), cut = L::both(cut_far, L::lt(zero - reach, near));
        const Float near_part = L::min(near, reach), far_part = L::min(far, reach);
        const Float place = times_sign<L>(half * (far_part - near_part), along);
        for (int c = 0; c < kDim; ++c) part_away[c] = part_away[c] + L::select(cut, place, along) * axes[i][c];
        extents[i] = L::select(cut, half * (near_part + far_part), extents[i]);
        const Uint near_bit = side_bit<L>(along), none = L::broadcast(0U);
        const Uint bits = pick<L>(cut_near, near_bit, none) | pick<L>(cut_far, near_bit ^ L::broadcast(3U), none);
        barred = barred | (pick<L>(cut, bits, none) << (2 * i));
        any = L::either(any, cut);
    }
    const Uint none = L::broadcast(0U);
    pair.cut = any;
    pair.barred = pick<L>(any, pick<L>(large_b, barred << kBarredOfB, barred << kBarredOfA), none);
    for (int c = 0; c < kDim; ++c) {
        const Float moved = L::select(any, away[c] - part_away[c], zero);
        pair.moved_a[c] = L::select(large_b, zero, moved);
        pair.moved_b[c] = L::select(large_b, moved, zero);
        pair.offset[c] = L::select(any, L::select(large_b, zero - part_away[c], part_away[c]), pair.offset[c]);
        const auto cut_a = L::except(any, large_b), cut_b = L::both(any, large_b);
        pair.a.half[c] = L::select(cut_a, extents[c], pair.a.half[c]);
        pair.b.half[c] = L::select(cut_b, extents[c], pair.b.half[c]);
    }
    return pair;
}

/// Undoes the cut in the given lanes.
template <class L, class Box>
SATORI_LANES_INLINE void make_whole(NearPair<L, Box>& pair, typename L::Mask lanes, const Box& a, const Box& b) {
    const NearPair<L, Box> whole = whole_pair<L>(a, b);
    for (int c = 0; c < Box::kDim; ++c) {
        pair.offset[c] = L::select(lanes, whole.offset[c], pair.offset[c]);
        pair.moved_a[c] = L::select(lanes, whole.moved_a[c], pair.moved_a[c]);
        pair.moved_b[c] = L::select(lanes, whole.moved_b[c], pair.moved_b[c]);
        pair.a.half[c] = L::select(lanes, a.half[c], pair.a.half[c]);
        pair.b.half[c] = L::select(lanes, b.half[c], pair.b.half[c]);
    }
    pair.barred = pick<L>(lanes, L::broadcast(0U), pair.barred);
    pair.cut = L::except(pair.cut, lanes);
}

/// Returns the face axes of the small box as a mask, where all sides of the large box except for those of one axis are
/// cut, and those remaining sides are not `barred`. The condition is the one of only_axis().
template <class L, class Box>
SATORI_LANES_INLINE typename L::Uint beside_only_axis(const NearPair<L, Box>& pair, typename L::Uint barred) {
    using Uint = typename L::Uint;
    constexpr int kDim = Box::kDim;
    constexpr std::uint32_t kSides = (1U << (2 * kDim)) - 1, kFaces = (1U << kDim) - 1, kEveryAxis = kSides / 3;
    const auto has_one = [&](std::uint32_t first) SATORI_INLINE_LAMBDA {
        const Uint left = ((pair.barred >> static_cast<int>(first)) ^ L::broadcast(kSides)) & L::broadcast(kSides);
        const Uint axes = (left | (left >> 1)) & L::broadcast(kEveryAxis);  // a bit for each axis that has a side left
        const Uint more = axes & (axes - L::broadcast(1U)), taken = (barred >> static_cast<int>(first)) & left;
        return L::both(L::lt(number<L>(more | taken), L::broadcast(0.5F)), L::lt(L::broadcast(0.5F), number<L>(axes)));
    };
    const Uint none = L::broadcast(0U);
    return pick<L>(has_one(kBarredOfA), L::broadcast(kFaces << kDim), none) |
           pick<L>(has_one(kBarredOfB), L::broadcast(kFaces), none);
}

/// Returns the lanes that are cut although the boxes overlap too much for that.
template <class L, class Box>
SATORI_LANES_INLINE typename L::Mask too_deep(const NearPair<L, Box>& pair, typename L::Float separation) {
    const auto zero = L::broadcast(0.0F);
    return L::both(pair.cut, L::le(L::broadcast(kSureOverlap) * pair.small, zero - separation));
}

/// Returns the lanes whose bit is set.
template <class L>
SATORI_LANES_INLINE typename L::Mask is_set(typename L::Uint bit) {
    return L::lt(L::broadcast(0.5F), number<L>(bit & L::broadcast(1U)));
}

}  // namespace satori::v0::simd
