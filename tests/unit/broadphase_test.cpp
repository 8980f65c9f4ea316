// Tests Broadphase: ids, motion types, sleep, margin, pairs, memory.

#include <algorithm>
#include <cfloat>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/aabb_arrays.hpp"
#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using enum MotionType;

Aabb cube(float x, float half = 0.5F) {
    return {{x - half, -half, -half}, {x + half, half, half}};
}

std::uint32_t add(Broadphase& world, const Aabb& bounds, MotionType motion = dynamic_box) {
    std::uint32_t id = UINT32_MAX;
    EXPECT_EQ(world.add(bounds, motion, id), Status::ok);
    return id;
}

struct Report {
    std::vector<BoxPair> added, lost;
};

Report update(Broadphase& world) {
    BroadphaseUpdate result;
    EXPECT_EQ(world.update(result), Status::ok);
    EXPECT_EQ(result.pair_count, world.pair_count());
    return {{result.new_pairs.begin(), result.new_pairs.end()}, {result.lost_pairs.begin(), result.lost_pairs.end()}};
}

TEST(BroadphaseObject, ReportsAPairOnce) {
    Broadphase world;
    const std::uint32_t a = add(world, cube(0)), b = add(world, cube(0.9F));
    EXPECT_EQ(world.pair_count(), 0U) << "pairs are those of the last update";
    EXPECT_EQ(update(world).added, (std::vector<BoxPair>{{a, b}}));
    EXPECT_EQ(world.pair_count(), 1U);
    EXPECT_TRUE(update(world).added.empty());
    ASSERT_EQ(world.move(b, cube(1)), Status::ok);
    EXPECT_TRUE(update(world).lost.empty()) << "touching counts";
    ASSERT_EQ(world.move(b, cube(1.001F)), Status::ok);
    EXPECT_EQ(update(world).lost, (std::vector<BoxPair>{{a, b}}));
    EXPECT_EQ(world.pair_count(), 0U);
}

TEST(BroadphaseObject, AViewOfNothingMayHaveAnyStride) {
    Broadphase world;
    add(world, cube(0));
    const AabbView nothing{nullptr, nullptr, 2, 0};
    EXPECT_EQ(world.move({}, nothing), Status::ok);
    EXPECT_EQ(world.add(nothing, dynamic_box, {}), Status::ok);
    EXPECT_EQ(world.size(), 1U);
}

TEST(BroadphaseObject, ReportSpeaksOfUpdatesNotOfMoves) {
    Broadphase world;
    const std::uint32_t a = add(world, cube(0)), b = add(world, cube(5));
    update(world);
    ASSERT_EQ(world.move(b, cube(0)), Status::ok);
    ASSERT_EQ(world.move(b, cube(5)), Status::ok);
    const Report report = update(world);
    EXPECT_TRUE(report.added.empty() && report.lost.empty());
    EXPECT_TRUE(world.partners(a).empty());
}

TEST(BroadphaseObject, EmptyWorld) {
    Broadphase world;
    BroadphaseUpdate result;
    ASSERT_EQ(world.update(result), Status::ok);
    EXPECT_EQ(result.path, UpdatePath::none);
    EXPECT_EQ(world.size(), 0U);
    EXPECT_EQ(world.bytes(), 0U) << "nothing allocated yet";
    EXPECT_FALSE(world.contains(0));
    EXPECT_TRUE(world.partners(0).empty());
    EXPECT_EQ(world.copy_pairs({}), Status::ok);
    const std::uint32_t id = add(world, cube(0));
    ASSERT_EQ(world.remove(id), Status::ok);
    EXPECT_TRUE(update(world).lost.empty()) << "it never had a pair";
    EXPECT_EQ(world.size(), 0U);
}

// Every combination of motion types, and a change of type.
TEST(BroadphaseObject, OnlyPairsWithADynamicBox) {
    const MotionType types[] = {static_box, kinematic_box, dynamic_box};
    for (const MotionType first : types) {
        for (const MotionType second : types) {
            Broadphase world;
            const std::uint32_t a = add(world, cube(0), first), b = add(world, cube(0.5F), second);
            const bool pair = first == dynamic_box || second == dynamic_box;
            EXPECT_EQ(update(world).added.size(), pair ? 1U : 0U);
            EXPECT_EQ(world.motion(a), first);
            for (const MotionType next : types) {
                ASSERT_EQ(world.set_motion(b, next), Status::ok);
                update(world);
                EXPECT_EQ(world.pair_count(), first == dynamic_box || next == dynamic_box ? 1U : 0U);
            }
        }
    }
}

TEST(BroadphaseObject, LowestFreeIdAfterAnUpdate) {
    Broadphase world;
    for (std::uint32_t i = 0; i < 200; ++i) EXPECT_EQ(add(world, cube(static_cast<float>(2 * i))), i);
    update(world);
    const std::uint32_t gone[] = {150, 3, 70};
    ASSERT_EQ(world.remove(gone), Status::ok);
    EXPECT_FALSE(world.contains(70));
    EXPECT_EQ(add(world, cube(1)), 200U) << "not before the update has told of the loss";
    update(world);
    EXPECT_EQ(add(world, cube(1)), 3U);
    EXPECT_EQ(add(world, cube(1)), 70U);
    ASSERT_EQ(world.remove(1), Status::ok);
    EXPECT_EQ(add(world, cube(1)), 150U);
    EXPECT_EQ(add(world, cube(1)), 201U);
    update(world);
    EXPECT_EQ(add(world, cube(1)), 1U);
    EXPECT_EQ(world.id_limit(), 202U);
}

TEST(BroadphaseObject, RemovedBoxLosesItsPairs) {
    Broadphase world;
    const std::uint32_t a = add(world, cube(0)), b = add(world, cube(0.5F)), c = add(world, cube(-0.5F));
    update(world);
    EXPECT_EQ(world.pair_count(), 3U);
    ASSERT_EQ(world.remove(a), Status::ok);
    EXPECT_EQ(world.size(), 2U);
    EXPECT_EQ(world.partners(b).size(), 2U) << "until the update";
    EXPECT_EQ(update(world).lost, (std::vector<BoxPair>{{a, b}, {a, c}}));
    EXPECT_TRUE(world.partners(a).empty());
    EXPECT_EQ(world.partners(b).size(), 1U);
}

TEST(BroadphaseObject, FatBoundsAreKeptWhileTheyFit) {
    Broadphase world({.margin = 0.25F, .relative_margin = 0.25F});  // 0.5 for a unit cube
    const std::uint32_t a = add(world, cube(0)), b = add(world, cube(2));
    EXPECT_EQ(world.fat_bounds(a).max.x, 1.0F);
    EXPECT_EQ(update(world).added.size(), 1U) << "fat bounds touch";
    ASSERT_EQ(world.move(b, cube(2.5F)), Status::ok);
    BroadphaseUpdate result;
    ASSERT_EQ(world.update(result), Status::ok);
    EXPECT_EQ(result.changed_count, 0U) << "still inside its fat bounds";
    ASSERT_EQ(world.move(b, cube(2.625F)), Status::ok);
    EXPECT_EQ(world.fat_bounds(b).min.x, 1.625F);
    EXPECT_EQ(update(world).lost.size(), 1U);
    // A box that shrinks does not keep the wide margin of a large box: beyond four margins the fat bounds are made
    // again.
    ASSERT_EQ(world.move(b, cube(2.625F, 0.25F)), Status::ok);
    EXPECT_EQ(world.fat_bounds(b).min.x, 1.625F) << "0.75 further out than the box, which is within 4 * 0.375";
    ASSERT_EQ(world.move(b, cube(2.625F, 0)), Status::ok);
    EXPECT_EQ(world.fat_bounds(b).min.x, 1.625F) << "1.0 further out, which is 4 * 0.25";
    ASSERT_EQ(world.move(b, cube(2.6875F, 0)), Status::ok);
    EXPECT_EQ(world.fat_bounds(b).min.x, 2.4375F);
}

TEST(BroadphaseObject, MarginAtTheEndOfTheRange) {
    Broadphase world({.margin = FLT_MAX, .relative_margin = 1});
    const std::uint32_t a = add(world, {{-FLT_MAX, 0, 0}, {FLT_MAX, 0, 0}}), b = add(world, cube(0));
    EXPECT_EQ(world.fat_bounds(a).min.x, -FLT_MAX);
    EXPECT_EQ(world.fat_bounds(b).max.y, FLT_MAX);
    EXPECT_EQ(update(world).added.size(), 1U);
    ASSERT_EQ(world.move(b, cube(1e30F)), Status::ok);
    EXPECT_TRUE(update(world).lost.empty());
}

TEST(BroadphaseObject, SleepLastsUntilTheBoundsChange) {
    Broadphase world({.margin = 0.1F});
    const std::uint32_t ids[] = {add(world, cube(0)), add(world, cube(0.9F))};
    update(world);
    ASSERT_EQ(world.set_sleeping(ids, true), Status::ok);
    EXPECT_TRUE(world.sleeping(ids[0]) && world.sleeping(ids[1]));
    BroadphaseUpdate result;
    ASSERT_EQ(world.update(result), Status::ok);
    EXPECT_EQ(result.path, UpdatePath::none) << "nothing to be tested";
    EXPECT_EQ(world.pair_count(), 1U) << "sleepers keep their pairs";
    ASSERT_EQ(world.move(ids[1], cube(0.95F)), Status::ok);
    EXPECT_TRUE(world.sleeping(ids[1])) << "inside its fat bounds";
    ASSERT_EQ(world.move(ids[1], cube(1.5F)), Status::ok);
    EXPECT_FALSE(world.sleeping(ids[1]));
    EXPECT_TRUE(world.sleeping(ids[0]));
    EXPECT_EQ(update(world).lost.size(), 1U);
    ASSERT_EQ(world.set_sleeping(ids[0], false), Status::ok);
    EXPECT_FALSE(world.sleeping(ids[0]));
}

TEST(BroadphaseObject, BatchesOfBoxes) {
    const auto rows = test::make_test_scene(test::SceneKind::uniform, 500, 1);
    const BoxBatch boxes = test::make_batch(rows);
    Broadphase world;
    std::vector<std::uint32_t> ids(rows.size());
    ASSERT_EQ(world.add(boxes, dynamic_box, ids), Status::ok);
    EXPECT_EQ(update(world).added, test::sorted(test::pairs_of(boxes)));
    const BoxBatch next = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 500, 2));
    ASSERT_EQ(world.move(ids, next), Status::ok);
    update(world);
    std::vector<BoxPair> pairs(world.pair_count());
    ASSERT_EQ(world.copy_pairs(pairs), Status::ok);
    EXPECT_EQ(pairs, test::sorted(test::pairs_of(next)));
}

// Bounds in two separate arrays give the same result as bounds side by side.
TEST(BroadphaseObject, BoundsInArraysOfTheirOwn) {
    constexpr std::uint32_t kCount = 300;
    const auto random_bounds = [](std::uint64_t seed) {
        test::Random random(seed);
        std::vector<Aabb> bounds;
        for (std::uint32_t i = 0; i < kCount; ++i) bounds.push_back(cube(static_cast<float>(random.uniform(0, 90))));
        return bounds;
    };
    Broadphase together, separate;
    std::vector<std::uint32_t> ids(kCount), same_ids(kCount);
    const std::vector<Aabb> first = random_bounds(1), second = random_bounds(2);
    ASSERT_EQ(together.add(aabb_rows(first), dynamic_box, ids), Status::ok);
    ASSERT_EQ(separate.add(test::AabbArrays(first).view(), dynamic_box, same_ids), Status::ok);
    EXPECT_EQ(ids, same_ids);
    const std::vector<BoxPair> begun = update(together).added;
    EXPECT_GT(begun.size(), 500U);
    EXPECT_EQ(update(separate).added, begun);
    ASSERT_EQ(together.move(ids, aabb_rows(second)), Status::ok);
    ASSERT_EQ(separate.move(ids, test::AabbArrays(second).view()), Status::ok);
    const Report moved = update(together), same = update(separate);
    EXPECT_GT(moved.added.size(), 500U);
    EXPECT_EQ(same.added, moved.added);
    EXPECT_EQ(same.lost, moved.lost);
}

TEST(BroadphaseObject, MovesFromPlaceToPlace) {
    Broadphase world;
    add(world, cube(0));
    add(world, cube(0.5F));
    update(world);
    Broadphase other(std::move(world));
    EXPECT_EQ(other.pair_count(), 1U);
    world = std::move(other);
    EXPECT_EQ(world.pair_count(), 1U);
    EXPECT_EQ(add(world, cube(0.2F)), 2U);
    EXPECT_EQ(update(world).added.size(), 2U);
}

/// Returns cubes of 1 m that begin in a cube of this width.
std::vector<Aabb> crowd(test::Random& random, std::uint32_t count, double width) {
    std::vector<Aabb> boxes;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto at = [&] { return static_cast<float>(random.uniform(0, width)); };
        const Vec3 lo{at(), at(), at()};
        boxes.push_back({lo, {lo.x + 1, lo.y + 1, lo.z + 1}});
    }
    return boxes;
}

// A crowded world in which all pairs begin and end at once.
TEST(BroadphaseObject, MemoryOfManyChanges) {
    constexpr std::uint32_t kCount = 10000;
    test::Random random(3);
    Broadphase world;
    std::vector<std::uint32_t> ids(kCount);
    ASSERT_EQ(world.add(aabb_rows(crowd(random, kCount, 12)), dynamic_box, ids), Status::ok);
    update(world);
    const std::uint64_t pairs = world.pair_count();
    ASSERT_GT(pairs, 20 * kCount);
    ASSERT_EQ(world.move(ids, aabb_rows(crowd(random, kCount, 12))), Status::ok);
    const auto changes = update(world);
    const std::uint64_t most = std::max<std::uint64_t>(pairs, changes.added.size() + changes.lost.size());
    EXPECT_LE(world.peak_bytes(), 600 * kCount + 80 * std::max(pairs, world.pair_count()) + 64 * most);
}

// Of a crowd all but a few boxes go at once.
TEST(BroadphaseObject, MemoryOfACrowdThatGoes) {
    constexpr std::uint32_t kCount = 20000;
    for (const std::uint32_t kept : {150U, 1000U, 8000U}) {
        test::Random random(6);
        Broadphase world;
        std::vector<std::uint32_t> ids(kCount);
        ASSERT_EQ(world.add(aabb_rows(crowd(random, kCount, 20)), dynamic_box, ids), Status::ok);
        update(world);
        const std::uint64_t pairs = world.pair_count();
        ASSERT_GT(pairs, 5 * kCount);
        ASSERT_EQ(world.remove(std::span(ids).subspan(kept)), Status::ok);
        const auto changes = update(world);
        EXPECT_EQ(changes.lost.size(), pairs - world.pair_count());
        EXPECT_LE(world.peak_bytes(), 600 * kCount + (80 + 64) * pairs) << kept;
    }
}

// A crowd that grows in small steps, so small that an update of all boxes is not worth its cost.
TEST(BroadphaseObject, MemoryOfAGrowingCrowd) {
    constexpr std::uint32_t kCount = 10000;
    test::Random random(5);
    Broadphase world;
    std::uint64_t most_changes = 0;
    int incremental = 0;
    for (std::uint32_t count = 0; count < kCount;) {
        const std::uint32_t more = std::max(500U, count / 20);
        std::vector<std::uint32_t> ids(more);
        ASSERT_EQ(world.add(aabb_rows(crowd(random, more, 8)), dynamic_box, ids), Status::ok);
        BroadphaseUpdate update;
        ASSERT_EQ(world.update(update, {Isa::best, &serial_executor()}), Status::ok);
        incremental += update.path == UpdatePath::incremental ? 1 : 0;
        most_changes = std::max<std::uint64_t>(most_changes, update.new_pairs.size());
        count += more;
        EXPECT_LE(world.peak_bytes(), 600 * count + 80 * world.pair_count() + 64 * most_changes) << count;
    }
    EXPECT_GT(incremental, 2);
}

// A world in which boxes move in each frame takes no more memory than the header says, and frees all of it.
TEST(BroadphaseObject, Memory) {
    const auto rows = test::make_test_scene(test::SceneKind::uniform, 50000, 1);
    auto bounds = test::upright_bounds(rows);
    test::CountingAllocator memory;
    {
        Broadphase world({}, memory.get());
        std::vector<std::uint32_t> ids(bounds.size());
        ASSERT_EQ(world.add(aabb_rows(bounds), dynamic_box, ids), Status::ok);
        update(world);
        EXPECT_LE(world.bytes(), 600 * bounds.size() + (80 + 64) * world.pair_count());
        std::uint64_t allocations = 0;
        for (std::size_t frame = 0; frame < 30; ++frame) {
            if (frame == 15) allocations = memory.allocations();
            std::vector<std::uint32_t> moved;
            std::vector<Aabb> to;
            for (std::size_t i = frame; i < bounds.size(); i += frame % 3 == 0 ? 1 : 20) {
                bounds[i].min.x += 0.01F;
                bounds[i].max.x += 0.01F;
                moved.push_back(ids[i]);
                to.push_back(bounds[i]);
            }
            ASSERT_EQ(world.move(moved, aabb_rows(to)), Status::ok);
            update(world);
        }
        EXPECT_EQ(world.bytes(), memory.live_bytes());
        EXPECT_EQ(world.peak_bytes(), memory.peak_bytes());
        EXPECT_LE(memory.allocations() - allocations, 8U) << "a steady world allocates hardly ever";
        RecordProperty("bytes_per_box", static_cast<int>(world.bytes() / bounds.size()));
    }
    EXPECT_EQ(memory.live_blocks(), 0U);
    EXPECT_EQ(memory.misuses(), 0U);
}

}  // namespace
}  // namespace satori
