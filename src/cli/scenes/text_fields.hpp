#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace satori::scenes {

// What text files are taken apart with.

/// Without spaces, tabs and carriage returns at both ends.
std::string_view trimmed(std::string_view text) noexcept;

/// Takes the next line that is not empty off the text, trimmed; counts all lines.
bool next_line(std::string_view& text, std::string_view& line, std::uint64_t& line_number) noexcept;

/// Takes what stands before the next comma off the line, trimmed.
std::string_view next_field(std::string_view& line, bool& is_last) noexcept;

std::string_view without_byte_order_mark(std::string_view text) noexcept;

/// For messages: in quotes, not too long, without control characters.
std::string quoted(std::string_view text);

/// Reads a number as C++ does, with an optional plus sign. False for what is none. Magnitudes beyond float become 0 or
/// infinity, as when a float64 is rounded.
bool parse_number(std::string_view field, float& value) noexcept;

}  // namespace satori::scenes
