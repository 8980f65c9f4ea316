#pragma once

// Order of the entries of one column segment along its sweep axis. Lane = entry.
//
// Keys are quantised to 16 bits over the segment's own range and packed above the entry's index; a bitonic network orders the
// packed integers. In every comparison the lower position gets the smaller value, so that the padding (all ones) stays behind
// and comparisons that reach past the last vector are left out: any number of vectors will do, not only powers of two. Entries
// that the quantisation cannot tell apart are put right by an insertion sort on the floats, which moves next to nothing unless
// nearly all keys fall together; then the kernel gives up.
// Source: Batcher, "Sorting networks and their applications", AFIPS 1968.
// Cost per vector of 16 among 256: 26 steps of 3 operations within vectors, 6 passes of 2 between them.

#include "simd/kernel_abi.hpp"
#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

/// One vector that is bitonic, or whose halves at some distance have been merged: ascending.
template <class L, int Distance>
SATORI_LANES_INLINE typename L::Uint clean(typename L::Uint v) {
    if constexpr (Distance == 0)
        return v;
    else
        return clean<L, Distance / 2>(L::template exchange<Distance>(v));
}

/// Ascending runs of `Run` lanes to one ascending vector.
template <class L, int Run = 1>
SATORI_LANES_INLINE typename L::Uint sort_vector(typename L::Uint v) {
    if constexpr (Run == L::width)
        return v;
    else
        return sort_vector<L, 2 * Run>(clean<L, Run / 2>(L::template exchange<2 * Run - 1>(v)));
}

/// Sorts `vectors` whole vectors at `p`.
template <class L>
SATORI_LANES_INLINE void sort_network(std::uint32_t* p, std::uint32_t vectors) {
    constexpr std::uint32_t kWidth = L::width;
    const auto exchange = [](std::uint32_t* low, std::uint32_t* high) {
        const auto a = L::load(low), b = L::load(high);
        L::store(low, L::min_id(a, b));
        L::store(high, L::max_id(a, b));
    };
    for (std::uint32_t v = 0; v < vectors; ++v) L::store(p + v * kWidth, sort_vector<L>(L::load(p + v * kWidth)));
    for (std::uint32_t run = 1; run < vectors; run *= 2) {
        // The second run of each two, read backwards, against the first.
        for (std::uint32_t begin = 0; begin + run < vectors; begin += 2 * run) {
            const std::uint32_t pairs = vectors - begin - run < run ? vectors - begin - run : run;
            for (std::uint32_t i = 0; i < pairs; ++i) {
                std::uint32_t* const low = p + (begin + run - 1 - i) * kWidth;
                std::uint32_t* const high = p + (begin + run + i) * kWidth;
                const auto a = L::load(low), b = L::template xor_lanes<L::width - 1>(L::load(high));
                L::store(low, L::min_id(a, b));
                L::store(high, L::template xor_lanes<L::width - 1>(L::max_id(a, b)));
            }
        }
        for (std::uint32_t distance = run / 2; distance > 0; distance /= 2) {
            for (std::uint32_t begin = 0; begin + distance < vectors; begin += 2 * distance) {
                const std::uint32_t left = vectors - begin - distance;
                const std::uint32_t pairs = left < distance ? left : distance;
                for (std::uint32_t i = begin; i < begin + pairs; ++i)
                    exchange(p + i * kWidth, p + (i + distance) * kWidth);
            }
        }
        for (std::uint32_t v = 0; v < vectors; ++v)
            L::store(p + v * kWidth, clean<L, L::width / 2>(L::load(p + v * kWidth)));
    }
}

/// Sorts `order`, nearly sorted by key, completely and stably. False when that would take long.
SATORI_LANES_INLINE bool insert_by_key(std::uint32_t* order, const float* key, std::uint32_t count) {
    std::uint32_t moves = 4 * count;
    float last = key[order[0]];
    for (std::uint32_t i = 1; i < count; ++i) {
        const std::uint32_t index = order[i];
        const float k = key[index];
        if (k >= last) {
            last = k;
            continue;
        }
        std::uint32_t to = i;
        do {
            order[to] = order[to - 1];
            --to;
        } while (to > 0 && key[order[to - 1]] > k);
        order[to] = index;
        if (i - to > moves) return false;
        moves -= i - to;
    }
    return true;
}

template <class L>
struct KeyRange {
    typename L::Float least = L::broadcast(__builtin_inff()), greatest = L::broadcast(-__builtin_inff());
};

/// The keys of a vector of entries from `i` on. Lanes behind lane `most` repeat it.
template <class L, int Dim>
SATORI_LANES_INLINE void load_keys(const SortArgs<Dim>& args, std::uint32_t i, std::uint32_t most, KeyRange<L>& range) {
    const float* rows[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane) rows[lane] = args.entries[i + (lane < most ? lane : most)].lo;
    typename L::Float lo[4];
    L::template load_rows<1>(rows, lo);
    const auto key = lo[args.axis] + L::broadcast(0.0F);  // -0 is +0
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
    // One key only, or a range whose reciprocal is infinite: all in one bucket, told apart by index.
    float scale = 65535.0F / (to - from);
    if (!(scale < __builtin_inff())) scale = 0.0F;
    const auto most = L::broadcast(65535.0F);
    for (std::uint32_t i = 0; i < args.count; i += L::width) {
        const auto bucket =
            L::truncate(L::min((L::load(args.keys + i) - L::broadcast(from)) * L::broadcast(scale), most));
        L::store(args.order + i, (bucket << 16) | (L::iota() + L::broadcast(i)));
    }
    const std::uint32_t vectors = (args.count + L::width - 1) / L::width;
    for (std::uint32_t i = args.count; i < vectors * L::width; ++i) args.order[i] = ~0U;
    sort_network<L>(args.order, vectors);
    for (std::uint32_t i = 0; i < args.count; i += L::width)
        L::store(args.order + i, L::load(args.order + i) & L::broadcast(0xffffU));
    return insert_by_key(args.order, args.keys, args.count);
}

}  // namespace satori::inline v0::simd
