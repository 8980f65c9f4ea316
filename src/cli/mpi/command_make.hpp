#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "cli/mpi/ranks.hpp"

namespace satori::cli {

/// Adds the command `make` of satori-mpi, as add_rank_pairs_command() adds `pairs`.
void add_rank_make_command(CLI::App& program, std::function<void(const Ranks&)>& work);

}  // namespace satori::cli
