// Tests the command on scenes with radii.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "command.hpp"

namespace satori::test {
namespace {

class Radii : public CliTest {
protected:
    std::string output_of(std::vector<std::string> arguments) const {
        arguments.insert(arguments.end(), {"-o", path("out.csv"), "--quiet"});
        const CommandResult result = run_satori(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_file(path("out.csv"));
    }
    void expect_refused(const std::vector<std::string>& arguments, int exit_code, const std::string& words) const {
        const CommandResult result = run_satori(arguments);
        EXPECT_EQ(result.exit_code, exit_code) << result.err;
        EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    }
    // A ball of 1 m, a capsule that touches it, a ball whose bounds alone meet those of the first one.
    const std::string csv =
        "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw,radius\n"
        "0,0,0,0,0,0,0,0,0,1,1\n"
        "4,0,0,2,0,0,0,0,0,1,1\n"
        "-1.5,1.5,0,0,0,0,0,0,0,1,1\n";
    const Row numbers{0, 0, 0, 0, 0, 0,     0,    0, 0, 1, 1, 4, 0, 0, 2, 0, 0,
                      0, 0, 0, 1, 1, -1.5F, 1.5F, 0, 0, 0, 0, 0, 0, 0, 1, 1};
};

TEST_F(Radii, AreReadFromEveryFormat) {
    const std::vector<double> wide(numbers.begin(), numbers.end());
    for (const std::string& scene :
         {write_file("a.csv", csv), write_file("b.npy", npy_file(npy_dictionary("<f4", "(3, 11)"), raw(numbers))),
          write_file("c.npy", npy_file(npy_dictionary("<f4", "(1, 3, 11)"), raw(numbers))),
          write_file("d.npy", npy_file(npy_dictionary("<f8", "(3, 11)"), raw(wide)))}) {
        EXPECT_EQ(output_of({"pairs", scene}), "a,b\n0,1\n") << scene;
        EXPECT_EQ(output_of({"pairs", scene, "--stage", "broadphase"}), "a,b\n0,1\n0,2\n") << scene;
        EXPECT_EQ(output_of({"pairs", scene, "--boundary", "open"}), "a,b\n") << scene;
        EXPECT_EQ(contacts(scene)["points"], 1) << scene;
    }
    const std::string rects =
        write_file("e.csv", "cx,cy,hx,hy,angle,radius\n0,0,0,0,0,1\n2,0,0,0,0,1\n-1.5,1.5,0,0,0,1\n");
    EXPECT_EQ(output_of({"pairs", rects}), "a,b\n0,1\n");
    const Row flat{0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 1};
    EXPECT_EQ(output_of({"pairs", write_file("f.npy", npy_file(npy_dictionary("<f4", "(2, 6)"), raw(flat)))}),
              "a,b\n0,1\n");
}

TEST_F(Radii, OfAMapAreKept) {
    std::string map = "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw,radius\n";
    for (const char* x : {"691608.25", "691610.25", "691612.3125"})
        map += fmt::format("{},5336000.5,0,0,0,0,0,0,0,1,1\n", x);
    EXPECT_EQ(output_of({"pairs", write_file("map.csv", map)}), "a,b\n0,1\n");
}

TEST_F(Radii, ThatAreNotLegalAreNamed) {
    for (const char* bad : {"-1", "nan", "1e-9", "1e-60", "2e8"}) {
        std::string text = csv;
        text.replace(text.rfind("1\n"), 1, bad);
        const std::string scene = write_file("bad.csv", text);
        expect_refused({"pairs", scene}, 3, "bad.csv: row 2 (line 4), column radius: a radius is 0 or 1e-07 to 1e+08");
        expect_refused({"contacts", scene}, 3, "column radius");
        const auto skipped = pairs(scene, {"--on-invalid", "skip"});
        EXPECT_EQ(skipped["invalid"], 1) << bad;
        EXPECT_EQ(skipped["overlaps"], 1) << bad;
    }
    const std::string first = write_file("first.csv", std::string(csv).replace(csv.find(",1\n4") + 1, 1, "-2"));
    EXPECT_EQ(output_of({"pairs", first, "--on-invalid", "skip"}), "a,b\n");
    expect_refused({"pairs", write_file("word.csv", std::string(csv).replace(csv.find(",1\n4") + 1, 1, "wide"))}, 3,
                   "row 0 (line 2), column radius: 'wide' is not a number");
}

TEST_F(Radii, AreRefusedWhereTheyCannotBeRead) {
    const std::string scene = write_file("s.csv", csv);
    for (const char* mesh : {"m.ply", "m.vtu"}) expect_refused({"convert", scene, path(mesh)}, 2, "has radii");
    EXPECT_EQ(list(), std::vector<std::string>{"s.csv"});
}

TEST_F(Radii, AreSimulated) {
    // A ball of 1 m that stands, and one that comes near, touches it, becomes smaller, and is as far as before.
    const auto ball = [](float x, float radius) { return Row{x, 0, 0, 0, 0, 0, 0, 0, 0, 1, radius}; };
    Row frames;
    for (const auto& [x, radius] : {std::pair{3.0F, 1.0F}, {1.9F, 1.0F}, {1.9F, 0.5F}, {1.25F, 0.5F}}) {
        for (const Row& row : {ball(0, 1), ball(x, radius)}) frames.insert(frames.end(), row.begin(), row.end());
    }
    const auto file = [&](const char* name) {
        return write_file(name, npy_file(npy_dictionary("<f4", "(4, 2, 11)"), raw(frames)));
    };
    const auto simulated = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"simulate", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        const CommandResult result = run_satori(words);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return nlohmann::json::parse(result.out);
    };
    const auto json = simulated({file("balls.npy"), "--record", path("balls.rec")});
    EXPECT_EQ(json["begun"], 2);
    EXPECT_EQ(json["ended"], 1);
    EXPECT_EQ(json["points"], 1);
    EXPECT_EQ(simulated({path("balls.rec")})["hash"], json["hash"]);

    frames[3 * 22 + 21] = -1;  // of the last frame
    expect_refused({"simulate", file("bad.npy")}, 3, "frame 3, row 1, column radius: a radius is 0 or");
    const auto skipped = simulated({path("bad.npy"), "--on-invalid", "skip"});
    EXPECT_EQ(skipped["invalid"], 1);
    EXPECT_EQ(skipped["begun"], 0);
}

TEST_F(Radii, AreConvertedAsOtherNumbers) {
    const std::string scene = write_file("s.csv", csv);
    ASSERT_EQ(run_satori({"convert", scene, path("t.npy")}).exit_code, 0);
    EXPECT_EQ(read_file(path("t.npy")).substr(128), raw(numbers));
    ASSERT_EQ(run_satori({"convert", path("t.npy"), path("u.csv")}).exit_code, 0);
    EXPECT_EQ(read_file(path("u.csv")), csv);
}

TEST_F(Radii, OfMadeScenes) {
    const std::string boxes = make("boxes.npy", {"uniform", "--count", "3000", "--overlaps", "8"});
    const auto all = pairs(boxes)["overlaps"].get<int>();
    for (const char* solid : {"spheres", "capsules", "rounded"}) {
        const std::string scene =
            make(fmt::format("{}.npy", solid), {"uniform", "--count", "3000", "--overlaps", "8", "--solids", solid});
        const auto found = pairs(scene);
        EXPECT_EQ(found["invalid"], 0);
        // The solids are in the boxes.
        EXPECT_LT(found["overlaps"], all) << solid;
        EXPECT_GT(found["overlaps"], all / 20) << solid;
        const std::string text =
            make(fmt::format("{}.csv", solid), {"uniform", "--count", "3000", "--overlaps", "8", "--solids", solid});
        EXPECT_EQ(pairs(text)["hash"], found["hash"]) << solid;
    }
    EXPECT_EQ(read_file(make("same.npy", {"uniform", "--count", "3000", "--overlaps", "8", "--solids", "boxes"})),
              read_file(boxes));
    const std::string circles = make("c.npy", {"rects", "--count", "500", "--solids", "spheres", "--frames", "2"});
    EXPECT_NE(read_file(circles).find("'shape': (2, 500, 6)"), std::string::npos);
    EXPECT_GT(pairs(circles, {"--frame", "1"})["overlaps"], 50);
    expect_refused({"make", "uniform", "--count", "5", "--solids", "cones", "-o", path("x.npy")}, 2, "cones");
}

}  // namespace
}  // namespace satori::test
