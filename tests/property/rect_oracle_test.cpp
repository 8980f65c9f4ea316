// R1 and R2 in 2D: the library misses no overlap deeper than delta and reports no gap wider than delta, for any
// rectangles. SATORI_PAIRS=<count> sets the number for the Full suite.

#include <iterator>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "oracles/reference_rect.hpp"
#include "support/pair_oracle.hpp"
#include "support/rect_regimes.hpp"
#include "support/sanitizers.hpp"

namespace satori {
namespace {

using test::RectRegime;

void judge(RectRegime regime, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    std::uint32_t deciding[4] = {};
    const auto score = test::score_pairs<OrientedRect>(
        count, [&] { return test::make_rect_pair(regime, random); },
        [&](const OrientedRect& a, const OrientedRect& b) {
            const RectSeparation truth = reference_separation(a, b);
            ++deciding[truth.axis];
            return truth.separation;
        },
        [](const OrientedRect& a, const OrientedRect& b) { return reference_separation(a, b).separation; });
    score.print(test::rect_regime_name(regime));
    // Expects that the pairs have the properties of the regime, and that each axis sometimes decides.
    EXPECT_GT(score.overlapping(), count / 20);
    EXPECT_GT(score.separated(), count / 20);
    if (regime != RectRegime::generic) {
        EXPECT_GT(score.near(), count / 10);
    }
    // For parallel rectangles, the first of two equal axes decides.
    const bool has_ties = regime == RectRegime::parallel;
    for (const std::uint32_t times : std::span(deciding).first(has_ties ? 2 : 4)) EXPECT_GT(times, count / 100);
}

class RectOracle : public testing::TestWithParam<RectRegime> {};
class FullRectOracle : public RectOracle {};

TEST_P(RectOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge(GetParam(), test::quick_cases(20000), 1);
}

TEST_P(FullRectOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge(GetParam(), test::pairs_wanted(4000000) / std::size(test::kRectRegimes), 2);
}

INSTANTIATE_TEST_SUITE_P(Regimes, RectOracle, testing::ValuesIn(test::kRectRegimes), testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, FullRectOracle, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace satori
