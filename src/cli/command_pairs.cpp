#include <memory>

#include "cli/commands.hpp"
#include "cli/pair_run.hpp"
#include "cli/scene_command.hpp"
#include "scenes/pairs_file.hpp"

namespace satori::cli {

void add_pairs_command(CLI::App& program) {
    const auto options = std::make_shared<SceneCommand>();
    CLI::App* command = program.add_subcommand("pairs", "Find the overlapping pairs of a scene");
    add_scene_options(*command, *options, "PAIRS", "Pairs to write, .npy (uint32, (m, 2)) or .csv, sorted");
    add_stage_option(*command, options->run.stage);
    command->callback([options] { run_scene_command<PairRun, scenes::PairsWriter>(*options); });
}

}  // namespace satori::cli
