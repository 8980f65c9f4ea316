// R1 and R2 in 2D: no overlap deeper than delta is missed, no gap wider than delta is reported, whatever the rectangles.
// SATORI_PAIRS=<count> sets the number for the Full suite.

#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "narrowphase/reference_rect.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/oracle_score.hpp"
#include "support/rect_regimes.hpp"

namespace satori {
namespace {

using test::OracleScore;
using test::RectRegime;

// `count` pairs of the regime, in batches, on the narrowest and the widest set.
void judge(RectRegime regime, std::uint32_t count, std::uint64_t seed) {
    constexpr std::uint32_t kBatchPairs = 5000;
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    const auto isas = test::supported_isas();
    const Execution narrowest{isas.front(), &serial_executor()}, widest{isas.back(), &serial_executor()};
    OracleScore score;
    std::uint32_t deciding[4] = {};
    for (std::uint32_t done = 0; done < count; done += kBatchPairs) {
        std::vector<OrientedRect> rects;
        std::vector<BoxPair> pairs;
        for (std::uint32_t i = 0; i < kBatchPairs; ++i) {
            const auto duo = test::make_rect_pair(regime, random);
            rects.push_back(duo.a);
            rects.push_back(duo.b);
            pairs.push_back({2 * i, 2 * i + 1});
        }
        const auto answers = test::answers_of(test::make_batch(rects, widest), pairs, widest);
        ASSERT_TRUE(test::same_bytes(answers, test::answers_of(test::make_batch(rects, narrowest), pairs, narrowest)));
        for (std::uint32_t i = 0; i < kBatchPairs; ++i) {
            const OrientedRect &a = rects[2 * i], &b = rects[2 * i + 1];
            const RectSeparation truth = reference_separation(a, b);
            ++deciding[truth.axis];
            score.add(truth.separation, overlap_tolerance(a, b), answers[i] != 0);
        }
    }
    score.print(test::rect_regime_name(regime));
    EXPECT_LT(score.worst_false_negative(), OracleScore::kPromise);
    EXPECT_LT(score.worst_false_positive(), OracleScore::kPromise);
    // That the regime was met, and that each axis decides at times.
    EXPECT_GT(score.overlapping(), count / 20);
    EXPECT_GT(score.separated(), count / 20);
    if (regime != RectRegime::generic) {
        EXPECT_GT(score.near(), count / 10);
    }
    // Of parallel rectangles the first of two equal axes decides.
    const bool has_ties = regime == RectRegime::parallel;
    for (const std::uint32_t times : std::span(deciding).first(has_ties ? 2 : 4)) EXPECT_GT(times, count / 100);
}

class RectOracle : public testing::TestWithParam<RectRegime> {};
class FullRectOracle : public RectOracle {};

TEST_P(RectOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge(GetParam(), 20000, 1);
}

TEST_P(FullRectOracle, ErrorsStayUnderAQuarterOfDelta) {
    const char* text = std::getenv("SATORI_PAIRS");
    const double count = text != nullptr ? std::strtod(text, nullptr) : 4e6;
    judge(GetParam(), static_cast<std::uint32_t>(count / std::size(test::kRectRegimes)), 2);
}

std::string regime_name(const testing::TestParamInfo<RectRegime>& tested) {
    return test::rect_regime_name(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Regimes, RectOracle, testing::ValuesIn(test::kRectRegimes), regime_name);
INSTANTIATE_TEST_SUITE_P(Regimes, FullRectOracle, testing::ValuesIn(test::kRectRegimes), regime_name);

}  // namespace
}  // namespace satori
