// satori-bench-behavior: measures how boxes with satori's contacts behave, goal by goal, next to stock Bullet and ODE.
// Exit code 1 when a limit is not met.

#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "behavior/goals.hpp"

namespace {

using namespace satori::behavior;

std::string number(double value) {
    return fmt::format("{:.4g}", value);
}

std::string limit_of(const Row& row) {
    if (std::isinf(row.low)) return "<= " + number(row.high);
    if (std::isinf(row.high)) return ">= " + number(row.low);
    return number(row.low) + " to " + number(row.high);
}

void print(const Goal& goal, const std::vector<Row>& rows) {
    fmt::print("\n{}\n", goal.title);
    for (const Row& row : rows) {
        std::string peers;
        for (const auto& [name, value] : row.peers) peers += fmt::format("  {} {}", name, number(value));
        fmt::print("  {:<44} {:>9} {:<8} {:<14} {:<11}{}\n", row.name, number(row.value), row.unit, limit_of(row),
                   row.met() ? "ok" : "FALLS SHORT", peers);
    }
    std::fflush(stdout);
}

nlohmann::ordered_json to_json(const Row& row) {
    nlohmann::ordered_json json{{"name", row.name}, {"unit", row.unit}, {"value", row.value}, {"ok", row.met()}};
    if (!std::isinf(row.low)) json["at_least"] = row.low;
    if (!std::isinf(row.high)) json["at_most"] = row.high;
    for (const auto& [name, value] : row.peers) json["others"][name] = value;
    return json;
}

/// Writes a line on a terminal. The next line overwrites it.
void show_progress(const std::string& what) {
    fmt::print(stderr, "\r\x1b[K{}", what);
    std::fflush(stderr);
}

int run(int argc, char** argv) {
    std::vector<std::string> names;
    std::string json_path;
    bool quick = false, alone = false;
    std::string help = "Goals to measure, default all:";
    for (const Goal& goal : goals()) help += std::string(" ") + goal.name + (goal.slow ? " (minutes)" : "");
    CLI::App app("How boxes behave whose contacts are ours, beside stock Bullet and ODE", "satori-bench-behavior");
    app.add_option("goal", names, help);
    app.add_option("--json", json_path, "Also write what was measured to this file")->type_name("FILE");
    app.add_flag("--quick", quick, "Leave out goals that take minutes");
    app.add_flag("--alone", alone, "Leave out the other engines");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    for (const std::string& name : names) {
        if (std::ranges::none_of(goals(), [&](const Goal& goal) { return goal.name == name; }))
            return fmt::print(stderr, "satori-bench-behavior: no such goal: {}\n", name), 2;
    }

    Ask ask;
    ask.peers = !alone;
    const bool terminal = isatty(STDERR_FILENO) == 1;
    if (terminal) ask.progress = show_progress;
    nlohmann::ordered_json json;
    int short_count = 0, count = 0;
    for (const Goal& goal : goals()) {
        const bool asked = names.empty() ? !(quick && goal.slow) : std::ranges::find(names, goal.name) != names.end();
        if (!asked) continue;
        const std::vector<Row> rows = goal.measure(ask);
        if (terminal) fmt::print(stderr, "\r\x1b[K");
        print(goal, rows);
        for (const Row& row : rows) {
            ++count;
            short_count += row.met() ? 0 : 1;
            json[goal.name].push_back(to_json(row));
        }
    }
    fmt::print("\n{} of {} limits are met\n", count - short_count, count);
    if (!json_path.empty()) {
        std::ofstream file(json_path);
        file << json.dump(2) << '\n';
        if (!file.flush()) throw std::runtime_error("cannot write " + json_path);
    }
    return short_count == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "satori-bench-behavior: {}\n", error.what());
        return 1;
    }
}
