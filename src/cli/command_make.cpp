#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/kinds.hpp"
#include "cli/options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/report.hpp"
#include "scenes/generator.hpp"
#include "scenes/scene_file.hpp"

namespace satori::cli {

namespace {

constexpr double kMostPairs = 2e8;  // without --force
constexpr std::int64_t kMostFrames = 1000000;

struct MakeOptions {
    std::string kind;
    std::int64_t count = 0;
    std::uint64_t seed = 1;
    double overlaps = 0;
    bool has_overlaps = false;
    std::int64_t frames = 1;
    scenes::Solid solid = scenes::Solid::boxes;
    bool force = false;
    std::string output;
    ReportOptions report;
};

scenes::SceneRecipe recipe_from(const MakeOptions& options) {
    const scenes::SceneKind kind = resolve_kind(options.kind);
    if (options.has_overlaps && !(options.overlaps > 0 && std::isfinite(options.overlaps))) {
        throw CliError(ExitCode::usage, "--overlaps must be a number above 0");
    }
    if (options.has_overlaps && kind == scenes::SceneKind::heap)
        throw CliError(ExitCode::usage, "--overlaps: the boxes of a heap lie as they fell; leave it out");
    return {kind, static_cast<std::uint32_t>(options.count), options.seed, options.overlaps,
            static_cast<std::uint32_t>(options.frames)};
}

void run_make(const MakeOptions& options) {
    const scenes::SceneRecipe recipe = recipe_from(options);
    const double pairs = scenes::expected_pairs(recipe);
    if (pairs > kMostPairs && !options.force) {
        throw CliError(
            ExitCode::usage,
            fmt::format("about {:.3g} overlapping pairs expected, more than {:.0e}; use --force to make the scene",
                        pairs, kMostPairs));
    }
    ProgressBar progress(options.report.quiet);
    const int dimension = scenes::describe_kind(recipe.kind).dimension;
    const scenes::Solid solid = options.solid;
    scenes::SceneWriter writer(options.output, recipe.frames, recipe.count, dimension, scenes::NpyType::float32,
                               solid != scenes::Solid::boxes);
    scenes::SceneGenerator generator(recipe, progress.phase("making"));
    const scenes::ProgressCallback write_progress = progress.phase("writing");
    for (std::uint32_t frame = 0; frame < recipe.frames; ++frame) {
        if (frame > 0) generator.advance();
        if (recipe.frames > 1 && write_progress) write_progress(frame, recipe.frames);
        const scenes::ProgressCallback frame_progress = recipe.frames > 1 ? scenes::ProgressCallback() : write_progress;
        if (dimension == 2) {
            writer.write_solids(generator.rects(), solid, frame_progress);
        } else {
            writer.write_solids(generator.boxes(), solid, frame_progress);
        }
    }
    std::FILE* const stream = writer.is_standard_output() ? stderr : stdout;
    writer.commit();
    progress.clear();

    if (options.report.json) {
        const nlohmann::ordered_json json{{"kind", options.kind},
                                          {"count", recipe.count},
                                          {"seed", recipe.seed},
                                          {"overlaps", scenes::requested_overlaps(recipe)},
                                          {"expected_overlaps", generator.expected_overlaps()},
                                          {"frames", recipe.frames},
                                          {"file", options.output}};
        print(stream, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    } else if (!options.report.quiet) {
        print(stream, fmt::format("{}: {} ({}), {}, {:.2f} AABB overlaps per box expected\n", options.output,
                                  counted(recipe.count, "box"), options.kind, counted(recipe.frames, "frame"),
                                  generator.expected_overlaps()));
    }
}

}  // namespace

void add_make_command(CLI::App& program) {
    const auto options = std::make_shared<MakeOptions>();
    CLI::App* command = program.add_subcommand("make", "Make a scene");
    command->add_option("KIND", options->kind, "Kind of scene; the list is below")->required()->type_name(kind_words());
    command->add_option("--count", options->count, "Boxes in each frame, 0 to 2^31 - 1, also as 1e6")
        ->required()
        ->transform(CLI::Validator(expand_exponent, ""))
        ->check(CLI::Range(std::int64_t{0}, static_cast<std::int64_t>(kMaxBoxCount)))
        ->type_name("N");
    command->add_option("--seed", options->seed, "Same seed, same bytes on every machine (default 1)")
        ->check(whole_number)
        ->type_name("S");
    CLI::Option* overlaps = command
                                ->add_option("--overlaps", options->overlaps,
                                             "AABB overlaps per box; each pair counts for both boxes: 4 gives 2 pairs "
                                             "per box (default: see the kinds)")
                                ->type_name("K");
    command
        ->add_option("--frames", options->frames,
                     "Frames, 1 to 1000000; the boxes move from frame to frame (default 1)")
        ->check(CLI::Range(std::int64_t{1}, kMostFrames))
        ->type_name("F");
    add_solids_option(*command, options->solid);
    command->add_flag("--force", options->force, "Make the scene even if more than 2e8 overlapping pairs are expected");
    command->add_option("-o,--output", options->output, "Scene to write, .npy or .csv")->required()->type_name("SCENE");
    add_report_options(*command, options->report);
    set_footer(
        *command, "Kinds of scene, and how many AABB overlaps per box they have by default:" + kind_list(),
        {"satori make uniform --count 1e4 -o scene.npy", "satori make pile --count 1e4 --frames 10 -o trajectory.npy",
         "satori make rects --count 1000 --overlaps 8 --seed 2 -o rects.csv",
         "satori make dense --count 1e4 --solids capsules -o capsules.npy"});
    command->callback([options, overlaps] {
        options->has_overlaps = overlaps->count() > 0;
        run_make(*options);
    });
}

}  // namespace satori::cli
