// R7 and R10 for test_pairs: a pair's answer does not depend on the instruction set, its lane, the batch's size, its
// neighbours or the order in which its boxes are named.

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"

namespace satori {
namespace {

class PairKernel : public test::IsaTest {
protected:
    // A few pairs of every regime: most within a few delta of touching, where roundings decide.
    static std::vector<OrientedBox> touching_boxes(int pairs_per_regime, std::uint64_t seed) {
        test::Random random(seed);
        std::vector<OrientedBox> boxes;
        for (int i = 0; i < pairs_per_regime; ++i) {
            for (const test::PairRegime regime : test::kPairRegimes) {
                const auto duo = test::make_pair(regime, random);
                boxes.push_back(duo.a);
                boxes.push_back(duo.b);
            }
        }
        return boxes;
    }
    static std::vector<BoxPair> neighbours(std::size_t box_count) {
        std::vector<BoxPair> pairs;
        for (std::uint32_t i = 0; i + 1 < box_count; i += 2) pairs.push_back({i, i + 1});
        return pairs;
    }
    static Execution scalar() { return {Isa::scalar, &serial_executor()}; }
};

TEST_P(PairKernel, EqualsTheScalarSet) {
    const auto boxes = touching_boxes(500, 1);
    const auto pairs = neighbours(boxes.size());
    const BoxBatch batch = test::make_batch(boxes, execution());
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        const auto answers = test::answers_of(batch, pairs, execution(), {boundary});
        EXPECT_TRUE(test::same_bytes(answers,
                                     test::answers_of(test::make_batch(boxes, scalar()), pairs, scalar(), {boundary})));
        const auto ones = std::accumulate(answers.begin(), answers.end(), 0U);
        EXPECT_GT(ones, pairs.size() / 10);
        EXPECT_LT(ones, pairs.size() * 9 / 10);
    }
}

TEST_P(PairKernel, EveryBatchSizeAndLane) {
    const auto boxes = touching_boxes(13, 2);
    const BoxBatch batch = test::make_batch(boxes, execution());
    const auto pairs = neighbours(boxes.size());
    ASSERT_GE(pairs.size(), 257U);
    const auto expected = test::answers_of(batch, pairs, execution());
    for (std::size_t size = 1; size <= 257; ++size) {
        for (const std::size_t first : {std::size_t{0}, size % 16}) {  // moves every pair through the lanes
            if (first + size > pairs.size()) continue;
            const auto begin = static_cast<std::ptrdiff_t>(first), end = static_cast<std::ptrdiff_t>(first + size);
            const std::vector<BoxPair> part(pairs.begin() + begin, pairs.begin() + end);
            const std::vector<std::uint8_t> answers(expected.begin() + begin, expected.begin() + end);
            ASSERT_EQ(test::answers_of(batch, part, execution()), answers) << size << " pairs from " << first;
        }
    }
}

TEST_P(PairKernel, AnyOrderRepeatsAndNeighbours) {
    const auto boxes = touching_boxes(20, 3);
    const BoxBatch batch = test::make_batch(boxes, execution());
    const auto pairs = neighbours(boxes.size());
    const auto expected = test::answers_of(batch, pairs, execution());
    test::Random random(4);
    std::vector<BoxPair> asked(5000);
    std::vector<std::uint8_t> answers(asked.size());
    for (std::size_t k = 0; k < asked.size(); ++k) {
        const std::uint32_t which = random.below(static_cast<std::uint32_t>(pairs.size()));
        asked[k] = pairs[which];
        if (random.coin()) std::swap(asked[k].first, asked[k].second);  // (b, a) as (a, b)
        answers[k] = expected[which];
    }
    EXPECT_EQ(test::answers_of(batch, asked, execution()), answers);
}

TEST_P(PairKernel, PlaceInTheBatchDoesNotMatter) {
    const auto boxes = touching_boxes(8, 5);
    const auto pairs = neighbours(boxes.size());
    const auto expected = test::answers_of(test::make_batch(boxes, execution()), pairs, execution());
    test::Random random(6);
    std::vector<std::uint32_t> place(boxes.size());
    std::iota(place.begin(), place.end(), 0U);
    for (std::uint32_t i = static_cast<std::uint32_t>(place.size()); i > 1; --i) {
        std::swap(place[i - 1], place[random.below(i)]);
    }
    std::vector<OrientedBox> moved(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) moved[place[i]] = boxes[i];
    // The lower index is A: a pair whose order turned is asked anew from the boxes in that order.
    std::vector<std::uint8_t> answers = expected;
    std::vector<BoxPair> asked = pairs;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        asked[k] = {place[pairs[k].first], place[pairs[k].second]};
        if (asked[k].first > asked[k].second) {
            bool overlap = false;
            ASSERT_EQ(overlaps(boxes[pairs[k].second], boxes[pairs[k].first], overlap), Status::ok);
            answers[k] = overlap;
        }
    }
    EXPECT_EQ(test::answers_of(test::make_batch(moved, execution()), asked, execution()), answers);
}

TEST_P(PairKernel, TwoSetsAnswerAsOne) {
    const auto boxes = touching_boxes(10, 7);
    std::vector<OrientedBox> first, second;
    std::vector<BoxPair> pairs;
    for (std::uint32_t i = 0; i + 1 < boxes.size(); i += 2) {
        first.push_back(boxes[i]);
        second.push_back(boxes[i + 1]);
        pairs.push_back({i / 2, i / 2});
    }
    Workspace workspace;
    std::vector<std::uint8_t> answers(pairs.size(), 9);
    ASSERT_EQ(test_pairs(test::make_batch(first), test::make_batch(second), pairs, answers, workspace, {}, execution()),
              Status::ok);
    EXPECT_EQ(answers, test::answers_of(test::make_batch(boxes), neighbours(boxes.size()), execution()));
}

TEST_P(PairKernel, NoPairs) {
    EXPECT_TRUE(test::answers_of(test::make_batch({OrientedBox{}}), {}, execution()).empty());
    EXPECT_TRUE(test::answers_of(BoxBatch{}, {}, execution()).empty());
}

SATORI_FOR_EACH_ISA(PairKernel);

}  // namespace
}  // namespace satori
