#pragma once

// AVX-512 intrinsics implemented with AVX2, for SATORI_EMULATE_AVX512. The kernel unit of AVX-512 includes this file
// before anything else. Nearly all intrinsics come from SIMDe, on 512-bit vectors that the compiler splits in halves.
// This file defines the intrinsics that SIMDe 0.7.4 lacks. A call to one that neither has does not compile.

#include <immintrin.h>

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>

namespace satori_emulated {

template <class Half>
inline __attribute__((always_inline)) __m512i of_halves(simde__m512i v, Half&& half) {
    simde__m512i_private halves = simde__m512i_to_private(v);
    for (auto& each : halves.m256i) each = half(each);
    return simde__m512i_from_private(halves);
}

inline __attribute__((always_inline)) __m512i cvttps_epi32(__m512 v) {
    return of_halves(simde_mm512_castps_si512(v),
                     [](__m256i half) { return _mm256_cvttps_epi32(_mm256_castsi256_ps(half)); });
}

template <int kOrder>
inline __attribute__((always_inline)) __m512i shuffle_epi32(__m512i v) {
    return of_halves(v, [](__m256i half) { return _mm256_shuffle_epi32(half, kOrder); });
}

inline __attribute__((always_inline)) __m512i zextsi256_si512(__m256i v) {
    return simde_mm512_inserti64x4(simde_mm512_setzero_si512(), v, 0);
}

template <int kBy>
inline __attribute__((always_inline)) __m512i alignr_epi32(__m512i high, __m512i low) {
    alignas(64) int lanes[32];
    simde_mm512_store_si512(lanes, low);
    simde_mm512_store_si512(lanes + 16, high);
    return simde_mm512_loadu_si512(lanes + kBy);
}

template <int kOrder>
inline __attribute__((always_inline)) __m512 shuffle_f32x4(__m512 a, __m512 b) {
    alignas(64) float lanes[32], chosen[16];
    simde_mm512_store_ps(lanes, a);
    simde_mm512_store_ps(lanes + 16, b);
    for (int quarter = 0; quarter < 4; ++quarter)
        for (int i = 0; i < 4; ++i)
            chosen[4 * quarter + i] = lanes[16 * (quarter / 2) + 4 * (kOrder >> (2 * quarter) & 3) + i];
    return simde_mm512_load_ps(chosen);
}

}  // namespace satori_emulated

#define _mm512_cvttps_epi32 satori_emulated::cvttps_epi32
#define _mm512_zextsi256_si512 satori_emulated::zextsi256_si512
#define _mm512_alignr_epi32(high, low, by) satori_emulated::alignr_epi32<by>(high, low)
#define _mm512_shuffle_f32x4(a, b, order) satori_emulated::shuffle_f32x4<order>(a, b)
#define _mm512_stream_ps(to, v) simde_mm512_store_ps(to, v)
#define _mm512_shuffle_epi32(v, order) satori_emulated::shuffle_epi32<static_cast<int>(order)>(v)

// xsimd tests these macros. They come after SIMDe, which must not conclude that the compiler has AVX-512.
#define __AVX512F__ 1
#define __AVX512CD__ 1
#define __AVX512DQ__ 1
#define __AVX512BW__ 1
#define __AVX512VL__ 1
// With this macro xsimd shifts by a vector. For a shift by a number, SIMDe with clang needs a constant.
#define XSIMD_AVX512_SHIFT_INTRINSICS_IMM_ONLY 1
