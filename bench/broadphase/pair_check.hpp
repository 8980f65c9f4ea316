#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/types.hpp>

namespace satori::bench {

/// A digest of a set of pairs, to compare sets.
struct PairDigest {
    std::uint64_t pairs = 0;     ///< number of different pairs that overlap
    std::uint64_t hash = 0;      ///< XXH64 of the sorted (first, second) list, first < second
    std::uint64_t rejected = 0;  ///< candidates whose AABBs do not overlap
    std::uint64_t repeated = 0;  ///< candidates that repeat an earlier one, in either order
};

/// Tests every candidate with the closed test on float AABBs, then sorts and hashes the pairs that pass. Throws when a
/// candidate names a box that does not exist, or the same box twice.
PairDigest digest_candidates(std::span<const Aabb> bounds, std::span<const BoxPair> candidates);

/// Returns the difference of `found` from `expected`: empty where both are the same set of pairs.
std::string difference(const PairDigest& expected, const PairDigest& found);

}  // namespace satori::bench
