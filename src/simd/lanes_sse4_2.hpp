#pragma once

#include <nmmintrin.h>

#include "base/namespace.hpp"
#include "simd/compress_table4.hpp"
#include "simd/lanes_xsimd.hpp"

/// What this set's kernels are instantiated for.
#define SATORI_ARCH xsimd::sse4_2

namespace satori::v0::simd {

template <>
struct Lanes<xsimd::sse4_2> : XsimdLanes<xsimd::sse4_2> {
    SATORI_LANES_INLINE Uint as_uint(Float v) { return Uint(_mm_castps_si128(v.data)); }
    SATORI_LANES_INLINE Float as_float(Uint v) { return Float(_mm_castsi128_ps(v.data)); }
    SATORI_LANES_INLINE Uint truncate(Float v) { return Uint(_mm_cvttps_epi32(v.data)); }
    SATORI_LANES_INLINE std::uint32_t bits(Mask m) { return static_cast<std::uint32_t>(_mm_movemask_ps(m.data)); }
    SATORI_LANES_INLINE std::uint32_t sign_bits(Uint v) {
        return static_cast<std::uint32_t>(_mm_movemask_ps(_mm_castsi128_ps(v.data)));
    }
    SATORI_LANES_INLINE Uint min_id(Uint a, Uint b) { return Uint(_mm_min_epu32(a.data, b.data)); }
    SATORI_LANES_INLINE Uint max_id(Uint a, Uint b) { return Uint(_mm_max_epu32(a.data, b.data)); }
    template <int X>
    SATORI_LANES_INLINE Uint xor_lanes(Uint v) {
        return Uint(_mm_shuffle_epi32(v.data, X == 1 ? 0xb1 : X == 2 ? 0x4e : 0x1b));
    }
    template <int X>
    SATORI_LANES_INLINE Uint exchange(Uint v) {
        const __m128i other = xor_lanes<X>(v).data;
        return Uint(_mm_blend_epi16(_mm_min_epu32(v.data, other), _mm_max_epu32(v.data, other), X >= 2 ? 0xf0 : 0xcc));
    }
    SATORI_LANES_INLINE Uint iota() { return Uint(_mm_setr_epi32(0, 1, 2, 3)); }
    SATORI_LANES_INLINE Uint lanes_before(Uint below, Uint v) { return Uint(_mm_alignr_epi8(v.data, below.data, 12)); }
    SATORI_LANES_INLINE Uint lanes_behind(Uint v, Uint above) { return Uint(_mm_alignr_epi8(above.data, v.data, 4)); }
    SATORI_LANES_INLINE Float twice(const float* p) {
        const __m128 v = _mm_castpd_ps(_mm_set_sd(two_floats(p)));
        return Float(_mm_unpacklo_ps(v, v));
    }
    SATORI_LANES_INLINE Float in_turn(const float* p) { return Float(_mm_castpd_ps(_mm_set1_pd(two_floats(p)))); }
    SATORI_LANES_INLINE Uint compress(Uint v, std::uint32_t bits) {
        const __m128i shuffle = _mm_load_si128(reinterpret_cast<const __m128i*>(kCompressTable4.index[bits]));
        return Uint(_mm_shuffle_epi8(v.data, shuffle));
    }

    SATORI_LANES_INLINE void transpose4(__m128& a, __m128& b, __m128& c, __m128& d) {
        const __m128 ab_lo = _mm_unpacklo_ps(a, b), ab_hi = _mm_unpackhi_ps(a, b);
        const __m128 cd_lo = _mm_unpacklo_ps(c, d), cd_hi = _mm_unpackhi_ps(c, d);
        a = _mm_movelh_ps(ab_lo, cd_lo);
        b = _mm_movehl_ps(cd_lo, ab_lo);
        c = _mm_movelh_ps(ab_hi, cd_hi);
        d = _mm_movehl_ps(cd_hi, ab_hi);
    }

    template <int Groups>
    SATORI_LANES_INLINE void load_rows(const float* const* rows, Float* out) {
        for (int g = 0; g < Groups; ++g) {
            __m128 v[4];
            for (int e = 0; e < 4; ++e) v[e] = _mm_loadu_ps(rows[e] + 4 * g);
            transpose4(v[0], v[1], v[2], v[3]);
            for (int e = 0; e < 4; ++e) out[4 * g + e] = Float(v[e]);
        }
    }

    SATORI_LANES_INLINE void stream(float* p, Float v) { _mm_stream_ps(p, v.data); }
    SATORI_LANES_INLINE void end_streams() { _mm_sfence(); }

    template <int Groups>
    SATORI_LANES_INLINE void store_rows(float* rows, const Float* in) {
        for (int g = 0; g < Groups; ++g) {
            __m128 v[4] = {in[4 * g].data, in[4 * g + 1].data, in[4 * g + 2].data, in[4 * g + 3].data};
            transpose4(v[0], v[1], v[2], v[3]);
            for (int e = 0; e < 4; ++e) _mm_storeu_ps(rows + 4 * Groups * e + 4 * g, v[e]);
        }
    }

    SATORI_LANES_INLINE void store_group(float* const* rows, Float a, Float b, Float c, Float d) {
        __m128 v[4] = {a.data, b.data, c.data, d.data};
        transpose4(v[0], v[1], v[2], v[3]);
        for (int e = 0; e < 4; ++e) _mm_storeu_ps(rows[e], v[e]);
    }

    SATORI_LANES_INLINE void store_pairs(std::uint32_t* p, Uint a, Uint b) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm_unpacklo_epi32(a.data, b.data));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(p + 4), _mm_unpackhi_epi32(a.data, b.data));
    }
};

}  // namespace satori::v0::simd
