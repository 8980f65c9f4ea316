#pragma once

#include "base/assert.hpp"
#include "narrowphase/barred_sides.hpp"
#include "narrowphase/contact_types.hpp"
#include "narrowphase/pair_tiles.hpp"

namespace satori::v0::narrowphase {

template <int Dim>
using HitsAhead = simd::HitsAheadOf<simd::PairRecord<Dim>, typename ContactTypes<Dim>::Manifold>;

/// A tile of pairs: the axis of each pair, and what else decides the axis. All arrays are indexed by position in the
/// tile.
struct ContactTile {
    PairTile pairs;
    std::uint32_t axis[kTilePairs];
    std::uint32_t flags[kTilePairs];  ///< as in ContactHit; not read when any_flags is zero
    std::uint32_t any_flags = 0;
    alignas(64) std::uint32_t barred[kTilePairs];  ///< axes and sides that the pair must not choose
    bool any_barred = false;                       ///< when false, `barred` is not read

    /// Appends a pair.
    void add(const simd::ContactHit& hit) noexcept {
        SATORI_ASSERT(pairs.count < kTilePairs);
        pairs.first[pairs.count] = hit.first;
        pairs.second[pairs.count] = hit.second;
        axis[pairs.count] = hit.axis;
        flags[pairs.count] = hit.flags;
        any_flags |= hit.flags;
        ++pairs.count;
    }
    void bar(std::uint32_t i, std::uint32_t sides) noexcept {
        SATORI_ASSERT(i < pairs.count);
        barred[i] = sides;
        any_barred = any_barred || sides != 0;
    }
};

/// Makes the manifolds of a tile's pairs along tile.axis, and writes manifold i to out[i]. The features of an axis may
/// pass each other although the boxes overlap. Then, for boxes, the function tries the next best axis that is no deeper
/// than the tolerance allows; then the best face; last, the closest points of the boxes. For rectangles it tries the
/// best axis with slack, then without.
/// Overwrites `tile.axis`. `ahead` lists memory to prefetch meanwhile; it may be null.
template <int Dim>
void build_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2], ContactTile& tile,
                const ContactOptions& options, typename ContactTypes<Dim>::Manifold* out,
                HitsAhead<Dim>* ahead = nullptr) noexcept;

/// Makes the manifolds of a tile of hits that begins at range.begin. A manifold has the same index in `out` as its hit
/// in `hits`. Meanwhile the function prefetches the memory of the next tile's hits, up to range.end. Returns the number
/// of hits of the tile.
template <int Dim>
std::uint32_t build_hit_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                             const simd::ContactHit* hits, parallel::ChunkRange range, const ContactOptions& options,
                             const CoveredSets& covered, typename ContactTypes<Dim>::Manifold* out) noexcept;

}  // namespace satori::v0::narrowphase
