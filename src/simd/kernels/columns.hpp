#pragma once

// Columns: the work between entries and sweeps. Lane = entry.
//   quantize:     bounds on the cut axes to grid cells, before entries are scattered to columns
//   split_copies: one copy of an entry for each column that it touches, one cut axis at a time; lane = copy
//   count_copies, scatter: work on these copies; no lanes
//   gather:       the entries of one column segment, in sorted order, to structure of arrays
// Where knots separate the cells, the kernel searches for one bound at a time: lane = knot.
// Cost per vector of quantize and gather: 2 row transposes and a few stores; memory decides.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/kernels/rows.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

template <class L>
SATORI_LANES_INLINE typename L::Uint grid_cell(typename L::Float bound, float origin, float scale) {
    const auto position = (bound - L::broadcast(origin)) * L::broadcast(scale);
    const auto clamped = L::min(L::max(position, L::broadcast(0.0F)), L::broadcast(static_cast<float>(kGridCells - 1)));
    return L::truncate(clamped);
}

/// Returns the cell of a finite bound between knots. The search is a tree of three levels, with one lane per branch.
template <class L>
SATORI_LANES_INLINE std::uint32_t knots_up_to(const Knots& knots, float bound) {
    const auto most = L::broadcast(bound);
    const auto branch = [&](const float* level) {
        std::uint32_t passed = 0;
        for (std::uint32_t i = 0; i < kKnotFan; i += L::width) passed |= L::bits(L::le(L::load(level + i), most)) << i;
        return static_cast<std::uint32_t>(__builtin_ctz(~passed));
    };
    const std::uint32_t top = kKnotFan * branch(knots.top);
    const std::uint32_t middle = kKnotFan * (top + branch(knots.middle + top));
    return middle + branch(knots.all + middle);
}

template <class L, int Dim>
void quantize(const QuantizeArgs<Dim>& args) {
    for (std::uint32_t i = 0; i < args.count; i += L::width) {
        const float* rows[L::width];
        rows_from<L>(args.entries + i, rows);
        ask_ahead<sizeof(BoundsEntry<Dim>) * L::width>(args.entries + i);
        typename L::Float entry[8];
        L::template load_rows<2>(rows, entry);
        for (int c = args.first; c < args.end; ++c) {
            const auto lo = grid_cell<L>(entry[args.axis[c]], args.origin[c], args.scale[c]);
            const auto hi = grid_cell<L>(entry[Dim + args.axis[c]], args.origin[c], args.scale[c]);
            L::storeu(args.cells[c] + i, lo | (hi << 16));
        }
    }
    for (int c = args.first; c < args.end; ++c) {
        if (args.knots[c] == nullptr) continue;
        for (std::uint32_t i = 0; i < args.count; ++i) {
            const std::uint32_t lo = knots_up_to<L>(*args.knots[c], args.entries[i].lo[args.axis[c]]);
            const std::uint32_t hi = knots_up_to<L>(*args.knots[c], args.entries[i].hi[args.axis[c]]);
            args.cells[c][i] = lo | (hi << 16);
        }
    }
}

/// No branch predictor can guess which boxes touch two parts of an axis. So the new copies are compressed without a
/// branch. Boxes that touch more than two parts are so rare that a branch is right for them.
template <class L>
std::uint32_t split_copies(const SplitArgs& args, std::uint32_t& wide_count) {
    using Uint = typename L::Uint;
    // Read once: as far as gcc knows, the stores could change `args`.
    std::uint32_t* const copies = args.copies;
    const std::uint32_t *const firsts = args.first, *const lasts = args.last;
    const std::uint32_t count = args.count;
    const Uint low = L::broadcast(kCopyLow), missing = L::broadcast(args.missing << kCopyMissing);
    const auto put_first = [=](std::uint32_t k) SATORI_INLINE_LAMBDA {
        const Uint copy = L::loadu(copies + k) & low;
        L::storeu(copies + k, copy | (L::load(firsts + k) << kCopyColumn));
        return copy;
    };
    // An incomplete vector at the end goes first. It also writes behind the last copy, and new copies later overwrite
    // that.
    const std::uint32_t whole = count / L::width * L::width;
    if (whole != count) put_first(whole);
    std::uint32_t* end = copies + count;
    std::uint32_t* wide = args.wide;
    const auto put_last = [&](std::uint32_t k, Uint copy, std::uint32_t live) SATORI_INLINE_LAMBDA {
        const Uint last = L::load(lasts + k), steps = L::load(firsts + k) - last;
        const std::uint32_t more = L::sign_bits(steps) & live;
        L::storeu(end, L::compress(copy | missing | (last << kCopyColumn), more));
        end += __builtin_popcount(more);
        std::uint32_t between = L::sign_bits(steps + L::broadcast(1U)) & live;
        for (; __builtin_expect(between != 0, 0); between &= between - 1)
            *wide++ = k + static_cast<std::uint32_t>(__builtin_ctz(between));
    };
    for (std::uint32_t k = 0; k < whole; k += L::width) put_last(k, put_first(k), kAllLanes<L>);
    if (whole != count) put_last(whole, L::loadu(copies + whole) & low, (1U << (count - whole)) - 1);
    wide_count = static_cast<std::uint32_t>(wide - args.wide);
    return static_cast<std::uint32_t>(end - copies);
}

// The next two functions are loops over single copies. As separate functions they keep their values in registers.

template <class L>
void count_copies(const std::uint32_t* copies, std::uint32_t count, std::uint32_t* counts, std::uint32_t stride) {
    for (std::uint32_t k = 0; k < count; ++k) ++counts[std::size_t{copies[k] >> kCopyColumn} * stride];
}

template <class L, int Dim>
void scatter(const ScatterArgs<Dim>& args) {
    const auto [copies, count, tile, next, stride, entries] = args;
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t copy = copies[k];
        BoundsEntry<Dim>* const to = entries + next[std::size_t{copy >> kCopyColumn} * stride]++;
        __builtin_prefetch(to + 2, 1);
        // Prefetches the next tile, which its copies read out of order. There are at least as many copies as entries.
        ask_ahead<1>(tile + k, kTileEntries * sizeof(BoundsEntry<Dim>));
        const BoundsEntry<Dim>* const from = tile + (copy & (kTileEntries - 1));
        const std::uint32_t missing = (copy & kCopyLow) >> kCopyMissing;
        *to = *from;
        to->tag = missing | from->tag;
    }
}

template <class L, int Dim>
void gather(const GatherArgs<Dim>& args) {
    for (std::uint32_t i = 0; i < args.count; i += L::width) {
        const float* rows[L::width];
        rows_at<L>(args.entries, args.order + i, rows);
        typename L::Float entry[8];
        L::template load_rows<2>(rows, entry);
        for (int c = 0; c < Dim; ++c) {
            // Adding zero turns -0 into +0: a sweep takes the sign of differences, and -0 - +0 is -0.
            L::store(args.out.lo[c] + i, entry[args.axis[c]] + L::broadcast(0.0F));
            L::store(args.out.hi[c] + i, entry[Dim + args.axis[c]] + L::broadcast(0.0F));
        }
        L::store(args.out.id + i, L::as_uint(entry[2 * Dim]));
        L::store(args.out.missing + i, L::as_uint(entry[2 * Dim + 1]));
    }
    for (std::uint32_t i = 0; i < kSentinels; ++i) args.out.lo[0][args.count + i] = __builtin_inff();
    for (std::uint32_t i = 0; i < kTileOuter; ++i) args.out.hi[0][args.count + i] = -__builtin_inff();
}

}  // namespace satori::v0::simd
