// Tests files written by other tools: the command reads them correctly, or names the reason for an error.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "command.hpp"

namespace satori::test {
namespace {

// The numbers are exact in float16 and int8 too. Boxes 0 and 1 overlap, box 2 is apart.
const std::vector<std::vector<int>> kRows = {
    {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}, {1, 1, 0, 1, 2, 1, 0, 0, 1, 0}, {9, -7, 3, 1, 1, 2, 0, 1, 0, 0}};

// An .npz file as numpy writes it, with these files in it. `method`: 0 stored, 8 deflated.
std::string npz(const std::vector<std::pair<std::string, std::string>>& files, std::uint16_t method = 0) {
    std::string local, directory;
    const auto number = [](std::string& to, std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> 8 * i & 0xff);
    };
    for (const auto& [name, content] : files) {
        const std::size_t place = local.size();
        const auto both = [&](std::string& to) {
            number(to, 20, 2);
            number(to, 0, 2);
            number(to, method, 2);
            number(to, 0, 8);  // time, date, checksum
        };
        local += "PK\x03\x04";
        both(local);
        number(local, 0xffffffff, 4);  // numpy stores the sizes in 64-bit fields behind the name
        number(local, 0xffffffff, 4);
        number(local, name.size(), 2);
        number(local, 20, 2);
        local += name;
        number(local, 1, 2);
        number(local, 16, 2);
        number(local, content.size(), 8);
        number(local, content.size(), 8);
        local += content;
        directory += "PK\x01\x02";
        number(directory, 20, 2);
        both(directory);
        number(directory, content.size(), 4);
        number(directory, content.size(), 4);
        number(directory, name.size(), 2);
        number(directory, 0, 12);
        number(directory, place, 4);
        directory += name;
    }
    std::string end = "PK\x05\x06";
    number(end, 0, 4);
    number(end, files.size(), 2);
    number(end, files.size(), 2);
    number(end, directory.size(), 4);
    number(end, local.size(), 4);
    number(end, 0, 2);
    return local + directory + end;
}

std::string joined(const std::string& delimiter, const char* quote = "", const char* end = "\n") {
    std::string text;
    const auto line = [&](const auto& fields) {
        for (std::size_t i = 0; i < fields.size(); ++i)
            text += fmt::format("{}{}{}{}", i == 0 ? "" : delimiter, quote, fields[i], quote);
        text += end;
    };
    line(std::vector<std::string>{"cx", "cy", "cz", "hx", "hy", "hz", "qx", "qy", "qz", "qw"});
    for (const auto& row : kRows) line(row);
    return text;
}

std::string utf16(const std::string& text, bool is_little) {
    std::string wide = is_little ? "\xff\xfe" : "\xfe\xff";
    for (const char c : text) wide += is_little ? std::string{c, '\0'} : std::string{'\0', c};
    return wide;
}

template <class Number>
std::string data(bool is_fortran = false, bool is_big = false) {
    std::string bytes;
    const auto add = [&](int value) {
        std::string one = raw(std::vector<Number>{static_cast<Number>(value)});
        if (is_big) one = std::string(one.rbegin(), one.rend());
        bytes += one;
    };
    if (!is_fortran) {
        for (const auto& row : kRows)
            for (const int number : row) add(number);
    } else {
        for (std::size_t column = 0; column < 10; ++column)
            for (const auto& row : kRows) add(row[column]);
    }
    return bytes;
}

std::string half_data() {
    std::vector<std::uint16_t> halves;
    for (const auto& row : kRows)
        for (const int number : row) {
            const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
            const std::uint32_t exponent = bits >> 23 & 255;
            halves.push_back(static_cast<std::uint16_t>(
                (bits >> 31) << 15 | (number == 0 ? 0 : (exponent - 112) << 10 | (bits >> 13 & 1023))));
        }
    return raw(halves);
}

class ForeignFiles : public CliTest {
protected:
    void expect_same(const std::string& what, const std::string& name, const std::string& content) {
        const auto json = contacts(write_file(name, content));
        EXPECT_EQ(json["boxes"], 3) << what;
        EXPECT_EQ(json["hash"], hash()) << what;
    }
    std::string hash() {
        return contacts(write_file("plain.npy", npy_file(npy_dictionary("<f4", "(3, 10)"), data<float>())))["hash"];
    }
    void expect_refused(const std::string& name, const std::string& content, const std::string& words) {
        const CommandResult result = run_satori({"pairs", write_file(name, content)});
        EXPECT_EQ(result.exit_code, 3) << words;
        EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
        for (const char c : result.err) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f)) << result.err;
    }
};

TEST_F(ForeignFiles, Tables) {
    ASSERT_NE(hash(), "ef46db3751d8e999") << "of nothing";
    expect_same("commas", "a.csv", joined(","));
    expect_same("semicolons", "a.csv", joined(";"));
    expect_same("tabs", "a.tsv", joined("\t"));
    expect_same("spaces", "a.txt", joined("   "));
    expect_same("quotes", "a.csv", joined(",", "\""));
    expect_same("quotes and spaces", "a.csv", joined(" ; ", "\""));
    expect_same("numpy.savetxt", "a.csv", "# " + joined(","));
    expect_same("numpy.savetxt, spaces", "a.txt", "# " + joined(" "));
    expect_same("comments", "a.csv", "# a scene, of three\n#\n" + joined(",") + "# the end\n");
    expect_same("comments before a header of numpy", "a.csv", "# a scene\n## " + joined(","));
    expect_same("old line ends", "a.csv", joined(",", "", "\r"));
    expect_same("of Windows", "a.csv", joined(";", "", "\r\n"));
    expect_same("byte order mark", "a.csv", "\xef\xbb\xbf" + joined(","));
    for (const bool is_little : {false, true}) {
        expect_same("UTF-16", "a.csv", utf16(joined("\t", "", "\r\n"), is_little));
        expect_same("UTF-16, old line ends", "a.csv", utf16(joined(",", "", "\r"), is_little));
    }
    expect_same("the name of an array", "a.npy", joined(","));
    expect_same("no name", "scene", joined(","));
    std::string named = "name;" + joined(";");
    for (std::size_t line = named.find('\n') + 1; line < named.size(); line = named.find('\n', line) + 1)
        named.insert(line, "\"a; \"\"quoted\"\" name\";");
    expect_same("a column of names", "a.csv", named);
}

TEST_F(ForeignFiles, TablesThatAreEasilyMisread) {
    std::string numbered = "id," + joined(",");
    for (std::size_t line = numbered.find('\n') + 1; line < numbered.size(); line = numbered.find('\n', line) + 1)
        numbered.insert(line, "#7,");
    expect_same("names that begin as comments do", "a.csv", numbered);
    std::string indexed = "\t" + joined("\t");
    for (std::size_t line = indexed.find('\n') + 1; line < indexed.size(); line = indexed.find('\n', line) + 1)
        indexed.insert(line, "7\t");
    expect_same("a first column without a name", "a.tsv", indexed);
    std::string empty = joined("\t", "", "\t\n");
    expect_same("a last column without a name", "a.tsv", empty);
    expect_same("a comment about the columns", "a.csv", "# cx is east\n# cx, cy and cz in meters\n" + joined(","));
    expect_same("a comment that is the header once more", "a.csv", "# cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n" + joined(","));
    std::string comma = joined(";");
    comma.insert(comma.find('\n'), ";\"size, in m, of all\"");
    for (std::size_t line = comma.find('\n') + 1; line < comma.size(); line = comma.find('\n', line) + 1)
        comma.insert(comma.find('\n', line), ";8");
    expect_same("commas in names", "a.csv", comma);
    std::string mixed = joined(",", "", "\r");
    expect_same("old line ends and one of today", "a.csv", mixed + "\n\n");
    expect_same("old line ends after a comment of today", "a.csv", "# a\n" + mixed);
    EXPECT_EQ(pairs(write_file("b.csv", "cx,cy,cz,hx,hy,angle\n0,0,9,1,1,0\n1,0,-9,1,1,0\n"))["overlaps"], 1);
    expect_refused("a.csv", joined(",") + "# 0,0,0,1,1,1,0,0,0,1\n",
                   "row 3 (line 5), column cx: '# 0' is not a number");
}

TEST_F(ForeignFiles, LinesAreCountedAsTheFileHasThem) {
    expect_refused("a.csv", "# made by hand\n\n# cx;cy;hx;hy;angle\n# then\n1;2;3;4;5\n1;2;-3;4;5\n",
                   "row 1 (line 6), column hx");
    expect_refused("a.csv", "cx,cy,hx,hy,angle\r1,2,3,4,5\r1,2,-3,4,5\r", "row 1 (line 3), column hx");
    expect_refused("a.csv", utf16("cx,cy,hx,hy,angle\n1,2,-3,4,5\n", true), "row 0 (line 2), column hx");
}

TEST_F(ForeignFiles, Arrays) {
    const auto file = [](const char* type, const std::string& bytes, const char* fortran = "False",
                         const char* shape = "(3, 10)") {
        return npy_file(npy_dictionary(type, shape, fortran), bytes);
    };
    expect_same("float64", "a.npy", file("<f8", data<double>()));
    expect_same("big-endian", "a.npy", file(">f4", data<float>(false, true)));
    expect_same("big-endian doubles", "a.npy", file(">f8", data<double>(false, true)));
    expect_same("float16", "a.npy", file("<f2", half_data()));
    expect_same("int8", "a.npy", file("|i1", data<std::int8_t>()));
    expect_same("int16", "a.npy", file("<i2", data<std::int16_t>()));
    expect_same("int32", "a.npy", file("<i4", data<std::int32_t>()));
    expect_same("int64", "a.npy", file(">i8", data<std::int64_t>(false, true)));
    expect_same("Fortran order", "a.npy", file("<f4", data<float>(true), "True"));
    expect_same("Fortran order, doubles", "a.npy", file(">f8", data<double>(true, true), "True"));
    expect_same("Fortran order of one frame", "a.npy", file("<i4", data<std::int32_t>(true), "True", "(1, 3, 10)"));
    expect_same("named as a table", "a.csv", file("<f4", data<float>()));
    expect_same("npz", "a.npz", npz({{"arr_0.npy", file("<f4", data<float>())}}));
    expect_same("npz of doubles, any name", "a", npz({{"boxes.npy", file("<f8", data<double>())}}));
    // Two frames in Fortran order: the second has its boxes moved.
    std::vector<float> numbers;
    for (std::size_t column = 0; column < 10; ++column)
        for (const auto& row : kRows)
            for (int frame = 0; frame < 2; ++frame)
                numbers.push_back(static_cast<float>(row[column] + (column < 3 && frame == 1 ? 10 : 0)));
    const std::string frames = write_file("f.npy", npy_file(npy_dictionary("<f4", "(2, 3, 10)", "True"), raw(numbers)));
    EXPECT_EQ(contacts(frames)["hash"], hash());
    EXPECT_EQ(pairs(frames, {"--frame", "1"})["overlaps"], 1);
    EXPECT_EQ(simulate(frames)["persisted"], 1);
}

TEST_F(ForeignFiles, TheReasonIsNamed) {
    const std::string array = npy_file(npy_dictionary("<f4", "(3, 10)"), data<float>());
    expect_refused("a.npz", npz({{"a.npy", array}, {"b\x1b[2J.npy", array}}), "holds 2 files ('a.npy', 'b?[2J.npy')");
    expect_refused("a.npz", npz({}), "holds no array");
    expect_refused("a.npz", npz({{"a.npy", array}}, 8), "compressed");
    expect_refused("a.npz", npz({{"a.npy", "cx,cy\n"}}), "not a .npy file");
    const std::string whole = npz({{"a.npy", array}});
    for (const std::size_t size : {whole.size() - 1, whole.size() - 30, std::size_t{40}})
        expect_refused("a.npz", whole.substr(0, size), "not whole");
    expect_refused("a.csv", "\x1f\x8b\x08", "gzip");
    expect_refused("a.npy", "\x89HDF\r\n\x1a\n", "HDF5");
    expect_refused("a.csv", "ply\nformat ascii 1.0\n", "PLY");
    expect_refused("a.csv", std::string("\x02\x00\x7f", 3), "first bytes are 02 00 7f");
    expect_refused("a.csv", "cx,\xc3\xa4,\xff\n1,2,3\n", "'cx,??,?', has no column cy");
    const std::string scene = write_file("s.npy", array);
    EXPECT_EQ(run_satori({"simulate", scene, "--record", path("w.rec")}).exit_code, 0);
    expect_refused("r.npy", read_file(path("w.rec")), "a recording of a World; satori simulate replays it");
}

TEST_F(ForeignFiles, AllFramesAtOnce) {
    for (const std::string command : {"pairs", "contacts"}) {
        const std::string scene = make("t.npy", {"pile", "--count", "60", "--frames", "4"});
        const std::string output = path(command + ".csv");
        CommandResult result = run_satori({command, scene, "--frames", "all", "--json", "-o", output, "--repeat", "1"});
        ASSERT_EQ(result.exit_code, 0) << result.err;
        const auto all = nlohmann::json::parse(result.out);
        ASSERT_EQ(all.size(), 4U);
        std::string rows;
        for (std::size_t frame = 0; frame < 4; ++frame) {
            const std::string number = std::to_string(frame), single = path("one.csv");
            result = run_satori({command, scene, "--frame", number, "--json", "-o", single});
            EXPECT_EQ(all[frame]["frame"], frame);
            EXPECT_EQ(all[frame]["hash"], nlohmann::json::parse(result.out)["hash"]);
            const std::string text = read_file(single);
            if (frame == 0) rows = "frame," + text.substr(0, text.find('\n') + 1);
            for (std::size_t line = text.find('\n') + 1; line < text.size(); line = text.find('\n', line) + 1)
                rows += number + "," + text.substr(line, text.find('\n', line) + 1 - line);
        }
        EXPECT_NE(all[0]["hash"], all[3]["hash"]) << "or one frame could stand for all";
        EXPECT_EQ(read_file(output), rows);
        result = run_satori({command, scene, "--frames", "all"});
        EXPECT_NE(result.out.find(all[3]["hash"].get<std::string>()), std::string::npos) << result.out;
        EXPECT_EQ(run_satori({command, scene, "--frames", "all", "--frame", "1"}).exit_code, 2);
        EXPECT_EQ(run_satori({command, scene, "--frames", "two"}).exit_code, 2);
    }
    const std::string pairs_file = path("p.npy");
    EXPECT_EQ(run_satori({"pairs", path("t.npy"), "--frames", "all", "--quiet", "-o", pairs_file}).exit_code, 0);
    const std::string bytes = read_file(pairs_file);
    const std::string text = read_file(path("pairs.csv"));
    const auto row_count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
    EXPECT_NE(bytes.find(fmt::format("({}, 3)", row_count)), std::string::npos);
    EXPECT_EQ(bytes.size() % 64, row_count * 12 % 64);
}

TEST_F(ForeignFiles, Points) {
    const auto center = [&](const std::string& name, const std::string& content) {
        const CommandResult result = run_satori({"fit", write_file(name, content), "--json"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return nlohmann::json::parse(result.out, nullptr, false)["center"].dump();
    };
    const std::string right = center("a.csv", "x,y,z\n1,2,3\n3,4,7\n");
    EXPECT_EQ(center("a.csv", "x;y;z\r1;2;3\r3;4;7\r"), right);
    EXPECT_EQ(center("a.txt", "# x y z\n1 2 3\n3 4 7\n"), right);
    EXPECT_EQ(center("a.txt", "# of a mesh\nv 1 2 3\nv 3 4 7\n"), right);
    EXPECT_EQ(center("a.csv", "o mesh\nv 1 2 3\nv 3 4 7\nf 1 2 1\n"), right);
    EXPECT_EQ(center("a.txt", "v x y z\n9 1 2 3\n9 3 4 7\n"), right);
    EXPECT_EQ(center("a.obj", "x,y,z\n1,2,3\n3,4,7\n"), right);
    EXPECT_EQ(
        center("a.obj", npy_file(npy_dictionary("<i2", "(2, 3)"), raw(std::vector<std::int16_t>{1, 2, 3, 3, 4, 7}))),
        right);
    EXPECT_EQ(center("a.npy", npz({{"p.npy", npy_file(npy_dictionary("<f8", "(2, 3)", "True"),
                                                      raw(std::vector<double>{1, 3, 2, 4, 3, 7}))}})),
              right);
}

TEST_F(ForeignFiles, PipesBothWays) {
    CommandSettings settings;
    settings.standard_input = write_file("a.csv", joined(";"));
    CommandResult result = run_satori({"contacts", "-", "--json"}, settings);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(nlohmann::json::parse(result.out, nullptr, false)["hash"], hash());

    result = run_satori({"pairs", "-", "-o", "-"}, settings);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(result.out.ends_with(raw(std::vector<std::uint32_t>{0, 1}))) << "the pair";
    EXPECT_TRUE(result.out.starts_with("\x93NUMPY"));
    EXPECT_NE(result.err.find("overlaps"), std::string::npos) << "the table makes room";
    EXPECT_EQ(list(), (std::vector<std::string>{"a.csv", "plain.npy"})) << "no file of that name";
    EXPECT_EQ(run_satori({"pairs", "-", "-o", path("a.csv")}, settings).exit_code, 2) << "it is what is read";

    const CommandResult made = run_satori({"make", "uniform", "--count", "1e2", "-o", "-"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    settings.standard_input = write_file("u.npy", made.out);
    result = run_satori({"contacts", "-", "-o", "-", "--quiet"}, settings);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(result.out.starts_with("a,b,point,")) << result.out;
    EXPECT_EQ(read_file(make("v.npy", {"uniform", "--count", "100"})), made.out);
}

}  // namespace
}  // namespace satori::test
