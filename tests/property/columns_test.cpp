// Tests reported columns: each box is in every column that its bounds overlap, no box is in a column twice, and pairs
// meet in a column.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/broadphase_state.hpp"
#include "support/calls.hpp"
#include "support/coordinates.hpp"
#include "support/random.hpp"
#include "support/standing_bounds.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

bool overlap(const Aabb& a, const Aabb& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
           b.min.z <= a.max.z;
}
bool overlap(const Aabb2& a, const Aabb2& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

template <class Bounds>
std::uint32_t count_in(const Bounds& region, const std::vector<Bounds>& bounds) {
    return static_cast<std::uint32_t>(
        std::count_if(bounds.begin(), bounds.end(), [&](const Bounds& box) { return overlap(region, box); }));
}

template <class Column>
std::set<std::uint32_t> grids_of(std::span<const Column> columns) {
    std::set<std::uint32_t> grids;
    for (const Column& column : columns) grids.insert(column.grid);
    return grids;
}

// Checks what holds for any boxes. Returns true when all boxes are in one grid, so that every count was compared.
template <class Column, class Bounds>
bool expect_columns(std::span<const Column> columns, const std::vector<Bounds>& bounds,
                    const std::vector<BoxPair>& pairs) {
    const bool one_grid = grids_of(columns).size() == 1;
    std::vector<std::vector<std::uint32_t>> at(bounds.size());  // for each box, the columns that its bounds overlap
    for (std::uint32_t k = 0; k < columns.size(); ++k) {
        const Column& column = columns[k];
        EXPECT_TRUE(k == 0 || columns[k - 1].grid <= column.grid);
        EXPECT_GT(column.box_count, 0U);
        for (std::uint32_t i = 0; i < bounds.size(); ++i)
            if (overlap(column.region, bounds[i])) at[i].push_back(k);
        const std::uint32_t inside = count_in(column.region, bounds);
        EXPECT_LE(column.box_count, inside);
        if (one_grid) {
            EXPECT_EQ(column.box_count, inside);
        }
        for (std::uint32_t other = 0; other < k; ++other) {
            if (columns[other].grid == column.grid) {
                EXPECT_FALSE(overlap(columns[other].region, column.region)) << other << ' ' << k;
            }
        }
    }
    for (std::uint32_t i = 0; i < bounds.size(); ++i) EXPECT_FALSE(at[i].empty()) << "box " << i << " stands nowhere";
    for (std::size_t k = 0; k < pairs.size(); k += 1 + pairs.size() / 20000) {
        const std::vector<std::uint32_t>&a = at[pairs[k].first], &b = at[pairs[k].second];
        EXPECT_NE(std::find_first_of(a.begin(), a.end(), b.begin(), b.end()), a.end())
            << pairs[k].first << " and " << pairs[k].second << " meet nowhere";
    }
    return one_grid;
}

template <class Batch, class Column>
bool expect_columns_of(const Batch& batch, std::span<const Column>& columns, Workspace& workspace) {
    Workspace other;
    PairResult result;
    EXPECT_EQ(find_pairs(batch, other, result), Status::ok);
    EXPECT_EQ(find_columns(batch, workspace, columns), Status::ok);
    return expect_columns(columns, test::bounds_of(batch), test::to_vector(result));
}

TEST(Columns, HoldTheBoxesThatOverlapThem) {
    Workspace workspace;
    std::size_t most = 0, alike = 0;
    for (const SceneKind kind : test::kSceneKinds) {
        for (const std::uint32_t count : {40U, 1500U, 9000U}) {
            SCOPED_TRACE(testing::Message() << test::scene_kind_name(kind) << ' ' << count);
            const bool all_with_all = kind == SceneKind::same_position || kind == SceneKind::signed_zeros;
            if (all_with_all && count > 1500) continue;
            const BoxBatch boxes = test::make_batch(test::make_test_scene(kind, count, 3));
            std::span<const BoxColumn> columns;
            alike += expect_columns_of(boxes, columns, workspace);
            most = std::max(most, columns.size());
            const RectBatch rects = test::make_batch(test::make_rect_scene(kind, count, 3));
            std::span<const RectColumn> flat;
            alike += expect_columns_of(rects, flat, workspace);
            most = std::max(most, flat.size());
        }
    }
    EXPECT_GT(most, 20U);
    EXPECT_GT(alike, 80U) << "counts were compared";
}

// Four in seven rods lie along x, two along y, one along z. So the number of rods in a grid shows their axes.
std::size_t axis_of_rod(std::size_t i) {
    return i % 7 < 4 ? 0 : i % 7 < 6 ? 1 : 2;
}

// Returns thin rods as long as the world.
std::vector<Aabb> make_rods() {
    test::Random random(5);
    std::vector<Aabb> rods(6000);
    for (std::size_t i = 0; i < rods.size(); ++i) {
        for (std::size_t a = 0; a < 3; ++a) {
            const auto lo = static_cast<float>(random.uniform(-20, 20));
            const bool along = axis_of_rod(i) == a;
            test::coordinate(rods[i].min, a) = along ? -20 : lo;
            test::coordinate(rods[i].max, a) = along ? 20 : lo + 0.01F;
        }
    }
    return rods;
}

// Expects that each grid contains all rods along one axis or along several axes. Returns the axes of each.
std::set<unsigned> expect_grids_of_rods(std::span<const BoxColumn> columns, const std::vector<Aabb>& rods) {
    std::set<unsigned> seen;  // bit a: rods along axis a
    for (const std::uint32_t grid : grids_of(columns)) {
        unsigned which = 0;
        for (unsigned axes = 1; axes < 8; ++axes) {
            std::vector<Aabb> some;
            for (std::size_t i = 0; i < rods.size(); ++i)
                if ((axes >> axis_of_rod(i) & 1) != 0) some.push_back(rods[i]);
            const bool same = std::all_of(columns.begin(), columns.end(), [&](const BoxColumn& column) {
                return column.grid != grid || column.box_count == count_in(column.region, some);
            });
            which = same ? axes : which;
        }
        EXPECT_NE(which, 0U) << "grid " << grid;
        seen.insert(which);
    }
    EXPECT_GE(seen.size(), 3U);
    return seen;
}

TEST(Columns, ShapesHaveGridsOfTheirOwn) {
    std::vector<Aabb> rods = make_rods();
    std::vector<OrientedBox> boxes(rods.size());
    for (std::size_t i = 0; i < rods.size(); ++i) ASSERT_EQ(box_from_aabb(rods[i], boxes[i]), Status::ok);
    const BoxBatch batch = test::make_batch(boxes);
    Workspace workspace;
    std::span<const BoxColumn> columns;
    EXPECT_FALSE(expect_columns_of(batch, columns, workspace)) << "there are several grids";
    const std::set<unsigned> seen = expect_grids_of_rods(columns, test::bounds_of(batch));
    // For any two axes, some grid contains the rods along both.
    for (const unsigned two : {3U, 5U, 6U})
        EXPECT_TRUE(std::any_of(seen.begin(), seen.end(), [&](unsigned axes) { return (axes & two) == two; }));

    Broadphase world;
    BroadphaseUpdate update;
    std::vector<std::uint32_t> ids(rods.size());
    // Without skins, which would make them thick.
    ASSERT_EQ(world.add(aabb_rows(rods), MotionType::static_box, ids), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    // The columns hold what stood in them when they were built, though some of these rods are elsewhere now.
    const std::vector<Aabb> built = rods;
    for (int step = 0; step < 3; ++step) {
        for (std::size_t i = 0; i < 60; ++i) {
            std::swap(rods[i], rods[i + 350]);
            ASSERT_EQ(world.move(ids[i], rods[i]), Status::ok);
            ASSERT_EQ(world.move(ids[i + 350], rods[i + 350]), Status::ok);
        }
        ASSERT_EQ(world.update(update), Status::ok);
        ASSERT_EQ(update.path, UpdatePath::incremental);
        ASSERT_EQ(update.columns_rebuilt, step == 0);
        std::vector<BoxColumn> kept(world.column_count());
        ASSERT_EQ(world.copy_columns(kept), Status::ok);
        // Those of a Broadphase are for queries of one box: each rod stands in one grid.
        EXPECT_EQ(expect_grids_of_rods(kept, built), (std::set<unsigned>{1, 2, 4}));
    }
}

// Returns heaps of cubes of edge 1 along the diagonal, all equally dense.
std::vector<OrientedBox> make_heaps(std::uint32_t heaps) {
    constexpr std::uint32_t kBoxes = 8000;
    const double width = std::cbrt(4.0 * kBoxes / heaps);
    test::Random random(6);
    std::vector<OrientedBox> boxes(kBoxes);
    for (std::uint32_t i = 0; i < kBoxes; ++i) {
        const double at = 3 * width * (i % heaps);
        boxes[i].center = {static_cast<float>(at + random.uniform(0, width)),
                           static_cast<float>(at + random.uniform(0, width)),
                           static_cast<float>(at + random.uniform(0, width))};
        boxes[i].half_extents = {0.5F, 0.5F, 0.5F};
    }
    return boxes;
}

std::vector<BoxColumn> columns_of(const std::vector<OrientedBox>& boxes) {
    Workspace workspace;
    std::span<const BoxColumn> columns;
    EXPECT_EQ(find_columns(test::make_batch(boxes), workspace, columns), Status::ok);
    return {columns.begin(), columns.end()};
}

// Returns the number of boxes that share a column with a box, as the mean over boxes and columns.
double company(const std::vector<OrientedBox>& boxes) {
    double entries = 0, pairs = 0;
    for (const BoxColumn& column : columns_of(boxes)) {
        const double count = column.box_count;
        entries += count;
        pairs += count * count;
    }
    return pairs / entries;
}

TEST(Columns, HeapsApartAreCutAsFineAsOne) {
    // A heap is shorter than all boxes in one place, so a column contains fewer boxes, not more.
    const double one = company(make_heaps(1));
    EXPECT_LT(one, 800) << "one heap is cut at all";
    for (const std::uint32_t heaps : {2U, 4U, 8U}) EXPECT_LT(company(make_heaps(heaps)), one) << heaps;
}

TEST(Columns, FewLargeBoxesDoNotWidenThoseOfDensePlaces) {
    // There are two dense places. Each is half as wide as the mean box: one box in 300 is as large as 5000 others.
    test::Random random(11);
    std::vector<OrientedBox> boxes(30000);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        OrientedBox& box = boxes[i];
        const bool large = i % 300 == 0;
        const double width = large ? 1000 : 0.1, begin = large || i % 2 == 0 ? 0 : 900;
        for (float* const c : {&box.center.x, &box.center.y, &box.center.z})
            *c = static_cast<float>(random.uniform(begin, begin + width));
        box.half_extents = large ? Vec3{25, 25, 25} : Vec3{0.005F, 0.005F, 0.005F};
    }
    EXPECT_LT(company(boxes), 3000) << "columns hold most of a place";
}

TEST(Columns, BoxesInOnePlaceAreNotCutFiner) {
    // Cubes of edge 1 in a cube 40 wide: first each in its own place, then in groups that no cut can separate.
    test::Random random(7);
    std::vector<OrientedBox> alone(60000);
    for (OrientedBox& box : alone) {
        box.half_extents = {0.5F, 0.5F, 0.5F};
        box.center = {static_cast<float>(random.uniform(0, 40)), static_cast<float>(random.uniform(0, 40)),
                      static_cast<float>(random.uniform(0, 40))};
    }
    std::vector<OrientedBox> grouped = alone;
    for (std::size_t i = 0; i < grouped.size(); ++i) grouped[i] = alone[i % 500];
    EXPECT_GT(columns_of(alone).size(), 20U) << "they are cut at all";
    EXPECT_LE(columns_of(grouped).size(), columns_of(alone).size());
}

TEST(Columns, IllegalBoxesStandNowhere) {
    std::vector<OrientedBox> boxes = test::make_test_scene(SceneKind::uniform, 2000, 1), legal;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (i % 7 == 3) {
            boxes[i].half_extents.y = -1;
        } else {
            legal.push_back(boxes[i]);
        }
    }
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
    Workspace workspace;
    std::span<const BoxColumn> columns;
    ASSERT_EQ(find_columns(batch, workspace, columns), Status::ok);
    EXPECT_TRUE(expect_columns(columns, test::bounds_of(test::make_batch(legal)), {}));
}

TEST(Columns, NoBoxesNoColumns) {
    Workspace workspace;
    const BoxColumn none[3] = {};
    std::span<const BoxColumn> columns = none;
    EXPECT_EQ(find_columns(BoxBatch{}, workspace, columns), Status::ok);
    EXPECT_TRUE(columns.empty());
    const Broadphase nothing;
    EXPECT_EQ(nothing.column_count(), 0U);
    EXPECT_EQ(nothing.copy_columns({}), Status::ok);
}

// A Broadphase with known boxes.
class KeptColumns : public testing::TestWithParam<SceneKind> {
protected:
    std::vector<BoxColumn> columns() const {
        std::vector<BoxColumn> columns(world.column_count());
        EXPECT_EQ(world.copy_columns(columns), Status::ok);
        return columns;
    }
    std::vector<Aabb> standing_bounds() const {
        std::vector<Aabb> bounds;
        for (std::uint32_t id = 0; id < world.id_limit(); ++id) bounds.push_back(test::standing_bounds(world, id));
        return bounds;
    }
    // Expects columns of these standing bounds, those of the last sweep. A box that has left them since, or has been
    // removed, still counts there. All others stand there still. Returns how many have left.
    std::uint32_t expect_built_of(const std::vector<Aabb>& swept) const {
        std::vector<Aabb> present;
        std::copy_if(swept.begin(), swept.end(), std::back_inserter(present),
                     [](const Aabb& box) { return box.min.x <= box.max.x; });
        EXPECT_TRUE(expect_columns(std::span<const BoxColumn>(columns()), present, {})) << "there are several grids";
        const broadphase::StandingBounds& standing = detail::BroadphaseAccess::state_of(world)->standing;
        std::uint32_t left = 0;
        for (std::uint32_t id = 0; id < world.id_limit(); ++id) {
            left += world.contains(id) && !standing.in_columns(id) ? 1U : 0U;
            if (standing.in_columns(id) && id >= swept.size()) ADD_FAILURE() << "a new box " << id;
            if (!standing.in_columns(id) || id >= swept.size()) continue;
            EXPECT_TRUE(world.contains(id));
            EXPECT_TRUE(test::same_bytes(std::vector{test::standing_bounds(world, id)}, std::vector{swept[id]}))
                << "box " << id;
        }
        EXPECT_EQ(left, standing.stray_count());
        return left;
    }
    Broadphase world{{.margin = 0.001F}};
    BroadphaseUpdate update;
};

TEST_P(KeptColumns, AreThoseOfTheLastSweep) {
    const std::vector<Aabb> scene = test::upright_bounds(test::make_test_scene(GetParam(), 4000, 2));
    std::vector<std::uint32_t> ids(scene.size());
    ASSERT_EQ(world.add(aabb_rows(scene), MotionType::dynamic_box, ids), Status::ok);
    EXPECT_EQ(world.column_count(), 0U);
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.path, UpdatePath::bulk);
    EXPECT_EQ(world.column_count(), 0U) << "all was swept anew, and nothing kept";

    test::Random random(9);
    std::vector<Aabb> swept = standing_bounds();
    // Some boxes of these scenes are near so many others that an update sweeps all instead.
    const bool crowded = GetParam() == SceneKind::mixed_sizes || GetParam() == SceneKind::rods;
    std::uint32_t left = 0, kept = 0;
    for (int step = 0; step < 12; ++step) {
        const std::vector<BoxColumn> before = columns();
        // Some boxes move elsewhere, some are removed, some are added.
        for (int k = 0; k < 12; ++k) {
            const std::uint32_t id = ids[random.below(static_cast<std::uint32_t>(ids.size()))];
            ASSERT_EQ(world.move(id, scene[random.below(4000)]), Status::ok);
        }
        for (int k = 0; k < 4; ++k) {
            const std::uint32_t at = random.below(static_cast<std::uint32_t>(ids.size()));
            ASSERT_EQ(world.remove(ids[at]), Status::ok);
            ids[at] = ids.back();
            ids.pop_back();
        }
        for (int k = 0; k < 5; ++k) {
            const MotionType motion = k % 4 == 0 ? MotionType::static_box : MotionType::dynamic_box;
            ids.push_back(0);
            ASSERT_EQ(world.add(scene[random.below(4000)], motion, ids.back()), Status::ok);
        }
        EXPECT_TRUE(test::same_bytes(columns(), before)) << "nothing has been updated yet";
        ASSERT_EQ(world.update(update), Status::ok);
        if (update.path == UpdatePath::bulk && crowded) {
            EXPECT_EQ(world.column_count(), 0U);
            swept = standing_bounds();
            continue;
        }
        ASSERT_EQ(update.path, UpdatePath::incremental);
        ASSERT_EQ(update.columns_rebuilt, before.empty());
        if (!before.empty()) {
            EXPECT_TRUE(test::same_bytes(columns(), before)) << "they are kept";
        }
        ++kept;
        left = expect_built_of(swept);
        if (HasFailure()) return;
    }
    EXPECT_GE(kept, crowded ? 1U : 12U);
    if (crowded) return;
    EXPECT_GT(left, 150U);
    ASSERT_NE(world.column_count(), 0U);
    std::vector<BoxColumn> too_few(world.column_count() - 1, BoxColumn{{}, 77, 77});
    EXPECT_EQ(world.copy_columns(too_few), Status::capacity_exceeded);
    for (const BoxColumn& column : too_few) EXPECT_EQ(column.box_count, 77U);
    for (const std::uint32_t id : ids) ASSERT_EQ(world.move(id, scene[random.below(4000)]), Status::ok);
    EXPECT_NE(world.column_count(), 0U) << "nothing has been updated yet";
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.path, UpdatePath::bulk);
    EXPECT_EQ(world.column_count(), 0U);
}

// Boxes that move within their standing bounds need no columns, and do not change those that there are.
TEST_P(KeptColumns, AreThoseOfBoxesWithSkins) {
    const std::vector<Aabb> scene = test::upright_bounds(test::make_test_scene(GetParam(), 4000, 2));
    std::vector<std::uint32_t> ids(scene.size());
    world = Broadphase();
    ASSERT_EQ(world.add(aabb_rows(scene), MotionType::dynamic_box, ids), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    const std::vector<Aabb> swept = standing_bounds();
    for (std::size_t k = 0; k < scene.size(); ++k) {
        const Aabb &stands = swept[ids[k]], own = world.fat_bounds(ids[k]);
        EXPECT_TRUE(stands.min.x < own.min.x && own.max.x < stands.max.x) << "box " << k << " has no skin";
    }
    for (std::size_t step = 0; step < 12; ++step) {
        for (std::size_t k = step % 3; k < scene.size(); k += 40) {
            Aabb bounds = scene[k];
            const float skin = bounds.min.x - swept[ids[k]].min.x;
            const float by = 0.07F * static_cast<float>(step + 1) * skin;
            bounds.min.x += by;
            bounds.max.x += by;
            ASSERT_EQ(world.move(ids[k], bounds), Status::ok);
        }
        // Two boxes that do not creep change their places.
        if (step >= 4) {
            ASSERT_EQ(world.move(ids[20], scene[step % 2 == 0 ? 30 : 20]), Status::ok);
            ASSERT_EQ(world.move(ids[30], scene[step % 2 == 0 ? 20 : 30]), Status::ok);
        }
        ASSERT_EQ(world.update(update), Status::ok);
        ASSERT_EQ(update.path, UpdatePath::incremental);
        ASSERT_EQ(update.columns_rebuilt, step == 4);
        if (step < 4) {
            ASSERT_EQ(world.column_count(), 0U) << "of use to no box";
            continue;
        }
        EXPECT_EQ(expect_built_of(swept), 2U);
        if (HasFailure()) return;
    }
}
INSTANTIATE_TEST_SUITE_P(Columns, KeptColumns,
                         testing::Values(SceneKind::uniform, SceneKind::clustered, SceneKind::line,
                                         SceneKind::mixed_sizes, SceneKind::rods),
                         [](const auto& tested) { return test::scene_kind_name(tested.param); });

}  // namespace
}  // namespace satori
