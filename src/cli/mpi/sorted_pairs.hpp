#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/mpi.hpp>
#include <satori/types.hpp>

#include "cli/mpi/ranks.hpp"

namespace satori::cli {

/// Sorts the pairs of all ranks by the ids of their boxes: those of a rank come after those of lower ranks. Returns the
/// share of this rank, about as many on each. All ids must be below `box_count`. Throws SharedError.
std::vector<BoxPair> sorted_over_ranks(const Ranks& ranks, const mpi::PairResult& found, std::uint64_t box_count);

/// Returns the hash of the pairs of all ranks: that of `satori pairs`, XXH64 of the whole list.
std::uint64_t hash_over_ranks(const Ranks& ranks, std::span<const BoxPair> sorted);

}  // namespace satori::cli
