#pragma once

// Operations on the sign bit alone. They take one operation where arithmetic would take two.

#include "base/namespace.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// Returns the same bits with the sign bit inverted.
template <class L>
SATORI_LANES_INLINE typename L::Float negated(typename L::Float v) {
    return L::as_float(L::as_uint(v) ^ L::broadcast(0x80000000U));
}

/// Returns -|v|.
template <class L>
SATORI_LANES_INLINE typename L::Float negative_abs(typename L::Float v) {
    return L::as_float(L::as_uint(v) | L::broadcast(0x80000000U));
}

/// Returns v with the sign of s; v >= 0.
template <class L>
SATORI_LANES_INLINE typename L::Float with_sign(typename L::Float v, typename L::Float s) {
    return L::as_float(L::as_uint(v) | (L::as_uint(s) & L::broadcast(0x80000000U)));
}

/// Returns v, negated where s is negative.
template <class L>
SATORI_LANES_INLINE typename L::Float times_sign(typename L::Float v, typename L::Float s) {
    return L::as_float(L::as_uint(v) ^ (L::as_uint(s) & L::broadcast(0x80000000U)));
}

}  // namespace satori::v0::simd
