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
    std::string name;  ///< satori/ISA or the peer's
    bool ours = false;
    Times times;
    Times cold;  ///< see Contender
    PairDigest digest;
    std::string fault;  ///< how its pairs differ from the first entry's; empty where they do not
};

/// All results on one scene.
struct Comparison {
    std::vector<Entry> entries;
    Times probe;  ///< see alternate()
};

/// Times find_pairs on each of `isas` and every peer on the same AABBs, one thread, alternating; the first run of each is
/// untimed and checked, the last one checked again. Entries in that order, ours first. A satori entry is at fault also where
/// it gives a candidate that does not overlap, or one twice.
Comparison compare(std::span<const Aabb> bounds, std::span<const Isa> isas, std::span<Peer* const> peers,
                   const Patience& patience);

}  // namespace satori::bench
