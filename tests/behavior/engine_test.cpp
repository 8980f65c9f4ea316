// Tests the engine of examples/rigid_bodies itself.

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "rigid_bodies/engine.hpp"
#include "rigid_bodies/scenes.hpp"

namespace rigid_bodies {
namespace {

BodyDef cube(const Vector& position) {
    BodyDef def;
    def.position = position;
    return def;
}
BodyDef floor() {
    BodyDef def;
    def.position = {0, 0, -1};
    def.half_extents = {20, 20, 1};
    def.density = 0;
    return def;
}
void run(Engine& engine, int steps) {
    for (int i = 0; i < steps; ++i) engine.step();
}

TEST(RigidBodies, EverySceneIsMadeAndMoves) {
    for (const std::string_view name : scene_names()) {
        SCOPED_TRACE(name);
        Engine engine = make_engine(make_scene(name));
        run(engine, 10);
        EXPECT_TRUE(engine.world().validate());
        for (const Body& body : engine.bodies()) ASSERT_TRUE(std::isfinite(length(body.position)));
    }
    EXPECT_THROW(make_scene("nothing"), std::invalid_argument);
}

/// Two runs on one machine must be equal. Between machines, the numbers of libm and of <random> would differ.
TEST(RigidBodies, RunsAreTheSame) {
    Engine first = make_engine(heap(200)), second = make_engine(heap(200));
    run(first, 120);
    run(second, 120);
    EXPECT_EQ(first.world().state_hash(), second.world().state_hash());
}

TEST(RigidBodies, SleepsAndWakes) {
    Engine engine;
    engine.add(floor());
    const std::uint32_t lower = engine.add(cube({0, 0, 0.5})), upper = engine.add(cube({0, 0, 1.5}));
    run(engine, 180);
    EXPECT_TRUE(engine.bodies()[lower].asleep);
    EXPECT_TRUE(engine.bodies()[upper].asleep);
    const Vector rest = engine.bodies()[upper].position;
    engine.add(cube({0, 0, 4}));
    run(engine, 20);
    EXPECT_TRUE(engine.bodies()[lower].asleep) << "nothing has come yet";
    EXPECT_EQ(engine.bodies()[upper].position.z, rest.z);
    run(engine, 20);
    EXPECT_FALSE(engine.bodies()[lower].asleep) << "the third one lands on them";
    run(engine, 300);
    for (const std::uint32_t body : {lower, upper}) EXPECT_TRUE(engine.bodies()[body].asleep);
    EXPECT_NEAR(engine.bodies()[upper].position.z, rest.z, 0.01);
}

TEST(RigidBodies, AVelocityWakes) {
    Engine engine;
    engine.add(floor());
    const std::uint32_t lower = engine.add(cube({0, 0, 0.5})), upper = engine.add(cube({0, 0, 1.5}));
    run(engine, 180);
    ASSERT_TRUE(engine.bodies()[lower].asleep);
    engine.set_velocity(upper, {1, 0, 0});
    EXPECT_FALSE(engine.world().box(engine.bodies()[upper].id).sleeping);
    run(engine, 1);
    EXPECT_FALSE(engine.bodies()[lower].asleep) << "they touch";
    EXPECT_GT(engine.bodies()[upper].position.x, 0.01);
}

TEST(RigidBodies, ACopyMovesInTheSameWay) {
    for (const Scene& scene : {heap(200), chain()}) {
        Engine engine = make_engine(scene), copy;
        run(engine, 60);
        copy.copy_from(engine);
        run(engine, 60);
        run(copy, 60);
        EXPECT_EQ(copy.world().state_hash(), engine.world().state_hash());
        for (std::size_t i = 0; i < engine.bodies().size(); ++i)
            ASSERT_EQ(length(copy.bodies()[i].velocity - engine.bodies()[i].velocity), 0);
        // Back to what is now the past of the other one.
        copy.copy_from(engine);
        run(engine, 8);
        copy.set_velocity(static_cast<std::uint32_t>(scene.bodies.size() - 1), {0, 1, 0});
        run(copy, 8);
        EXPECT_NE(copy.world().state_hash(), engine.world().state_hash()) << "it was pushed";
    }
}

TEST(RigidBodies, Bounces) {
    Engine engine;
    engine.add(floor());
    BodyDef ball = cube({0, 0, 2.5});
    ball.restitution = 0.5;
    const std::uint32_t body = engine.add(ball);
    double low = 10, high = 0;
    for (int i = 0; i < 90; ++i) {
        engine.step();
        const double z = engine.bodies()[body].position.z;
        low = std::min(low, z);
        if (engine.bodies()[body].velocity.z > 0) high = std::max(high, z);
    }
    EXPECT_NEAR(low, 0.5, 0.03);
    EXPECT_NEAR(high, 1, 0.08) << "a quarter of 2 m, above the half extent";
}

TEST(RigidBodies, JointsHold) {
    Engine engine = make_engine(chain());
    run(engine, 300);
    for (const BallJoint& joint : engine.joints()) {
        const Body &a = engine.bodies()[joint.def().a], &b = engine.bodies()[joint.def().b];
        const double reach = length(a.half_extents) + length(b.half_extents);
        EXPECT_LT(length(a.position - b.position), reach + 0.01);
    }
}

}  // namespace
}  // namespace rigid_bodies
