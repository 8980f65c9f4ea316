#pragma once

#include <stdexcept>
#include <string>

namespace satori::cli {

/// What the command returns to the shell.
enum class ExitCode : int {
    done = 0,
    failed = 1,         ///< the work failed; nothing half-written is left behind
    usage = 2,          ///< the command was called wrongly
    invalid_scene = 3,  ///< the scene holds something that is no legal box, or is no scene
};

/// Ends the command with a message on standard error and an exit code.
class CliError : public std::runtime_error {
public:
    CliError(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

    ExitCode code() const noexcept { return code_; }

private:
    ExitCode code_;
};

}  // namespace satori::cli
