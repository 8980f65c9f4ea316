// Tests one pair with all calls: overlaps(), test_pairs(), find_overlaps(), in one set and in two. The answer is the
// same to the bit, because it is a function of the two boxes alone.

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

class SameAnswerTest : public test::IsaTest {
protected:
    // Tests the pair as the only boxes of its sets.
    void check(const OrientedBox& a, const OrientedBox& b, const ContactOptions& options) {
        bool expected = false;
        ASSERT_EQ(overlaps(a, b, expected, options.boundary), Status::ok);
        const OrientedBox both[2] = {a, b}, one[1] = {a}, other[1] = {b};
        ASSERT_EQ(both_.assign(box_rows(both), OnInvalid::refuse, execution()), Status::ok);
        ASSERT_EQ(first_.assign(box_rows(one), OnInvalid::refuse, execution()), Status::ok);
        ASSERT_EQ(second_.assign(box_rows(other), OnInvalid::refuse, execution()), Status::ok);
        const BoxPair in_one[1] = {{0, 1}}, in_two[1] = {{0, 0}};
        std::uint8_t answer[1] = {2};
        ASSERT_EQ(
            test_pairs(both_, in_one, answer, workspace_, {.boundary = options.boundary, .execution = execution()}),
            Status::ok);
        EXPECT_EQ(answer[0], expected);
        ASSERT_EQ(test_pairs({first_, second_}, in_two, answer, workspace_,
                             {.boundary = options.boundary, .execution = execution()}),
                  Status::ok);
        EXPECT_EQ(answer[0], expected);
        PairResult result;
        ASSERT_EQ(find_overlaps(both_, workspace_, result, {.boundary = options.boundary, .execution = execution()}),
                  Status::ok);
        check_isa(result);
        EXPECT_EQ(result.pair_count, expected ? 1U : 0U);
        EXPECT_GE(result.candidate_count, result.pair_count);
        ASSERT_EQ(find_overlaps({first_, second_}, workspace_, result,
                                {.boundary = options.boundary, .execution = execution()}),
                  Status::ok);
        EXPECT_EQ(result.pair_count, expected ? 1U : 0U);
        expected ? ++overlapping_ : ++separated_;
    }

    BoxBatch both_, first_, second_;
    Workspace workspace_;
    int overlapping_ = 0, separated_ = 0;
};

TEST_P(SameAnswerTest, OfEveryCallInEveryRegime) {
    for (const test::PairRegime regime : test::kPairRegimes) {
        SCOPED_TRACE(test::pair_regime_name(regime));
        test::Random random(11);
        overlapping_ = separated_ = 0;
        for (int i = 0; i < 250; ++i) {
            const auto duo = test::make_pair(regime, random);
            check(duo.a, duo.b, {i % 2 == 0 ? Boundary::closed : Boundary::open});
            if (HasFailure()) return;
        }
        EXPECT_GT(overlapping_, 0);
        EXPECT_GT(separated_, 0);
    }
}

// In a scene, the overlaps are the candidates that pass the pair test, in the order of the candidates.
TEST_P(SameAnswerTest, FusedCallIsTheTwoStagesOneAfterTheOther) {
    for (const test::SceneKind kind : test::kSceneKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
            const ContactOptions options{boundary};
            const BoxBatch batch = test::make_batch(test::make_test_scene(kind, 1400, 5), execution());
            const auto candidates = test::pairs_of(batch, execution());
            const auto answers = test::answers_of(batch, candidates, execution(), options);
            std::vector<BoxPair> expected;
            for (std::size_t k = 0; k < candidates.size(); ++k) {
                if (answers[k] != 0) expected.push_back(candidates[k]);
            }
            PairResult result;
            ASSERT_EQ(
                find_overlaps(batch, workspace_, result, {.boundary = options.boundary, .execution = execution()}),
                Status::ok);
            check_isa(result);
            EXPECT_EQ(test::to_vector(result), expected);
            EXPECT_EQ(result.candidate_count, candidates.size());
        }
    }
}

SATORI_FOR_EACH_ISA(SameAnswerTest);

}  // namespace
}  // namespace satori
