// R7 and R10 for test_pairs: a pair's answer does not depend on the instruction set, its lane, the batch's size, its
// neighbours or the order in which its boxes are named.

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_lanes.hpp"
#include "support/pair_regimes.hpp"

namespace satori {
namespace {

class PairKernel : public test::IsaTest {
protected:
    static test::PosedPairs<OrientedBox> touching_boxes(int pairs_per_regime, std::uint64_t seed) {
        return test::touching_pairs<OrientedBox>(test::kPairRegimes, test::make_pair, pairs_per_regime, seed);
    }
};

TEST_P(PairKernel, EqualsTheScalarSetAndSinglePairs) {
    test::expect_pair_sets_do_not_matter(touching_boxes(500, 1), execution());
}

TEST_P(PairKernel, LanesOrderAndNeighboursDoNotMatter) {
    test::expect_pair_lanes_do_not_matter(touching_boxes(20, 2), execution());
}

TEST_P(PairKernel, PlaceInTheBatchDoesNotMatter) {
    const auto poses = touching_boxes(8, 5);
    const auto& boxes = poses.boxes;
    const auto& pairs = poses.pairs;
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

SATORI_FOR_EACH_ISA(PairKernel);

}  // namespace
}  // namespace satori
