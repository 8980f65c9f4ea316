#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scenes/progress_callback.hpp"

namespace satori::scenes {

/// The columns of a box and of a rectangle, in the order of a row.
inline constexpr const char* kBoxColumns[10] = {"cx", "cy", "cz", "hx", "hy", "hz", "qx", "qy", "qz", "qw"};
inline constexpr const char* kRectColumns[5] = {"cx", "cy", "hx", "hy", "angle"};

/// The columns of a scene in 2 or 3 dimensions.
constexpr std::span<const char* const> scene_columns(int dimension) noexcept {
    if (dimension == 2) return kRectColumns;
    return kBoxColumns;
}

/// Whether a column is of half extents. Of those no number but 0 is read as 0: the smallest float stands for what would round to
/// it, so that it is refused as all sizes below kMinHalfExtent are.
constexpr bool is_half_extent(std::string_view column) noexcept {
    return column.starts_with('h');
}
/// With the sign of that 0.
inline float smallest_like(float zero) noexcept {
    return std::copysign(std::numeric_limits<float>::denorm_min(), zero);
}

/// The numbers of a scene, row after row of scene_columns(dimension).
struct SceneRows {
    int dimension = 3;
    std::vector<float> numbers;

    std::size_t columns() const noexcept { return scene_columns(dimension).size(); }
    std::size_t count() const noexcept { return numbers.size() / columns(); }
};

/// Boxes of a .csv text: a header row that names the ten columns in any order, or the five of rectangles (it is a scene of
/// those when it has an angle and no cz), then a row for each. Fields are
/// separated by commas, spaces around them do not count, there are no quotes. Columns of other names are ignored, so that a
/// table may carry names or masses along; empty lines are skipped. Numbers are read as C++ does and rounded to float32;
/// "nan" and "inf" are numbers here, which the library then refuses as it does in .npy.
///
/// SceneError (content) naming `name`, row (from 0, header not counted), line and column: a column missing or twice, a row
/// with more or fewer fields than the header, something that is no number.
SceneRows parse_csv_scene(std::string_view text, const std::string& name, const ProgressCallback& progress = {});

/// The numbers of these columns, row after row, of any .csv text: as above.
std::vector<float> parse_csv_numbers(std::string_view text, const std::string& name,
                                     std::span<const char* const> wanted, const ProgressCallback& progress = {});

/// The line (from 1) on which row `row` of the text stands.
std::uint64_t csv_line_of_row(std::string_view text, std::uint64_t row) noexcept;

/// Appends the shortest text that reads back as the same number.
template <typename Number>
void append_number(std::string& text, Number number) {
    std::array<char, 32> digits;
    const std::to_chars_result result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text.append(digits.data(), static_cast<std::size_t>(result.ptr - digits.data()));
}

/// Appends a row and a line feed. Numbers are the shortest that read back as the same float.
void append_csv_row(std::string& text, std::span<const float> numbers);

/// The header row and a line feed.
std::string csv_scene_header(int dimension);

}  // namespace satori::scenes
