// A World uses no more memory than docs/memory.md says, and frees all of it.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/box_defs.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

constexpr std::uint64_t kBytesPerBox = 550, kBytesPerPair = 130, kBytesPerContact = 480, kBytesBesides = 256 << 10;

class WorldMemory : public testing::TestWithParam<SceneKind> {
protected:
    void SetUp() override {
        for (const OrientedBox& box : test::make_test_scene(GetParam(), 1500, 1)) defs.push_back(test::box_def(box));
        ids.resize(defs.size());
        ASSERT_EQ(world.create(defs, ids), Status::ok);
    }
    void TearDown() override {
        world = World();
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
    }
    void update() {
        ASSERT_EQ(world.update(found, {Isa::best, &serial_executor()}), Status::ok);
        EXPECT_EQ(world.bytes(), memory.live_bytes());
    }
    /// Expects at most the documented bytes for so many pairs and contacts at once, including those that an update
    /// ends.
    void expect_at_most(std::uint64_t pairs, std::uint64_t contacts) const {
        EXPECT_LE(world.bytes(),
                  kBytesPerBox * defs.size() + kBytesPerPair * pairs + kBytesPerContact * contacts + kBytesBesides)
            << pairs << " pairs, " << contacts << " contacts";
    }

    test::CountingAllocator memory;
    World world{{}, memory.get()};
    WorldUpdate found;
    std::vector<BoxDef> defs;
    std::vector<BoxId> ids;
};

// All boxes move, and in every other step only a few.
TEST_P(WorldMemory, OfBoxesThatMove) {
    std::uint64_t pairs = 0, contacts = 0;
    for (std::size_t step = 0; step < 8; ++step) {
        ASSERT_NO_FATAL_FAILURE(update());
        pairs = std::max(pairs, found.pair_count);
        contacts = std::max<std::uint64_t>(contacts, found.contact_count + found.ended.size());
        expect_at_most(pairs, contacts);
        for (std::size_t i = step; i < ids.size(); i += step % 2 == 0 ? 1 : 20) {
            defs[i].pose.position.x += 0.02 * static_cast<double>(i % 3);
            ASSERT_EQ(world.set_pose(ids[i], defs[i].pose), Status::ok);
        }
    }
}

// Each box jumps to the place of another box: nearly all pairs end, and as many begin.
TEST_P(WorldMemory, OfBoxesThatJump) {
    std::uint64_t pairs = 0, contacts = 0, last_pairs = 0, last_contacts = 0;
    for (std::size_t step = 0; step < 4; ++step) {
        ASSERT_NO_FATAL_FAILURE(update());
        pairs = std::max(pairs, last_pairs + found.pair_count);
        contacts = std::max(contacts, last_contacts + found.contact_count);
        last_pairs = found.pair_count;
        last_contacts = found.contact_count;
        expect_at_most(pairs, contacts);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const BoxPose& to = defs[(7 * i + 13 * step) % ids.size()].pose;
            ASSERT_EQ(world.set_pose(ids[i], to), Status::ok);
        }
    }
}

// What only the first update needs is given back.
TEST(WorldMemoryAfterAllMove, IsAsDocumented) {
    for (const bool payloads : {true, false}) {
        World world(WorldOptions{.point_payloads = payloads});
        test::Random random(1);
        std::vector<BoxDef> defs(100000);
        for (BoxDef& def : defs) {
            for (double* v : {&def.pose.position.x, &def.pose.position.y, &def.pose.position.z})
                *v = random.uniform(0, 63.6);
            const auto turn = [&] { return static_cast<float>(random.uniform(-0.5, 0.5)); };
            def.pose.rotation = {turn(), turn(), turn(), turn()};
        }
        std::vector<BoxId> ids(defs.size());
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        WorldUpdate found;
        for (int step = 0; step < 5; ++step) {
            ASSERT_EQ(world.update(found, {Isa::best, &serial_executor()}), Status::ok);
            const std::uint64_t at_rest = payloads ? 1260 : 990, moving = payloads ? 1510 : 1240;
            EXPECT_LE(world.bytes(), defs.size() * (step == 0 ? at_rest : moving)) << step;
            for (std::size_t i = 0; i < ids.size(); ++i) {
                defs[i].pose.position.x += random.uniform(-0.02, 0.02);
                ASSERT_EQ(world.set_pose(ids[i], defs[i].pose), Status::ok);
            }
        }
        const auto contacts = static_cast<double>(found.contact_count) / static_cast<double>(defs.size());
        EXPECT_NEAR(contacts, 2.1, 0.05);
    }
}

// In each step every pair ends, and as many begin.
TEST(WorldMemoryInTheLongRun, IsAllocatedNoMore) {
    test::CountingAllocator memory;
    World world({}, memory.get());
    std::vector<BoxDef> defs(140000);
    std::vector<BoxId> ids(defs.size());
    for (std::size_t i = 0; i < defs.size(); ++i) defs[i].pose.position.x = 1.5 * static_cast<double>(i);
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    std::vector<BoxPose> poses(defs.size());
    for (std::size_t step = 0; step < 7; ++step) {
        const std::uint64_t before = memory.allocations();
        // Box 2 k touches box 2 k + 1 in even steps, box 2 k - 1 in odd ones.
        for (std::size_t i = 0; i < poses.size(); ++i) {
            poses[i] = defs[i].pose;
            poses[i].position.x += (i + step) % 2 == 0 ? 0.3 : -0.3;
        }
        ASSERT_EQ(world.set_poses(ids, poses), Status::ok);
        WorldUpdate found;
        ASSERT_EQ(world.update(found, {Isa::best, &serial_executor()}), Status::ok);
        EXPECT_EQ(found.begun.size(), defs.size() / 2 - step % 2);
        if (step >= 3) {
            EXPECT_EQ(memory.allocations(), before) << step;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, WorldMemory, testing::ValuesIn(test::kSceneKinds),
                         [](const auto& tested) { return test::scene_kind_name(tested.param); });

}  // namespace
}  // namespace satori
