#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include "command.hpp"
#include "scenes/generator.hpp"
#include "scenes/scene_file.hpp"

namespace satori::test {
namespace {

class Make : public CliTest {};

std::string hash_of(const std::string& content) {
    return fmt::format("{:016x}", XXH64(content.data(), content.size(), 0));
}

// Hashes of the .npy file of 1000 boxes (rectangles), seed 1: the same on every machine and compiler.
const std::map<std::string, std::string> kGoldenHashes{
    {"uniform", "7ffa44e781d2941b"},     {"dense", "7c6fca8d8541d68e"},     {"pile", "61989fd8611eafd1"},
    {"mixed", "9bfd8318f3fb3660"},       {"flat", "c0b5152a1b592b4f"},      {"clustered", "20a9c9770493cf5c"},
    {"line", "954f4765c4a040e4"},        {"plane", "a62db4be5da71250"},     {"identical", "c2ad58d48ee84a12"},
    {"rods", "f271cea0ba735481"},        {"diagonal", "67248a84c2018557"},  {"height", "9adefc840f47a9e4"},
    {"six_decades", "4c71618ca1bacfec"}, {"huge_tiny", "647bf06c6a55ea07"}, {"far", "2c104bbc9dbfc640"},
    {"half_static", "7ffa44e781d2941b"}, {"rects", "1326c1a9b086ecdc"},     {"heap", "ca1a596cbcf79070"},
};

TEST_F(Make, SameSeedSameBytes) {
    for (const scenes::SceneKindInfo& info : scenes::scene_kinds()) {
        const std::string name = info.name;
        const std::string scene = read_file(make("a.npy", {name, "--count", "1000"}));
        EXPECT_EQ(scene.size(), info.dimension == 2 ? 128U + 20000U : 128U + 40000U) << name;
        EXPECT_EQ(hash_of(scene), kGoldenHashes.at(name)) << name;
        EXPECT_EQ(scene, read_file(make("b.npy", {name, "--count", "1000", "--seed", "1"}))) << name;
        EXPECT_NE(scene, read_file(make("c.npy", {name, "--count", "1000", "--seed", "2"}))) << name;
    }
}

TEST_F(Make, SameTrajectorySameBytes) {
    EXPECT_EQ(hash_of(read_file(make("t.npy", {"half_static", "--count", "1000", "--frames", "5", "--seed", "9"}))),
              "5a649271cf64b07b");
    EXPECT_EQ(hash_of(read_file(make("r.npy", {"rects", "--count", "1000", "--frames", "5", "--seed", "9"}))),
              "1202d2df92a76838");
}

TEST_F(Make, WritesWhatTheLibraryOfScenesMakes) {
    const scenes::SceneRecipe recipe{scenes::SceneKind::mixed, 500, 77, 7, 3};
    const scenes::Scene expected = scenes::make_scene(recipe);
    const std::string file =
        make("t.npy", {"mixed", "--count", "500", "--seed", "77", "--overlaps", "7", "--frames", "3"});
    const std::string content = read_file(file);
    ASSERT_EQ(content.size(), 128 + expected.rows.size() * 40);
    EXPECT_EQ(std::memcmp(content.data() + 128, expected.rows.data(), expected.rows.size() * 40), 0);
    EXPECT_NE(content.find("'shape': (3, 500, 10)"), std::string::npos);
    EXPECT_NE(content.find("'descr': '<f4', 'fortran_order': False"), std::string::npos);
}

TEST_F(Make, CsvHoldsTheSameBoxes) {
    const std::string npy = make("a.npy", {"uniform", "--count", "300"});
    const std::string csv = make("a.csv", {"uniform", "--count", "300"});
    EXPECT_EQ(pairs(npy)["hash"], pairs(csv)["hash"]);
    scenes::SceneFile a = scenes::SceneFile::open(npy);
    scenes::SceneFile b = scenes::SceneFile::open(csv);
    ASSERT_EQ(b.box_count(), 300U);
    EXPECT_EQ(std::memcmp(a.frame(0).centers, b.frame(0).centers, 300 * 40), 0);
}

TEST_F(Make, NoBoxAndOneBoxAreScenes) {
    for (const scenes::SceneKindInfo& info : scenes::scene_kinds()) {
        for (int count = 0; count < 4; ++count) {
            const std::string scene =
                make(count % 2 == 0 ? "s.npy" : "s.csv", {info.name, "--count", std::to_string(count)});
            EXPECT_EQ(pairs(scene)["boxes"], count) << info.name;
        }
    }
}

TEST_F(Make, ForceMakesWhatIsRefused) {
    // 64 000 coincident boxes would be 2e9 pairs.
    const std::vector<std::string> arguments{"make",       "identical", "--count", "64000",
                                             "--overlaps", "63999",     "-o",      path("s.npy")};
    const CommandResult refused = run_satori(arguments);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("--force"), std::string::npos) << refused.err;
    EXPECT_TRUE(list().empty());
    std::vector<std::string> forced = arguments;
    forced.emplace_back("--force");
    EXPECT_EQ(run_satori(forced).exit_code, 0);
    EXPECT_EQ(list(), std::vector<std::string>{"s.npy"});
}

TEST_F(Make, AHeapTakesNoOverlaps) {
    const CommandResult result = run_satori({"make", "heap", "--count", "20", "--overlaps", "4", "-o", path("s.npy")});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find("--overlaps: the boxes of a heap lie as they fell"), std::string::npos) << result.err;
    EXPECT_TRUE(list().empty());
}

TEST_F(Make, ReportsWhatItMade) {
    const CommandResult json = run_satori(
        {"make", "dense", "--count", "2000", "--seed", "18446744073709551615", "--json", "-o", path("s.npy")});
    ASSERT_EQ(json.exit_code, 0) << json.err;
    const auto report = nlohmann::json::parse(json.out);
    EXPECT_EQ(report["kind"], "dense");
    EXPECT_EQ(report["count"], 2000);
    EXPECT_EQ(report["seed"], 18446744073709551615U);
    EXPECT_EQ(report["overlaps"], 40);
    EXPECT_NEAR(report["expected_overlaps"], 40, 1e-6);
    EXPECT_EQ(report["frames"], 1);
    EXPECT_EQ(report["file"], path("s.npy"));
    const CommandResult text = run_satori({"make", "dense", "--count", "2000", "-o", path("s.npy")});
    EXPECT_NE(text.out.find("2 000 boxes"), std::string::npos) << text.out;
    EXPECT_EQ(text.err, "");
    EXPECT_EQ(run_satori({"make", "dense", "--count", "20", "--quiet", "-o", path("s.npy")}).out, "");
}

TEST_F(Make, SceneToStandardOutput) {
    const std::string file = make("s.npy", {"uniform", "--count", "100"});
    const CommandResult result = run_satori({"make", "uniform", "--count", "100", "-o", "/dev/stdout"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out, read_file(file));
    EXPECT_NE(result.err.find("100 boxes"), std::string::npos);
}

}  // namespace
}  // namespace satori::test
