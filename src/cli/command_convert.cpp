#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/report.hpp"
#include "cli/scene_command.hpp"
#include "cli/scene_run.hpp"
#include "scenes/mesh_file.hpp"
#include "scenes/pairs_file.hpp"
#include "scenes/scene_copy.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"

namespace satori::cli {

namespace {

constexpr const char* kFooter =
    "The end of OUT decides. A .npy or .csv keeps every number of IN: as float32 if IN has floats, else in double. A "
    ".npy takes all frames, unless --frame names one; the others take one frame.\n"
    "\n"
    "A .ply (binary) has 8 corners and 6 faces for each box. A .vtu, for ParaView, has a hexahedron for each box, with "
    "the row of the box as cell data 'index'; with --pairs also the number of its pairs as 'pairs'. Rectangles become "
    "flat quads at z = 0.";

struct ConvertOptions {
    std::string input, output, pairs;
    std::uint32_t frame = 0;
    bool one_frame = false, has_on_invalid = false;
    OnInvalid on_invalid = OnInvalid::refuse;
    ReportOptions report;
};

enum class MeshFormat { none, ply, vtu };

MeshFormat mesh_format(const std::string& path) {
    if (scenes::ends_with_any_case(path, ".ply")) return MeshFormat::ply;
    return scenes::ends_with_any_case(path, ".vtu") ? MeshFormat::vtu : MeshFormat::none;
}

/// Returns the format of a scene. CliError (usage) for other names.
scenes::FileFormat scene_format(const std::string& path) {
    try {
        return scenes::output_format(path);
    } catch (const scenes::SceneError&) {
        throw CliError(ExitCode::usage, path + ": the name must end with .npy, .csv, .ply or .vtu");
    }
}

/// Returns the rows of the legal boxes of the frame. CliError (invalid_scene) when there are others, unless they are
/// skipped.
template <typename Batch, typename View>
std::vector<std::uint32_t> legal_rows(const scenes::SceneFile& scene, const ConvertOptions& options, const View& view) {
    Batch batch;
    const Status status = batch.assign(view, options.on_invalid, {});
    if (status == Status::invalid_box) refuse_boxes(scene, options.frame, view.centers, batch.invalid());
    SceneRun::check(status, "taking in the boxes");
    std::vector<bool> is_invalid(scene.box_count());
    for (const InvalidBox& box : batch.invalid()) is_invalid[box.index] = true;
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < scene.box_count(); ++row)
        if (!is_invalid[row]) rows.push_back(row);
    return rows;
}

scenes::MeshCells cells_of(scenes::SceneFile& scene, const ConvertOptions& options) {
    const scenes::FrameView view = scene.view(options.frame);
    if (const auto* rects = std::get_if<RectView>(&view))
        return {scene, options.frame, rects->centers, legal_rows<RectBatch>(scene, options, *rects)};
    const auto& boxes = std::get<BoxView>(view);
    return {scene, options.frame, boxes.centers, legal_rows<BoxBatch>(scene, options, boxes)};
}

void print_conversion(const ConvertOptions& options, std::size_t boxes, std::uint32_t frames, std::FILE* stream) {
    if (options.report.json) {
        const nlohmann::ordered_json json{
            {"scene", options.input}, {"boxes", boxes}, {"frames", frames}, {"file", options.output}};
        print(stream, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    } else if (!options.report.quiet) {
        print(stream, fmt::format("{}: {}, {}\n", options.output, counted(boxes, "box"), counted(frames, "frame")));
    }
}

void run_convert(const ConvertOptions& options) {
    const MeshFormat mesh = mesh_format(options.output);
    const scenes::FileFormat format = mesh == MeshFormat::none ? scene_format(options.output) : scenes::FileFormat::npy;
    if (!options.pairs.empty() && mesh != MeshFormat::vtu)
        throw CliError(ExitCode::usage, fmt::format("--pairs is for .vtu: {} cannot hold them", options.output));
    if (options.has_on_invalid && mesh == MeshFormat::none)
        throw CliError(ExitCode::usage,
                       fmt::format("--on-invalid is for .ply and .vtu: {} gets all rows as they are", options.output));
    check_output(options.input, options.output);
    ProgressBar progress(options.report.quiet);
    scenes::SceneFile scene = scenes::SceneFile::open(options.input, progress.phase("loading"));
    if (mesh != MeshFormat::none) scene.refuse_radii("a .ply or .vtu of boxes");
    const bool takes_all = mesh == MeshFormat::none && format == scenes::FileFormat::npy && !options.one_frame;
    if (!takes_all && !options.one_frame && scene.frame_count() > 1)
        throw CliError(ExitCode::usage, fmt::format("{} has {} frames, {} takes one: choose it with --frame",
                                                    options.input, scene.frame_count(), options.output));
    static_cast<void>(scene.view(options.frame));  // fails when there is no such frame
    const std::uint32_t frames = takes_all ? scene.frame_count() : 1;
    std::vector<std::uint32_t> pair_counts;
    if (!options.pairs.empty())
        pair_counts = scenes::read_pair_counts(options.pairs, scene.box_count(), progress.phase("loading"));

    scenes::OutputFile file(options.output);
    std::FILE* const stream = file.is_standard_output() ? stderr : stdout;
    std::size_t box_count = scene.box_count();
    if (mesh == MeshFormat::none) {
        scene.keep_exact(progress.phase("loading"));
        copy_scene(scene, options.frame, frames, file, format, progress.phase("writing"));
    } else {
        const scenes::MeshCells cells = cells_of(scene, options);
        box_count = cells.rows.size();
        if (mesh == MeshFormat::ply)
            write_ply(file, cells, progress.phase("writing"));
        else
            write_vtu(file, cells, pair_counts, progress.phase("writing"));
    }
    file.commit();
    progress.clear();
    if (box_count < scene.box_count() && !options.report.quiet)
        print_skipped(options.input, scene.box_count() - box_count, scene.box_count());
    print_conversion(options, box_count, frames, stream);
}

}  // namespace

void add_convert_command(CLI::App& program) {
    const auto options = std::make_shared<ConvertOptions>();
    CLI::App* command = program.add_subcommand("convert", "Write a scene in another format: .npy, .csv, .ply, .vtu");
    command->add_option("IN", options->input, "Scene to read: .npy, .npz or a table (.csv); - is standard input")
        ->required()
        ->type_name("");
    command
        ->add_option("OUT", options->output, "File to write, .npy, .csv, .ply or .vtu; - is a .npy to standard output")
        ->required()
        ->check(not_empty)
        ->type_name("");
    const CLI::Option* const frame = add_frame_option(*command, options->frame);
    command
        ->add_option("--pairs", options->pairs,
                     "Pairs of the scene, from satori pairs, or contacts, .csv: each cell of a .vtu gets their number")
        ->check(not_empty)
        ->type_name("FILE");
    const CLI::Option* const on_invalid =
        add_on_invalid_option(*command, options->on_invalid)
            ->description(
                "For .ply and .vtu. Boxes that are not legal: end with code 3 (refuse, default), or leave them "
                "out (skip)");
    add_report_options(*command, options->report);
    set_footer(*command, kFooter,
               {"satori make pile --count 1000 --frames 5 -o pile.npy", "satori convert pile.npy pile.csv --frame 4",
                "satori pairs pile.npy --frame 4 -o pairs.npy --quiet",
                "satori convert pile.npy pile.vtu --frame 4 --pairs pairs.npy"});
    command->callback([options, frame, on_invalid] {
        options->has_on_invalid = on_invalid->count() > 0;
        options->one_frame = frame->count() > 0;
        run_convert(*options);
    });
}

}  // namespace satori::cli
