#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "cli/cli_error.hpp"

namespace CLI {
class App;
}

namespace satori::cli {

/// Why work did not end.
struct Failure {
    ExitCode code = ExitCode::failed;
    std::string message;
};
/// Runs work. Returns what its exception says; empty when it throws none.
std::optional<Failure> failure_of(const std::function<void()>& work);
/// Prints a message on standard error, after the program's name. Returns its exit code.
ExitCode complain(const std::string& name, const Failure& failure);

/// Runs a program's work and returns the exit code. Exceptions become a message on standard error, after the program's
/// name, and an exit code.
ExitCode run_guarded(const char* name, const std::function<ExitCode()>& work);
/// Parses the arguments (program name first), then calls `work`. For --help and wrong usage it only prints the text.
ExitCode parse_and_run(CLI::App& program, std::span<char*> arguments, const std::function<void()>& work);

/// Runs the `satori` command with its arguments (program name first). Failures are printed on standard error.
ExitCode run_program(std::span<char*> arguments);

}  // namespace satori::cli
