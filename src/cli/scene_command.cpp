#include "cli/scene_command.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/cli_error.hpp"
#include "cli/report.hpp"
#include "cli/run_report.hpp"
#include "scenes/output_file.hpp"

namespace satori::cli {

void add_scene_options(CLI::App& command, SceneCommand& options, const std::string& output_name,
                       const std::string& output_help) {
    command.add_option("SCENE", options.scene, "Scene to read: .npy, .npz or a table (.csv); - is standard input")
        ->required()
        ->type_name("");
    command.add_option("-o,--output", options.output, output_help)->type_name(output_name)->check(not_empty);
    add_run_options(command, options.run);
    add_report_options(command, options.report);
}

void check_output(const std::string& scene, const std::string& output) {
    std::error_code no_such_file;
    const bool is_standard = scene == scenes::kStandardStream;
    if (output != scenes::kStandardStream &&
        std::filesystem::equivalent(is_standard ? "/dev/stdin" : scene, output, no_such_file))
        throw CliError(ExitCode::usage, fmt::format("{} is the scene: the output would replace it", output));
}

void print_skipped(const std::string& scene, std::size_t invalid_count, std::uint32_t box_count) {
    print(stderr, fmt::format("{}: left out as invalid: {} of {}\n", scene, invalid_count, counted(box_count, "box")));
}

void print_loss(const scenes::SceneFile& scene, const scenes::CenterError& loss) {
    if (loss.most <= scenes::kToldLoss * loss.smallest_size) return;
    const scenes::MapOrigin& origin = scene.origin();
    print(stderr,
          fmt::format("{}: as float32 about ({}, {}, {}) centers are up to {:.2g} m off, and the smallest box is "
                      "{:.2g} m thick\n",
                      scene.name(), origin[0], origin[1], origin[2], loss.most, loss.smallest_size));
}

void print_run(const SceneCommand& options, const Measurement& measured, std::FILE* stream) {
    if (measured.invalid_count > 0 && !options.report.quiet)
        print_skipped(options.scene, measured.invalid_count, measured.box_count);
    if (options.report.json) {
        print(stream, json_report(measured, options.run));
    } else if (!options.report.quiet) {
        print(stream, table_report(measured, options.run, options.scene, Style(stream)));
    }
}

void print_frames(const SceneCommand& options, std::span<const Measurement> frames, std::FILE* stream) {
    std::size_t invalid_count = 0;
    for (const Measurement& frame : frames) invalid_count = std::max(invalid_count, frame.invalid_count);
    if (invalid_count > 0 && !options.report.quiet) print_skipped(options.scene, invalid_count, frames[0].box_count);
    if (options.report.json) {
        print(stream, json_report(frames, options.run));
    } else if (!options.report.quiet) {
        print(stream, table_report(frames, options.scene, Style(stream)));
    }
}

}  // namespace satori::cli
