#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satori::scenes {

// What text files are taken apart with.

std::string_view as_text(std::span<const std::byte> bytes) noexcept;

/// The text without its byte order mark, in UTF-8, with line feeds: where it lies, or in `storage` if it was UTF-16 (which a byte order
/// mark tells), or if a carriage return alone ends a line.
std::string_view plain_text(std::span<const std::byte> bytes, std::vector<char>& storage);

/// Capitals A to Z count as small letters; `end` has none.
bool ends_with_any_case(std::string_view text, std::string_view end) noexcept;

/// Without spaces, tabs and carriage returns at both ends.
std::string_view trimmed(std::string_view text) noexcept;

/// Takes the next line that is not empty off the text, without spaces at its ends; counts all lines.
bool next_line(std::string_view& text, std::string_view& line, std::uint64_t& line_number) noexcept;

/// Takes the next word off a line.
std::string_view next_word(std::string_view& line) noexcept;

/// For messages: in quotes, not too long; of what cannot be printed a question mark.
std::string quoted(std::string_view text);

/// Reads a number as C++ does, with an optional plus sign. False for what is none. Magnitudes beyond the type become 0 or
/// infinity, as when a float64 is rounded.
bool parse_number(std::string_view field, float& value) noexcept;
bool parse_number(std::string_view field, double& value) noexcept;

/// Whether the number that parse_number() has read, perhaps as 0, is 0 as it is written.
bool is_written_zero(std::string_view number) noexcept;

}  // namespace satori::scenes
