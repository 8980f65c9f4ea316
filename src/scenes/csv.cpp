#include "scenes/csv.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <satori/types.hpp>

#include "scenes/number_rows.hpp"
#include "scenes/table_rows.hpp"
#include "scenes/text_fields.hpp"
#include "scenes/text_table.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kShortestNumber = 2;  // characters: a digit, and a comma or line feed
constexpr const char* kHint = "; nan marks a box to skip";

/// Reserves room for all rows of a text. An array that grows step by step would hold two copies at a time.
template <typename Number>
void reserve_rows(std::vector<Number>& numbers, std::string_view text, std::size_t columns) {
    const auto line_count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    numbers.reserve(columns * std::min(line_count, text.size() / (kShortestNumber * columns) + 1));
}

/// True when the shortest text of a float32 reads back as this number.
bool is_short_float(double number) {
    std::string text;
    append_number(text, static_cast<float>(number));
    double read = 0;
    return std::isnan(number) || (parse_number(text, read) && read == number);
}

void read_numbers(std::string_view text, const std::string& name, std::span<const char* const> wanted,
                  const RowShape& shape, const ProgressCallback& progress, TextNumbers& out) {
    const TextTable table(text, wanted);
    const char* const hint = shape.sizes > 0 ? kHint : "";
    reserve_rows(out.numbers, text, wanted.size());
    read_rows(table, name, wanted, hint, progress, [&](std::size_t row, std::size_t index, std::string_view field) {
        if (row == kMaxBoxCount) refuse_content(name, "more than 2^31 - 1 rows");
        if (out.numbers.size() == row * wanted.size()) out.numbers.resize((row + 1) * wanted.size());
        float& number = out.numbers[row * wanted.size() + index];
        if (!parse_number(field, number)) return false;
        if (shape.is_size(index) && number == 0 && !is_written_zero(field)) number = smallest_like(double{number});
        return true;
    });
    // Floats are exact enough to find the origin. Then the decimals are read again, relative to it.
    const std::size_t row_count = out.numbers.size() / wanted.size();
    out.origin = find_map_origin(row_count, shape, [&](std::uint64_t i, std::size_t column) {
        return double{out.numbers[static_cast<std::size_t>(i) * wanted.size() + column]};
    });
    if (!out.origin.is_map) return;
    out.coordinates.resize(row_count * shape.coordinates);
    read_rows(table, name, wanted, hint, progress, [&](std::size_t row, std::size_t index, std::string_view field) {
        if (index >= shape.coordinates) return true;
        double& coordinate = out.coordinates[row * shape.coordinates + index];
        const bool is_number = parse_number(field, coordinate);
        out.numbers[row * wanted.size() + index] = seen_from(out.origin[index], coordinate);
        return is_number;
    });
}

}  // namespace

SceneRows parse_csv_scene(std::string_view text, const std::string& name, const ProgressCallback& progress) {
    const TextTable table(text, kBoxColumns);
    SceneRows scene;
    if (table.has_column("angle") && !table.has_column("qw")) scene.dimension = 2;
    scene.has_radii = table.has_column("radius");
    read_numbers(text, name, scene_columns(scene.dimension, scene.has_radii),
                 scene_row(scene.dimension, scene.has_radii), progress, scene);
    return scene;
}

ExactNumbers parse_csv_exact(std::string_view text, const std::string& name, std::span<const char* const> columns,
                             const ProgressCallback& progress) {
    ExactNumbers exact;
    reserve_rows(exact.numbers, text, columns.size());
    const auto take = [&](std::size_t row, std::size_t index, std::string_view field) {
        exact.numbers.resize((row + 1) * columns.size());
        double& number = exact.numbers[row * columns.size() + index];
        if (!parse_number(field, number)) return false;
        exact.fit_float32 = exact.fit_float32 && is_short_float(number);
        return true;
    };
    read_rows(TextTable(text, columns), name, columns, kHint, progress, take);
    return exact;
}

TextNumbers parse_csv_points(std::string_view text, const std::string& name, const ProgressCallback& progress) {
    TextNumbers points;
    read_numbers(text, name, kPointColumns, kPointRow, progress, points);
    return points;
}

std::uint64_t csv_line_of_row(std::string_view text, std::span<const char* const> known, std::uint64_t row) noexcept {
    TextTable table(text, known);
    for (std::uint64_t rows = 0; rows <= row && table.next_row();) ++rows;
    return table.line_number();
}

std::string csv_scene_header(std::span<const char* const> columns) {
    return fmt::format("{}\n", fmt::join(columns, ","));
}

}  // namespace satori::scenes
