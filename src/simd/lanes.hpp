#pragma once

// Lanes<Arch>: the vector type that kernels are written in. A thin layer over xsimd::batch<float, Arch>, and the only place
// (with the lanes_<set>.hpp that specialise it) that names xsimd; it adds what xsimd lacks: masks to bits, ordered
// compaction, loads and stores of rows with the transpose in registers, exact division on NEON.
//
// Kernel units are compiled with their own flags, so nothing here may be shared with code compiled under others: no standard
// containers or algorithms, only float and uint32, everything inlined.
//
// The interface, in terms of Float (floats), Uint (uint32), Mask:
//   broadcast, load, loadu, store, storeu       load, store and stream want whole-vector alignment
//   stream (a store past the caches, where the set can), end_streams (before anybody else may read what was streamed)
//   twice (p0 p0 p1 p1 ...), in_turn (p0 p1 p0 p1 ...)   of floats in memory, none beyond those are read
//   abs, min, max, div, sqrt (both exact), as_uint, as_float, truncate (float in [0, 2^31) to integer)
//   lt, le, ge (Mask), both, either, except (a and not b; of Masks), select (mask ? a : b), bits (Mask to one bit per lane,
//   lane 0 lowest) sign_bits (Uint: bit 31 of each lane)
//   min_id, max_id (Uint), iota (0 1 2 ...), compress (lanes whose bit is set, moved to the front in order)
//   load_eight, store_eight (no more than 8 lanes; those behind are zero), lanes_before (lane i from lane i - 1 of v, lane 0 the
//   last of `below`), lanes_behind (lane i from lane i + 1, the last one the first of `above`); Uint
//   xor_lanes<X> (lane i from lane i ^ X), exchange<X> (lanes i and i ^ X ordered, the smaller below); Uint
//   load_rows<G> (4 * G floats from each of width rows, transposed), store_rows<G> (the inverse, rows consecutive)
//   store_group (4 floats to each of width places)
//   store_pairs (a0 b0 a1 b1 ...)

#include <cstddef>
#include <cstdint>

#define SATORI_LANES_INLINE static inline __attribute__((always_inline))
/// A part of a kernel whose constants are not to fill the registers of all of it.
#define SATORI_LANES_APART static __attribute__((noinline))
/// For members of kernels' structs.
#define SATORI_LANES_INLINE_MEMBER inline __attribute__((always_inline))
/// Between a lambda's parameters and its body.
#define SATORI_INLINE_LAMBDA __attribute__((always_inline))
/// Before a loop of `times` steps over axes, whose arrays then are registers.
#define SATORI_UNROLL(times) SATORI_PRAGMA(GCC unroll times)
#define SATORI_PRAGMA(text) _Pragma(#text)

namespace satori::inline v0::simd {

template <class Arch>
struct Lanes;

/// Two floats as one operand of instructions that move or repeat pairs of them.
SATORI_LANES_INLINE double two_floats(const float* p) {
    double both;
    __builtin_memcpy(&both, p, sizeof both);
    return both;
}

/// Bits of all lanes.
template <class L>
inline constexpr std::uint32_t kAllLanes = (1U << L::width) - 1;

}  // namespace satori::inline v0::simd
