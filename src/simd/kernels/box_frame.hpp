#pragma once

// Shared by the kernels for boxes and other shapes: boxes from their arrays, points in the frame of a box, result bits
// to bytes.

#include "simd/kernels/pair_axes.hpp"

namespace satori::v0::simd {

/// Returns the boxes [i, i + width).
template <class L>
SATORI_LANES_INLINE BoxLanes<L> load_box_arrays(const BoxArrays& boxes, std::size_t i) {
    const float* at = boxes.base + i;
    const auto next = [&]() SATORI_INLINE_LAMBDA {
        const auto component = L::load(at);
        at += boxes.stride;
        return component;
    };
    BoxLanes<L> box;
    for (auto& component : box.center) component = next();
    for (auto& component : box.half) component = next();
    for (auto& axis : box.axes)
        for (auto& component : axis) component = next();
    return box;
}

/// Returns the first box, in every lane.
template <class L>
SATORI_LANES_INLINE BoxLanes<L> broadcast_box(const BoxArrays& boxes) {
    BoxLanes<L> box;
    for (int a = 0; a < 3; ++a) {
        box.center[a] = L::broadcast(boxes.base[a * boxes.stride]);
        box.half[a] = L::broadcast(boxes.base[(3 + a) * boxes.stride]);
        for (int k = 0; k < 3; ++k) box.axes[a][k] = L::broadcast(boxes.base[(6 + 3 * a + k) * boxes.stride]);
    }
    return box;
}

template <class L>
struct VectorLanes {
    typename L::Float at[3];
};

template <class L>
SATORI_LANES_INLINE VectorLanes<L> broadcast_vector(const float* v) {
    return {{L::broadcast(v[0]), L::broadcast(v[1]), L::broadcast(v[2])}};
}

/// Returns a world direction in the frames of the boxes.
template <class L>
SATORI_LANES_INLINE VectorLanes<L> turned_to_box(const BoxLanes<L>& box, const VectorLanes<L>& v) {
    return {{dot<L>(box.axes[0], v.at), dot<L>(box.axes[1], v.at), dot<L>(box.axes[2], v.at)}};
}

/// Returns how far the boxes reach from their centers along a direction in their frames, in units of its length.
template <class L>
SATORI_LANES_INLINE typename L::Float radius_along(const BoxLanes<L>& box, const VectorLanes<L>& direction) {
    return (L::abs(direction.at[0]) * box.half[0] + L::abs(direction.at[1]) * box.half[1]) +
           L::abs(direction.at[2]) * box.half[2];
}

/// Returns a point relative to the centers of the boxes. The difference of two floats that are near each other is
/// exact.
template <class L>
SATORI_LANES_INLINE VectorLanes<L> from_center(const BoxLanes<L>& box, const VectorLanes<L>& point) {
    return {{point.at[0] - box.center[0], point.at[1] - box.center[1], point.at[2] - box.center[2]}};
}

/// Returns the lanes whose point, given in the frame of the box, is in the box.
template <class L>
SATORI_LANES_INLINE typename L::Mask in_box(const BoxLanes<L>& box, const VectorLanes<L>& local) {
    return L::both(L::both(L::le(L::abs(local.at[0]), box.half[0]), L::le(L::abs(local.at[1]), box.half[1])),
                   L::le(L::abs(local.at[2]), box.half[2]));
}

/// Writes bit k of `bits` to byte k, for the first `count` of up to 16 bits.
SATORI_LANES_INLINE void store_bytes(std::uint8_t* out, std::uint32_t bits, std::size_t count) {
    for (; count >= 8; count -= 8, bits >>= 8, out += 8) {
        // Seven copies that are 7 bits apart put bit k in byte k. An eighth copy would carry into other bits.
        const std::uint64_t low = (bits & 0x7fU) * 0x0002040810204081ULL;
        const std::uint64_t bytes = (low & 0x0101010101010101ULL) | static_cast<std::uint64_t>(bits & 0x80U) << 49;
        __builtin_memcpy(out, &bytes, sizeof bytes);
    }
    for (std::size_t k = 0; k < count; ++k) out[k] = static_cast<std::uint8_t>(bits >> k & 1U);
}

}  // namespace satori::v0::simd
