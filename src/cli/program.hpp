#pragma once

#include <functional>
#include <span>

#include "cli/cli_error.hpp"

namespace CLI {
class App;
}

namespace satori::cli {

/// Runs a program's work and returns the exit code. Exceptions become a message on standard error, after the program's
/// name, and an exit code.
ExitCode run_guarded(const char* name, const std::function<ExitCode()>& work);
/// Parses the arguments (program name first), then calls `work`. For --help and wrong usage it only prints the text.
ExitCode parse_and_run(CLI::App& program, std::span<char*> arguments, const std::function<void()>& work);

/// Runs the `satori` command with its arguments (program name first). Failures are printed on standard error.
ExitCode run_program(std::span<char*> arguments);

}  // namespace satori::cli
