#include <string>

#include <fmt/format.h>

#include <satori/version.hpp>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"

namespace satori::cli {

namespace {

struct FutureCommand {
    const char* name;
    const char* summary;
};
constexpr FutureCommand kFutureCommands[] = {
    {"simulate", "Feed a trajectory to a World (not yet)"},
#if !defined(SATORI_HAVE_FIT)
    {"fit", "Fit a box to a set of points (not in this build: SATORI_FIT is off)"},
#endif
};

}  // namespace

void add_future_commands(CLI::App& program) {
    for (const FutureCommand& future : kFutureCommands) {
        CLI::App* command = program.add_subcommand(future.name, future.summary);
        command->allow_extras();
        command->callback([name = std::string(future.name)] {
            throw CliError(ExitCode::usage,
                           fmt::format("'{}' is not part of this satori {}.{}.{}", name, SATORI_VERSION_MAJOR,
                                       SATORI_VERSION_MINOR, SATORI_VERSION_PATCH));
        });
    }
}

}  // namespace satori::cli
