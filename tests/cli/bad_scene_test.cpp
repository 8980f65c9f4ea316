#include <limits>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include "command.hpp"

namespace satori::test {
namespace {

class BadScene : public CliTest {
protected:
    struct Case {
        const char* what;
        std::string content;
        int exit_code;
        const char* words;
    };
    // EXPECTs the command to reject the scene with that exit code and those words, and to leave no output and no other
    // file.
    void expect_refused(const std::string& what, const std::string& name, const std::string& content, int exit_code,
                        const std::string& words) {
        const std::string scene = write_file(name, content);
        const std::string output = write_file("old.npy", "old content");
        const CommandResult result = run_satori({"pairs", scene, "-o", output});
        EXPECT_EQ(result.exit_code, exit_code) << what << ": " << result.err;
        EXPECT_NE(result.err.find(words), std::string::npos) << what << ": " << result.err;
        EXPECT_NE(result.err.find(name), std::string::npos) << what << ": " << result.err;
        EXPECT_EQ(result.out, "") << what;
        EXPECT_EQ(read_file(output), "old content") << what;
        EXPECT_EQ(list().size(), 2U) << what;
        ::unlink(scene.c_str());
    }
    void expect_refused(const std::string& name, std::span<const Case> cases) {
        for (const Case& c : cases) expect_refused(c.what, name, c.content, c.exit_code, c.words);
    }
};

TEST_F(BadScene, Npy) {
    const std::string row = raw(cube(0, 0, 0));
    const auto with_shape = [&](const std::string& shape) { return npy_file(npy_dictionary("<f4", shape), row); };
    const auto with_type = [&](const std::string& type) { return npy_file(npy_dictionary(type, "(1, 10)"), row); };
    const auto with_text = [&](const std::string& dictionary) { return npy_file(dictionary, row); };
    const std::string good = npy_scene({cube(0, 0, 0)});
    const std::string magic = good.substr(0, 6);
    const auto with_version = [&](char major, char minor) { return magic + major + minor + good.substr(8); };
    const Case cases[] = {
        {"empty", "", 3, "empty"},
        {"text", "cx,cy\n1,2\n", 3, "has no column cz"},
        {"half a magic", "\x93NUM", 3, "has no column cx"},
        {"magic only", "\x93NUMPY", 3, "ends within its header"},
        {"no length", std::string("\x93NUMPY\x01\x00", 8), 3, "ends within its header"},
        {"half a length", std::string("\x93NUMPY\x02\x00\x10\x00", 10), 3, "ends within its header"},
        {"version 0", with_version(0, 0), 3, "version 0.0"},
        {"version 4", with_version(4, 0), 3, "version 4.0"},
        {"version 1.1", with_version(1, 1), 3, "version 1.1"},
        {"header beyond the file", good.substr(0, 30), 3, "ends within its header"},
        {"header of 4 GB", std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12) + good.substr(10), 3,
         "ends within its header"},
        {"no dictionary", with_text(std::string(60, ' ')), 3, "malformed"},
        {"empty dictionary", with_text("{}"), 3, "malformed"},
        {"list", with_text("['<f4', False, (1, 10)]"), 3, "malformed"},
        {"no shape", with_text("{'descr': '<f4', 'fortran_order': False}"), 3, "malformed"},
        {"no order", with_text("{'descr': '<f4', 'shape': (1, 10)}"), 3, "malformed"},
        {"key twice", with_text("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1, 10)}"), 3,
         "malformed"},
        {"unknown key", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 10), 'x': 1}"), 3,
         "malformed"},
        {"open string", with_text("{'descr"), 3, "malformed"},
        {"open tuple", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 10"), 3, "malformed"},
        {"no comma", with_text("{'descr': '<f4' 'fortran_order': False, 'shape': (1, 10)}"), 3, "malformed"},
        {"text after", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 10)} + 1"), 3, "malformed"},
        {"order of other type", with_text("{'descr': '<f4', 'fortran_order': 0, 'shape': (1, 10)}"), 3, "malformed"},
        {"negative shape", with_shape("(-1, 10)"), 3, "malformed"},
        {"shape of words", with_shape("(one, 10)"), 3, "malformed"},
        {"fractional shape", with_shape("(1.0, 10)"), 3, "malformed"},
        {"40 dimensions", with_shape(fmt::format("({})", fmt::join(std::vector<int>(40, 1), ", "))), 3, "malformed"},
        {"shape beyond 64 bits", with_shape("(99999999999999999999, 10)"), 3, "64 bits"},
        {"product beyond 64 bits", with_shape("(4294967296, 4294967296, 10)"), 3, "2^64"},
        {"bytes beyond 64 bits", with_shape("(922337203685477581, 10)"), 3, "2^64"},
        {"lies about its size", with_shape("(1000000000000, 10)"), 3, "truncated"},
        {"one byte short", good.substr(0, good.size() - 1), 3, "truncated"},
        {"one byte more", good + "x", 3, "1 bytes follow"},
        {"no rows but data", with_shape("(0, 10)"), 3, "40 bytes follow"},
        {"integers of other sizes", with_type("<i3"), 3, "'<i3'"},
        {"truth values", with_type("|b1"), 3, "'|b1'"},
        {"long double", with_type("<f16"), 3, "'<f16'"},
        {"no byte order", with_type("f4"), 3, "'f4'"},
        {"a type that cannot be printed", with_type("<f4\x1b[2J"), 3, "'<f4?[2J'"},
        {"half floats, too many bytes", with_type("<f2"), 3, "20 bytes follow"},
        {"complex", with_type("<c8"), 3, "'<c8'"},
        {"objects", with_type("|O"), 3, "'|O'"},
        {"no type", with_type(""), 3, "''"},
        {"records", with_text("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1, 10)}"), 3, "records"},
        {"scalar", npy_file(npy_dictionary("<f4", "()"), row.substr(0, 4)), 3, "shape is ()"},
        {"one dimension", with_shape("(10,)"), 3, "shape is (10)"},
        {"four dimensions", with_shape("(1, 1, 1, 10)"), 3, "shape is (1, 1, 1, 10)"},
        {"nine columns", npy_file(npy_dictionary("<f4", "(1, 9)"), row.substr(0, 36)), 3, "shape is (1, 9)"},
        {"two dimensions too few", with_shape("(10, 1)"), 3, "shape is (10, 1)"},
        {"no frame", npy_file(npy_dictionary("<f4", "(0, 1, 10)"), ""), 3, "no frame"},
        {"2^31 boxes in no frame", npy_file(npy_dictionary("<f4", "(0, 2147483648, 10)"), ""), 3, "no frame"},
        {"2D, one row more", npy_file(npy_dictionary("<f4", "(1, 5)"), row), 3, "20 bytes follow"},
        {"2D, an inverted rectangle",
         npy_file(npy_dictionary("<f4", "(2, 5)"), raw(Row{0, 0, 1, 1, 0, 0, 0, 1, -1, 0})), 3,
         "row 1, column hy: half extent is negative (-1)"},
        {"2D frames", npy_file(npy_dictionary("<f4", "(2, 1, 5)"), raw(Row{0, 2e8F, 1, 1, 0, 0, 0, 1, 1, 0})), 3,
         "frame 0, row 0, column cy: center"},
    };
    expect_refused("bad.npy", cases);
}

TEST_F(BadScene, Csv) {
    const std::string header = "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n";
    const std::string good = "1,2,3,1,1,1,0,0,0,1\n";
    const Case cases[] = {
        {"empty", "", 3, "empty"},
        {"only line ends", "\n\r\n  \n", 3, "empty"},
        {"no header", good, 3, "no column cx"},
        {"binary", std::string("\x00\x01\x02\xff\n\xfe", 6), 3,
         "neither .npy nor text: its first bytes are 00 01 02 ff"},
        {"a column missing", "cx,cy,cz,hx,hy,hz,qx,qy,qz\n", 3, "no column qw"},
        {"a column twice", "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw,cx\n", 3, "cx stands twice"},
        {"other case", "CX,cy,cz,hx,hy,hz,qx,qy,qz,qw\n" + good, 3, "no column cx"},
        {"decimal commas", "cx;cy;cz;hx;hy;hz;qx;qy;qz;qw\n1,5;2;3;1;1;1;0;0;0;1\n", 3,
         "column cx: '1,5' is not a number; decimals need a point"},
        {"tabs, a field missing", "cx\tcy\thx\thy\tangle\n1\t2\t\t4\t5\n", 3, "column hx: '' is not a number"},
        {"2D, a column missing", "cx,cy,hx,angle\n1,2,3,4\n", 3, "no column hy"},
        {"2D, a column twice", "cx,cy,hx,hy,angle,angle\n", 3, "angle stands twice"},
        {"2D, short row", "cx,cy,hx,hy,angle\n1,2,3,4\n", 3, "row 0 (line 2): 4 fields"},
        {"2D, nan", "cx,cy,hx,hy,angle\n1,2,3,4,nan\n", 3, "row 0 (line 2), column angle: angle is not finite"},
        {"2D, angle", "cx,cy,hx,hy,angle\n1,2,3,4,1e6\n", 3,
         "row 0 (line 2), column angle: angle is above 1e5 (1000000)"},
        {"short row", header + good + "1,2,3,1,1,1,0,0,0\n", 3, "row 1 (line 3): 9 fields"},
        {"long row", header + "1,2,3,1,1,1,0,0,0,1,7\n", 3, "row 0 (line 2): more fields"},
        {"comma at the end", header + "1,2,3,1,1,1,0,0,0,1,\n", 3, "row 0 (line 2): more fields"},
        {"word", header + good + "\n1,2,3,1,one,1,0,0,0,1\n", 3,
         "row 1 (line 4), column hy: 'one' is not a number; nan marks a box to skip"},
        {"empty field", header + "1,,3,1,1,1,0,0,0,1\n", 3, "row 0 (line 2), column cy: '' is not a number"},
        {"text after a number", header + "1m,2,3,1,1,1,0,0,0,1\n", 3, "column cx: '1m'"},
        {"hexadecimal", header + "0x10,2,3,1,1,1,0,0,0,1\n", 3, "column cx: '0x10'"},
        {"two signs", header + "+-1,2,3,1,1,1,0,0,0,1\n", 3, "column cx"},
        {"an open quote", header + "\"1,2,3,1,1,1,0,0,0,1\n", 3, "column cx"},
        {"quotes in a number", header + "1\"0\",2,3,1,1,1,0,0,0,1\n", 3, "column cx"},
        {"decimal comma", header + "1,5,2,3,1,1,1,0,0,0,1\n", 3, "more fields"},
        {"control characters", header + "\x1b[2J,2,3,1,1,1,0,0,0,1\n", 3, "'?[2J'"},
        {"nul", header + std::string("1\0,2,3,1,1,1,0,0,0,1\n", 22), 3, "column cx"},
        {"nan", header + "nan,2,3,1,1,1,0,0,0,1\n", 3, "row 0 (line 2), column cx"},
        {"infinity", header + "1,2,3,1,1,inf,0,0,0,1\n", 3, "row 0 (line 2), column hz"},
        {"beyond float", header + "1,2,3,1,1,1,0,1e39,0,1\n", 3, "row 0 (line 2), column qy"},
        {"beyond double", header + "1,2,3,1,1,1,0,1e999,0,1\n", 3, "column qy"},
    };
    expect_refused("bad.csv", cases);
}

TEST_F(BadScene, IllegalBoxes) {
    const float inf = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    struct BadValue {
        std::size_t column;
        float value;
        const char* words;
    };
    const BadValue cases[] = {
        {0, nan, "row 1, column cx"},    {1, inf, "row 1, column cy"},     {2, -inf, "row 1, column cz"},
        {0, 1.1e8F, "row 1, column cx"}, {1, -1.1e8F, "row 1, column cy"}, {3, -1, "row 1, column hx"},
        {4, nan, "row 1, column hy"},    {5, inf, "row 1, column hz"},     {3, 1e-8F, "row 1, column hx"},
        {4, 1.1e8F, "row 1, column hy"}, {6, nan, "row 1, column qx"},     {7, inf, "row 1, column qy"},
        {8, -inf, "row 1, column qz"},   {9, nan, "row 1, column qw"},     {9, 0, "row 1, column qx"},
    };
    for (const BadValue& c : cases) {
        Row bad = cube(0, 0, 0);
        bad[c.column] = c.value;
        expect_refused(c.words, "bad.npy", npy_scene({cube(0, 0, 0), bad}), 3, c.words);
        std::vector<double> wide{0, 0, 0, 1, 1, 1, 0, 0, 0, 1};
        wide.insert(wide.end(), bad.begin(), bad.end());
        expect_refused(c.words, "bad.npy", npy_file(npy_dictionary("<f8", "(2, 10)"), raw(wide)), 3, c.words);
    }
    std::vector<double> beyond_float{0, 0, 0, 1, 1, 1, 0, 0, 1e300, 1};
    expect_refused("1e300", "bad.npy", npy_file(npy_dictionary("<f8", "(1, 10)"), raw(beyond_float)), 3,
                   "row 0, column qz");
}

// Half extents that floats cannot hold are not 0. Half extents that are written as 0 are 0.
TEST_F(BadScene, TinyHalfExtents) {
    const std::string header = "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n";
    const std::string long_one = "0." + std::string(400, '0') + "1";
    for (const std::string& tiny : std::vector<std::string>{"9e-8", "1e-38", "1e-44", "1e-46", "1e-400", "1E-999999",
                                                            "0.000001e-320", long_one}) {
        expect_refused(tiny, "bad.csv", header + "1,2,3,1," + tiny + ",1,0,0,0,1\n", 3,
                       "row 0 (line 2), column hy: half extent is not 0 and below 1e-7");
        expect_refused(tiny, "bad.csv", "cx,cy,hx,hy,angle\n1,2,+" + tiny + ",4,0\n", 3,
                       "row 0 (line 2), column hx: half extent is not 0 and below 1e-7");
        expect_refused(tiny, "bad.csv", header + "1,2,3,1,1,-" + tiny + ",0,0,0,1\n", 3,
                       "row 0 (line 2), column hz: half extent is negative");
    }
    for (const double tiny : {1e-44, 1e-46, 1e-300, std::numeric_limits<double>::denorm_min()}) {
        const std::vector<double> box{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, tiny, tiny, tiny, 1, 1, tiny, tiny, tiny, 0, 1};
        expect_refused(fmt::to_string(tiny), "bad.npy", npy_file(npy_dictionary("<f8", "(2, 10)"), raw(box)), 3,
                       "row 1, column hz: half extent is not 0 and below 1e-7");
        const std::vector<double> rects{tiny, tiny, 1, -tiny, 0, 0, 0, 1, 1, 0};
        expect_refused(fmt::to_string(tiny), "bad.npy", npy_file(npy_dictionary("<f8", "(2, 1, 5)"), raw(rects)), 3,
                       "frame 0, row 0, column hy: half extent is negative");
    }
    const std::string zeros =
        write_file("zeros.csv", header + "0,0,0,0,0.000,0e5,0,0,0,1\n1e-400,0,0,0e-400,-0,+.0,0,0,0,1\n");
    const CommandResult result = run_satori({"pairs", zeros});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const std::vector<double> points{0, 0, 0, 0, 0, -0.0, 0, 0, 0, 1, 1e-300, 0, 0, 0, 0, 0, 1e-300, 0, 0, 1};
    const std::string array = write_file("zeros.npy", npy_file(npy_dictionary("<f8", "(2, 10)"), raw(points)));
    EXPECT_EQ(run_satori({"pairs", array}).exit_code, 0);
}

TEST_F(BadScene, FilesThatCannotBeRead) {
    EXPECT_EQ(run_satori({"pairs", path("missing.npy")}).exit_code, 1);
    EXPECT_EQ(run_satori({"pairs", path("no/such/folder.npy")}).exit_code, 1);
    const CommandResult folder = run_satori({"pairs", path("")});
    EXPECT_EQ(folder.exit_code, 1);
    EXPECT_NE(folder.err.find("directory"), std::string::npos) << folder.err;
    EXPECT_EQ(run_satori({"pairs", "/dev/null"}).exit_code, 3);  // an empty scene file
    if (::geteuid() != 0) {
        const std::string secret = write_file("secret.npy", npy_scene({cube(0, 0, 0)}));
        ::chmod(secret.c_str(), 0);
        const CommandResult refused = run_satori({"pairs", secret});
        EXPECT_EQ(refused.exit_code, 1);
        EXPECT_NE(refused.err.find("Permission denied"), std::string::npos) << refused.err;
    }
}

}  // namespace
}  // namespace satori::test
