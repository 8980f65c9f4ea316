#pragma once

// Sums and products together with their rounding errors, without fused multiply-add. Exact while nothing overflows or
// underflows.
// Sources: Knuth, The Art of Computer Programming 2, 4.2.2; Dekker, A floating-point technique for extending the
// available precision, 1971.

#include "base/namespace.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// A rounded sum or product, and its rounding error in `rest`.
template <class L>
struct ExactLanes {
    typename L::Float sum, rest;
};

/// Returns sum + rest = a + b exactly (Knuth).
template <class L>
SATORI_LANES_INLINE ExactLanes<L> two_sum(typename L::Float a, typename L::Float b) {
    const auto sum = a + b;
    const auto b_part = sum - a;
    return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// Floats, each as the sum of two floats of at most 12 bits.
template <class L>
struct HalvesLanes {
    typename L::Float whole, high, low;
};

template <class L>
SATORI_LANES_INLINE HalvesLanes<L> halves(typename L::Float v) {
    const auto scaled = v * L::broadcast(4097.0F);  // 2^12 + 1
    const auto high = scaled - (scaled - v);
    return {v, high, v - high};
}

/// Returns sum + rest = u * v exactly (Dekker).
template <class L>
SATORI_LANES_INLINE ExactLanes<L> two_product(const HalvesLanes<L>& u, const HalvesLanes<L>& v) {
    const auto product = u.whole * v.whole;
    return {product, (((u.high * v.high - product) + u.high * v.low) + u.low * v.high) + u.low * v.low};
}

/// Returns (a . b) - offset, rounded about once: the error before the last rounding is about 2^-45 of the largest term.
template <class L, int kDim = 3>
SATORI_LANES_INLINE typename L::Float exact_dot_minus(const typename L::Float* a, const typename L::Float* b,
                                                      typename L::Float offset) {
    ExactLanes<L> total{L::broadcast(0.0F) - offset, L::broadcast(0.0F)};
    for (int k = 0; k < kDim; ++k) {
        const ExactLanes<L> product = two_product<L>(halves<L>(a[k]), halves<L>(b[k]));
        const ExactLanes<L> next = two_sum<L>(total.sum, product.sum);
        total = {next.sum, total.rest + (next.rest + product.rest)};
    }
    return total.sum + total.rest;
}

}  // namespace satori::v0::simd
