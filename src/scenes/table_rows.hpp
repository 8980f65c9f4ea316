#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "scenes/progress_callback.hpp"
#include "scenes/text_fields.hpp"
#include "scenes/text_table.hpp"

namespace satori::scenes {

inline constexpr std::size_t kIgnoredColumn = ~std::size_t{0};

/// Throws SceneError (content) with the name of the file.
[[noreturn]] void refuse_content(const std::string& name, const std::string& reason);

/// Returns for each column of the table the index of the wanted column, or kIgnoredColumn. Throws SceneError (content):
/// the table is empty, a wanted column is missing or occurs twice.
std::vector<std::size_t> find_columns(const TextTable& table, const std::string& name,
                                      std::span<const char* const> wanted);

/// Calls take(row, index, field) for each field of a wanted column. take() returns whether the field is a number; if it
/// is not, the error ends with `hint`. Throws SceneError (content) with row, line and column: those of find_columns(),
/// a row has more or fewer fields than the header, or a field is not a number.
template <class Take>
void read_rows(TextTable table, const std::string& name, std::span<const char* const> wanted, const char* hint,
               const ProgressCallback& progress, Take&& take) {
    constexpr std::uint64_t kRowsPerReport = 1 << 16;
    const std::vector<std::size_t> columns = find_columns(table, name, wanted);
    const std::size_t size = table.rest_size();
    for (std::size_t row = 0; table.next_row(); ++row) {
        const auto where = [&] { return fmt::format("row {} (line {})", row, table.line_number()); };
        std::string_view line = table.line();
        std::size_t column = 0;
        for (bool is_last = false; !is_last; ++column) {
            const std::string_view field = table.next_field(line, is_last);
            if (column >= columns.size()) refuse_content(name, where() + ": more fields than the header has columns");
            const std::size_t index = columns[column];
            if (index == kIgnoredColumn || take(row, index, field)) continue;
            const bool is_comma = table.delimiter() != ',' && field.find(',') != field.npos;
            refuse_content(name, fmt::format("{}, column {}: {} is not a number{}", where(), wanted[index],
                                             quoted(field), is_comma ? "; decimals need a point" : hint));
        }
        if (column < columns.size())
            refuse_content(name, fmt::format("{}: {} {}, the header has {} columns", where(), column,
                                             plural(column, "field"), columns.size()));
        if (progress && (row + 1) % kRowsPerReport == 0) progress(size - table.rest_size(), size);
    }
}

}  // namespace satori::scenes
