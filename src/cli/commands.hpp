#pragma once

#include <span>

#include <CLI/CLI.hpp>

namespace satori::cli {

/// Each function adds one command to the program. The command runs when the command line is parsed. Failures are thrown
/// as CliError or scenes::SceneError.
void add_info_command(CLI::App& program);
void add_make_command(CLI::App& program);
void add_pairs_command(CLI::App& program);
void add_contacts_command(CLI::App& program);
void add_convert_command(CLI::App& program);
void add_simulate_command(CLI::App& program);
/// Only in builds with satori::fit (SATORI_HAVE_FIT).
void add_fit_command(CLI::App& program);
/// For builds without satori::fit: the command prints that it is missing (exit code 2).
void add_missing_fit_command(CLI::App& program);

/// Adds `completion`, and `manual`, which the help does not show: what the build installs for shells and man. They
/// describe all commands of the program, also those that are added later.
void add_shell_commands(CLI::App& program);

/// Adds bench, profile and view to the program's help. Parsed as commands, they only fail (usage).
void add_side_programs(CLI::App& program);
/// If the first argument after the program name is one of these programs, replaces this process with satori-<name>,
/// from the folder of this program, and passes on the arguments after the name. It does not return then. `help NAME` is
/// `NAME --help`. CliError (failed) when the program cannot be run.
void run_side_program(std::span<char*> arguments);

}  // namespace satori::cli
