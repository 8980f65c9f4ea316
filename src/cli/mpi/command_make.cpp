#include "cli/mpi/command_make.hpp"

#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cli/help.hpp"
#include "cli/kinds.hpp"
#include "cli/mpi/rank_scene.hpp"
#include "cli/options.hpp"
#include "cli/report.hpp"
#include "scenes/scene_file.hpp"

namespace satori::cli {

namespace {

struct RankMake {
    std::string kind;
    std::string count;
    std::string output;
    scenes::Solid solid = scenes::Solid::boxes;
    bool quiet = false;
};

void run(const Ranks& ranks, const RankMake& options) {
    ranks.together([&] {
        if (!has_rank(options.output))
            throw CliError(ExitCode::usage, "--output needs {rank} in the name: each rank writes a file");
    });
    const RankScene scene(ranks, fmt::format("make:{}:{}", options.kind, options.count), 0);
    const std::string own = name_of_rank(options.output, ranks.rank());
    std::optional<scenes::SceneWriter> writer;
    ranks.together([&] {
        writer.emplace(own, 1, static_cast<std::uint32_t>(scene.made().size()), 3, scenes::NpyType::float32,
                       options.solid != scenes::Solid::boxes);
        writer->write_solids(scene.made(), options.solid);
    });
    // No file gets its name before all of them are written.
    ranks.together([&] { writer->commit(); });
    ranks.together([&] {
        if (ranks.is_first() && !options.quiet)
            print(stdout, fmt::format("{}: {} ({}) in {}\n", options.output, counted(scene.all_count(), "box"),
                                      options.kind, counted(static_cast<std::uint64_t>(ranks.count()), "file")));
    });
}

}  // namespace

void add_rank_make_command(CLI::App& program, std::function<void(const Ranks&)>& work) {
    const auto options = std::make_shared<RankMake>();
    CLI::App* const command = program.add_subcommand("make", "Make a scene, a file for each rank");
    command->add_option("KIND", options->kind, "Kind of scene; the list is below")->required()->type_name("");
    command->add_option("--count", options->count, "Boxes of all files, 0 to 2^31 - 1, also as 1e6")
        ->required()
        ->type_name("N");
    command
        ->add_option("-o,--output", options->output,
                     "Scenes to write, .npy or .csv, with {rank} in the name: part-{rank}.npy")
        ->required()
        ->type_name("SCENE");
    add_solids_option(*command, options->solid);
    command->add_flag("--quiet", options->quiet, "Print nothing but errors");
    set_footer(*command,
               "The files in the order of the ranks are the scene that satori make makes. Each rank holds only its "
               "share, but of identical, clustered, pile and heap it makes all boxes first.\n\n"
               "Kinds of scene, and how many AABB overlaps per box they have:" +
                   kind_list(false),
               {"mpirun -np 2 satori-mpi make uniform --count 1e4 -o part-{rank}.npy",
                "mpirun -np 2 satori-mpi make dense --count 1e4 --solids capsules -o capsules-{rank}.npy",
                "mpirun -np 2 satori-mpi pairs part-{rank}.npy"});
    command->callback([options, &work] { work = [options](const Ranks& ranks) { run(ranks, *options); }; });
}

}  // namespace satori::cli
