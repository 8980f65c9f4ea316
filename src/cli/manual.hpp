#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace satori::cli {

/// Returns the manual page of a program and its commands, in troff with the macros of man.
std::string manual_page(const CLI::App& program);

}  // namespace satori::cli
