#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace satori::cli {

// The commands and options of a program, as its help, its manual page and its completions show them.

/// Returns the commands that are not hidden.
std::vector<const CLI::App*> shown_commands(const CLI::App& program);
/// Returns the options that are not hidden, without positional ones, --help last.
std::vector<const CLI::Option*> shown_options(const CLI::App& command);
/// Returns what the command takes without an option: SCENE.
std::vector<const CLI::Option*> positionals(const CLI::App& command);

/// Returns the names that a user types: -o, --output.
std::vector<std::string> spellings(const CLI::Option& option);
/// Returns what stands for the value in texts: PAIRS, closed|open. Empty for flags.
std::string value_name(const CLI::Option& option);
/// Returns the only words that the option accepts; empty when it accepts others.
std::vector<std::string> value_words(const CLI::Option& option);

/// Returns "satori pairs".
std::string full_name(const CLI::App& command);
/// Returns "satori pairs SCENE [OPTIONS]".
std::string usage(const CLI::App& command);

}  // namespace satori::cli
