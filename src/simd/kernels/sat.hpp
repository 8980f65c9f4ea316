#pragma once

// Boolean separating-axis test of two oriented boxes, all 15 axes, no branch. Lane = pair. OR combines the signs of all
// overlaps of pair_axes.hpp. The loops over pairs also serve rectangles (rect_sat.hpp).

#include <type_traits>

#include "simd/kernels/ahead.hpp"
#include "simd/kernels/box_frame.hpp"
#include "simd/kernels/pair_axes.hpp"

namespace satori::v0::simd {

/// Bit 31 of a lane is set when the two boxes do not overlap. `pose`: of b in a, which may have moved.
template <class L, bool kOpen>
SATORI_LANES_INLINE typename L::Uint separated(const BoxLanes<L>& a, const BoxLanes<L>& b,
                                               const RelativePose<L>& pose) {
    using Float = typename L::Float;
    typename L::Uint sign = flat_sign<L, kOpen>(a, b);
    visit_axes<L>(
        a, b, pose, [&](int, Float overlap) SATORI_INLINE_LAMBDA { sign = sign | face_sign<L, kOpen>(overlap); },
        [&](int, int, Float overlap) SATORI_INLINE_LAMBDA { sign = sign | L::as_uint(overlap); });
    return sign;
}

template <class L, bool kOpen, class Boxes>
SATORI_LANES_INLINE std::uint32_t overlap_bits(const Boxes& a, const Boxes& b) {
    return ~L::sign_bits(separated<L, kOpen>(a, b, relative_pose<L>(a, b))) & kAllLanes<L>;
}

template <class L, int kLocality, class Record>
SATORI_LANES_INLINE void ask_for_records(const PairRowsOf<Record>& pairs, std::uint32_t k) {
    for (std::uint32_t lane = 0; lane < L::width; ++lane) {
        __builtin_prefetch(pairs.first_records + pairs.first[k + lane], 0, kLocality);
        __builtin_prefetch(pairs.second_records + pairs.second[k + lane], 0, kLocality);
    }
}

/// The boxes of one vector of pairs, transposed to memory.
template <class L>
struct StagedPairs {
    alignas(64) float at[2][15][L::width];

    SATORI_LANES_INLINE_MEMBER void put(int which, const BoxRecord* records, const std::uint32_t* index) {
        const float* rows[L::width];
        rows_at<L>(records, index, rows);
        typename L::Float v[16];
        L::load_halves(rows, v);
        for (int c = 0; c < 15; ++c) L::store(at[which][c], v[c]);
    }
    SATORI_LANES_INLINE_MEMBER BoxLanes<L> boxes(int which) { return load_box_arrays<L>({at[which][0], L::width}, 0); }
};

/// Calls f(k, bits) for every vector of pairs. `bits` has one bit per lane: the pairs [k, k + width) that overlap.
template <class L, bool kOpen, class Record, class F>
SATORI_LANES_INLINE void for_each_vector(const PairRowsOf<Record>& pairs, F&& f) {
    if (pairs.count == 0) return;
    // With 16 lanes, the components of the boxes stay in memory and are read as operands, because the registers have no
    // room for both the components and the intermediate results. That is a quarter faster than the spills that gcc
    // chooses by itself. With fewer lanes, and 16 registers, it is slower.
    if constexpr (L::width == 16 && std::is_same_v<Record, BoxRecord>) {
        StagedPairs<L> staged;
        const auto put = [&](std::uint32_t k) SATORI_INLINE_LAMBDA {
            staged.put(0, pairs.first_records, pairs.first + k);
            staged.put(1, pairs.second_records, pairs.second + k);
        };
        put(0);
        for (std::uint32_t k = 0; k < pairs.count; k += L::width) {
            const std::uint32_t bits = overlap_bits<L, kOpen>(staged.boxes(0), staged.boxes(1));
            // The last step stages its vector once more, because a condition here makes gcc undo the staging.
            put(k + L::width < pairs.count ? k + L::width : k);
            f(k, bits);
        }
    } else {
        for (std::uint32_t k = 0; k < pairs.count; k += L::width)
            f(k, overlap_bits<L, kOpen>(load_boxes<L>(pairs.first_records, pairs.first + k),
                                        load_boxes<L>(pairs.second_records, pairs.second + k)));
    }
}

template <class L, bool kOpen, class Record>
SATORI_LANES_INLINE std::uint32_t filter_pairs_with(const PairTestArgsOf<Record>& args, BoxPair* out) {
    std::uint32_t* const begin = reinterpret_cast<std::uint32_t*>(out);
    std::uint32_t* end = begin;
    for_each_vector<L, kOpen>(args.pairs, [&](std::uint32_t k, std::uint32_t bits) SATORI_INLINE_LAMBDA {
        // The records of a column are in the second-level cache, if not in the first.
        if (k + kPairsAhead < args.pairs.count) ask_for_records<L, kFirstLevel>(args.pairs, k + kPairsAhead);
        if (args.pairs.count - k < L::width) bits &= (1U << (args.pairs.count - k)) - 1;
        L::store_pairs(end, L::compress(L::loadu(args.pairs.first + k), bits),
                       L::compress(L::loadu(args.pairs.second + k), bits));
        end += 2 * __builtin_popcount(bits);
    });
    return static_cast<std::uint32_t>(end - begin) / 2;
}

template <class L, class Record>
std::uint32_t filter_pairs(const PairTestArgsOf<Record>& args, BoxPair* out) {
    return args.open ? filter_pairs_with<L, true>(args, out) : filter_pairs_with<L, false>(args, out);
}

template <class L, bool kOpen, class Record>
SATORI_LANES_INLINE void test_pairs_with(const PairTestArgsOf<Record>& args, std::uint8_t* out) {
    const std::uint32_t known = args.pairs.count + args.next;
    for_each_vector<L, kOpen>(args.pairs, [&](std::uint32_t k, std::uint32_t bits) SATORI_INLINE_LAMBDA {
        if (k + kPairsAhead < known) ask_for_records<L, kSecondLevel>(args.pairs, k + kPairsAhead);
        store_bytes(out + k, bits, args.pairs.count - k < L::width ? args.pairs.count - k : L::width);
    });
}

template <class L, class Record>
void test_pairs(const PairTestArgsOf<Record>& args, std::uint8_t* out) {
    if (args.open)
        test_pairs_with<L, true>(args, out);
    else
        test_pairs_with<L, false>(args, out);
}

}  // namespace satori::v0::simd
