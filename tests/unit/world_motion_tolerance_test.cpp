// WorldOptions::motion_tolerance: poses that differ little from the box's are not taken.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/matrix_twin.hpp"
#include "support/random.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

/// A cube that touches another one, in a World with a tolerance.
class TwoCubes {
public:
    explicit TwoCubes(float tolerance, double far = 0) : world(WorldOptions{.motion_tolerance = tolerance}) {
        BoxDef def;
        def.pose.position.x = far;
        EXPECT_EQ(world.create(def, cube), Status::ok);
        def.pose.position.x = far + 0.75;
        BoxId other;
        EXPECT_EQ(world.create(def, other), Status::ok);
        update();
    }
    WorldUpdate update() {
        WorldUpdate result;
        EXPECT_EQ(world.update(result, {Isa::best, &serial_executor()}), Status::ok);
        return result;
    }
    /// Sets a pose of the first cube, and returns whether the World took it.
    bool takes(const BoxPose& pose) {
        const std::uint64_t hash = world.state_hash();
        EXPECT_EQ(world.set_pose(cube, pose), Status::ok);
        const bool taken =
            world.box(cube).pose.position == pose.position && world.box(cube).pose.rotation == pose.rotation;
        const WorldUpdate found = update();
        EXPECT_EQ(found.changed_box_count, taken ? 1U : 0U);
        EXPECT_EQ(found.changed.size(), taken ? 1U : 0U);
        EXPECT_EQ(found.contact_count, 1U);
        EXPECT_EQ(world.state_hash() == hash, !taken);
        return taken;
    }

    World world;
    BoxId cube;
};

Quat about_x(double angle, float length = 1) {
    return {length * static_cast<float>(std::sin(angle / 2)), 0, 0, length * static_cast<float>(std::cos(angle / 2))};
}

TEST(WorldMotionTolerance, IsADistanceInSizesOfTheBox) {
    for (const double far : {0.0, 1e7}) {
        TwoCubes cubes(0.01F, far);  // 15 mm
        EXPECT_FALSE(cubes.takes({{far + 0.0149, 0, 0}, {}}));
        EXPECT_FALSE(cubes.takes({{far, 0.0149, 0}, {}}));
        EXPECT_FALSE(cubes.takes({{far - 0.008, 0.008, -0.008}, {}}));
        EXPECT_TRUE(cubes.takes({{far - 0.009, 0.009, -0.009}, {}}));
        // From there on, from the pose that was taken.
        EXPECT_TRUE(cubes.takes({{far + 0.0065, 0.009, -0.009}, {}}));
        EXPECT_FALSE(cubes.takes({{far + 0.0165, 0.009, -0.009}, {}}));
        EXPECT_TRUE(cubes.takes({{far + 0.0265, 0.009, -0.009}, {}}));
    }
}

TEST(WorldMotionTolerance, CountsTheRotationForAPointOfThatDistance) {
    TwoCubes cubes(0.01F);
    EXPECT_FALSE(cubes.takes({{}, about_x(0.0099)}));
    EXPECT_FALSE(cubes.takes({{}, about_x(-0.0099, -100)}));
    EXPECT_FALSE(cubes.takes({{}, about_x(0, 1e-30F)}));
    EXPECT_FALSE(cubes.takes({{0.007, 0, 0}, about_x(0.005, 1e30F)}));
    EXPECT_TRUE(cubes.takes({{0.008, 0, 0}, about_x(0.005)}));
    EXPECT_TRUE(cubes.takes({{0.008, 0, 0}, about_x(0.0152, 7)}));
}

TEST(WorldMotionTolerance, MayBeTiny) {
    TwoCubes cubes(1e-9F);
    EXPECT_FALSE(cubes.takes({{}, {4e-10F, 0, 0, 1}}));
    EXPECT_TRUE(cubes.takes({{}, {6e-10F, 0, 0, 1}}));
}

TEST(WorldMotionTolerance, OfZeroTakesEveryPose) {
    TwoCubes cubes(0);
    EXPECT_TRUE(cubes.takes({{0x1p-60, 0, 0}, {}}));
    EXPECT_TRUE(cubes.takes({{0x1p-60, 0, 0}, about_x(1e-7)}));
}

TEST(WorldMotionTolerance, WakesABoxThatDoesNotMove) {
    TwoCubes cubes(0.01F);
    ASSERT_EQ(cubes.world.set_sleeping(cubes.cube, true), Status::ok);
    ASSERT_EQ(cubes.world.set_pose(cubes.cube, {{0.001, 0, 0}, {}}), Status::ok);
    EXPECT_FALSE(cubes.world.box(cubes.cube).sleeping);
}

TEST(WorldMotionTolerance, ThatIsNotLegalIsRefused) {
    for (const float tolerance : {-1e-30F, 1.0001F, std::numeric_limits<float>::quiet_NaN()}) {
        World world(WorldOptions{.motion_tolerance = tolerance});
        BoxId id;
        EXPECT_EQ(world.create(BoxDef{}, id), Status::invalid_argument);
    }
}

/// Returns the corners of a box, exactly.
std::array<test::RealPoint, 8> corners_at(const BoxPose& pose, const Vec3& half) {
    const Vec3d& at = pose.position;
    return test::corners_of(test::translation({at.x, at.y, at.z}) * test::rotation(pose.rotation) *
                            test::scaling(test::real(half)));
}

// Small motions have to be tolerated too, or nothing would be gained: at least all by a third of the tolerance.
TEST(WorldMotionTolerance, MovesNoCornerFurther) {
    constexpr float kTolerance = 0.02F;
    World world(WorldOptions{.motion_tolerance = kTolerance});
    test::Random random(3);
    std::uint32_t taken_count = 0, kept_count = 0;
    for (int k = 0; k < 4000; ++k) {
        const auto unit = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        BoxDef def;
        const auto extent = [&] { return static_cast<float>(random.uniform(0.01, 1)); };
        def.half_extents = {extent(), extent(), extent()};
        def.pose = {{random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)},
                    {unit(), unit(), unit(), unit() + 1.5F}};
        BoxId id;
        ASSERT_EQ(world.create(def, id), Status::ok);
        const double size = double{def.half_extents.x} + def.half_extents.y + def.half_extents.z;
        const double way = random.uniform(0, 0.03) * size;
        BoxPose pose = def.pose;
        pose.position.x += way * unit();
        pose.position.z += way * unit();
        pose.rotation.x += 0.02F * unit();
        pose.rotation.w += 0.02F * unit();
        ASSERT_EQ(world.set_pose(id, pose), Status::ok);
        const auto a = corners_at(def.pose, def.half_extents), b = corners_at(pose, def.half_extents);
        double furthest = 0;
        for (std::size_t c = 0; c < 8; ++c)
            furthest = std::max(furthest, static_cast<double>(test::distance(a[c], b[c])));
        const bool taken = world.box(id).pose.position == pose.position;
        if (!taken) {
            EXPECT_LE(furthest, double{kTolerance} * size * (1 + 1e-6));
        }
        if (furthest < double{kTolerance} * size / 3) {
            EXPECT_FALSE(taken);
        }
        (taken ? taken_count : kept_count) += 1;
    }
    EXPECT_GT(taken_count, 500U);
    EXPECT_GT(kept_count, 500U);
}

}  // namespace
}  // namespace satori
