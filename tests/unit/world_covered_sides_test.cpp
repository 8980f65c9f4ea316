// Tests covered sides of a World's boxes: stored, found, recorded.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/world_driver.hpp"

namespace satori {
namespace {

using Sides = std::vector<CoveredSides>;

constexpr CoveredSides kAround = kSidePlusX | kSideMinusX | kSidePlusY | kSideMinusY;

/// Returns three by three static tiles of 1 m, `gap` apart. The index along x runs fastest; the first tile's center is
/// `base`.
std::vector<BoxDef> tiles(const Vec3d& base = {}, double gap = 0) {
    std::vector<BoxDef> defs(9);
    for (std::size_t i = 0; i < defs.size(); ++i) {
        defs[i].pose.position = {base.x + static_cast<double>(i % 3) * (1 + gap),
                                 base.y + static_cast<double>(i / 3) * (1 + gap), base.z};
        defs[i].motion = MotionType::static_box;
    }
    return defs;
}

std::vector<BoxId> create(World& world, const std::vector<BoxDef>& defs) {
    std::vector<BoxId> ids(defs.size());
    EXPECT_EQ(world.create(defs, ids), Status::ok);
    return ids;
}

Sides sides_of(const World& world, const std::vector<BoxId>& ids) {
    Sides sides;
    for (const BoxId id : ids) sides.push_back(world.box(id).covered_sides);
    return sides;
}

/// The covered sides of tiles(), by the definition.
const Sides kOfTiles = {
    kSidePlusX | kSidePlusY, kAround - kSideMinusY,    kSideMinusX | kSidePlusY, kAround - kSideMinusX,     kAround,
    kAround - kSidePlusX,    kSidePlusX | kSideMinusY, kAround - kSidePlusY,     kSideMinusX | kSideMinusY,
};

TEST(WorldCoveredSides, StayUntilTheyAreSetAnewOrTheBoxIsGone) {
    World world;
    std::vector<BoxDef> defs = tiles();
    defs[3].covered_sides = kSideMinusZ;
    const std::vector<BoxId> ids = create(world, defs);
    EXPECT_EQ(world.box(ids[3]).covered_sides, kSideMinusZ);
    EXPECT_EQ(world.box(ids[4]).covered_sides, 0);
    const Sides sides{kAllSides, kSidePlusY};
    ASSERT_EQ(world.set_covered_sides(std::vector{ids[4], ids[5]}, sides), Status::ok);
    WorldUpdate update;
    for (int step = 0; step < 3; ++step) {
        ASSERT_EQ(world.update(update), Status::ok);
        const std::vector<BoxPose> pose{{{5, 5, step + 0.0}, {}}};
        ASSERT_EQ(world.set_poses({&ids[4], 1}, pose), Status::ok);
        EXPECT_EQ(sides_of(world, {ids[3], ids[4], ids[5], ids[6]}), (Sides{kSideMinusZ, kAllSides, kSidePlusY, 0}));
    }
    ASSERT_EQ(world.destroy(ids[4]), Status::ok);
    EXPECT_EQ(world.box(ids[4]).covered_sides, 0);
    ASSERT_EQ(world.update(update), Status::ok);
    const std::vector<BoxId> again = create(world, {BoxDef{}});
    EXPECT_EQ(again[0].index, ids[4].index);
    EXPECT_EQ(world.box(again[0]).covered_sides, 0);
}

TEST(WorldCoveredSides, RefuseWhatIsNotLegal) {
    World world;
    std::vector<BoxDef> defs = tiles();
    std::vector<BoxId> ids(defs.size());
    std::uint64_t bad = 99;
    defs[2].covered_sides = 64;
    EXPECT_EQ(world.create(defs, ids, &bad), Status::invalid_argument);
    EXPECT_EQ(bad, 2U);
    EXPECT_EQ(world.size(), 0U);
    ids = create(world, tiles());
    const std::uint64_t hash = world.state_hash();
    const std::vector<BoxId> some{ids[0], ids[1]};
    EXPECT_EQ(world.set_covered_sides(some, Sides{1}), Status::invalid_argument);
    EXPECT_EQ(world.set_covered_sides(some, Sides{1, 255}, &bad), Status::invalid_argument);
    EXPECT_EQ(bad, 1U);
    EXPECT_EQ(world.set_covered_sides(std::vector{BoxId{}, ids[1]}, Sides{1, 1}, &bad), Status::invalid_id);
    EXPECT_EQ(bad, 0U);
    for (const float tolerance : {0.0F, -1.0F, 2 * kMaxCoverTolerance})
        EXPECT_EQ(world.find_covered_sides(tolerance), Status::invalid_argument);
    EXPECT_EQ(world.find_covered_sides(1e-3F, {static_cast<Isa>(99)}), Status::unsupported_isa);
    EXPECT_EQ(world.state_hash(), hash);
    World empty;
    EXPECT_EQ(empty.find_covered_sides(0), Status::invalid_argument);
    EXPECT_EQ(empty.find_covered_sides(1e-3F), Status::ok);
    EXPECT_EQ(empty.set_covered_sides(std::span<const BoxId>(), {}), Status::ok);
}

TEST(WorldCoveredSides, AreFoundNearAndFarFromTheOrigin) {
    for (const double far : {0.0, 1e5, 1e7, -3e9}) {
        SCOPED_TRACE(far);
        World world;
        const std::vector<BoxId> ids = create(world, tiles({far, -far, 0.5 * far}));
        ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
        EXPECT_EQ(sides_of(world, ids), kOfTiles);
        EXPECT_TRUE(world.validate());
        World open;
        const std::vector<BoxId> apart = create(open, tiles({far, -far, 0.5 * far}, 2.1e-3));
        ASSERT_EQ(open.find_covered_sides(1e-3F), Status::ok);
        EXPECT_EQ(sides_of(open, apart), Sides(9, 0));
    }
}

TEST(WorldCoveredSides, AreThoseOfStaticBoxesThatAreNoSensors) {
    World world;
    std::vector<BoxDef> defs = tiles();
    defs[4].motion = MotionType::dynamic_box;
    defs[4].covered_sides = kSidePlusZ;
    defs[2].sensor = true;
    defs[2].covered_sides = kSidePlusZ;
    defs[0].covered_sides = kAllSides;
    const std::vector<BoxId> ids = create(world, defs);
    ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
    EXPECT_EQ(sides_of(world, ids), (Sides{
                                        kSidePlusX | kSidePlusY,
                                        kSideMinusX,
                                        kSidePlusZ,
                                        kSidePlusY | kSideMinusY,
                                        kSidePlusZ,
                                        kSidePlusY,
                                        kSidePlusX | kSideMinusY,
                                        kSidePlusX | kSideMinusX,
                                        kSideMinusX | kSideMinusY,
                                    }));
    // When a tile is destroyed, the sides of its neighbors are uncovered again.
    ASSERT_EQ(world.destroy(ids[7]), Status::ok);
    ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
    EXPECT_EQ(world.box(ids[6]).covered_sides, kSideMinusY);
    EXPECT_EQ(world.box(ids[8]).covered_sides, kSideMinusY);
}

TEST(WorldCoveredSides, ChangedOnesHaveTheirContactsMadeAnew) {
    World world;
    std::vector<BoxDef> defs = tiles();
    defs.emplace_back();
    defs.back().pose.position = {1, 1, 0.99};
    const std::vector<BoxId> ids = create(world, defs);
    WorldUpdate update;
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.contact_count, 9U);
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.tested_count, 0U);
    ASSERT_EQ(world.set_covered_sides({&ids[4], 1}, Sides{kAround}), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.tested_count, 1U);
    // The call changes all boxes but the one that already has these sides. The next call changes none.
    ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.tested_count, 8U);
    ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.tested_count, 0U);
    EXPECT_TRUE(world.validate());
}

TEST(WorldCoveredSides, AreInTheStateHash) {
    const auto hash_with = [](CoveredSides sides) {
        World world;
        const std::vector<BoxId> ids = create(world, tiles());
        EXPECT_EQ(world.set_covered_sides({&ids[4], 1}, Sides{sides}), Status::ok);
        return world.state_hash();
    };
    EXPECT_EQ(hash_with(kAround), hash_with(kAround));
    for (const CoveredSides sides : {kSidePlusX, kSideMinusZ, kAllSides}) EXPECT_NE(hash_with(sides), hash_with(0));
    EXPECT_NE(hash_with(kSidePlusX), hash_with(kSideMinusX));
}

TEST(WorldCoveredSides, AReplayHasThem) {
    test::KeptRecording kept;
    World world;
    ASSERT_EQ(world.record(kept.options()), Status::ok);
    std::vector<BoxDef> defs = tiles();
    defs[0].covered_sides = kSideMinusZ;
    std::vector<BoxId> ids = create(world, defs);
    WorldUpdate update;
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
    const std::size_t size = kept.bytes.size();
    ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
    EXPECT_EQ(kept.bytes.size(), size) << "nothing has changed";
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(world.set_covered_sides({&ids[8], 1}, Sides{kAllSides}), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(world.stop_recording(), Status::ok);

    WorldReplay replay(kept.bytes);
    ReplayStep step;
    Sides expected(9, 0);
    expected[0] = kSideMinusZ;
    for (int number = 0; number < 3; ++number) {
        ASSERT_EQ(replay.step(step, update), Status::ok);
        ASSERT_EQ(step.outcome, ReplayOutcome::same);
        EXPECT_EQ(sides_of(replay.world(), ids), expected);
        expected = kOfTiles;
        if (number == 1) expected[8] = kAllSides;
    }
    ASSERT_EQ(replay.step(step, update), Status::ok);
    EXPECT_EQ(step.outcome, ReplayOutcome::end);
}

TEST(WorldCoveredSides, ASearchThatFailsChangesNothing) {
    std::uint64_t failed = 0;
    for (std::uint64_t k = 0;; ++k) {
        test::CountingAllocator memory;
        {
            World world({}, memory.get());
            const std::vector<BoxId> ids = create(world, tiles());
            const std::uint64_t hash = world.state_hash(), bytes = world.bytes();
            memory.fail_at(k);
            const Status status = world.find_covered_sides(1e-3F, {Isa::best, &serial_executor()});
            EXPECT_EQ(world.bytes(), bytes) << "memory for the call alone";
            memory.never_fail();
            if (status != Status::ok) {
                EXPECT_EQ(status, Status::out_of_memory);
                EXPECT_EQ(world.state_hash(), hash);
                ++failed;
                EXPECT_EQ(world.find_covered_sides(1e-3F), Status::ok);
            }
            EXPECT_EQ(sides_of(world, ids), kOfTiles);
        }
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
        if (memory.failures() == 0) break;
    }
    EXPECT_GT(failed, 10U);

    // So many boxes that the call uses an executor.
    World world;
    for (int k = 0; k < 500; ++k) create(world, tiles({0, 0, 2.0 * k}));
    const std::uint64_t hash = world.state_hash();
    for (const test::ExecutorFault fault : {test::ExecutorFault::throws_at_once, test::ExecutorFault::drops_last}) {
        test::FaultyExecutor faulty(fault);
        EXPECT_EQ(world.find_covered_sides(1e-3F, {Isa::best, &faulty}), Status::executor_failed);
        EXPECT_EQ(world.state_hash(), hash);
    }
}

/// A point in the middle tile, nearest to a side that its neighbor covers. A box without extent is not a ball.
TEST(WorldCoveredSides, APointIsPushedOutOfTheTop) {
    World world;
    std::vector<BoxDef> defs = tiles();
    BoxDef point;
    point.pose.position = {1.45, 1, 0.25};
    point.half_extents = {};
    point.motion = MotionType::dynamic_box;
    const std::vector<BoxId> ids = create(world, defs);
    ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
    BoxId id;
    ASSERT_EQ(world.create(point, id), Status::ok);
    WorldUpdate update;
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.begun.size(), 1U);
    const ContactManifold& manifold = world.manifold(update.begun[0].slot);
    EXPECT_EQ(manifold.normal.z, 1) << "and not the side of the seam";
}

}  // namespace
}  // namespace satori
