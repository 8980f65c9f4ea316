#pragma once

// The points that a rectangle contains: as points.hpp, in the plane. Lane = two consecutive points in memory: a row of
// four floats, so nothing behind the last point is read.
// Cost per two vectors of points: 8 multiplies, 8 adds, 4 compares, 1 row transpose.

#include "simd/kernels/box_frame.hpp"
#include "simd/kernels/rect_frame.hpp"

namespace satori::v0::simd {

template <class L>
SATORI_LANES_INLINE std::uint32_t bits_in_rect(const RectLanes<L>& rect, typename L::Float x, typename L::Float y) {
    // The difference of two floats that are near each other is exact.
    const typename L::Float from_center[2] = {x - rect.center[0], y - rect.center[1]};
    return L::bits(L::both(L::le(L::abs(dot2<L>(rect.axes[0], from_center)), rect.half[0]),
                           L::le(L::abs(dot2<L>(rect.axes[1], from_center)), rect.half[1])));
}

/// Writes bit k of `even` to byte 2 k and bit k of `odd` to byte 2 k + 1, for the first `count` of up to 16 bits.
SATORI_LANES_INLINE void store_byte_pairs(std::uint8_t* out, std::uint32_t even, std::uint32_t odd,
                                          std::uint32_t count) {
    for (; count >= 4; count -= 4, even >>= 4, odd >>= 4, out += 8) {
        // Copies that are 15 bits apart put bit k in byte 2 k.
        constexpr std::uint64_t kCopies = 0x0000200040008001ULL, kLowest = 0x0001000100010001ULL;
        const std::uint64_t bytes = ((even & 0xfU) * kCopies & kLowest) | ((odd & 0xfU) * kCopies & kLowest) << 8;
        __builtin_memcpy(out, &bytes, sizeof bytes);
    }
    for (std::uint32_t k = 0; k < count; ++k) {
        out[2 * k] = static_cast<std::uint8_t>(even >> k & 1U);
        out[2 * k + 1] = static_cast<std::uint8_t>(odd >> k & 1U);
    }
}

template <class L>
void rect_contains_points(const PointsArgs& args, std::uint8_t* out) {
    const RectLanes<L> rect = broadcast_rect<L>(args.box);
    const float* points = args.points;
    for (std::size_t i = 0; i < args.count; i += 2 * L::width, points += 4 * L::width) {
        const float* rows[L::width];
        for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] = points + 4 * lane;
        typename L::Float point[4];
        L::template load_rows<1>(rows, point);
        store_byte_pairs(out + i, bits_in_rect<L>(rect, point[0], point[1]), bits_in_rect<L>(rect, point[2], point[3]),
                         L::width);
    }
}

}  // namespace satori::v0::simd
