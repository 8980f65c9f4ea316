#include "cli/option_table.hpp"

#include "cli/options.hpp"

namespace satori::cli {

std::vector<const CLI::App*> shown_commands(const CLI::App& program) {
    return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> shown_options(const CLI::App& command) {
    const CLI::Option* const help = command.get_help_ptr();
    std::vector<const CLI::Option*> options = command.get_options([&](const CLI::Option* option) {
        return option->nonpositional() && !option->get_group().empty() && option != help;
    });
    if (help != nullptr) options.push_back(help);
    return options;
}

std::vector<const CLI::Option*> positionals(const CLI::App& command) {
    return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<std::string> spellings(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}

std::string value_name(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) return "";
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));  // after it CLI11 describes the range
}

std::vector<std::string> value_words(const CLI::Option& option) {
    return choice_words(value_name(option));
}

std::string full_name(const CLI::App& command) {
    const CLI::App* const parent = command.get_parent();
    return (parent == nullptr ? "" : full_name(*parent) + " ") + command.get_name();
}

std::string usage(const CLI::App& command) {
    std::string text = full_name(command);
    if (!shown_commands(command).empty()) return text + " COMMAND [OPTIONS]";
    for (const CLI::Option* option : positionals(command)) {
        const std::string name = option->get_name(true);
        text += option->get_required() ? " " + name : " [" + name + "]";
    }
    for (const CLI::Option* option : shown_options(command))
        if (option->get_required()) text += " " + spellings(*option).back() + " " + value_name(*option);
    return text + " [OPTIONS]";
}

}  // namespace satori::cli
