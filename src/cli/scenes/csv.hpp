#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <satori/types.hpp>

#include "cli/scenes/progress_callback.hpp"

namespace satori::scenes {

/// The columns of a box, in the order of a row.
inline constexpr const char* kBoxColumns[10] = {"cx", "cy", "cz", "hx", "hy", "hz", "qx", "qy", "qz", "qw"};

/// Boxes of a .csv text: a header row that names the ten columns in any order, then a row for each box. Fields are
/// separated by commas, spaces around them do not count, there are no quotes. Columns of other names are ignored, so that a
/// table may carry names or masses along; empty lines are skipped. Numbers are read as C++ does and rounded to float32;
/// "nan" and "inf" are numbers here, which the library then refuses as it does in .npy.
///
/// SceneError (content) naming `name`, row (from 0, header not counted), line and column: a column missing or twice, a row
/// with more or fewer fields than the header, something that is no number.
std::vector<OrientedBox> parse_csv_boxes(std::string_view text, const std::string& name,
                                         const ProgressCallback& progress = {});

/// The line (from 1) on which row `row` of the text stands.
std::uint64_t csv_line_of_row(std::string_view text, std::uint64_t row) noexcept;

/// The box whose row of a scene file these numbers are.
constexpr OrientedBox box_of_row(const std::array<float, 10>& row) noexcept {
    return {{row[0], row[1], row[2]}, {row[3], row[4], row[5]}, {row[6], row[7], row[8], row[9]}};
}

/// Appends the shortest text that reads back as the same number.
template <typename Number>
void append_number(std::string& text, Number number) {
    std::array<char, 32> digits;
    const std::to_chars_result result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text.append(digits.data(), static_cast<std::size_t>(result.ptr - digits.data()));
}

/// Appends a row and a line feed. Numbers are the shortest that read back as the same float.
void append_csv_box(std::string& text, const OrientedBox& box);

/// The header row and a line feed.
std::string csv_box_header();

}  // namespace satori::scenes
