#pragma once

// Ingest of rectangles: raw rows (center, half extents, angle) to validated rectangles as structure of arrays. Lane =
// rectangle.
// Cost per vector: 22 multiplies, 41 adds, most of them in direction(), 11 comparisons, 2 row transposes.

#include <satori/rect_batch.hpp>

#include "simd/kernels/direction.hpp"
#include "simd/kernels/ingest.hpp"

namespace satori::v0::simd {

template <class L>
struct RawRectLanes {
    typename L::Float center[2], half[2], angle;
};

/// Loads `width` rows of 5 floats, each as two overlapping rows of four. It reads no byte outside of them.
template <class L>
SATORI_LANES_INLINE RawRectLanes<L> load_raw_rects(const float* rows, std::size_t stride) {
    const float *head_rows[L::width], *tail_rows[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane) {
        head_rows[lane] = rows + lane * stride;
        tail_rows[lane] = head_rows[lane] + 1;
    }
    typename L::Float head[4], tail[4];
    L::template load_rows<1>(head_rows, head);
    L::template load_rows<1>(tail_rows, tail);
    return {{head[0], head[1]}, {head[2], head[3]}, tail[3]};
}

template <class L>
std::uint32_t ingest_rects(const IngestArgs& args) {
    using Float = typename L::Float;
    std::uint32_t legal_count = 0;
    for (std::uint32_t row = 0; row < args.count; row += L::width) {
        ask_for_rows<L>(args, row);
        const RawRectLanes<L> rect = load_raw_rects<L>(args.rows + row * args.stride, args.stride);
        const auto legal =
            L::both(legal_extents<L, 2>(rect.center, rect.half), L::le(L::abs(rect.angle), L::broadcast(kMaxAngle)));
        legal_count += static_cast<std::uint32_t>(__builtin_popcount(L::bits(legal)));
        Float out[kRectComponentCount];
        stored_extents<L, 2>(legal, rect.center, rect.half, out);
        direction<L>(L::select(legal, rect.angle, L::broadcast(0.0F)), out + 4);
        store_components<L, kRectComponentCount>(args, row, out);
    }
    return args.count - legal_count;
}

}  // namespace satori::v0::simd
