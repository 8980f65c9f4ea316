#include <csignal>
#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include <fmt/format.h>
#include <mpi.h>
#include <CLI/CLI.hpp>

#include <satori/version.hpp>

#include "cli/color.hpp"
#include "cli/help.hpp"
#include "cli/mpi/command_make.hpp"
#include "cli/mpi/command_pairs.hpp"
#include "cli/mpi/ranks.hpp"
#include "cli/program.hpp"
#include "cli/signals.hpp"

namespace satori::cli {

namespace {

constexpr const char* kName = "satori-mpi";

/// Parses the command line. Rank 0 prints what is wrong with it, and the help.
ExitCode parse(const Ranks& ranks, std::span<char*> words, std::function<void(const Ranks&)>& work) {
    CLI::App program("Finds overlapping oriented boxes on all ranks of mpirun", kName);
    program.set_version_flag(
        "--version", fmt::format("satori {}.{}.{}", SATORI_VERSION_MAJOR, SATORI_VERSION_MINOR, SATORI_VERSION_PATCH));
    program.get_option("--version")->description("Print the version");
    program.require_subcommand(1);
    set_help_format(program);
    set_footer(program, "Exit codes: 0 done, 1 the work failed, 2 wrong usage, 3 the scene is invalid.",
               {"mpirun -np 2 satori-mpi pairs make:uniform:1e4", "satori-mpi pairs --help"});
    add_rank_pairs_command(program, work);
    add_rank_make_command(program, work);
    if (ranks.is_first()) return parse_and_run(program, words, [] {});
    try {
        program.parse(static_cast<int>(words.size()), words.data());
    } catch (const CLI::ParseError& error) {
        work = {};
        return error.get_exit_code() == 0 ? ExitCode::done : ExitCode::usage;
    }
    return ExitCode::done;
}

ExitCode run(const Ranks& ranks, std::span<char*> words) {
    std::string line;
    for (const char* word : words.subspan(1)) line += word + std::string(1, '\0');
    const bool are_same = ranks.agree(line.data(), line.size());
    ranks.together([&] {
        if (!are_same) throw CliError(ExitCode::usage, "the ranks have different command lines");
    });
    set_color_mode(ColorMode::never);  // mpirun makes files and pipes look like terminals
    std::function<void(const Ranks&)> work;
    const ExitCode code = parse(ranks, words, work);
    if (work && code == ExitCode::done) work(ranks);
    return code;
}

/// Errors of all ranks are printed by rank 0, before others end: mpirun may end it when they do. An error of this rank
/// alone ends all ranks.
ExitCode run_ranks(std::span<char*> words) {
    const Ranks ranks;
    bool is_shared = false;
    const ExitCode code = run_guarded(fmt::format("{}: rank {}", kName, ranks.rank()).c_str(), [&] {
        try {
            const ExitCode of_all = run(ranks, words);
            is_shared = true;
            return of_all;
        } catch (const SharedError& error) {
            is_shared = true;
            return ranks.is_first() ? complain(kName, {error.code(), error.what()}) : error.code();
        }
    });
    if (!is_shared) MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
    MPI_Barrier(MPI_COMM_WORLD);
    return code;
}

}  // namespace

}  // namespace satori::cli

int main(int argument_count, char** arguments) {
    satori::cli::set_signals("satori-mpi");
    std::signal(SIGPIPE, SIG_IGN);
    int level = 0;
    MPI_Init_thread(&argument_count, &arguments, MPI_THREAD_FUNNELED, &level);
    const auto code = satori::cli::run_ranks({arguments, static_cast<std::size_t>(argument_count)});
    MPI_Finalize();
    return static_cast<int>(code);
}
