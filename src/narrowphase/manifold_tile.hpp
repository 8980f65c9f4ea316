#pragma once

#include <satori/contacts.hpp>

#include "narrowphase/pair_tiles.hpp"

namespace satori::inline v0::narrowphase {

/// The manifolds of a tile's pairs, along axes[i] for pair i, to out[i]. Where that is an axis of edges that pass each other,
/// along the best face axis.
void build_tile(const simd::KernelTable& kernels, const simd::BoxRecord* const (&records)[2], const PairTile& tile,
                const std::uint32_t* axes, const CollideOptions& options, ContactManifold* out) noexcept;

}  // namespace satori::inline v0::narrowphase
