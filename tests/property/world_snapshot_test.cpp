// A copy of a World has its state, and goes on as the World does. So does a World that was saved and loaded.

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/broadphase_state.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/lockstep.hpp"
#include "support/random.hpp"
#include "support/world_driver.hpp"
#include "support/world_regimes.hpp"
#include "world/world_state.hpp"

namespace satori {
namespace {

using Regime = test::WorldRegime;

class WorldSnapshotTest : public testing::TestWithParam<Regime> {
protected:
    Execution some_execution() {
        const auto isas = test::supported_isas();
        Executor* const executors[] = {&serial_executor(), &threads_, &shuffled_};
        return {isas[random_.below(static_cast<std::uint32_t>(isas.size()))], executors[random_.below(3)]};
    }
    /// Moves boxes with changes at random places between the steps.
    void run(World& world, test::WorldDriver& driver, std::size_t step_count) {
        for (std::size_t i = 0; i < step_count; ++i) {
            driver.change(world);
            driver.update(world, some_execution());
            const auto* const broadphase =
                detail::BroadphaseAccess::state_of(std::as_const(detail::WorldState::of(world)->broadphase));
            layered_ = layered_ || (broadphase->columns.valid() && broadphase->columns.next_layer() > 1);
        }
    }
    std::size_t few_steps() { return GetParam().count > 500 ? 2 : 1 + random_.below(6); }
    int round_count() const { return GetParam().count > 500 ? 4 : 25; }

    test::Random random_{7};
    test::RendezvousExecutor threads_{3};
    test::ShuffledExecutor shuffled_{5};
    bool layered_ = false;  ///< a tile got a layer of the columns
};

TEST_P(WorldSnapshotTest, ACopyGoesOnInLockstep) {
    const Regime& regime = GetParam();
    World world(regime.options), copy(regime.options);
    test::WorldDriver driver(1, regime.count, regime.base, regime.tile);
    for (int round = 0; round < round_count(); ++round) {
        run(world, driver, few_steps());
        // Half of the copies are taken between the calls of a step.
        if (random_.coin()) driver.change(world);
        ASSERT_EQ(copy.copy_from(world), Status::ok);
        ASSERT_TRUE(copy.validate());
        ASSERT_NO_FATAL_FAILURE(
            test::go_on_in_lockstep(world, driver, copy, few_steps(), some_execution(), some_execution()))
            << "round " << round;
    }
    EXPECT_EQ(layered_, regime.tile != 0);
}

// Also: the bytes do not depend on the instruction set, on threads, on queries, or on whether the World was loaded.
TEST_P(WorldSnapshotTest, ALoadedWorldGoesOnInLockstep) {
    const Regime& regime = GetParam();
    World world(regime.options), elsewhere(regime.options);
    test::WorldDriver driver(3, regime.count, regime.base, regime.tile),
        other_driver(3, regime.count, regime.base, regime.tile);
    for (int round = 0; round < round_count(); ++round) {
        const std::size_t step_count = few_steps();
        run(world, driver, step_count);
        run(elsewhere, other_driver, step_count);
        if (random_.coin()) {
            driver.change(world);
            other_driver.change(elsewhere);
        }
        ASSERT_EQ(prepare_queries(elsewhere), Status::ok);
        const std::vector<std::byte> bytes = test::saved(world);
        ASSERT_EQ(bytes, test::saved(elsewhere)) << "round " << round;
        World loaded({.predicate = regime.options.predicate});
        ASSERT_EQ(load(loaded, bytes, some_execution()), Status::ok);
        ASSERT_EQ(test::saved(loaded), bytes);
        ASSERT_EQ(load(elsewhere, bytes, some_execution()), Status::ok);
        ASSERT_NO_FATAL_FAILURE(
            test::go_on_in_lockstep(world, driver, loaded, few_steps(), some_execution(), some_execution()))
            << "round " << round;
        ASSERT_EQ(elsewhere.copy_from(loaded), Status::ok);
        other_driver = driver;
    }
}

// A recording that begins in the middle, of a World that is rolled back while it is recorded.
TEST_P(WorldSnapshotTest, ARecordingMayBeginAtAnyTime) {
    const Regime& regime = GetParam();
    World world(regime.options), backup(regime.options);
    test::WorldDriver driver(4, regime.count, regime.base, regime.tile);
    for (int round = 0; round < 4; ++round) {
        run(world, driver, few_steps());
        if (random_.coin()) driver.change(world);
        test::KeptRecording kept;
        ASSERT_EQ(world.record(kept.options()), Status::ok);
        run(world, driver, few_steps());
        ASSERT_EQ(backup.copy_from(world), Status::ok);
        const test::WorldDriver at_backup = driver;
        run(world, driver, few_steps());
        ASSERT_EQ(world.copy_from(backup), Status::ok);
        driver = at_backup;
        run(world, driver, few_steps());
        ASSERT_EQ(load(world, test::saved(backup)), Status::ok);
        driver = at_backup;
        run(world, driver, 1);
        ASSERT_EQ(world.stop_recording(), Status::ok);
        WorldReplay replay(kept.bytes);
        ReplayStep step{.outcome = ReplayOutcome::same};
        WorldUpdate update;
        while (step.outcome == ReplayOutcome::same) ASSERT_EQ(replay.step(step, update, some_execution()), Status::ok);
        ASSERT_EQ(step.outcome, ReplayOutcome::end);
        ASSERT_EQ(replay.world().state_hash(), world.state_hash());
        // A copy of the replayed World answers queries.
        World asked;
        ASSERT_EQ(asked.copy_from(replay.world()), Status::ok);
        const WorldRay ray{.origin = {regime.base.x - 50, regime.base.y, regime.base.z}, .direction = {1, 0, 0}};
        WorldHit hit, replayed_hit;
        ASSERT_EQ(closest_hits(world, {&ray, 1}, {&hit, 1}), Status::ok);
        ASSERT_EQ(closest_hits(asked, {&ray, 1}, {&replayed_hit, 1}), Status::ok);
        ASSERT_EQ(hit.box, replayed_hit.box);
        ASSERT_EQ(hit.distance, replayed_hit.distance);
    }
}

TEST_P(WorldSnapshotTest, RollsBackAndGivesTheSameAgain) {
    const Regime& regime = GetParam();
    World world(regime.options), backup(regime.options);
    test::WorldDriver driver(2, regime.count, regime.base, regime.tile);
    for (int round = 0; round < round_count(); ++round) {
        run(world, driver, few_steps());
        ASSERT_EQ(backup.copy_from(world), Status::ok);
        test::WorldDriver again = driver;
        const std::size_t frames = few_steps();
        std::vector<std::uint64_t> hashes;
        for (std::size_t i = 0; i < frames; ++i) {
            run(world, driver, 1);
            hashes.push_back(world.state_hash());
        }
        ASSERT_EQ(world.copy_from(backup), Status::ok);
        ASSERT_EQ(world.state_hash(), backup.state_hash());
        driver = again;
        for (std::size_t i = 0; i < frames; ++i) {
            run(world, driver, 1);
            ASSERT_EQ(world.state_hash(), hashes[i]) << "round " << round << ", frame " << i;
        }
        ASSERT_TRUE(world.validate());
    }
}

// Most boxes rest, so that updates look up the few others in columns. A copy has the columns; a loaded World makes its
// own.
TEST(WorldSnapshotColumns, AreCopiedOrMadeAnew) {
    constexpr std::uint32_t kSide = 56;
    std::vector<BoxDef> defs(kSide * kSide);
    for (std::uint32_t i = 0; i < defs.size(); ++i) {
        defs[i].pose.position = {1.02 * (i % kSide), 0.3 * (i % 3), 1.02 * (i / kSide)};
        if (i % 50 == 0) defs[i].half_extents = {4, 0.5F, 0.5F};
    }
    std::vector<BoxId> ids(defs.size());
    World world, copy, loaded;
    WorldUpdate update, of_copy, of_loaded;
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    test::Random random(1);
    std::uint32_t with_columns = 0;
    for (int step = 0; step < 60; ++step) {
        if (step % 4 == 0) {
            ASSERT_EQ(copy.copy_from(world), Status::ok);
            ASSERT_EQ(load(loaded, test::saved(world)), Status::ok);
            std::vector<DebugColumn> of_world, of_the_copy;
            const auto note = [](const DebugColumn& column, void* user) noexcept {
                static_cast<std::vector<DebugColumn>*>(user)->push_back(column);
            };
            debug_draw(world, {.column = note, .user = &of_world});
            debug_draw(copy, {.column = note, .user = &of_the_copy});
            ASSERT_EQ(of_world.size(), of_the_copy.size());
            with_columns += of_world.empty() ? 0U : 1U;
        }
        for (int i = 0; i < 12; ++i) {
            const BoxId id = ids[random.below(static_cast<std::uint32_t>(ids.size()))];
            BoxPose pose = world.box(id).pose;
            pose.position.x += random.uniform(-1, 1);
            for (World* const each : {&world, &copy, &loaded}) ASSERT_EQ(each->set_pose(id, pose), Status::ok);
        }
        ASSERT_EQ(world.update(update), Status::ok);
        ASSERT_EQ(copy.update(of_copy), Status::ok);
        ASSERT_EQ(loaded.update(of_loaded), Status::ok);
        ASSERT_TRUE(test::are_same(update, of_copy)) << step;
        ASSERT_TRUE(test::are_same(update, of_loaded)) << step;
        ASSERT_NO_FATAL_FAILURE(test::expect_same(world, copy));
        ASSERT_NO_FATAL_FAILURE(test::expect_same(world, loaded));
        ASSERT_EQ(test::saved(world), test::saved(loaded));
        ASSERT_TRUE(copy.validate() && loaded.validate());
    }
    EXPECT_GT(with_columns, 10U);
}

INSTANTIATE_TEST_SUITE_P(Regimes, WorldSnapshotTest, testing::ValuesIn(test::world_regimes()),
                         [](const testing::TestParamInfo<Regime>& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace satori
