#pragma once

// Corners: boxes as structure of arrays to eight points each, in the order of BoxCorners. Lane = box.
//
// The corners share the parts of the sum center -+ h0 a0 -+ h1 a1 -+ h2 a2: first the two terms of the edges of a face,
// then the third term, the center last. So rounding grows with the box, and with its distance only once.
// Cost per vector of boxes: 9 multiplies, 60 adds, 15 loads, 6 row transposes; bound by memory, 60 bytes in, 96 out per
// box.

#include "simd/kernels/ahead.hpp"
#include "simd/kernels/box_frame.hpp"

namespace satori::v0::simd {

template <class L>
void corners(const CornersArgs& args) {
    using Float = typename L::Float;
    const Float not_a_number = L::broadcast(__builtin_nanf(""));
    for (std::size_t i = args.begin; i < args.end; i += L::width) {
        const BoxLanes<L> box = load_box_arrays<L>(args.boxes, i);
        const auto legal = L::ge(box.half[0], L::broadcast(0.0F));
        Float points[24];
        for (std::uint32_t k = 0; k < 3; ++k) {
            const Float center = L::select(legal, box.center[k], not_a_number);
            Float edge[3];
            for (std::uint32_t a = 0; a < 3; ++a) edge[a] = box.half[a] * box.axes[a][k];
            const Float same = edge[0] + edge[1], other = edge[0] - edge[1];
            // Indexed by bits 0 and 1 of the corner.
            const Float zero = L::broadcast(0.0F);
            const Float across[4] = {zero - same, other, zero - other, same};
            for (std::uint32_t corner = 0; corner < 8; ++corner) {
                const Float side = across[corner & 3];
                points[3 * corner + k] = center + ((corner & 4) != 0 ? side + edge[2] : side - edge[2]);
            }
        }
        float* const out = args.corners + 24 * (i - args.begin);
        ask_ahead<24 * sizeof(Float)>(out);
        L::template store_rows<6>(out, points);
    }
}

}  // namespace satori::v0::simd
