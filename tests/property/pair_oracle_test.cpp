// R1 and R2: no overlap deeper than delta is missed, no gap wider than delta is reported, whatever the boxes.
//
// The quick run tests 1.05 million pairs. SATORI_PAIRS=<count> sets the number for the Full and Nightly suites (1e8
// is the nightly figure; without it Full takes 4e6 and Nightly 1e8); the seed moves with the count, so that runs
// differ.

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/oracle_score.hpp"
#include "support/pair_regimes.hpp"

namespace satori {
namespace {

using test::OracleScore;
using test::PairRegime;

constexpr std::size_t kRegimeCount = std::size(test::kPairRegimes);
constexpr std::uint32_t kBatchPairs = 10000;

std::uint64_t pairs_wanted(std::uint64_t otherwise) {
    const char* text = std::getenv("SATORI_PAIRS");
    return text != nullptr ? static_cast<std::uint64_t>(std::strtod(text, nullptr)) : otherwise;
}

// The generic regime meets the neighbourhood of touching only by chance, about once in 5 000 pairs.
bool comes_near(PairRegime regime) {
    return regime != PairRegime::generic;
}

// `count` pairs of the regime, in batches, on the narrowest and the widest set.
void judge(PairRegime regime, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    const auto isas = test::supported_isas();
    const Execution narrowest{isas.front(), &serial_executor()}, widest{isas.back(), &serial_executor()};
    OracleScore score;
    std::vector<OrientedBox> boxes;
    std::vector<BoxPair> pairs;
    for (std::uint64_t done = 0; done < count; done += kBatchPairs) {
        boxes.clear();
        pairs.clear();
        for (std::uint32_t i = 0; i < kBatchPairs; ++i) {
            const auto duo = test::make_pair(regime, random);
            boxes.push_back(duo.a);
            boxes.push_back(duo.b);
            pairs.push_back({2 * i, 2 * i + 1});
        }
        const auto answers = test::answers_of(test::make_batch(boxes, widest), pairs, widest);
        const auto scalar = test::answers_of(test::make_batch(boxes, narrowest), pairs, narrowest);
        ASSERT_TRUE(test::same_bytes(answers, scalar)) << isa_name(narrowest.isa) << " and " << isa_name(widest.isa);
        for (std::uint32_t i = 0; i < kBatchPairs; ++i) {
            ASSERT_LE(answers[i], 1);
            score.add(boxes[2 * i], boxes[2 * i + 1], answers[i] != 0);
        }
    }
    score.print(test::pair_regime_name(regime));
    EXPECT_LT(score.worst_false_negative(), OracleScore::kPromise);
    EXPECT_LT(score.worst_false_positive(), OracleScore::kPromise);
    // That the regime was met.
    EXPECT_GT(score.overlapping(), count / 100);
    EXPECT_GT(score.separated(), count / 100);
    if (comes_near(regime)) {
        EXPECT_GT(score.near(), count / 100);
    }
}

class PairOracle : public testing::TestWithParam<PairRegime> {};
class FullPairOracle : public PairOracle {};
class NightlyPairOracle : public PairOracle {};

TEST_P(PairOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge(GetParam(), 50000, 1);
}

TEST_P(FullPairOracle, ErrorsStayUnderAQuarterOfDelta) {
    const std::uint64_t count = pairs_wanted(4000000);
    judge(GetParam(), count / kRegimeCount, 2 + count);
}

TEST_P(NightlyPairOracle, ErrorsStayUnderAQuarterOfDelta) {
    const std::uint64_t count = pairs_wanted(100000000);
    judge(GetParam(), count / kRegimeCount, 3 + count);
}

std::string regime_name(const testing::TestParamInfo<PairRegime>& tested) {
    return test::pair_regime_name(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Regimes, PairOracle, testing::ValuesIn(test::kPairRegimes), regime_name);
INSTANTIATE_TEST_SUITE_P(Regimes, FullPairOracle, testing::ValuesIn(test::kPairRegimes), regime_name);
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyPairOracle, testing::ValuesIn(test::kPairRegimes), regime_name);

}  // namespace
}  // namespace satori
