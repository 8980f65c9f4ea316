// Scene and point files cut off at every length: the reader gives an error, or the content of the shorter text. It
// never crashes and never reads a byte past the end (the sanitizers would find it: each cut is in its own block).

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include "scenes/generator.hpp"
#include "scenes/point_file.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/scene_file.hpp"

namespace satori::scenes {
namespace {

struct Outcome {
    bool error;
    std::size_t rows;
};

std::size_t rows_of(const SceneFile& file) {
    return file.box_count();
}

std::size_t rows_of(const PointFile& file) {
    return file.count();
}

/// Returns the outcome of reading the first `size` bytes, for each size below the whole. An exception of another type
/// fails the test.
template <class File>
std::vector<Outcome> outcomes(const std::string& text, const std::string& name) {
    std::vector<Outcome> all;
    for (std::size_t size = 0; size < text.size(); ++size) {
        const std::unique_ptr<std::byte[]> block(new std::byte[size]);
        for (std::size_t i = 0; i < size; ++i) block[i] = static_cast<std::byte>(text[i]);
        try {
            const File file = File::parse(std::span(block.get(), size), name);
            all.push_back({false, rows_of(file)});
        } catch (const SceneError& error) {
            EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
            all.push_back({true, 0});
        }
    }
    return all;
}

/// Returns a scene of six boxes or rectangles, as SceneWriter writes it.
std::string scene_text(const std::string& extension, int dimension) {
    const std::string name = "satori-truncated-" + std::to_string(::getpid()) + extension;
    const std::string path = (std::filesystem::temp_directory_path() / name).string();
    {
        SceneWriter writer(path, 1, 6, dimension);
        if (dimension == 2) {
            writer.write_frame(make_rects({.kind = SceneKind::rects, .count = 6}));
        } else {
            writer.write_frame(make_scene({.kind = SceneKind::uniform, .count = 6}).rows);
        }
        writer.commit();
    }
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::remove(path);
    return text;
}

TEST(TruncatedFile, NpyIsRefusedAtEveryLength) {
    for (const int dimension : {2, 3}) {
        const std::string text = scene_text(".npy", dimension);
        ASSERT_GT(text.size(), 200U);
        for (const Outcome& outcome : outcomes<SceneFile>(text, "cut.npy")) EXPECT_TRUE(outcome.error);
    }
}

// Text does not store its own length. The rest of a text can be a shorter scene, but it must contain no invented row.
TEST(TruncatedFile, CsvHasNoMoreRowsThanItShows) {
    for (const int dimension : {2, 3}) {
        const std::string text = scene_text(".csv", dimension);
        const auto all = outcomes<SceneFile>(text, "cut.csv");
        std::size_t errors = 0, whole = 0;
        for (std::size_t size = 0; size < all.size(); ++size) {
            std::size_t lines = 0;
            for (std::size_t i = 0; i < size; ++i) lines += text[i] == '\n' ? 1 : 0;
            errors += all[size].error ? 1 : 0;
            whole += all[size].rows;
            if (!all[size].error) {
                EXPECT_LE(all[size].rows, lines) << "of the first " << size << " bytes";
                EXPECT_GE(all[size].rows + 1, lines) << "of the first " << size << " bytes";
            }
        }
        EXPECT_GT(errors, text.size() / 2) << "most cuts leave a row without some of its columns";
        EXPECT_GT(whole, 0U);
    }
}

TEST(TruncatedFile, PointsNpyIsRefusedAtEveryLength) {
    for (const auto& [type, size] : {std::pair{"<f4", 4}, std::pair{"<f8", 8}}) {
        const std::string header = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (3, 3), }";
        std::string text("\x93NUMPY\x01\x00\x76\x00", 10);
        text += header + std::string(117 - header.size(), ' ') + '\n' +
                std::string(static_cast<std::size_t>(9 * size), '\0');
        for (const Outcome& outcome : outcomes<PointFile>(text, "cut.npy")) EXPECT_TRUE(outcome.error);
        const PointFile whole = PointFile::parse(std::as_bytes(std::span(text)), "whole.npy");
        EXPECT_EQ(whole.count(), 3U);
    }
}

// The reader gives the rows of the complete lines. It gives one more row when the rest of the last line is still a
// point; otherwise it gives an error.
TEST(TruncatedFile, PointsOfTextAreThoseOfItsLines) {
    const std::string csv = "x,y,z\n1,2,3\n-4.5,5e-3,6\n7,8,9\n";
    const std::string obj = "# a mesh\nv 1 2 3\nv -4.5 5e-3 6\nvn 0 0 1\nv 7 8 9\nf 1 2 3\n";
    for (const bool is_obj : {false, true}) {
        const std::string& text = is_obj ? obj : csv;
        const std::string name = is_obj ? "cut.obj" : "cut.csv";
        const auto all = outcomes<PointFile>(text, name);
        std::size_t most = 0, rows = 0, line = 0;
        for (std::size_t size = 0; size < all.size(); ++size) {
            if (size > 0 && text[size - 1] == '\n') {
                const bool is_point = is_obj ? text.compare(line, 2, "v ") == 0 : line > 0;
                rows += is_point ? 1 : 0;
                line = size;
            }
            most = std::max(most, all[size].rows);
            if (all[size].error) continue;
            EXPECT_GE(all[size].rows, rows) << name << ", the first " << size << " bytes";
            EXPECT_LE(all[size].rows, rows + 1) << name << ", the first " << size << " bytes";
            if (size == line) {
                EXPECT_EQ(all[size].rows, rows) << name << ", the first " << size << " bytes";
            }
        }
        EXPECT_EQ(most, 3U);
    }
}

}  // namespace
}  // namespace satori::scenes
