#pragma once

// Angles to unit vectors: (cos, sin) of floats up to kMaxAngle. Each component is within about one unit in the last
// place, also near its zeros. Lane = angle.
//
// The kernel subtracts n quarter turns from the angle without rounding. It cuts pi/2 into parts of 8 bits. Their
// multiples by n < 2^16 are exact, and so are the first three differences. From the fourth difference on, the rounding
// errors are kept. Series on [-pi/4, pi/4] follow. The low part of the remainder and the rounding error of 1 - x^2/2
// are added at the end.
// Sources: Cody, Waite, Software Manual for the Elementary Functions, 1980 (reduction); Taylor's series.
// Cost per vector: 30 multiplies, 60 adds, 15 integer operations.

#include <initializer_list>

#include "base/namespace.hpp"
#include "simd/kernels/error_free.hpp"
#include "simd/kernels/signs.hpp"

namespace satori::v0::simd {

/// Returns magnitude - n * pi/2, for the whole number n below 2^16 that is nearest to magnitude / (pi/2).
template <class L>
SATORI_LANES_INLINE ExactLanes<L> without_quarters(typename L::Float magnitude, typename L::Float n) {
    auto rest = magnitude;
    for (const float part : {0x1.92p+0F, 0x1.ep-12F, 0x1.b4p-16F}) rest = rest - n * L::broadcast(part);
    const ExactLanes<L> fourth = two_sum<L>(rest, negated<L>(n * L::broadcast(0x1.44p-24F)));
    const ExactLanes<L> fifth = two_sum<L>(fourth.sum, negated<L>(n * L::broadcast(0x1.08p-34F)));
    auto low = fourth.rest + fifth.rest;
    for (const float part : {0x1.ap-41F, 0x1.84698ap-48F}) low = low - n * L::broadcast(part);
    return two_sum<L>(fifth.sum, low);
}

/// Writes unit[0] = cos, unit[1] = sin. The angles must be at most kMaxAngle.
template <class L>
SATORI_LANES_INLINE void direction(typename L::Float angle, typename L::Float* unit) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    // Adding this to a float below 2^22 leaves the nearest whole number in the low bits.
    const Float whole = L::broadcast(0x1.8p+23F);
    const Float shifted = L::abs(angle) * L::broadcast(0x1.45f306p-1F) + whole;
    const ExactLanes<L> rest = without_quarters<L>(L::abs(angle), shifted - whole);
    const Float &x = rest.sum, &low = rest.rest;
    const Float square = x * x, half_square = L::broadcast(0.5F) * square;

    Float sine = L::broadcast(1.0F / 362880);
    for (const float coefficient : {-1.0F / 5040, 1.0F / 120, -1.0F / 6})
        sine = sine * square + L::broadcast(coefficient);
    sine = x + ((x * square) * sine + (low - half_square * low));

    Float cosine = L::broadcast(-1.0F / 3628800);
    for (const float coefficient : {1.0F / 40320, -1.0F / 720, 1.0F / 24})
        cosine = cosine * square + L::broadcast(coefficient);
    const Float most = L::broadcast(1.0F) - half_square;
    const Float lost = (L::broadcast(1.0F) - most) - half_square;
    cosine = most + ((square * square) * cosine + (lost - x * low));

    const Uint quarters = L::as_uint(shifted);
    const Uint odd = L::broadcast(0U) - (quarters & L::broadcast(1U));
    const Uint exchanged = (L::as_uint(sine) ^ L::as_uint(cosine)) & odd;
    const Uint sign = L::broadcast(0x80000000U);
    const Uint cosine_sign = ((quarters + L::broadcast(1U)) << 30) & sign;
    const Uint sine_sign = ((quarters << 30) ^ L::as_uint(angle)) & sign;
    unit[0] = L::as_float((L::as_uint(cosine) ^ exchanged) ^ cosine_sign);
    unit[1] = L::as_float((L::as_uint(sine) ^ exchanged) ^ sine_sign);
}

}  // namespace satori::v0::simd
