#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

// Returns pairs with indices below `limit`: dense keys, sparse keys, repeats.
std::vector<BoxPair> random_pairs(std::size_t count, std::uint32_t limit, std::uint64_t seed) {
    test::Random random(seed);
    std::vector<BoxPair> pairs(count);
    for (BoxPair& pair : pairs) pair = {random.below(limit), random.below(limit)};
    return pairs;
}

void expect_sorted_like_std(std::vector<BoxPair> pairs, Workspace& workspace) {
    const auto expected = test::sorted(pairs);
    ASSERT_EQ(sort_pairs(pairs, workspace), Status::ok);
    EXPECT_EQ(pairs, expected);
}

TEST(SortPairs, EqualsComparisonSort) {
    Workspace workspace;
    for (const std::size_t count : {0U, 1U, 2U, 3U, 15U, 16U, 17U, 100U, 1000U, 2049U, 70000U}) {
        for (const std::uint32_t limit :
             {1U, 2U, 10U, 256U, 2048U, 2049U, 65536U, 1000000U, 0x7fffffffU, 0xffffffffU}) {
            SCOPED_TRACE(testing::Message() << count << " pairs of indices below " << limit);
            expect_sorted_like_std(random_pairs(count, limit, count + limit), workspace);
        }
    }
}

TEST(SortPairs, SortedAndReversedInput) {
    Workspace workspace;
    auto pairs = test::sorted(random_pairs(5000, 3000, 1));
    expect_sorted_like_std(pairs, workspace);
    std::reverse(pairs.begin(), pairs.end());
    expect_sorted_like_std(pairs, workspace);
    expect_sorted_like_std(std::vector<BoxPair>(3000, BoxPair{7, 9}), workspace);
    std::vector<BoxPair> extremes = {{0xffffffffU, 0}, {0, 0xffffffffU}, {0xffffffffU, 0xffffffffU}, {0, 0}};
    expect_sorted_like_std(extremes, workspace);
}

TEST(SortPairs, InPlaceInTheWorkspaceThatHoldsThem) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 20000, 1));
    Workspace workspace;
    PairResult result;
    ASSERT_EQ(find_pairs(batch, workspace, result), Status::ok);
    ASSERT_GT(result.pair_count, 10000U);
    const auto expected = test::sorted(test::to_vector(result));
    ASSERT_EQ(sort_pairs(result.pairs, workspace), Status::ok);
    EXPECT_EQ(test::to_vector(result), expected);
}

TEST(SortPairs, OneWorkspaceForBuffersOfTheCaller) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 3000, 1));
    Workspace workspace;
    PairResult result;
    ASSERT_EQ(find_pairs(batch, workspace, result), Status::ok);
    std::vector<BoxPair> own(result.pair_count);
    ASSERT_EQ(find_pairs(batch, workspace, result, {.buffer = {own.data(), own.size()}}), Status::ok);
    EXPECT_EQ(result.pairs.data(), own.data());
    ASSERT_EQ(sort_pairs(own, workspace), Status::ok);
    EXPECT_TRUE(std::is_sorted(own.begin(), own.end()));
}

}  // namespace
}  // namespace satori
