#pragma once

#include <immintrin.h>

#include "base/namespace.hpp"
#include "simd/lanes_xsimd.hpp"

/// What this set's kernels are instantiated for.
#define SATORI_ARCH xsimd::avx2

namespace satori::v0::simd {

namespace {

/// For each mask of 8 bits: the indices of the set bits in order, as bytes. The remaining bytes are 0.
struct CompressTable8 {
    alignas(64) std::uint8_t index[256][8];
    constexpr CompressTable8() : index{} {
        for (int bits = 0; bits < 256; ++bits) {
            int n = 0;
            for (int lane = 0; lane < 8; ++lane)
                if ((bits >> lane & 1) != 0) index[bits][n++] = static_cast<std::uint8_t>(lane);
        }
    }
};
constexpr CompressTable8 kCompressTable8;

}  // namespace

template <>
struct Lanes<xsimd::avx2> : XsimdLanes<xsimd::avx2> {
    SATORI_LANES_INLINE Uint as_uint(Float v) { return Uint(_mm256_castps_si256(v.data)); }
    SATORI_LANES_INLINE Float as_float(Uint v) { return Float(_mm256_castsi256_ps(v.data)); }
    SATORI_LANES_INLINE Uint truncate(Float v) { return Uint(_mm256_cvttps_epi32(v.data)); }
    SATORI_LANES_INLINE std::uint32_t bits(Mask m) { return static_cast<std::uint32_t>(_mm256_movemask_ps(m.data)); }
    SATORI_LANES_INLINE std::uint32_t sign_bits(Uint v) {
        return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(v.data)));
    }
    SATORI_LANES_INLINE Uint min_id(Uint a, Uint b) { return Uint(_mm256_min_epu32(a.data, b.data)); }
    SATORI_LANES_INLINE Uint max_id(Uint a, Uint b) { return Uint(_mm256_max_epu32(a.data, b.data)); }
    template <int X>
    SATORI_LANES_INLINE Uint xor_lanes(Uint v) {
        constexpr int kWithin = (X & 3) == 1 ? 0xb1 : (X & 3) == 2 ? 0x4e : 0x1b;
        __m256i r = v.data;
        if constexpr (X >= 4) r = _mm256_permute2x128_si256(r, r, 0x01);
        if constexpr ((X & 3) != 0) r = _mm256_shuffle_epi32(r, kWithin);
        return Uint(r);
    }
    template <int X>
    SATORI_LANES_INLINE Uint exchange(Uint v) {
        constexpr int kUpper = X >= 4 ? 0xf0 : X >= 2 ? 0xcc : 0xaa;
        const __m256i other = xor_lanes<X>(v).data;
        return Uint(_mm256_blend_epi32(_mm256_min_epu32(v.data, other), _mm256_max_epu32(v.data, other), kUpper));
    }
    SATORI_LANES_INLINE Uint iota() { return Uint(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)); }
    SATORI_LANES_INLINE Uint lanes_before(Uint below, Uint v) {
        return Uint(_mm256_alignr_epi8(v.data, _mm256_permute2x128_si256(below.data, v.data, 0x21), 12));
    }
    SATORI_LANES_INLINE Uint lanes_behind(Uint v, Uint above) {
        return Uint(_mm256_alignr_epi8(_mm256_permute2x128_si256(v.data, above.data, 0x21), v.data, 4));
    }
    SATORI_LANES_INLINE Float twice(const float* p) {
        const __m256i lanes = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3);
        return Float(_mm256_permutevar8x32_ps(_mm256_castps128_ps256(_mm_loadu_ps(p)), lanes));
    }
    SATORI_LANES_INLINE Float in_turn(const float* p) { return Float(_mm256_castpd_ps(_mm256_set1_pd(two_floats(p)))); }
    SATORI_LANES_INLINE Uint compress(Uint v, std::uint32_t bits) {
        const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kCompressTable8.index[bits]));
        return Uint(_mm256_permutevar8x32_epi32(v.data, _mm256_cvtepu8_epi32(bytes)));
    }

    // 4 x 4 transposes inside the 128-bit lanes. Lane q of register e holds row 4 * q + e.
    SATORI_LANES_INLINE void transpose4(__m256& a, __m256& b, __m256& c, __m256& d) {
        const __m256 ab_lo = _mm256_unpacklo_ps(a, b), ab_hi = _mm256_unpackhi_ps(a, b);
        const __m256 cd_lo = _mm256_unpacklo_ps(c, d), cd_hi = _mm256_unpackhi_ps(c, d);
        a = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(ab_lo), _mm256_castps_pd(cd_lo)));
        b = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(ab_lo), _mm256_castps_pd(cd_lo)));
        c = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(ab_hi), _mm256_castps_pd(cd_hi)));
        d = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(ab_hi), _mm256_castps_pd(cd_hi)));
    }

    template <int Groups>
    SATORI_LANES_INLINE void load_rows(const float* const* rows, Float* out) {
        for (int g = 0; g < Groups; ++g) {
            __m256 v[4];
            for (int e = 0; e < 4; ++e) {
                const __m256 low = _mm256_castps128_ps256(_mm_loadu_ps(rows[e] + 4 * g));
                v[e] = _mm256_insertf128_ps(low, _mm_loadu_ps(rows[4 + e] + 4 * g), 1);
            }
            transpose4(v[0], v[1], v[2], v[3]);
            for (int e = 0; e < 4; ++e) out[4 * g + e] = Float(v[e]);
        }
    }

    SATORI_LANES_INLINE void stream(float* p, Float v) { _mm256_stream_ps(p, v.data); }
    SATORI_LANES_INLINE void end_streams() { _mm_sfence(); }

    template <int Groups>
    SATORI_LANES_INLINE void store_rows(float* rows, const Float* in) {
        for (int g = 0; g < Groups; ++g) {
            __m256 v[4] = {in[4 * g].data, in[4 * g + 1].data, in[4 * g + 2].data, in[4 * g + 3].data};
            transpose4(v[0], v[1], v[2], v[3]);
            for (int e = 0; e < 4; ++e) {
                float* row = rows + 4 * Groups * e + 4 * g;
                _mm_storeu_ps(row, _mm256_castps256_ps128(v[e]));
                _mm_storeu_ps(row + 16 * Groups, _mm256_extractf128_ps(v[e], 1));
            }
        }
    }

    SATORI_LANES_INLINE void store_group(float* const* rows, Float a, Float b, Float c, Float d) {
        __m256 v[4] = {a.data, b.data, c.data, d.data};
        transpose4(v[0], v[1], v[2], v[3]);
        for (int e = 0; e < 4; ++e) {
            _mm_storeu_ps(rows[e], _mm256_castps256_ps128(v[e]));
            _mm_storeu_ps(rows[4 + e], _mm256_extractf128_ps(v[e], 1));
        }
    }

    SATORI_LANES_INLINE void store_pairs(std::uint32_t* p, Uint a, Uint b) {
        const __m256i low = _mm256_unpacklo_epi32(a.data, b.data), high = _mm256_unpackhi_epi32(a.data, b.data);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(p + 8), _mm256_permute2x128_si256(low, high, 0x31));
    }
};

}  // namespace satori::v0::simd
