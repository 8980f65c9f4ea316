#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "peers/pair_peer.hpp"

namespace satori::bench {

/// A peer that tells for each candidate pair whether the boxes overlap.
class AnswerPeer : public PairPeer {
public:
    /// Returns the result of run(): 1 where the boxes of pair k overlap, else 0.
    virtual std::span<const std::uint8_t> answers() const = 0;
};

using AnswerPeers = std::vector<std::unique_ptr<AnswerPeer>>;

/// Returns all answer peers that are built in.
AnswerPeers make_answer_peers();

AnswerPeers make_bullet_answer_peers();
AnswerPeers make_fcl_answer_peers();
AnswerPeers make_ode_answer_peers();

/// A peer that runs a library's test of two boxes. `Test` has kName, kVariant (see PeerInfo), kTimed, version(), the
/// type Box of a prepared box, to_box(OrientedBox), and overlap(a, b).
template <class Test>
class AnswerPeerOf final : public AnswerPeer {
public:
    std::string name() const override { return Test::kName; }
    std::string version() const override { return Test::version(); }
    bool is_variant() const override { return Test::kVariant; }
    std::string timed() const override {
        return std::string(Test::kTimed) +
               " on each pair, its answer kept as a byte; boxes of the pairs to come are prefetched, and made before";
    }

    void prepare(std::span<const OrientedBox> boxes, std::span<const BoxPair> pairs) override {
        pairs_ = pairs;
        boxes_.clear();
        boxes_.reserve(boxes.size());
        for (const OrientedBox& box : boxes) boxes_.push_back(Test::to_box(box));
        answers_.assign(pairs.size(), 0);
    }

    void run() override {
        const Box* const boxes = boxes_.data();
        std::uint8_t* const answers = answers_.data();
        for_each_pair(
            pairs_, [&](std::uint32_t id) { prefetch_object(boxes[id]); },
            [&](std::size_t k, BoxPair pair) {
                answers[k] = test_.overlap(boxes[pair.first], boxes[pair.second]) ? 1 : 0;
            });
    }

    std::span<const std::uint8_t> answers() const override { return answers_; }

private:
    using Box = typename Test::Box;

    Test test_;
    std::span<const BoxPair> pairs_;
    std::vector<Box> boxes_;
    std::vector<std::uint8_t> answers_;
};

}  // namespace satori::bench
