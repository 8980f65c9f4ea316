#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "calls.hpp"
#include "isa_fixture.hpp"
#include "oracle_score.hpp"
#include "posed_pairs.hpp"

namespace satori::test {

/// Scores R1 and R2 over `count` pairs of `make()`, in batches, on the narrowest and the widest set. `separation(a, b)`
/// returns their separation; `exact(a, b)` returns it where `separation` is in doubt.
template <class Box, class Make, class Separation, class Exact>
OracleScore score_pairs(std::uint64_t count, Make&& make, Separation&& separation, Exact&& exact) {
    constexpr std::uint64_t kBatchPairs = 10000;
    const auto isas = supported_isas();
    const Execution narrowest{isas.front(), &serial_executor()}, widest{isas.back(), &serial_executor()};
    OracleScore score;
    for (std::uint64_t done = 0; done < count && !testing::Test::HasFailure(); done += kBatchPairs) {
        PosedPairs<Box> poses;
        for (std::uint64_t i = 0; i < std::min(kBatchPairs, count - done); ++i) poses.add(make());
        const auto answers = answers_of(make_batch(poses.boxes, widest), poses.pairs, widest);
        const auto narrow = answers_of(make_batch(poses.boxes, narrowest), poses.pairs, narrowest);
        EXPECT_TRUE(same_bytes(answers, narrow)) << isa_name(narrowest.isa) << " and " << isa_name(widest.isa);
        for (std::size_t k = 0; k < answers.size(); ++k) {
            const Box &a = poses.boxes[2 * k], &b = poses.boxes[2 * k + 1];
            EXPECT_LE(answers[k], 1);
            score.add(separation(a, b), overlap_tolerance(a, b), answers[k] != 0, [&] { return exact(a, b); });
        }
    }
    EXPECT_LT(score.worst_false_negative(), OracleScore::kCeiling);
    EXPECT_LT(score.worst_false_positive(), OracleScore::kCeiling);
    return score;
}

}  // namespace satori::test
