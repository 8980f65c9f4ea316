#pragma once

#include <cstdint>

#include "mpi/ranks.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

/// Assigns own boxes to parts, by the kernels of a supported set: state.by_part, and counts and begins in state.out.
void assign_parts(Ranks& ranks, std::uint32_t count, Isa isa, detail::PartitionState& state) noexcept;

/// Sends each box to the ranks of its parts. All ranks must call it, also those that failed. Returns whether no rank
/// had failed before boxes were sent; this one may have failed since. `came` boxes came, from this rank too; they are
/// in state.part, ordered by the rank that brought them.
bool exchange(Ranks& ranks, const RankBoxes& boxes, std::uint64_t message_bytes, detail::PartitionState& state,
              std::uint64_t& came) noexcept;

}  // namespace satori::v0::mpi
