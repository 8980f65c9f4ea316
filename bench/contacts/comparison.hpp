#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/isa.hpp>
#include <satori/types.hpp>

#include "common/timing.hpp"
#include "contacts/contact_check.hpp"
#include "contacts/stream_candidates.hpp"
#include "peers/contact_peer.hpp"

namespace satori::bench {

/// One contender's result on one stream.
struct ContactEntry {
    std::string name;  ///< satori/ISA or the peer's name
    Isa isa = Isa::best;
    bool ours = false;
    Times call;              ///< CPU time; for satori, of the whole collide()
    Times narrowphase;       ///< only for satori: stage time of each call, elapsed milliseconds
    Times manifold;          ///< likewise; CPU time where other programs interrupted the stage
    Times contact;           ///< both stages together; for a peer, its call
    ContactSummary summary;  ///< compared with the first entry
    std::uint64_t hash = 0;  ///< XXH64 of satori's manifolds
    std::string fault;       ///< empty where nothing is wrong
};

/// All results on one stream.
struct ContactComparison {
    std::uint64_t candidate_count = 0;
    std::vector<ContactEntry> entries;
    Times probe;  ///< see alternate()
};

/// Times collide() with each of `isas`, and every peer, on the stream's candidates, on one thread, in turns. The first
/// run of each is untimed; the last run is checked. Returns the entries in that order, satori's first. A satori entry
/// is at fault when its manifolds differ from the first entry's in any bit, or when the reference finds a pair wrong. A
/// peer that is not a variant is at fault when fault_of_peer() reports a fault.
ContactComparison compare_contacts(const StreamCandidates& stream, std::span<const Isa> isas, const ContactPeers& peers,
                                   const Patience& patience);

}  // namespace satori::bench
