#pragma once

#include <initializer_list>
#include <string>

#include <CLI/CLI.hpp>

namespace satori::cli {

/// Makes the program and the commands that are added later print help_text() as their help.
void set_help_format(CLI::App& program);

/// Sets what the help of a command says after its options: paragraphs, with an empty line between two of them, and
/// command lines that work in this order in an empty folder. Indented lines of a paragraph stay as they are.
void set_footer(CLI::App& command, const std::string& paragraphs, std::initializer_list<const char*> examples);

/// Returns the help of a program or a command, at most 100 columns wide, with colors where standard output has them.
std::string help_text(const CLI::App& command);

}  // namespace satori::cli
