#pragma once

#include "narrowphase/contact_types.hpp"
#include "narrowphase/pair_tiles.hpp"

namespace satori::inline v0::narrowphase {

template <int Dim>
using HitsAhead = simd::HitsAheadOf<simd::PairRecord<Dim>, typename ContactTypes<Dim>::Manifold>;

/// The manifolds of a tile's pairs, along axes[i] for pair i, to out[i]. Where the boxes overlap but the features of that axis
/// pass each other, along the best face with slack, or else along the best axis, the best face, or between the boxes' closest points; of rectangles
/// along the best axis with slack, or else without; `axes` is overwritten. `ahead`: what to ask for meanwhile; may be null.
template <int Dim>
void build_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                const PairTile& tile, std::uint32_t* axes, const CollideOptions& options,
                typename ContactTypes<Dim>::Manifold* out, HitsAhead<Dim>* ahead = nullptr) noexcept;

/// The same for a tile of hits, those from range.begin on, to the places in `out` that they have in `hits`; up to range.end the memory
/// of those that follow is asked for meanwhile. How many the tile has.
template <int Dim>
std::uint32_t build_hit_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                             const simd::ContactHit* hits, parallel::ChunkRange range, const CollideOptions& options,
                             typename ContactTypes<Dim>::Manifold* out) noexcept;

}  // namespace satori::inline v0::narrowphase
