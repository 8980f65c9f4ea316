#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <satori/impacts.hpp>

#include "peers/pair_peer.hpp"

namespace satori::bench {

/// A peer that gives each pair one value.
template <class T, class Input = OrientedBox>
class ValuePeer : public PairPeerOn<Input> {
public:
    /// Returns the result of run(): one value for each pair.
    virtual std::span<const T> answers() const = 0;
};

/// A peer that tells for each candidate pair whether the boxes overlap: 1 or 0.
using AnswerPeer = ValuePeer<std::uint8_t>;
using AnswerPeers = std::vector<std::unique_ptr<AnswerPeer>>;
/// A peer that computes how far the boxes of each pair are apart, meters; 0 or less when they overlap.
using DistancePeer = ValuePeer<float>;
using DistancePeers = std::vector<std::unique_ptr<DistancePeer>>;
/// A peer that computes when the boxes of each pair meet: a time up to 1, or above 1 when they do not.
using ImpactPeer = ValuePeer<float, MovingBox>;
using ImpactPeers = std::vector<std::unique_ptr<ImpactPeer>>;

/// Returns all answer peers that are built in.
AnswerPeers make_answer_peers();
/// Returns all distance peers that are built in.
DistancePeers make_distance_peers();
/// Returns all peers for times of impact that are built in.
ImpactPeers make_impact_peers();

AnswerPeers make_bullet_answer_peers();
AnswerPeers make_fcl_answer_peers();
AnswerPeers make_ode_answer_peers();
DistancePeers make_bullet_distance_peers();
DistancePeers make_fcl_distance_peers();
ImpactPeers make_bullet_impact_peers();
ImpactPeers make_fcl_impact_peers();

/// A peer that runs a library's function of two boxes. `Test` has kName, kVariant (see PeerInfo), kTimed, version(),
/// the type Box of a prepared box, to_box(Input), and answer(a, b).
template <class T, class Test, class Input = OrientedBox>
class ValuePeerOf final : public ValuePeer<T, Input> {
public:
    std::string name() const override { return Test::kName; }
    std::string version() const override { return Test::version(); }
    bool is_variant() const override { return Test::kVariant; }
    std::string timed() const override {
        return std::string(Test::kTimed) +
               " on each pair, its answer kept; boxes of the pairs to come are prefetched, and made before";
    }

    void prepare(std::span<const Input> boxes, std::span<const BoxPair> pairs) override {
        pairs_ = pairs;
        boxes_.clear();
        boxes_.reserve(boxes.size());
        for (const Input& box : boxes) boxes_.push_back(Test::to_box(box));
        answers_.assign(pairs.size(), T{});
    }

    void run() override {
        const Box* const boxes = boxes_.data();
        T* const answers = answers_.data();
        for_each_pair(
            pairs_, [&](std::uint32_t id) { prefetch_object(boxes[id]); },
            [&](std::size_t k, BoxPair pair) { answers[k] = test_.answer(boxes[pair.first], boxes[pair.second]); });
    }

    std::span<const T> answers() const override { return answers_; }

private:
    using Box = typename Test::Box;

    Test test_;
    std::span<const BoxPair> pairs_;
    std::vector<Box> boxes_;
    std::vector<T> answers_;
};

template <class Test>
using AnswerPeerOf = ValuePeerOf<std::uint8_t, Test>;

}  // namespace satori::bench
