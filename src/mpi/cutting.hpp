#pragma once

#include <cstdint>

#include "mpi/ranks.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

/// Takes the memory that cut_space() needs. Returns false when there is none.
bool reserve_cuts(const Ranks& ranks, detail::PartitionState& state) noexcept;

/// Cuts space for the first `count` of state.bounds() on each rank. All ranks get the cuts of rank 0. Gives the memory
/// back.
void cut_space(Ranks& ranks, std::uint32_t count, detail::PartitionState& state) noexcept;

}  // namespace satori::v0::mpi
