#pragma once

// Sorts the entries of one column segment along its sweep axis. Lane = entry.
//
// Keys are quantized to 16 bits over the range of the segment, and packed above the index of the entry. A bitonic
// network sorts few packed integers. In every comparison the lower position gets the smaller value. So the padding (all
// ones) stays at the end, comparisons that reach past the last vector are left out, and any number of vectors will do,
// not only powers of two. A radix sort by two digits of 8 bits sorts many packed integers; its cost per entry does not
// depend on their number. Afterwards the kernel finds neighbors that the quantization cannot tell apart, and corrects
// them by an insertion sort on the floats. That moves very little unless nearly all keys are equal; then the kernel
// gives up.
// Source of the network: Batcher, "Sorting networks and their applications", AFIPS 1968; of the radix sort: Knuth, The
// Art of Computer Programming 3, 5.2.5.
// The network merges four vectors at a time in registers. Only comparisons over longer distances are passes over
// memory.
// Cost per vector of 16 among 256: 26 steps of 3 operations within vectors, 10 of 1 between them, 4 reversals; loaded
// and stored 6 times. Cost of the radix sort per entry: 3 loads, 2 stores, 4 counter increments.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// Sorts a vector that is bitonic, or whose halves at some distance are merged. The result ascends.
template <class L, int Distance>
SATORI_LANES_INLINE typename L::Uint clean(typename L::Uint v) {
    if constexpr (Distance == 0)
        return v;
    else
        return clean<L, Distance / 2>(L::template exchange<Distance>(v));
}

/// Merges ascending runs of `Run` lanes to one ascending vector.
template <class L, int Run = 1>
SATORI_LANES_INLINE typename L::Uint sort_vector(typename L::Uint v) {
    if constexpr (Run == L::width)
        return v;
    else
        return sort_vector<L, 2 * Run>(clean<L, Run / 2>(L::template exchange<2 * Run - 1>(v)));
}

/// The number of vectors that are merged in registers. Comparisons over shorter distances do not go through memory.
inline constexpr std::uint32_t kTogether = 4;

/// Moves the smaller value of each lane to `low`, the larger one to `high`.
template <class L>
SATORI_LANES_INLINE void ordered(typename L::Uint& low, typename L::Uint& high) {
    const auto smaller = L::min_id(low, high);
    high = L::max_id(low, high);
    low = smaller;
}

/// The same for two vectors, with the lanes of `high` read in reverse order.
template <class L>
SATORI_LANES_INLINE void mirrored(typename L::Uint& low, typename L::Uint& high) {
    high = L::template xor_lanes<L::width - 1>(high);
    ordered<L>(low, high);
    high = L::template xor_lanes<L::width - 1>(high);
}

template <class L>
SATORI_LANES_INLINE void clean_vectors(typename L::Uint (&v)[kTogether]) {
    for (auto& vector : v) vector = clean<L, L::width / 2>(vector);
}

/// Sorts lanes in any order to one ascending run.
template <class L>
SATORI_LANES_INLINE void sort_vectors(typename L::Uint (&v)[kTogether]) {
    for (auto& vector : v) vector = sort_vector<L>(vector);
    mirrored<L>(v[0], v[1]);
    mirrored<L>(v[2], v[3]);
    clean_vectors<L>(v);
    mirrored<L>(v[1], v[2]);
    mirrored<L>(v[0], v[3]);
    ordered<L>(v[0], v[1]);
    ordered<L>(v[2], v[3]);
    clean_vectors<L>(v);
}

/// Sorts a bitonic run to an ascending one.
template <class L>
SATORI_LANES_INLINE void merge_vectors(typename L::Uint (&v)[kTogether]) {
    ordered<L>(v[0], v[2]);
    ordered<L>(v[1], v[3]);
    ordered<L>(v[0], v[1]);
    ordered<L>(v[2], v[3]);
    clean_vectors<L>(v);
}

/// Calls f(vectors) for each kTogether of the `vectors` vectors at `p`. Padding fills up the last call.
template <class L, class F>
SATORI_LANES_INLINE void for_each_together(std::uint32_t* p, std::uint32_t vectors, F&& f) {
    constexpr std::uint32_t kWidth = L::width;
    typename L::Uint v[kTogether];
    std::uint32_t i = 0;
    for (; i + kTogether <= vectors; i += kTogether, p += kTogether * kWidth) {
        for (std::uint32_t k = 0; k < kTogether; ++k) v[k] = L::load(p + k * kWidth);
        f(v);
        for (std::uint32_t k = 0; k < kTogether; ++k) L::store(p + k * kWidth, v[k]);
    }
    if (i == vectors) return;
    for (std::uint32_t k = 0; k < kTogether; ++k) v[k] = i + k < vectors ? L::load(p + k * kWidth) : L::broadcast(~0U);
    f(v);
    for (std::uint32_t k = 0; k < kTogether; ++k) {
        if (i + k < vectors) L::store(p + k * kWidth, v[k]);
    }
}

/// Sorts `vectors` whole vectors at `p`.
template <class L>
SATORI_LANES_INLINE void sort_network(std::uint32_t* p, std::uint32_t vectors) {
    constexpr std::uint32_t kWidth = L::width;
    for_each_together<L>(p, vectors, [](auto& v) { sort_vectors<L>(v); });
    for (std::uint32_t run = kTogether; run < vectors; run *= 2) {
        // Compares the second run of each two, read backwards, with the first.
        for (std::uint32_t begin = 0; begin + run < vectors; begin += 2 * run) {
            const std::uint32_t pairs = vectors - begin - run < run ? vectors - begin - run : run;
            std::uint32_t* low = p + (begin + run) * kWidth;
            std::uint32_t* high = low;
            for (const std::uint32_t* const end = high + pairs * kWidth; high != end; high += kWidth) {
                low -= kWidth;
                auto a = L::load(low), b = L::load(high);
                mirrored<L>(a, b);
                L::store(low, a);
                L::store(high, b);
            }
        }
        for (std::uint32_t distance = run / 2; distance >= kTogether; distance /= 2) {
            for (std::uint32_t begin = 0; begin + distance < vectors; begin += 2 * distance) {
                const std::uint32_t left = vectors - begin - distance;
                const std::uint32_t pairs = left < distance ? left : distance;
                std::uint32_t* low = p + begin * kWidth;
                std::uint32_t* high = low + distance * kWidth;
                for (const std::uint32_t* const end = high + pairs * kWidth; high != end;
                     low += kWidth, high += kWidth) {
                    auto a = L::load(low), b = L::load(high);
                    ordered<L>(a, b);
                    L::store(low, a);
                    L::store(high, b);
                }
            }
        }
        for_each_together<L>(p, vectors, [](auto& v) { merge_vectors<L>(v); });
    }
}

/// From this number of entries on, two passes by digits cost less than the network. The steps of the network grow with
/// the square of the logarithm of that number.
template <class L>
inline constexpr std::uint32_t kDigitsFrom = L::width == 1   ? 64
                                             : L::width == 4 ? 320
                                             : L::width == 8 ? 800
                                                             : 8192;

/// Gives the same result as sort_network() for packed entries in order of their indices. It sorts by the 16 bits of the
/// key, low digit first; both passes are stable.
SATORI_LANES_INLINE void sort_digits(std::uint32_t* packed, std::uint32_t count, std::uint32_t* scratch) {
    constexpr std::uint32_t kDigits = 256;
    std::uint32_t low[kDigits] = {}, high[kDigits] = {};
    for (std::uint32_t i = 0; i < count; ++i) {
        ++low[(packed[i] >> 16) % kDigits];
        ++high[packed[i] >> 24];
    }
    // Turns the counts into the positions where the entries of each digit begin (prefix sum).
    std::uint32_t low_sum = 0, high_sum = 0;
    for (std::uint32_t d = 0; d < kDigits; ++d) {
        const std::uint32_t of_low = low[d], of_high = high[d];
        low[d] = low_sum;
        high[d] = high_sum;
        low_sum += of_low;
        high_sum += of_high;
    }
    for (std::uint32_t i = 0; i < count; ++i) scratch[low[(packed[i] >> 16) % kDigits]++] = packed[i];
    for (std::uint32_t i = 0; i < count; ++i) packed[high[scratch[i] >> 24]++] = scratch[i];
}

inline constexpr std::uint32_t kMostTies = 512;

/// Writes the positions, ascending, where a packed entry has the same bucket as the entry before it. Returns their
/// number. When the number reaches kMostTies, the function may have stopped early.
template <class L>
SATORI_LANES_INLINE std::uint32_t find_ties(const std::uint32_t* packed, std::uint32_t count, std::uint32_t* out) {
    std::uint32_t n = 0;
    for (std::uint32_t i = 1; i < L::width && i < count; ++i) {
        if (packed[i] >> 16 == packed[i - 1] >> 16) out[n++] = i;
    }
    for (std::uint32_t i = L::width; i < count; i += L::width) {
        const auto differ = (L::load(packed + i) ^ L::loadu(packed + i - 1)) >> 16;
        std::uint32_t bits = L::sign_bits(differ - L::broadcast(1U));
        if (count - i < L::width) bits &= (1U << (count - i)) - 1;
        for (; bits != 0; bits &= bits - 1) {
            if (n == kMostTies) return n;
            out[n++] = i + static_cast<std::uint32_t>(__builtin_ctz(bits));
        }
    }
    return n;
}

/// Moves entry `i` of `order` down past the entries with a greater key. `moves` is the number of moves that are left.
/// Returns false when there are not enough.
SATORI_LANES_INLINE bool insert_by_key(std::uint32_t* order, const float* key, std::uint32_t i, std::uint32_t& moves) {
    const std::uint32_t index = order[i];
    const float k = key[index];
    std::uint32_t to = i;
    for (; to > 0 && key[order[to - 1]] > k; --to) order[to] = order[to - 1];
    order[to] = index;
    if (i - to > moves) return false;
    moves -= i - to;
    return true;
}

template <class L>
struct KeyRange {
    typename L::Float least = L::broadcast(__builtin_inff()), greatest = L::broadcast(-__builtin_inff());
};

/// Loads the keys of a vector of entries from `i` on. Lanes behind lane `most` repeat the key of that lane.
template <class L, int Dim>
SATORI_LANES_INLINE void load_keys(const SortArgs<Dim>& args, std::uint32_t i, std::uint32_t most, KeyRange<L>& range) {
    const float* rows[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane)
        rows[lane] = reinterpret_cast<const float*>(args.entries + i + (lane < most ? lane : most));
    // At the end of a column this prefetches the next column. A prefetch into the first-level cache makes find_pairs a
    // fortieth faster.
    ask_ahead<sizeof(BoundsEntry<Dim>) * L::width, kFirstLevel>(args.entries + i);
    typename L::Float lo[4];
    L::template load_rows<1>(rows, lo);
    const auto key = lo[args.axis] + L::broadcast(0.0F);  // -0 becomes +0
    range.least = L::min(range.least, key);
    range.greatest = L::max(range.greatest, key);
    L::store(args.keys + i, key);
}

template <class L, int Dim>
bool sort(const SortArgs<Dim>& args) {
    if (args.count == 0) return true;
    KeyRange<L> range;
    std::uint32_t loaded = 0;
    for (; loaded + L::width <= args.count; loaded += L::width) load_keys<L>(args, loaded, L::width, range);
    if (loaded < args.count) load_keys<L>(args, loaded, args.count - loaded - 1, range);
    alignas(64) float lanes_least[L::width], lanes_greatest[L::width];
    L::store(lanes_least, range.least);
    L::store(lanes_greatest, range.greatest);
    float from = lanes_least[0], to = lanes_greatest[0];
    for (std::uint32_t lane = 1; lane < L::width; ++lane) {
        from = lanes_least[lane] < from ? lanes_least[lane] : from;
        to = lanes_greatest[lane] > to ? lanes_greatest[lane] : to;
    }
    if (!(to - from < __builtin_inff())) return false;
    // With one key only, or a range whose reciprocal is infinite, all entries get one bucket and differ in their index.
    float scale = 65535.0F / (to - from);
    if (!(scale < __builtin_inff())) scale = 0.0F;
    const auto most = L::broadcast(65535.0F);
    for (std::uint32_t i = 0; i < args.count; i += L::width) {
        const auto bucket =
            L::truncate(L::min((L::load(args.keys + i) - L::broadcast(from)) * L::broadcast(scale), most));
        L::store(args.order + i, (bucket << 16) | (L::iota() + L::broadcast(i)));
    }
    if (args.count >= kDigitsFrom<L>) {
        sort_digits(args.order, args.count, args.scratch);
    } else {
        const std::uint32_t vectors = (args.count + L::width - 1) / L::width;
        for (std::uint32_t i = args.count; i < vectors * L::width; ++i) args.order[i] = ~0U;
        sort_network<L>(args.order, vectors);
    }
    std::uint32_t tied[kMostTies];
    const std::uint32_t ties = find_ties<L>(args.order, args.count, tied);
    for (std::uint32_t i = 0; i < args.count; i += L::width)
        L::store(args.order + i, L::load(args.order + i) & L::broadcast(0xffffU));
    std::uint32_t moves = 4 * args.count;
    const bool listed = ties < kMostTies;
    for (std::uint32_t t = 0; t < (listed ? ties : args.count); ++t) {
        if (!insert_by_key(args.order, args.keys, listed ? tied[t] : t, moves)) return false;
    }
    return true;
}

}  // namespace satori::v0::simd
