#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace satori::scenes {

/// A text whose first line names columns and whose other lines are rows. Fields are divided by commas, semicolons or tabs, whichever that
/// line has most of outside of quotes, or else by spaces. They may stand in double quotes. Empty lines do not count, nor do lines that begin
/// with # and have not as many fields as the header. The header may itself begin so, as numpy.savetxt() writes it.
class TextTable {
public:
    /// The header is the first line without #; but the last one with # before it where that names the first two of the columns `known`
    /// and the other does not name the first.
    TextTable(std::string_view text, std::span<const char* const> known) noexcept;

    /// Empty where there is no line at all.
    std::string_view header() const noexcept { return header_; }
    char delimiter() const noexcept { return delimiter_; }
    /// Whether the header has a field of this name.
    bool has_column(std::string_view name) const noexcept;

    /// Goes to the next row. False at the end.
    bool next_row() noexcept;
    /// The row's line, from 1.
    std::uint64_t line_number() const noexcept { return line_number_; }
    std::string_view line() const noexcept { return line_; }
    /// Characters not yet read.
    std::size_t rest_size() const noexcept { return rest_.size(); }

    /// Takes the next field off a line of this table, trimmed, without its quotes.
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
