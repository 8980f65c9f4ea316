#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/pair_run.hpp"
#include "cli/progress_bar.hpp"
#include "cli/report.hpp"
#include "cli/scenes/pairs_file.hpp"
#include "cli/scenes/scene_file.hpp"

namespace satori::cli {

namespace {

struct PairsOptions {
    std::string scene;
    std::string output;
    RunOptions run;
    ReportOptions report;
};

std::string json_report(const PairMeasurement& measured, const RunOptions& options) {
    const StageMs& stages = measured.stages;
    nlohmann::ordered_json json;
    json["boxes"] = measured.box_count;
    json["invalid"] = measured.invalid_count;
    json["candidates"] = measured.candidate_count;
    json["overlaps"] = nullptr;  // not known if only candidates were asked for
    if (options.stage == Stage::overlap) json["overlaps"] = measured.overlap_count;
    json["isa"] = isa_name(measured.isa);
    json["threads"] = measured.thread_count;
    json["hash"] = fmt::format("{:016x}", measured.hash);
    json["repeat"] = options.repeat;
    json["stages_ms"] = {{"ingest", stages.ingest},         {"aabb", stages.aabb},
                         {"broadphase", stages.broadphase}, {"narrowphase", stages.narrowphase},
                         {"manifold", stages.manifold},     {"sort", stages.sort}};
    json["total_ms"] = measured.total_ms;
    json["peak_bytes"] = measured.peak_bytes;
    return json.dump(2) + "\n";
}

std::string table_report(const PairMeasurement& measured, const PairsOptions& options) {
    const double box_count = measured.box_count;
    std::string text;
    const auto fact = [&](const char* name, const std::string& value) {
        text += fmt::format("{:<12}{:>14}\n", name, value);
    };
    const auto stage = [&](const char* name, double ms, bool in_total) {
        const double share = in_total && measured.total_ms > 0 ? 100 * ms / measured.total_ms : 0;
        text += fmt::format("{:<12}{:>14.3f}  {:>7}  {:>8.2f}\n", name, ms,
                            in_total ? fmt::format("{:.1f} %", share) : "", box_count > 0 ? ms * 1e6 / box_count : 0);
    };
    text += fmt::format("{}, frame {}\n\n", options.scene, options.run.frame);
    fact("boxes", grouped(measured.box_count));
    fact("invalid", grouped(measured.invalid_count));
    fact("candidates", grouped(measured.candidate_count));
    if (options.run.stage == Stage::overlap) fact("overlaps", grouped(measured.overlap_count));
    fact("isa", isa_name(measured.isa));
    fact("threads", grouped(measured.thread_count));
    text += fmt::format(
        "\n{:<12}{:>14}  {:>7}  {:>8}   {}\n", "stage", "ms", "share", "ns/box",
        options.run.repeat == 1 ? "one cold run" : fmt::format("median of {} warm runs", options.run.repeat));
    stage("aabb", measured.stages.aabb, true);
    stage("broadphase", measured.stages.broadphase, true);
    if (options.run.stage == Stage::overlap) stage("narrowphase", measured.stages.narrowphase, true);
    stage("total", measured.total_ms, true);
    text += "besides\n";
    stage("  ingest", measured.stages.ingest, false);
    stage("  sort", measured.stages.sort, false);
    text += fmt::format("\n{:<12}{:>14.1f} MB\n{:<12}{:016x}\n", "peak memory",
                        static_cast<double>(measured.peak_bytes) * 1e-6, "hash", measured.hash);
    return text;
}

void run_pairs(const PairsOptions& options) {
    const Isa isa = resolve_isa_option(options.run.isa_name);
    std::error_code no_such_file;
    if (std::filesystem::equivalent(options.scene, options.output, no_such_file))
        throw CliError(ExitCode::usage, fmt::format("{} is the scene: the pairs would replace it", options.output));
    ProgressBar progress(options.report.quiet);
    scenes::SceneFile scene = scenes::SceneFile::open(options.scene, progress.phase("loading"));
    const BoxView boxes = scene.frame(options.run.frame, progress.phase("loading"));
    std::optional<scenes::PairsWriter> writer;
    if (!options.output.empty()) writer.emplace(options.output);

    PairRun run(options.run);
    run.run(scene, boxes, isa, progress.phase("measuring"));
    std::FILE* const stream = writer && writer->is_standard_output() ? stderr : stdout;
    if (writer) writer->write(run.pairs(), progress.phase("writing"));
    progress.clear();

    const PairMeasurement& measured = run.measurement();
    if (measured.invalid_count > 0 && !options.report.quiet) {
        print(stderr, fmt::format("{}: {} of {} boxes are invalid and were left out\n", options.scene,
                                  measured.invalid_count, measured.box_count));
    }
    if (options.report.json) {
        print(stream, json_report(measured, options.run));
    } else if (!options.report.quiet) {
        print(stream, table_report(measured, options));
    }
}

}  // namespace

void add_pairs_command(CLI::App& program) {
    const auto options = std::make_shared<PairsOptions>();
    CLI::App* command = program.add_subcommand("pairs", "Find the overlapping pairs of a scene");
    command->add_option("SCENE", options->scene, "Scene to read, .npy or .csv")->required()->type_name("");
    command->add_option("-o,--output", options->output, "Pairs to write, .npy (uint32, (m, 2)) or .csv, sorted")
        ->type_name("PAIRS")
        ->check(
            [](const std::string& path) { return path.empty() ? std::string("the name is empty") : std::string(); });
    add_run_options(*command, options->run);
    add_report_options(*command, options->report);
    command->callback([options] { run_pairs(*options); });
}

}  // namespace satori::cli
