#pragma once

// Bounds: boxes as structure of arrays to AABBs that are rounded outward (as broadphase entries), and to pair records.
// Raw AABBs to entries. Lane = box.
//
// r_k = sum_i |axis_i[k]| h_i covers the box exactly, except for the rounding of the axes and of the sum. A relative
// and an absolute slack cover both. One float further out covers the rounding of center -+ r.
// Source of the radius: Ericson, Real-Time Collision Detection, 4.2.6.
// Cost per vector: 13 multiplies, 29 adds, 8 comparisons, 25 integer operations, 15 loads, 2 (with records: 6) row
// transposes.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/kernels/rows.hpp"
#include "simd/kernels/signs.hpp"

namespace satori::v0::simd {

/// Contract 2: 16 eps, relative to the radius and to the sum of the half extents.
inline constexpr float kBoundsSlack = 16 * __FLT_EPSILON__;

/// A radius counts as this much larger: a distance may come out too small by 18 eps of it, and so by as much of the
/// radius.
inline constexpr float kRadiusShare = 1 + 32 * __FLT_EPSILON__;

/// Returns the next float above, for finite input. Adding zero turns -0 into +0, whose successor is the smallest
/// denormal.
template <class L>
SATORI_LANES_INLINE typename L::Float next_up(typename L::Float v) {
    const auto bits = L::as_uint(v + L::broadcast(0.0F));
    const auto sign = bits >> 31;
    return L::as_float(bits + L::broadcast(1U) - (sign + sign));
}

/// An EdgeRange per lane.
template <class L>
struct EdgeLanes {
    typename L::Float min = L::broadcast(__FLT_MAX__), max = L::broadcast(0.0F), shortest = L::broadcast(__FLT_MAX__);

    /// Adds a vector of boxes; boxes that overlap nothing are left out.
    SATORI_LANES_INLINE_MEMBER void join(typename L::Float longest_edge, typename L::Float shortest_edge) {
        const auto seen = L::ge(longest_edge, L::broadcast(0.0F));
        min = L::min(min, L::select(seen, longest_edge, min));
        shortest = L::min(shortest, L::select(seen, shortest_edge, shortest));
        max = L::max(max, longest_edge);
    }

    EdgeRange joined() const {
        alignas(64) float lanes_min[L::width], lanes_max[L::width], lanes_shortest[L::width];
        L::store(lanes_min, min);
        L::store(lanes_max, max);
        L::store(lanes_shortest, shortest);
        EdgeRange range{lanes_min[0], lanes_max[0], lanes_shortest[0]};
        for (std::uint32_t lane = 1; lane < L::width; ++lane) {
            range.min = lanes_min[lane] < range.min ? lanes_min[lane] : range.min;
            range.max = lanes_max[lane] > range.max ? lanes_max[lane] : range.max;
            range.shortest = lanes_shortest[lane] < range.shortest ? lanes_shortest[lane] : range.shortest;
        }
        return range;
    }
};

/// Writes the bounds center -+ (sum + slack + margin). `sum` covers the box except for rounding.
template <class L>
SATORI_LANES_INLINE void outward_bounds(typename L::Float center, typename L::Float sum, typename L::Float slack,
                                        typename L::Float margin, typename L::Float& lo, typename L::Float& hi) {
    const auto r = (sum * L::broadcast(1.0F + kBoundsSlack) + slack) + margin;
    lo = negated<L>(next_up<L>(r - center));
    hi = next_up<L>(r + center);
}

template <class L>
EdgeRange bounds(const BoundsArgs& args) {
    using Float = typename L::Float;
    const Float margin = L::broadcast(args.margin);
    EdgeLanes<L> edges;
    for (std::size_t i = args.begin; i < args.end; i += L::width) {
        Float box[16];
        for (std::uint32_t c = 0; c < 15; ++c) box[c] = L::load(args.boxes.base + c * args.boxes.stride + i);
        const auto id = L::broadcast(static_cast<std::uint32_t>(i)) + L::iota();
        box[15] = args.radii != nullptr ? L::load(args.radii + i) : L::broadcast(0.0F);
        const Float* center = box;
        const Float* half = box + 3;
        const Float* axes = box + 6;
        const Float slack = L::broadcast(kBoundsSlack) * ((half[0] + half[1]) + half[2]);
        Float entry[8];
        for (int k = 0; k < 3; ++k) {
            const Float sum =
                (L::abs(axes[k]) * half[0] + L::abs(axes[3 + k]) * half[1]) + L::abs(axes[6 + k]) * half[2];
            outward_bounds<L>(center[k], sum + box[15] * L::broadcast(kRadiusShare), slack, margin, entry[k],
                              entry[3 + k]);
        }
        entry[6] = L::as_float(id);
        Float edge = entry[3] - entry[0], short_edge = edge;
        for (int k = 1; k < 3; ++k) {
            edge = L::max(edge, entry[3 + k] - entry[k]);
            short_edge = L::min(short_edge, entry[3 + k] - entry[k]);
        }
        entry[7] = L::broadcast(0.0F);
        edges.join(edge, short_edge);
        if (args.entries != nullptr) put_rows<L, 2>(args.entries + i, entry, args.streamed);
        if (args.records != nullptr) put_rows<L, 4>(args.records + i, box, args.streamed);
    }
    if (args.streamed) L::end_streams();
    return edges.joined();
}

SATORI_LANES_INLINE const float* row_of(const BoundsRows& rows, std::uint32_t i) {
    return rows.minima + static_cast<std::ptrdiff_t>(i) * rows.stride;
}

/// Loads raw AABBs from i on: three lower bounds, three upper bounds. It loads the six floats as two overlapping rows
/// of four, so it reads nothing beside them.
template <class L>
SATORI_LANES_INLINE void load_aabbs(const BoundsRows& rows, std::uint32_t i, typename L::Float* out) {
    const float *low_rows[L::width], *high_rows[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane) {
        low_rows[lane] = row_of(rows, i + lane);
        high_rows[lane] = low_rows[lane] + 2;
    }
    typename L::Float low[4], high[4];  // lo0 lo1 lo2 hi0, lo2 hi0 hi1 hi2
    L::template load_rows<1>(low_rows, low);
    L::template load_rows<1>(high_rows, high);
    for (int k = 0; k < 3; ++k) {
        out[k] = low[k];
        out[3 + k] = high[1 + k];
    }
}

/// Prefetches the rows that a loop in order reads later. The distance is 3 KiB where rows are contiguous.
template <class L>
SATORI_LANES_INLINE void ask_rows_ahead(const BoundsRows& rows, std::uint32_t i) {
    const std::uintptr_t bytes_ahead = 128 * static_cast<std::uintptr_t>(rows.stride) * sizeof(float);
    for (std::uint32_t lane = 0; lane < L::width; ++lane) ask_ahead<1>(row_of(rows, i + lane), bytes_ahead);
}

/// Returns a bit per lane: its bounds are finite and not inverted. NaN fails every comparison.
template <class L>
SATORI_LANES_INLINE std::uint32_t legal_lanes(const typename L::Float* bounds) {
    const auto most = L::broadcast(__FLT_MAX__);
    std::uint32_t legal = kAllLanes<L>;
    for (int k = 0; k < 3; ++k)
        legal &= L::bits(L::both(L::both(L::le(L::abs(bounds[k]), most), L::le(L::abs(bounds[3 + k]), most)),
                                 L::le(bounds[k], bounds[3 + k])));
    return legal;
}

/// Converts raw AABBs to entries; see KernelTable::read_aabbs.
template <class L>
std::uint32_t read_aabbs(const ReadAabbsArgs& args, EdgeRange& range) {
    using Float = typename L::Float;
    const Float most = L::broadcast(__FLT_MAX__);
    EdgeLanes<L> edges;
    std::uint32_t i = 0;
    for (; i + L::width <= args.count; i += L::width) {
        ask_rows_ahead<L>(args.bounds, i);
        Float entry[8];
        load_aabbs<L>(args.bounds, i, entry);
        if (legal_lanes<L>(entry) != kAllLanes<L>) break;
        Float edge = L::min(entry[3] - entry[0], most), short_edge = edge;
        for (int k = 1; k < 3; ++k) {
            const Float next = L::min(entry[3 + k] - entry[k], most);
            edge = L::max(edge, next);
            short_edge = L::min(short_edge, next);
        }
        entry[6] = L::as_float(L::broadcast(args.first + i) + L::iota());
        entry[7] = L::broadcast(0.0F);
        edges.min = L::min(edges.min, edge);
        edges.shortest = L::min(edges.shortest, short_edge);
        edges.max = L::max(edges.max, edge);
        put_rows<L, 2>(args.entries + args.first + i, entry, args.streamed);
    }
    if (args.streamed) L::end_streams();
    range = edges.joined();
    return i;
}

}  // namespace satori::v0::simd
