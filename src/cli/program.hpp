#pragma once

#include <span>

#include "cli/cli_error.hpp"

namespace satori::cli {

/// What the `satori` command does with its arguments, program name first. What went wrong is said on standard error.
ExitCode run_program(std::span<char*> arguments);

}  // namespace satori::cli
