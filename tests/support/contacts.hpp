#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/random.hpp"

namespace satori::test {

/// Returns a manifold with these feature ids, and nothing else of interest.
inline ContactManifold manifold_with(BoxPair pair, std::initializer_list<std::uint32_t> feature_ids) {
    ContactManifold manifold;
    manifold.pair = pair;
    for (const std::uint32_t id : feature_ids) manifold.points[manifold.point_count++].feature_id = id;
    return manifold;
}

/// Returns manifolds of `count` different pairs of boxes below `box_count`, in any order. Each has up to four points,
/// with different ids of one axis. The offsets lie on a coarse grid, so that some distances are equal and some offsets
/// are the same.
inline std::vector<ContactManifold> random_manifolds(std::uint32_t count, std::uint32_t box_count, Random& random) {
    std::vector<ContactManifold> manifolds;
    std::set<BoxPair> pairs;
    while (manifolds.size() < count) {
        const std::uint32_t a = random.below(box_count), b = random.below(box_count);
        if (a >= b || !pairs.insert({a, b}).second) continue;
        ContactManifold manifold = manifold_with({a, b}, {});
        const std::uint32_t axis = 7 * random.below(3), first_slot = random.below(8);
        manifold.point_count = random.below(5);
        const auto coordinate = [&] { return 0x1p-6F * static_cast<float>(random.below(4)); };
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            manifold.points[p].feature_id = axis << 8 | (first_slot + p);
            manifold.points[p].offset = {coordinate(), coordinate(), coordinate()};
        }
        manifolds.push_back(manifold);
    }
    return manifolds;
}

/// Returns `count` cubes of 1 m.
inline BoxBatch cubes(std::uint32_t count) {
    return make_batch(std::vector<OrientedBox>(count, {{}, {0.5F, 0.5F, 0.5F}, {}}));
}

/// Returns the matches of manifolds of such cubes. The call must succeed. It matches by feature ids alone, unless the
/// options say otherwise.
inline std::vector<std::uint32_t> matches_of(const ContactCache& last, const std::vector<ContactManifold>& manifolds,
                                             const MatchOptions& options = {.max_distance = 0},
                                             const Execution& execution = {}) {
    std::uint32_t count = 0;
    for (const ContactManifold& manifold : manifolds)
        count = std::max({count, manifold.pair.first + 1, manifold.pair.second + 1});
    std::vector<std::uint32_t> matches(4 * manifolds.size(), 7);
    EXPECT_EQ(match_points(last, cubes(count), manifolds, matches,
                           {.max_distance = options.max_distance, .execution = execution}),
              Status::ok);
    return matches;
}

/// Returns a payload that tells which number it was made of.
inline PointPayload payload_of(std::uint32_t number) {
    PointPayload payload;
    for (std::size_t i = 0; i < sizeof payload.bytes; ++i)
        payload.bytes[i] = static_cast<std::byte>((number >> 8 * (i % 4)) + i);
    return payload;
}

}  // namespace satori::test
