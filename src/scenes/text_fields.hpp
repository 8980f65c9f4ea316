#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satori::scenes {

// Helpers that parse text files.

std::string_view as_text(std::span<const std::byte> bytes) noexcept;

/// Returns the text without its byte order mark, in UTF-8, with line feeds. The text is in place, or in `storage` if it
/// was UTF-16 (recognized by its byte order mark) or if a carriage return alone ends a line.
std::string_view plain_text(std::span<const std::byte> bytes, std::vector<char>& storage);

/// Compares without case for A to Z. `end` must not have capitals.
bool ends_with_any_case(std::string_view text, std::string_view end) noexcept;

/// Returns the text without spaces, tabs and carriage returns at both ends.
std::string_view trimmed(std::string_view text) noexcept;

/// Removes the next line that is not empty from the text, and returns it in `line` without spaces at its ends. Counts
/// all lines.
bool next_line(std::string_view& text, std::string_view& line, std::uint64_t& line_number) noexcept;

/// Removes the next word from a line and returns it.
std::string_view next_word(std::string_view& line) noexcept;

/// Returns the text for messages: in quotes, not too long, with question marks for characters that cannot be printed.
std::string quoted(std::string_view text);

/// Returns the noun in the form for this count: box, boxes.
std::string plural(std::uint64_t count, std::string_view noun);

/// Reads a number as C++ does, with an optional plus sign. Returns false when the field is not a number. Magnitudes
/// beyond the type become 0 or infinity, as when a float64 is rounded.
bool parse_number(std::string_view field, float& value) noexcept;
bool parse_number(std::string_view field, double& value) noexcept;

/// True when a number that parse_number() has read, perhaps as 0, is written as 0.
bool is_written_zero(std::string_view number) noexcept;

}  // namespace satori::scenes
