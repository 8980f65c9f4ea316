// Tests how the oracles' scores handle errors, including NaN.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/oracle_score.hpp"

namespace satori::test {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

TEST(OracleScoreTest, KeepsTheWorstErrors) {
    OracleScore score;
    score.add(0.5, 10, true);
    score.add(0.25, 10, true);
    score.add(-1, 10, false);
    score.add(7, 10, false);
    EXPECT_EQ(score.worst_false_positive(), 0.05);
    EXPECT_EQ(score.worst_false_negative(), 0.1);
    EXPECT_EQ(score.count(), 4U);
    EXPECT_EQ(score.near(), 4U);
}

TEST(OracleScoreTest, TwoPointsAtOnePlaceAreNoError) {
    OracleScore score;
    for (const bool reported : {false, true}) score.add(0, 0, reported);
    EXPECT_EQ(score.worst_false_positive() + score.worst_false_negative(), 0);
    EXPECT_EQ(score.near(), 2U);
}

TEST(OracleScoreTest, NoNumberKeepsNoPromise) {
    for (const bool reported : {false, true}) {
        OracleScore score, asked;
        score.add(kNoNumber, 1, reported);
        score.add(0.1, 1, true);
        score.add(-0.1, 1, false);
        EXPECT_FALSE((reported ? score.worst_false_positive() : score.worst_false_negative()) < OracleScore::kPromise);
        asked.add(kNoNumber, 1, reported, [] { return 0.0; });
        EXPECT_EQ(asked.worst_false_positive() + asked.worst_false_negative(), 0) << "the exact oracle decides";
    }
}

}  // namespace
}  // namespace satori::test
