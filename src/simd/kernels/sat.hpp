#pragma once

// Boolean separating-axis test of two oriented boxes, all 15 axes, no branch. Lane = pair. The signs of all overlaps of
// pair_axes.hpp are gathered with OR. The loops over pairs serve rectangles too (rect_sat.hpp).

#include "simd/kernels/box_frame.hpp"
#include "simd/kernels/pair_axes.hpp"

namespace satori::inline v0::simd {

/// Bit 31 of a lane is set when the two boxes do not overlap.
template <class L, bool kOpen>
SATORI_LANES_INLINE typename L::Uint separated(const BoxLanes<L>& a, const BoxLanes<L>& b) {
    using Float = typename L::Float;
    typename L::Uint sign = flat_sign<L, kOpen>(a, b);
    visit_axes<L>(
        a, b, relative_pose<L>(a, b),
        [&](int, Float overlap) SATORI_INLINE_LAMBDA { sign = sign | face_sign<L, kOpen>(overlap); },
        [&](int, int, Float overlap) SATORI_INLINE_LAMBDA { sign = sign | L::as_uint(overlap); });
    return sign;
}

/// One bit per lane: the pairs [k, k + width) that overlap.
template <class L, bool kOpen, class Record>
SATORI_LANES_INLINE std::uint32_t overlap_bits(const PairTestArgsOf<Record>& args, std::uint32_t k) {
    const auto a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
    const auto b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
    return ~L::sign_bits(separated<L, kOpen>(a, b)) & kAllLanes<L>;
}

template <class L, bool kOpen, class Record>
SATORI_LANES_INLINE std::uint32_t filter_pairs_with(const PairTestArgsOf<Record>& args, BoxPair* out) {
    std::uint32_t* const begin = reinterpret_cast<std::uint32_t*>(out);
    std::uint32_t* end = begin;
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        std::uint32_t bits = overlap_bits<L, kOpen>(args, k);
        if (args.pairs.count - k < L::width) bits &= (1U << (args.pairs.count - k)) - 1;
        L::store_pairs(end, L::compress(L::loadu(args.pairs.first + k), bits),
                       L::compress(L::loadu(args.pairs.second + k), bits));
        end += 2 * __builtin_popcount(bits);
    }
    return static_cast<std::uint32_t>(end - begin) / 2;
}

template <class L, class Record>
std::uint32_t filter_pairs(const PairTestArgsOf<Record>& args, BoxPair* out) {
    return args.open ? filter_pairs_with<L, true>(args, out) : filter_pairs_with<L, false>(args, out);
}

template <class L, class Record>
SATORI_LANES_INLINE void ask_for_records(const PairRowsOf<Record>& pairs, std::uint32_t k) {
    for (std::uint32_t lane = 0; lane < L::width; ++lane) {
        __builtin_prefetch(pairs.first_records + pairs.first[k + lane]);
        __builtin_prefetch(pairs.second_records + pairs.second[k + lane]);
    }
}

template <class L, bool kOpen, class Record>
SATORI_LANES_INLINE void test_pairs_with(const PairTestArgsOf<Record>& args, std::uint8_t* out) {
    // Four vectors before their turn: pairs may come in any order. Those of a column are in cache, so filter_pairs does not ask.
    constexpr std::uint32_t kPairsAhead = 4 * L::width;
    static_assert(kPairsAhead <= kMostPairsAhead);
    const std::uint32_t known = args.pairs.count + args.next;
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        if (k + kPairsAhead < known) ask_for_records<L>(args.pairs, k + kPairsAhead);
        const std::uint32_t bits = overlap_bits<L, kOpen>(args, k);
        store_bytes(out + k, bits, args.pairs.count - k < L::width ? args.pairs.count - k : L::width);
    }
}

template <class L, class Record>
void test_pairs(const PairTestArgsOf<Record>& args, std::uint8_t* out) {
    if (args.open)
        test_pairs_with<L, true>(args, out);
    else
        test_pairs_with<L, false>(args, out);
}

}  // namespace satori::inline v0::simd
