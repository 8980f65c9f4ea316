#pragma once

#include <satori/contacts.hpp>

#include "narrowphase/pair_tiles.hpp"

namespace satori::inline v0::narrowphase {

/// The manifolds of a tile's pairs, along axes[i] for pair i, to out[i]. Where the boxes overlap but the features of that axis
/// pass each other, along the best face, or else along the best axis; `axes` is overwritten. `ahead`: what to ask for meanwhile; may
/// be null.
void build_tile(const simd::KernelTable& kernels, const simd::BoxRecord* const (&records)[2], const PairTile& tile,
                std::uint32_t* axes, const CollideOptions& options, ContactManifold* out,
                simd::HitsAhead* ahead = nullptr) noexcept;

}  // namespace satori::inline v0::narrowphase
