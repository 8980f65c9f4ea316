#pragma once

// Lanes<Arch> is the vector type that all kernels use. It is a thin layer over xsimd::batch<float, Arch>. Only this
// header and the lanes_<set>.hpp headers that specialize it use xsimd. The layer adds what xsimd lacks: masks to bits,
// ordered compaction, loads and stores of rows with the transpose in registers, exact division on NEON.
//
// Each kernel unit has its own compiler flags. So nothing here may be shared with code that has other flags: no
// standard containers or algorithms, only float and uint32, everything inlined.
//
// The interface, in terms of Float (floats), Uint (uint32) and Mask:
//   broadcast, load, loadu, store, storeu       load, store and stream need pointers aligned to a whole vector
//   stream       a store that bypasses the caches, where the set has one
//   end_streams  must run before other code reads the streamed data
//   twice (p0 p0 p1 p1 ...), in_turn (p0 p1 p0 p1 ...)   of floats in memory; they read no other floats
//   abs, min, max, div, sqrt (both exact), as_uint, as_float, truncate (float in [0, 2^31) to integer)
//   lt, le, ge (Mask), both, either, except (a and not b; of Masks), select (mask ? a : b)
//   bits (Mask to one bit per lane, lane 0 lowest), sign_bits (Uint: bit 31 of each lane)
//   min_id, max_id (Uint), iota (0 1 2 ...), compress (moves the lanes whose bit is set to the front, in order)
//   load_eight, store_eight (Uint; at most 8 lanes, the lanes behind them are zero)
//   lanes_before (Uint; lane i gets lane i - 1 of v, lane 0 gets the last lane of `below`)
//   lanes_behind (Uint; lane i gets lane i + 1 of v, the last lane gets the first lane of `above`)
//   xor_lanes<X> (Uint; lane i gets lane i ^ X)
//   exchange<X> (Uint; sorts lanes i and i ^ X, the lower lane gets the smaller value)
//   load_rows<G> (loads 4 * G floats from each of `width` rows and transposes them)
//   store_rows<G> (the inverse; the rows are consecutive)
//   store_group (stores 4 floats to each of `width` places)
//   store_pairs (a0 b0 a1 b1 ...)

#include <cstddef>
#include <cstdint>

// A sanitizer makes code many times larger: with everything inlined, a unit would compile for minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SATORI_ALWAYS_INLINE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SATORI_ALWAYS_INLINE
#endif
#endif
#ifndef SATORI_ALWAYS_INLINE
#define SATORI_ALWAYS_INLINE __attribute__((always_inline))
#endif

#define SATORI_LANES_INLINE static inline SATORI_ALWAYS_INLINE
/// A part of a kernel that is not inlined. So its constants do not occupy the registers of the whole kernel.
#define SATORI_LANES_APART static __attribute__((noinline))
/// For member functions of kernel structs.
#define SATORI_LANES_INLINE_MEMBER inline SATORI_ALWAYS_INLINE
/// Stands between the parameters and the body of a lambda.
#define SATORI_INLINE_LAMBDA SATORI_ALWAYS_INLINE
/// Stands before a loop of `times` steps over axes. The compiler can then keep the arrays of the loop in registers.
#define SATORI_UNROLL(times) SATORI_PRAGMA(GCC unroll times)
#define SATORI_PRAGMA(text) _Pragma(#text)

#include "base/namespace.hpp"

namespace satori::v0::simd {

template <class Arch>
struct Lanes;

/// Returns two floats as one operand, for instructions that move or repeat pairs of floats.
SATORI_LANES_INLINE double two_floats(const float* p) {
    double both;
    __builtin_memcpy(&both, p, sizeof both);
    return both;
}

/// A mask with the bits of all lanes.
template <class L>
inline constexpr std::uint32_t kAllLanes = (1U << L::width) - 1;

}  // namespace satori::v0::simd
