#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "command.hpp"
#include "support/fit_calls.hpp"
#include "support/point_sets.hpp"

namespace satori::test {
namespace {

std::vector<Vec3> some_points(std::uint32_t count = 200) {
    Random random(11);
    return make_point_set(PointSetKind::uneven_box, count, random).points;
}

template <typename Number>
std::vector<Number> numbers_of(const std::vector<Vec3>& points) {
    std::vector<Number> numbers;
    for (const Vec3& p : points) numbers.insert(numbers.end(), {Number{p.x}, Number{p.y}, Number{p.z}});
    return numbers;
}

template <typename Number>
std::string npy_points(const std::vector<Vec3>& points) {
    const std::string type = sizeof(Number) == 4 ? "<f4" : "<f8";
    return npy_file(npy_dictionary(type, fmt::format("({}, 3)", points.size())), raw(numbers_of<Number>(points)));
}

std::string csv_points(const std::vector<Vec3>& points) {
    std::string text = "name,z,x,y\n";
    for (const Vec3& p : points) text += fmt::format("p,{},{},{}\n", p.z, p.x, p.y);
    return text;
}

std::string obj_points(const std::vector<Vec3>& points) {
    std::string text = "# a mesh\no thing\r\n";
    for (const Vec3& p : points) text += fmt::format("  v\t{} {}  {} 1 0.5 0.5\nvn 0 0 1\nvt 0 0\n", p.x, p.y, p.z);
    return text + "f 1//1 2//2 3//3\nl 1 2\n";
}

// Returns the ten numbers at the end of a .npy or .csv file of one box.
std::vector<float> row_in(const std::string& file) {
    std::vector<float> row(10);
    if (file.front() == '\x93') {
        std::memcpy(row.data(), file.data() + file.size() - 40, 40);
        return row;
    }
    std::istringstream text(file.substr(file.find('\n') + 1));
    for (float& number : row) {
        text >> number;
        text.get();  // comma or line feed
    }
    return row;
}

class FitCommand : public CliTest {
protected:
    nlohmann::ordered_json fit(const std::string& file, const std::vector<std::string>& arguments = {}) const {
        std::vector<std::string> all{"fit", file, "--json"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const CommandResult result = run_satori(all);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return nlohmann::ordered_json::parse(result.out, nullptr, false);
    }
    void expect_refused(const std::string& name, const std::string& content, const std::string& words) const {
        const std::string file = write_file(name, content);
        const std::string output = write_file("box.npy", "old content");
        const CommandResult result = run_satori({"fit", file, "-o", output});
        EXPECT_EQ(result.exit_code, 3) << words << ": " << result.err;
        EXPECT_NE(result.err.find(words), std::string::npos) << words << ": " << result.err;
        EXPECT_NE(result.err.find(name), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(read_file(output), "old content");
        EXPECT_EQ(list().size(), 2U) << "something was left behind";
        std::remove(file.c_str());
        std::remove(output.c_str());
    }
};

TEST_F(FitCommand, AllFormatsGiveTheLibrarysBox) {
    const std::vector<Vec3> points = some_points();
    const std::string files[] = {
        write_file("float32.npy", npy_points<float>(points)), write_file("float64.npy", npy_points<double>(points)),
        write_file("named_otherwise.csv", npy_points<float>(points)), write_file("points.csv", csv_points(points)),
        write_file("mesh.OBJ", obj_points(points))};
    for (const FitMethod method : kFitMethods) {
        const Fitted expected = fitted(points, method);
        for (const std::string& file : files) {
            const auto json = fit(file, {"--method", fit_method_name(method), "--threads", "2"});
            const OrientedBox& box = expected.box;
            EXPECT_EQ(json["points"], points.size()) << file;
            EXPECT_EQ(json["method"], fit_method_name(method));
            EXPECT_EQ(json["shape"], "solid");
            EXPECT_EQ(json["center"].get<std::vector<float>>(),
                      (std::vector<float>{box.center.x, box.center.y, box.center.z}));
            EXPECT_EQ(json["half_extents"].get<std::vector<float>>(),
                      (std::vector<float>{box.half_extents.x, box.half_extents.y, box.half_extents.z}));
            EXPECT_EQ(json["quaternion"].get<std::vector<float>>(),
                      (std::vector<float>{box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w}));
            EXPECT_EQ(json["volume"], expected.report.volume);
            EXPECT_EQ(json["hull_vertices"], expected.report.hull_vertex_count);
            EXPECT_EQ(json["exact_hull"], true);
            EXPECT_EQ(json["axis_aligned_instead"], false);
        }
    }
    EXPECT_EQ(fit(files[0])["method"], "minimal") << "the default";
}

TEST_F(FitCommand, JsonHasTheContractsFields) {
    std::vector<std::string> keys, stages;
    const auto json = fit(write_file("points.csv", csv_points(some_points())));
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    for (const auto& [key, value] : json["stages_ms"].items()) stages.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"points", "method", "shape", "center", "half_extents", "quaternion",
                                              "volume", "hull_vertices", "exact_hull", "axis_aligned_instead",
                                              "threads", "stages_ms", "total_ms"}));
    EXPECT_EQ(stages, (std::vector<std::string>{"moments", "hull", "search", "extents"}));
}

TEST_F(FitCommand, TheBoxCanBeWrittenAsAScene) {
    const std::string points = write_file("points.csv", csv_points(some_points()));
    for (const char* name : {"box.npy", "box.csv"}) {
        const auto json = fit(points, {"-o", path(name)});
        EXPECT_EQ(pairs(path(name))["boxes"], 1);
        std::vector<float> box;
        for (const char* part : {"center", "half_extents", "quaternion"})
            for (const auto& number : json[part]) box.push_back(number.get<float>());
        EXPECT_EQ(row_in(read_file(path(name))), box) << name;
    }
    const CommandResult table = run_satori({"fit", points});
    EXPECT_EQ(table.exit_code, 0);
    for (const char* word : {"center", "half extents", "quaternion", "volume", "solid", "minimal"})
        EXPECT_NE(table.out.find(word), std::string::npos) << word;
    EXPECT_NE(run_satori({"fit", points, "--threads", "1"}).out.find(" ms on 1 thread:"), std::string::npos);
    EXPECT_EQ(run_satori({"fit", points, "--quiet"}).out, "");
}

TEST_F(FitCommand, BadFilesAreRefused) {
    const std::string good = npy_points<float>(some_points(8));
    const std::string data = raw(std::vector<float>(12, 1.0F));
    const auto with_shape = [&](const std::string& shape) { return npy_file(npy_dictionary("<f4", shape), data); };
    expect_refused("a.npy", "", "empty");
    expect_refused("a.npy", "x,y\n1,2\n", "the header row, 'x,y', has no column z");
    expect_refused("a.npy", good.substr(0, good.size() - 1), "truncated");
    expect_refused("a.npy", good.substr(0, 20), "ends within its header");
    expect_refused("a.npy", good + "x", "1 bytes follow");
    expect_refused("a.npy", with_shape("(3, 4)"), "shape is (3, 4)");
    expect_refused("a.npy", with_shape("(12,)"), "shape is (12)");
    expect_refused("a.npy", with_shape("(2, 2, 3)"), "shape is (2, 2, 3)");
    expect_refused("a.npy", npy_file(npy_dictionary("<f4", "(0, 3)"), ""), "no points");
    expect_refused("a.npy", npy_file(npy_dictionary("<c8", "(4, 3)"), data), "'<c8'");
    expect_refused("a.csv", "", "empty");
    expect_refused("a.csv", "x,y,z\n", "no points");
    expect_refused("a.csv", "x,y\n1,2\n", "the header row, 'x,y', has no column z");
    expect_refused("a.csv", "1,2,3\n4,5,6\n", "the header row, '1,2,3', has no column x");
    expect_refused("a.csv", "x,y,z,x\n1,2,3,4\n", "x stands twice");
    expect_refused("a.csv", "x,y,z\n1,2,3\n1,2\n", "row 1 (line 3): 2 fields");
    expect_refused("a.csv", "x,y,z\n1,2,three\n", "row 0 (line 2), column z: 'three' is not a number");
    expect_refused("a.obj", "", "empty");
    expect_refused("a.obj", "# nothing\n", "no vertex");
    expect_refused("a.obj", "vn 1 2 3\nf 1 2 3\n", "no vertex");
    expect_refused("a.obj", "v 1 2 3\nvn 0 0 1\nv 1 2\n", "vertex 1 (line 3): 2 numbers");
    expect_refused("a.obj", "v 1 2 3\nv 1 b 3\n", "vertex 1 (line 2), column y: 'b' is not a number");
    expect_refused("a.obj", "v 1 2 \\\n3\n", "vertex 0 (line 1), column z");
    expect_refused("a.txt", "1 2 3\n", "no column x");
}

TEST_F(FitCommand, BadPointsAreNamed) {
    std::vector<Vec3> points = some_points(8);
    points[3].y = std::numeric_limits<float>::quiet_NaN();
    expect_refused("a.npy", npy_points<float>(points), "row 3, column y: not finite (nan)");
    expect_refused("a.csv", "x,y,z\n1,2,3\n\n1,inf,3\n", "row 1 (line 4), column y: infinite or beyond float32 (inf)");
    expect_refused("a.csv", "x,y,z\n1,2,-2e8\n",
                   "row 0 (line 2), column z: farther than 1e+08 from the origin (-200000000)");
    expect_refused("a.csv", "x,y,z\n1,-1e300,3\n", "row 0 (line 2), column y: infinite or beyond float32 (-inf)");
    expect_refused("a.npy", npy_file(npy_dictionary("<f8", "(1, 3)"), raw(std::vector<double>{1, 2, 1e39})),
                   "row 0, column z: infinite or beyond float32 (inf)");
    expect_refused("a.obj", "v 1 2 3\nvn 1 1 1\nv 1e999 2 3\n",
                   "vertex 1 (line 3), column x: infinite or beyond float32 (inf)");
}

TEST_F(FitCommand, FailuresAndWrongUse) {
    const std::string points = write_file("points.csv", csv_points(some_points()));
    const auto code = [](const std::vector<std::string>& arguments) { return run_satori(arguments).exit_code; };
    EXPECT_EQ(code({"fit", path("missing.npy")}), 1);
    EXPECT_EQ(code({"fit", path("")}), 1) << "a folder";
    EXPECT_EQ(code({"fit", points, "-o", path("no/such/folder/box.npy")}), 1);
    const std::vector<std::vector<std::string>> wrong{
        {"fit"},
        {"fit", points, "extra"},
        {"fit", points, "--method", "best"},
        {"fit", points, "--method"},
        {"fit", points, "--threads", "0"},
        {"fit", points, "-o", ""},
        {"fit", points, "-o", points},
        {"fit", points, "-o", path("box.obj")},
    };
    for (const auto& arguments : wrong) EXPECT_EQ(code(arguments), 2) << fmt::format("{}", fmt::join(arguments, " "));
    EXPECT_EQ(list(), std::vector<std::string>{"points.csv"});
    EXPECT_EQ(code({"fit", "--help"}), 0);
}

TEST_F(FitCommand, FlatSetsAreNamed) {
    EXPECT_EQ(fit(write_file("a.csv", "x,y,z\n1,2,3\n"))["shape"], "point");
    EXPECT_EQ(fit(write_file("b.csv", "x,y,z\n1,2,3\n4,5,6\n"))["shape"], "collinear");
    EXPECT_EQ(fit(write_file("c.csv", "x,y,z\n1,2,3\n4,5,6\n7,7,7\n"))["shape"], "planar");
}

}  // namespace
}  // namespace satori::test
