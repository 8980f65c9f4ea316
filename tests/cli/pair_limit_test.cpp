// Tests scenes with too many pairs to wait for: the command reports it and ends with 2, unless the user forces it.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "command.hpp"

namespace satori::test {
namespace {

class CliPairLimit : public CliTest {
protected:
    static constexpr std::uint32_t kCrowd = 30000;  // 4.5e8 pairs

    /// Returns boxes in one place, or in a row without touching.
    static std::string frame(bool crowd) {
        std::string data;
        for (std::uint32_t i = 0; i < kCrowd; ++i) data += raw(cube(crowd ? 1.0F : 2.0F * static_cast<float>(i), 0, 0));
        return data;
    }
    std::string crowd() const {
        return write_file("crowd.npy", npy_file(npy_dictionary("<f4", "(30000, 10)"), frame(true)));
    }
    /// EXPECTs the command to reject the scene, with a message that has all these words, and to leave no file.
    void refuses(const std::vector<std::string>& arguments, const std::vector<std::string>& words) const {
        const std::vector<std::string> before = list();
        const CommandResult refused = run_satori(arguments);
        EXPECT_EQ(refused.exit_code, 2) << refused.err;
        EXPECT_EQ(refused.out, "");
        for (const std::string& word : words) EXPECT_NE(refused.err.find(word), std::string::npos) << refused.err;
        EXPECT_EQ(list(), before);
    }
    /// Returns the words of the message for a scene with so many pairs.
    static std::vector<std::string> said(const std::string& scene, const std::string& pairs) {
        return {scene + ": about " + pairs + " candidate pairs", "GB of memory", "--force"};
    }
};

TEST_F(CliPairLimit, OfPairsAndContacts) {
    const std::string scene = crowd();
    refuses({"pairs", scene, "-o", path("found.csv")}, said(scene, "4.5e+08"));
    refuses({"contacts", scene, "--quiet", "--json", "--repeat", "1"}, said(scene, "4.5e+08"));
    refuses({"pairs", scene, "--stage", "broadphase"}, said(scene, "4.5e+08"));
}

TEST_F(CliPairLimit, OfRectangles) {
    std::string data;
    for (std::uint32_t i = 0; i < kCrowd; ++i) data += raw(std::vector<float>{1, 2, 1, 1, 0.5F});
    const std::string scene = write_file("rects.npy", npy_file(npy_dictionary("<f4", "(30000, 5)"), data));
    refuses({"pairs", scene}, said(scene, "4.5e+08"));
    refuses({"contacts", scene}, said(scene, "4.5e+08"));
}

// Half of the boxes are in each of two places: the estimate comes from a sample.
TEST_F(CliPairLimit, TheEstimateIsOfTheScene) {
    std::string data;
    for (std::uint32_t i = 0; i < kCrowd; ++i) data += raw(cube(i % 2 == 0 ? 0.0F : 9.0F, 0, 0));
    const std::string scene = write_file("two.npy", npy_file(npy_dictionary("<f4", "(30000, 10)"), data));
    refuses({"pairs", scene}, said(scene, "2.25e+08"));
    // With this speculative distance, both places are one crowd.
    refuses({"contacts", scene, "--speculative-distance", "8.5"}, said(scene, "4.5e+08"));
}

TEST_F(CliPairLimit, OfASimulation) {
    const std::string scene =
        write_file("crowding.npy", npy_file(npy_dictionary("<f4", "(2, 30000, 10)"), frame(false) + frame(true)));
    refuses({"simulate", scene, "-o", path("frames.csv"), "--record", path("record.rec")}, said(scene, "4.5e+08"));
    refuses({"simulate", scene, "--quiet"}, said(scene, "4.5e+08"));
    // The first frame alone has no crowd.
    EXPECT_EQ(pairs(scene)["candidates"], 0);
    refuses({"pairs", scene, "--frame", "1"}, said(scene, "4.5e+08"));
}

TEST_F(CliPairLimit, ForceChangesNothingElse) {
    const std::string scene = make("t.npy", {"dense", "--count", "2000", "--frames", "2"});
    EXPECT_EQ(pairs(scene, {"--force"})["hash"], pairs(scene)["hash"]);
    EXPECT_EQ(contacts(scene, {"--force"})["hash"], contacts(scene)["hash"]);
    EXPECT_EQ(simulate(scene, {"--force"})["hash"], simulate(scene)["hash"]);
    const auto recorded = simulate(scene, {"--record", path("t.rec")});
    EXPECT_EQ(simulate(path("t.rec"), {"--force"})["hash"], recorded["hash"]);
    for (const char* command : {"pairs", "contacts", "simulate"})
        EXPECT_NE(run_satori({command, "--help"}).out.find("--force"), std::string::npos);
}

}  // namespace
}  // namespace satori::test
