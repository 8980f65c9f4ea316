#pragma once

#include <span>

#include <CLI/CLI.hpp>

namespace satori::cli {

/// Each adds one command to the program; parsing the command line then runs it. Failures are thrown as CliError or
/// scenes::SceneError.
void add_info_command(CLI::App& program);
void add_make_command(CLI::App& program);
void add_pairs_command(CLI::App& program);
void add_contacts_command(CLI::App& program);
void add_simulate_command(CLI::App& program);
/// Only in builds with satori::fit (SATORI_HAVE_FIT).
void add_fit_command(CLI::App& program);
/// In builds without: says so (exit code 2).
void add_missing_fit_command(CLI::App& program);

/// Adds bench, profile and view to the program's help.
void add_side_programs(CLI::App& program);
/// If the arguments (program name first) name one of them, runs satori-<name>, found beside this program, in its place with
/// the arguments that follow: does not return then. CliError (failed) if it cannot be run.
void run_side_program(std::span<char*> arguments);

}  // namespace satori::cli
