#pragma once

// Which pairs overlap, and which are farther apart than a distance for sure. Lane = pair.
//
// A pair that overlaps has the distance 0. The separation along a face axis is at most the distance, so a pair that one
// of them separates by more than `max_distance` is far. Only the pairs in between need find_distances(). Edge axes
// would have to be normalized, and are asked for overlap alone: the axes are those of sat.hpp, and so are the answers.
// The distance that find_distances() computes is within delta of the truth, or within kTinyDistance. The slack covers
// both, and the error of the separation.
// Radii do not separate: a pair whose cores overlap is 0 m apart, and the others are nearer by both radii.
// Cost per vector: that of sat.hpp, and 26 operations.

#include "simd/kernels/rect_sat.hpp"
#include "simd/kernels/sat.hpp"

namespace satori::v0::simd {

/// What find_distances() may be wrong by where squares of distances underflow; meters.
inline constexpr float kTinyDistance = 1e-16F;

/// Bit 31 of a lane is set when the boxes are apart, or far.
template <class L>
struct NearSigns {
    typename L::Uint apart, far;
};

/// Returns max_distance and the radii, with slack. `t`: from A's center to B's, in the axes of A.
template <class L, class Boxes>
SATORI_LANES_INLINE typename L::Float reach_with_slack(const Boxes& a, const Boxes& b, const typename L::Float* t,
                                                       float max_distance) {
    typename L::Float size = L::broadcast(0.0F);
    for (int k = 0; k < Boxes::kDim; ++k) size = (size + (a.half[k] + b.half[k])) + L::abs(t[k]);
    const auto reach = L::broadcast(max_distance + kTinyDistance) + (a.reach + b.reach);
    return reach + L::broadcast(2 * kDelta) * size;
}

template <class L>
SATORI_LANES_INLINE NearSigns<L> near_signs(const BoxLanes<L>& a, const BoxLanes<L>& b, float max_distance) {
    using Float = typename L::Float;
    const RelativePose<L> pose = relative_pose<L>(a, b);
    const Float reach = reach_with_slack<L>(a, b, pose.t, max_distance);
    NearSigns<L> signs{L::broadcast(0U), L::broadcast(0U)};
    visit_axes<L>(
        a, b, pose,
        [&](int, Float overlap) SATORI_INLINE_LAMBDA {
            signs.apart = signs.apart | L::as_uint(overlap);
            signs.far = signs.far | L::as_uint(overlap + reach);
        },
        [&](int, int, Float overlap) SATORI_INLINE_LAMBDA { signs.apart = signs.apart | L::as_uint(overlap); });
    return signs;
}

template <class L>
SATORI_LANES_INLINE NearSigns<L> near_signs(const RectLanes<L>& a, const RectLanes<L>& b, float max_distance) {
    using Float = typename L::Float;
    const RelativeRectPose<L> pose = relative_pose<L>(a, b);
    const Float reach = reach_with_slack<L>(a, b, pose.along, max_distance);
    NearSigns<L> signs{L::broadcast(0U), L::broadcast(0U)};
    visit_axes<L>(a, b, pose, [&](int, Float overlap) SATORI_INLINE_LAMBDA {
        signs.apart = signs.apart | L::as_uint(overlap);
        signs.far = signs.far | L::as_uint(overlap + reach);
    });
    return signs;
}

/// Writes two bytes per pair.
template <class L, class Record>
void test_near(const NearArgsOf<Record>& args, std::uint8_t* overlaps, std::uint8_t* far) {
    const auto& pairs = args.pairs;
    for (std::uint32_t k = 0; k < pairs.count; k += L::width) {
        if (k + kPairsAhead < pairs.count) ask_for_records<L, kFirstLevel>(pairs, k + kPairsAhead);
        const NearSigns<L> signs =
            near_signs<L>(load_boxes<L>(pairs.first_records, pairs.first + k),
                          load_boxes<L>(pairs.second_records, pairs.second + k), args.max_distance);
        const std::uint32_t count = pairs.count - k < L::width ? pairs.count - k : L::width;
        store_bytes(overlaps + k, ~L::sign_bits(signs.apart) & kAllLanes<L>, count);
        store_bytes(far + k, L::sign_bits(signs.far), count);
    }
}

}  // namespace satori::v0::simd
