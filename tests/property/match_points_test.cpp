// match_points() against a search through all assignments of old points to new points, for random manifolds of boxes
// and of rectangles, of one set and of two.

#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/match_search.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

// Offsets and sizes are multiples of powers of two. So distances are exact, many are equal, and some equal the largest
// distance.
template <class Batch, class Box, class Manifold>
class MatchedManifolds {
    static constexpr std::uint32_t kPoints = std::extent_v<decltype(Manifold::points)>;
    static constexpr std::uint32_t kBoxes = 60;

public:
    void run(std::uint64_t seed, std::uint64_t steps) {
        random_ = test::Random(seed);
        for (std::uint64_t step = 0; step < steps; ++step) {
            const auto first = boxes(), second = boxes();
            const bool two_sets = random_.coin();
            std::vector<Manifold> last, now;
            for (std::uint32_t a = 0; a + 1 < kBoxes; ++a) {
                last.push_back(manifold({a, a + 1}));
                now.push_back(random_.below(8) != 0 ? moved(last.back()) : manifold({a, a + 1}));
            }
            std::vector<std::uint32_t> matches(kPoints * now.size());
            ContactCache cache;
            ASSERT_EQ(cache.remember(last), Status::ok);
            MatchOptions options{.max_distance = static_cast<float>(random_.below(5)) / 8};
            const Batch batch = test::make_batch(first);
            ASSERT_EQ(two_sets ? match_points(cache, {batch, test::make_batch(second)}, now, matches, options)
                               : match_points(cache, batch, now, matches, options),
                      Status::ok);
            for (std::uint32_t m = 0; m < now.size(); ++m) {
                const auto &a = first[m].half_extents, &b = (two_sets ? second : first)[m + 1].half_extents;
                compare(last[m], now[m], test::match_distance(options, a, b), m, matches);
            }
        }
    }
    void expect_all_kinds() const {
        EXPECT_GT(by_id_, 1000U);
        EXPECT_GT(by_distance_, 1000U);
        EXPECT_GT(not_the_nearest_, 100U) << "the nearest one was taken";
        EXPECT_GT(none_, 1000U);
    }

private:
    void compare(const Manifold& last, const Manifold& now, float most, std::uint32_t m,
                 const std::vector<std::uint32_t>& matches) {
        const test::MatchSearch<double, Manifold> expected(last, now, static_cast<double>(most));
        for (std::uint32_t p = 0; p < kPoints; ++p) {
            const std::uint32_t got = matches[kPoints * m + p];
            if (p >= now.point_count || expected[p] == kNoPoint) {
                ASSERT_EQ(got, kNoPoint) << m << ", " << p;
                none_ += p < now.point_count;
                continue;
            }
            ASSERT_EQ(got, kPoints * m + expected[p]) << m << ", " << p;
            const bool by_id = last.points[expected[p]].feature_id == now.points[p].feature_id;
            (by_id ? by_id_ : by_distance_) += 1;
            // Alone, the point would have matched another old point.
            Manifold alone = now;
            alone.point_count = 1;
            alone.points[0] = now.points[p];
            not_the_nearest_ +=
                test::MatchSearch<double, Manifold>(last, alone, static_cast<double>(most))[0] != expected[p];
        }
    }

    float coordinate() { return static_cast<float>(random_.below(5)) / 8; }
    Manifold manifold(BoxPair pair) {
        Manifold manifold;
        manifold.pair = pair;
        manifold.point_count = random_.below(kPoints + 1);
        const std::uint32_t slot = random_.below(8);
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            manifold.points[p].feature_id = 0x120U | (slot + p);
            place(manifold.points[p].offset);
        }
        return manifold;
    }
    // Returns the same points, moved a little, some with other feature ids.
    Manifold moved(Manifold manifold) {
        const std::uint32_t first_new = random_.below(2) == 0 ? 0x140 : 0x120;
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            if (random_.coin()) manifold.points[p].feature_id = first_new | (8 + p);
            if (random_.coin()) manifold.points[p].offset.x += static_cast<float>(random_.below(3)) / 8 - 0.125F;
        }
        return manifold;
    }
    void place(Vec2& offset) { offset = {coordinate(), coordinate()}; }
    void place(Vec3& offset) { offset = {coordinate(), coordinate(), coordinate()}; }

    std::vector<Box> boxes() {
        std::vector<Box> boxes(kBoxes);
        for (Box& box : boxes) {
            box.half_extents.x = static_cast<float>(random_.below(3)) / 4;
            box.half_extents.y = static_cast<float>(random_.below(3)) / 2;
        }
        return boxes;
    }

    test::Random random_{0};
    std::uint64_t by_id_ = 0, by_distance_ = 0, not_the_nearest_ = 0, none_ = 0;
};

TEST(MatchPoints, BoxesAsTheSearchSays) {
    MatchedManifolds<BoxBatch, OrientedBox, ContactManifold> manifolds;
    ASSERT_NO_FATAL_FAILURE(manifolds.run(1, test::pairs_wanted(12000) / 60));
    manifolds.expect_all_kinds();
}

TEST(MatchPoints, RectanglesAsTheSearchSays) {
    MatchedManifolds<RectBatch, OrientedRect, RectManifold> manifolds;
    ASSERT_NO_FATAL_FAILURE(manifolds.run(2, test::pairs_wanted(60000) / 60));
    manifolds.expect_all_kinds();
}

}  // namespace
}  // namespace satori
