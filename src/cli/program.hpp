#pragma once

#include <functional>
#include <span>

#include "cli/cli_error.hpp"

namespace CLI {
class App;
}

namespace satori::cli {

/// Runs a program's work. What it throws is said on standard error, after the program's name, and becomes its exit code.
ExitCode run_guarded(const char* name, const std::function<ExitCode()>& work);
/// Reads the arguments, program name first, and works with them. For --help and wrong usage that is all said here.
ExitCode parse_and_run(CLI::App& program, std::span<char*> arguments, const std::function<void()>& work);

/// What the `satori` command does with its arguments, program name first. What went wrong is said on standard error.
ExitCode run_program(std::span<char*> arguments);

}  // namespace satori::cli
