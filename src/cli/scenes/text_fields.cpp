#include "cli/scenes/text_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace satori::scenes {

namespace {

constexpr std::size_t kLongestQuote = 40;

}  // namespace

std::string_view as_text(std::span<const std::byte> bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool ends_with_any_case(std::string_view text, std::string_view end) noexcept {
    if (text.size() < end.size()) return false;
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
    return std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                      [&](char wanted, char there) { return same(there, wanted); });
}

std::string_view trimmed(std::string_view text) noexcept {
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

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

bool is_written_zero(std::string_view number) noexcept {
    return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") == number.npos;
}

}  // namespace satori::scenes
