#pragma once

#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "calls.hpp"

namespace satori::test {

/// The types of times of impact: Box is OrientedBox or OrientedRect.
template <class Box>
struct ImpactTypes {
    static constexpr bool kFlat = std::is_same_v<Box, OrientedRect>;
    using Impact = std::conditional_t<kFlat, RectTimeOfImpact, TimeOfImpact>;
    using Motion = std::conditional_t<kFlat, RectMotion, BoxMotion>;
    using Motions = std::conditional_t<kFlat, RectMotions, BoxMotions>;
    using Moving = std::conditional_t<kFlat, MovingRect, MovingBox>;
    using Sets = std::conditional_t<kFlat, RectSets, BoxSets>;
};

template <class Box>
std::vector<typename ImpactTypes<Box>::Impact> impacts_of(const typename ImpactTypes<Box>::Sets& sets,
                                                          const typename ImpactTypes<Box>::Motions& motions,
                                                          const std::vector<BoxPair>& pairs,
                                                          const ImpactOptions& options = {}) {
    Workspace workspace;
    std::vector<typename ImpactTypes<Box>::Impact> found(pairs.size());
    EXPECT_EQ(times_of_impact({sets, motions}, pairs, found, workspace, options), Status::ok);
    return found;
}

/// Returns the pairs that meet, sorted.
template <class Box>
std::vector<BoxPair> meeting_pairs_of(const typename ImpactTypes<Box>::Sets& sets,
                                      const typename ImpactTypes<Box>::Motions& motions,
                                      const ImpactOptions& options = {}) {
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(find_impacts({sets, motions}, workspace, result, options), Status::ok);
    EXPECT_EQ(result.pair_count, result.pairs.size());
    EXPECT_EQ(sort_pairs(result.pairs, workspace), Status::ok);
    return {result.pairs.begin(), result.pairs.end()};
}

}  // namespace satori::test
