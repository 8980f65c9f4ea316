#pragma once

// Bounds of rectangles: as bounds.hpp, in the plane. Lane = rectangle.
// Cost per vector: 7 multiplies, 17 adds, 6 comparisons, 17 integer operations, 6 loads, 2 (with records: 4) row
// transposes.

#include "simd/kernels/bounds.hpp"

namespace satori::v0::simd {

template <class L>
EdgeRange rect_bounds(const RectBoundsArgs& args) {
    using Float = typename L::Float;
    const Float margin = L::broadcast(args.margin);
    EdgeLanes<L> edges;
    for (std::size_t i = args.begin; i < args.end; i += L::width) {
        Float rect[8];
        for (std::uint32_t c = 0; c < 6; ++c) rect[c] = L::load(args.boxes.base + c * args.boxes.stride + i);
        const auto id = L::broadcast(static_cast<std::uint32_t>(i)) + L::iota();
        rect[6] = L::as_float(id);
        rect[7] = args.radii != nullptr ? L::load(args.radii + i) : L::broadcast(0.0F);
        const Float* center = rect;
        const Float* half = rect + 2;
        const Float* axis = rect + 4;
        const Float slack = L::broadcast(kBoundsSlack) * (half[0] + half[1]);
        Float entry[8];
        for (int k = 0; k < 2; ++k) {
            const Float sum = L::abs(axis[k]) * half[0] + L::abs(axis[1 - k]) * half[1];
            outward_bounds<L>(center[k], sum + rect[7] * L::broadcast(kRadiusShare), slack, margin, entry[k],
                              entry[2 + k]);
        }
        const Float width = entry[2] - entry[0], height = entry[3] - entry[1];
        const Float edge = L::max(width, height);
        entry[4] = L::as_float(id);
        entry[5] = entry[6] = entry[7] = L::broadcast(0.0F);
        edges.join(edge, L::min(width, height));
        if (args.entries != nullptr) put_rows<L, 2>(args.entries + i, entry, args.streamed);
        if (args.records != nullptr) put_rows<L, 2>(args.records + i, rect, args.streamed);
    }
    if (args.streamed) L::end_streams();
    return edges.joined();
}

}  // namespace satori::v0::simd
