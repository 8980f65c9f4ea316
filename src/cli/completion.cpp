#include "cli/completion.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/option_table.hpp"

namespace satori::cli {

namespace {

using Words = std::vector<std::string>;

/// Puts a backslash before each of these characters.
std::string escaped(const std::string& text, std::string_view characters) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != characters.npos) result += '\\';
        result += c;
    }
    return result;
}

/// Returns the text for use between single quotes of bash and zsh.
std::string in_quotes(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result;
}

std::string joined(const Words& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

Words command_words(const CLI::App& program) {
    Words words;
    for (const CLI::App* command : shown_commands(program)) words.push_back(command->get_name());
    return words;
}

Words option_words(const CLI::App& command) {
    Words words;
    for (const CLI::Option* option : shown_options(command))
        for (const std::string& word : spellings(*option)) words.push_back(word);
    return words;
}

/// Returns the words that the command takes without an option, if it takes no others.
Words positional_words(const CLI::App& command) {
    for (const CLI::Option* option : positionals(command))
        if (const Words words = value_words(*option); !words.empty()) return words;
    return {};
}

/// Appends the cases of a command: what follows its options, and what follows nothing in particular.
std::string bash_cases(const CLI::App& command) {
    const std::string& name = command.get_name();
    std::string cases;
    for (const CLI::Option* option : shown_options(command)) {
        if (value_name(*option).empty()) continue;
        Words patterns;
        for (const std::string& word : spellings(*option)) patterns.push_back(fmt::format("'{} {}'", name, word));
        const Words words = value_words(*option);
        cases += fmt::format("            {}) {};;\n", fmt::join(patterns, "|"),
                             words.empty() ? "return " : fmt::format("words='{}' ", joined(words)));
    }
    return cases;
}

std::string zsh_option(const CLI::Option& option) {
    const Words words = spellings(option), values = value_words(option);
    const std::string text = in_quotes(escaped(option.get_description(), "[]:\\"));
    std::string value;
    if (const std::string name = value_name(option); !name.empty())
        value = fmt::format(":{}:{}", values.empty() ? name : "value",
                            values.empty() ? "_files" : "(" + joined(values) + ")");
    const std::string begin = words.size() == 1 ? fmt::format("'{}", words[0])
                                                : fmt::format("'({})'{{{}}}'", joined(words), fmt::join(words, ","));
    return fmt::format(" \\\n                {}[{}]{}'", begin, text, value);
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
    const std::string& name = program.get_name();
    std::string values, rest;
    for (const CLI::App* command : shown_commands(program)) {
        values += bash_cases(*command);
        rest += fmt::format("                    '{} -'*) words='{}' ;;\n", command->get_name(),
                            joined(option_words(*command)));
        if (const Words words = positional_words(*command); !words.empty())
            rest += fmt::format("                    '{} '*) words='{}' ;;\n", command->get_name(), joined(words));
    }
    return fmt::format(R"(# Completion of {0} for bash, written by: {0} completion bash
_{0}() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=
    COMPREPLY=()
    # bash passes --option=value as three words.
    [[ $current == = ]] && current=
    [[ $previous == = ]] && previous=${{COMP_WORDS[COMP_CWORD-2]}}
    if ((COMP_CWORD == 1)); then
        words='{1} {2}'
    else
        case "${{COMP_WORDS[1]}} $previous" in
{3}            *)
                case "${{COMP_WORDS[1]}} $current" in
{4}                esac ;;
        esac
    fi
    # shellcheck disable=SC2207  # no word has spaces
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _{0} {0}
)",
                       name, joined(command_words(program)), joined(option_words(program)), values, rest);
}

std::string zsh_completion(const CLI::App& program) {
    const std::string& name = program.get_name();
    std::string commands, cases;
    for (const CLI::App* command : shown_commands(program)) {
        commands += fmt::format("        '{}:{}'\n", command->get_name(),
                                in_quotes(escaped(command->get_description(), ":\\")));
        cases += fmt::format("        {})\n            _arguments", command->get_name());
        for (const CLI::Option* option : shown_options(*command)) cases += zsh_option(*option);
        const Words words = positional_words(*command);
        cases += fmt::format(" \\\n                '*:{}'\n            ;;\n",
                             words.empty() ? "file:_files" : fmt::format("word:({})", joined(words)));
    }
    return fmt::format(R"(#compdef {0}
# Completion of {0} for zsh, written by: {0} completion zsh
_{0}() {{
    local -a commands
    commands=(
{1}    )
    if ((CURRENT == 2)); then
        _describe command commands
        return
    fi
    shift words
    ((CURRENT--))
    case $words[1] in
{2}    esac
}}
if [[ $funcstack[1] == _{0} ]]; then
    _{0} "$@"
else
    compdef _{0} {0}
fi
)",
                       name, commands, cases);
}

std::string fish_completion(const CLI::App& program) {
    const std::string& name = program.get_name();
    const auto quoted = [](const std::string& text) { return "'" + escaped(text, "'\\") + "'"; };
    std::string script = fmt::format("# Completion of {0} for fish, written by: {0} completion fish\n", name);
    for (const CLI::App* command : shown_commands(program)) {
        script += fmt::format("complete -c {} -f -n __fish_use_subcommand -a {} -d {}\n", name, command->get_name(),
                              quoted(command->get_description()));
        const std::string begin =
            fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", name, command->get_name());
        for (const CLI::Option* option : shown_options(*command)) {
            script += begin;
            for (const std::string& letter : option->get_snames()) script += " -s " + letter;
            for (const std::string& word : option->get_lnames()) script += " -l " + word;
            if (!value_name(*option).empty()) script += value_words(*option).empty() ? " -r" : " -x";
            if (const Words words = value_words(*option); !words.empty()) script += " -a " + quoted(joined(words));
            script += " -d " + quoted(option->get_description()) + "\n";
        }
        if (const Words words = positional_words(*command); !words.empty())
            script += fmt::format("{} -f -a {}\n", begin, quoted(joined(words)));
    }
    return script;
}

}  // namespace satori::cli
