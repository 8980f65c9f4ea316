#include "cli/help.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/color.hpp"
#include "cli/option_table.hpp"

namespace satori::cli {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kTextColumn = 34;  // of the descriptions of options

/// Breaks a text into lines. The first line begins at `column`, the others are indented by `indent`.
std::string wrapped(const std::string& text, std::size_t column, std::size_t indent) {
    std::istringstream words(text);
    std::string result;
    bool is_first = true;
    for (std::string word; words >> word; is_first = false) {
        if (!is_first && column + 1 + word.size() > kWidth) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (!is_first) {
            result += ' ';
            ++column;
        }
        result += word;
        column += word.size();
    }
    return result;
}

/// Returns a name and its description in two columns.
std::string entry(const std::string& name, const std::string& description) {
    const std::string begin = "  " + name;
    const bool fits = begin.size() + 2 <= kTextColumn;
    return begin + (fits ? "" : "\n") + std::string(kTextColumn - (fits ? begin.size() : 0), ' ') +
           wrapped(description, kTextColumn, kTextColumn) + "\n";
}

std::string option_entry(const CLI::Option& option) {
    std::string name = fmt::format("{}", fmt::join(spellings(option), ", "));
    if (option.get_snames().empty()) name = "    " + name;
    if (const std::string value = value_name(option); !value.empty()) name += " " + value;
    return entry(name, option.get_description() + (option.get_required() ? " (required)" : ""));
}

std::string options_text(const CLI::App& command, const Style& style) {
    std::vector<std::pair<std::string, std::string>> groups;  // in the order in which they first occur
    for (const CLI::Option* option : shown_options(command)) {
        const bool is_help = option == command.get_help_ptr() && !groups.empty();
        const std::string& name = is_help ? groups.back().first : option->get_group();
        const auto is_named = [&](const auto& group) { return group.first == name; };
        auto group = std::find_if(groups.begin(), groups.end(), is_named);
        if (group == groups.end()) group = groups.insert(groups.end(), {name, ""});
        group->second += option_entry(*option);
    }
    std::string text;
    for (const auto& [name, entries] : groups) text += "\n" + style.heading(name + ":") + "\n" + entries;
    return text;
}

/// Breaks the paragraphs into lines. A line before indented lines is a heading.
std::string footer_text(const std::string& footer, const Style& style) {
    std::istringstream lines(footer);
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        const bool is_heading = line.ends_with(':') && lines.peek() == ' ';
        if (line.starts_with(' '))
            text += line;
        else
            text += is_heading ? style.heading(line) : wrapped(line, 0, 0);
        text += '\n';
    }
    return text.empty() ? text : "\n" + text;
}

}  // namespace

void set_help_format(CLI::App& program) {
    program.set_help_flag("-h,--help", "Print this help");
    program.formatter_fn(
        [](const CLI::App* command, const std::string&, CLI::AppFormatMode) { return help_text(*command); });
}

void set_footer(CLI::App& command, const std::string& paragraphs, std::initializer_list<const char*> examples) {
    std::string text = paragraphs + (paragraphs.empty() ? "" : "\n\n") + "Examples:";
    for (const char* example : examples) text += fmt::format("\n  {}", example);
    command.footer(text);
}

std::string help_text(const CLI::App& command) {
    const Style style(stdout);
    std::string text = command.get_description() + "\n\n" + style.heading("Usage:") + " " + usage(command) + "\n";
    if (!positionals(command).empty()) text += "\n";
    for (const CLI::Option* option : positionals(command))
        text += entry(option->get_name(true), option->get_description());
    const std::vector<const CLI::App*> commands = shown_commands(command);
    if (!commands.empty()) text += "\n" + style.heading("Commands:") + "\n";
    for (const CLI::App* shown : commands) text += entry(shown->get_name(), shown->get_description());
    return text + options_text(command, style) + footer_text(command.get_footer(), style);
}

}  // namespace satori::cli
