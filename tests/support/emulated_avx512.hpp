#pragma once

// AVX-512's functions as others of AVX2, for SATORI_EMULATE_AVX512: included before anything else in isa_avx512.cpp. Nearly all of
// them are SIMDe's, on vectors of 512 bits that the compiler halves; its version 0.7.4 lacks the two written here. A function that
// neither has does not compile.

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

}  // namespace satori_emulated

#define _mm512_cvttps_epi32 satori_emulated::cvttps_epi32
#define _mm512_shuffle_epi32(v, order) satori_emulated::shuffle_epi32<static_cast<int>(order)>(v)

// What xsimd asks for; SIMDe, included before, must not think that the compiler has them.
#define __AVX512F__ 1
#define __AVX512CD__ 1
#define __AVX512DQ__ 1
#define __AVX512BW__ 1
#define __AVX512VL__ 1
// xsimd shifts by a vector then: by a number SIMDe's clang wants a constant.
#define XSIMD_AVX512_SHIFT_INTRINSICS_IMM_ONLY 1
