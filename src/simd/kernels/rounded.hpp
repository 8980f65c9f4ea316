#pragma once

// Overlap of rounded boxes with simple cores: points, segments, a point and a box. Lane = pair.
//
// Two rounded boxes overlap when their cores are at most the sum of their radii apart. A core is a point or a segment
// when at most one half extent is not 0. The sum of its axes times its half extents then is half of the segment.
//
// Closest points of two segments: the one on A from the lines of both, clamped; then the nearest on B, and from there
// the nearest on A. Rounding makes the first one arbitrary where the segments are nearly parallel. There it does not
// matter, because all points of A are nearly as far from the line of B.
// Source: Ericson, Real-Time Collision Detection, 5.1.3 and 5.1.9.
// Cost per vector: two segments 110 multiplies and adds, 3 divisions; a point and a box 25 multiplies and adds; both
// 8 (rectangles: 4) row transposes.

#include "simd/kernels/box_frame.hpp"
#include "simd/kernels/rect_axes.hpp"
#include "simd/kernels/sat.hpp"

namespace satori::v0::simd {

/// Returns half of the segment that is the core of a box.
template <class L, class Box>
SATORI_LANES_INLINE void put_half_segment(const Box& box, typename L::Float* out) {
    for (int c = 0; c < Box::kDim; ++c) {
        out[c] = box.half[0] * box.axes[0][c];
        for (int k = 1; k < Box::kDim; ++k) out[c] = out[c] + box.half[k] * box.axes[k][c];
    }
}

/// Writes the cross product of two vectors; in the plane, its only component.
template <class L, int Dim>
SATORI_LANES_INLINE void put_cross(const typename L::Float* a, const typename L::Float* b, typename L::Float* out) {
    if constexpr (Dim == 2) {
        out[0] = a[0] * b[1] - a[1] * b[0];
    } else {
        for (int k = 0; k < 3; ++k) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}

/// Returns a / b in [-1, 1], and 0 where b is 0.
template <class L>
SATORI_LANES_INLINE typename L::Float clamped_share(typename L::Float a, typename L::Float b) {
    const auto one = L::broadcast(1.0F), zero = L::broadcast(0.0F);
    const auto some = L::lt(zero, b);
    const auto share = L::div(a, L::select(some, b, one));
    return L::select(some, L::max(L::min(share, one), L::broadcast(-1.0F)), zero);
}

/// Returns the square of the distance of two segments, given by their halves and the vector from center to center.
template <class L, int Dim>
SATORI_LANES_INLINE typename L::Float segment_distance_sq(const typename L::Float* a, const typename L::Float* b,
                                                          const typename L::Float* offset) {
    using Float = typename L::Float;
    constexpr int kCross = Dim == 2 ? 1 : 3;
    Float cross[kCross], moment[kCross], to_b[Dim], to_a[Dim];
    put_cross<L, Dim>(a, b, cross);
    put_cross<L, Dim>(offset, b, moment);
    Float along_a = clamped_share<L>(dot_of<L, kCross>(moment, cross), dot_of<L, kCross>(cross, cross));
    for (int k = 0; k < Dim; ++k) to_a[k] = along_a * a[k] - offset[k];
    const Float along_b = clamped_share<L>(dot_of<L, Dim>(to_a, b), dot_of<L, Dim>(b, b));
    for (int k = 0; k < Dim; ++k) to_b[k] = offset[k] + along_b * b[k];
    along_a = clamped_share<L>(dot_of<L, Dim>(to_b, a), dot_of<L, Dim>(a, a));
    for (int k = 0; k < Dim; ++k) to_b[k] = to_b[k] - along_a * a[k];
    return dot_of<L, Dim>(to_b, to_b);
}

/// Returns the square of the distance of a point from a box, whose center is at `offset` from the point.
template <class L, class Box>
SATORI_LANES_INLINE typename L::Float point_distance_sq(const Box& box, const typename L::Float* offset) {
    typename L::Float beyond[Box::kDim];
    for (int i = 0; i < Box::kDim; ++i)
        beyond[i] = L::max(L::abs(dot_of<L, Box::kDim>(box.axes[i], offset)) - box.half[i], L::broadcast(0.0F));
    return dot_of<L, Box::kDim>(beyond, beyond);
}

/// Writes one byte per pair: 1 when the cores are as near as the radii. No box is inert.
template <class L, class Record, class DistanceSq>
SATORI_LANES_INLINE void test_cores(const PairTestArgsOf<Record>& args, std::uint8_t* out, DistanceSq&& distance_sq) {
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        if (k + kPairsAhead < args.pairs.count) ask_for_records<L, kFirstLevel>(args.pairs, k + kPairsAhead);
        const auto a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
        const auto b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
        constexpr int kDim = decltype(a)::kDim;
        typename L::Float offset[kDim];
        for (int c = 0; c < kDim; ++c) offset[c] = b.center[c] - a.center[c];
        const auto near = a.reach + b.reach, near_sq = near * near, sq = distance_sq(a, b, offset);
        const auto overlap = args.open ? L::lt(sq, near_sq) : L::le(sq, near_sq);
        store_bytes(out + k, L::bits(overlap), args.pairs.count - k < L::width ? args.pairs.count - k : L::width);
    }
}

/// Tests boxes whose cores are points or segments.
template <class L, class Record>
void test_segments(const PairTestArgsOf<Record>& args, std::uint8_t* out) {
    test_cores<L>(args, out, [](const auto& a, const auto& b, const auto* offset) SATORI_INLINE_LAMBDA {
        constexpr int kDim = std::remove_cvref_t<decltype(a)>::kDim;
        typename L::Float of_a[kDim], of_b[kDim];
        put_half_segment<L>(a, of_a);
        put_half_segment<L>(b, of_b);
        return segment_distance_sq<L, kDim>(of_a, of_b, offset);
    });
}

/// Tests a box whose core is a point, and any other box.
template <class L, class Record>
void test_points(const PairTestArgsOf<Record>& args, std::uint8_t* out) {
    test_cores<L>(args, out, [](const auto&, const auto& b, const auto* offset) SATORI_INLINE_LAMBDA {
        return point_distance_sq<L>(b, offset);
    });
}

}  // namespace satori::v0::simd
