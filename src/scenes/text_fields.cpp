#include "scenes/text_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "geometry/rounding.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kLongestQuote = 40;

bool is_printable(char c) noexcept {
    return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f;
}

std::string_view without_plus(std::string_view number) noexcept {
    if (number.starts_with('+') && !number.starts_with("+-")) number.remove_prefix(1);
    return number;
}

void append_utf8(std::vector<char>& text, std::uint32_t point) {
    const auto tail = [&](int shift) { text.push_back(static_cast<char>(0x80 | (point >> shift & 0x3f))); };
    if (point < 0x80) {
        text.push_back(static_cast<char>(point));
    } else if (point < 0x800) {
        text.push_back(static_cast<char>(0xc0 | point >> 6));
        tail(0);
    } else if (point < 0x10000) {
        text.push_back(static_cast<char>(0xe0 | point >> 12));
        tail(6);
        tail(0);
    } else {
        text.push_back(static_cast<char>(0xf0 | point >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

// `low` is the position of the lower byte in a unit of two bytes. A surrogate without its partner becomes U+FFFD.
std::vector<char> utf8_of_utf16(std::string_view text, std::size_t low) {
    constexpr std::uint32_t kReplacement = 0xfffd;
    std::vector<char> converted;
    converted.reserve(text.size() / 2);
    const auto unit = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[2 * i + low]) |
                                          static_cast<unsigned char>(text[2 * i + 1 - low]) << 8);
    };
    const auto is_in = [](std::uint32_t value, std::uint32_t begin) { return value >= begin && value < begin + 0x400; };
    const std::size_t units = text.size() / 2;
    for (std::size_t i = 0; i < units; ++i) {
        const std::uint32_t first = unit(i);
        if (is_in(first, 0xd800) && i + 1 < units && is_in(unit(i + 1), 0xdc00)) {
            append_utf8(converted, 0x10000 + ((first - 0xd800) << 10) + (unit(++i) - 0xdc00));
        } else {
            append_utf8(converted, is_in(first, 0xd800) || is_in(first, 0xdc00) ? kReplacement : first);
        }
    }
    return converted;
}

}  // namespace

std::string_view as_text(std::span<const std::byte> bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view plain_text(std::span<const std::byte> bytes, std::vector<char>& storage) {
    std::string_view text = as_text(bytes);
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const bool is_little = text.starts_with("\xff\xfe");
    if (is_little || text.starts_with("\xfe\xff")) {
        storage = utf8_of_utf16(text.substr(2), is_little ? 0 : 1);
        text = {storage.data(), storage.size()};
    }
    const auto is_line_end = [&](std::size_t at) { return at + 1 == text.size() || text[at + 1] != '\n'; };
    std::size_t lone = text.find('\r');
    while (lone != text.npos && !is_line_end(lone)) lone = text.find('\r', lone + 1);
    if (lone == text.npos) return text;
    if (text.data() != storage.data()) storage.assign(text.begin(), text.end());
    text = {storage.data(), storage.size()};
    for (; lone != text.npos; lone = text.find('\r', lone + 1))
        if (is_line_end(lone)) storage[lone] = '\n';
    return text;
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
        line = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));
        ++line_number;
        if (trimmed(line).empty()) continue;
        // Tabs stay, because they may separate fields, empty ones too.
        line = line.substr(line.find_first_not_of(' '));
        line = line.substr(0, line.find_last_not_of(" \r") + 1);
        return true;
    }
    return false;
}

std::string_view next_word(std::string_view& line) noexcept {
    line = trimmed(line);
    const std::size_t length = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view word = line.substr(0, length);
    line.remove_prefix(length);
    return word;
}

std::string quoted(std::string_view text) {
    std::string quote = "'";
    for (const char c : text.substr(0, kLongestQuote)) quote += is_printable(c) ? c : '?';
    return quote + (text.size() > kLongestQuote ? "...'" : "'");
}

std::string plural(std::uint64_t count, std::string_view noun) {
    if (count == 1) return std::string(noun);
    return std::string(noun) + (noun.ends_with('x') ? "es" : "s");
}

bool parse_number(std::string_view field, float& value) noexcept {
    const std::string_view number = without_plus(field);
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, value);
    if (error == std::errc()) return stop == end && !number.empty();
    if (error != std::errc::result_out_of_range || stop != end) return false;
    double wide = 0;
    parse_number(number, wide);
    value = geometry::rounded(wide);
    return true;
}

bool parse_number(std::string_view field, double& value) noexcept {
    const std::string_view number = without_plus(field);
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, value);
    if (error == std::errc()) return stop == end && !number.empty();
    if (error != std::errc::result_out_of_range || stop != end) return false;
    // The exponent tells whether the number is tiny or huge; without an exponent, the leading digit does.
    const std::size_t exponent = number.find_first_of("eE");
    const bool tiny = exponent != number.npos ? number.substr(exponent + 1).starts_with('-')
                                              : number.find_first_of("123456789") > number.find('.');
    value = tiny ? 0 : std::numeric_limits<double>::infinity();
    if (number.starts_with('-')) value = -value;
    return true;
}

bool is_written_zero(std::string_view number) noexcept {
    return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") == number.npos;
}

}  // namespace satori::scenes
