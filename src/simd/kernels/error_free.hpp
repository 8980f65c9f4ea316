#pragma once

// Sums and products with their rounding errors, without fused multiply-add. Exact while nothing overflows or underflows.
// Sources: Knuth, The Art of Computer Programming 2, 4.2.2; Dekker, "A floating-point technique for extending the available
// precision", 1971.

#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

/// value + error, exactly; |error| at most half of the value's last place.
template <class L>
struct ErrorFree {
    typename L::Float value, error;
};

template <class L>
SATORI_LANES_INLINE ErrorFree<L> exact_sum(typename L::Float a, typename L::Float b) {
    const auto sum = a + b;
    const auto part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

/// The upper 12 bits of v; v minus them has 12 bits too.
template <class L>
SATORI_LANES_INLINE typename L::Float upper_half(typename L::Float v) {
    const auto shifted = v * L::broadcast(4097.0F);
    return shifted - (shifted - v);
}

template <class L>
SATORI_LANES_INLINE ErrorFree<L> exact_product(typename L::Float a, typename L::Float b) {
    const auto product = a * b;
    const auto a_high = upper_half<L>(a), b_high = upper_half<L>(b);
    const auto a_low = a - a_high, b_low = b - b_high;
    return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// (a . b) - offset, rounded about once: its own error is some 2^-45 of the largest term.
template <class L>
SATORI_LANES_INLINE typename L::Float exact_dot_minus(const typename L::Float* a, const typename L::Float* b,
                                                      typename L::Float offset) {
    ErrorFree<L> sum{L::broadcast(0.0F) - offset, L::broadcast(0.0F)};
    for (int k = 0; k < 3; ++k) {
        const ErrorFree<L> product = exact_product<L>(a[k], b[k]);
        const ErrorFree<L> next = exact_sum<L>(sum.value, product.value);
        sum = {next.value, sum.error + (next.error + product.error)};
    }
    return sum.value + sum.error;
}

}  // namespace satori::inline v0::simd
