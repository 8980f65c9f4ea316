// Tests scenes that are simulated: keys, the mouse, the same state everywhere, what the command says.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/box_geometry.hpp>
#include <satori/pairs.hpp>

#include "scenes/generator.hpp"
#include "scenes/scene_file.hpp"
#include "view_test.hpp"
#include "viewer/live.hpp"
#include "viewer/live_scene.hpp"
#include "viewer/palette.hpp"

namespace satori::viewer {
namespace {

using rigid_bodies::Body;

/// A scene that is simulated in a picture of 800 x 600 pixels.
struct LiveScene : Live {
    explicit LiveScene(const std::string& name) : Live(name, load_live_scene(name)) { resize(800, 600); }
};

void run(Live& live, int steps) {
    for (int i = 0; i < steps; ++i) live.step();
}

double lowest(const Body& body) {
    Aabb bounds;
    EXPECT_TRUE(find_bounds(solid_of(body), bounds));
    return bounds.min.y;
}

bool overlaps_static(const Live& live, std::uint32_t body) {
    bool any = false;
    for (const Body& other : live.engine().bodies()) {
        bool both = false;
        EXPECT_EQ(overlaps(box_of(live.engine().bodies()[body]), box_of(other), both), Status::ok);
        any = any || (both && other.is_static());
    }
    return any;
}

Pixel place_of(const Live& live, std::uint32_t body) {
    const auto& [x, y, z] = live.engine().bodies()[body].position;
    Pixel pixel;
    EXPECT_TRUE(live.camera.project({{x, y, z}}, pixel));
    return pixel;
}

TEST(Live, EverySceneStandsOnItsGround) {
    for (const std::string_view name : rigid_bodies::scene_names()) {
        LiveScene live{std::string(name)};
        // Where a ground is missing, two seconds of fall are 20 m. The heap has ten times as many bodies as the others.
        run(live, name == "heap" ? 40 : 120);
        const Body& ground = live.engine().bodies()[0];
        ASSERT_TRUE(ground.is_static()) << name;
        for (const Body& body : live.engine().bodies()) {
            if (body.is_static()) continue;
            // y is up. The grounds of the slopes are turned.
            EXPECT_GT(to_local(ground.axes, body.position - ground.position).y, ground.half_extents.y) << name;
            if (name != "slope" && name != "roll") {
                EXPECT_GT(lowest(body), -0.1) << name;
            }
        }
    }
    LiveScene stack("stack");
    run(stack, 60);
    for (std::uint32_t i = 1; i <= 10; ++i) EXPECT_NEAR(stack.engine().bodies()[i].position.y, i - 0.5, 0.05);
}

TEST(Live, SolidsArePickedAndDrawnAsWhatTheyAre) {
    LiveScene live("solids");
    run(live, 60);
    Picture picture;
    live.paint(picture);
    ASSERT_EQ(picture.boxes.size(), live.engine().bodies().size());
    std::size_t balls = 0;
    for (std::uint32_t i = 0; i < picture.boxes.size(); ++i) {
        const Body& body = live.engine().bodies()[i];
        EXPECT_EQ(picture.boxes[i].radius, static_cast<float>(body.radius));
        EXPECT_EQ(picture.boxes[i].box.half_extents, to_vec3(body.half_extents));
        if (length(body.half_extents) != 0) continue;
        ++balls;
        EXPECT_FLOAT_EQ(box_of(body).half_extents.x, static_cast<float>(body.radius));
    }
    EXPECT_GT(balls, 100U);
}

TEST(Live, ABallIsPickedOnItsSurfaceAlone) {
    rigid_bodies::Scene scene;
    rigid_bodies::BodyDef ball;
    ball.half_extents = {};
    ball.radius = 1;
    scene.bodies.push_back(ball);
    Live live("ball", scene);
    live.resize(800, 600);
    live.camera.turn_to(0, 0);
    // The sphere's outline is a circle; of the box around it, the corners are outside.
    const double across = 1.0 / std::sqrt(2.0);
    for (const auto& [far, expected] : {std::pair{0.95, true}, {1.25, false}}) {
        Pixel pixel;
        ASSERT_TRUE(live.camera.project({{far * across, far * across, 0}}, pixel));
        live.pick(std::nullopt);
        EXPECT_EQ(live.tip(pixel).starts_with("body 0"), expected) << far;
    }
}

TEST(Live, KeysPauseStepAndReset) {
    LiveScene live("pyramid");
    const std::uint64_t first = live.hash();
    EXPECT_TRUE(live.advance(0.05));
    EXPECT_EQ(live.step_count(), 3U);
    live.press(' ');
    EXPECT_FALSE(live.advance(1));
    EXPECT_EQ(live.step_count(), 3U);
    live.press('.');
    EXPECT_EQ(live.step_count(), 4U);
    EXPECT_NE(live.hash(), first);
    live.press('0');
    EXPECT_EQ(live.step_count(), 0U);
    EXPECT_EQ(live.hash(), first);
    EXPECT_FALSE(live.playing()) << "a reset does not play";
    EXPECT_TRUE(live.history().empty());
    live.press(' ');
    EXPECT_TRUE(live.advance(10));
    EXPECT_LE(live.step_count(), 6U) << "slow pictures must not pile up steps";
}

TEST(Live, BoxesAreDroppedAndThrown) {
    LiveScene live("pyramid");
    const std::size_t count = live.engine().bodies().size();
    const std::uint64_t first = live.hash();
    live.press('d');
    ASSERT_EQ(live.engine().bodies().size(), count + 1);
    const double height = live.engine().bodies()[count].position.y;
    run(live, 30);
    EXPECT_LT(live.engine().bodies()[count].position.y, height - 0.5);
    std::vector<rigid_bodies::Vector> places;
    for (const Body& body : live.engine().bodies()) places.push_back(body.position);
    live.press('t');
    ASSERT_EQ(live.engine().bodies().size(), count + 2);
    EXPECT_LT(dot(live.engine().bodies()[count + 1].velocity,
                  {live.camera.back()[0], live.camera.back()[1], live.camera.back()[2]}),
              -9);
    run(live, 90);
    int moved = 0;
    for (std::size_t i = 1; i < count; ++i)
        moved += length(live.engine().bodies()[i].position - places[i]) > 0.1 ? 1 : 0;
    EXPECT_GE(moved, 3) << "the box has hit nothing";
    live.press('<');
    EXPECT_EQ(live.engine().bodies().size(), count);
    EXPECT_EQ(live.hash(), first);
}

TEST(Live, TheMouseDragsAndThrows) {
    LiveScene live("heavy_on_light");
    run(live, 30);
    const Pixel at = place_of(live, 2);
    EXPECT_FALSE(live.grab({1, 1})) << "there is nothing to drag";
    ASSERT_TRUE(live.grab(at));
    EXPECT_EQ(live.picked(), 2U);
    const double before = live.engine().bodies()[2].position.y;
    for (int i = 0; i < 40; ++i) {
        live.drag({at.x, at.y - 12 * i});
        live.step();
    }
    EXPECT_GT(live.engine().bodies()[2].position.y, before + 0.5);
    const double speed = live.engine().bodies()[2].velocity.y;
    EXPECT_GT(speed, 0.5);
    live.release();
    live.step();
    EXPECT_GT(live.engine().bodies()[2].velocity.y, 0.5 * speed) << "it keeps its velocity";
    run(live, 300);
    EXPECT_LT(live.engine().bodies()[2].position.y, before + 0.1) << "it has come down";
    EXPECT_GT(live.events().size(), 0U);
}

TEST(Live, FiguresAreThoseOfTheSteps) {
    LiveScene live("stack");
    live.pick(1);
    run(live, 2);
    const LiveFigures& first = live.history().front();
    EXPECT_EQ(first.begun, 10U);
    EXPECT_EQ(first.persisted, 0U);
    EXPECT_EQ(live.history().back().begun, 0U);
    EXPECT_EQ(live.history().back().persisted, 10U);
    ASSERT_EQ(live.events().size(), 2U);
    EXPECT_TRUE(live.events().front().begun);
    EXPECT_EQ(live.events().front().step, 1U);
    EXPECT_EQ(live.touching(1), (std::vector<std::uint32_t>{0, 2}));
    EXPECT_TRUE(live.trace().ends_with(" touches=0,2")) << live.trace();
    run(live, 180);
    EXPECT_EQ(live.history().back().asleep, 10U);
    Picture picture;
    live.paint(picture);
    ASSERT_EQ(picture.boxes.size(), 11U);
    EXPECT_EQ(picture.boxes[0].color, kStatic);
    EXPECT_EQ(picture.boxes[1].color, kSleeping);
    EXPECT_NE(live.trace().find("live scene=stack step=182 playing=1 bodies=11 asleep=10 contacts=10 begun=0 "
                                "persisted=10 ended=0 hash="),
              std::string::npos)
        << live.trace();
}

TEST(Live, PicksOutlinesAndTips) {
    LiveScene live("stack");
    live.step();
    EXPECT_EQ(live.tip(place_of(live, 5)), "body 5: touches 2 others");
    EXPECT_EQ(live.tip({1, 1}), "");
    live.click(place_of(live, 5));
    EXPECT_EQ(live.picked(), 5U);
    Picture picture;
    live.paint(picture);
    float thickest = 0;
    for (const Line& line : picture.overlay) thickest = std::max(thickest, line.width);
    EXPECT_EQ(picture.overlay.size(), 72U) << "its edges and those of two neighbors, each with a border";
    EXPECT_EQ(std::count_if(picture.overlay.begin(), picture.overlay.end(),
                            [&](const Line& line) { return line.width == thickest; }),
              12);
    const double before = live.camera.pixel_size();
    live.press('f');
    EXPECT_LT(live.camera.pixel_size(), 0.8 * before);
    EXPECT_NEAR(live.camera.target()[1], 4.5, 0.5);
}

// The grid lies on the ground, around the scene and not around boxes that were thrown at it; L hides it.
TEST(Live, TheGridLiesOnTheGround) {
    LiveScene live("heap");
    const auto grid = [&live] {
        Picture picture;
        live.paint(picture);
        return picture.grid;
    };
    const std::vector<Line> first = grid();
    ASSERT_FALSE(first.empty());
    EXPECT_NEAR(first[0].from[1], 0, 1e-3);  // AABBs are rounded outward
    live.throw_box();
    EXPECT_EQ(grid().size(), first.size());
    live.press('l');
    EXPECT_TRUE(grid().empty());
}

// Everything that is no ground is in the first view.
TEST(Live, TheFirstViewShowsAllBodies) {
    for (const std::string name : {"pyramid", "heap", "bullets"}) {
        LiveScene live(name);
        for (std::uint32_t i = 0; i < live.engine().bodies().size(); ++i) {
            if (live.engine().bodies()[i].is_static()) continue;
            const Pixel at = place_of(live, i);
            EXPECT_TRUE(at.x > 0 && at.x < 800 && at.y > 0 && at.y < 600) << name << i;
        }
    }
}

TEST(Live, ContactPointsAreDrawn) {
    LiveScene live("stack");
    live.step();
    Picture without, with;
    live.paint(without);
    EXPECT_TRUE(without.lines.empty());
    live.press('c');
    live.paint(with);
    EXPECT_EQ(with.lines.size(), 80U);  // 10 contacts of 4 points, each with its normal
}

TEST(Live, TheSameStateEverywhere) {
    const auto hash = [](Isa isa, unsigned threads) {
        Live live("pyramid", load_live_scene("pyramid"), isa, threads);
        run(live, 20);
        live.press('t');
        run(live, 60);
        return live.hash();
    };
    const std::uint64_t expected = hash(Isa::scalar, 1);
    EXPECT_EQ(hash(Isa::scalar, 2), expected);
    EXPECT_EQ(hash(Isa::best, 1), expected);
    EXPECT_EQ(hash(Isa::best, 2), expected);
}

class LiveCommand : public test::ViewTest {
protected:
    static test::CommandResult view(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), SATORI_VIEW_PATH);
        return test::run_program(arguments);
    }
};

using LiveFile = LiveCommand;

// Cubes of this size between walls, which are nearer to the eye than the cubes and not drawn.
std::vector<test::Row> pit(float half) {
    const auto scaled = [half](float x, float y, float z, float hx, float hy, float hz) {
        return test::Row{x * half, y * half, z * half, hx * half, hy * half, hz * half, 0, 0, 0, 1};
    };
    std::vector<test::Row> rows = {scaled(0, -2, 0, 40, 2, 40), scaled(-9, 24, 0, 1, 24, 10),
                                   scaled(9, 24, 0, 1, 24, 10), scaled(0, 24, -9, 10, 24, 1),
                                   scaled(0, 24, 9, 10, 24, 1)};
    for (int i = 0; i < 9; ++i)
        rows.push_back(scaled(static_cast<float>(4 * (i % 3) - 4), 1, static_cast<float>(4 * (i / 3) - 4), 1, 1, 1));
    return rows;
}

TEST_F(LiveFile, ABoxIsThrownIntoThePit) {
    LiveScene live(write_file("pit.npy", test::npy_scene(pit(0.5F))));
    for (int turn = 0; turn < 8; ++turn) {
        live.reset();
        const auto thrown = static_cast<std::uint32_t>(live.engine().bodies().size());
        live.camera.turn_to(0.8 * turn, 0.35);
        live.throw_box();
        EXPECT_FALSE(overlaps_static(live, thrown)) << turn;
        run(live, 90);
        const rigid_bodies::Vector& at = live.engine().bodies()[thrown].position;
        EXPECT_TRUE(std::abs(at.x) < 4 && std::abs(at.z) < 4 && at.y < 4)
            << turn << ": " << at.x << " " << at.y << " " << at.z;
    }
}

// Near walls are not drawn, far ones are, also where the middle of the view is far below the middle of the walls.
TEST_F(LiveFile, OnlyNearWallsAreLeftOut) {
    LiveScene live(write_file("pit.npy", test::npy_scene(pit(0.5F))));
    const auto is_left_out = [&](std::size_t body) {
        return live.camera.is_in_the_way(box_of(live.engine().bodies()[body]));
    };
    live.camera.fit({{0, 0.5, 0}}, 3);
    EXPECT_FALSE(is_left_out(0)) << "the ground";
    EXPECT_FALSE(is_left_out(1)) << "-x";
    EXPECT_TRUE(is_left_out(2)) << "+x";
    EXPECT_FALSE(is_left_out(3)) << "-z";
    EXPECT_TRUE(is_left_out(4)) << "+z";
    live.camera.turn_to(0.6, -0.35);
    EXPECT_TRUE(is_left_out(0)) << "the ground, seen from below";
}

TEST_F(LiveFile, ABoxIsDroppedInNoStaticBox) {
    std::vector<test::Row> rows = pit(0.5F);
    rows.push_back({0, 3.5F, 0, 6, 2, 6, 0, 0, 0, 1});  // over the cubes, from 1.5 m to 5.5 m
    LiveScene live(write_file("roof.npy", test::npy_scene(rows)));
    const auto dropped = static_cast<std::uint32_t>(live.engine().bodies().size());
    live.drop();
    EXPECT_FALSE(overlaps_static(live, dropped));
    run(live, 90);
    EXPECT_NEAR(lowest(live.engine().bodies()[dropped]), 5.5, 0.05) << "it lies on the roof";
}

TEST_F(LiveFile, ScenesOfAllSizesMoveAlike) {
    for (const float scale : {0.01F, 1.0F, 100.0F}) {
        LiveScene live(write_file("pit.npy", test::npy_scene(pit(0.5F * scale))));
        live.drop();
        live.throw_box();
        const auto bodies = live.engine().bodies();
        const double relative_height = bodies[bodies.size() - 2].position.y / double{scale};
        EXPECT_GT(relative_height, 2) << scale;
        EXPECT_LT(relative_height, 6) << scale;
        const double relative_speed = length(bodies.back().velocity) / std::sqrt(double{scale});
        EXPECT_GT(relative_speed, 9) << scale;
        EXPECT_LT(relative_speed, 61) << scale;
    }
}

TEST_F(LiveCommand, SimulatesWithoutADisplay) {
    const auto shoot = [&](const std::string& threads) {
        return view({"--live", "pyramid", "--press", "t", "--steps", "120", "--screenshot", path("shot.png"), "--size",
                     "320x240", "--trace", "--threads", threads})
            .out;
    };
    const std::string out = shoot("1");
    EXPECT_EQ(out.rfind("live scene=pyramid step=120 ", 0), 0U) << out;
    EXPECT_EQ(shoot("2"), out);
    const std::string first = view({"--live", "--screenshot", path("shot.png"), "--size", "320x240", "--trace"}).out;
    EXPECT_EQ(first.rfind("live scene=pyramid step=0 ", 0), 0U) << first;
}

TEST_F(LiveCommand, SimulatesSceneFiles) {
    const std::string heap = make("heap.npy", {"heap", "--count", "50"});
    const auto shoot = [&](const std::string& scene, const std::string& steps) {
        return view(
            {"--live", scene, "--steps", steps, "--screenshot", path("shot.png"), "--size", "320x240", "--trace"});
    };
    EXPECT_NE(shoot(heap, "120").out.find(" bodies=50 asleep=49 "), std::string::npos);
    // A scene without a ground gets one.
    const std::string uniform = make("uniform.npy", {"uniform", "--count", "30"});
    EXPECT_NE(shoot(uniform, "400").out.find(" bodies=31 asleep=30 "), std::string::npos) << shoot(uniform, "400").out;
    // A box without thickness has no mass: it stays where it is, here on the ground, which lies under the lowest box.
    test::Row flat = test::cube(0, 1000, 0), cube = test::cube(0, 1003, 0);
    flat[4] = 0;
    const std::string plate = write_file("plate.npy", test::npy_scene({flat, cube}));
    EXPECT_NE(shoot(plate, "200").out.find(" bodies=3 asleep=1 contacts=2 "), std::string::npos)
        << shoot(plate, "200").out << shoot(plate, "200").err;
    const std::string none = make("none.npy", {"uniform", "--count", "0"});
    EXPECT_NE(shoot(none, "2").out.find(" bodies=0 "), std::string::npos);
}

TEST_F(LiveCommand, FaultsAreNamed) {
    const auto fault = [&](const std::vector<std::string>& arguments, int exit_code, const std::string& words) {
        const test::CommandResult result = view(arguments);
        EXPECT_EQ(result.exit_code, exit_code) << words << result.err;
        EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
    };
    fault({"--live", "pyramids"}, 2,
          "there is no file 'pyramids', and no live scene of this name: stack, pyramid, wall,");
    fault({"--live", "pyramids"}, 2, "; did you mean 'pyramid'?");
    fault({"--live", make("r.npy", {"rects", "--count", "5"})}, 2, "r.npy: --live takes boxes, not rectangles");
    test::Row broken = test::cube(0, 0, 0);
    broken[3] = -1;
    fault({"--live", write_file("b.npy", test::npy_scene({test::cube(0, 0, 0), broken}))}, 3, "b.npy: row 1, column 3");
    const std::string scene = make("s.npy", {"uniform", "--count", "5", "--frames", "2"});
    simulate(scene, {"--record", path("s.rec")});
    fault({"--live", path("s.rec")}, 3, "s.rec: a recording moves by itself");
    fault({"--live", "stack", "--pick", "11"}, 2, "stack: there is no body 11");
    fault({"--live", "stack", "--frame", "0"}, 2, "--frame is for scene files; the live scene 'stack' has no frames");
    fault({"--live", "--frame", "1"}, 2, "--frame");
    fault({"--frame", "1"}, 2, "--frame and --pick need a SCENE");
    fault({"--pick", "1"}, 2, "--frame and --pick need a SCENE");
    fault({"--steps", "3"}, 2, "--live");
    fault({"--live", "--boxes"}, 2, "--boxes");
    fault({"--live", "--boundary", "open"}, 2, "--boundary");
    const std::string help = view({"--help"}).out;
    EXPECT_NE(help.find("heavy_on_light"), std::string::npos) << help;
    EXPECT_NE(help.find("\nExamples:\n"), std::string::npos) << help;
}

}  // namespace
}  // namespace satori::viewer
