#include "scenes/table_rows.hpp"

#include <algorithm>

#include "scenes/scene_error.hpp"

namespace satori::scenes {

void refuse_content(const std::string& name, const std::string& reason) {
    throw SceneError(SceneFault::content, name + ": " + reason);
}

std::vector<std::size_t> find_columns(const TextTable& table, const std::string& name,
                                      std::span<const char* const> wanted) {
    if (table.header().empty()) refuse_content(name, "the file is empty");
    std::vector<std::size_t> columns;
    std::vector<bool> found(wanted.size());
    std::string_view line = table.header();
    for (bool is_last = false; !is_last;) {
        const std::string_view field = table.next_field(line, is_last);
        const auto known = std::find(wanted.begin(), wanted.end(), field);
        const std::size_t index =
            known == wanted.end() ? kIgnoredColumn : static_cast<std::size_t>(known - wanted.begin());
        if (index != kIgnoredColumn && found[index])
            refuse_content(name, fmt::format("column {} stands twice in the header", field));
        if (index != kIgnoredColumn) found[index] = true;
        columns.push_back(index);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i])
            refuse_content(name,
                           fmt::format("the header row, {}, has no column {}", quoted(table.header()), wanted[i]));
    }
    return columns;
}

}  // namespace satori::scenes
