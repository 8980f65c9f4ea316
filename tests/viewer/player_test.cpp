// Tests the player of scenes: frames, states of boxes, what it draws of them.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../cli/command.hpp"
#include "cli/cli_error.hpp"
#include "scenes/scene_error.hpp"
#include "viewer/palette.hpp"
#include "viewer/player.hpp"
#include "viewer/projections.hpp"

namespace satori::viewer {
namespace {

using test::cube;
using test::Row;

// Owns the bytes of the scene.
struct Recording {
    std::string bytes;

    explicit Recording(const std::vector<std::vector<Row>>& frames) {
        std::string data;
        for (const auto& frame : frames) {
            for (const Row& row : frame) data += test::raw(row);
        }
        const std::string shape = fmt::format("({}, {}, {})", frames.size(), frames[0].size(), frames[0][0].size());
        bytes = test::npy_file(test::npy_dictionary("<f4", shape), data);
    }
    Player player(std::uint32_t frame = 0, const RunChoices& choices = {}) const {
        return {scenes::SceneFile::parse(std::as_bytes(std::span(bytes)), "recording.npy"), frame, choices};
    }
};

// A ground that stays, a cube that rests on it except for noise, a cube that flies into the other, and an invalid box.
Recording small_recording() {
    std::vector<std::vector<Row>> frames;
    for (int frame = 0; frame < 5; ++frame) {
        const auto at = static_cast<float>(frame);
        Row broken = cube(5, 5, 5);
        broken[3] = -1;
        frames.push_back(
            {{0, -1, 0, 10, 0.5F, 10, 0, 0, 0, 1}, cube(1e-5F * at, -1e-4F, 0), cube(4 - at, 0.5F, 0), broken});
    }
    return Recording(frames);
}

std::size_t count_color(const Picture& picture, Color color) {
    return static_cast<std::size_t>(std::count_if(picture.boxes.begin(), picture.boxes.end(),
                                                  [&](const PaintedBox& box) { return box.color == color; }));
}

TEST(Player, StatesOfBoxes) {
    const Recording recording = small_recording();
    Player player = recording.player();
    EXPECT_EQ(player.motion(0), Motion::standing);
    EXPECT_EQ(player.motion(1), Motion::sleeping);
    EXPECT_EQ(player.motion(2), Motion::moving);
    EXPECT_TRUE(player.analysis().is_overlapping(0));
    EXPECT_TRUE(player.analysis().is_overlapping(1));
    EXPECT_FALSE(player.analysis().is_overlapping(2));
    EXPECT_TRUE(player.analysis().is_invalid(3));
    ASSERT_EQ(player.analysis().invalid().size(), 1U);
    EXPECT_EQ(player.analysis().invalid()[0].fault, BoxFault::half_extent_negative);

    Picture picture;
    player.paint(picture);
    ASSERT_EQ(picture.boxes.size(), 3U);
    EXPECT_EQ(picture.boxes[0].color, kStatic);
    EXPECT_EQ(picture.boxes[0].pattern, Pattern::faint_stripes);
    EXPECT_EQ(picture.boxes[1].color, kSleeping);
    EXPECT_EQ(picture.boxes[1].pattern, Pattern::stripes);
    EXPECT_EQ(picture.boxes[2].color, kApart);
    EXPECT_EQ(picture.boxes[2].pattern, Pattern::plain);
    const auto crosses = std::count_if(picture.overlay.begin(), picture.overlay.end(),
                                       [](const Line& line) { return line.color == kInvalid; });
    EXPECT_EQ(crosses, 4);

    player.go_to(3);  // the flying cube has arrived: its face touches
    picture.clear();
    player.paint(picture);
    EXPECT_EQ(count_color(picture, kOverlapping), 1U);
    EXPECT_EQ(count_color(picture, kApart), 0U);
}

TEST(Player, PlaysStepsAndScrubs) {
    const Recording recording = small_recording();
    Player player = recording.player(1);
    EXPECT_EQ(player.frame(), 1U);
    EXPECT_FALSE(player.advance(1));
    player.press('.');
    EXPECT_EQ(player.frame(), 2U);
    player.press(',');
    player.press(',');
    player.press(',');
    EXPECT_EQ(player.frame(), 0U);
    player.press('>');
    EXPECT_EQ(player.frame(), 4U);
    player.press('.');
    EXPECT_EQ(player.frame(), 4U);
    player.press('<');
    EXPECT_EQ(player.frame(), 0U);

    player.press(' ');
    player.frames_per_second = 4;
    EXPECT_TRUE(player.advance(0.2));
    EXPECT_EQ(player.frame(), 0U);
    EXPECT_TRUE(player.advance(0.1));
    EXPECT_EQ(player.frame(), 1U);
    for (int frame = 0; frame < 4; ++frame) player.advance(0.3);
    EXPECT_EQ(player.frame(), 0U);  // it plays in a loop
    player.press('.');
    EXPECT_FALSE(player.playing());
    EXPECT_THROW(recording.player(5), scenes::SceneError);
}

TEST(Player, TheHashIsThatOfEverySetAndThreadCount) {
    const Recording recording = small_recording();
    Player player = recording.player();
    const std::uint64_t hash = player.analysis().figures().hash;
    for (const Isa isa : compiled_isas()) {
        if (!isa_supported(isa)) continue;
        for (const unsigned threads : {1U, 2U, 0U}) {
            player.choose({Boundary::closed, isa, threads});
            EXPECT_EQ(player.analysis().figures().isa, isa);
            EXPECT_EQ(player.analysis().figures().hash, hash);
        }
    }
    EXPECT_FALSE(player.hash_changed());
    player.go_to(3);
    EXPECT_NE(player.analysis().figures().hash, hash);
    player.press('b');  // touching no longer counts, so that another hash is right
    EXPECT_FALSE(player.hash_changed());
    player.measuring = true;
    const std::size_t runs = player.history().size();
    EXPECT_TRUE(player.advance(0.01));
    EXPECT_EQ(player.history().size(), runs + 1);
}

TEST(Player, PicksWhatIsUnderTheMouse) {
    const Recording recording = small_recording();
    Player player = recording.player(2);
    player.camera.resize(800, 600);
    Pixel pixel;
    ASSERT_TRUE(player.camera.project({{2, 0.5, 0}}, pixel));
    player.click(pixel);
    ASSERT_TRUE(player.picked().has_value());
    EXPECT_EQ(*player.picked(), 2U);
    EXPECT_NE(player.trace().find(fmt::format("picked=2 at={:.1f},{:.1f}", pixel.x, pixel.y)), std::string::npos);
    player.click({-5000, -5000});
    EXPECT_FALSE(player.picked().has_value());
    player.pick(77);  // there is no such box
    EXPECT_FALSE(player.picked().has_value());
}

// The player leaves out a wall between the eye and the target. It cannot be picked there; from behind it can.
TEST(Player, PicksThroughTheNearWall) {
    const std::vector<Row> boxes = {cube(0, 0, 0), cube(2, 0, 0), {0, 0, 30, 40, 40, 1, 0, 0, 0, 1}};
    const Recording recording({boxes, boxes});
    Player player = recording.player();
    player.camera.resize(800, 600);
    player.camera.fit({}, 20);
    Pixel pixel;
    for (const double yaw : {0.0, std::acos(-1.0)}) {
        player.camera.turn_to(yaw, 0);
        ASSERT_TRUE(player.camera.project({{0, 0, 0}}, pixel));
        player.click(pixel);
        EXPECT_EQ(player.picked(), 0U);
        ASSERT_TRUE(player.camera.project({{0, 15, 30}}, pixel));
        player.click(pixel);
        EXPECT_EQ(player.picked().has_value(), yaw != 0) << "the wall is seen from behind only";
    }
}

// The first view shows all boxes, but for a huge ground and a box that has fallen off, at every size of the picture.
TEST(Player, TheFirstViewShowsAllBoxes) {
    std::vector<Row> rows;
    for (int i = 0; i < 60; ++i)
        rows.push_back(cube(2 * static_cast<float>(i % 20), 2 * static_cast<float>(i / 20), static_cast<float>(i % 7)));
    const std::size_t shown = rows.size();
    rows.push_back({0, -500, 0, 1000, 499, 1000, 0, 0, 0, 1});
    rows.push_back(cube(0, -1e5F, 0));
    const Recording recording({rows});
    Player player = recording.player();
    for (const auto& [width, height] : {std::pair{930, 800}, {3140, 2160}, {400, 900}, {1500, 200}}) {
        player.resize(width, height);
        double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
        for (std::size_t i = 0; i < shown; ++i) {
            for (const Double3& corner : corners_of(player.analysis().boxes()[i])) {
                Pixel pixel;
                ASSERT_TRUE(player.camera.project(corner, pixel));
                left = std::min(left, pixel.x);
                right = std::max(right, pixel.x);
                top = std::min(top, pixel.y);
                bottom = std::max(bottom, pixel.y);
            }
        }
        EXPECT_GT(std::min(left, top), 0);
        EXPECT_LT(right, width);
        EXPECT_LT(bottom, height);
        EXPECT_GT(std::max((right - left) / width, (bottom - top) / height), 0.8);
    }
}

// The picked box has the thickest outline, the boxes that it touches a thinner one; both are named.
TEST(Player, NeighborsOfThePickedBox) {
    const Recording recording({{cube(0, 0, 0), cube(0.5F, 0, 0), cube(5, 0, 0), cube(-0.5F, 0, 0), cube(9, 0, 0)}});
    Player player = recording.player();
    player.resize(800, 600);
    const auto outlines = [&player] {
        Picture picture;
        player.paint(picture);
        float thickest = 0;
        std::size_t thick = 0, thin = 0;
        for (const Line& line : picture.overlay) {
            if (line.color == kPicked) thickest = std::max(thickest, line.width);
        }
        for (const Line& line : picture.overlay) {
            if (line.color == kPicked) ++(line.width == thickest ? thick : thin);
        }
        return std::pair(thick, thin);
    };
    EXPECT_EQ(outlines(), std::pair(std::size_t{0}, std::size_t{0}));
    player.pick(0);
    EXPECT_EQ(outlines(), std::pair(std::size_t{12}, std::size_t{24}));
    EXPECT_NE(player.trace().find(" touches=1,3"), std::string::npos) << player.trace();
    player.pick(2);
    EXPECT_EQ(outlines(), std::pair(std::size_t{12}, std::size_t{0}));
    EXPECT_TRUE(player.trace().ends_with(" touches=")) << player.trace();
}

TEST(Player, SaysWhatIsUnderTheMouse) {
    const Recording recording = small_recording();
    Player player = recording.player();
    player.resize(800, 600);
    const auto tip_at = [&player](double x, double y, double z) {
        Pixel pixel;
        EXPECT_TRUE(player.camera.project({{x, y, z}}, pixel));
        return player.tip(pixel);
    };
    EXPECT_EQ(tip_at(4, 0.5, 0), "box 2: overlaps none");
    EXPECT_EQ(tip_at(0, 0, 0), "box 1, sleeping: overlaps 1 other");
    EXPECT_EQ(tip_at(0, -0.5, 4), "box 0, static: overlaps 1 other");
    EXPECT_EQ(player.tip({-5000, -5000}), "");
}

// The grid lies at the foot of the boxes, or on a ground that they sink into a little; L hides it.
TEST(Player, TheGridLiesOnTheGround) {
    std::vector<Row> rows = {cube(0, 0, 0), cube(3, 2, 1), cube(-4, 0.1F, 2)};
    const auto height = [](Player& player) {
        Picture picture;
        player.paint(picture);
        return picture.grid.empty() ? NAN : picture.grid[0].from[1];
    };
    const Recording free({rows});
    Player player = free.player();
    EXPECT_NEAR(height(player), -0.5, 1e-5);
    player.press('l');
    EXPECT_TRUE(std::isnan(height(player)));
    rows.push_back({0, -10.4F, 0, 100, 10, 100, 0, 0, 0, 1});
    const Recording grounded({rows});
    Player on_ground = grounded.player();
    EXPECT_NEAR(height(on_ground), -0.4, 1e-3);  // AABBs are rounded outward
}

// The grid lies where the boxes of all frames are, whatever frame is shown; a ground far below is none.
TEST(Player, TheGridIsThatOfAllFrames) {
    std::vector<std::vector<Row>> frames;
    for (int frame = 0; frame < 4; ++frame) {
        const auto fallen = static_cast<float>(-2 * frame);
        frames.push_back(
            {cube(0, fallen, 0), cube(3, fallen, 1), cube(-4, fallen, 2), cube(9, 0, static_cast<float>(frame))});
    }
    const auto grid = [](const Recording& recording, std::uint32_t frame) {
        Player player = recording.player(frame);
        Picture picture;
        player.paint(picture);
        return picture.grid;
    };
    const Recording falling(frames);
    const std::vector<Line> first = grid(falling, 0), last = grid(falling, 3);
    ASSERT_FALSE(first.empty());
    EXPECT_NEAR(first[0].from[1], -6.5, 1e-4);
    ASSERT_EQ(first.size(), last.size());
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(geometry::length(first[i].from - last[i].from), 0);
    for (auto& frame : frames) frame.push_back({0, -8, 0, 100, 1, 100, 0, 0, 0, 1});
    EXPECT_NEAR(grid(Recording(frames), 1)[0].from[1], -7, 1e-3) << "on the ground, half a meter under the lowest box";
    for (auto& frame : frames) frame.back()[1] = -60;
    EXPECT_NEAR(grid(Recording(frames), 1)[0].from[1], -6.5, 1e-3);
}

// F moves the view to the picked box, and that view stays when the window changes its size.
TEST(Player, TheViewMovesToThePickedBox) {
    const Recording recording({{cube(0, 0, 0), cube(0.5F, 0, 0), cube(50, 0, 7), cube(-50, 0, 0)}});
    Player player = recording.player();
    player.resize(800, 600);
    const double first = player.camera.pixel_size();
    player.press('f');
    EXPECT_EQ(player.camera.pixel_size(), first) << "nothing is picked";
    player.pick(2);
    player.press('f');
    player.resize(400, 300);
    Pixel at;
    ASSERT_TRUE(player.camera.project({{50, 0, 7}}, at));
    EXPECT_NEAR(at.x, 200, 30);
    EXPECT_NEAR(at.y, 150, 30);
    EXPECT_LT(player.camera.pixel_size(), 0.1);
}

// The outline of a box gets thinner with distance, so that it does not hide the box.
TEST(Player, OutlinesAreNoWiderThanAPartOfTheBox) {
    const Recording recording({{cube(0, 0, 0), cube(0.5F, 0, 0), cube(0.75F, 0.6F, 0.75F)}});
    Player player = recording.player();
    player.pick(0);
    Picture picture;
    player.paint(picture);
    ASSERT_GT(picture.overlay.size(), 24U);
    for (const Line& line : picture.overlay) {
        EXPECT_GT(line.widest, 0);
        EXPECT_LT(line.widest, 0.25F);
    }
}

TEST(Player, RejectedCandidatesAndTheirAxis) {
    // The second cube is turned by 45 degrees about y. Its bounds overlap the bounds of the cube beside it.
    const auto half = static_cast<float>(std::sin(std::acos(-1.0) / 8));
    const auto rest = static_cast<float>(std::cos(std::acos(-1.0) / 8));
    const Recording recording({{cube(0, 0, 0), {1.05F, 0, 1.05F, 0.5F, 0.5F, 0.5F, 0, half, 0, rest}, cube(9, 9, 9)}});
    Player player = recording.player();
    EXPECT_EQ(player.analysis().figures().candidate_count, 1U);
    EXPECT_EQ(player.analysis().figures().pair_count, 0U);
    player.pick(1);
    ASSERT_EQ(player.rejected_of_picked().size(), 1U);
    const RejectedPair& rejected = player.rejected_of_picked()[0];
    EXPECT_EQ(rejected.pair, (BoxPair{0, 1}));
    EXPECT_GE(rejected.axis, 3U);  // along a face of the turned one
    EXPECT_LT(rejected.axis, 6U);
    EXPECT_NEAR(rejected.separation, 1.05 * std::sqrt(2.0) - 0.5 - std::sqrt(0.5), 1e-5);
    player.pick(2);
    EXPECT_TRUE(player.rejected_of_picked().empty());
    player.pick({});

    Picture picture;
    player.press('r');
    player.paint(picture);
    ASSERT_EQ(picture.overlay.size(), 1U);
    EXPECT_EQ(picture.overlay[0].color, kRejected);
    EXPECT_NEAR(picture.overlay[0].to[0], 1.05, 1e-6);
    player.press('x');
    picture.clear();
    player.paint(picture);
    EXPECT_EQ(picture.lines.size(), 36U);  // twelve edges of three bounds
}

// Pairs begin and end from frame to frame, in any order of the frames.
TEST(Player, WhatHasBegunAndEnded) {
    const Recording recording = small_recording();
    Player player = recording.player();
    std::vector<std::vector<BoxPair>> pairs;
    for (std::uint32_t frame = 0; frame < 5; ++frame) {
        player.go_to(frame);
        pairs.emplace_back(player.analysis().pairs().begin(), player.analysis().pairs().end());
    }
    std::size_t begun = 0;
    for (const std::uint32_t frame : {0U, 4U, 3U, 1U, 2U, 3U, 3U, 0U}) {
        player.go_to(frame);
        const auto had = [&](const BoxPair& pair, std::uint32_t at) {
            return std::find(pairs[at].begin(), pairs[at].end(), pair) != pairs[at].end();
        };
        const EventFigures& events = player.analysis().figures().events;
        EXPECT_EQ(events.begun, player.analysis().begun().size());
        EXPECT_EQ(events.begun + events.persisted, pairs[frame].size());
        EXPECT_EQ(events.ended, player.analysis().ended().size());
        for (const BoxPair& pair : player.analysis().begun())
            EXPECT_TRUE(had(pair, frame) && (frame == 0 || !had(pair, frame - 1)));
        for (const BoxPair& pair : player.analysis().ended())
            EXPECT_TRUE(frame > 0 && !had(pair, frame) && had(pair, frame - 1));
        if (frame != 0) {
            EXPECT_EQ(pairs[frame - 1].size() - events.ended, events.persisted);
            begun += events.begun;
        }
    }
    EXPECT_GT(begun, 0U);

    // The flying cube arrives in frame 3: its points are marked. After the frame is computed again they are still new.
    player.go_to(3);
    player.choose({Boundary::closed, Isa::scalar, 1});
    player.resize(800, 600);  // points too small to see are left out
    EXPECT_EQ(player.analysis().figures().events.begun, 1U);
    Picture picture;
    player.paint(picture);
    EXPECT_TRUE(
        std::any_of(picture.lines.begin(), picture.lines.end(), [](const Line& line) { return line.color == kBegun; }));
    EXPECT_NE(player.trace().find(" begun=1 persisted=1 ended=0"), std::string::npos) << player.trace();
}

TEST(Player, PairsThatHaveEnded) {
    const Recording recording({{cube(0, 0, 0), cube(0.5F, 0, 0)}, {cube(0, 0, 0), cube(3, 0, 0)}});
    Player player = recording.player(1);
    ASSERT_EQ(player.analysis().ended().size(), 1U);
    Picture picture;
    player.paint(picture);
    ASSERT_EQ(picture.overlay.size(), 1U);  // the line from one center to the other
    EXPECT_NEAR(picture.overlay[0].to[0] - picture.overlay[0].from[0], 3, 1e-6);
}

TEST(Player, Columns) {
    std::vector<Row> rows;
    for (int i = 0; i < 3000; ++i)
        rows.push_back(cube(3 * static_cast<float>(i % 60), 3 * static_cast<float>(i / 60), 0.1F));
    rows.push_back({0, 0, -600, 500, 500, 500, 0, 0, 0, 1});  // reaches far out of the picture, and touches nothing
    const Recording recording({rows});
    Player player = recording.player();
    EXPECT_TRUE(player.columns().empty());
    player.press('g');
    ASSERT_GT(player.columns().size(), 1U);
    const ColumnFigures load(player.columns());
    EXPECT_GE(load.entries, rows.size());
    EXPECT_NE(player.trace().find(fmt::format(" columns={} most={} entries={}", load.count, load.most, load.entries)),
              std::string::npos);
    Picture picture;
    player.paint(picture);
    EXPECT_EQ(picture.overlay.size(), 12 * player.columns().size());
    std::size_t fullest = 0;
    for (const Line& line : picture.overlay) {
        fullest += line.color == kLoads[std::size(kLoads) - 1];
        for (const Double3& end : {line.from, line.to}) {
            EXPECT_LT(std::fabs(end[0]), 200);
            EXPECT_LT(std::fabs(end[1]), 200);
        }
    }
    EXPECT_GE(fullest, 12U);
    player.press('g');
    EXPECT_TRUE(player.columns().empty());

    const Recording flat({{{0, 0, 1, 0.5F, 0}, {1.5F, 0, 1, 0.5F, 0.1F}, {9, 0, 1, 1, 0}, {0, 0, -1, 1, 0}}});
    Player rects = flat.player();
    rects.press('g');
    ASSERT_EQ(rects.columns().size(), 1U);
    EXPECT_EQ(rects.columns()[0].box_count, 3U);  // all except the illegal one
    picture.clear();
    rects.paint(picture);
    ASSERT_EQ(picture.labels.size(), 1U);
    EXPECT_EQ(picture.labels[0].text, "3");
}

// Two balls whose boxes overlap, though they do not, and a capsule that overlaps the second one.
Recording balls() {
    return Recording({{{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1},
                       {1.3F, 1.3F, 1.3F, 0, 0, 0, 0, 0, 0, 1, 1},
                       {4.2F, 1.3F, 1.3F, 1.5F, 0, 0, 0, 0, 0, 1, 0.5F}}});
}

TEST(Player, SolidsWithARadius) {
    const Recording recording = balls();
    Player player = recording.player();
    EXPECT_EQ(player.analysis().figures().candidate_count, 2U);
    ASSERT_EQ(player.analysis().pairs().size(), 1U);
    EXPECT_EQ(player.analysis().pairs()[0], (BoxPair{1, 2}));
    ASSERT_EQ(player.analysis().contacts().size(), 1U);
    EXPECT_NEAR(player.analysis().contacts()[0].point[0], 2.25, 0.051);
    EXPECT_NEAR(player.analysis().contacts()[0].separation, -0.1, 1e-5);
    EXPECT_FALSE(player.analysis().is_overlapping(0));
    EXPECT_TRUE(player.analysis().is_overlapping(1));

    player.resize(800, 600);
    Picture picture;
    player.paint(picture);
    ASSERT_EQ(picture.boxes.size(), 3U);
    EXPECT_EQ(picture.boxes[0].color, kApart);
    EXPECT_EQ(picture.boxes[1].color, kOverlapping);
    EXPECT_EQ(picture.boxes[2].radius, 0.5F);
    EXPECT_EQ(picture.boxes[2].box.half_extents.x, 1.5F);
    ASSERT_FALSE(picture.grid.empty());
    EXPECT_NEAR(picture.grid[0].from[1], -1, 1e-3) << "the grid lies under the balls";

    // Candidates that are apart have a distance, and no axis.
    player.pick(0);
    ASSERT_EQ(player.rejected_of_picked().size(), 1U);
    EXPECT_EQ(player.rejected_of_picked()[0].pair, (BoxPair{0, 1}));
    EXPECT_EQ(player.rejected_of_picked()[0].axis, kNoAxis);
    EXPECT_NEAR(player.rejected_of_picked()[0].separation, 1.3 * std::sqrt(3.0) - 2, 1e-5);
    player.press('x');
    picture.clear();
    player.paint(picture);
    EXPECT_EQ(picture.lines.size(), 36U + 2);  // bounds, and a contact
}

TEST(Player, PicksTheSolidAndNotItsBox) {
    const Recording recording = balls();
    Player player = recording.player();
    player.resize(800, 600);
    player.camera.turn_to(0, 0);
    const auto tip_at = [&player](double x, double y, double z) {
        Pixel pixel;
        EXPECT_TRUE(player.camera.project({{x, y, z}}, pixel));
        return player.tip(pixel);
    };
    EXPECT_EQ(tip_at(0, 0, 0), "box 0: overlaps none");
    EXPECT_EQ(tip_at(-0.6, 0.6, 0), "box 0: overlaps none");
    EXPECT_EQ(tip_at(-0.8, -0.8, 0), "") << "within the box, not the ball";
    EXPECT_EQ(tip_at(6.1, 1.3, 1.3), "box 2: overlaps 1 other") << "the end of the capsule";
    EXPECT_EQ(tip_at(6.1, 1.7, 1.3), "");

    const Recording flat({{{0, 0, 0, 0, 0, 1}, {1.5F, 0, 0, 0, 0, 1}, {5, 0, 1, 0.5F, 0, 0.5F}, {9, 9, 1, 1, 0, 0}}});
    Player rects = flat.player();
    rects.resize(800, 600);
    const auto picked_at = [&rects](double x, double y) {
        Pixel pixel;
        EXPECT_TRUE(rects.camera.project({{x, y, 0}}, pixel));
        rects.click(pixel);
        return rects.picked();
    };
    EXPECT_EQ(rects.analysis().pairs().size(), 1U);
    EXPECT_EQ(picked_at(-0.5, 0.5), 0U);
    EXPECT_EQ(picked_at(0.75, 0), 1U) << "the later one is drawn over the earlier one";
    EXPECT_EQ(picked_at(-0.8, 0.8), std::nullopt);
    EXPECT_EQ(picked_at(6.4, 0.4), 2U);
    EXPECT_EQ(picked_at(6.45, 0.95), std::nullopt);
    EXPECT_EQ(picked_at(9.9, 9.9), 3U);
}

// The size of a sleeping box is that of the solid: a ball that turns or creeps sleeps too.
TEST(Player, SolidsSleepAndStand) {
    std::vector<std::vector<Row>> frames;
    for (int frame = 0; frame < 3; ++frame) {
        const auto at = static_cast<float>(frame);
        frames.push_back({{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1},
                          {5 + 5e-4F * at, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1},
                          {9 + 2e-3F * at, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1},
                          {20, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1 + 0.1F * at}});
    }
    const Recording recording(frames);
    const Player player = recording.player(1);
    EXPECT_EQ(player.motion(0), Motion::standing);
    EXPECT_EQ(player.motion(1), Motion::sleeping);
    EXPECT_EQ(player.motion(2), Motion::moving);
    EXPECT_EQ(player.motion(3), Motion::moving) << "it grows";
}

// In whatever frame: the viewer must not end while it plays.
TEST(Player, RefusesRadiiThatAreNotLegal) {
    const Row good{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}, bad{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, -1};
    for (const auto& frames : {std::vector<std::vector<Row>>{{good, bad}, {good, good}}, {{good, good}, {good, bad}}}) {
        try {
            (void)Recording(frames).player();
            FAIL() << "no error";
        } catch (const cli::CliError& error) {
            EXPECT_EQ(error.code(), cli::ExitCode::invalid_scene);
            const int frame = frames[0][1] == bad ? 0 : 1;
            EXPECT_EQ(std::string(error.what()),
                      fmt::format("recording.npy: frame {}, row 1, column radius: a radius is 0 or 1e-07 to 1e+08 "
                                  "meters (-1)\nrecording.npy: rows count from 0",
                                  frame));
        }
    }
}

TEST(Player, Rectangles) {
    const Recording recording({{{0, 0, 1, 0.5F, 0}, {1.5F, 0, 1, 0.5F, 0.1F}, {9, 0, 1, 1, 0}, {0, 0, -1, 1, 0}}});
    Player player = recording.player();
    EXPECT_TRUE(player.camera.flat());
    EXPECT_TRUE(player.analysis().is_overlapping(0));
    EXPECT_TRUE(player.analysis().is_overlapping(1));
    EXPECT_FALSE(player.analysis().is_overlapping(2));
    EXPECT_TRUE(player.analysis().is_invalid(3));
    EXPECT_FALSE(player.analysis().contacts().empty());
    EXPECT_FALSE(player.advance(1));
    player.press(' ');
    EXPECT_FALSE(player.playing());  // one frame
}

}  // namespace
}  // namespace satori::viewer
