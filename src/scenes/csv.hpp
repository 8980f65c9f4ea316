#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/map_origin.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// The columns of a box, of a rectangle and of a point, in the order of a row. The radius may be missing.
inline constexpr const char* kBoxColumns[11] = {"cx", "cy", "cz", "hx", "hy", "hz", "qx", "qy", "qz", "qw", "radius"};
inline constexpr const char* kRectColumns[6] = {"cx", "cy", "hx", "hy", "angle", "radius"};
inline constexpr const char* kPointColumns[3] = {"x", "y", "z"};

/// Returns the columns of a scene in 2 or 3 dimensions.
constexpr std::span<const char* const> scene_columns(int dimension, bool has_radii = false) noexcept {
    const std::span<const char* const> all = dimension == 2 ? std::span<const char* const>(kRectColumns) : kBoxColumns;
    return has_radii ? all : all.first(all.size() - 1);
}

/// The numbers of a text file, row after row.
struct TextNumbers {
    std::vector<float> numbers;  ///< coordinates are relative to the origin
    MapOrigin origin{};
    std::vector<double> coordinates;  ///< the coordinates of each row as written; empty when the file is no map
};

/// The numbers of a scene, in the order of scene_columns(dimension, has_radii).
struct SceneRows : TextNumbers {
    int dimension = 3;
    bool has_radii = false;

    std::size_t columns() const noexcept { return scene_columns(dimension, has_radii).size(); }
    std::size_t count() const noexcept { return numbers.size() / columns(); }
};

/// Parses boxes from a .csv text. A header row names the ten columns of boxes in any order, or the five columns of
/// rectangles, and a radius or not. The scene has rectangles when the header has an angle and no qw. One row per box
/// follows. TextTable defines delimiters, quotes and comments. Spaces around fields do not matter. Columns with other
/// names are ignored, so a table may also contain names or masses. Numbers are read as C++ does and rounded to float32;
/// the coordinates of maps are relative to an origin. "nan" and "inf" are numbers here; BoxBatch::assign later fails
/// with them, as it does for .npy.
///
/// Throws SceneError (content) with `name`, row (from 0, without the header), line and column: a column is missing or
/// occurs twice, a row has more or fewer fields than the header, or a field is not a number.
SceneRows parse_csv_scene(std::string_view text, const std::string& name, const ProgressCallback& progress = {});

/// The numbers of a scene as the file has them, row after row.
struct ExactNumbers {
    std::vector<double> numbers;
    bool fit_float32 = true;  ///< every number is the shortest text of a float32
};

/// Parses the numbers of such a scene, of these columns, in double.
ExactNumbers parse_csv_exact(std::string_view text, const std::string& name, std::span<const char* const> columns,
                             const ProgressCallback& progress = {});

/// Parses points from such a text: columns x, y, z.
TextNumbers parse_csv_points(std::string_view text, const std::string& name, const ProgressCallback& progress = {});

/// Returns the line (from 1) of row `row` of a table with such columns.
std::uint64_t csv_line_of_row(std::string_view text, std::span<const char* const> known, std::uint64_t row) noexcept;

/// Appends the shortest text that reads back as the same number.
template <typename Number>
void append_number(std::string& text, Number number) {
    std::array<char, 32> digits;
    const std::to_chars_result result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text.append(digits.data(), static_cast<std::size_t>(result.ptr - digits.data()));
}

/// Appends a row and a line feed. Each number is the shortest text that reads back as the same number.
template <typename Numbers>
void append_csv_row(std::string& text, const Numbers& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        append_number(text, numbers[i]);
        text += i + 1 < numbers.size() ? ',' : '\n';
    }
}

/// Returns the header row and a line feed.
std::string csv_scene_header(std::span<const char* const> columns);

}  // namespace satori::scenes
