// The speculative distance of a pair: that of the options, and those of the two boxes.

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/bytes.hpp"
#include "support/random.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

WorldUpdate update(World& world, Isa isa = Isa::best) {
    WorldUpdate result;
    EXPECT_EQ(world.update(result, {isa, &serial_executor()}), Status::ok);
    return result;
}

BoxId create(World& world, const Vec3d& position, float distance, bool sensor = false) {
    BoxDef def;
    def.pose.position = position;
    def.speculative_distance = distance;
    def.sensor = sensor;
    BoxId id;
    EXPECT_EQ(world.create(def, id), Status::ok);
    return id;
}

TEST(WorldSpeculativeDistance, IsTheSumOfThreeParts) {
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        for (const double far : {0.0, 16777216.0}) {
            World world(WorldOptions{.contacts = {boundary, 0.125F}});
            const BoxId a = create(world, {far, 0, 0}, 0.125F), b = create(world, {far + 1.5, 0, 0}, 0.25F);
            ASSERT_EQ(update(world).begun.size(), 1U);
            const std::vector<WorldContact> contacts = test::contacts_of(world);
            const ContactManifold& manifold = world.manifold(contacts[0].slot);
            EXPECT_EQ(manifold.point_count, 4U);
            for (const ContactPoint& point : manifold.points) EXPECT_EQ(point.separation, 0.5F);
            ASSERT_EQ(world.set_speculative_distance(b, 0.2F), Status::ok);
            EXPECT_EQ(update(world).ended.size(), 1U);
            ASSERT_EQ(world.set_speculative_distance(a, 0.2F), Status::ok);
            EXPECT_EQ(update(world).begun.size(), 1U);
        }
    }
}

TEST(WorldSpeculativeDistance, DoesNotWakeAndIsNoneForSensors) {
    World world;
    const BoxId a = create(world, {}, 0), b = create(world, {1.5, 0, 0}, 0);
    create(world, {0, 1.5, 0}, 1, true);
    ASSERT_EQ(world.set_sleeping(a, true), Status::ok);
    EXPECT_EQ(update(world).contact_count, 0U);
    ASSERT_EQ(world.set_speculative_distance(a, 1), Status::ok);
    const WorldUpdate found = update(world);
    ASSERT_EQ(found.begun.size(), 1U);
    EXPECT_EQ(found.begun[0].pair, (WorldPair{a, b}));
    EXPECT_TRUE(world.box(a).sleeping);
    EXPECT_EQ(world.box(a).speculative_distance, 1);
    EXPECT_EQ(found.pair_count, 2U) << "of the sensor's bounds";
}

/// Boxes of all sizes in a heap, some of them hundreds of times as large as others.
std::vector<BoxDef> heap_of_boxes(std::uint32_t count) {
    test::Random random(5);
    std::vector<BoxDef> defs(count);
    for (BoxDef& def : defs) {
        const auto unit = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        const float size = random.below(20) == 0 ? 20.0F : random.below(3) == 0 ? 0.05F : 0.5F;
        def.pose.position = {random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(-6, 6)};
        def.pose.rotation = random.coin() ? Quat{} : Quat{unit(), unit(), unit(), unit() + 1.5F};
        def.half_extents = {size, size * 0.75F, size * 0.5F};
        def.covered_sides = random.below(8) == 0 ? kSidePlusX : CoveredSides{0};
    }
    return defs;
}

std::vector<ContactManifold> manifolds_of(const World& world) {
    std::vector<ContactManifold> manifolds;
    for (const WorldContact& contact : test::solid_contacts_of(world))
        manifolds.push_back(world.manifold(contact.slot));
    return manifolds;
}

TEST(WorldSpeculativeDistance, OfTwoBoxesGivesTheBytesOfTheOptions) {
    for (const float distance : {0.0F, 0.25F, 2.0F}) {
        World of_options(WorldOptions{.contacts = {Boundary::closed, distance}}), of_boxes;
        std::vector<BoxDef> defs = heap_of_boxes(400);
        std::vector<BoxId> ids(defs.size());
        ASSERT_EQ(of_options.create(defs, ids), Status::ok);
        for (BoxDef& def : defs) def.speculative_distance = distance / 2;
        ASSERT_EQ(of_boxes.create(defs, ids), Status::ok);
        test::Random random(7);
        for (int step = 0; step < 4; ++step) {
            update(of_options);
            update(of_boxes, Isa::scalar);
            const std::vector<ContactManifold> a = manifolds_of(of_options), b = manifolds_of(of_boxes);
            ASSERT_GT(a.size(), 400U);
            ASSERT_EQ(a.size(), b.size());
            EXPECT_TRUE(test::bytes_of(a.data(), a.size()) == test::bytes_of(b.data(), b.size()));
            for (const BoxId id : ids) {
                BoxPose pose = of_options.box(id).pose;
                pose.position.x += random.uniform(-0.1, 0.1);
                ASSERT_EQ(of_options.set_pose(id, pose), Status::ok);
                ASSERT_EQ(of_boxes.set_pose(id, pose), Status::ok);
            }
        }
    }
}

TEST(WorldSpeculativeDistance, OfOneBoxMakesPairsForThatBoxAlone) {
    World world;
    constexpr int kSide = 12;
    std::vector<BoxDef> defs;
    for (int i = 0; i < kSide * kSide * kSide; ++i) {
        defs.emplace_back();
        defs.back().pose.position = {3.0 * (i % kSide), 3.0 * (i / kSide % kSide), 3.0 * (i / kSide / kSide)};
    }
    std::vector<BoxId> ids(defs.size());
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    EXPECT_EQ(update(world).pair_count, 0U);
    const BoxId fast = ids[kSide * kSide * 6 + kSide * 6 + 6];
    ASSERT_EQ(world.set_speculative_distance(fast, 6), Status::ok);
    const WorldUpdate found = update(world);
    // Of the 5 x 5 x 5 boxes around it, those whose AABBs are at most 6 m away.
    EXPECT_EQ(found.pair_count, 5U * 5 * 5 - 1);
    // Those opposite to one of its faces.
    EXPECT_EQ(found.contact_count, 12U);
    for (const WorldContact& contact : found.begun)
        EXPECT_TRUE(contact.pair.first == fast || contact.pair.second == fast);
    ASSERT_EQ(world.set_speculative_distance(fast, 0), Status::ok);
    EXPECT_EQ(update(world).pair_count, 0U);
}

// The errors of the overlap are then of the size of the large box; those of the contact must not be.
TEST(WorldSpeculativeDistance, IsAsExactAboveAGroundAsTheSmallBox) {
    for (const float half : {30.0F, 1e3F, 1e5F, 1e6F}) {
        for (const double gap : {0.0995, 0.1005}) {
            World world;
            BoxDef ground;
            ground.half_extents = {half, half, half};
            ground.pose.position = {0.25 * double{half}, -double{half}, 0.125 * double{half}};
            ground.motion = MotionType::static_box;
            BoxId id;
            ASSERT_EQ(world.create(ground, id), Status::ok);
            create(world, {0, gap + 0.5, 0}, 0.1F);
            EXPECT_EQ(update(world).contact_count, gap < 0.1 ? 1U : 0U) << half;

            const std::vector<OrientedBox> rows{{{0.25F * half, -half, 0.125F * half}, ground.half_extents, {}},
                                                {{0, static_cast<float>(gap + 0.5), 0}, {0.5F, 0.5F, 0.5F}, {}}};
            BoxBatch batch;
            ASSERT_EQ(batch.assign(rows), Status::ok);
            Workspace workspace;
            ContactResult found;
            ASSERT_EQ(collide(batch, workspace, found, {.contacts = {.speculative_distance = 0.1F}}), Status::ok);
            EXPECT_EQ(found.manifolds.size(), gap < 0.1 ? 1U : 0U) << half;
        }
    }
}

TEST(WorldSpeculativeDistance, ThatIsAsBeforeChangesNothing) {
    World world;
    const BoxId a = create(world, {}, 0.5F);
    create(world, {1.25, 0, 0}, 0);
    ASSERT_EQ(update(world).begun.size(), 1U);
    ASSERT_EQ(world.set_speculative_distance(a, 0.5F), Status::ok);
    EXPECT_EQ(update(world).changed_box_count, 0U);
    ASSERT_EQ(world.set_speculative_distance(a, 0.375F), Status::ok);
    EXPECT_EQ(update(world).changed.size(), 1U);
}

TEST(WorldSpeculativeDistance, ThatIsNotLegalIsRefused) {
    World world;
    const std::vector<BoxId> ids{create(world, {}, 0), create(world, {2, 0, 0}, kMaxSpeculativeDistance)};
    const std::uint64_t hash = world.state_hash();
    for (const float wrong : {kNan, -1.0F, -std::numeric_limits<float>::infinity(), 2 * kMaxSpeculativeDistance}) {
        const std::vector<float> distances{1, wrong};
        std::uint64_t bad = 99;
        EXPECT_EQ(world.set_speculative_distances(ids, distances, &bad), Status::invalid_argument);
        EXPECT_EQ(bad, 1U);
        std::vector<BoxDef> defs(2);
        defs[1].speculative_distance = wrong;
        std::vector<BoxId> more(2);
        bad = 99;
        EXPECT_EQ(world.create(defs, more, &bad), Status::invalid_argument);
        EXPECT_EQ(bad, 1U);
        EXPECT_EQ(world.state_hash(), hash);
    }
    EXPECT_EQ(world.set_speculative_distances(ids, std::vector<float>(1)), Status::invalid_argument);
    EXPECT_EQ(world.set_speculative_distance(ids[0], 1), Status::ok);
    EXPECT_NE(world.state_hash(), hash);
    EXPECT_EQ(update(world).contact_count, 1U);
    EXPECT_TRUE(world.validate());
}

}  // namespace
}  // namespace satori
