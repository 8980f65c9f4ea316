#pragma once

// Corners of rectangles: as corners.hpp, in the plane, in the order of RectCorners. Lane = rectangle.
// Cost per vector: 4 multiplies, 20 adds, 6 loads, 2 row transposes; bound by memory, 24 bytes in, 32 out per
// rectangle.

#include "simd/kernels/rect_frame.hpp"

namespace satori::v0::simd {

template <class L>
void rect_corners(const CornersArgs& args) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F), not_a_number = L::broadcast(__builtin_nanf(""));
    for (std::size_t i = args.begin; i < args.end; i += L::width) {
        const RectLanes<L> rect = load_rect_arrays<L>(args.boxes, i);
        const auto legal = L::ge(rect.half[0], zero);
        Float points[8];
        for (int k = 0; k < 2; ++k) {
            const Float center = L::select(legal, rect.center[k], not_a_number);
            const Float edge_0 = rect.half[0] * rect.axes[0][k], edge_1 = rect.half[1] * rect.axes[1][k];
            const Float same = edge_0 + edge_1, other = edge_0 - edge_1;
            points[k] = center - same;
            points[2 + k] = center + other;
            points[4 + k] = center + same;
            points[6 + k] = center - other;
        }
        L::template store_rows<2>(args.corners + 8 * (i - args.begin), points);
    }
}

}  // namespace satori::v0::simd
