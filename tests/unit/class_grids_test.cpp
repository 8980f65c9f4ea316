// Tests size and shape classes and their grids: any two boxes meet in exactly one grid.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/columns/columns.hpp"
#include "oracles/brute_force.hpp"
#include "support/calls.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using broadphase::BoxClasses;
using broadphase::ClassGrid;
using broadphase::ClassGrids;

class ClassGridsTest : public testing::Test {
protected:
    // Adds boxes with these edges. Their lower corners lie in a cube of `world`.
    void add(std::uint32_t count, Vec3 edges, double world) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec3 lo{position(world), position(world), position(world)};
            boxes_.push_back({lo, {lo.x + edges.x, lo.y + edges.y, lo.z + edges.z}});
        }
    }
    float position(double world) { return static_cast<float>(random_.uniform(0, world)); }

    // Makes classes, grids and columns of the added boxes.
    void plan() {
        with_bounds([&](parallel::Call& call, WorkspaceLock& lock, const broadphase::BoundsSet<3>& bounds) {
            ASSERT_EQ(classify(call, lock, bounds, classes_), Status::ok);
            ASSERT_EQ(fill_columns(call, lock, classes_, columns_), Status::ok);
            grids_ = columns_.grids;
            expect_each_meeting_once();
        });
    }
    // Makes grids of given classes. Boxes [0, counts[0]) are the first class, and so on; each class is of one set.
    void plan_classes(std::initializer_list<std::uint32_t> counts, std::initializer_list<int> sets) {
        with_bounds([&](parallel::Call&, WorkspaceLock& lock, const broadphase::BoundsSet<3>& bounds) {
            classes_.entries = bounds.entries;
            std::uint32_t position = 0;
            for (std::size_t c = 0; c < counts.size(); ++c) {
                const std::uint32_t end = position + counts.begin()[c];
                auto& begin = classes_.begin[classes_.class_count++];
                begin[0] = position;
                begin[1] = sets.begin()[c] == 0 ? end : position;
                begin[2] = position = end;
                classes_.two_sets = classes_.two_sets || sets.begin()[c] != 0;
            }
            ASSERT_EQ(plan_grids(lock, classes_, grids_), Status::ok);
            expect_each_meeting_once();
        });
    }
    template <class Work>
    void with_bounds(Work&& work) {
        parallel::Call call({Isa::best, &serial_executor()});
        WorkspaceLock lock(workspace_);
        const broadphase::RawBounds<3> raw = broadphase::raw_bounds(aabb_rows(boxes_));
        broadphase::BoundsSet<3> bounds;
        PairResult result;
        ASSERT_EQ(fill_bounds<3>(call, lock, raw, nullptr, bounds, result), Status::ok);
        work(call, lock, bounds);
    }

    // Expects that the columns cost not far more than those of a uniform scene with as many boxes.
    void expect_no_crowd() const {
        std::uint64_t entries = 0;
        for (std::uint32_t g = 0; g < grids_.count(); ++g) {
            if (columns_.segments[g].begin != nullptr)
                entries += columns_.column_begin(g, columns_.column_count(g)) - columns_.column_begin(g, 0);
        }
        EXPECT_LE(entries, 5 * boxes_.size());
        EXPECT_LE(columns_.largest_column, 8000U);
    }
    void expect_brute_force() {
        PairResult result;
        ASSERT_EQ(find_pairs(aabb_rows(boxes_), workspace_, result), Status::ok);
        ASSERT_EQ(sort_pairs(result.pairs, workspace_), Status::ok);
        EXPECT_TRUE(test::to_vector(result) == brute_force_pairs(boxes_));
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
    // Expects the cells of the first class to be uneven, or even, on every axis.
    void expect_uneven(bool uneven) const {
        for (const bool axis : grids_.own[0].columns.uneven) EXPECT_EQ(axis, uneven);
    }
    // For two classes: expects that `host` has the other class as its guest.
    void expect_host(std::uint32_t host) const {
        EXPECT_EQ(grids_.own[host].guest_count, 1U);
        EXPECT_EQ(grids_.own[1 - host].guest_count, 0U);
    }

    test::Random random_{1};
    std::vector<Aabb> boxes_;
    Workspace workspace_;
    BoxClasses<3> classes_;
    ClassGrids<3> grids_;
    broadphase::Columns<3> columns_;
};

// AABBs of a caller may reach from 0 to -0. Such an edge is -0.
TEST(Octave, HasNoSign) {
    EXPECT_EQ(broadphase::octave(0.0F), 0U);
    EXPECT_EQ(broadphase::octave(-0.0F), 0U);
    EXPECT_EQ(broadphase::octave(std::numeric_limits<float>::max()), 254U);
}

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

TEST_F(ClassGridsTest, SizesOverDecadesAreOneClassWhereTheyLieTogether) {
    for (const float edge : {0.01F, 0.1F, 1.0F, 10.0F}) add(3000, {edge, edge, edge}, 300);
    plan();
    EXPECT_EQ(classes_.class_count, 1U);
    expect_no_crowd();
    expect_brute_force();
}

TEST_F(ClassGridsTest, AFineHeapInACoarseWorldIsAClass) {
    add(20000, {0.001F, 0.001F, 0.001F}, 0.05);
    add(6000, {50, 50, 50}, 4000);
    plan();
    EXPECT_EQ(classes_.class_count, 2U);
    EXPECT_GE(grids_.own[0].columns.stack_count, 20U);  // although all of them lie in one column of the coarse boxes
    expect_brute_force();
}

TEST_F(ClassGridsTest, RodsAlongThreeAxesShareGrids) {
    add(7000, {100, 0.01F, 0.01F}, 100);
    add(7000, {0.01F, 100, 0.01F}, 100);
    add(7000, {0.01F, 0.01F, 100}, 100);
    plan();
    EXPECT_EQ(classes_.class_count, 3U);
    ASSERT_GT(grids_.shared_count, 0U);
    EXPECT_GT(grids_.shared[0].columns.slab_count, 1U);
    expect_no_crowd();
    expect_brute_force();
}

TEST_F(ClassGridsTest, KindsInTurnsAreAllSeen) {
    // The period of this order divides the period of evenly spaced samples.
    for (int i = 0; i < 98304; ++i) {
        const float edge[3] = {i % 3 == 0 ? 100.0F : 0.001F, i % 3 == 1 ? 100.0F : 0.001F,
                               i % 3 == 2 ? 100.0F : 0.001F};
        add(1, {edge[0], edge[1], edge[2]}, 100);
    }
    plan();
    EXPECT_EQ(classes_.class_count, 3U);
    expect_no_crowd();
}

TEST_F(ClassGridsTest, FarOutliersDoNotCrowdTheOthers) {
    add(20000, {1, 1, 1}, 30);
    for (int i = 0; i < 20; ++i) {
        const float far = static_cast<float>(random_.uniform(-1e6, 1e6));
        boxes_[static_cast<std::size_t>(i) * 997] = {{far, -far, far}, {far + 1, 1 - far, far + 1}};
    }
    boxes_[5] = {{-1e5F, -1e5F, -1}, {1e5F, 1e5F, 0.5F}};
    plan();
    expect_no_crowd();
    EXPECT_GE(columns_.column_count(0), 30U);
    expect_brute_force();
}

TEST_F(ClassGridsTest, EvenWorldsHaveEvenCells) {
    add(20000, {1, 1, 1}, 40);
    plan();
    expect_uneven(false);
    boxes_.clear();
    add(5000, {1, 1, 1}, 1e6);
    plan();
    expect_uneven(false);  // although cells are far wider than boxes
    EXPECT_LE(columns_.largest_column, 2500U);
}

TEST_F(ClassGridsTest, ADenseHeapInAWideWorldIsCut) {
    add(20000, {1, 1, 1}, 40);
    add(400, {1, 1, 1}, 1e6);
    plan();
    expect_uneven(true);
    EXPECT_LE(columns_.largest_column, 1200U);
    expect_no_crowd();
    expect_brute_force();
}

TEST_F(ClassGridsTest, DenseHeapsFarApartAreCut) {
    for (const double far : {0.0, 3e5, 1e6}) {
        const std::size_t begin = boxes_.size();
        add(7000, {1, 1, 1}, 30);
        for (Aabb& box : std::span(boxes_).subspan(begin)) {
            for (float* x : {&box.min.x, &box.max.x, &box.min.y, &box.max.y, &box.min.z, &box.max.z})
                *x += static_cast<float>(far);
        }
    }
    plan();
    expect_uneven(true);
    EXPECT_LE(columns_.largest_column, 2000U);
    expect_no_crowd();
    expect_brute_force();
}

// To a histogram, a sheet one box thick in a wide world looks thick. So the code must measure the spread more
// accurately, also where there are too few boxes for knots.
TEST_F(ClassGridsTest, SheetsFarApartAreNotSweptAcross) {
    for (const std::uint32_t count : {3000U, 20000U}) {
        boxes_.clear();
        for (const float far : {0.0F, 1e6F}) {
            const std::size_t begin = boxes_.size();
            add(count / 2, {1, 1, 1}, std::sqrt(count));
            for (Aabb& box : std::span(boxes_).subspan(begin)) {
                box.min = {1.5F * far, box.min.y + far, box.min.z + far};
                box.max = {1.5F * far + 1, box.max.y + far, box.max.z + far};
            }
        }
        plan();
        EXPECT_NE(grids_.own[0].columns.axis[0], 0) << count;
        expect_brute_force();
    }
}

TEST_F(ClassGridsTest, FewBoxesAreNotWorthKnots) {
    add(7000, {1, 1, 1}, 20);
    add(140, {1, 1, 1}, 1e6);
    plan();
    expect_uneven(false);
}

TEST_F(ClassGridsTest, ManySmallHeapsAreNotWorthKnots) {
    // On each axis every cell is crowded, but hardly any box shares a column with a box of another heap.
    for (std::uint32_t heap = 0; heap < 512; ++heap) {
        const std::size_t begin = boxes_.size();
        add(40, {1, 1, 1}, 5);
        for (Aabb& box : std::span(boxes_).subspan(begin)) {
            const auto at = [&](unsigned shift) { return 1e5F * static_cast<float>(heap >> shift & 7); };
            box = {{box.min.x + at(0), box.min.y + at(3), box.min.z + at(6)},
                   {box.max.x + at(0), box.max.y + at(3), box.max.z + at(6)}};
        }
    }
    plan();
    expect_uneven(false);
    expect_brute_force();
}

TEST_F(ClassGridsTest, ADiagonalLineIsCutEvenly) {
    for (int i = 0; i < 30000; ++i) {
        const float p = position(20000);
        boxes_.push_back({{p, p, p}, {p + 1, p + 1, p + 1}});
    }
    plan();
    expect_no_crowd();
    EXPECT_LE(columns_.largest_column, 2000U);
}

// A sweep along the line leaves hardly any candidates. Cuts across the line would not leave fewer.
TEST_F(ClassGridsTest, ALineIsNotCutAcrossWhicheverWayItLies) {
    for (int i = 0; i < 30000; ++i) {
        const float p = position(20000);
        boxes_.push_back({{p, -p, p / 2}, {p + 1, 1 - p, p / 2 + 1}});
    }
    plan();
    EXPECT_EQ(grids_.own[0].columns.stack_count, 1U);
    EXPECT_GE(grids_.own[0].columns.slab_count, 10U);
    EXPECT_LE(columns_.largest_column, 2000U);
    expect_brute_force();
}

// One cell of the sweep axis contains more boxes than a slab may have. Without cuts across the line, they would be one
// column.
TEST_F(ClassGridsTest, ALineWithBoxesFarOutIsCutAcross) {
    for (int i = 0; i < 100000; ++i) {
        const float p = position(10000), x = i % 20 == 0 ? position(2e8) - 1e8F : p;
        const Vec3 lo{x, position(500), position(500)};
        boxes_.push_back({lo, {lo.x + 1, lo.y + 1, lo.z + 1}});
    }
    plan();
    EXPECT_EQ(grids_.own[0].columns.axis[0], 0);
    expect_no_crowd();
}

// Each long box would be swept against all others. The long boxes are so few that in some of these worlds the plan's
// sample misses them.
TEST_F(ClassGridsTest, ALineWithAFewBoxesAsLongIsCutAcross) {
    for (int world = 0; world < 8; ++world) {
        boxes_.clear();
        for (int i = 0; i < 100000; ++i) {
            const float p = position(70000), edge = i % 797 == 90 * world + 7 ? 70000.0F : 1.0F;
            const float x = edge > 1 ? 0 : p;
            boxes_.push_back({{x, p, p}, {x + edge, p + 1, p + 1}});
        }
        plan();
        const auto& columns = grids_.own[0].columns;
        EXPECT_TRUE(columns.axis[0] != 0 || columns.stack_count > 1) << world;
    }
}

// Each set of cut axes has its own code.
TEST_F(ClassGridsTest, EveryWayToCut) {
    const auto expect_cut = [&](bool slabs, bool strips, bool stacks) {
        plan();
        const auto& columns = grids_.own[0].columns;
        EXPECT_EQ(columns.slab_count > 1, slabs);
        EXPECT_EQ(columns.strip_count > 1, strips);
        EXPECT_EQ(columns.stack_count > columns.strip_count, stacks);
        expect_brute_force();
        boxes_.clear();
    };
    const auto add_in = [&](int count, Vec3 world) {
        for (int i = 0; i < count; ++i) {
            const Vec3 lo{position(world.x), position(world.y), position(world.z)};
            boxes_.push_back({lo, {lo.x + 1, lo.y + 1, lo.z + 1}});
        }
    };
    add_in(2000, {1000, 0.5, 0.5});  // few enough for one column
    expect_cut(false, false, false);
    add_in(10000, {0.5, 5000, 0.5});
    expect_cut(true, false, false);
    add_in(6000, {0.5, 80, 80});
    expect_cut(false, true, false);
    add_in(6000, {20, 20, 20});
    expect_cut(false, true, true);
    add_in(16000, {8, 300, 1.5F});
    expect_cut(true, true, false);
}

// A histogram cannot tell such sheets from boxes that are spread evenly.
TEST_F(ClassGridsTest, SheetsBesideEachOtherAreCutAcross) {
    for (int sheet = 0; sheet < 100; ++sheet) {
        const auto x = 10 * static_cast<float>(sheet);
        for (int i = 0; i < 200; ++i) {
            const Vec3 lo{x, position(30), position(30)};
            boxes_.push_back({lo, {x + 1, lo.y + 1, lo.z + 1}});
        }
    }
    plan();
    EXPECT_EQ(grids_.own[0].columns.axis[0], 0);
    EXPECT_GT(grids_.own[0].columns.stack_count, 1U);
    expect_brute_force();
}

// Boxes of another class may be long along an axis on which these boxes are short.
TEST_F(ClassGridsTest, ALineThatMayHaveGuestsIsCutAcross) {
    for (int i = 0; i < 20000; ++i) {
        const float p = position(20000);
        boxes_.push_back({{p, p, p}, {p + 1, p + 1, p + 1}});
    }
    add(100, {500, 500, 500}, 20000);
    plan_classes({20000, 100}, {0, 0});
    EXPECT_GE(grids_.own[0].columns.stack_count, 10U);
}

TEST_F(ClassGridsTest, FewCoarseBoxesAreGuestsOfTheFineOnes) {
    add(20000, {1, 1, 1}, 100);
    add(20, {20, 20, 20}, 100);
    plan_classes({20000, 20}, {0, 0});
    expect_host(0);
}

TEST_F(ClassGridsTest, FewFineBoxesAreGuestsOfTheCoarseOnes) {
    add(20, {1, 1, 1}, 100);
    add(20000, {20, 20, 20}, 1000);
    plan_classes({20, 20000}, {0, 0});
    expect_host(1);
}

TEST_F(ClassGridsTest, ClassesOfOneSetDoNotMeet) {
    add(3000, {1, 1, 1}, 50);
    add(3000, {10, 10, 10}, 100);
    add(3000, {100, 100, 100}, 1000);
    plan_classes({3000, 3000, 3000}, {0, 1, 0});
    EXPECT_FALSE(classes_.can_pair(0, 2));
    EXPECT_TRUE(classes_.can_pair(0, 1));
    for (std::uint32_t c = 0; c < 3; ++c) EXPECT_FALSE(grids_.own[c].pairs_of_natives);
}

TEST_F(ClassGridsTest, HighStacksAreCutIntoSlabs) {
    // A line along y, with coarse boxes on it that reach over many slabs.
    for (int i = 0; i < 12000; ++i) {
        const float y = position(6000), edge = i % 400 == 0 ? 700.0F : 1.0F;
        boxes_.push_back({{0, y, 0}, {1, y + edge, 1}});
    }
    plan();
    EXPECT_EQ(grids_.own[0].columns.axis[0], 1);
    EXPECT_EQ(grids_.own[0].columns.stack_count, 1U);
    EXPECT_GE(grids_.own[0].columns.slab_count, 4U);
    expect_brute_force();
}

}  // namespace
}  // namespace satori
