#pragma once

// The part of the interface that every vector set takes from xsimd unchanged. The Arch is always explicit: batch<float>
// without an Arch would be a different type in each unit.

#include <xsimd/xsimd.hpp>

#include "base/namespace.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

template <class Arch>
struct XsimdLanes {
    using Float = xsimd::batch<float, Arch>;
    using Uint = xsimd::batch<std::uint32_t, Arch>;
    using Mask = xsimd::batch_bool<float, Arch>;
    static constexpr std::uint32_t width = static_cast<std::uint32_t>(Float::size);

    SATORI_LANES_INLINE Float broadcast(float v) { return Float(v); }
    SATORI_LANES_INLINE Uint broadcast(std::uint32_t v) { return Uint(v); }
    SATORI_LANES_INLINE Float load(const float* p) { return Float::load_aligned(p); }
    SATORI_LANES_INLINE Float loadu(const float* p) { return Float::load_unaligned(p); }
    SATORI_LANES_INLINE Uint load(const std::uint32_t* p) { return Uint::load_aligned(p); }
    SATORI_LANES_INLINE Uint loadu(const std::uint32_t* p) { return Uint::load_unaligned(p); }
    SATORI_LANES_INLINE void store(float* p, Float v) { v.store_aligned(p); }
    SATORI_LANES_INLINE void store(std::uint32_t* p, Uint v) { v.store_aligned(p); }
    SATORI_LANES_INLINE void storeu(std::uint32_t* p, Uint v) { v.store_unaligned(p); }
    SATORI_LANES_INLINE Uint load_eight(const std::uint32_t* p) { return loadu(p); }
    SATORI_LANES_INLINE void store_eight(std::uint32_t* p, Uint v) { storeu(p, v); }
    SATORI_LANES_INLINE void stream(float* p, Float v) { v.store_aligned(p); }
    SATORI_LANES_INLINE void end_streams() {}

    SATORI_LANES_INLINE Float abs(Float v) { return xsimd::abs(v); }
    SATORI_LANES_INLINE Float min(Float a, Float b) { return xsimd::min(a, b); }
    SATORI_LANES_INLINE Float max(Float a, Float b) { return xsimd::max(a, b); }
    SATORI_LANES_INLINE Float div(Float a, Float b) { return a / b; }
    SATORI_LANES_INLINE Float sqrt(Float v) { return xsimd::sqrt(v); }

    SATORI_LANES_INLINE Mask lt(Float a, Float b) { return a < b; }
    SATORI_LANES_INLINE Mask le(Float a, Float b) { return a <= b; }
    SATORI_LANES_INLINE Mask ge(Float a, Float b) { return a >= b; }
    SATORI_LANES_INLINE Mask both(Mask a, Mask b) { return a & b; }
    SATORI_LANES_INLINE Mask either(Mask a, Mask b) { return a | b; }
    SATORI_LANES_INLINE Mask except(Mask a, Mask b) { return a & !b; }
    SATORI_LANES_INLINE Float select(Mask m, Float a, Float b) { return xsimd::select(m, a, b); }
};

}  // namespace satori::v0::simd
