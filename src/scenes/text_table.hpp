#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace satori::scenes {

/// A text whose first line names columns and whose other lines are rows. The delimiter is a comma, a semicolon or a
/// tab, whichever the header has most of outside of quotes; without any of them, spaces. Fields may be in double
/// quotes. Empty lines do not count. Lines that begin with # do not count either, unless they have as many fields as
/// the header, and more than one. The header itself may begin with #, as numpy.savetxt() writes it.
class TextTable {
public:
    /// Finds the header. It is the first line without #. But if the last line with # before it names the first two of
    /// the columns `known`, and the first line does not name the first of them, it is that line with #.
    TextTable(std::string_view text, std::span<const char* const> known) noexcept;

    /// Returns the header; empty when the text has no line.
    std::string_view header() const noexcept { return header_; }
    char delimiter() const noexcept { return delimiter_; }
    /// True when the header has a field of this name.
    bool has_column(std::string_view name) const noexcept;

    /// Advances to the next row. Returns false at the end.
    bool next_row() noexcept;
    /// Returns the line of the row, from 1.
    std::uint64_t line_number() const noexcept { return line_number_; }
    std::string_view line() const noexcept { return line_; }
    /// Returns the number of characters that are not yet read.
    std::size_t rest_size() const noexcept { return rest_.size(); }

    /// Removes the next field from a line of this table, and returns it trimmed and without its quotes.
    std::string_view next_field(std::string_view& line, bool& is_last) const noexcept;

private:
    void set_header(std::string_view line) noexcept;
    std::size_t field_count(std::string_view line) const noexcept;

    std::string_view rest_, line_, header_;
    std::uint64_t line_number_ = 0;
    std::size_t column_count_ = 0;
    char delimiter_ = ',';
};

}  // namespace satori::scenes
