// Classes by size and shape, and the grids in which they meet: every two of them in exactly one.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/brute_force.hpp"
#include "broadphase/class_grids.hpp"
#include "support/calls.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using broadphase::BoxClasses;
using broadphase::ClassGrid;
using broadphase::ClassGrids;

class ClassGridsTest : public testing::Test {
protected:
    // Boxes with lower corners in a cube of `world` and these edges.
    void add(std::uint32_t count, Vec3 edges, double world) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec3 lo{position(world), position(world), position(world)};
            boxes_.push_back({lo, {lo.x + edges.x, lo.y + edges.y, lo.z + edges.z}});
        }
    }
    float position(double world) { return static_cast<float>(random_.uniform(0, world)); }

    // Classes and grids of the boxes added, the last `second` of them as a second set.
    void plan(std::size_t second = 0) {
        parallel::Call call({Isa::best, &serial_executor()});
        WorkspaceLock lock(workspace_);
        const auto view = [&](std::size_t begin, std::size_t count) {
            return broadphase::RawBounds<3>{&boxes_[begin].min.x, &boxes_[begin].max.x, sizeof(Aabb), count};
        };
        broadphase::BoundsSet<3> bounds;
        PairResult result;
        const std::size_t first = boxes_.size() - second;
        const broadphase::RawBounds<3> other = second != 0 ? view(first, second) : broadphase::RawBounds<3>{};
        ASSERT_EQ(fill_bounds<3>(call, lock, view(0, first), second != 0 ? &other : nullptr, bounds, result),
                  Status::ok);
        ASSERT_EQ(classify(call, lock, bounds, classes_), Status::ok);
        ASSERT_EQ(plan_grids(lock, classes_, grids_), Status::ok);
        expect_each_meeting_once();
    }

    void expect_each_meeting_once() const {
        std::vector<int> meetings(classes_.class_count * classes_.class_count);
        for (std::uint32_t g = 0; g < grids_.count(); ++g) {
            const ClassGrid<3>& grid = grids_[g];
            if (grid.pairs_of_natives) ++meetings[grid.native * classes_.class_count + grid.native];
            for (std::uint32_t i = 0; i < grid.guest_count; ++i) {
                const auto [low, high] = std::minmax({grid.native, std::uint32_t{grid.guests[i]}});
                ++meetings[low * classes_.class_count + high];
            }
        }
        for (std::uint32_t a = 0; a < classes_.class_count; ++a) {
            for (std::uint32_t b = a; b < classes_.class_count; ++b)
                EXPECT_EQ(meetings[a * classes_.class_count + b], classes_.can_pair(a, b) ? 1 : 0) << a << " and " << b;
        }
    }
    std::uint32_t guests_of(std::uint32_t c) const { return grids_.own[c].guest_count; }

    test::Random random_{1};
    std::vector<Aabb> boxes_;
    Workspace workspace_;
    BoxClasses<3> classes_;
    ClassGrids<3> grids_;
};

TEST_F(ClassGridsTest, AlikeBoxesAreOneClass) {
    add(5000, {1, 1, 1}, 100);
    add(5000, {3, 2, 1}, 100);
    plan();
    EXPECT_EQ(classes_.class_count, 1U);
    EXPECT_EQ(grids_.shared_count, 0U);
}

TEST_F(ClassGridsTest, ThinBoxesOfOneShapeAreOneClass) {
    add(5000, {1, 0.001F, 1}, 100);
    plan();
    EXPECT_EQ(classes_.class_count, 1U);
}

TEST_F(ClassGridsTest, RodsAlongThreeAxesShareGrids) {
    add(12000, {100, 0.01F, 0.01F}, 100);
    add(12000, {0.01F, 100, 0.01F}, 100);
    add(12000, {0.01F, 0.01F, 100}, 100);
    plan();
    EXPECT_EQ(classes_.class_count, 3U);
    EXPECT_GT(grids_.shared_count, 0U);
}

TEST_F(ClassGridsTest, FewCoarseBoxesAreGuestsOfTheFineOnes) {
    add(20000, {1, 1, 1}, 100);
    add(20, {20, 20, 20}, 100);
    plan();
    ASSERT_EQ(classes_.class_count, 2U);
    EXPECT_EQ(guests_of(0), 1U);
    EXPECT_EQ(guests_of(1), 0U);
}

TEST_F(ClassGridsTest, FewFineBoxesAreGuestsOfTheCoarseOnes) {
    add(20, {1, 1, 1}, 100);
    add(20000, {20, 20, 20}, 1000);
    plan();
    ASSERT_EQ(classes_.class_count, 2U);
    EXPECT_EQ(guests_of(0), 0U);
    EXPECT_EQ(guests_of(1), 1U);
}

TEST_F(ClassGridsTest, ClassesOfOneSetDoNotMeet) {
    add(3000, {1, 1, 1}, 50);
    add(3000, {100, 100, 100}, 1000);
    add(3000, {10, 10, 10}, 100);
    plan(3000);
    ASSERT_EQ(classes_.class_count, 3U);
    EXPECT_FALSE(classes_.can_pair(0, 2));
    EXPECT_TRUE(classes_.can_pair(0, 1));
    for (std::uint32_t c = 0; c < 3; ++c) EXPECT_FALSE(grids_.own[c].pairs_of_natives);
}

TEST_F(ClassGridsTest, HighStacksAreCutIntoSlabs) {
    // A line along y, and coarse boxes on it that reach over many slabs.
    for (int i = 0; i < 12000; ++i) {
        const float y = position(6000), edge = i % 400 == 0 ? 700.0F : 1.0F;
        boxes_.push_back({{0, y, 0}, {1, y + edge, 1}});
    }
    plan();
    ASSERT_EQ(classes_.class_count, 2U);
    EXPECT_EQ(grids_.own[0].columns.axis[0], 1);
    EXPECT_EQ(grids_.own[0].columns.stack_count, 1U);
    EXPECT_GE(grids_.own[0].columns.slab_count, 4U);
    EXPECT_EQ(guests_of(0), 1U);
    PairResult result;
    ASSERT_EQ(find_pairs(aabb_rows(boxes_), workspace_, result, {}), Status::ok);
    ASSERT_EQ(sort_pairs(result.pairs, workspace_), Status::ok);
    EXPECT_TRUE(test::to_vector(result) == brute_force_pairs(boxes_));
}

}  // namespace
}  // namespace satori
