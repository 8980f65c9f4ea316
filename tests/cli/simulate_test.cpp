#include <cstring>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "command.hpp"
#include "scenes/generator.hpp"
#include "support/box_defs.hpp"
#include "support/recording_bytes.hpp"
#include "support/world_events.hpp"

namespace satori::test {
namespace {

constexpr const char* kHeader =
    "frame,begun,persisted,ended,contacts,points,pairs,tested,changed,moves_ms,bounds_ms,broadphase_ms,filters_ms,"
    "narrowphase_ms,manifolds_ms,events_ms,update_ms";
/// The number of columns that are not times.
constexpr std::size_t kCounts = 9;

class Simulate : public CliTest {
protected:
    // Returns the counts of each frame. EXPECTs the header, and times of at least 0 whose sum is the last time.
    static std::vector<std::vector<std::uint64_t>> counts_of(const std::string& file) {
        std::istringstream lines(read_file(file));
        std::string line;
        std::getline(lines, line);
        EXPECT_EQ(line, kHeader);
        std::vector<std::vector<std::uint64_t>> rows;
        while (std::getline(lines, line)) {
            std::istringstream stream(line);
            std::vector<std::uint64_t> counts;
            std::vector<double> times;
            for (std::string field; std::getline(stream, field, ',');) {
                if (counts.size() < kCounts)
                    counts.push_back(std::stoull(field));
                else
                    times.push_back(std::stod(field));
            }
            EXPECT_EQ(times.size(), 8U) << line;
            double sum = 0;
            for (std::size_t i = 1; i + 1 < times.size(); ++i) sum += times[i];
            if (sum > 0)
                EXPECT_NEAR(times.back(), sum, 1e-5) << line;
            else
                EXPECT_GT(times.back(), 0) << "of few boxes, whose updates do not time their stages: " << line;
            for (const double time : times) EXPECT_GE(time, 0) << line;
            rows.push_back(counts);
        }
        return rows;
    }
    // Writes a trajectory: rows of each frame.
    std::string write_trajectory(const std::vector<std::vector<Row>>& frames) const {
        std::vector<float> numbers;
        for (const auto& frame : frames)
            for (const Row& row : frame) numbers.insert(numbers.end(), row.begin(), row.end());
        const std::string shape = fmt::format("({}, {}, 10)", frames.size(), frames[0].size());
        return write_file("scene.npy", npy_file(npy_dictionary("<f4", shape), raw(numbers)));
    }
    std::string make_trajectory(const char* kind = "mixed") const {
        return make("scene.npy", {kind, "--count", "2000", "--frames", "12", "--overlaps", "6"});
    }
};

TEST_F(Simulate, CubesThatMeetAndPart) {
    Row wide = cube(2, 0, 0);
    wide[3] = 1.75F;
    const std::string scene = write_trajectory({{cube(0, 0, 0), cube(2, 0, 0)},
                                                {cube(0.75F, 0, 0), cube(1.5F, 0, 0)},  // meet
                                                {cube(0.75F, 0, 0), cube(1.5F, 0, 0)},  // rest
                                                {cube(0, 0, 0), cube(2, 0, 0)},         // part
                                                {cube(0, 0, 0), wide}});                // one grows
    const auto json = simulate(scene, {"-o", path("frames.csv")});
    EXPECT_EQ(json["boxes"], 2);
    EXPECT_EQ(json["frames"], 5);
    EXPECT_EQ(json["begun"], 2);
    EXPECT_EQ(json["persisted"], 1);
    EXPECT_EQ(json["ended"], 1);
    EXPECT_EQ(json["contacts"], 1);
    EXPECT_EQ(json["points"], 4);
    EXPECT_EQ(json["replayed"], false);
    const auto rows = counts_of(path("frames.csv"));
    // frame, begun, persisted, ended, contacts, points, pairs, tested, changed
    EXPECT_EQ(rows, (std::vector<std::vector<std::uint64_t>>{{0, 0, 0, 0, 0, 0, 0, 0, 2},
                                                             {1, 1, 0, 0, 1, 4, 1, 1, 2},
                                                             {2, 0, 1, 0, 1, 4, 1, 0, 0},
                                                             {3, 0, 0, 1, 0, 0, 0, 0, 2},
                                                             {4, 1, 0, 0, 1, 4, 1, 1, 1}}));
}

TEST_F(Simulate, SameAsTheLibrary) {
    const scenes::SceneRecipe recipe{scenes::SceneKind::mixed, 2000, 1, 6, 12};
    const scenes::Scene scene = scenes::make_scene(recipe);
    const auto json = simulate(make_trajectory(), {"--speculative-distance", "0.01", "-o", path("frames.csv")});
    const auto rows = counts_of(path("frames.csv"));
    ASSERT_EQ(rows.size(), 12U);
    World world({.contacts = {.speculative_distance = 0.01F}});
    std::vector<BoxId> ids(2000);
    std::vector<OrientedBox> last;
    std::uint64_t begun = 0;
    for (std::uint32_t frame = 0; frame < 12; ++frame) {
        std::vector<OrientedBox> boxes(2000);
        std::memcpy(static_cast<void*>(boxes.data()), scene.view(frame).centers, boxes.size() * sizeof(OrientedBox));
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const BoxDef def = test::box_def(boxes[i]);
            if (frame == 0) {
                ASSERT_EQ(world.create(def, ids[i]), Status::ok);
            } else if (std::memcmp(&boxes[i], &last[i], sizeof last[i]) != 0) {
                ASSERT_EQ(world.set_pose(ids[i], def.pose), Status::ok);
            }
        }
        last = boxes;
        WorldUpdate update;
        ASSERT_EQ(world.update(update), Status::ok);
        const test::WorldEvents events(world, update);
        std::uint64_t points = 0;
        for (const WorldContact& contact : events.contacts) points += world.manifold(contact.slot).point_count;
        EXPECT_EQ(rows[frame],
                  (std::vector<std::uint64_t>{frame, events.begun.size(), events.persisted.size(), events.ended.size(),
                                              events.contacts.size(), points, update.pair_count, update.tested_count,
                                              update.changed_box_count}));
        begun += update.begun.size();
    }
    EXPECT_GT(begun, 1000U);
    EXPECT_EQ(json["begun"], begun);
    EXPECT_EQ(json["hash"], fmt::format("{:016x}", world.state_hash()));
}

TEST_F(Simulate, EverySetAndThreadCountGivesTheSameHash) {
    const std::string scene = make_trajectory("half_static");
    const auto expected = simulate(scene, {"--isa", "scalar", "--threads", "1", "--record", path("scalar.rec")});
    const std::string recording = read_file(path("scalar.rec"));
    for (const Isa isa : compiled_isas()) {
        if (!isa_supported(isa)) continue;
        for (const char* threads : {"1", "3"}) {
            const std::vector<std::string> how{"--isa", isa_name(isa), "--threads", threads};
            std::vector<std::string> recorded = how;
            recorded.insert(recorded.end(), {"--record", path("again.rec")});
            const auto json = simulate(scene, recorded);
            EXPECT_EQ(json["isa"], isa_name(isa));
            EXPECT_EQ(json["hash"], expected["hash"]) << isa_name(isa) << ", " << threads;
            EXPECT_EQ(read_file(path("again.rec")), recording) << "the same bytes";
            const auto replayed = simulate(path("scalar.rec"), how);
            EXPECT_EQ(replayed["isa"], isa_name(isa));
            for (const char* name : {"boxes", "frames", "begun", "persisted", "ended", "contacts", "points", "hash"})
                EXPECT_EQ(replayed[name], expected[name]) << name;
            EXPECT_EQ(replayed["replayed"], true);
        }
    }
}

TEST_F(Simulate, ARecordingPrintsTheSameRows) {
    const std::string scene = make_trajectory();
    simulate(scene, {"--record", path("world.rec"), "-o", path("frames.csv")});
    EXPECT_EQ(list(), (std::vector<std::string>{"frames.csv", "scene.npy", "world.rec"}));
    simulate(path("world.rec"), {"-o", path("again.csv")});
    EXPECT_EQ(counts_of(path("again.csv")), counts_of(path("frames.csv")));
    const CommandResult table = run_satori({"simulate", path("world.rec")});
    EXPECT_EQ(table.exit_code, 0);
    EXPECT_NE(table.out.find("12 updates, all as recorded"), std::string::npos) << table.out;
    for (const char* option : {"--boundary", "--on-invalid"})
        EXPECT_EQ(run_satori({"simulate", path("world.rec"), option, option[2] == 'b' ? "open" : "skip"}).exit_code, 2);
    EXPECT_EQ(run_satori({"simulate", path("world.rec"), "--record", path("b.rec")}).exit_code, 2);
}

TEST_F(Simulate, ADivergenceIsNamed) {
    simulate(make_trajectory(), {"--record", path("world.rec")});
    const std::string whole = read_file(path("world.rec"));
    std::string text = whole;
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(text));
    std::uint32_t updates = 0;
    for (const RecordAt& record : records_of(bytes)) {
        updates += record.kind == kUpdateRecord;
        if (record.kind != kPosesRecord || updates != 7) continue;
        bytes[record.body + 8] ^= std::byte{1};
    }
    const CommandResult spoilt = run_satori({"simulate", write_file("spoilt.rec", text), "-o", path("frames.csv")});
    EXPECT_EQ(spoilt.exit_code, 3);
    EXPECT_NE(spoilt.err.find("damaged"), std::string::npos) << spoilt.err;
    EXPECT_NE(spoilt.err.find("after 7 updates"), std::string::npos) << spoilt.err;
    mend_checksums(bytes);
    const CommandResult other = run_satori({"simulate", write_file("other.rec", text), "-o", path("frames.csv")});
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_NE(other.err.find("update 7 does not replay the same"), std::string::npos) << other.err;
    EXPECT_EQ(other.out, "");
    const CommandResult cut = run_satori({"simulate", write_file("cut.rec", whole.substr(0, whole.size() - 1))});
    EXPECT_EQ(cut.exit_code, 3);
    EXPECT_NE(cut.err.find("no end"), std::string::npos) << cut.err;
    text[8] = 1;
    const CommandResult version = run_satori({"simulate", write_file("version.rec", text)});
    EXPECT_EQ(version.exit_code, 3);
    EXPECT_NE(version.err.find("another version"), std::string::npos) << version.err;
    for (const std::string& name : list())
        EXPECT_EQ(name.find("frames"), std::string::npos) << "nothing is left behind";
}

TEST_F(Simulate, InvalidBoxesAreRefusedOrSkipped) {
    Row thin = cube(0.25F, 0, 0);
    thin[4] = -2;
    const std::string scene = write_trajectory(
        {{cube(0, 0, 0), cube(0.25F, 0, 0), cube(0.5F, 0, 0)}, {cube(0, 0, 0), thin, cube(0.5F, 0, 0)}});
    const CommandResult refused =
        run_satori({"simulate", scene, "-o", path("frames.csv"), "--record", path("world.rec"), "--json"});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_EQ(refused.out, "");
    EXPECT_NE(refused.err.find("scene.npy: frame 1, row 1, column hy: "), std::string::npos) << refused.err;
    EXPECT_EQ(list(), std::vector<std::string>{"scene.npy"});
    const CommandResult skipped = run_satori({"simulate", scene, "--on-invalid", "skip", "--json"});
    EXPECT_EQ(skipped.exit_code, 0);
    EXPECT_NE(skipped.err.find("1 of 3 boxes"), std::string::npos) << skipped.err;
    const auto json = nlohmann::json::parse(skipped.out);
    EXPECT_EQ(json["boxes"], 3);
    EXPECT_EQ(json["invalid"], 1);
    EXPECT_EQ(json["contacts"], 1) << "of the two that are left";
}

TEST_F(Simulate, JsonHasTheFieldsOfTheContract) {
    const auto json = simulate(make_trajectory());
    std::vector<std::string> names, stages;
    for (const auto& [name, value] : json.items()) names.push_back(name);
    EXPECT_EQ(names, (std::vector<std::string>{"boxes", "invalid", "frames", "begun", "persisted", "ended", "contacts",
                                               "points", "replayed", "isa", "threads", "hash", "stages_ms", "total_ms",
                                               "peak_bytes"}));
    for (const auto& [name, ms] : json["stages_ms"].items()) {
        stages.push_back(name);
        EXPECT_GE(ms, 0.0);
    }
    EXPECT_EQ(stages, (std::vector<std::string>{"moves", "bounds", "broadphase", "filters", "narrowphase", "manifolds",
                                                "events"}));
    EXPECT_GT(json["total_ms"], 0.0);
    EXPECT_GT(json["peak_bytes"], 2000 * 128);
}

// An update of few boxes does not time its stages. The command still says how long it took.
TEST_F(Simulate, TheUpdatesOfFewBoxesHaveATotal) {
    const std::string scene = write_trajectory({{cube(0, 0, 0), cube(2, 0, 0)}, {cube(0, 0, 0), cube(1, 0, 0)}});
    const std::string recording = path("few.rec");
    EXPECT_GT(simulate(scene, {"--record", recording})["total_ms"], 0.0);
    EXPECT_GT(simulate(recording)["total_ms"], 0.0);
    const CommandResult table = run_satori({"simulate", scene});
    EXPECT_NE(table.out.find("update"), std::string::npos);
    EXPECT_EQ(table.out.find("narrowphase"), std::string::npos) << table.out;
}

TEST_F(Simulate, OtherScenes) {
    EXPECT_EQ(simulate(write_file("empty.npy", npy_scene({})))["boxes"], 0);
    EXPECT_EQ(simulate(write_file("one.npy", npy_scene({cube(0, 0, 0), cube(0.5F, 0, 0)})))["begun"], 1);
    const std::string rects = make("r.npy", {"rects", "--count", "10"});
    EXPECT_EQ(run_satori({"simulate", rects}).exit_code, 2) << "2D";
    EXPECT_EQ(run_satori({"simulate", path("none.npy")}).exit_code, 1);
    EXPECT_EQ(run_satori({"simulate", write_file("words.csv", "no scene")}).exit_code, 3);
}

TEST_F(Simulate, AFullDiskLeavesNothing) {
    const std::string scene = make_trajectory();
    const auto before = list();
    const CommandResult result = run_satori(
        {"simulate", scene, "-o", path("frames.csv"), "--record", path("world.rec")}, {.file_size_limit = 100000});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("world.rec: cannot write"), std::string::npos) << result.err;
    EXPECT_EQ(list(), before);
}

TEST_F(Simulate, Quiet) {
    const CommandResult quiet = run_satori({"simulate", make_trajectory(), "--quiet", "-o", path("frames.csv")});
    EXPECT_EQ(quiet.exit_code, 0);
    EXPECT_EQ(quiet.out + quiet.err, "");
    EXPECT_EQ(counts_of(path("frames.csv")).size(), 12U);
}

}  // namespace
}  // namespace satori::test
