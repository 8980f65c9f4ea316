#pragma once

// Which bonds of a persistent world have changed. Lane = bond, boxes by index, 32-byte rows transposed in registers.
//
// Two boxes are a pair when their bounds overlap and at least one of them is dynamic. The kernel takes signs of
// differences, as in sweep.hpp. A box that does not exist has infinite bounds. These give infinite differences, never
// NaN, because each difference is an upper bound minus a lower bound.
// Cost per vector: 4 row transposes, 6 subtractions, 10 integer operations.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/kernels/rows.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

template <class L>
std::uint32_t judge_bonds(const JudgeArgs& args, BoxPair* out) {
    constexpr std::uint32_t kAhead = 2 * kMaxLanes;
    const auto marks = L::broadcast(args.marks);
    std::uint32_t n = 0;
    for (std::uint32_t k = 0; k < args.count; k += L::width) {
        const std::uint32_t last = (args.count - k < L::width ? args.count - k : L::width) - 1;
        const float *first[L::width], *second[L::width];
        std::uint32_t before[L::width];
        for (std::uint32_t lane = 0; lane < L::width; ++lane) {
            const BoxPair bond = args.bonds[k + (lane < last ? lane : last)];
            first[lane] = reinterpret_cast<const float*>(args.boxes + bond.first);
            second[lane] = reinterpret_cast<const float*>(args.boxes + (bond.second & ~kNoPair));
            before[lane] = bond.second;
        }
        // Most bonds have the first box of the bond before.
        if (k + kAhead + L::width <= args.count)
            for (std::uint32_t lane = 0; lane < L::width; ++lane)
                __builtin_prefetch(args.boxes + (args.bonds[k + kAhead + lane].second & ~kNoPair));
        typename L::Float a[8], b[8];
        L::template load_rows<2>(first, a);
        L::template load_rows<2>(second, b);
        auto apart = L::as_uint(a[6]) & L::as_uint(b[6]);
        for (int c = 0; c < 3; ++c) apart = apart | L::as_uint(a[3 + c] - b[c]) | L::as_uint(b[3 + c] - a[c]);
        const auto left_out = (L::as_uint(a[7]) | L::as_uint(b[7])) & marks;
        std::uint32_t bits =
            L::sign_bits(apart ^ L::loadu(before)) & ~L::sign_bits(left_out) & (kAllLanes<L> >> (L::width - 1 - last));
        for (; bits != 0; bits &= bits - 1) {
            BoxPair& bond = args.bonds[k + static_cast<std::uint32_t>(__builtin_ctz(bits))];
            bond.second ^= kNoPair;
            out[n++] = bond;
        }
    }
    return n;
}

}  // namespace satori::v0::simd
