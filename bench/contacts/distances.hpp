#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/isa.hpp>
#include <satori/types.hpp>

#include "common/timing.hpp"
#include "peers/answer_peer.hpp"

namespace satori::bench {

/// One contender's distances of the same pairs.
struct DistanceEntry {
    std::string name;  ///< satori/ISA, satori_test/ISA or the peer's name
    bool ours = false;
    bool test = false;       ///< satori_test: test_pairs() on the same pairs, for the ratio
    Times times;             ///< CPU time of the call
    double worst = 0;        ///< error, in deltas: ours against the oracle, a peer's against ours
    std::uint64_t hash = 0;  ///< XXH64 of the distances
    std::string fault;       ///< empty where nothing is wrong
};

/// All distances on one stream.
struct DistanceComparison {
    std::uint64_t pair_count = 0;
    std::uint64_t overlap_count = 0;
    std::vector<DistanceEntry> entries;
    Times probe;  ///< see alternate()
};

/// How far the boxes of the pairs are apart at most, meters.
inline constexpr float kNear = 1;

/// Times distances() and test_pairs() with each of `isas`, and every peer, on all pairs of the boxes that are at most
/// kNear apart, on one thread, in turns. An entry of ours is at fault when its bytes differ from the first entry's, or
/// when the oracle finds an error of more than a quarter of delta among the first 20 000 pairs.
DistanceComparison compare_distances(std::span<const OrientedBox> boxes, std::span<const Isa> isas,
                                     const DistancePeers& peers, const Patience& patience);

}  // namespace satori::bench
