#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "cli/mpi/ranks.hpp"

namespace satori::cli {

/// Adds the command `pairs` of satori-mpi. When it is in the command line, `work` becomes what it does on this rank,
/// which throws SharedError.
void add_rank_pairs_command(CLI::App& program, std::function<void(const Ranks&)>& work);

}  // namespace satori::cli
