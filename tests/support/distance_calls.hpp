#pragma once

#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "calls.hpp"

namespace satori::test {

template <class Sets>
using DistanceOf = std::conditional_t<std::is_convertible_v<Sets, RectSets>, RectDistance, PairDistance>;

/// Returns the distances of the pairs of one set, or of a pair of sets.
template <class Sets>
std::vector<DistanceOf<Sets>> distances_of(const Sets& sets, const std::vector<BoxPair>& pairs,
                                           const Execution& execution = {}) {
    Workspace workspace;
    std::vector<DistanceOf<Sets>> found(pairs.size());
    EXPECT_EQ(distances(sets, pairs, found, workspace, {.execution = execution}), Status::ok);
    return found;
}

/// Returns the pairs at most `most` apart, sorted.
template <class Sets>
std::vector<BoxPair> near_pairs_of(const Sets& sets, float most, const PairOptions& options = {}) {
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(find_near_pairs(sets, most, workspace, result, options), Status::ok);
    EXPECT_EQ(result.pair_count, result.pairs.size());
    EXPECT_EQ(sort_pairs(result.pairs, workspace), Status::ok);
    return {result.pairs.begin(), result.pairs.end()};
}

}  // namespace satori::test
