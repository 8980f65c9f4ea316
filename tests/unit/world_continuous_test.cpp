// Continuous boxes of a World: what an update tells of their ways. tests/property/world_impact_test.cpp judges the
// times by an oracle.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/lockstep.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

constexpr float kDepth = 5e-3F;  // the default

class WorldContinuousTest : public testing::Test {
protected:
    BoxId create(const Vec3d& position, const Vec3& half_extents, bool continuous, MotionType motion) {
        BoxDef def;
        def.pose.position = position;
        def.half_extents = half_extents;
        def.continuous = continuous;
        def.motion = motion;
        BoxId id;
        EXPECT_EQ(world_.create(def, id), Status::ok);
        return id;
    }
    BoxId create_wall(double x) { return create({x, 0, 0}, {0.05F, 2, 2}, false, MotionType::static_box); }
    BoxId create_bullet(const Vec3d& position, bool continuous = true) {
        return create(position, {0.1F, 0.1F, 0.1F}, continuous, MotionType::dynamic_box);
    }
    void move(BoxId id, const Vec3d& position, const Quat& rotation = {}) {
        ASSERT_EQ(world_.set_pose(id, {position, rotation}), Status::ok);
    }
    static void expect_depth(float depth) {
        EXPECT_LE(depth, kDepth + 1e-5F);
        EXPECT_GE(depth, 0.5F * kDepth - 1e-5F);
    }
    std::span<const WorldImpact> update() {
        EXPECT_EQ(world_.update(update_, {Isa::best, &serial_executor()}), Status::ok);
        EXPECT_TRUE(world_.validate());
        return update_.impacts;
    }

    World world_;
    WorldUpdate update_;
};

TEST_F(WorldContinuousTest, ABulletMeetsAThinWall) {
    for (const bool continuous : {false, true}) {
        const BoxId wall = create_wall(5), bullet = create_bullet({0, 0, 0}, continuous);
        EXPECT_TRUE(update().empty());
        move(bullet, {10, 0, 0});
        const auto impacts = update();
        EXPECT_EQ(update_.contact_count, 0U) << "it is behind the wall";
        ASSERT_EQ(impacts.size(), continuous ? 1U : 0U);
        if (continuous) {
            EXPECT_EQ(impacts[0].pair, (WorldPair{wall, bullet}));
            EXPECT_EQ(impacts[0].impact.kind, ImpactKind::meets);
            expect_depth(10 * impacts[0].time() - 4.85F);  // from face to face
            EXPECT_NEAR(impacts[0].impact.closest.direction.x, -1, 1e-6) << "from the wall to the bullet";
            EXPECT_NEAR(impacts[0].impact.closest.first_offset.x, -0.05 + kDepth, 1e-6);
            EXPECT_EQ(impacts[0].shrink, kDepth);
            EXPECT_FALSE(impacts[0].sensor);
        }
        ASSERT_EQ(world_.destroy(std::vector<BoxId>{wall, bullet}), Status::ok);
        EXPECT_TRUE(update().empty());
    }
}

TEST_F(WorldContinuousTest, EitherBoxMayBeTheContinuousOneAndBothMove) {
    const BoxId wall = create({5, 0, 0}, {0.05F, 2, 2}, true, MotionType::kinematic_box);
    const BoxId bullet = create_bullet({0, 0, 0}, false), late = create_bullet({0, 1, 0});
    static_cast<void>(update());
    move(wall, {-5, 0, 0});
    move(bullet, {10, 0, 0});
    move(late, {1, 1, 0});
    const auto impacts = update();
    ASSERT_EQ(impacts.size(), 2U);
    EXPECT_EQ(impacts[0].pair, (WorldPair{wall, bullet}));
    expect_depth(20 * impacts[0].time() - 4.85F);
    EXPECT_EQ(impacts[1].pair, (WorldPair{wall, late}));
    expect_depth(11 * impacts[1].time() - 4.85F);
}

TEST_F(WorldContinuousTest, ImpactsComeByTime) {
    const BoxId last = create_wall(7), first = create_wall(3), middle = create_wall(5);
    const BoxId bullet = create_bullet({0, 0, 0});
    static_cast<void>(update());
    move(bullet, {10, 0, 0});
    const auto impacts = update();
    ASSERT_EQ(impacts.size(), 3U);
    EXPECT_EQ(impacts[0].pair.first, first);
    EXPECT_EQ(impacts[1].pair.first, middle);
    EXPECT_EQ(impacts[2].pair.first, last);
}

TEST_F(WorldContinuousTest, SetBackToItsImpactItTouchesAndGoesOnFromThere) {
    const BoxId wall = create_wall(5), bullet = create_bullet({0, 0, 0});
    static_cast<void>(update());
    move(bullet, {10, 0, 0});
    const double x = 10 * double{update()[0].time()};
    move(bullet, {x, 0, 0});
    ASSERT_EQ(world_.set_continuous(bullet, true), Status::ok);
    EXPECT_TRUE(update().empty()) << "the way back is none";
    EXPECT_EQ(update_.contact_count, 1U) << "it touches without a speculative distance";
    move(bullet, {-3, 0, 0});
    EXPECT_TRUE(update().empty()) << "it moves away";
    move(bullet, {7, 0, 0});
    ASSERT_EQ(update().size(), 1U);
    expect_depth(10 * update_.impacts[0].time() - 7.85F);
    EXPECT_EQ(update_.impacts[0].pair.first, wall);
    EXPECT_TRUE(update().empty()) << "it does not move";
}

TEST_F(WorldContinuousTest, ABoxSetToAnotherPlaceMeetsNothing) {
    create_wall(5);
    const BoxId bullet = create_bullet({0, 0, 0});
    static_cast<void>(update());
    move(bullet, {10, 0, 0});
    ASSERT_EQ(world_.set_continuous(bullet, true), Status::ok);
    EXPECT_TRUE(update().empty());
    move(bullet, {0, 0, 0});
    ASSERT_EQ(world_.set_continuous(bullet, false), Status::ok);
    EXPECT_TRUE(update().empty());
    ASSERT_EQ(world_.set_continuous(bullet, true), Status::ok);
    move(bullet, {3e8, 0, 0});
    EXPECT_TRUE(update().empty()) << "too far for a way";
}

TEST_F(WorldContinuousTest, TheWayOfANewBoxBeginsWhereItWasCreated) {
    create_wall(5);
    static_cast<void>(update());
    const BoxId bullet = create_bullet({0, 0, 0});
    move(bullet, {10, 0, 0});
    EXPECT_EQ(update().size(), 1U);
}

TEST_F(WorldContinuousTest, SensorsAreNamedAndPairsThatAreNotKeptAreNot) {
    const BoxId sensor = create_wall(3), ignored = create_wall(5), filtered = create_wall(7);
    const BoxId bullet = create_bullet({0, 0, 0});
    ASSERT_EQ(world_.set_sensor(sensor, true), Status::ok);
    ASSERT_EQ(world_.ignore(bullet, ignored), Status::ok);
    ASSERT_EQ(world_.set_filter(filtered, {.mask = 0}), Status::ok);
    static_cast<void>(update());
    move(bullet, {10, 0, 0});
    const auto impacts = update();
    ASSERT_EQ(impacts.size(), 1U);
    EXPECT_EQ(impacts[0].pair, (WorldPair{sensor, bullet}));
    EXPECT_TRUE(impacts[0].sensor);
    ASSERT_EQ(world_.set_motion(bullet, MotionType::kinematic_box), Status::ok);
    move(bullet, {0, 0, 0});
    EXPECT_TRUE(update().empty()) << "static and kinematic boxes make no pairs";
}

TEST_F(WorldContinuousTest, AContactThatIsOffHasNoImpact) {
    const BoxId floor = create({0, -1, 0}, {5, 1, 5}, false, MotionType::static_box);
    const BoxId box = create_bullet({0, 0.0999, 0});
    static_cast<void>(update());
    ASSERT_EQ(world_.set_contact_enabled(floor, box, false), Status::ok);
    move(box, {0, -5, 0});
    EXPECT_TRUE(update().empty());
}

TEST_F(WorldContinuousTest, BoxesThatLieOnEachOtherSlideAndDoNotPass) {
    const BoxId floor = create({0, -0.25, 0}, {5, 0.25F, 5}, false, MotionType::static_box);
    const BoxId next = create({10, -0.25, 0}, {5, 0.25F, 5}, false, MotionType::static_box);
    const BoxId box = create_bullet({0, 0.099, 0});
    static_cast<void>(update());
    move(box, {9, 0.099, 0});
    EXPECT_TRUE(update().empty()) << "over the seam of the floors";
    move(box, {9, 0.07, 0});
    EXPECT_TRUE(update().empty()) << "a little deeper";
    move(box, {9, 0.098, 0});
    static_cast<void>(update());
    move(box, {9, -2, 0});
    ASSERT_EQ(update().size(), 1U);
    EXPECT_EQ(update_.impacts[0].pair, (WorldPair{next, box}));
    expect_depth(2.098F * update_.impacts[0].time() + 0.002F);
    EXPECT_NE(floor, next);
}

// It is set back to each impact, and no solver pushes it out: each time it comes deeper, and passes after the last one.
TEST_F(WorldContinuousTest, ABoxThatGoesOnComesDeeperStepByStep) {
    for (const float wall : {0.05F, 10.0F}) {
        // What remains of the bullet's other sides is thinner than any legal box.
        const Vec3 nearly_cube{0.1F, std::nextafter(0.1F, 1.0F), 0.1F};
        const BoxId ids[] = {create({0.15 + double{wall}, 0, 0}, {wall, 2, 2}, false, MotionType::static_box),
                             create({0, 0, 0}, nearly_cube, true, MotionType::dynamic_box)};
        const float least = std::min(wall, 0.1F);
        static_cast<void>(update());
        double x = 0;
        std::vector<float> shares = {0, 0.25F, 0.5F, 1, 2, 4};
        if (wall == 0.05F) shares.pop_back();  // both are flat
        for (const float share : shares) {
            move(ids[1], {x + 30, 0, 0});
            ASSERT_EQ(update().size(), 1U) << "wall " << wall << ", share " << share;
            EXPECT_FLOAT_EQ(update_.impacts[0].shrink, share == 0 ? kDepth : share * least);
            x += 30 * double{update_.impacts[0].time()};
            const double deep = double{std::min(wall, share * least)} + double{std::min(0.1F, share * least)};
            EXPECT_NEAR(x - 0.05, share == 0 ? 0.75 * double{kDepth} : deep, kDepth / 2);
            move(ids[1], {x, 0, 0});
            ASSERT_EQ(world_.set_continuous(ids[1], true), Status::ok);
            EXPECT_TRUE(update().empty());
            EXPECT_EQ(update_.contact_count, 1U) << "a solver could push it out";
        }
        move(ids[1], {x + 30, 0, 0});
        EXPECT_TRUE(update().empty());
        ASSERT_EQ(world_.destroy(ids), Status::ok);
    }
}

TEST_F(WorldContinuousTest, ThinBoxesThatBeginNearDoNotPass) {
    const BoxId sheet = create({0, 0, 0}, {5e-4F, 1, 1}, false, MotionType::static_box);
    const BoxId bullet = create({-1.4e-3, 0, 0}, {5e-4F, 0.01F, 0.01F}, true, MotionType::dynamic_box);
    static_cast<void>(update());
    move(bullet, {3, 0, 0});
    ASSERT_EQ(update().size(), 1U);
    EXPECT_EQ(update_.impacts[0].pair, (WorldPair{sheet, bullet}));
}

TEST_F(WorldContinuousTest, ABoxThatIsSetBackTouchesThinWallsToo) {
    for (const float wall : {0.0F, 1e-4F, 5e-4F, 2e-3F, 4e-3F, 0.01F, 0.02F, 0.05F}) {
        const BoxId ids[] = {create({5, 0, 0}, {wall, 2, 2}, false, MotionType::static_box), create_bullet({0, 0, 0})};
        static_cast<void>(update());
        move(ids[1], {10, 0, 0});
        ASSERT_EQ(update().size(), 1U) << wall;
        const double x = 10 * double{update_.impacts[0].time()};
        EXPECT_NEAR(x, 4.9 - double{wall} + 0.75 * double{kDepth}, 0.6 * double{kDepth}) << wall;
        move(ids[1], {x, 0, 0});
        ASSERT_EQ(world_.set_continuous(ids[1], true), Status::ok);
        EXPECT_TRUE(update().empty());
        ASSERT_EQ(update_.contact_count, 1U) << wall;
        std::vector<WorldContact> contacts = test::contacts_of(world_);
        EXPECT_NEAR(world_.manifold(contacts[0].slot).normal.x, -1, 1e-6) << "back to where it came from";
        ASSERT_EQ(world_.destroy(ids), Status::ok);
    }
}

TEST_F(WorldContinuousTest, WaysOutliveTheLastContinuousBoxOfAStep) {
    const BoxId door = create({-5, 0, 0}, {0.05F, 2, 2}, false, MotionType::kinematic_box);
    const BoxId box = create_bullet({0, 0, 0}, false), far = create_bullet({100, 0, 0});
    static_cast<void>(update());
    move(door, {5, 0, 0});
    ASSERT_EQ(world_.destroy(far), Status::ok);
    EXPECT_TRUE(world_.validate());
    World copy, loaded;
    ASSERT_EQ(copy.copy_from(world_), Status::ok);
    ASSERT_EQ(load(loaded, test::saved(world_)), Status::ok);
    for (World* const world : {&world_, &copy, &loaded}) {
        ASSERT_EQ(world->set_continuous(box, true), Status::ok);
        ASSERT_EQ(world->update(update_), Status::ok);
        ASSERT_EQ(update_.impacts.size(), 1U);
        expect_depth(10 * update_.impacts[0].time() - 4.85F);
    }
}

TEST_F(WorldContinuousTest, ABarThatSpinsMeetsAPost) {
    const BoxId bar = create({0, 0, 0}, {1, 0.02F, 0.02F}, true, MotionType::dynamic_box);
    const BoxId post = create({0, 0.8, 0}, {0.01F, 0.01F, 2}, false, MotionType::static_box);
    static_cast<void>(update());
    // A half turn but a little, about z. Its tip passes the post at the middle.
    const double angle = 3;
    move(bar, {0, 0, 0}, {0, 0, static_cast<float>(std::sin(angle / 2)), static_cast<float>(std::cos(angle / 2))});
    const auto impacts = update();
    EXPECT_EQ(update_.contact_count, 0U);
    ASSERT_EQ(impacts.size(), 1U);
    EXPECT_EQ(impacts[0].pair, (WorldPair{bar, post}));
    // The bar's lower side touches the corner of the post at this angle.
    const double reach = std::hypot(0.79, 0.01), met = std::atan2(0.79, 0.01) - std::asin(0.02 / reach);
    EXPECT_NEAR(impacts[0].time() * angle, met, 2 * kDepth);
    move(bar, {0, 0, 0}, {0, 0, -static_cast<float>(std::sin(angle / 2)), -static_cast<float>(std::cos(angle / 2))});
    EXPECT_TRUE(update().empty()) << "the same rotation";
}

TEST_F(WorldContinuousTest, SpheresAndFarPlaces) {
    for (const Vec3d far : {Vec3d{}, Vec3d{1e7, -3e7, 2e7}}) {
        World world;
        BoxDef wall, ball;
        wall.pose.position = {far.x + 5, far.y, far.z};
        wall.half_extents = {0.05F, 2, 2};
        wall.motion = MotionType::static_box;
        ball.pose.position = far;
        ball.half_extents = {};
        ball.radius = 0.1F;
        ball.continuous = true;
        BoxId ids[2];
        ASSERT_EQ(world.create(std::vector<BoxDef>{wall, ball}, ids), Status::ok);
        ASSERT_EQ(world.update(update_), Status::ok);
        ASSERT_EQ(world.set_pose(ids[1], {{far.x + 10, far.y, far.z}, {}}), Status::ok);
        ASSERT_EQ(world.update(update_), Status::ok);
        ASSERT_EQ(update_.impacts.size(), 1U);
        expect_depth(10 * update_.impacts[0].time() - 4.85F);
    }
}

TEST_F(WorldContinuousTest, WaysAreInCopiesAndSnapshots) {
    create_wall(5);
    const BoxId bullet = create_bullet({0, 0, 0});
    static_cast<void>(update());
    move(bullet, {10, 0, 0});
    World copy, loaded;
    ASSERT_EQ(copy.copy_from(world_), Status::ok);
    ASSERT_EQ(load(loaded, test::saved(world_)), Status::ok);
    ASSERT_EQ(update().size(), 1U);
    for (World* other : {&copy, &loaded}) {
        WorldUpdate found;
        EXPECT_TRUE(other->box(bullet).continuous);
        ASSERT_EQ(other->update(found), Status::ok);
        EXPECT_TRUE(test::same_impacts(found.impacts, update_.impacts));
        EXPECT_EQ(other->state_hash(), world_.state_hash());
    }
}

TEST_F(WorldContinuousTest, TheHashKnowsWhereAWayBegins) {
    const BoxId bullet = create_bullet({0, 0, 0});
    static_cast<void>(update());
    World other;
    ASSERT_EQ(other.copy_from(world_), Status::ok);
    move(bullet, {10, 0, 0});
    ASSERT_EQ(other.set_pose(bullet, {{10, 0, 0}, {}}), Status::ok);
    EXPECT_EQ(other.state_hash(), world_.state_hash());
    ASSERT_EQ(other.set_continuous(bullet, true), Status::ok);
    EXPECT_NE(other.state_hash(), world_.state_hash());
}

TEST_F(WorldContinuousTest, BoundsShrinkWhenTheBoxHasStopped) {
    std::vector<BoxId> walls;
    for (int i = 0; i < 20; ++i) walls.push_back(create_wall(i + 1.0));
    const BoxId bullet = create_bullet({0.5, 0, 0});
    static_cast<void>(update());
    move(bullet, {18.5, 0, 0});
    EXPECT_EQ(update().size(), 18U);
    for (const double shake : {0.01, 0.02, 0.01}) {
        move(bullet, {18.5 + shake, 0, 0});
        static_cast<void>(update());
    }
    EXPECT_LE(update_.pair_count, 2U);
}

TEST_F(WorldContinuousTest, UnknownBoxesAndOptionsThatAreNotLegal) {
    const BoxId bullet = create_bullet({0, 0, 0}, false);
    const BoxId ids[] = {bullet, {7, 1}};
    std::uint64_t bad = 99;
    EXPECT_EQ(world_.set_continuous(ids, true, &bad), Status::invalid_id);
    EXPECT_EQ(bad, 1U);
    EXPECT_FALSE(world_.box(bullet).continuous);
    for (const float depth : {-1e-3F, NAN, 2 * kMaxNearDistance}) {
        World world(WorldOptions{.impact_depth = depth});
        BoxId id;
        EXPECT_EQ(world.create(BoxDef{}, id), Status::invalid_argument) << depth;
    }
}

}  // namespace
}  // namespace satori
