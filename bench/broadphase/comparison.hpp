#pragma once

#include <span>
#include <string>
#include <vector>

#include <satori/isa.hpp>
#include <satori/types.hpp>

#include "common/timing.hpp"
#include "pair_check.hpp"
#include "peers/peer.hpp"

namespace satori::bench {

/// One contender's result on one scene.
struct Entry {
    std::string name;  ///< satori/ISA or the peer's name
    bool ours = false;
    Times times;
    Times cold;  ///< see Contender
    PairDigest digest;
    std::string fault;  ///< how its pairs differ from the first entry's pairs; empty where they are equal
};

/// All results on one scene.
struct Comparison {
    std::vector<Entry> entries;
    Times probe;  ///< see alternate()
};

/// Times find_pairs() with each of `isas` and every peer on the same AABBs, on one thread, in turns. The first run of
/// each is untimed and checked; the last run is checked again. Returns the entries in that order, satori's first. A
/// satori entry is also at fault when it returns a candidate that does not overlap, or a candidate twice.
Comparison compare(std::span<const Aabb> bounds, std::span<const Isa> isas, std::span<Peer* const> peers,
                   const Patience& patience);

}  // namespace satori::bench
