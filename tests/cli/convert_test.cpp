// Tests satori convert. What it writes is read by other code.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "command.hpp"
#include "numpy.hpp"

namespace satori::test {
namespace {

using Point = std::array<double, 3>;

// A mesh read back: the points of each cell, the cell data.
struct Mesh {
    std::vector<Point> points;
    std::vector<std::vector<std::int64_t>> cells;
    std::vector<std::uint8_t> types;
    std::vector<std::uint32_t> index, pairs;
};

template <typename Number>
Number take(const std::string& bytes, std::size_t& at) {
    Number number{};
    EXPECT_LE(at + sizeof number, bytes.size());
    if (at + sizeof number <= bytes.size()) std::memcpy(&number, bytes.data() + at, sizeof number);
    at += sizeof number;
    return number;
}

// Returns the number after `name`.
std::size_t number_after(const std::string& text, const std::string& name) {
    const std::size_t at = text.find(name);
    EXPECT_NE(at, std::string::npos) << name;
    return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + name.size(), nullptr, 10);
}

Mesh read_ply(const std::string& file) {
    const std::string bytes = read_file(file);
    EXPECT_TRUE(bytes.starts_with("ply\nformat binary_little_endian 1.0\n"));
    std::size_t at = bytes.find("end_header\n") + 11;
    Mesh mesh;
    mesh.points.resize(number_after(bytes, "element vertex "));
    for (Point& point : mesh.points)
        for (double& coordinate : point) coordinate = take<double>(bytes, at);
    mesh.cells.resize(number_after(bytes, "element face "));
    for (auto& cell : mesh.cells) {
        cell.resize(take<std::uint8_t>(bytes, at));
        for (std::int64_t& corner : cell) corner = take<std::int32_t>(bytes, at);
    }
    EXPECT_EQ(at, bytes.size());
    return mesh;
}

Mesh read_vtu(const std::string& file) {
    const std::string bytes = read_file(file);
    EXPECT_TRUE(bytes.starts_with("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\""));
    const std::size_t data = bytes.find("encoding=\"raw\">\n_") + 17;
    const auto begin_of = [&](const std::string& array, std::size_t size) {
        const std::size_t element = bytes.find(array);
        EXPECT_NE(element, std::string::npos) << array;
        std::size_t at = data + number_after(bytes.substr(element, 200), "offset=\"");
        EXPECT_EQ(take<std::uint64_t>(bytes, at), size) << array;
        return at;
    };
    Mesh mesh;
    mesh.points.resize(number_after(bytes, "NumberOfPoints=\""));
    mesh.cells.resize(number_after(bytes, "NumberOfCells=\""));
    const std::size_t cells = mesh.cells.size();
    std::size_t at = begin_of("NumberOfComponents=\"3\"", 24 * mesh.points.size());
    for (Point& point : mesh.points)
        for (double& coordinate : point) coordinate = take<double>(bytes, at);
    std::size_t connectivity = begin_of("Name=\"connectivity\"", 8 * mesh.points.size());
    std::size_t offsets = begin_of("Name=\"offsets\"", 8 * cells), types = begin_of("Name=\"types\"", cells);
    std::size_t index = begin_of("Name=\"index\"", 4 * cells);
    std::int64_t begin = 0;
    for (auto& cell : mesh.cells) {
        const auto end = take<std::int64_t>(bytes, offsets);
        for (; begin < end; ++begin) cell.push_back(take<std::int64_t>(bytes, connectivity));
        mesh.types.push_back(take<std::uint8_t>(bytes, types));
        mesh.index.push_back(take<std::uint32_t>(bytes, index));
    }
    if (bytes.find("Name=\"pairs\"") == std::string::npos) return mesh;
    std::size_t pairs = begin_of("Name=\"pairs\"", 4 * cells);
    for (std::size_t cell = 0; cell < cells; ++cell) mesh.pairs.push_back(take<std::uint32_t>(bytes, pairs));
    return mesh;
}

void expect_corner(const Point& point, const Vec3& corner) {
    const float expected[] = {corner.x, corner.y, corner.z};
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(point[axis], expected[axis], 1e-5);
}

// The volume of a hexahedron, from the signed volumes of tetrahedra between its center and its sides. VTK's sides look
// outward in this order.
double volume_of(const Mesh& mesh, const std::vector<std::int64_t>& cell) {
    constexpr int kSides[6][4] = {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7}};
    const auto point = [&](int corner) { return mesh.points[static_cast<std::size_t>(cell[corner])]; };
    Point center{};
    for (int corner = 0; corner < 8; ++corner)
        for (int axis = 0; axis < 3; ++axis) center[axis] += point(corner)[axis] / 8;
    double volume = 0;
    const auto add = [&](Point a, Point b, Point c) {
        for (int axis = 0; axis < 3; ++axis) {
            a[axis] -= center[axis];
            b[axis] -= center[axis];
            c[axis] -= center[axis];
        }
        volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                   a[2] * (b[0] * c[1] - b[1] * c[0])) /
                  6;
    };
    for (const auto& side : kSides) {
        add(point(side[0]), point(side[1]), point(side[2]));
        add(point(side[0]), point(side[2]), point(side[3]));
    }
    return volume;
}

class Convert : public CliTest {
protected:
    void convert(const std::string& in, const std::string& out, std::vector<std::string> arguments = {}) const {
        arguments.insert(arguments.begin(), {"convert", in, out});
        const CommandResult result = run_satori(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
    }
    CommandResult result_of(const std::string& in, const std::string& out,
                            std::vector<std::string> arguments = {}) const {
        arguments.insert(arguments.begin(), {"convert", in, out});
        return run_satori(arguments);
    }
    // The rows of a scene that the library did not round: all exact in float32.
    const std::vector<Row> rows{{1, 2, 3, 0.5F, 1, 1.5F, 0, 0, 0.6F, 0.8F},
                                {-4, 0.25F, 8, 2, 0.125F, 1, 0.5F, 0.5F, 0.5F, 0.5F},
                                {1.5F, 2, 3, 1, 1, 1, 0, 0, 0, 3}};
};

TEST_F(Convert, TablesAndArraysKeepEveryNumber) {
    const std::string scene = make("scene.npy", {"mixed", "--count", "500"});
    convert(scene, path("table.csv"));
    convert(path("table.csv"), path("again.npy"));
    EXPECT_EQ(read_file(path("again.npy")), read_file(scene)) << "float32, the same bytes";

    // Doubles, and what no box may have, pass as they are.
    const std::vector<double> numbers{0.1, 1e15 + 0.5, -3, 1e-300, -1, 2.5, 0, 0, 0, 1.0 / 3};
    const std::string wide = write_file("wide.npy", npy_file(npy_dictionary("<f8", "(1, 10)"), raw(numbers)));
    convert(wide, path("wide.csv"));
    EXPECT_EQ(read_file(path("wide.csv")),
              "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n0.1,1000000000000000.5,-3,1e-300,-1,2.5,0,0,0,0.3333333333333333\n");
    convert(path("wide.csv"), path("wide2.npy"));
    EXPECT_TRUE(read_file(path("wide2.npy")).ends_with(raw(numbers)));
    EXPECT_NE(read_file(path("wide2.npy")).find("'<f8'"), std::string::npos);

    const Row strange{
        std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1, 0, 0, 0, 0, 0, 0, 0};
    convert(write_file("strange.npy", npy_scene({strange})), path("strange.csv"));
    EXPECT_EQ(read_file(path("strange.csv")), "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\nnan,inf,1,0,0,0,0,0,0,0\n");
}

TEST_F(Convert, TablesOfOtherProgramsBecomeArrays) {
    const std::string table =
        write_file("t.csv", "name;angle;hy;hx;cy;cx\na;0;.5;1;2;3\n\"b\";0.7853981633974483;1;1;0;0\n");
    convert(table, path("t.npy"));
    EXPECT_TRUE(
        read_file(path("t.npy")).ends_with(raw(std::vector<double>{3, 2, 1, 0.5, 0, 0, 0, 1, 1, 0.7853981633974483})));
    convert(write_file("f.csv", "cx,cy,hx,hy,angle\n0.1,2,1,1,0\n"), path("f.npy"));
    EXPECT_TRUE(read_file(path("f.npy")).ends_with(raw(Row{0.1F, 2, 1, 1, 0}))) << "short enough for float32";
}

TEST_F(Convert, Frames) {
    const std::string scene = make("walk.npy", {"uniform", "--count", "20", "--frames", "3"});
    convert(scene, path("all.npy"));
    EXPECT_EQ(read_file(path("all.npy")), read_file(scene));
    convert(scene, path("one.npy"), {"--frame", "2"});
    const std::string bytes = read_file(scene), frame = bytes.substr(bytes.size() - 800);
    EXPECT_TRUE(read_file(path("one.npy")).ends_with(frame));
    EXPECT_NE(read_file(path("one.npy")).find("(20, 10)"), std::string::npos);
    convert(scene, path("last.csv"), {"--frame", "2"});
    convert(path("last.csv"), path("last.npy"));
    EXPECT_EQ(read_file(path("last.npy")), read_file(path("one.npy")));
    for (const char* name : {"x.csv", "x.ply", "x.vtu"}) {
        const CommandResult result = result_of(scene, path(name));
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_NE(result.err.find("3 frames"), std::string::npos) << result.err;
        EXPECT_NE(result.err.find("--frame"), std::string::npos) << result.err;
    }
    EXPECT_EQ(result_of(scene, path("x.ply"), {"--frame", "3"}).exit_code, 2);
    EXPECT_EQ(list(), (std::vector<std::string>{"all.npy", "last.csv", "last.npy", "one.npy", "walk.npy"}));
}

TEST_F(Convert, MeshesHaveTheCornersOfTheLibrary) {
    const std::string scene = write_file("scene.npy", npy_scene(rows));
    convert(scene, path("mesh.ply"));
    convert(scene, path("mesh.vtu"));
    const Mesh ply = read_ply(path("mesh.ply")), vtu = read_vtu(path("mesh.vtu"));
    ASSERT_EQ(ply.points.size(), 8 * rows.size());
    ASSERT_EQ(ply.cells.size(), 6 * rows.size());
    ASSERT_EQ(vtu.points.size(), 8 * rows.size());
    ASSERT_EQ(vtu.cells.size(), rows.size());
    for (std::size_t box = 0; box < rows.size(); ++box) {
        const Row& row = rows[box];
        BoxCorners expected{};
        ASSERT_EQ(compute_corners(
                      {{row[0], row[1], row[2]}, {row[3], row[4], row[5]}, {row[6], row[7], row[8], row[9]}}, expected),
                  Status::ok);
        for (std::size_t corner = 0; corner < 8; ++corner) {
            expect_corner(ply.points[8 * box + corner], expected.corners[corner]);
            expect_corner(vtu.points[8 * box + corner], expected.corners[corner]);
        }
        for (std::size_t face = 0; face < 6; ++face)
            for (std::size_t k = 0; k < 4; ++k)
                EXPECT_EQ(ply.cells[6 * box + face].at(k), static_cast<std::int64_t>(8 * box) + kBoxFaces[face][k]);
        EXPECT_EQ(vtu.types[box], 12) << "VTK_HEXAHEDRON";
        EXPECT_EQ(vtu.index[box], box);
        ASSERT_EQ(vtu.cells[box].size(), 8U);
        EXPECT_NEAR(volume_of(vtu, vtu.cells[box]), 8.0 * row[3] * row[4] * row[5], 1e-5) << "VTK's order of corners";
    }
    EXPECT_TRUE(vtu.pairs.empty());
}

TEST_F(Convert, RectanglesBecomeFlatCells) {
    const std::string scene = write_file("flat.csv", "cx,cy,hx,hy,angle\n1,2,3,1,0\n0,0,1,1,1.5707964\n");
    convert(scene, path("flat.ply"));
    convert(scene, path("flat.vtu"));
    const std::vector<Point> expected{{-2, 1, 0}, {4, 1, 0}, {4, 3, 0},  {-2, 3, 0},
                                      {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}};
    for (const Mesh& mesh : {read_ply(path("flat.ply")), read_vtu(path("flat.vtu"))}) {
        ASSERT_EQ(mesh.points.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(mesh.points[i][axis], expected[i][axis], 1e-6);
        EXPECT_EQ(mesh.cells, (std::vector<std::vector<std::int64_t>>{{0, 1, 2, 3}, {4, 5, 6, 7}}));
    }
    EXPECT_EQ(read_vtu(path("flat.vtu")).types, (std::vector<std::uint8_t>{9, 9})) << "VTK_QUAD";
}

TEST_F(Convert, PairsBecomeCellData) {
    const std::string scene = write_file("scene.npy", npy_scene(rows));
    pairs(scene, {"-o", path("pairs.npy")});
    pairs(scene, {"-o", path("pairs.csv")});
    contacts(scene, {"-o", path("contacts.csv")});
    for (const char* file : {"pairs.npy", "pairs.csv", "contacts.csv"}) {
        convert(scene, path("mesh.vtu"), {"--pairs", path(file)});
        EXPECT_EQ(read_vtu(path("mesh.vtu")).pairs, (std::vector<std::uint32_t>{1, 0, 1})) << file;
    }
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"a,b\n0,3\n", "wrong: row 0 (line 2): there is no box 3; the scene has 3 boxes"},
        {"b,a\n0,1\n\n0,-1\n", "wrong: row 1 (line 4): there is no box -1"},
        {"a,b\n0,1\n0,0.5\n", "wrong: row 1 (line 3): there is no box 0.5"},
        {"a,b\n0,1\n0,x\n", "wrong: row 1 (line 3), column b: 'x' is not a number\n"},
        {"a,b\n0,1,2\n", "wrong: row 0 (line 2): more fields than the header has columns"},
        {"a,b\n0\n", "wrong: row 0 (line 2): 1 field, the header has 2 columns"},
        {"a,b,a\n0,1,2\n", "wrong: column a stands twice in the header"},
        {"a,b\n2,2\n", "wrong: row 0 (line 2): box 2 makes no pair with itself"},
        {"a,b\n0,1\n0,2\n1,0\n", "wrong: row 2 (line 4): the pair 1, 0 has another row"},
        {"a,c\n0,1\n", "wrong: the header row, 'a,c', has no column b"},
        {"", "wrong: the file is empty"},
        {"frame,a,b\n0,0,1\n", "several frames"},
        {npy_file(npy_dictionary("<u4", "(2, 2)"), raw(std::vector<std::uint32_t>{0, 1, 1, 1})),
         "wrong: row 1: box 1 makes no pair with itself"},
        {npy_file(npy_dictionary("<u4", "(2, 2)"), raw(std::vector<std::uint32_t>{0, 1, 0, 1})),
         "wrong: row 1: the pair 0, 1 has another row"},
        {npy_file(npy_dictionary("<u4", "(3, 1)"), std::string(12, '\0')), "(3, 1)"}};
    for (const auto& [content, reason] : wrong) {
        const CommandResult result = result_of(scene, path("x.vtu"), {"--pairs", write_file("wrong", content)});
        EXPECT_EQ(result.exit_code, 3) << result.err;
        EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
    }
    EXPECT_EQ(result_of(scene, path("x.vtu"), {"--pairs", path("missing")}).exit_code, 1);
    EXPECT_EQ(result_of(scene, path("x.ply"), {"--pairs", path("pairs.npy")}).exit_code, 2);
}

TEST_F(Convert, MapCoordinatesStayInDouble) {
    const std::string scene =
        write_file("map.csv", "cx,cy,hx,hy,angle\n691608.3125,5336000.7731,0.5,0.25,0\n691609,5336001,1,1,0\n");
    convert(scene, path("map.vtu"));
    const Mesh mesh = read_vtu(path("map.vtu"));
    EXPECT_NEAR(mesh.points[0][0], 691607.8125, 1e-9);
    EXPECT_NEAR(mesh.points[0][1], 5336000.5231, 1e-9);
    convert(scene, path("map.npy"));
    EXPECT_NE(read_file(path("map.npy")).find("'<f8'"), std::string::npos);
}

// A table holds map coordinates in double, also those whose text is as short as that of a float.
TEST_F(Convert, ShortMapCoordinatesStayInDouble) {
    const std::string text =
        "cx,cy,hx,hy,angle\n691608.7,5336000.5,0.2,0.2,0\n691609.1,5336000.5,0.2,0.2,0\n691608.25,1,1,1,0\n";
    const std::string scene = write_file("map.csv", text);
    convert(scene, path("map.npy"));
    EXPECT_NE(read_file(path("map.npy")).find("'<f8'"), std::string::npos);
    convert(path("map.npy"), path("again.csv"));
    EXPECT_EQ(read_file(path("again.csv")), text);
}

TEST_F(Convert, FarNumbersOfFloatsAreWrittenInFull) {
    std::vector<Row> far = rows;
    far[1][0] = 691608.3125F;
    convert(write_file("far.npy", npy_scene(far)), path("far.csv"));
    EXPECT_NE(read_file(path("far.csv")).find("691608.3125,"), std::string::npos) << read_file(path("far.csv"));
}

TEST_F(Convert, IllegalBoxesAreRefusedInMeshesOrSkipped) {
    std::vector<Row> with_fault = rows;
    with_fault[1][3] = -1;
    const std::string scene = write_file("scene.npy", npy_scene(with_fault));
    const CommandResult refused = result_of(scene, path("x.vtu"));
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("row 1, column hx"), std::string::npos) << refused.err;
    EXPECT_EQ(list(), std::vector<std::string>{"scene.npy"});
    convert(scene, path("x.vtu"), {"--on-invalid", "skip"});
    EXPECT_EQ(read_vtu(path("x.vtu")).index, (std::vector<std::uint32_t>{0, 2})) << "the rows of the scene";
    EXPECT_EQ(result_of(scene, path("x.csv"), {"--on-invalid", "skip"}).exit_code, 2) << "rows are copied as they are";
}

TEST_F(Convert, ReportsAndStreams) {
    const std::string scene = write_file("scene.npy", npy_scene(rows));
    EXPECT_EQ(result_of(scene, path("a.csv")).out, path("a.csv") + ": 3 boxes, 1 frame\n");
    const std::string one = write_file("one.npy", npy_scene({rows[0]}));
    EXPECT_EQ(result_of(one, path("b.csv")).out, path("b.csv") + ": 1 box, 1 frame\n");
    EXPECT_EQ(result_of(scene, path("a.csv"), {"--quiet"}).out, "");
    const auto json = nlohmann::json::parse(result_of(scene, path("a.ply"), {"--json"}).out);
    EXPECT_EQ(json["boxes"], 3);
    EXPECT_EQ(json["frames"], 1);
    EXPECT_EQ(json["file"], path("a.ply"));
    EXPECT_TRUE(result_of(scene, "-", {"--quiet"}).out.ends_with(raw(rows[2]))) << "an array to standard output";
}

TEST_F(Convert, EmptyScenesGiveEmptyFiles) {
    const std::string scene = write_file("empty.npy", npy_scene({}));
    for (const char* name : {"e.csv", "e.ply", "e.vtu", "e2.npy"}) convert(scene, path(name));
    EXPECT_TRUE(read_ply(path("e.ply")).points.empty());
    EXPECT_TRUE(read_vtu(path("e.vtu")).cells.empty());
    EXPECT_EQ(read_file(path("e.csv")), "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n");
}

TEST_F(Convert, NumpyReadsTheArrays) {
    const std::string python = python_with_numpy();
    if (python.empty()) GTEST_SKIP() << "no numpy";
    const std::string scene = write_file("scene.npy", npy_scene(rows));
    convert(scene, path("table.csv"));
    convert(path("table.csv"), path("again.npy"));
    const CommandResult result =
        run_program({python, "-c",
                     "import numpy, sys; a, b = (numpy.load(f, allow_pickle=False) for f in sys.argv[1:3])\n"
                     "c = numpy.genfromtxt(sys.argv[3], delimiter=',', names=True)\n"
                     "print(a.dtype == b.dtype, (a == b).all(), (c['hx'].astype('f4') == a[:, 3]).all())",
                     scene, path("again.npy"), path("table.csv")});
    EXPECT_EQ(result.out, "True True True\n") << result.err;
}

}  // namespace
}  // namespace satori::test
