#include "cli/scenes/csv.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include <satori/types.hpp>

#include "cli/scenes/scene_error.hpp"
#include "cli/scenes/text_fields.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kIgnored = ~std::size_t{0};
constexpr std::uint64_t kRowsPerReport = 1 << 16;
constexpr std::size_t kShortestNumber = 2;  // characters: a digit, a comma or line feed

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
    throw SceneError(SceneFault::content, name + ": " + reason);
}

bool has_column(std::string_view line, std::string_view name) noexcept {
    for (bool is_last = false; !is_last;)
        if (next_field(line, is_last) == name) return true;
    return false;
}

/// For each column of the file: which of the wanted ones it is, or kIgnored.
std::vector<std::size_t> parse_header(std::string_view line, const std::string& name,
                                      std::span<const char* const> wanted) {
    const std::string_view line_found = line;
    std::vector<std::size_t> columns;
    std::vector<bool> found(wanted.size());
    for (bool is_last = false; !is_last;) {
        const std::string_view field = next_field(line, is_last);
        const auto known = std::find(wanted.begin(), wanted.end(), field);
        const std::size_t index = known == wanted.end() ? kIgnored : static_cast<std::size_t>(known - wanted.begin());
        if (index != kIgnored && found[index]) fail(name, fmt::format("column {} stands twice in the header", field));
        if (index != kIgnored) found[index] = true;
        columns.push_back(index);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i]) fail(name, fmt::format("the header row, {}, has no column {}", quoted(line_found), wanted[i]));
    }
    return columns;
}

}  // namespace

std::vector<float> parse_csv_numbers(std::string_view text, const std::string& name,
                                     std::span<const char* const> wanted, const ProgressCallback& progress) {
    text = without_byte_order_mark(text);
    const std::size_t size = text.size();
    std::uint64_t line_number = 0;
    std::string_view line;
    if (!next_line(text, line, line_number)) fail(name, "the file is empty");
    const std::vector<std::size_t> columns = parse_header(line, name, wanted);

    std::vector<float> numbers;
    // One pass over the line ends first: growing step by step would hold two copies at a time.
    const auto line_count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    numbers.reserve(wanted.size() * std::min(line_count, text.size() / (kShortestNumber * wanted.size()) + 1));
    for (std::size_t row = 0; next_line(text, line, line_number); ++row) {
        const auto where = [&] { return fmt::format("row {} (line {})", row, line_number); };
        if (row == kMaxBoxCount) fail(name, "more than 2^31 - 1 rows");
        numbers.resize(numbers.size() + wanted.size());
        float* const row_numbers = numbers.data() + row * wanted.size();
        std::size_t column = 0;
        for (bool is_last = false; !is_last; ++column) {
            const std::string_view field = next_field(line, is_last);
            if (column >= columns.size()) fail(name, where() + ": more fields than the header has columns");
            const std::size_t index = columns[column];
            if (index != kIgnored && !parse_number(field, row_numbers[index])) {
                fail(name, fmt::format("{}, column {}: {} is not a number", where(), wanted[index], quoted(field)));
            }
            if (index != kIgnored && row_numbers[index] == 0 && is_half_extent(wanted[index]) &&
                !is_written_zero(field))
                row_numbers[index] = smallest_like(row_numbers[index]);
        }
        if (column < columns.size()) {
            fail(name, fmt::format("{}: {} fields, the header has {} columns", where(), column, columns.size()));
        }
        if (progress && (row + 1) % kRowsPerReport == 0) progress(size - text.size(), size);
    }
    return numbers;
}

SceneRows parse_csv_scene(std::string_view text, const std::string& name, const ProgressCallback& progress) {
    std::string_view rest = without_byte_order_mark(text), header;
    std::uint64_t line_number = 0;
    next_line(rest, header, line_number);
    SceneRows scene;
    if (has_column(header, "angle") && !has_column(header, "cz")) scene.dimension = 2;
    scene.numbers = parse_csv_numbers(text, name, scene_columns(scene.dimension), progress);
    return scene;
}

std::uint64_t csv_line_of_row(std::string_view text, std::uint64_t row) noexcept {
    text = without_byte_order_mark(text);
    std::uint64_t line_number = 0;
    std::string_view line;
    for (std::uint64_t lines = 0; lines < row + 2 && next_line(text, line, line_number);) ++lines;
    return line_number;
}

void append_csv_row(std::string& text, std::span<const float> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        append_number(text, numbers[i]);
        text += i + 1 < numbers.size() ? ',' : '\n';
    }
}

std::string csv_scene_header(int dimension) {
    return fmt::format("{}\n", fmt::join(scene_columns(dimension), ","));
}

}  // namespace satori::scenes
