#pragma once

#include <cstdint>
#include <span>

#include <satori/isa.hpp>

#include "mpi/cut_tree.hpp"

namespace satori::v0::mpi {

/// Writes the part of each box to part_of, kSeveralParts where it touches several. Returns the number of these; they
/// are in `several`, ascending. Both have room for all boxes. Boxes of the part `own` are found fastest. The set must
/// be supported.
std::uint32_t find_parts(const CutTree& tree, std::span<const Aabb> bounds, std::uint32_t own, Isa isa,
                         std::uint32_t* part_of, std::uint32_t* several) noexcept;

}  // namespace satori::v0::mpi
