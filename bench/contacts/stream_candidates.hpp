#pragma once

#include <span>
#include <vector>

#include <satori/satori.hpp>

#include "common/timing.hpp"
#include "contacts/contact_check.hpp"

namespace satori::bench {

/// A stream's boxes and its candidates: the AABB overlaps of the boxes in column order. All contenders get this data.
class StreamCandidates {
public:
    explicit StreamCandidates(std::span<const OrientedBox> boxes);
    StreamCandidates(const StreamCandidates&) = delete;
    StreamCandidates& operator=(const StreamCandidates&) = delete;

    std::span<const OrientedBox> rows() const { return rows_; }
    const BoxBatch& boxes() const { return boxes_; }
    const Candidates& candidates() const { return candidates_; }
    std::span<const BoxPair> pairs() const { return candidates_.pairs; }

private:
    std::span<const OrientedBox> rows_;
    BoxBatch boxes_;
    Workspace workspace_;  // holds the pairs
    Candidates candidates_;
};

/// Boxes, and the pairs of them that all contenders get.
template <class Box>
struct PairsOf {
    std::span<const Box> rows;
    std::span<const BoxPair> pairs;
};

/// Appends the peers (unique_ptr to PairPeers) to the contenders, which are satori's before the call. Runs each
/// contender once, untimed, then times all in turns. Returns the result of alternate().
template <class Peers, class Box = OrientedBox>
Times time_with_peers(std::vector<Contender>& contenders, const Peers& peers, const PairsOf<Box>& asked,
                      const Patience& patience) {
    for (const auto& peer : peers) {
        peer->prepare(asked.rows, asked.pairs);
        contenders.push_back({[&peer] { peer->run(); }, {}, {}, {}});
    }
    for (Contender& contender : contenders) contender.run();
    return alternate(contenders, patience);
}

}  // namespace satori::bench
