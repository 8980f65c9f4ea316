#pragma once

// One plain float per vector. This set is the bit-exact reference for all other sets.

#include "base/namespace.hpp"
#include "simd/lanes.hpp"

/// What this set's kernels are instantiated for.
#define SATORI_ARCH satori::simd::Scalar

namespace satori::v0::simd {

struct Scalar {};

template <>
struct Lanes<Scalar> {
    static constexpr std::uint32_t width = 1;
    using Float = float;
    using Uint = std::uint32_t;
    using Mask = bool;

    SATORI_LANES_INLINE Float broadcast(float v) { return v; }
    SATORI_LANES_INLINE Uint broadcast(std::uint32_t v) { return v; }
    SATORI_LANES_INLINE Float load(const float* p) { return *p; }
    SATORI_LANES_INLINE Float loadu(const float* p) { return *p; }
    SATORI_LANES_INLINE Uint load(const std::uint32_t* p) { return *p; }
    SATORI_LANES_INLINE Uint loadu(const std::uint32_t* p) { return *p; }
    SATORI_LANES_INLINE void store(float* p, Float v) { *p = v; }
    SATORI_LANES_INLINE void store(std::uint32_t* p, Uint v) { *p = v; }
    SATORI_LANES_INLINE void stream(float* p, Float v) { *p = v; }
    SATORI_LANES_INLINE void end_streams() {}
    SATORI_LANES_INLINE void storeu(std::uint32_t* p, Uint v) { *p = v; }

    SATORI_LANES_INLINE Float abs(Float v) { return __builtin_fabsf(v); }
    SATORI_LANES_INLINE Float min(Float a, Float b) { return a < b ? a : b; }
    SATORI_LANES_INLINE Float max(Float a, Float b) { return a > b ? a : b; }
    SATORI_LANES_INLINE Float div(Float a, Float b) { return a / b; }
    SATORI_LANES_INLINE Float sqrt(Float v) { return __builtin_sqrtf(v); }
    SATORI_LANES_INLINE Uint as_uint(Float v) { return __builtin_bit_cast(Uint, v); }
    SATORI_LANES_INLINE Float as_float(Uint v) { return __builtin_bit_cast(Float, v); }
    SATORI_LANES_INLINE Uint truncate(Float v) { return static_cast<Uint>(static_cast<std::int32_t>(v)); }

    SATORI_LANES_INLINE Mask lt(Float a, Float b) { return a < b; }
    SATORI_LANES_INLINE Mask le(Float a, Float b) { return a <= b; }
    SATORI_LANES_INLINE Mask ge(Float a, Float b) { return a >= b; }
    SATORI_LANES_INLINE Mask both(Mask a, Mask b) { return a & b; }
    SATORI_LANES_INLINE Mask either(Mask a, Mask b) { return a | b; }
    SATORI_LANES_INLINE Mask except(Mask a, Mask b) { return a & !b; }
    SATORI_LANES_INLINE Float select(Mask m, Float a, Float b) { return m ? a : b; }
    SATORI_LANES_INLINE std::uint32_t bits(Mask m) { return m; }
    SATORI_LANES_INLINE std::uint32_t sign_bits(Uint v) { return v >> 31; }

    SATORI_LANES_INLINE Uint load_eight(const std::uint32_t* p) { return *p; }
    SATORI_LANES_INLINE void store_eight(std::uint32_t* p, Uint v) { *p = v; }
    SATORI_LANES_INLINE Uint lanes_before(Uint below, Uint) { return below; }
    SATORI_LANES_INLINE Uint lanes_behind(Uint, Uint above) { return above; }

    SATORI_LANES_INLINE Uint min_id(Uint a, Uint b) { return a < b ? a : b; }
    SATORI_LANES_INLINE Uint max_id(Uint a, Uint b) { return a > b ? a : b; }
    template <int X>
    SATORI_LANES_INLINE Uint xor_lanes(Uint v) {
        static_assert(X == 0, "one lane");
        return v;
    }
    SATORI_LANES_INLINE Uint iota() { return 0; }
    // Callers pass ids as floats and floats as ids. So the value is copied: the two types may not alias.
    SATORI_LANES_INLINE Float twice(const float* p) {
        Float v;
        __builtin_memcpy(&v, p, sizeof v);
        return v;
    }
    SATORI_LANES_INLINE Float in_turn(const float* p) { return twice(p); }
    SATORI_LANES_INLINE Uint compress(Uint v, std::uint32_t) { return v; }

    template <int Groups>
    SATORI_LANES_INLINE void load_rows(const float* const* rows, Float* out) {
        __builtin_memcpy(out, rows[0], 4 * Groups * sizeof(float));
    }
    template <int Groups>
    SATORI_LANES_INLINE void store_rows(float* rows, const Float* in) {
        __builtin_memcpy(rows, in, 4 * Groups * sizeof(float));
    }
    SATORI_LANES_INLINE void store_group(float* const* rows, Float a, Float b, Float c, Float d) {
        const float row[4] = {a, b, c, d};
        __builtin_memcpy(rows[0], row, sizeof row);
    }
    SATORI_LANES_INLINE void store_pairs(std::uint32_t* p, Uint a, Uint b) {
        const Uint pair[2] = {a, b};
        __builtin_memcpy(p, pair, sizeof pair);
    }
};

}  // namespace satori::v0::simd
