#pragma once

// Columns: the two data movements between entries and sweeps. Lane = entry.
//   quantize: bounds on the cut axes to grid cells, before entries are scattered to columns
//   gather:   the entries of one column segment, in sorted order, to structure of arrays
// Where cells lie between knots, bounds are sought one by one: lane = knot.
// Cost per vector: 2 row transposes and a few stores; memory decides.

#include "simd/kernel_abi.hpp"
#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

template <class L>
SATORI_LANES_INLINE typename L::Uint grid_cell(typename L::Float bound, float origin, float scale) {
    const auto position = (bound - L::broadcast(origin)) * L::broadcast(scale);
    const auto clamped = L::min(L::max(position, L::broadcast(0.0F)), L::broadcast(static_cast<float>(kGridCells - 1)));
    return L::truncate(clamped);
}

/// Cell of a finite bound between knots: a tree of three levels, a lane per branch.
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
        for (std::uint32_t lane = 0; lane < L::width; ++lane)
            rows[lane] = reinterpret_cast<const float*>(args.entries + i + lane);
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

template <class L, int Dim>
void gather(const GatherArgs<Dim>& args) {
    for (std::uint32_t i = 0; i < args.count; i += L::width) {
        const float* rows[L::width];
        for (std::uint32_t lane = 0; lane < L::width; ++lane)
            rows[lane] = reinterpret_cast<const float*>(args.entries + args.order[i + lane]);
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

}  // namespace satori::inline v0::simd
