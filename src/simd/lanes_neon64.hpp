#pragma once

#include <arm_neon.h>

#include "base/namespace.hpp"
#include "simd/compress_table4.hpp"
#include "simd/lanes_xsimd.hpp"

/// What this set's kernels are instantiated for.
#define SATORI_ARCH xsimd::neon64

namespace satori::v0::simd {

template <>
struct Lanes<xsimd::neon64> : XsimdLanes<xsimd::neon64> {
    // xsimd's division and square root are estimates on some NEON paths; the NEON instructions are exact.
    SATORI_LANES_INLINE Float div(Float a, Float b) { return Float(vdivq_f32(a.data, b.data)); }
    SATORI_LANES_INLINE Float sqrt(Float v) { return Float(vsqrtq_f32(v.data)); }

    SATORI_LANES_INLINE Uint as_uint(Float v) { return Uint(vreinterpretq_u32_f32(v.data)); }
    SATORI_LANES_INLINE Float as_float(Uint v) { return Float(vreinterpretq_f32_u32(v.data)); }
    SATORI_LANES_INLINE Uint truncate(Float v) { return Uint(vcvtq_u32_f32(v.data)); }
    SATORI_LANES_INLINE std::uint32_t bits(Mask m) {
        const uint32x4_t weights = {1, 2, 4, 8};
        return vaddvq_u32(vandq_u32(m.data, weights));
    }
    SATORI_LANES_INLINE std::uint32_t sign_bits(Uint v) {
        const int32x4_t shifts = {0, 1, 2, 3};
        return vaddvq_u32(vshlq_u32(vshrq_n_u32(v.data, 31), shifts));
    }
    SATORI_LANES_INLINE Uint min_id(Uint a, Uint b) { return Uint(vminq_u32(a.data, b.data)); }
    SATORI_LANES_INLINE Uint max_id(Uint a, Uint b) { return Uint(vmaxq_u32(a.data, b.data)); }
    template <int X>
    SATORI_LANES_INLINE Uint xor_lanes(Uint v) {
        uint32x4_t r = v.data;
        if constexpr ((X & 1) != 0) r = vrev64q_u32(r);
        if constexpr ((X & 2) != 0) r = vextq_u32(r, r, 2);
        return Uint(r);
    }
    template <int X>
    SATORI_LANES_INLINE Uint exchange(Uint v) {
        const uint32x4_t upper = {0, X >= 2 ? 0 : ~0U, X >= 2 ? ~0U : 0, ~0U};
        const uint32x4_t other = xor_lanes<X>(v).data;
        return Uint(vbslq_u32(upper, vmaxq_u32(v.data, other), vminq_u32(v.data, other)));
    }
    SATORI_LANES_INLINE Uint iota() {
        const uint32x4_t lanes = {0, 1, 2, 3};
        return Uint(lanes);
    }
    SATORI_LANES_INLINE Uint lanes_before(Uint below, Uint v) { return Uint(vextq_u32(below.data, v.data, 3)); }
    SATORI_LANES_INLINE Uint lanes_behind(Uint v, Uint above) { return Uint(vextq_u32(v.data, above.data, 1)); }
    SATORI_LANES_INLINE Float twice(const float* p) {
        const float32x2_t v = vld1_f32(p);
        return Float(vcombine_f32(vdup_lane_f32(v, 0), vdup_lane_f32(v, 1)));
    }
    SATORI_LANES_INLINE Float in_turn(const float* p) {
        const float32x2_t v = vld1_f32(p);
        return Float(vcombine_f32(v, v));
    }
    SATORI_LANES_INLINE Uint compress(Uint v, std::uint32_t bits) {
        return Uint(
            vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(v.data), vld1q_u8(kCompressTable4.index[bits]))));
    }

    SATORI_LANES_INLINE void transpose4(float32x4_t* v) {
        const float32x4_t ab_lo = vzip1q_f32(v[0], v[1]), ab_hi = vzip2q_f32(v[0], v[1]);
        const float32x4_t cd_lo = vzip1q_f32(v[2], v[3]), cd_hi = vzip2q_f32(v[2], v[3]);
        v[0] = vcombine_f32(vget_low_f32(ab_lo), vget_low_f32(cd_lo));
        v[1] = vcombine_f32(vget_high_f32(ab_lo), vget_high_f32(cd_lo));
        v[2] = vcombine_f32(vget_low_f32(ab_hi), vget_low_f32(cd_hi));
        v[3] = vcombine_f32(vget_high_f32(ab_hi), vget_high_f32(cd_hi));
    }

    template <int Groups>
    SATORI_LANES_INLINE void load_rows(const float* const* rows, Float* out) {
        for (int g = 0; g < Groups; ++g) {
            float32x4_t v[4];
            for (int e = 0; e < 4; ++e) v[e] = vld1q_f32(rows[e] + 4 * g);
            transpose4(v);
            for (int e = 0; e < 4; ++e) out[4 * g + e] = Float(v[e]);
        }
    }

    template <int Groups>
    SATORI_LANES_INLINE void store_rows(float* rows, const Float* in) {
        for (int g = 0; g < Groups; ++g) {
            float32x4_t v[4] = {in[4 * g].data, in[4 * g + 1].data, in[4 * g + 2].data, in[4 * g + 3].data};
            transpose4(v);
            for (int e = 0; e < 4; ++e) vst1q_f32(rows + 4 * Groups * e + 4 * g, v[e]);
        }
    }

    SATORI_LANES_INLINE void store_group(float* const* rows, Float a, Float b, Float c, Float d) {
        float32x4_t v[4] = {a.data, b.data, c.data, d.data};
        transpose4(v);
        for (int e = 0; e < 4; ++e) vst1q_f32(rows[e], v[e]);
    }

    SATORI_LANES_INLINE void store_pairs(std::uint32_t* p, Uint a, Uint b) {
        vst1q_u32(p, vzip1q_u32(a.data, b.data));
        vst1q_u32(p + 4, vzip2q_u32(a.data, b.data));
    }
};

}  // namespace satori::v0::simd
