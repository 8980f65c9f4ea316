#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "base/stream.hpp"
#include "base/workspace_state.hpp"
#include "geometry/dimension.hpp"
#include "parallel/call.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::broadphase {

/// The edge range of no boxes; joined() returns the range of the boxes of both.
inline constexpr simd::EdgeRange kNoEdges{std::numeric_limits<float>::max(), 0.0F, std::numeric_limits<float>::max()};
inline simd::EdgeRange joined(simd::EdgeRange a, simd::EdgeRange b) noexcept {
    return {std::min(a.min, b.min), std::max(a.max, b.max), std::min(a.shortest, b.shortest)};
}

/// True when the entry belongs to an illegal or absent box: its bounds are inverted.
template <int Dim>
bool overlaps_nothing(const simd::BoundsEntry<Dim>& entry) noexcept {
    return entry.lo[0] > entry.hi[0];
}
/// Returns the longest edge, at most the largest float; zero for inverted bounds.
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
    bool two_sets = false;  ///< pairs have one box of each set; else at least one box of set 0
    simd::EdgeRange edges{0, 0, 0};

    std::uint32_t count() const noexcept { return set_size[0] + set_size[1]; }
};

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

/// True when the floats can be read. The bounds themselves are not checked.
template <int Dim>
bool readable(const RawBounds<Dim>& raw) noexcept {
    return raw.count == 0 || (raw.minima.well_formed() && raw.maxima.well_formed());
}

/// True when each maximum directly follows its minimum in memory, as kernels read them.
template <int Dim>
bool adjoin(const RawBounds<Dim>& raw) noexcept {
    return raw.maxima.data == raw.minima.data + Dim;
}

/// Reads raw box i: its entry and its edges. Returns false when the box is not legal.
template <int Dim>
bool read_entry(const RawBounds<Dim>& raw, std::size_t i, simd::BoundsEntry<Dim>& entry,
                simd::EdgeRange& edges) noexcept {
    const float *lo = raw.minima.item(i), *hi = raw.maxima.item(i);
    constexpr float kMost = std::numeric_limits<float>::max();
    float longest = 0, shortest = kMost;
    bool legal = true;
    for (int a = 0; a < Dim; ++a) {
        entry.lo[a] = lo[a];
        entry.hi[a] = hi[a];
        legal = legal && std::isfinite(lo[a]) && std::isfinite(hi[a]) && lo[a] <= hi[a];
        const float edge = std::min(hi[a] - lo[a], kMost);
        longest = std::max(longest, edge);
        shortest = std::min(shortest, edge);
    }
    edges = {longest, longest, shortest};
    entry.id = static_cast<std::uint32_t>(i);
    entry.tag = 0;
    return legal;
}

/// Returns by how much bounds are enlarged so that boxes at most `distance` apart are candidates. Each box takes half
/// the distance, plus a slack for what rounding may take of it.
constexpr float margin_of(float distance) noexcept {
    return distance * (0.5F + simd::kMarginSlack);
}

/// Makes entries of boxes, enlarged by `margin` meters on every side. Makes pair records too if `with_records` is set:
/// those of set s at records[s], 64 bytes per box, 32 per rectangle.
template <int Dim>
Status fill_bounds(parallel::Call& call, WorkspaceLock& workspace, const geometry::Batch<Dim>& first,
                   const geometry::Batch<Dim>* second, bool with_records, BoundsSet<Dim>& out,
                   const simd::PairRecord<Dim>* (&records)[2], float margin = 0) noexcept;

/// Makes pair records only, those of set s at records[s]. With one set, both pointers are the same.
template <int Dim>
Status fill_records(parallel::Call& call, WorkspaceLock& workspace, const geometry::Batch<Dim>& first,
                    const geometry::Batch<Dim>* second, const simd::PairRecord<Dim>* (&records)[2]) noexcept;

/// Makes entries of raw AABBs. `invalid_bounds`: `result` names the set and index of the first illegal AABB.
template <int Dim>
Status fill_bounds(parallel::Call& call, WorkspaceLock& workspace, const RawBounds<Dim>& first,
                   const RawBounds<Dim>* second, BoundsSet<Dim>& out, PairResult& result) noexcept;

}  // namespace satori::v0::broadphase
