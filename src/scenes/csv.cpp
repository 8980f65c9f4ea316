#include "scenes/csv.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <satori/types.hpp>

#include "scenes/number_rows.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"
#include "scenes/text_table.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kIgnored = ~std::size_t{0};
constexpr std::uint64_t kRowsPerReport = 1 << 16;
constexpr std::size_t kShortestNumber = 2;  // characters: a digit, and a comma or line feed

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
    throw SceneError(SceneFault::content, name + ": " + reason);
}

/// Returns for each column of the file the index of the wanted column, or kIgnored.
std::vector<std::size_t> parse_header(const TextTable& table, const std::string& name,
                                      std::span<const char* const> wanted) {
    std::vector<std::size_t> columns;
    std::vector<bool> found(wanted.size());
    std::string_view line = table.header();
    for (bool is_last = false; !is_last;) {
        const std::string_view field = table.next_field(line, is_last);
        const auto known = std::find(wanted.begin(), wanted.end(), field);
        const std::size_t index = known == wanted.end() ? kIgnored : static_cast<std::size_t>(known - wanted.begin());
        if (index != kIgnored && found[index]) fail(name, fmt::format("column {} stands twice in the header", field));
        if (index != kIgnored) found[index] = true;
        columns.push_back(index);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i])
            fail(name, fmt::format("the header row, {}, has no column {}", quoted(table.header()), wanted[i]));
    }
    return columns;
}

/// Calls take(row, index, field) for each field of a wanted column. take() returns whether the field is a number.
template <class Take>
void read_rows(TextTable table, const std::string& name, std::span<const char* const> wanted,
               const ProgressCallback& progress, Take&& take) {
    const std::vector<std::size_t> columns = parse_header(table, name, wanted);
    const std::size_t size = table.rest_size();
    for (std::size_t row = 0; table.next_row(); ++row) {
        const auto where = [&] { return fmt::format("row {} (line {})", row, table.line_number()); };
        if (row == kMaxBoxCount) fail(name, "more than 2^31 - 1 rows");
        std::string_view line = table.line();
        std::size_t column = 0;
        for (bool is_last = false; !is_last; ++column) {
            const std::string_view field = table.next_field(line, is_last);
            if (column >= columns.size()) fail(name, where() + ": more fields than the header has columns");
            const std::size_t index = columns[column];
            if (index == kIgnored || take(row, index, field)) continue;
            const bool is_comma = table.delimiter() != ',' && field.find(',') != field.npos;
            fail(name, fmt::format("{}, column {}: {} is not a number{}", where(), wanted[index], quoted(field),
                                   is_comma ? "; decimals need a point" : ""));
        }
        if (column < columns.size())
            fail(name, fmt::format("{}: {} fields, the header has {} columns", where(), column, columns.size()));
        if (progress && (row + 1) % kRowsPerReport == 0) progress(size - table.rest_size(), size);
    }
}

void read_numbers(std::string_view text, const std::string& name, std::span<const char* const> wanted,
                  const RowShape& shape, const ProgressCallback& progress, TextNumbers& out) {
    const TextTable table(text, wanted);
    if (table.header().empty()) fail(name, "the file is empty");
    // Counts the line ends first: an array that grows step by step would hold two copies at a time.
    const auto line_count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    out.numbers.reserve(wanted.size() * std::min(line_count, text.size() / (kShortestNumber * wanted.size()) + 1));
    read_rows(table, name, wanted, progress, [&](std::size_t row, std::size_t index, std::string_view field) {
        if (out.numbers.size() == row * wanted.size()) out.numbers.resize((row + 1) * wanted.size());
        float& number = out.numbers[row * wanted.size() + index];
        if (!parse_number(field, number)) return false;
        const bool is_size = index >= shape.coordinates && index < shape.coordinates + shape.sizes;
        if (is_size && number == 0 && !is_written_zero(field)) number = smallest_like(double{number});
        return true;
    });
    // Floats are exact enough to find the origin. Then the decimals are read again, relative to it.
    const std::size_t row_count = out.numbers.size() / wanted.size();
    out.origin = find_map_origin(row_count, shape, [&](std::uint64_t i, std::size_t column) {
        return double{out.numbers[static_cast<std::size_t>(i) * wanted.size() + column]};
    });
    if (!out.origin.is_map) return;
    out.coordinates.resize(row_count * shape.coordinates);
    read_rows(table, name, wanted, progress, [&](std::size_t row, std::size_t index, std::string_view field) {
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
    read_numbers(text, name, scene_columns(scene.dimension), scene_row(scene.dimension), progress, scene);
    return scene;
}

std::vector<double> parse_csv_doubles(std::string_view text, const std::string& name, int dimension) {
    const std::span<const char* const> columns = scene_columns(dimension);
    std::vector<double> numbers;
    const auto take = [&](std::size_t row, std::size_t index, std::string_view field) {
        numbers.resize((row + 1) * columns.size());
        return parse_number(field, numbers[row * columns.size() + index]);
    };
    read_rows(TextTable(text, columns), name, columns, {}, take);
    return numbers;
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

std::string csv_scene_header(int dimension) {
    return fmt::format("{}\n", fmt::join(scene_columns(dimension), ","));
}

}  // namespace satori::scenes
