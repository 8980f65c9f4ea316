// Spheres, capsules and rounded boxes in a World. Its contacts are compared with those of collide() in world_test.cpp.

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/reference_box.hpp"
#include "support/bytes.hpp"
#include "support/random.hpp"
#include "support/rounded_pairs.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

WorldUpdate update(World& world) {
    WorldUpdate result;
    EXPECT_EQ(world.update(result, {Isa::best, &serial_executor()}), Status::ok);
    return result;
}

BoxDef solid(const Vec3d& position, const Vec3& half_extents, float radius) {
    BoxDef def;
    def.pose.position = position;
    def.half_extents = half_extents;
    def.radius = radius;
    return def;
}

BoxId create(World& world, const BoxDef& def) {
    BoxId id;
    EXPECT_EQ(world.create(def, id), Status::ok);
    return id;
}

/// Returns a point of a turned frame, in double.
Vec3d place_on(const Quat& rotation, const Vec3d& at) {
    const reference::Box frame({{}, {1, 1, 1}, rotation}, {0, 0, 0});
    reference::Point place{};
    const double along[3] = {at.x, at.y, at.z};
    for (std::size_t i = 0; i < 3; ++i) place = reference::add_scaled(place, along[i], frame.axes[i]);
    return {place[0], place[1], place[2]};
}

TEST(WorldRadius, BallsTouchWhereTheyAre) {
    for (const double far : {0.0, 16777216.0}) {
        World world;
        const BoxId a = create(world, solid({far, 0, 0}, {}, 0.5F)),
                    b = create(world, solid({far + 1, 0, 0}, {}, 0.5F));
        create(world, solid({far + 0.75, 0.75, 0}, {}, 0.5F));  // its AABB overlaps both; it touches only b
        const WorldUpdate found = update(world);
        EXPECT_EQ(found.pair_count, 3U);
        const std::vector<WorldContact> contacts = test::contacts_of(world);
        ASSERT_EQ(contacts.size(), 2U);
        EXPECT_EQ(contacts[0].pair, (WorldPair{a, b}));
        const ContactManifold& manifold = world.manifold(contacts[0].slot);
        ASSERT_EQ(manifold.point_count, 1U);
        EXPECT_EQ(manifold.normal, (Vec3{1, 0, 0}));
        EXPECT_EQ(manifold.points[0].separation, 0);
        EXPECT_EQ(manifold.points[0].offset, (Vec3{0.5F, 0, 0}));
        EXPECT_EQ(world.box(b).radius, 0.5F);
        ASSERT_EQ(world.set_radius(b, 0.25F), Status::ok);
        EXPECT_EQ(update(world).ended.size(), 2U);
    }
}

TEST(WorldRadius, SensorsAndDetectorsSenseTheSolidsNotTheirBounds) {
    World world;
    BoxDef sensor = solid({}, {}, 1);
    sensor.sensor = true;
    create(world, sensor);
    const BoxId beside = create(world, solid({0.9, 0.9, 0.9}, {}, 0.5F));  // 1.56 m away; the AABBs overlap
    EXPECT_EQ(update(world).contact_count, 0U);
    ASSERT_EQ(world.set_pose(beside, {{0.85, 0.85, 0.85}, {}}), Status::ok);  // 1.47 m
    EXPECT_EQ(update(world).contact_count, 1U);
}

TEST(WorldRadius, ABallThatRollsKeepsItsPayload) {
    World world;
    BoxDef ground = solid({0, 0, -1}, {100, 100, 1}, 0);
    ground.motion = MotionType::static_box;
    create(world, ground);
    const BoxId ball = create(world, solid({0, 0, 0.25}, {}, 0.25F));
    const BoxId capsule = create(world, solid({0, 5, 0.25}, {1, 0, 0}, 0.25F));
    for (int step = 0; step < 50; ++step) {
        const double x = 0.1 * step, angle = -x / 0.25;
        const Quat turned{0, static_cast<float>(std::sin(angle / 2)), 0, static_cast<float>(std::cos(angle / 2))};
        const Quat spun{static_cast<float>(std::sin(angle / 2)), 0, 0, static_cast<float>(std::cos(angle / 2))};
        ASSERT_EQ(world.set_pose(ball, {{x, 0, 0.25 - 1e-4}, turned}), Status::ok);
        ASSERT_EQ(world.set_pose(capsule, {{0, 5 + x, 0.25 - 1e-4}, spun}), Status::ok);
        update(world);
        const std::vector<WorldContact> contacts = test::contacts_of(world);
        ASSERT_EQ(contacts.size(), 2U) << step;
        const std::uint32_t wanted[2] = {1, 2};
        for (int k = 0; k < 2; ++k) {
            const ContactManifold& manifold = world.manifold(contacts[static_cast<std::size_t>(k)].slot);
            ASSERT_EQ(manifold.point_count, wanted[k]) << step;
            EXPECT_NEAR(manifold.points[0].separation, -1e-4, 1e-5);
            EXPECT_NEAR(manifold.normal.z, 1, 1e-6);
            for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
                PointPayload& payload = world.payloads(contacts[static_cast<std::size_t>(k)].slot)[p];
                EXPECT_EQ(payload.bytes[0], static_cast<std::byte>(step)) << k << " " << p;
                payload.bytes[0] = static_cast<std::byte>(step + 1);
            }
        }
    }
}

TEST(WorldRadius, ACapsuleKeepsItsPointsHoweverDeep) {
    World world;
    BoxDef ground = solid({0, 0, -1}, {10, 10, 1}, 0);
    ground.motion = MotionType::static_box;
    create(world, ground);
    const BoxId capsule = create(world, solid({}, {0.5F, 0, 0}, 0.02F));
    for (int step = 0; step < 60; ++step) {
        const double angle = 0.5 * step, depth = 0.01 + 0.0002 * step;  // from half of the radius to more than it
        const Quat turned{static_cast<float>(std::sin(angle / 2)), 0, 0, static_cast<float>(std::cos(angle / 2))};
        ASSERT_EQ(world.set_pose(capsule, {{0, 0.01 * step, 0.02 - depth}, turned}), Status::ok);
        update(world);
        const std::vector<WorldContact> contacts = test::contacts_of(world);
        ASSERT_EQ(contacts.size(), 1U) << step;
        ASSERT_EQ(world.manifold(contacts[0].slot).point_count, 2U) << step;
        for (PointPayload& payload : world.payloads(contacts[0].slot).first(2)) {
            EXPECT_EQ(payload.bytes[0], static_cast<std::byte>(step)) << step;
            payload.bytes[0] = static_cast<std::byte>(step + 1);
        }
    }
}

/// A box as wide as kilometers is cut near the other one. Its axes are floats, and the way to the cut is long.
TEST(WorldRadius, AWideFlatBoxIsAHalfSpace) {
    struct Solid {
        float half, radius;
        std::uint32_t points;
    };
    constexpr Solid kSolids[] = {{0.1F, 0.02F, 4}, {0.12F, 0, 4}, {0, 0.12F, 1}, {0.002F, 0, 4}, {0, 0.01F, 1}};
    test::Random random(3);
    for (int k = 0; k < 500; ++k) {
        const Solid& kind = kSolids[k % 5];
        const auto f = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        const Quat turned = k == 0 ? Quat{1, 2, 3, 4} : Quat{f(), f(), f(), f()};
        const double x = k == 0 ? 4321 : random.uniform(-9e3, 9e3), y = random.uniform(-9e3, 9e3);
        World world;
        BoxDef ground = solid({}, {1e4F, 1e4F, 10}, 0);
        ground.pose.rotation = turned;
        ground.motion = MotionType::static_box;
        create(world, ground);
        const double up = 10 + double{kind.half} + double{kind.radius} - 0.001;
        BoxDef box = solid({}, {kind.half, kind.half, kind.half}, kind.radius);
        box.pose = {place_on(turned, {x, y, up}), turned};
        create(world, box);
        update(world);
        const std::vector<WorldContact> contacts = test::contacts_of(world);
        ASSERT_EQ(contacts.size(), 1U) << k;
        const ContactManifold& manifold = world.manifold(contacts[0].slot);
        ASSERT_EQ(manifold.point_count, kind.points) << k;
        for (std::uint32_t p = 0; p < kind.points; ++p) EXPECT_NEAR(manifold.points[p].separation, -0.001, 2e-6) << k;
    }
}

TEST(WorldRadius, OfTheWrongSizeIsRefusedAndNothingChanges) {
    World world;
    const std::vector<BoxId> ids{create(world, solid({}, {}, 0.5F)), create(world, solid({3, 0, 0}, {}, 0.5F))};
    update(world);
    const std::uint64_t before = world.state_hash();
    for (const float wrong : {-1.0F, 1e-8F, 2e8F, std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN(), 1e-40F}) {
        std::uint64_t bad = 9;
        EXPECT_EQ(world.set_radii(ids, std::vector<float>{1, wrong}, &bad), Status::invalid_box) << wrong;
        EXPECT_EQ(bad, 1U);
        std::vector<BoxDef> defs(2);
        defs[1].radius = wrong;
        std::vector<BoxId> made(2);
        bad = 9;
        EXPECT_EQ(world.create(defs, made, &bad), Status::invalid_box);
        EXPECT_EQ(bad, 1U);
        std::vector<WorldBoxCast> casts(2);
        casts[1].radius = wrong;
        std::vector<WorldHit> hits(2);
        bad = 9;
        EXPECT_EQ(cast_boxes(world, casts, hits, {.invalid_index = &bad}), Status::invalid_shape);
        EXPECT_EQ(bad, 1U);
    }
    EXPECT_EQ(world.set_radii(ids, std::vector<float>(1)), Status::invalid_argument);
    EXPECT_EQ(world.state_hash(), before);
    EXPECT_EQ(world.set_radii(ids, std::vector<float>{kMinRadius, kMaxRadius}), Status::ok);
    EXPECT_NE(world.state_hash(), before);
}

TEST(WorldRadius, CoversNoSides) {
    for (const float radius : {0.0F, 0.25F}) {
        World world;
        BoxDef defs[2] = {solid({}, {1, 1, 1}, 0), solid({2 + double{radius}, 0, 0}, {1, 1, 1}, radius)};
        for (BoxDef& def : defs) def.motion = MotionType::static_box;
        BoxId ids[2];
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        ASSERT_EQ(world.find_covered_sides(1e-3F), Status::ok);
        EXPECT_EQ(world.box(ids[0]).covered_sides, radius == 0 ? kSidePlusX : CoveredSides{0});
        EXPECT_EQ(world.box(ids[1]).covered_sides, radius == 0 ? kSideMinusX : CoveredSides{0});
    }
}

TEST(WorldRadius, AToleratedMotionIsThatOfTheSolid) {
    World world(WorldOptions{.motion_tolerance = 0.01F});
    const BoxId ball = create(world, solid({}, {}, 1));
    update(world);
    ASSERT_EQ(world.set_pose(ball, {{0.009, 0, 0}, {1, 0, 0, 0}}), Status::ok);
    EXPECT_EQ(world.box(ball).pose.position, (Vec3d{})) << "a ball that turns does not move";
    ASSERT_EQ(world.set_pose(ball, {{0.011, 0, 0}, {}}), Status::ok);
    EXPECT_EQ(world.box(ball).pose.position, (Vec3d{0.011, 0, 0}));
}

/// The distances of a World and of a batch of the same solids. Their centers are exact in float.
TEST(WorldRadius, DistancesAreThoseOfABatch) {
    test::Random random(11);
    std::vector<OrientedBox> boxes;
    std::vector<float> radii;
    std::vector<BoxDef> defs;
    const Vec3d base{1 << 20, -(1 << 21), 3 << 19};
    for (int i = 0; i < 300; ++i) {
        const auto at = [&] { return static_cast<float>(std::round(random.uniform(-4, 4) * 256) / 256); };
        const auto f = [&] { return static_cast<float>(random.uniform(0.1, 0.6)); };
        OrientedBox box{{at(), at(), at()}, {f(), f(), f()}, {f(), f(), f(), f()}};
        test::flatten(box, random);
        boxes.push_back(box);
        radii.push_back(test::random_radius(random, 0.5F));
        defs.push_back(solid({base.x + box.center.x, base.y + box.center.y, base.z + box.center.z}, box.half_extents,
                             radii.back()));
        defs.back().pose.rotation = box.rotation;
    }
    World world;
    std::vector<BoxId> ids(defs.size());
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    const BoxBatch batch = test::make_rounded(boxes, radii);
    Workspace workspace, other;
    PairResult near;
    ASSERT_EQ(find_near_pairs(batch, 0.25F, workspace, near), Status::ok);
    ASSERT_EQ(sort_pairs(near.pairs, other), Status::ok);
    WorldPairs near_in_world;
    ASSERT_EQ(find_near_pairs(world, 0.25F, near_in_world), Status::ok);
    ASSERT_GT(near.pairs.size(), 300U);
    ASSERT_EQ(near_in_world.pairs.size(), near.pairs.size());
    std::vector<WorldPair> pairs;
    for (std::size_t k = 0; k < near.pairs.size(); ++k) {
        pairs.push_back({ids[near.pairs[k].first], ids[near.pairs[k].second]});
        ASSERT_EQ(near_in_world.pairs[k], pairs[k]);
    }
    std::vector<PairDistance> wanted(pairs.size()), got(pairs.size());
    ASSERT_EQ(distances(batch, near.pairs, wanted, other), Status::ok);
    ASSERT_EQ(distances(world, pairs, got), Status::ok);
    int apart = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        ASSERT_NEAR(got[k].distance, wanted[k].distance, 1e-5);
        apart += got[k].distance > 0 ? 1 : 0;
    }
    EXPECT_GT(apart, 50);
}

}  // namespace
}  // namespace satori
