// Tests the command on 2D scenes.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "command.hpp"

namespace satori::test {
namespace {

class Rects : public CliTest {
protected:
    std::string scene_of(const std::string& name, const std::string& shape, const Row& numbers) const {
        return write_file(name, npy_file(npy_dictionary("<f4", shape), raw(numbers)));
    }
    std::string csv_pairs(const std::string& scene, std::vector<std::string> arguments = {}) const {
        arguments.insert(arguments.begin(), {"pairs", scene, "-o", path("p.csv")});
        const CommandResult result = run_satori(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_file(path("p.csv"));
    }
    // A unit square, a second one whose edge touches the first's edge, and one that stands on its corner, a little
    // within the first.
    const Row rows{0, 0, 0.5F, 0.5F, 0, 1, 0, 0.5F, 0.5F, 0, 0, 1.2F, 0.5F, 0.5F, 0.78539816F};
};

TEST_F(Rects, StagesAndBoundaries) {
    const std::string scene = scene_of("s.npy", "(3, 5)", rows);
    EXPECT_EQ(csv_pairs(scene), "a,b\n0,1\n0,2\n");
    EXPECT_EQ(csv_pairs(scene, {"--boundary", "open"}), "a,b\n0,2\n");
    EXPECT_EQ(csv_pairs(scene, {"--stage", "broadphase"}), "a,b\n0,1\n0,2\n1,2\n");
}

TEST_F(Rects, OneSceneInManyForms) {
    const std::string expected = csv_pairs(scene_of("a.npy", "(3, 5)", rows));
    EXPECT_EQ(csv_pairs(scene_of("b.npy", "(1, 3, 5)", rows)), expected);
    const std::vector<double> wide(rows.begin(), rows.end());
    EXPECT_EQ(csv_pairs(write_file("c.npy", npy_file(npy_dictionary("<f8", "(3, 5)"), raw(wide)))), expected);
    EXPECT_EQ(csv_pairs(write_file("d.csv",
                                   "name, angle,hy,hx,cy,cx\na,0,.5,.5,0,0\nb,0,.5,.5,0,1\n"
                                   "c,0.78539816,.5,.5,1.2,0\n")),
              expected);
    EXPECT_EQ(csv_pairs(write_file("e.npy", npy_file(fmt::format(" {}", npy_dictionary("<f4", "(3, 5)")), raw(rows)))),
              expected);
}

TEST_F(Rects, TheSameForEveryInstructionSetAndThreadCount) {
    const std::string scene = make("s.npy", {"rects", "--count", "20000", "--seed", "3"});
    const auto expected = json_with_fields("pairs", scene, "2",
                                           {"boxes", "invalid", "candidates", "overlaps", "isa", "threads", "hash",
                                            "repeat", "stages_ms", "total_ms", "peak_bytes"});
    EXPECT_EQ(expected["boxes"], 20000);
    EXPECT_NEAR(expected["candidates"].get<double>(), 40000, 1500) << "four overlaps each";
    const auto info = nlohmann::json::parse(run_satori({"info", "--json"}).out);
    for (const auto& name : info["isa"]["supported"]) {
        for (const char* threads : {"1", "2"}) {
            const auto other = pairs(scene, {"--isa", name.get<std::string>(), "--threads", threads});
            EXPECT_EQ(other["hash"], expected["hash"]) << name;
            EXPECT_EQ(other["isa"], name.get<std::string>());
        }
    }
    EXPECT_EQ(pairs(make("s.csv", {"rects", "--count", "20000", "--seed", "3"}))["hash"], expected["hash"]);
    EXPECT_NE(pairs(scene, {"--stage", "broadphase"})["hash"], expected["hash"]);
}

TEST_F(Rects, FramesMove) {
    const std::string scene = make("t.npy", {"rects", "--count", "3000", "--frames", "3"});
    const auto first = pairs(scene), last = pairs(scene, {"--frame", "2"});
    EXPECT_NE(first["hash"], last["hash"]);
    EXPECT_NEAR(first["overlaps"].get<double>(), last["overlaps"].get<double>(), 300);
    EXPECT_EQ(run_satori({"pairs", scene, "--frame", "3"}).exit_code, 2);
    EXPECT_EQ(first["hash"], pairs(make("s.npy", {"rects", "--count", "3000"}))["hash"]);
}

TEST_F(Rects, InvalidOnesAreNamedOrLeftOut) {
    Row bad = rows;
    bad[9] = 2e5F;  // row 1, angle
    bad[12] = -2;   // row 2, hx
    const std::string scene = scene_of("s.npy", "(3, 5)", bad);
    const CommandResult refused = run_satori({"pairs", scene});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("s.npy: row 1, column angle: angle is above 1e5 (200000)"), std::string::npos)
        << refused.err;
    EXPECT_NE(refused.err.find("s.npy: row 2, column hx: half extent is negative (-2)"), std::string::npos);
    EXPECT_NE(refused.err.find("2 of 3"), std::string::npos);
    const auto skipped = pairs(scene, {"--on-invalid", "skip"});
    EXPECT_EQ(skipped["invalid"], 2);
    EXPECT_EQ(skipped["overlaps"], 0);
}

}  // namespace
}  // namespace satori::test
