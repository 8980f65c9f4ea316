#include <memory>

#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/pair_run.hpp"
#include "cli/scene_command.hpp"
#include "scenes/pairs_file.hpp"

namespace satori::cli {

void add_pairs_command(CLI::App& program) {
    const auto options = std::make_shared<SceneCommand>();
    CLI::App* command = program.add_subcommand("pairs", "Find the overlapping pairs of a scene");
    add_scene_options(*command, *options, "PAIRS", "Pairs to write, sorted, .csv or .npy (uint32, m rows of 2)");
    add_stage_option(*command, options->run.stage);
    set_footer(
        *command,
        "PAIRS has a row a,b for each pair of boxes, a < b, by their rows in the scene from 0. The hash is XXH64, "
        "seed 0, of the rows as little-endian uint32.",
        {"satori make uniform --count 1e4 -o scene.npy", "satori pairs scene.npy",
         "satori pairs scene.npy -o pairs.csv --quiet", "satori pairs scene.npy --isa scalar --threads 1 --json"});
    command->callback([options] { run_scene_command<PairRun, scenes::PairsWriter>(*options); });
}

}  // namespace satori::cli
