#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace satori::scenes {

// What text files are taken apart with.

std::string_view as_text(std::span<const std::byte> bytes) noexcept;

/// Capitals A to Z count as small letters; `end` has none.
bool ends_with_any_case(std::string_view text, std::string_view end) noexcept;

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

/// Whether the number that parse_number() has read, perhaps as 0, is 0 as it is written.
bool is_written_zero(std::string_view number) noexcept;

}  // namespace satori::scenes
