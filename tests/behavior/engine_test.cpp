// Tests the engine of examples/rigid_bodies itself.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/box_queries.hpp>
#include <satori/impacts.hpp>

#include "rigid_bodies/engine.hpp"
#include "rigid_bodies/scene_tools.hpp"
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

/// Volume and inertia about the own axes of a solid of density 1, by the middles of small cubes.
struct Sampled {
    double volume = 0;
    Vector inertia;
};
Sampled sampled(const Vector& half, double radius) {
    constexpr int kCubes = 120;  // along each axis
    Sampled sum;
    const Vector reach{half.x + radius, half.y + radius, half.z + radius};
    const double cube = 8 * reach.x * reach.y * reach.z / (kCubes * kCubes * kCubes);
    const auto place = [&](int i, double most) { return ((2 * i + 1.0) / kCubes - 1) * most; };
    const auto beyond = [](double at, double most) { return std::max(std::abs(at) - most, 0.0); };
    for (int i = 0; i < kCubes; ++i)
        for (int j = 0; j < kCubes; ++j)
            for (int k = 0; k < kCubes; ++k) {
                const Vector p{place(i, reach.x), place(j, reach.y), place(k, reach.z)};
                if (length(Vector{beyond(p.x, half.x), beyond(p.y, half.y), beyond(p.z, half.z)}) > radius) continue;
                sum.volume += cube;
                sum.inertia += cube * Vector{p.y * p.y + p.z * p.z, p.z * p.z + p.x * p.x, p.x * p.x + p.y * p.y};
            }
    return sum;
}

TEST(RigidBodies, SolidsHaveTheirMassAndInertia) {
    struct Case {
        Vector half;
        double radius;
    };
    for (const Case& solid : {Case{{0.5, 0.25, 1}, 0}, Case{{0, 0, 0}, 0.7}, Case{{0, 0, 0.8}, 0.3},
                              Case{{0.6, 0, 0.4}, 0.2}, Case{{0.3, 0.5, 0.2}, 0.4}}) {
        Engine engine;
        BodyDef def;
        def.density = 3;
        def.half_extents = solid.half;
        def.radius = solid.radius;
        const std::uint32_t number = engine.add(def);
        const Body& body = engine.bodies()[number];
        const Sampled expected = sampled(solid.half, solid.radius);
        EXPECT_NEAR(1 / body.inverse_mass, 3 * expected.volume, 0.01 * expected.volume);
        EXPECT_NEAR(1 / body.inverse_inertia.x, 3 * expected.inertia.x, 0.01 * expected.inertia.x);
        EXPECT_NEAR(1 / body.inverse_inertia.y, 3 * expected.inertia.y, 0.01 * expected.inertia.y);
        EXPECT_NEAR(1 / body.inverse_inertia.z, 3 * expected.inertia.z, 0.01 * expected.inertia.z);
    }
}

/// Rolls a solid down a plane, and returns how far it has come in 3 s over what `inertia` = I / (m r^2) gives:
/// g sin(angle) / (1 + inertia) * t^2 / 2.
double share_of_way(double degrees, double radius, double half_length, double inertia) {
    Engine engine = make_engine(roll(degrees, radius, half_length));
    const Body& body = engine.bodies()[1];
    const Vector start = body.position;
    run(engine, 180);
    const double slope = degrees * 3.14159265358979323846 / 180, seconds = 3;
    const Vector down{std::cos(slope), 0, -std::sin(slope)}, up{std::sin(slope), 0, std::cos(slope)};
    const Vector way = body.position - start;
    EXPECT_NEAR(dot(way, up), 0, 2e-3) << "it stays on the plane";
    EXPECT_NEAR(way.y, 0, 5e-3);
    EXPECT_NEAR(body.spin.y * radius / dot(body.velocity, down), 1, 0.03) << "it rolls without slip";
    return dot(way, down) / (0.5 * 9.81 * std::sin(slope) / (1 + inertia) * seconds * seconds);
}

TEST(RigidBodies, SolidsRollAsPhysicsHasIt) {
    for (const double degrees : {2.0, 10.0, 30.0}) {
        SCOPED_TRACE(degrees);
        EXPECT_NEAR(share_of_way(degrees, 0.5, 0, 2.0 / 5), 1, 0.02);
        EXPECT_NEAR(share_of_way(degrees, 0.1, 0, 2.0 / 5), 1, 0.02);
        // A long capsule is nearly a cylinder.
        EXPECT_NEAR(share_of_way(degrees, 0.2, 4, 1.0 / 2), 1, 0.03);
    }
}

/// g * resistance / (1 + 2/5) is how a ball slows down.
TEST(RigidBodies, ABallStopsAfterTheWayThatItsRollingResistanceGives) {
    constexpr double kSpeed = 3, kRadius = 0.25, kResistance = 0.1;
    Engine engine;
    engine.add(floor());
    BodyDef def = cube({0, 0, kRadius});
    def.half_extents = {};
    def.radius = kRadius;
    def.rolling_resistance = kResistance;
    def.velocity = {kSpeed, 0, 0};
    def.spin = {0, kSpeed / kRadius, 0};
    const std::uint32_t ball = engine.add(def);
    run(engine, 420);
    EXPECT_NEAR(engine.bodies()[ball].position.x, kSpeed * kSpeed * 1.4 / (2 * kResistance * 9.81), 0.1);
    EXPECT_TRUE(engine.bodies()[ball].asleep);
}

TEST(RigidBodies, BallsRollOverSeams) {
    for (const double radius : {0.05, 0.1, 0.2, 0.5, 1.0}) {
        SCOPED_TRACE(radius);
        Scene scene = tiles();
        BodyDef& ball = scene.bodies.back();
        ball.half_extents = {};
        ball.radius = radius;
        ball.position.z = radius;
        ball.spin = {0, ball.velocity.x / radius, 0};
        Engine engine = make_engine(scene);
        for (int i = 0; i < 80; ++i) {
            engine.step();
            ASSERT_NEAR(engine.bodies().back().position.z, radius, 2e-3);
        }
        EXPECT_NEAR(engine.bodies().back().velocity.x, 5, 0.05);
        EXPECT_GT(engine.bodies().back().position.x, 6.5) << "over seven tiles";
    }
}

/// Returns the scene `tiles` with another solid: a core with a radius.
Engine slide(const TilesDef& def, const Vector& core, double radius) {
    Scene scene = tiles(def);
    BodyDef& body = scene.bodies.back();
    body.position.z += core.z + radius - body.half_extents.z;
    body.half_extents = core;
    body.radius = radius;
    return make_engine(scene);
}

/// Small radii: on a ridge, and on a step, the core itself meets the next tile's side.
TEST(RigidBodies, RoundedCubesSlideOverRidgesAndSteps) {
    for (const double radius : {0.0, 0.001, 0.01, 0.02, 0.1}) {
        for (const TilesDef& def : {TilesDef{.bend = 1}, TilesDef{.step = 0.001}}) {
            SCOPED_TRACE(radius);
            const double half = 0.5 - radius;
            Engine engine = slide(def, {half, half, half}, radius);
            const double start = engine.bodies().back().position.z;
            double highest = 0;
            for (int i = 0; i < 80; ++i) {
                engine.step();
                highest = std::max(highest, engine.bodies().back().position.z);
            }
            EXPECT_LT(highest - start, 0.01);
            EXPECT_GT(engine.bodies().back().position.x, 4.5);
        }
    }
}

TEST(RigidBodies, LongSolidsLieOnTiles) {
    struct Solid {
        Vector core;
        double radius;
    };
    for (const auto& [core, radius] :
         {Solid{{2, 0, 0}, 0.1}, Solid{{1.5, 0.5, 0.1}, 0.02}, Solid{{0.5, 0.5, 0.5}, 0.05}}) {
        for (const double width : {1.0, 0.37}) {
            SCOPED_TRACE(core.x);
            Scene scene = tiles({.tile_width = width});
            BodyDef& body = scene.bodies.back();
            body.half_extents = core;
            body.radius = radius;
            body.rotation = rotation_about({0, 1, 0}, 3);
            body.position = {3.6, 0.2, core.z + radius + 0.05 * core.x + 0.1};
            body.velocity = {};
            Engine engine = make_engine(scene);
            double lowest = 1;
            for (int i = 0; i < 240; ++i) {
                engine.step();
                lowest = std::min(lowest, engine.bodies().back().position.z);
            }
            EXPECT_GT(lowest, core.z + radius - 2e-3);
            EXPECT_LT(length(engine.bodies().back().velocity), 0.01);
            EXPECT_LT(length(engine.bodies().back().spin), 0.01);
        }
    }
}

/// A core without thickness must not get into a gap that counts as closed.
TEST(RigidBodies, PlatesStandOnSeams) {
    for (const double thickness : {0.01, 0.03, 0.1}) {
        for (const double drop : {0.2, 1.0, 2.0}) {
            SCOPED_TRACE(drop);
            constexpr double kGap = 0.00196;
            Scene scene;
            scene.bodies.push_back(fixed({-0.5 - 0.5 * kGap, 0, -0.25}, {0.5, 1, 0.25}));
            scene.bodies.push_back(fixed({0.5 + 0.5 * kGap, 0, -0.25}, {0.5, 1, 0.25}));
            BodyDef plate = cube({0, 0, 0.3 + thickness + drop});
            plate.half_extents = {0, 0.3, 0.3};
            plate.radius = thickness;
            scene.bodies.push_back(plate);
            Engine engine = make_engine(scene);
            ASSERT_EQ(engine.world().find_covered_sides(0.001F), satori::Status::ok);
            run(engine, 80);
            EXPECT_GT(engine.bodies().back().position.z, thickness - 0.002);
        }
    }
}

/// A wall covers the end of a slab, and stands out by 5 mm. What falls along the wall is not the slab's concern.
TEST(RigidBodies, SolidsFallPastACoveredSide) {
    for (const double radius : {0.1, 0.5, 1.0}) {
        SCOPED_TRACE(radius);
        Scene scene;
        scene.tiled = true;
        scene.bodies.push_back(fixed({-2, 0, -0.2}, {2, 4, 0.2}));
        scene.bodies.push_back(fixed({0.0025 - 0.15, 0, 0}, {0.1525, 4, 3}));
        BodyDef ball = cube({0.005 + radius, 0, 2});
        ball.half_extents = {};
        ball.radius = radius;
        ball.friction = 0;
        scene.bodies.push_back(ball);
        Engine engine = make_engine(scene);
        ASSERT_NE(engine.world().box(engine.bodies()[0].id).covered_sides, 0);
        run(engine, 50);
        EXPECT_NEAR(engine.bodies().back().velocity.z, -9.81 * 50 / 60, 0.01);
        EXPECT_NEAR(engine.bodies().back().velocity.x, 0, 0.01);
    }
}

TEST(RigidBodies, SolidsCalmDownInAPit) {
    const Scene scene = solids(300);
    Engine engine = make_engine(scene);
    double height = 0;
    for (const BodyDef& def : scene.bodies)
        if (def.density != 0) height = std::max(height, def.position.z);
    run(engine, 1200);
    double deepest = 0;
    for (const Body& body : engine.bodies()) {
        if (body.is_static()) continue;
        ASSERT_GT(body.position.z, 0);
        ASSERT_LT(body.position.z, height);
        ASSERT_LT(std::max(std::abs(body.position.x), std::abs(body.position.y)), 6.4) << "within the walls";
        EXPECT_TRUE(body.asleep);
    }
    for (const satori::WorldContact& contact : engine.contacts())
        for (const satori::ContactPoint& point : engine.world().manifold(contact.slot).points)
            deepest = std::max(deepest, -double{point.separation});
    EXPECT_LT(deepest, 0.02) << "meters";
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

/// Returns whether the two bars, with other thickness, overlap at a time of the last step, 0 to 1.
bool bars_overlap(const Engine& engine, const std::vector<Body>& before, double time, float half_thickness) {
    satori::OrientedBox boxes[2];
    for (std::uint32_t i = 0; i < 2; ++i) {
        const Body &from = before[i + 1], &to = engine.bodies()[i + 1];
        const Vector angle = time * to_vector(to.rotation * inverse(from.rotation));
        Rotation q = from.rotation;
        for (int k = 0; k < 64; ++k) q = turned(q, 1.0 / 64 * angle);
        boxes[i] = {to_vec3(from.position + time * (to.position - from.position)),
                    {0.97F + half_thickness, half_thickness, half_thickness},
                    to_quat(q)};
    }
    bool overlap = false;
    EXPECT_EQ(satori::overlaps(boxes[0], boxes[1], overlap), satori::Status::ok);
    return overlap;
}

TEST(RigidBodies, BarsThatSpinFastDoNotPassThroughEachOther) {
    Settings settings;
    settings.gravity = {};
    int met = 0, steps = 0, deep = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        Engine engine = make_engine(spinning_bars(seed), settings);
        bool touched = false;
        for (int step = 0; step < 60; ++step) {
            const std::vector<Body> before(engine.bodies().begin(), engine.bodies().end());
            engine.step();
            touched = touched || !engine.contacts().empty();
            ++steps;
            // Contacts are soft: spinning on, the bars may press each other in. That is not within one step.
            if (bars_overlap(engine, before, 0, 0.022F)) {
                ++deep;
                continue;
            }
            for (int k = 1; k <= 64; ++k)
                ASSERT_FALSE(bars_overlap(engine, before, k / 64.0, 0.01F)) << step << " at " << k;
        }
        met += touched ? 1 : 0;
    }
    EXPECT_GT(met, 30);
    EXPECT_LT(deep, steps / 20);
}

TEST(RigidBodies, BulletsThatSpinDoNotPassAThinWall) {
    for (const double spin : {0.0, 20.0, 40.0}) {
        for (const double speed : {20.0, 60.0, 120.0}) {
            for (int k = 0; k < 20; ++k) {
                SCOPED_TRACE(testing::Message() << "spin " << spin << ", speed " << speed << ", " << k);
                Settings settings;
                settings.gravity = {};
                Engine engine(settings);
                engine.add(fixed({5, 0, 0}, {0.02, 60, 60}));
                BodyDef bullet;
                bullet.bullet = true;
                bullet.half_extents = {0.08, 0.3, 0.45};
                bullet.rotation = rotation_about({std::sin(0.31 * k), std::cos(0.31 * k), 0}, 37.0 * k);
                bullet.position = {-1, 0, 0};
                bullet.velocity = {speed, 0.1 * speed, 0};
                bullet.spin = {spin * std::sin(1.7 * k), spin * std::cos(1.7 * k), 0.3 * spin};
                const std::uint32_t body = engine.add(bullet);
                run(engine, 120);
                ASSERT_LT(engine.bodies()[body].position.x, 5);
            }
        }
    }
}

// Its edges are those of the floor, so it must not stop there.
TEST(RigidBodies, BulletsSlideOverSeams) {
    Settings settings;
    settings.sleep_seconds = 0;
    Engine engine(settings);
    for (int i = -1; i < 40; ++i) {
        BodyDef tile = fixed({0.5 + i, 0, -0.5}, {0.5, 2, 0.5});
        tile.friction = 0;
        engine.add(tile);
    }
    BodyDef bullet;
    bullet.bullet = true;
    bullet.half_extents = {0.1, 0.1, 0.1};
    bullet.position = {0, 0, 0.1};
    bullet.velocity = {30, 0, 0};
    bullet.friction = 0;
    const std::uint32_t body = engine.add(bullet);
    run(engine, 60);
    EXPECT_NEAR(engine.bodies()[body].position.x, 30, 0.05);
    EXPECT_NEAR(engine.bodies()[body].position.z, 0.1, 0.005);
}

// The viewer lists them after the step.
TEST(RigidBodies, TellsOfAllContactsThatBegin) {
    Engine engine;
    engine.add(floor());
    for (int i = 0; i < 25; ++i) {
        BodyDef def = cube({1.5 * i - 18, 0, 0.6 + 0.05 * i});
        def.bullet = i == 0;
        engine.add(def);
    }
    std::size_t begun = 0, ended = 0;
    for (int step = 0; step < 240; ++step) {
        engine.step();
        begun += engine.update().begun.size();
        ended += engine.update().ended.size();
    }
    EXPECT_EQ(begun - ended, engine.world().contact_count());
    EXPECT_GE(begun, 25U);
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
