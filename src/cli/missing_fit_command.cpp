#include <fmt/format.h>

#include <satori/version.hpp>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"

namespace satori::cli {

void add_missing_fit_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("fit", "Fit a box to a set of points (not in this build: SATORI_FIT is off)");
    command->allow_extras();
    command->callback([] {
        throw CliError(ExitCode::usage, fmt::format("'fit' is not part of this satori {}.{}.{}", SATORI_VERSION_MAJOR,
                                                    SATORI_VERSION_MINOR, SATORI_VERSION_PATCH));
    });
}

}  // namespace satori::cli
