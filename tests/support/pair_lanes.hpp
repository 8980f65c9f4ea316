#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "calls.hpp"
#include "posed_pairs.hpp"
#include "random.hpp"

namespace satori::test {

/// Returns a few pairs of every regime, made by `make(regime, random)`: most within a few delta of touching, where
/// rounding decides.
template <class Box, class Regimes, class Make>
PosedPairs<Box> touching_pairs(const Regimes& regimes, Make&& make, int pairs_per_regime, std::uint64_t seed) {
    Random random(seed);
    PosedPairs<Box> poses;
    for (int i = 0; i < pairs_per_regime; ++i)
        for (const auto regime : regimes) poses.add(make(regime, random));
    return poses;
}

/// Tests R7: the bytes equal those of the scalar set, and those of calls of one pair.
template <class Box>
void expect_pair_sets_do_not_matter(const PosedPairs<Box>& poses, const Execution& execution) {
    const Execution scalar{Isa::scalar, &serial_executor()};
    const auto batch = make_batch(poses.boxes, execution), scalar_batch = make_batch(poses.boxes, scalar);
    EXPECT_TRUE(same_bytes(contents_of(batch), contents_of(scalar_batch)));
    EXPECT_TRUE(same_bytes(bounds_of(batch, execution), bounds_of(scalar_batch, scalar)));
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        const auto answers = answers_of(batch, poses.pairs, execution, {boundary});
        EXPECT_TRUE(same_bytes(answers, answers_of(scalar_batch, poses.pairs, scalar, {boundary})));
        const auto ones = std::accumulate(answers.begin(), answers.end(), 0U);
        EXPECT_GT(ones, poses.pairs.size() / 10);
        EXPECT_LT(ones, poses.pairs.size() * 9 / 10);
        for (std::size_t k = 0; k < poses.pairs.size(); ++k) {
            bool overlap = false;
            ASSERT_EQ(overlaps(poses.boxes[2 * k], poses.boxes[2 * k + 1], overlap, {boundary}), Status::ok);
            ASSERT_EQ(overlap, answers[k] != 0) << "pair " << k;
        }
    }
}

/// Tests R10 for test_pairs(): any batch size and lane, any order, (b, a) as (a, b), neighbors and repeats, of one set
/// and of two.
template <class Box>
void expect_pair_lanes_do_not_matter(const PosedPairs<Box>& poses, const Execution& execution) {
    ASSERT_GE(poses.pairs.size(), 257U + 15U);
    const auto batch = make_batch(poses.boxes, execution);
    const auto expected = answers_of(batch, poses.pairs, execution);
    for (std::size_t size = 1; size <= 257; ++size) {
        for (const std::size_t first : {std::size_t{0}, size % 16}) {  // moves every pair through the lanes
            const auto part = [&](const auto& all) {
                const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
                return std::vector(begin, begin + static_cast<std::ptrdiff_t>(size));
            };
            ASSERT_EQ(answers_of(batch, part(poses.pairs), execution), part(expected))
                << size << " pairs from " << first;
        }
    }

    Random random(4);
    std::vector<BoxPair> asked(5000);
    std::vector<std::uint8_t> wanted(asked.size());
    for (std::size_t k = 0; k < asked.size(); ++k) {
        const std::uint32_t which = random.below(static_cast<std::uint32_t>(poses.pairs.size()));
        asked[k] = poses.pairs[which];
        if (random.coin()) std::swap(asked[k].first, asked[k].second);
        wanted[k] = expected[which];
    }
    EXPECT_EQ(answers_of(batch, asked, execution), wanted) << "any order";

    std::vector<Box> first, second;
    std::vector<BoxPair> across;
    for (std::uint32_t k = 0; k < poses.pairs.size(); ++k) {
        first.push_back(poses.boxes[2 * k]);
        second.push_back(poses.boxes[2 * k + 1]);
        across.push_back({k, k});
    }
    Workspace workspace;
    std::vector<std::uint8_t> crossing(across.size(), 9);
    ASSERT_EQ(
        test_pairs({make_batch(first), make_batch(second)}, across, crossing, workspace, {.execution = execution}),
        Status::ok);
    EXPECT_EQ(crossing, expected) << "two sets";

    EXPECT_TRUE(answers_of(batch, {}, execution).empty());
    EXPECT_TRUE(answers_of(make_batch(std::vector<Box>{}), {}, execution).empty());
}

}  // namespace satori::test
