#pragma once

#include <cmath>
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

/// Returns the nearest box of each box of the first set.
template <class Sets>
std::vector<NearestBox> nearest_of(const Sets& sets, float most, const PairOptions& options = {}) {
    Workspace workspace;
    const std::conditional_t<std::is_convertible_v<Sets, RectSets>, RectSets, BoxSets> both(sets);
    std::vector<NearestBox> found(both.first().size(), NearestBox{7, 7});
    EXPECT_EQ(find_nearest(both, most, found, workspace, options), Status::ok);
    return found;
}

/// Returns a component of a vector; 0 along z in 2D.
inline double component(const Vec3& v, int k) {
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}
inline double component(const Vec2& v, int k) {
    return k == 0 ? v.x : k == 1 ? v.y : 0.0F;
}

/// Returns how much the vector between the points of a distance differs from direction * distance.
template <class Box, class Distance>
double direction_error(const Box& a, const Box& b, const Distance& found) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        const double between = (component(b.center, k) - component(a.center, k)) +
                               (component(found.second_offset, k) - component(found.first_offset, k));
        const double error = between - static_cast<double>(found.distance) * component(found.direction, k);
        sum += error * error;
    }
    return std::sqrt(sum);
}

}  // namespace satori::test
