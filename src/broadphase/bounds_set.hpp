#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "base/stream.hpp"
#include "base/workspace_state.hpp"
#include "geometry/dimension.hpp"
#include "parallel/call.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::inline v0::broadphase {

/// Edges of no box, and of the boxes of both.
inline constexpr simd::EdgeRange kNoEdges{std::numeric_limits<float>::max(), 0.0F, std::numeric_limits<float>::max()};
inline simd::EdgeRange joined(simd::EdgeRange a, simd::EdgeRange b) noexcept {
    return {std::min(a.min, b.min), std::max(a.max, b.max), std::min(a.shortest, b.shortest)};
}

/// Whether it is of a box that is none: its bounds are upside down.
template <int Dim>
bool overlaps_nothing(const simd::BoundsEntry<Dim>& entry) noexcept {
    return entry.lo[0] > entry.hi[0];
}
/// The longest edge, at most the largest float; of bounds that are upside down, zero.
template <int Dim>
float longest_edge(const simd::BoundsEntry<Dim>& entry) noexcept {
    float longest = 0;
    for (int a = 0; a < Dim; ++a) longest = std::max(longest, entry.hi[a] - entry.lo[a]);
    return std::min(longest, std::numeric_limits<float>::max());
}

/// The bounds of one or two sets of boxes as broadphase entries: set 0, then set 1. Ids count from 0 in each set.
template <int Dim>
struct BoundsSet {
    simd::BoundsEntry<Dim>* entries = nullptr;  ///< readable to padded(count())
    std::uint32_t set_size[2] = {0, 0};
    bool two_sets = false;  ///< pairs have one box of each set; else at least one of set 0
    simd::EdgeRange edges{0, 0, 0};
    /// Entries have motion tags: pairs in which nothing can have changed need not come up.
    bool tracked = false;

    std::uint32_t count() const noexcept { return set_size[0] + set_size[1]; }
};

/// Raw AABBs in `Dim` dimensions.
template <int Dim>
struct RawBounds {
    base::Stream minima, maxima;
    std::size_t count;
};

inline RawBounds<3> raw_bounds(const AabbView& view) noexcept {
    return {{view.minima, view.stride}, {view.maxima, view.stride}, view.count};
}
inline RawBounds<2> raw_bounds(const Aabb2View& view) noexcept {
    return {{view.minima, view.stride}, {view.maxima, view.stride}, view.count};
}

/// Whether floats can be read there. Says nothing about the bounds themselves.
template <int Dim>
bool readable(const RawBounds<Dim>& raw) noexcept {
    return raw.count == 0 || (raw.minima.well_formed() && raw.maxima.well_formed());
}

/// Boxes to entries, `margin` metres larger on every side, and to pair records when wanted (set s to records[s], 64 bytes per
/// box, 32 per rectangle).
template <int Dim>
Status fill_bounds(parallel::Call& call, WorkspaceLock& workspace, const geometry::Batch<Dim>& first,
                   const geometry::Batch<Dim>* second, bool with_records, BoundsSet<Dim>& out,
                   const simd::PairRecord<Dim>* (&records)[2], float margin = 0) noexcept;

/// Pair records alone: set s to records[s], of one set both to the same.
template <int Dim>
Status fill_records(parallel::Call& call, WorkspaceLock& workspace, const geometry::Batch<Dim>& first,
                    const geometry::Batch<Dim>* second, const simd::PairRecord<Dim>* (&records)[2]) noexcept;

/// Raw AABBs to entries; `invalid_bounds` with set and index of the first that is not legal.
template <int Dim>
Status fill_bounds(parallel::Call& call, WorkspaceLock& workspace, const RawBounds<Dim>& first,
                   const RawBounds<Dim>* second, BoundsSet<Dim>& out, PairResult& result) noexcept;

}  // namespace satori::inline v0::broadphase
