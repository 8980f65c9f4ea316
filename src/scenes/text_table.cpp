#include "scenes/text_table.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "scenes/text_fields.hpp"

namespace satori::scenes {

namespace {

char delimiter_of(std::string_view header) noexcept {
    std::size_t most = 0;
    char delimiter = ' ';
    for (const char candidate : {',', ';', '\t'}) {
        std::size_t count = 0;
        bool is_quoted = false;
        for (const char c : header) {
            if (c == '"') is_quoted = !is_quoted;
            if (c == candidate && !is_quoted) ++count;
        }
        if (count > most) delimiter = candidate;
        most = std::max(most, count);
    }
    return delimiter;
}

}  // namespace

TextTable::TextTable(std::string_view text, std::span<const char* const> known) noexcept : rest_(text) {
    TextTable comment = *this;  // the state behind the last comment that may be the header
    while (next_line(rest_, line_, line_number_)) {
        const bool is_comment = line_.starts_with('#');
        set_header(is_comment ? trimmed(line_.substr(std::min(line_.find_first_not_of('#'), line_.size()))) : line_);
        if (is_comment) {
            if (has_column(known[0]) && has_column(known[1])) comment = *this;
            continue;
        }
        if (!has_column(known[0]) && !comment.header_.empty()) *this = comment;
        return;
    }
    if (!comment.header_.empty()) *this = comment;
}

void TextTable::set_header(std::string_view line) noexcept {
    header_ = line;
    delimiter_ = delimiter_of(line);
    column_count_ = field_count(line);
}

std::size_t TextTable::field_count(std::string_view line) const noexcept {
    std::size_t count = 0;
    for (bool is_last = false; !is_last; ++count) static_cast<void>(next_field(line, is_last));
    return count;
}

bool TextTable::has_column(std::string_view name) const noexcept {
    std::string_view line = header_;
    for (bool is_last = false; !is_last;)
        if (next_field(line, is_last) == name) return true;
    return false;
}

bool TextTable::next_row() noexcept {
    while (next_line(rest_, line_, line_number_))
        if (!line_.starts_with('#') || (column_count_ > 1 && field_count(line_) == column_count_)) return true;
    return false;
}

std::string_view TextTable::next_field(std::string_view& line, bool& is_last) const noexcept {
    const bool by_spaces = delimiter_ == ' ';
    line = by_spaces ? trimmed(line) : line.substr(std::min(line.find_first_not_of(' '), line.size()));
    std::size_t quoted_end = 0;
    if (line.starts_with('"')) {
        quoted_end = line.find('"', 1);
        // Two quotes stand for one.
        while (quoted_end != line.npos && line.substr(quoted_end + 1).starts_with('"'))
            quoted_end = line.find('"', quoted_end + 2);
        quoted_end = quoted_end == line.npos ? 0 : quoted_end + 1;
    }
    SATORI_ASSERT(quoted_end <= line.size());
    const std::size_t end = by_spaces ? line.find_first_of(" \t", quoted_end) : line.find(delimiter_, quoted_end);
    std::string_view field = trimmed(line.substr(0, end));
    if (quoted_end != 0 && field.size() == quoted_end) field = trimmed(field.substr(1, field.size() - 2));
    is_last = end == line.npos;
    line.remove_prefix(is_last ? line.size() : end + 1);
    return field;
}

}  // namespace satori::scenes
