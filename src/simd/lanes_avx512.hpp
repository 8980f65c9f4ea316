#pragma once

#include <immintrin.h>

#include "base/namespace.hpp"
#include "simd/lanes_xsimd.hpp"

/// What this set's kernels are instantiated for.
#define SATORI_ARCH xsimd::avx512bw

namespace satori::v0::simd {

template <>
struct Lanes<xsimd::avx512bw> : XsimdLanes<xsimd::avx512bw> {
    SATORI_LANES_INLINE Uint as_uint(Float v) { return Uint(_mm512_castps_si512(v.data)); }
    SATORI_LANES_INLINE Float as_float(Uint v) { return Float(_mm512_castsi512_ps(v.data)); }
    SATORI_LANES_INLINE Uint truncate(Float v) { return Uint(_mm512_cvttps_epi32(v.data)); }
    SATORI_LANES_INLINE std::uint32_t bits(Mask m) { return m.data; }
    SATORI_LANES_INLINE std::uint32_t sign_bits(Uint v) { return _mm512_movepi32_mask(v.data); }
    SATORI_LANES_INLINE Uint min_id(Uint a, Uint b) { return Uint(_mm512_min_epu32(a.data, b.data)); }
    SATORI_LANES_INLINE Uint max_id(Uint a, Uint b) { return Uint(_mm512_max_epu32(a.data, b.data)); }
    /// Lane i of the result is lane i ^ X of v.
    template <int X>
    SATORI_LANES_INLINE Uint xor_lanes(Uint v) {
        if constexpr (X < 4)
            return Uint(_mm512_shuffle_epi32(v.data, static_cast<_MM_PERM_ENUM>(X == 1 ? 0xb1 : X == 2 ? 0x4e : 0x1b)));
        else
            return Uint(_mm512_permutexvar_epi32(_mm512_xor_si512(iota().data, _mm512_set1_epi32(X)), v.data));
    }
    /// Compares lane i with lane i ^ X. The lower lane gets the smaller value, the upper lane the larger.
    template <int X>
    SATORI_LANES_INLINE Uint exchange(Uint v) {
        constexpr __mmask16 kUpper = X >= 8 ? 0xff00 : X >= 4 ? 0xf0f0 : X >= 2 ? 0xcccc : 0xaaaa;
        const __m512i other = xor_lanes<X>(v).data;
        return Uint(_mm512_mask_max_epu32(_mm512_min_epu32(v.data, other), kUpper, v.data, other));
    }
    SATORI_LANES_INLINE Uint iota() {
        return Uint(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    }
    SATORI_LANES_INLINE Uint load_eight(const std::uint32_t* p) {
        return Uint(_mm512_zextsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))));
    }
    SATORI_LANES_INLINE void store_eight(std::uint32_t* p, Uint v) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_castsi512_si256(v.data));
    }
    SATORI_LANES_INLINE Uint lanes_before(Uint below, Uint v) {
        return Uint(_mm512_alignr_epi32(v.data, below.data, 15));
    }
    SATORI_LANES_INLINE Uint lanes_behind(Uint v, Uint above) {
        return Uint(_mm512_alignr_epi32(above.data, v.data, 1));
    }
    SATORI_LANES_INLINE Float twice(const float* p) {
        const __m512i lanes = _mm512_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
        return Float(_mm512_permutexvar_ps(lanes, _mm512_castps256_ps512(_mm256_loadu_ps(p))));
    }
    SATORI_LANES_INLINE Float in_turn(const float* p) { return Float(_mm512_castpd_ps(_mm512_set1_pd(two_floats(p)))); }
    // Compacts in a register and stores the whole register: vpcompressd to memory is microcoded on Zen.
    SATORI_LANES_INLINE Uint compress(Uint v, std::uint32_t bits) {
        return Uint(_mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), v.data));
    }

    // 4 x 4 transposes inside the 128-bit lanes. Before the transpose, lane q of register e holds row 4 * q + e. So the
    // result is in row order without a shuffle across lanes.
    SATORI_LANES_INLINE void transpose4(__m512& a, __m512& b, __m512& c, __m512& d) {
        const __m512 ab_lo = _mm512_unpacklo_ps(a, b), ab_hi = _mm512_unpackhi_ps(a, b);
        const __m512 cd_lo = _mm512_unpacklo_ps(c, d), cd_hi = _mm512_unpackhi_ps(c, d);
        a = _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(ab_lo), _mm512_castps_pd(cd_lo)));
        b = _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(ab_lo), _mm512_castps_pd(cd_lo)));
        c = _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(ab_hi), _mm512_castps_pd(cd_hi)));
        d = _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(ab_hi), _mm512_castps_pd(cd_hi)));
    }

    // Masked broadcasts load the 128-bit pieces from memory. They use the load ports and a blend instead of the only
    // shuffle port.
    template <int Groups>
    SATORI_LANES_INLINE void load_rows(const float* const* rows, Float* out) {
        __m512 v[4 * Groups];
        for (int e = 0; e < 4; ++e) {
            for (int g = 0; g < Groups; ++g) {
                __m512 r = _mm512_castps128_ps512(_mm_loadu_ps(rows[e] + 4 * g));
                r = _mm512_mask_broadcast_f32x4(r, 0x00f0, _mm_loadu_ps(rows[4 + e] + 4 * g));
                r = _mm512_mask_broadcast_f32x4(r, 0x0f00, _mm_loadu_ps(rows[8 + e] + 4 * g));
                v[4 * g + e] = _mm512_mask_broadcast_f32x4(r, 0xf000, _mm_loadu_ps(rows[12 + e] + 4 * g));
            }
        }
        for (int g = 0; g < Groups; ++g) {
            transpose4(v[4 * g], v[4 * g + 1], v[4 * g + 2], v[4 * g + 3]);
            for (int e = 0; e < 4; ++e) out[4 * g + e] = Float(v[4 * g + e]);
        }
    }

    /// load_rows<4> with a fifth fewer operations, but more registers in use at a time. Each register loads the halves
    /// of two rows; a shuffle then sorts their quarters.
    SATORI_LANES_INLINE void load_halves(const float* const* rows, Float* out) {
        __m512 v[16];
        for (int h = 0; h < 4; h += 2) {
            for (int e = 0; e < 4; ++e) {
                const __m512 low = two_halves(rows[e] + 4 * h, rows[4 + e] + 4 * h);
                const __m512 high = two_halves(rows[8 + e] + 4 * h, rows[12 + e] + 4 * h);
                v[4 * h + e] = _mm512_shuffle_f32x4(low, high, 0x88);
                v[4 * h + 4 + e] = _mm512_shuffle_f32x4(low, high, 0xdd);
            }
            for (int g = h; g < h + 2; ++g) {
                transpose4(v[4 * g], v[4 * g + 1], v[4 * g + 2], v[4 * g + 3]);
                for (int e = 0; e < 4; ++e) out[4 * g + e] = Float(v[4 * g + e]);
            }
        }
    }
    SATORI_LANES_INLINE __m512 two_halves(const float* first, const float* second) {
        const __m512d low = _mm512_castpd256_pd512(_mm256_castps_pd(_mm256_loadu_ps(first)));
        return _mm512_castpd_ps(_mm512_insertf64x4(low, _mm256_castps_pd(_mm256_loadu_ps(second)), 1));
    }

    SATORI_LANES_INLINE void stream(float* p, Float v) { _mm512_stream_ps(p, v.data); }
    SATORI_LANES_INLINE void end_streams() { _mm_sfence(); }

    template <int Groups>
    SATORI_LANES_INLINE void store_rows(float* rows, const Float* in) {
        for (int g = 0; g < Groups; ++g) {
            __m512 v[4] = {in[4 * g].data, in[4 * g + 1].data, in[4 * g + 2].data, in[4 * g + 3].data};
            transpose4(v[0], v[1], v[2], v[3]);
            for (int e = 0; e < 4; ++e) {
                float* row = rows + 4 * Groups * e + 4 * g;
                _mm_storeu_ps(row, _mm512_castps512_ps128(v[e]));
                _mm_storeu_ps(row + 16 * Groups, _mm512_extractf32x4_ps(v[e], 1));
                _mm_storeu_ps(row + 32 * Groups, _mm512_extractf32x4_ps(v[e], 2));
                _mm_storeu_ps(row + 48 * Groups, _mm512_extractf32x4_ps(v[e], 3));
            }
        }
    }

    SATORI_LANES_INLINE void store_group(float* const* rows, Float a, Float b, Float c, Float d) {
        __m512 v[4] = {a.data, b.data, c.data, d.data};
        transpose4(v[0], v[1], v[2], v[3]);
        for (int e = 0; e < 4; ++e) {
            _mm_storeu_ps(rows[e], _mm512_castps512_ps128(v[e]));
            _mm_storeu_ps(rows[4 + e], _mm512_extractf32x4_ps(v[e], 1));
            _mm_storeu_ps(rows[8 + e], _mm512_extractf32x4_ps(v[e], 2));
            _mm_storeu_ps(rows[12 + e], _mm512_extractf32x4_ps(v[e], 3));
        }
    }

    SATORI_LANES_INLINE void store_pairs(std::uint32_t* p, Uint a, Uint b) {
        const __m512i low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const __m512i high = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        _mm512_storeu_si512(p, _mm512_permutex2var_epi32(a.data, low, b.data));
        _mm512_storeu_si512(p + 16, _mm512_permutex2var_epi32(a.data, high, b.data));
    }
};

}  // namespace satori::v0::simd
