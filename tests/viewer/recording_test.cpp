// Tests the player of recordings: it shows what the World reported during recording.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <satori/world.hpp>

#include "../cli/command.hpp"
#include "cli/cli_error.hpp"
#include "scenes/recording_magic.hpp"
#include "scenes/scene_error.hpp"
#include "support/world_events.hpp"
#include "viewer/palette.hpp"
#include "viewer/player.hpp"

namespace satori::viewer {
namespace {

// The recorded World's report of an update.
struct Said {
    std::uint64_t hash = 0;
    std::vector<BoxPair> touching;
    std::size_t begun = 0, persisted = 0, ended = 0, points = 0;
};

constexpr Vec3d kFar{4e6, 0, -3e6};

Vec3d beside(double x, double y, double z) {
    return {kFar.x + x, kFar.y + y, kFar.z + z};
}

// A sink that appends to a string.
RecordOptions to(std::string& bytes) {
    return {.write =
                [](const void* data, std::size_t size, void* user) noexcept {
                    static_cast<std::string*>(user)->append(static_cast<const char*>(data), size);
                    return true;
                },
            .user = &bytes};
}

class RecordingTest : public test::CliTest {
protected:
    // Far from the origin: a static ground, a sleeping box on it, and a box that flies through a third. The third is
    // destroyed; a sensor takes its place.
    void SetUp() override {
        CliTest::SetUp();
        World world;
        ASSERT_EQ(world.record(to(bytes_)), Status::ok);
        std::vector<BoxDef> defs(4);
        defs[0].pose.position = beside(0, -1, 0);
        defs[0].half_extents = {20, 0.5F, 20};
        defs[0].motion = MotionType::static_box;
        defs[1].pose.position = beside(5, -0.01, 0);
        defs[1].sleeping = true;
        defs[2].pose.position = beside(-4, 3, 0);
        defs[3].pose.position = beside(0, 3.25, 0);
        std::vector<BoxId> ids(4);
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        for (int frame = 0; frame < 8; ++frame) {
            const BoxPose pose{beside(-4 + frame, 3, 0), {}};
            ASSERT_EQ(world.set_pose(ids[2], pose), Status::ok);
            if (frame == 5) {
                ASSERT_EQ(world.destroy(ids[3]), Status::ok);
            }
            if (frame == 7) {
                BoxDef sensor;
                sensor.sensor = true;
                sensor.pose.position = beside(3, 3, 0.5);
                ASSERT_EQ(world.create(sensor, ids[3]), Status::ok);
            }
            WorldUpdate update;
            ASSERT_EQ(world.update(update), Status::ok);
            const test::WorldEvents events(world, update);
            Said said{world.state_hash(), {}, events.begun.size(), events.persisted.size(), events.ended.size()};
            for (const auto& pairs : {events.begun, events.persisted}) {
                for (const WorldPair& pair : pairs) said.touching.push_back({pair.first.index, pair.second.index});
            }
            std::sort(said.touching.begin(), said.touching.end());
            for (const WorldContact& contact : events.contacts) said.points += world.manifold(contact.slot).point_count;
            said_.push_back(said);
        }
        ASSERT_EQ(world.stop_recording(), Status::ok);
    }

    Player player(const std::string& bytes, std::uint32_t frame = 0) const {
        const std::string file = write_file("world.rec", bytes);
        return {Recording(scenes::InputFile(file), file), frame, {}};
    }
    void expect_said(const Player& player) const {
        const Said& said = said_.at(player.frame());
        const RunFigures& figures = player.analysis().figures();
        EXPECT_EQ(figures.hash, said.hash);
        EXPECT_EQ(figures.events.begun, said.begun);
        EXPECT_EQ(figures.events.persisted, said.persisted);
        EXPECT_EQ(figures.events.ended, said.ended);
        EXPECT_EQ(figures.point_count, said.points);
        const std::span<const BoxPair> pairs = player.analysis().pairs();
        EXPECT_TRUE(std::equal(pairs.begin(), pairs.end(), said.touching.begin(), said.touching.end()));
    }

    std::string bytes_;
    std::vector<Said> said_;
};

TEST_F(RecordingTest, EveryFrameIsWhatTheWorldSaid) {
    EXPECT_TRUE(scenes::is_recording(std::as_bytes(std::span(bytes_))));
    EXPECT_FALSE(scenes::is_recording(std::as_bytes(std::span(bytes_)).first(7)));
    Player player = this->player(bytes_);
    ASSERT_EQ(player.frame_count(), 8U);
    // Goes forward and back, and jumps between frames.
    for (const std::uint32_t frame : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, 6U, 2U, 7U, 0U, 5U, 5U}) {
        player.go_to(frame);
        EXPECT_EQ(player.frame(), frame);
        expect_said(player);
    }
    EXPECT_TRUE(player.recording()->trouble().empty());
    EXPECT_EQ(player.recording()->frame(), 7U) << "what was seen is not replayed";
    player.choose({Boundary::closed, Isa::scalar, 1});
    EXPECT_EQ(player.recording()->frame(), 5U) << "another set has to find it by itself";
    // The recorded world has events and points of every kind.
    EXPECT_GT(said_[3].begun, 0U);
    EXPECT_GT(said_[4].persisted, 0U);
    EXPECT_GT(said_[5].ended, 0U);
    EXPECT_GT(said_[4].points, said_[0].points);
    EXPECT_THROW(this->player(bytes_, 8), scenes::SceneError);
}

TEST_F(RecordingTest, StatesAndPlacesOfBoxes) {
    Player player = this->player(bytes_, 4);
    EXPECT_EQ(player.motion(0), Motion::standing);
    EXPECT_EQ(player.motion(1), Motion::sleeping);
    EXPECT_EQ(player.motion(2), Motion::moving);
    EXPECT_TRUE(player.analysis().is_overlapping(1));
    EXPECT_TRUE(player.analysis().is_overlapping(2));
    EXPECT_TRUE(player.analysis().is_overlapping(3));
    // The positions are millions of meters from zero, and yet exact: floats are relative to a near origin.
    const Double3 origin = player.analysis().origin();
    EXPECT_EQ(origin[0] + static_cast<double>(player.analysis().boxes()[3].center.x), kFar.x);
    EXPECT_EQ(origin[1] + static_cast<double>(player.analysis().boxes()[3].center.y), 3.25);
    EXPECT_EQ(origin[2] + static_cast<double>(player.analysis().boxes()[3].center.z), kFar.z);
    // One cube lies above the other, overlapping it: the points are in the middle of the overlap.
    std::size_t points = 0;
    for (const SeenContact& contact : player.analysis().contacts()) {
        if (contact.pair != BoxPair{2, 3}) continue;
        ++points;
        EXPECT_NEAR(contact.point[1] + origin[1], 3.125, 1e-5);
        EXPECT_NEAR(contact.normal[1], 1, 1e-6);
        EXPECT_NEAR(contact.separation, -0.75, 1e-5);
    }
    EXPECT_EQ(points, 4U);

    player.pick(3);
    EXPECT_EQ(player.locate(3), "generation 1");
    EXPECT_NE(player.trace().find("recording frame=4 boxes=4 "), std::string::npos) << player.trace();
    player.go_to(6);  // the box does not exist any more
    EXPECT_FALSE(player.picked().has_value());
    EXPECT_FALSE(player.analysis().has_box(3));
    EXPECT_NE(player.trace().find("recording frame=6 boxes=3 "), std::string::npos) << player.trace();
    Picture picture;
    player.press('x');
    player.press('r');
    player.paint(picture);
    EXPECT_EQ(picture.boxes.size(), 3U);
    EXPECT_TRUE(std::none_of(picture.overlay.begin(), picture.overlay.end(),
                             [](const Line& line) { return line.color == kInvalid; }));
    player.go_to(7);  // a sensor stands there
    EXPECT_EQ(player.locate(3), "generation 2");
    EXPECT_TRUE(player.analysis().is_overlapping(3));
    EXPECT_TRUE(player.rejected().empty());  // boxes that overlap are not apart, whether they are a pair or not
}

TEST_F(RecordingTest, SolidsOfAWorld) {
    std::string bytes;
    World world;
    ASSERT_EQ(world.record(to(bytes)), Status::ok);
    std::vector<BoxDef> defs(3);
    defs[0].half_extents = {5, 0.5F, 5};
    defs[0].motion = MotionType::static_box;
    defs[1].pose.position = {0, 1.49, 0};
    defs[2].pose.position = {1.5, 2.9, 0};  // its box overlaps that of the other ball
    for (BoxDef* const ball : {&defs[1], &defs[2]}) {
        ball->half_extents = {};
        ball->radius = 1;
    }
    std::vector<BoxId> ids(3);
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    WorldUpdate update;
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(world.stop_recording(), Status::ok);

    Player player = this->player(bytes);
    ASSERT_EQ(player.analysis().pairs().size(), 1U);
    EXPECT_EQ(player.analysis().pairs()[0], (BoxPair{0, 1}));
    EXPECT_EQ(player.analysis().solids()[2].radius, 1);
    EXPECT_EQ(player.analysis().solids()[0].radius, 0);
    const std::vector<RejectedPair> rejected = [&] {
        player.press('r');
        return std::vector(player.rejected().begin(), player.rejected().end());
    }();
    ASSERT_EQ(rejected.size(), 1U);
    EXPECT_EQ(rejected[0].pair, (BoxPair{1, 2}));
    EXPECT_NEAR(rejected[0].separation, std::hypot(1.5, 1.41) - 2, 1e-5);
}

TEST_F(RecordingTest, TheHashIsThatOfEverySetAndThreadCount) {
    Player player = this->player(bytes_, 5);
    for (const Isa isa : compiled_isas()) {
        if (!isa_supported(isa)) continue;
        for (const unsigned threads : {1U, 2U, 0U}) {
            player.choose({Boundary::closed, isa, threads});
            EXPECT_EQ(player.analysis().figures().isa, isa);
            EXPECT_EQ(player.frame(), 5U);
            expect_said(player);
        }
    }
    EXPECT_FALSE(player.hash_changed());
}

TEST_F(RecordingTest, WhatHasBegunAndEnded) {
    Player player = this->player(bytes_, 3);
    player.resize(800, 600);  // points too small to see are left out
    const auto drawn = [&](Color color) {
        Picture picture;
        player.paint(picture);
        const auto same = [&](const Line& line) { return line.color == color; };
        return std::count_if(picture.lines.begin(), picture.lines.end(), same);
    };
    ASSERT_EQ(player.analysis().begun().size(), 1U);
    EXPECT_EQ(player.analysis().begun()[0], (BoxPair{2, 3}));
    EXPECT_EQ(drawn(kBegun), 4);
    player.go_to(4);
    EXPECT_EQ(drawn(kBegun), 0);
    player.go_to(5);
    ASSERT_EQ(player.analysis().ended().size(), 1U);
    EXPECT_EQ(player.analysis().ended()[0], (BoxPair{2, 3}));
}

TEST_F(RecordingTest, ColumnsThatTheWorldKeeps) {
    // A row of 200 boxes, of which five move. The first update sweeps all, the next one makes columns, which stay.
    std::string bytes;
    {
        World world;
        ASSERT_EQ(world.record(to(bytes)), Status::ok);
        std::vector<BoxDef> defs(200);
        for (std::size_t i = 0; i < defs.size(); ++i)
            defs[i].pose.position = beside(2.0 * static_cast<double>(i), 0, 0);
        std::vector<BoxId> ids(defs.size());
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        WorldUpdate update;
        for (int frame = 0; frame < 20; ++frame) {
            for (std::size_t i = 7; i < 12; ++i) {
                defs[i].pose.position.y += 0.25;
                ASSERT_EQ(world.set_pose(ids[i], defs[i].pose), Status::ok);
            }
            ASSERT_EQ(world.update(update), Status::ok);
        }
        ASSERT_EQ(update.path, UpdatePath::incremental);
    }
    Player player = this->player(bytes);
    player.press('g');
    for (const std::uint32_t frame : {0U, 18U, 19U, 0U, 18U}) {
        player.go_to(frame);
        EXPECT_EQ(player.analysis().world_keeps_columns(), frame != 0);
        ASSERT_EQ(player.columns().size(), 1U);
        const SeenColumn& column = player.columns()[0];
        EXPECT_EQ(column.box_count, 200U);
        const Double3 origin = player.analysis().origin();
        EXPECT_NEAR(column.min[0] + origin[0], kFar.x - 0.5, 2.5);  // bounds of boxes so far away are coarse
        EXPECT_NEAR(column.max[0] + origin[0], kFar.x + 398.5, 2.5);
        EXPECT_NE(player.trace().find(" columns=1 most=200 entries=200"), std::string::npos) << player.trace();
    }
}

TEST(FrameCache, LetsGoOfWhatWasAddedFirst) {
    const auto frame = [](std::size_t boxes) {
        SeenFrame seen;
        seen.solids.cores.resize(boxes);
        return std::make_shared<const SeenFrame>(std::move(seen));
    };
    const std::size_t bytes = frame(100)->bytes();
    FrameCache cache(3 * bytes + 100);
    for (std::uint32_t number = 0; number < 5; ++number) cache.add(number, frame(100));
    EXPECT_EQ(cache.room(), 3U);
    for (std::uint32_t number = 0; number < 5; ++number) EXPECT_EQ(cache.find(number) != nullptr, number >= 2);
    cache.add(9, frame(100000));  // too large for the cache
    for (std::uint32_t number = 0; number < 10; ++number) EXPECT_EQ(cache.find(number), nullptr);
    cache.add(5, frame(100));
    EXPECT_NE(cache.find(5), nullptr);
    cache.clear();
    EXPECT_EQ(cache.find(5), nullptr);
}

TEST_F(RecordingTest, AWorldThatBeginsEmpty) {
    std::string bytes;
    {
        World world;
        ASSERT_EQ(world.record(to(bytes)), Status::ok);
        WorldUpdate update;
        ASSERT_EQ(world.update(update), Status::ok);
        BoxDef box;
        box.pose.position = kFar;
        BoxId id;
        ASSERT_EQ(world.create(box, id), Status::ok);
        ASSERT_EQ(world.update(update), Status::ok);
    }
    Player player = this->player(bytes);
    EXPECT_EQ(player.box_count(), 0U);
    player.go_to(1);
    EXPECT_EQ(player.box_count(), 1U);
    Pixel pixel;
    player.camera.resize(800, 600);
    ASSERT_TRUE(player.camera.project(geometry::widened(player.analysis().boxes()[0].center), pixel));
    EXPECT_NEAR(pixel.x, 400, 60);  // the camera looks at the first box when it appears
    EXPECT_NEAR(pixel.y, 300, 60);
    player.click(pixel);
    EXPECT_EQ(player.picked(), 0U);
}

// The frames before the damage can be seen. The player reports the damage.
TEST_F(RecordingTest, DamagedOnes) {
    Player cut = player(bytes_.substr(0, bytes_.size() - 5), 7);
    EXPECT_EQ(cut.frame_count(), 8U);
    expect_said(cut);
    EXPECT_NE(cut.recording()->trouble().find("no end"), std::string::npos) << cut.recording()->trouble();

    std::string bytes = bytes_;
    bytes[bytes.size() * 3 / 4] ^= 1;
    Player spoilt = player(bytes);
    spoilt.go_to(7);
    EXPECT_LT(spoilt.frame(), 7U);
    EXPECT_GT(spoilt.frame(), 0U);
    EXPECT_EQ(spoilt.frame_count(), spoilt.frame() + 1);
    expect_said(spoilt);
    EXPECT_NE(spoilt.recording()->trouble().find(fmt::format("after {} updates", spoilt.frame_count())),
              std::string::npos)
        << spoilt.recording()->trouble();
    spoilt.go_to(0);
    expect_said(spoilt);

    for (const std::size_t size : {8U, 12U, 40U, 120U})
        EXPECT_THROW((void)player(bytes_.substr(0, size)), cli::CliError) << size;
    bytes = bytes_;
    bytes[8] = 9;  // another version
    EXPECT_THROW((void)player(bytes), cli::CliError);
}

}  // namespace
}  // namespace satori::viewer
