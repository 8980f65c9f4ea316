#include "cli/scenes/csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include <satori/types.hpp>

#include "cli/scenes/scene_error.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kIgnored = ~std::size_t{0};
constexpr std::uint64_t kRowsPerReport = 1 << 16;
constexpr std::size_t kLongestQuote = 40;
constexpr std::size_t kShortestNumber = 2;  // characters: a digit, a comma or line feed

std::string_view trimmed(std::string_view text) noexcept {
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// Takes the next line that is not empty off the text.
bool next_line(std::string_view& text, std::string_view& line, std::uint64_t& line_number) noexcept {
    while (!text.empty()) {
        const auto* end = static_cast<const char*>(std::memchr(text.data(), '\n', text.size()));
        const std::size_t length = end == nullptr ? text.size() : static_cast<std::size_t>(end - text.data());
        line = trimmed(text.substr(0, length));
        text.remove_prefix(std::min(length + 1, text.size()));
        ++line_number;
        if (!line.empty()) return true;
    }
    return false;
}

std::string_view next_field(std::string_view& line, bool& is_last) noexcept {
    const std::size_t comma = line.find(',');
    is_last = comma == std::string_view::npos;
    const std::string_view field = trimmed(line.substr(0, comma));
    line.remove_prefix(is_last ? line.size() : comma + 1);
    return field;
}

std::string_view without_byte_order_mark(std::string_view text) noexcept {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    return text;
}

std::string quoted(std::string_view text) {
    std::string quote = "'";
    for (const char c : text.substr(0, kLongestQuote))
        quote += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    return quote + (text.size() > kLongestQuote ? "...'" : "'");
}

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
    throw SceneError(SceneFault::content, name + ": " + reason);
}

bool has_column(std::string_view line, std::string_view name) noexcept {
    for (bool is_last = false; !is_last;)
        if (next_field(line, is_last) == name) return true;
    return false;
}

struct Header {
    int dimension = 3;
    std::vector<std::size_t> columns;  // of the file: which number of a box each is, or kIgnored
};

Header parse_header(std::string_view line, const std::string& name) {
    Header header;
    if (has_column(line, "angle") && !has_column(line, "cz")) header.dimension = 2;
    const std::span<const char* const> names = scene_columns(header.dimension);
    std::vector<bool> found(names.size());
    for (bool is_last = false; !is_last;) {
        const std::string_view field = next_field(line, is_last);
        const auto known = std::find(names.begin(), names.end(), field);
        const std::size_t index = known == names.end() ? kIgnored : static_cast<std::size_t>(known - names.begin());
        if (index != kIgnored && found[index]) fail(name, fmt::format("column {} stands twice in the header", field));
        if (index != kIgnored) found[index] = true;
        header.columns.push_back(index);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i]) fail(name, fmt::format("the header row has no column {}", names[i]));
    }
    return header;
}

// False for what is no number. Magnitudes beyond float become 0 or infinity, as when a float64 is rounded.
bool parse_number(std::string_view field, float& value) noexcept {
    if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
    const char* const end = field.data() + field.size();
    const auto [stop, error] = std::from_chars(field.data(), end, value);
    if (error == std::errc()) return stop == end && !field.empty();
    if (error != std::errc::result_out_of_range || stop != end) return false;
    double wide = 0;
    if (std::from_chars(field.data(), end, wide).ec != std::errc()) {
        // Beyond double as well: by its exponent, or without one by its leading digit, it is tiny or huge.
        const std::size_t exponent = field.find_first_of("eE");
        const bool tiny = exponent != field.npos ? field.substr(exponent + 1).starts_with('-')
                                                 : field.find_first_of("123456789") > field.find('.');
        wide = tiny ? 0 : std::numeric_limits<double>::infinity();
        if (field.starts_with('-')) wide = -wide;
    }
    const bool too_large = wide > std::numeric_limits<float>::max() || wide < -std::numeric_limits<float>::max();
    if (too_large) value = wide > 0 ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();
    if (!too_large) value = static_cast<float>(wide);
    return true;
}

}  // namespace

SceneRows parse_csv_scene(std::string_view text, const std::string& name, const ProgressCallback& progress) {
    text = without_byte_order_mark(text);
    const std::size_t size = text.size();
    std::uint64_t line_number = 0;
    std::string_view line;
    if (!next_line(text, line, line_number)) fail(name, "the file is empty");
    const Header header = parse_header(line, name);
    const std::vector<std::size_t>& columns = header.columns;

    SceneRows scene{header.dimension, {}};
    const std::span<const char* const> names = scene_columns(scene.dimension);
    // One pass over the line ends first: growing step by step would hold two copies at a time.
    const auto line_count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    scene.numbers.reserve(names.size() * std::min(line_count, text.size() / (kShortestNumber * names.size()) + 1));
    while (next_line(text, line, line_number)) {
        const std::size_t row = scene.count();
        const auto where = [&] { return fmt::format("row {} (line {})", row, line_number); };
        if (row == kMaxBoxCount) fail(name, "more than 2^31 - 1 boxes");
        scene.numbers.resize(scene.numbers.size() + names.size());
        float* const numbers = scene.numbers.data() + row * names.size();
        std::size_t column = 0;
        for (bool is_last = false; !is_last; ++column) {
            const std::string_view field = next_field(line, is_last);
            if (column >= columns.size()) fail(name, where() + ": more fields than the header has columns");
            const std::size_t index = columns[column];
            if (index != kIgnored && !parse_number(field, numbers[index])) {
                fail(name, fmt::format("{}, column {}: {} is not a number", where(), names[index], quoted(field)));
            }
        }
        if (column < columns.size()) {
            fail(name, fmt::format("{}: {} fields, the header has {} columns", where(), column, columns.size()));
        }
        if (progress && (row + 1) % kRowsPerReport == 0) progress(size - text.size(), size);
    }
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
