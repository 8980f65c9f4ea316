#pragma once

#include <stdexcept>
#include <string>

namespace satori::cli {

/// The exit codes of the command.
enum class ExitCode : int {
    done = 0,
    failed = 1,         ///< the work failed; no unfinished file is left behind
    usage = 2,          ///< the command line was wrong
    invalid_scene = 3,  ///< the scene holds an illegal box, or it is not a scene
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
