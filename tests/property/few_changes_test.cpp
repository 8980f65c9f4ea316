// R11 for few changes right after an update that swept the whole world, and in small worlds: the first of them builds
// columns, if any box has left its standing bounds and there are more than a few boxes.

#include <algorithm>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/choices.hpp"
#include "oracles/brute_force_world.hpp"
#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kCount = 4500;  // more than one task, and the last vectors are not full

class FewChanges : public test::IsaTest {
protected:
    FewChanges() : scene_(test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, kCount, 3))) {
        for (std::uint32_t i = 0; i < kCount; ++i) add(scene_[i], i % 5 == 0);
    }
    void add(const Aabb& bounds, bool fixed) {
        const MotionType motion = fixed ? MotionType::static_box : MotionType::dynamic_box;
        std::uint32_t id = 0;
        ASSERT_EQ(world_.add(bounds, motion, id), Status::ok);
        ASSERT_EQ(id, twin_.add(bounds, motion));
    }
    void move(std::uint32_t id, const Aabb& bounds) {
        ASSERT_EQ(world_.move(id, bounds), Status::ok);
        twin_.move(id, bounds);
    }
    void remove(std::uint32_t id) {
        ASSERT_EQ(world_.remove(id), Status::ok);
        twin_.remove(id);
    }
    void set_motion(std::uint32_t id, MotionType motion) {
        ASSERT_EQ(world_.set_motion(id, motion), Status::ok);
        twin_.set_motion(id, motion);
    }
    void move_all() {
        for (std::uint32_t id = 0; id < world_.id_limit(); ++id)
            if (twin_.contains(id)) move(id, scene_[random_.below(kCount)]);
    }
    // Updates the world and its oracle, compares them, and returns what the update reported.
    BroadphaseUpdate update() {
        BroadphaseUpdate told;
        EXPECT_EQ(world_.update(told, {isa(), &threads_}), Status::ok);
        EXPECT_TRUE(world_.validate());
        EXPECT_EQ(told.isa, isa());
        twin_.update();
        EXPECT_TRUE(std::ranges::equal(told.new_pairs, twin_.new_pairs()));
        EXPECT_TRUE(std::ranges::equal(told.lost_pairs, twin_.lost_pairs()));
        EXPECT_EQ(told.pair_count, twin_.pairs().size());
        changed_pairs_ += told.new_pairs.size() + told.lost_pairs.size();
        return told;
    }
    // Expects that columns are built if there are none, and kept if there are.
    void expect_looked_up(std::uint32_t changed) {
        const bool had = world_.column_count() != 0;
        const BroadphaseUpdate told = update();
        EXPECT_EQ(told.changed_count, changed);
        EXPECT_EQ(told.path, UpdatePath::incremental);
        EXPECT_NE(told.columns_rebuilt, had);
        EXPECT_NE(world_.column_count(), 0U);
    }

    static constexpr BroadphaseOptions kOptions{.margin = 0.01F};
    std::vector<Aabb> scene_;
    Broadphase world_{kOptions};
    BruteForceWorld twin_{kOptions};
    test::Random random_{7};
    test::RendezvousExecutor threads_{2};
    std::size_t changed_pairs_ = 0;
};

TEST_P(FewChanges, AreThoseOfTheTwin) {
    EXPECT_EQ(update().path, UpdatePath::bulk);
    changed_pairs_ = 0;
    // Returns an id that exists, in various tasks and vectors: the first, the last, at the end of a task.
    const auto some = [&](std::uint32_t k) {
        static constexpr std::uint32_t kIds[] = {0, 4095, 4499, 1, 4096, 17, 2500, 4490};
        std::uint32_t id = kIds[k % 8];
        while (!twin_.contains(id)) id = (id + 1) % kCount;
        return id;
    };
    for (std::uint32_t round = 0; round < 4; ++round) {
        const auto elsewhere = [&] { return scene_[random_.below(kCount)]; };
        move(some(round), elsewhere());
        expect_looked_up(1);
        // Two changes at once at the same place. One of the boxes is removed or added.
        const Aabb place = world_.fat_bounds(some(round + 2));
        move(some(round + 1), place);
        if (round % 2 == 0)
            remove(some(round + 2));
        else
            add(place, round == 1);
        expect_looked_up(2);
        set_motion(some(round + 3), round % 2 == 0 ? MotionType::static_box : MotionType::kinematic_box);
        EXPECT_LE(update().changed_count, 1U) << "it may have been one before";
        for (std::uint32_t id = 100; id < 200; ++id) move(id, elsewhere());
        const BroadphaseUpdate told = update();
        EXPECT_EQ(told.path, UpdatePath::incremental);
        EXPECT_FALSE(told.columns_rebuilt) << "kept";
        EXPECT_NE(world_.column_count(), 0U);
        move_all();
        EXPECT_EQ(update().path, UpdatePath::bulk);
    }
    EXPECT_GT(changed_pairs_, 100U);
}

TEST_P(FewChanges, TooManyPairsSweepAll) {
    update();
    // Each box is as large as the world: there are more pairs than a look into columns has room for.
    for (int k = 0; k < 4; ++k) add({{-1e6F, -1e6F, -1e6F}, {1e6F, 1e6F, 1e6F}}, false);
    const BroadphaseUpdate told = update();
    EXPECT_EQ(told.path, UpdatePath::bulk);
    EXPECT_EQ(told.new_pairs.size(), 4 * kCount + 6U);
    move(3, scene_[5]);
    expect_looked_up(1);
}

// Boxes leave one by one, and become strays. When there are too many of them, an update sweeps all.
TEST_P(FewChanges, UntilAPartOfTheWorldHasLeft) {
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(update().path, UpdatePath::bulk);
        std::uint32_t gone = 0;
        for (BroadphaseUpdate told; told.path != UpdatePath::bulk; gone += 20) {
            ASSERT_LT(gone, kCount);
            for (std::uint32_t k = 0; k < 20; ++k) move(gone + k, scene_[random_.below(kCount)]);
            told = update();
            ASSERT_EQ(told.columns_rebuilt, gone == 0);
            EXPECT_EQ(world_.column_count() == 0, told.path == UpdatePath::bulk);
        }
        EXPECT_GT(gone, kCount / broadphase::kBoxesPerStray);
        EXPECT_LE(gone, kCount / broadphase::kBoxesPerStray + 40);
        move_all();
    }
}

// An update whose executor fails changes nothing. The next update gives the same result as without the failure.
TEST_P(FewChanges, AfterAFailure) {
    for (const test::ExecutorFault fault : test::kExecutorFaults) {
        EXPECT_EQ(update().path, UpdatePath::bulk);
        for (std::uint32_t id = 4094; id < 4098; ++id) move(id, scene_[random_.below(kCount)]);
        const std::uint64_t pair_count = world_.pair_count();
        test::FaultyExecutor faulty(fault);
        BroadphaseUpdate told;
        EXPECT_EQ(world_.update(told, {isa(), &faulty}), Status::executor_failed) << test::executor_fault_name(fault);
        EXPECT_EQ(faulty.faults(), 1U);
        EXPECT_TRUE(told.new_pairs.empty() && told.lost_pairs.empty());
        EXPECT_EQ(world_.pair_count(), pair_count);
        const BroadphaseUpdate again = update();
        EXPECT_EQ(again.changed_count, 4U);
        move_all();
    }
}

// Worlds of few boxes never have columns, however many boxes change. One box more, and there are columns.
TEST_P(FewChanges, OfAFewBoxes) {
    for (const std::uint32_t count : {60U, 128U, 129U}) {
        Broadphase world;
        BruteForceWorld twin({});
        for (std::uint32_t i = 0, id = 0; i < count; ++i) {
            ASSERT_EQ(world.add(scene_[i], MotionType::dynamic_box, id), Status::ok);
            twin.add(scene_[i], MotionType::dynamic_box);
        }
        bool first = true;
        for (const std::uint32_t changed : {count, 4U, 20U, count, 4U}) {
            BroadphaseUpdate told;
            for (std::uint32_t id = 0; id < changed && !first; ++id) {
                const Aabb& to = scene_[random_.below(kCount)];
                ASSERT_EQ(world.move(id, to), Status::ok);
                twin.move(id, to);
            }
            ASSERT_EQ(world.update(told, execution()), Status::ok);
            ASSERT_TRUE(world.validate());
            twin.update();
            EXPECT_TRUE(std::ranges::equal(told.new_pairs, twin.new_pairs()));
            EXPECT_TRUE(std::ranges::equal(told.lost_pairs, twin.lost_pairs()));
            EXPECT_EQ(told.changed_count, changed);
            if (count <= 128) {
                EXPECT_EQ(told.path == UpdatePath::bulk, first);
                EXPECT_FALSE(told.columns_rebuilt);
                EXPECT_EQ(world.column_count(), 0U);
            } else {
                EXPECT_EQ(told.path == UpdatePath::bulk, changed > 4);
                EXPECT_EQ(world.column_count() != 0, changed == 4);
            }
            first = false;
        }
    }
}

// The first update of a world has few boxes. Each of its allocations fails once.
TEST_P(FewChanges, OfAnEmptyWorld) {
    for (std::uint32_t count = 1; count <= 4; ++count) {
        bool failed = true;
        std::uint64_t k = 0;
        for (; failed; ++k) {
            ASSERT_LT(k, 100U);
            test::CountingAllocator memory;
            Broadphase world({}, memory.get());
            for (std::uint32_t i = 0, id = 0; i < count; ++i) {  // in a row: each box touches the next one
                const auto x = static_cast<float>(i);
                ASSERT_EQ(world.add({{x, 0, 0}, {x + 1, 1, 1}}, MotionType::dynamic_box, id), Status::ok);
            }
            BroadphaseUpdate told;
            memory.fail_at(k);
            const Status status = world.update(told, execution());
            failed = memory.failures() != 0;
            memory.never_fail();
            if (failed) {
                ASSERT_EQ(status, Status::out_of_memory) << "allocation " << k;
                ASSERT_EQ(world.pair_count(), 0U);
                ASSERT_EQ(world.update(told, execution()), Status::ok);
            }
            EXPECT_EQ(told.path, UpdatePath::bulk);
            EXPECT_EQ(told.pair_count, count - 1);
            EXPECT_EQ(told.new_pairs.size(), told.pair_count);
            EXPECT_EQ(world.column_count(), 0U);
        }
        EXPECT_GT(k, 2U) << "hardly anything was allocated";
    }
}

SATORI_FOR_EACH_ISA(FewChanges);

}  // namespace
}  // namespace satori
