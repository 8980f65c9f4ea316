#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/isa.hpp>

#include "common/timing.hpp"
#include "contacts/contact_check.hpp"
#include "contacts/stream_candidates.hpp"
#include "peers/answer_peer.hpp"

namespace satori::bench {

/// One contender's answers on one stream.
struct AnswerEntry {
    std::string name;  ///< satori/ISA, satori_fused/ISA or the peer's name
    bool ours = false;
    bool fused = false;      ///< satori_fused
    Times times;             ///< CPU time of the call; for satori_fused the stage time, elapsed milliseconds
    AnswerSummary summary;   ///< compared with the first entry
    std::uint64_t hash = 0;  ///< XXH64 of the answers
    std::string fault;       ///< empty where nothing is wrong
};

/// All answers on one stream.
struct AnswerComparison {
    std::uint64_t candidate_count = 0;
    std::vector<AnswerEntry> entries;
    Times probe;  ///< see alternate()
};

/// Times test_pairs() and the narrowphase stage of find_overlaps() with each of `isas`, and every peer, on the stream's
/// candidates, on one thread, in turns. The first run of each is untimed; the last run is checked. Returns the entries
/// in that order, satori's first. A satori entry is at fault when its answers differ from the first entry's, or when
/// the reference finds a pair wrong. A peer that is not a variant is at fault when fault_of_peer() reports a fault.
AnswerComparison compare_answers(const StreamCandidates& stream, std::span<const Isa> isas, const AnswerPeers& peers,
                                 const Patience& patience);

}  // namespace satori::bench
