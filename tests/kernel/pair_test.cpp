// R7 and R10 for test_pairs: a pair's answer does not depend on the instruction set, its lane, the batch's size, its
// neighbors, or the order of its two boxes.

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "simd/dispatch.hpp"
#include "support/calls.hpp"
#include "support/guard_pages.hpp"
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
    // The lower index is A. A pair whose order changed is tested again, with its boxes in that order.
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

// The kernel prefetches what lies behind a tile's pairs and does not test it. It reads nothing after that: the rows end
// at the end of a page.
TEST_P(PairKernel, PairsOfTheNextTileAreOnlyAskedFor) {
    constexpr std::uint32_t kBoxes = 100;
    std::vector<simd::BoxRecord> records(kBoxes);
    for (std::uint32_t i = 0; i < kBoxes; ++i)
        records[i] = {{static_cast<float>(i) / 4, 0, 0}, {1, 1, 1}, {1, 0, 0, 0, 1, 0, 0, 0, 1}, 0};
    const simd::KernelTable& kernels = *simd::kernel_table_of(isa());
    test::Random random(7);
    for (const std::uint32_t count : {1U, 16U, 37U, 512U}) {
        for (const std::uint32_t next : {0U, 1U, 15U, 16U, 17U, 63U, simd::kPairsAhead}) {
            SCOPED_TRACE(testing::Message() << count << " pairs and " << next);
            const std::size_t room = simd::padded(count + next) * sizeof(std::uint32_t);
            const test::GuardedMemory first(room), second(room), answers(count);
            for (std::uint32_t& row : first.as<std::uint32_t>()) row = random.below(kBoxes);
            for (std::uint32_t& row : second.as<std::uint32_t>()) row = random.below(kBoxes);
            const auto a = first.as<std::uint32_t>(), b = second.as<std::uint32_t>();
            kernels.test_pairs({{records.data(), records.data(), a.data(), b.data(), count}, false, next},
                               answers.as<std::uint8_t>().data());
            EXPECT_TRUE(answers.front_intact());
            for (std::uint32_t k = 0; k < count; ++k) {
                const std::uint32_t apart = a[k] > b[k] ? a[k] - b[k] : b[k] - a[k];
                ASSERT_EQ(answers.as<std::uint8_t>()[k], apart <= 8 ? 1 : 0) << k;
            }
        }
    }
}

SATORI_FOR_EACH_ISA(PairKernel);

}  // namespace
}  // namespace satori
