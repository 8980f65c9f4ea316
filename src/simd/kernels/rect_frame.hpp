#pragma once

// Shared by the kernels for rectangles alone: as box_frame.hpp, in the plane.

#include "simd/kernels/rect_axes.hpp"

namespace satori::v0::simd {

/// Returns rectangles whose six components come from load(component).
template <class L, class Load>
SATORI_LANES_INLINE RectLanes<L> rect_of_components(const BoxArrays& rects, Load&& load) {
    RectLanes<L> rect;
    for (std::uint32_t a = 0; a < 2; ++a) {
        rect.center[a] = load(rects.base + a * rects.stride);
        rect.half[a] = load(rects.base + (2 + a) * rects.stride);
        rect.axes[0][a] = load(rects.base + (4 + a) * rects.stride);
    }
    rect.axes[1][0] = negated<L>(rect.axes[0][1]);
    rect.axes[1][1] = rect.axes[0][0];
    return rect;
}

/// Returns the rectangles [i, i + width).
template <class L>
SATORI_LANES_INLINE RectLanes<L> load_rect_arrays(const BoxArrays& rects, std::size_t i) {
    return rect_of_components<L>(rects,
                                 [i](const float* component) SATORI_INLINE_LAMBDA { return L::load(component + i); });
}

/// Returns the first rectangle, in every lane.
template <class L>
SATORI_LANES_INLINE RectLanes<L> broadcast_rect(const BoxArrays& rects) {
    return rect_of_components<L>(rects,
                                 [](const float* component) SATORI_INLINE_LAMBDA { return L::broadcast(*component); });
}

}  // namespace satori::v0::simd
