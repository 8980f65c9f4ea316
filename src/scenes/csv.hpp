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

/// The columns of a box, of a rectangle and of a point, in the order of a row.
inline constexpr const char* kBoxColumns[10] = {"cx", "cy", "cz", "hx", "hy", "hz", "qx", "qy", "qz", "qw"};
inline constexpr const char* kRectColumns[5] = {"cx", "cy", "hx", "hy", "angle"};
inline constexpr const char* kPointColumns[3] = {"x", "y", "z"};

/// The columns of a scene in 2 or 3 dimensions.
constexpr std::span<const char* const> scene_columns(int dimension) noexcept {
    if (dimension == 2) return kRectColumns;
    return kBoxColumns;
}

/// The numbers of a text file, row after row.
struct TextNumbers {
    std::vector<float> numbers;  ///< coordinates seen from the origin
    MapOrigin origin{};
    std::vector<double> coordinates;  ///< as they are written, of each row; empty where it is no map
};

/// Those of a scene, in the order of scene_columns(dimension).
struct SceneRows : TextNumbers {
    int dimension = 3;

    std::size_t columns() const noexcept { return scene_columns(dimension).size(); }
    std::size_t count() const noexcept { return numbers.size() / columns(); }
};

/// Boxes of a .csv text: a header row that names the ten columns in any order, or the five of rectangles (it is a scene of
/// those when it has an angle and no qw), then a row for each. What divides fields, quotes and comments: TextTable. Spaces around fields
/// do not count. Columns of other names are ignored, so that a
/// table may carry names or masses along. Numbers are read as C++ does and rounded to float32, coordinates of maps seen from an origin;
/// "nan" and "inf" are numbers here, which the library then refuses as it does in .npy.
///
/// SceneError (content) naming `name`, row (from 0, header not counted), line and column: a column missing or twice, a row
/// with more or fewer fields than the header, something that is no number.
SceneRows parse_csv_scene(std::string_view text, const std::string& name, const ProgressCallback& progress = {});

/// Points of such a text: columns x, y, z.
TextNumbers parse_csv_points(std::string_view text, const std::string& name, const ProgressCallback& progress = {});

/// The line (from 1) on which row `row` of a table with such columns stands.
std::uint64_t csv_line_of_row(std::string_view text, std::span<const char* const> known, std::uint64_t row) noexcept;

/// Appends the shortest text that reads back as the same number.
template <typename Number>
void append_number(std::string& text, Number number) {
    std::array<char, 32> digits;
    const std::to_chars_result result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text.append(digits.data(), static_cast<std::size_t>(result.ptr - digits.data()));
}

/// Appends a row and a line feed. Numbers are the shortest that read back as the same.
template <typename Numbers>
void append_csv_row(std::string& text, const Numbers& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        append_number(text, numbers[i]);
        text += i + 1 < numbers.size() ? ',' : '\n';
    }
}

/// The header row and a line feed.
std::string csv_scene_header(int dimension);

}  // namespace satori::scenes
