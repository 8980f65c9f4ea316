// R27: map coordinates, through the command.

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "command.hpp"

namespace satori::test {
namespace {

using Rows = std::vector<std::vector<double>>;

constexpr const char* kBoxHeader = "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n";
constexpr const char* kRectHeader = "cx,cy,hx,hy,angle\n";

std::string csv(const Rows& rows) {
    std::string text = rows[0].size() == 5 ? kRectHeader : kBoxHeader;
    for (const auto& row : rows) text += fmt::format("{}\n", fmt::join(row, ","));
    return text;
}

std::string npy(const Rows& rows, const char* type = "<f8") {
    std::vector<double> numbers;
    for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
    const std::string dictionary = npy_dictionary(type, fmt::format("({}, {})", rows.size(), rows[0].size()));
    if (std::string(type) == "<f8") return npy_file(dictionary, raw(numbers));
    return npy_file(dictionary, raw(std::vector<float>(numbers.begin(), numbers.end())));
}

// Returns two cars of 4.5 m, one behind the other along y, with `gap` between them. In 2D they are seen from above.
Rows cars(double x, double y, double gap, int dimension) {
    Rows rows;
    for (const double place : {y, y + 1.8 + gap}) {
        if (dimension == 2)
            rows.push_back({x, place, 2.25, 0.9, 0});
        else
            rows.push_back({x, place, -x, 2.25, 0.9, 0.75, 0, 0, 0, 1});
    }
    return rows;
}

constexpr double kGaps[] = {0.01, 0.1, -0.01, -0.1};
constexpr double kDistances[] = {1e5, 1e6, 1e7};

class MapCoordinatesCli : public CliTest {
protected:
    /// Calls `check` for files with closed and open gaps, at every distance.
    void for_each_file(
        const std::function<void(const std::string& scene, double gap, int dimension, double x)>& check) {
        for (const double distance : kDistances)
            for (const double gap : kGaps)
                for (const int dimension : {2, 3})
                    for (const double sign : {1.0, -1.0}) {
                        const double x = sign * (distance + 0.31);
                        const Rows rows = cars(x, 5.336e6 + 0.77, gap, dimension);
                        SCOPED_TRACE(fmt::format("{} m, gap {}, {}D", x, gap, dimension));
                        check(write_file("a.csv", csv(rows)), gap, dimension, x);
                        check(write_file("a.npy", npy(rows)), gap, dimension, x);
                    }
    }
};

TEST_F(MapCoordinatesCli, PairsAreThoseOfTheNumbers) {
    int wrong_as_floats = 0;
    for_each_file([&](const std::string& scene, double gap, int dimension, double x) {
        EXPECT_EQ(pairs(scene)["overlaps"], gap < 0 ? 1 : 0);
        const std::string floats = write_file("f.npy", npy(cars(x, 5.336e6 + 0.77, gap, dimension), "<f4"));
        if (pairs(floats)["overlaps"] != (gap < 0 ? 1 : 0)) ++wrong_as_floats;
    });
    EXPECT_GT(wrong_as_floats, 0) << "or this test could not fail";
}

TEST_F(MapCoordinatesCli, ContactsLieInTheFileFrame) {
    for_each_file([&](const std::string& scene, double gap, int dimension, double x) {
        const std::string output = path("c.csv");
        const auto json = contacts(scene, {"-o", output});
        EXPECT_EQ(json["manifolds"], gap < 0 ? 1 : 0);
        if (gap > 0) return;
        const std::string text = read_file(output);
        double px = 0, py = 0, pz = 0, nx = 0, ny = 0, nz = 0, separation = 0;
        ASSERT_EQ(std::sscanf(text.c_str() + text.find('\n') + 1, "0,1,0,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &px, &py, &pz,
                              &nx, &ny, &nz, &separation),
                  7)
            << text;
        EXPECT_NEAR(separation, gap, 1e-6);
        EXPECT_NEAR(std::fabs(px - x), 2.25, 1e-6);
        EXPECT_NEAR(py, 5.336e6 + 0.77 + 0.9 + gap / 2, 1e-6);
        EXPECT_NEAR(pz, dimension == 2 ? 0 : -x, dimension == 2 ? 0 : 0.75 + 1e-6);
        EXPECT_NEAR(ny, 1, 1e-6);
    });
}

TEST_F(MapCoordinatesCli, AWorldGetsTheDoubles) {
    for_each_file([&](const std::string& scene, double gap, int dimension, double) {
        if (dimension == 2) return;
        EXPECT_EQ(simulate(scene)["begun"], gap < 0 ? 1 : 0);
    });
    // The second car drives up to the first, a millimeter each frame. In the fifth step they touch.
    std::vector<double> numbers;
    for (int frame = 0; frame < 10; ++frame)
        for (const auto& row : cars(691608.31, 5336000.77, 0.0045 - 0.001 * frame, 3))
            numbers.insert(numbers.end(), row.begin(), row.end());
    const std::string scene = write_file("t.npy", npy_file(npy_dictionary("<f8", "(10, 2, 10)"), raw(numbers)));
    const std::string frames = path("frames.csv");
    EXPECT_EQ(simulate(scene, {"-o", frames})["begun"], 1);
    EXPECT_NE(read_file(frames).find("\n5,1,0,0,"), std::string::npos) << read_file(frames);
}

TEST_F(MapCoordinatesCli, FitsAnswerInTheFileFrame) {
    for (const double distance : kDistances) {
        std::string table = "x,y,z\n", object;
        std::vector<double> numbers;
        for (int corner = 0; corner < 8; ++corner) {
            const double at[3] = {distance + 0.31 + 0.02 * (corner & 1), -distance - 0.4 + 0.05 * (corner >> 1 & 1),
                                  12 + 0.1 * (corner >> 2)};
            table += fmt::format("{},{},{}\n", at[0], at[1], at[2]);
            object += fmt::format("v {} {} {}\n", at[0], at[1], at[2]);
            numbers.insert(numbers.end(), at, at + 3);
        }
        for (const std::string& file : {write_file("p.csv", table), write_file("p.obj", object),
                                        write_file("p.npy", npy_file(npy_dictionary("<f8", "(8, 3)"), raw(numbers)))}) {
            for (const char* name : {"box.npy", "box.csv"}) {
                const CommandResult result = run_satori({"fit", file, "--json", "-o", path(name)});
                ASSERT_EQ(result.exit_code, 0) << result.err;
                EXPECT_EQ(result.err, "");
                const auto json = nlohmann::ordered_json::parse(result.out);
                EXPECT_EQ(json["shape"], "solid");
                EXPECT_NEAR(json["volume"], 0.02 * 0.05 * 0.1, 1e-8);
                EXPECT_NEAR(json["center"][0], distance + 0.32, 1e-7);
                EXPECT_NEAR(json["center"][1], -distance - 0.375, 1e-7);
                EXPECT_NEAR(json["center"][2], 12.05, 1e-6);
                // The written box touches a point a tenth of a millimeter inside it, and does not touch a point as far
                // outside.
                const std::string box = read_file(path(name));
                if (std::string(name) == "box.csv") {
                    for (const double place : {0.33 - 1e-4, 0.33 + 1e-4}) {
                        const std::string both =
                            box + fmt::format("{},{},12,0,0,0,0,0,0,1\n", distance + place, -distance - 0.375);
                        EXPECT_EQ(pairs(write_file("both.csv", both))["overlaps"], place < 0.33 ? 1 : 0);
                    }
                } else {
                    EXPECT_NE(box.find("'<f8'"), std::string::npos);
                    EXPECT_EQ(pairs(path(name))["boxes"], 1);
                }
            }
        }
    }
}

TEST_F(MapCoordinatesCli, AStrayRowCostsTheOthersNothing) {
    Rows rows = cars(691608.31, 5336000.77, 0.01, 3);
    rows.push_back({0, 0, 0, 1, 1, 1, 0, 0, 0, 1});
    rows.push_back({691608.31, 5336000.77 + 1.8 - 0.01, 0, 2.25, 0.9, 0.75, 0, 0, 0, 1});  // overlaps both
    rows[0][2] = rows[1][2] = 0;
    EXPECT_EQ(pairs(write_file("a.csv", csv(rows)))["overlaps"], 2);
}

TEST_F(MapCoordinatesCli, PaddingIsNotAsked) {
    Rows rows = cars(691608.31, 5336000.77, 0.01, 3);
    rows.resize(9, std::vector<double>(10, 0.0));
    for (const std::string& scene : {write_file("a.csv", csv(rows)), write_file("a.npy", npy(rows))}) {
        EXPECT_EQ(pairs(scene, {"--on-invalid", "skip"})["overlaps"], 0);
        EXPECT_EQ(simulate(scene, {"--on-invalid", "skip"})["begun"], 0);
    }
}

TEST_F(MapCoordinatesCli, WhereMostAreNearItIsNoMapButSaid) {
    // Three boxes near the origin, apart by millimeters, and two far off, apart by a centimeter.
    Rows rows;
    for (const double x : {0.0, 1.002, 2.004, 5336000.3, 5336001.31})
        rows.push_back({x, 0, 0, 0.5, 0.5, 0.5, 0, 0, 0, 1});
    for (const std::string& scene : {write_file("a.csv", csv(rows)), write_file("a.npy", npy(rows))}) {
        const CommandResult result = run_satori({"pairs", scene, "--frames", "all"});
        EXPECT_EQ(result.exit_code, 0);
        EXPECT_NE(result.err.find("as float32 about (0, 0, 0) centers are up to"), std::string::npos) << result.err;
        EXPECT_EQ(simulate(scene)["begun"], 0) << "doubles lose nothing";
    }
    // A stray box at the greatest legal distance takes no accuracy from the boxes near the origin.
    rows.resize(3);
    rows.push_back({-1e8, 0, 0, 1, 1, 1, 0, 0, 0, 1});
    EXPECT_EQ(pairs(write_file("b.csv", csv(rows)))["overlaps"], 0);
    EXPECT_EQ(pairs(write_file("b.npy", npy(rows)))["overlaps"], 0);
}

TEST_F(MapCoordinatesCli, ALayoutThatRepeatsIsSampledAllOver) {
    // One of three boxes is at the origin, in each of as many frames as there are samples.
    std::vector<double> numbers;
    constexpr int kFrames = 4096;
    for (int frame = 0; frame < kFrames; ++frame)
        for (const double x : {0.0, 5336000.0, 5336001.01})
            for (const double number : {x, 0.0, 0.0, 0.5, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0}) numbers.push_back(number);
    const auto shape = fmt::format("({}, 3, 10)", kFrames);
    EXPECT_EQ(pairs(write_file("a.npy", npy_file(npy_dictionary("<f8", shape), raw(numbers))))["overlaps"], 0);
}

TEST_F(MapCoordinatesCli, WhatIsLostIsSaid) {
    const auto said = [&](const Rows& rows, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words{"pairs", write_file("a.npy", npy(rows))};
        words.insert(words.end(), more.begin(), more.end());
        const CommandResult result = run_satori(words);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result.err;
    };
    const auto at = [](double x) { return std::vector<double>{x, 0, 0, 0.5, 0.5, 0.5, 0, 0, 0, 1}; };
    EXPECT_EQ(said({at(1e6 + 0.3), at(1e6 + 900.4)}), "") << "a thousand meters cost less than a millimeter";
    EXPECT_NE(said({at(1e6 + 0.3), at(3e6 + 0.4), at(1e6)}).find("are up to 0.025 m off"), std::string::npos);
    EXPECT_EQ(said({at(1e6 + 0.3), at(3e6 + 0.4), at(1e6)}, {"--quiet"}), "");
    EXPECT_EQ(said({at(0), at(9.9e4 + 1e-3)}), "") << "no map";
}

TEST_F(MapCoordinatesCli, BelowThatNothingChanges) {
    const std::string scene = make("u.csv", {"uniform", "--count", "500"});
    Rows rows;
    const std::string text = read_file(scene);
    for (std::size_t line = text.find('\n') + 1; line < text.size(); line = text.find('\n', line) + 1) {
        rows.emplace_back(10);
        std::size_t place = line;
        for (double& number : rows.back()) {
            std::size_t used = 0;
            number = std::stod(text.substr(place, 32), &used);
            place += used + 1;
        }
    }
    rows.push_back({99999.99, 1, 1, 1, 1, 1, 0, 0, 0, 1});
    rows.push_back({-99999.99, 1, 1, 1, 1, 1, 0, 0, 0, 1});
    const std::string floats = write_file("f.npy", npy(rows, "<f4"));
    for (const std::string& other : {write_file("d.csv", csv(rows)), write_file("d.npy", npy(rows))}) {
        EXPECT_EQ(contacts(other)["hash"], contacts(floats)["hash"]);
        EXPECT_EQ(simulate(other)["hash"], simulate(floats)["hash"]);
    }
}

TEST_F(MapCoordinatesCli, WhatIsTooFarIsNamedAsItIsWritten) {
    Rows rows = cars(691608.31, 5336000.77, 0.01, 3);
    rows[1][0] = 100000512.5;
    rows[0][3] = -0.25;
    for (const std::string& scene : {write_file("a.csv", csv(rows)), write_file("a.npy", npy(rows))}) {
        const CommandResult result = run_satori({"pairs", scene});
        EXPECT_EQ(result.exit_code, 3);
        EXPECT_NE(result.err.find("column cx: center is farther than 1e8 from the origin (100000512.5)"),
                  std::string::npos)
            << result.err;
        EXPECT_NE(result.err.find("column hx: half extent is negative (-0.25)"), std::string::npos) << result.err;
    }
    // Both ends of the legal range: the place of the origin must not make any box illegal.
    EXPECT_EQ(pairs(write_file("a.csv", csv({{1e8, 0, 0, 1, 1, 1, 0, 0, 0, 1},
                                             {1e8, 1, 0, 1, 1, 1, 0, 0, 0, 1},
                                             {-1e8, 0, 0, 1, 1, 1, 0, 0, 0, 1}})))["overlaps"],
              1);
}

}  // namespace
}  // namespace satori::test
