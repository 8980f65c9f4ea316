#include "cli/scene_command.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/cli_error.hpp"
#include "cli/report.hpp"
#include "cli/run_report.hpp"

namespace satori::cli {

void add_scene_options(CLI::App& command, SceneCommand& options, const std::string& output_name,
                       const std::string& output_help) {
    command.add_option("SCENE", options.scene, "Scene to read, .npy or .csv")->required()->type_name("");
    command.add_option("-o,--output", options.output, output_help)->type_name(output_name)->check(not_empty);
    add_run_options(command, options.run);
    add_report_options(command, options.report);
}

void check_output(const SceneCommand& options) {
    std::error_code no_such_file;
    if (std::filesystem::equivalent(options.scene, options.output, no_such_file))
        throw CliError(ExitCode::usage, fmt::format("{} is the scene: the output would replace it", options.output));
}

void print_run(const SceneCommand& options, const Measurement& measured, std::FILE* stream) {
    if (measured.invalid_count > 0 && !options.report.quiet) {
        print(stderr, fmt::format("{}: {} of {} boxes are invalid and were left out\n", options.scene,
                                  measured.invalid_count, measured.box_count));
    }
    if (options.report.json) {
        print(stream, json_report(measured, options.run));
    } else if (!options.report.quiet) {
        print(stream, table_report(measured, options.run, options.scene));
    }
}

}  // namespace satori::cli
