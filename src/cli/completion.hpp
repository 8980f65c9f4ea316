#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace satori::cli {

/// Each function returns the script that makes a shell complete the commands, options and values of a program, and
/// names of files elsewhere.
std::string bash_completion(const CLI::App& program);
std::string zsh_completion(const CLI::App& program);
std::string fish_completion(const CLI::App& program);

}  // namespace satori::cli
