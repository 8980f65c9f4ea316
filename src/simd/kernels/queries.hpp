#pragma once

// Finds the bounds that a ray passes through, or that are near other bounds. Lane = bounds.
//
// Rays by slabs: Ericson, Real-Time Collision Detection, 5.3.3. No component of a direction is zero here, so that
// nothing is 0 times infinity.
// Cost per vector: 6 loads; for an overlap 6 comparisons, else 6 subtractions, then 6 multiplies for a ray or 3 for a
// distance, and 6 comparisons.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/sort.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// Writes the bounds that a test finds. test(i, key) returns the lanes of [i, i + width) that are found, and their
/// keys.
template <class L, class Test>
SATORI_LANES_INLINE std::uint32_t find_bounds(const BoundsRange& range, BoundsHit* out, Test&& test) {
    const BoundsRange bounds = range;  // a copy, which no store to `out` can change
    auto* const words = reinterpret_cast<std::uint32_t*>(out);
    std::uint32_t n = 0;
    for (std::uint32_t i = bounds.begin; i < bounds.end && !(bounds.lo[0][i] > bounds.stop); i += L::width) {
        typename L::Float key;
        std::uint32_t bits = L::bits(test(i, key));
        if (bounds.end - i < L::width) bits &= (1U << (bounds.end - i)) - 1;
        if (bits == 0) continue;
        L::store_pairs(words + 2 * n, L::compress(L::as_uint(key), bits), L::compress(L::load(bounds.id + i), bits));
        n += static_cast<std::uint32_t>(__builtin_popcount(bits));
    }
    return n;
}

template <class L>
std::uint32_t ray_bounds(const RayBoundsArgs& args, BoundsHit* out) {
    using Float = typename L::Float;
    const float *entry[3], *exit[3];
    Float entry_at[3], exit_at[3], inverse[3];
    for (int k = 0; k < 3; ++k) {
        entry[k] = args.rises[k] ? args.bounds.lo[k] : args.bounds.hi[k];
        exit[k] = args.rises[k] ? args.bounds.hi[k] : args.bounds.lo[k];
        entry_at[k] = L::broadcast(args.entry_at[k]);
        exit_at[k] = L::broadcast(args.exit_at[k]);
        inverse[k] = L::broadcast(args.inverse[k]);
    }
    const Float zero = L::broadcast(0.0F), limit = L::broadcast(args.limit);
    return find_bounds<L>(args.bounds, out, [&](std::uint32_t i, Float& first) SATORI_INLINE_LAMBDA {
        Float last = limit;
        first = zero;
        for (int k = 0; k < 3; ++k) {
            first = L::max(first, (L::load(entry[k] + i) - entry_at[k]) * inverse[k]);
            last = L::min(last, (L::load(exit[k] + i) - exit_at[k]) * inverse[k]);
        }
        return L::le(first, last);
    });
}

template <class L>
std::uint32_t near_bounds(const NearBoundsArgs& args, BoundsHit* out) {
    using Float = typename L::Float;
    const BoundsRange bounds = args.bounds;
    Float lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        lo[k] = L::broadcast(args.lo[k]);
        hi[k] = L::broadcast(args.hi[k]);
    }
    const Float zero = L::broadcast(0.0F), limit = L::broadcast(args.limit);
    if (args.limit == 0) {
        const auto meets = [&](int k, std::uint32_t i) SATORI_INLINE_LAMBDA {
            return L::both(L::le(L::load(bounds.lo[k] + i), hi[k]), L::le(lo[k], L::load(bounds.hi[k] + i)));
        };
        return find_bounds<L>(bounds, out, [&](std::uint32_t i, Float& square) SATORI_INLINE_LAMBDA {
            square = zero;
            return L::both(L::both(meets(0, i), meets(1, i)), meets(2, i));
        });
    }
    return find_bounds<L>(bounds, out, [&](std::uint32_t i, Float& square) SATORI_INLINE_LAMBDA {
        square = zero;
        for (int k = 0; k < 3; ++k) {
            const Float below = L::load(bounds.lo[k] + i) - hi[k], above = lo[k] - L::load(bounds.hi[k] + i);
            const Float gap = L::max(L::max(below, above), zero);
            square = square + gap * gap;
        }
        return L::le(square, limit);
    });
}

template <class L>
void sort_ids(std::uint32_t* ids, std::uint32_t count) {
    const std::uint32_t vectors = (count + L::width - 1) / L::width;
    for (std::uint32_t i = count; i < vectors * L::width; ++i) ids[i] = ~0U;
    if (vectors == 1)
        L::store(ids, sort_vector<L>(L::load(ids)));
    else
        sort_network<L>(ids, vectors);
}

}  // namespace satori::v0::simd
