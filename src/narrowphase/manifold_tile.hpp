#pragma once

#include "base/assert.hpp"
#include "narrowphase/barred_sides.hpp"
#include "narrowphase/contact_types.hpp"
#include "narrowphase/pair_tiles.hpp"

namespace satori::inline v0::narrowphase {

template <int Dim>
using HitsAhead = simd::HitsAheadOf<simd::PairRecord<Dim>, typename ContactTypes<Dim>::Manifold>;

/// Pairs, the axis of each, and what else decides about it; by place in the tile.
struct ContactTile {
    PairTile pairs;
    std::uint32_t axis[kTilePairs];
    std::uint32_t flags[kTilePairs];  ///< as in ContactHit; read unless any_flags is zero
    std::uint32_t any_flags = 0;
    alignas(64) std::uint32_t barred[kTilePairs];  ///< what the pair must not choose
    bool any_barred = false;                       ///< else `barred` is not read

    /// A pair more.
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

/// The manifolds of a tile's pairs along tile.axis to out[i]. Where the boxes overlap but the features of the axis pass each other, the
/// next best axis is asked that is no deeper than the tolerance allows, then the best face, at last the boxes' closest points; of
/// rectangles the best axis with slack, then without. `tile.axis` is overwritten. `ahead`: what to ask for meanwhile; may be null.
template <int Dim>
void build_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2], ContactTile& tile,
                const CollideOptions& options, typename ContactTypes<Dim>::Manifold* out,
                HitsAhead<Dim>* ahead = nullptr) noexcept;

/// The same for a tile of hits, those from range.begin on, to the places in `out` that they have in `hits`; up to range.end the memory
/// of those that follow is asked for meanwhile. How many the tile has.
template <int Dim>
std::uint32_t build_hit_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                             const simd::ContactHit* hits, parallel::ChunkRange range, const CollideOptions& options,
                             const CoveredSets& covered, typename ContactTypes<Dim>::Manifold* out) noexcept;

}  // namespace satori::inline v0::narrowphase
