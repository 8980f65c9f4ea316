// Tests two intervals and two AABBs: touching, flat ones, and illegal input.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
constexpr Boundary kBoundaries[] = {Boundary::closed, Boundary::open};

// Tests the intervals, and boxes with these intervals on their last axis and equal intervals on the other axes.
std::vector<Status> all_statuses(const Interval& a, const Interval& b, bool& overlap, Boundary boundary) {
    bool flat = overlap, solid = overlap;
    const Status one = overlaps(a, b, overlap, boundary);
    const Status two = overlaps(Aabb2{{0, a.min}, {1, a.max}}, Aabb2{{0, b.min}, {1, b.max}}, flat, boundary);
    const Status three =
        overlaps(Aabb{{0, 0, a.min}, {1, 1, a.max}}, Aabb{{0, 0, b.min}, {1, 1, b.max}}, solid, boundary);
    EXPECT_EQ(flat, overlap);
    EXPECT_EQ(solid, overlap);
    return {one, two, three};
}

bool meet(const Interval& a, const Interval& b, Boundary boundary) {
    bool overlap = false, swapped = false;
    const std::vector<Status> ok(3, Status::ok);
    EXPECT_EQ(all_statuses(a, b, overlap, boundary), ok);
    EXPECT_EQ(all_statuses(b, a, swapped, boundary), ok);
    EXPECT_EQ(overlap, swapped);
    return overlap;
}

TEST(BoundsOverlap, TouchingIsOverlapOnlyWhereClosed) {
    const float above = std::nextafter(1.0F, 2.0F), below = std::nextafter(1.0F, 0.0F);
    EXPECT_TRUE(meet({0, 1}, {1, 2}, Boundary::closed));
    EXPECT_FALSE(meet({0, 1}, {1, 2}, Boundary::open));
    EXPECT_FALSE(meet({0, 1}, {above, 2}, Boundary::closed));
    EXPECT_TRUE(meet({0, 1}, {below, 2}, Boundary::open));
    EXPECT_TRUE(meet({-9, 9}, {1, 2}, Boundary::open)) << "one inside the other";
    EXPECT_TRUE(meet({0, 1}, {0, 1}, Boundary::open));
    EXPECT_TRUE(meet({-0.0F, 1}, {-1, 0.0F}, Boundary::closed));
    EXPECT_FALSE(meet({-0.0F, 1}, {-1, 0.0F}, Boundary::open));
    const float most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::denorm_min();
    EXPECT_TRUE(meet({-most, most}, {most, most}, Boundary::closed));
    EXPECT_FALSE(meet({-1, 0}, {least, 1}, Boundary::closed));
    EXPECT_TRUE(meet({-1, least}, {0, 1}, Boundary::open));
}

TEST(BoundsOverlap, FlatOnesOverlapNothingUnderOpen) {
    for (const Interval& other : {Interval{0, 1}, {0.5F, 0.5F}, {0.5F, 2}}) {
        EXPECT_TRUE(meet({0.5F, 0.5F}, other, Boundary::closed));
        EXPECT_FALSE(meet({0.5F, 0.5F}, other, Boundary::open));
    }
}

// Tests all axes, alone and together, on a grid of integers on which many boxes touch.
TEST(BoundsOverlap, EveryAxisCounts) {
    test::Random random(1);
    const auto number = [&] { return static_cast<int>(random.below(5)); };
    int answers[2][2] = {};
    for (int i = 0; i < 20000; ++i) {
        int low[2][3], high[2][3];
        bool closed = true, open = true;
        for (int k = 0; k < 3; ++k) {
            for (int box = 0; box < 2; ++box) {
                low[box][k] = number();
                high[box][k] = low[box][k] + number();
            }
            closed = closed && low[0][k] <= high[1][k] && low[1][k] <= high[0][k];
            for (int box = 0; box < 2; ++box)
                open = open && low[box][k] < high[1 - box][k] && low[box][k] < high[box][k];
        }
        const auto box = [&](int of) {
            const auto f = [](int v) { return static_cast<float>(v); };
            return Aabb{{f(low[of][0]), f(low[of][1]), f(low[of][2])},
                        {f(high[of][0]), f(high[of][1]), f(high[of][2])}};
        };
        for (const Boundary boundary : kBoundaries) {
            bool overlap = false;
            ASSERT_EQ(overlaps(box(0), box(1), overlap, boundary), Status::ok);
            ASSERT_EQ(overlap, boundary == Boundary::closed ? closed : open);
            ++answers[boundary == Boundary::open][overlap];
        }
    }
    for (const auto& of_boundary : answers)
        for (const int count : of_boundary) EXPECT_GT(count, 500);
    bool overlap = true;
    ASSERT_EQ(overlaps(Aabb2{{0, 0}, {1, 1}}, Aabb2{{2, 0}, {3, 1}}, overlap), Status::ok);
    EXPECT_FALSE(overlap) << "the first axis in 2D too";
}

TEST(BoundsOverlap, BadInputIsRefusedAndChangesNothing) {
    const std::vector<Status> bad(3, Status::invalid_bounds), unknown(3, Status::invalid_argument);
    for (const bool before : {false, true}) {
        for (const Interval& wrong : {Interval{kNan, 1}, {0, kNan}, {-kInf, 1}, {0, kInf}, {1, 0}, {kInf, kInf}}) {
            for (const Boundary boundary : kBoundaries) {
                bool overlap = before;
                EXPECT_EQ(all_statuses({0, 1}, wrong, overlap, boundary), bad);
                EXPECT_EQ(all_statuses(wrong, {0, 1}, overlap, boundary), bad);
                EXPECT_EQ(overlap, before);
            }
        }
        bool overlap = before;
        EXPECT_EQ(all_statuses({0, 1}, {0, 1}, overlap, static_cast<Boundary>(2)), unknown);
        EXPECT_EQ(overlap, before);
        // A fault on the first axis counts too, also where another axis separates the boxes.
        EXPECT_EQ(overlaps(Aabb{{0, kNan, 0}, {1, 1, 1}}, Aabb{{5, 0, 0}, {6, 1, 1}}, overlap), Status::invalid_bounds);
        EXPECT_EQ(overlaps(Aabb2{{5, 0}, {6, 1}}, Aabb2{{0, 2}, {1, 1}}, overlap), Status::invalid_bounds);
        EXPECT_EQ(overlap, before);
    }
}

}  // namespace
}  // namespace satori
