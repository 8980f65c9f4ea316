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

/// One contender's times of impact of the same pairs.
struct ImpactEntry {
    std::string name;  ///< satori/ISA or the peer's name
    bool ours = false;
    Times times;             ///< CPU time of the call
    std::uint64_t meet = 0;  ///< pairs that meet
    std::uint64_t late = 0;  ///< of the judged pairs, those that reach into each other before their time
    double early = 0;        ///< mean distance of the judged pairs at their time, meters
    std::uint64_t hash = 0;  ///< XXH64 of the answers
    std::string fault;       ///< empty where nothing is wrong
};

/// All times of impact on one stream.
struct ImpactComparison {
    std::uint64_t pair_count = 0, judged_count = 0, unresolved_count = 0;
    std::vector<ImpactEntry> entries;
    Times probe;  ///< see alternate()
};

/// Times times_of_impact() with each of `isas`, and every peer, on all pairs of the boxes that are at most 1 m apart,
/// on one thread, in turns. Every box moves up to 1 m and turns up to 1 radian along each axis, at random. An entry of
/// ours is at fault when its bytes differ from the first entry's, or when it is late.
ImpactComparison compare_impacts(std::span<const OrientedBox> boxes, std::span<const Isa> isas,
                                 const ImpactPeers& peers, const Patience& patience);

}  // namespace satori::bench
