#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/scene_run.hpp"
#include "scenes/scene_file.hpp"

namespace satori::cli {

/// The options of a command that reads a scene, works on a frame and writes the results.
struct SceneCommand {
    std::string scene;
    std::string output;
    RunOptions run;
    ReportOptions report;
};

/// Adds SCENE, --output, and the options that all such commands have.
void add_scene_options(CLI::App& command, SceneCommand& options, const std::string& output_name,
                       const std::string& output_help);
/// CliError (usage) when the output would replace the scene.
void check_output(const std::string& scene, const std::string& output);
/// Prints how many boxes were left out.
void print_skipped(const std::string& scene, std::size_t invalid_count, std::uint32_t box_count);
/// Prints the error of rounding the centers to float32, when it exceeds a thousandth of the smallest box's size.
void print_loss(const scenes::SceneFile& scene, const scenes::CenterError& loss);
/// Prints the results, and how many boxes were left out.
void print_run(const SceneCommand& options, const Measurement& measured, std::FILE* stream);

/// Prints the results of each frame.
void print_frames(const SceneCommand& options, std::span<const Measurement> frames, std::FILE* stream);

/// Runs the command on every frame of a scene, each by itself. `writer` writes Run's results(); it may be null.
template <typename Run, typename Writer>
void run_all_frames(const SceneCommand& options, Isa isa, scenes::SceneFile& scene, Writer* writer,
                    ProgressBar& progress) {
    const scenes::ProgressCallback report = progress.phase(Run::kWork);
    std::vector<Measurement> frames;
    RunOptions of_frame = options.run;
    scenes::CenterError loss;
    for (std::uint32_t frame = 0; frame < scene.frame_count(); ++frame) {
        of_frame.frame = frame;
        Run run(of_frame);
        run.run(scene, scene.view(frame), isa, {});
        if (writer != nullptr) writer->write_frame(frame, run.results());
        frames.push_back(run.measurement());
        if (const scenes::CenterError of_this = scene.center_error(frame); of_this.most > loss.most) loss = of_this;
        if (report) report(frame + 1, scene.frame_count());
    }
    std::FILE* const stream = writer != nullptr && writer->is_standard_output() ? stderr : stdout;
    if (writer != nullptr) writer->commit();
    progress.clear();
    if (!options.report.quiet) print_loss(scene, loss);
    print_frames(options, frames, stream);
}

/// Runs the command: Run does the work (named Run::kWork), Writer writes Run's results().
template <typename Run, typename Writer>
void run_scene_command(const SceneCommand& options) {
    const Isa isa = resolve_isa_option(options.run.isa_name);
    check_output(options.scene, options.output);
    ProgressBar progress(options.report.quiet);
    scenes::SceneFile scene = scenes::SceneFile::open(options.scene, progress.phase("loading"));
    std::optional<Writer> writer;
    if (options.run.all_frames) {
        if (!options.output.empty()) writer.emplace(options.output);
        return run_all_frames<Run>(options, isa, scene, writer ? &*writer : nullptr, progress);
    }
    const scenes::FrameView boxes = scene.view(options.run.frame, progress.phase("loading"));
    if (!options.output.empty()) writer.emplace(options.output);

    Run run(options.run);
    run.run(scene, boxes, isa, progress.phase(Run::kWork));
    std::FILE* const stream = writer && writer->is_standard_output() ? stderr : stdout;
    if (writer) writer->write(run.results(), progress.phase("writing"));
    progress.clear();
    if (!options.report.quiet) print_loss(scene, scene.center_error(options.run.frame));
    print_run(options, run.measurement(), stream);
}

}  // namespace satori::cli
