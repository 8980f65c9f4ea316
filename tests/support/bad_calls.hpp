#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include <satori/batch_storage.hpp>
#include <satori/status.hpp>

namespace satori::test {

/// A kind of bad call: `call` makes it on a fresh Setting, must return `status`, and must change nothing.
template <class Setting>
struct BadCall {
    const char* name;  ///< words joined by underscores
    Status status;
    std::function<Status(Setting&)> call;

    // As part of a test's name.
    friend void PrintTo(const BadCall& bad, std::ostream* out) { *out << bad.name; }
};

/// A kind of bad number in a box or rectangle. `column` is the index of the number in the row of the box or rectangle.
struct BadNumber {
    const char* name;  ///< words joined by underscores
    std::uint32_t column;
    float value;
    BoxFault fault;
};

/// One row of docs/bad_input.md: a kind of bad input, and the answer to it.
struct BadInput {
    std::string kind, answer;
};

/// Returns the tables of kinds in this program, by title. The static variables of each file add its tables.
inline std::map<std::string, std::vector<BadInput>>& bad_inputs() {
    static std::map<std::string, std::vector<BadInput>> tables;
    return tables;
}

/// Adds a table of structs with a `name`, in the form that the document shows.
template <class Table, class AnswerOf>
bool document(const char* title, const Table& table, const AnswerOf& answer_of) {
    for (const auto& bad : table) {
        std::string kind = bad.name;
        for (char& c : kind) {
            if (c == '_') c = ' ';
        }
        bad_inputs()[title].push_back({kind, answer_of(bad)});
    }
    return true;
}

template <class Setting, std::size_t kCount>
bool document(const char* title, const BadCall<Setting> (&table)[kCount]) {
    return document(title, table, [](const BadCall<Setting>& bad) { return describe(bad.status); });
}

}  // namespace satori::test
