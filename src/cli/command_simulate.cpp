#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cli_error.hpp"
#include "cli/color.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/report.hpp"
#include "cli/scene_command.hpp"
#include "cli/simulation.hpp"
#include "cli/timing.hpp"
#include "scenes/input_file.hpp"
#include "scenes/recording_magic.hpp"

namespace satori::cli {

namespace {

constexpr const char* kFooter =
    "SCENE is a trajectory, .npy of shape (frames, boxes, 10), or 11 with radii: frame 0 creates dynamic boxes, and "
    "rows that are not as in the frame before move them. Or it is a recording, written by --record or World::record(): "
    "the command replays it, and ends with code 1 and the number of the first update whose state differs.\n"
    "\n"
    "FRAMES has a row for each frame: pairs that began to touch, still touch, ended; contacts and their points; pairs "
    "whose bounds overlap, pairs tested, boxes changed; milliseconds. moves_ms is the time before the update (for a "
    "recording this includes reading and hashing); update_ms is the sum of the times after moves_ms.\n"
    "\n"
    "--on-invalid skip leaves out boxes with a row that is not legal in any frame. The hash is World::state_hash() at "
    "the end: equal for every instruction set and number of threads.";

struct SimulateOptions {
    std::string scene, output, record;
    RunOptions run;
    ReportOptions report;
    bool of_scenes = false;  // an option was given that a recording already determines
};

/// Writes FRAMES, either the whole file or nothing.
class FramesWriter {
public:
    explicit FramesWriter(const std::string& path) : file_(scenes::require_csv_name(path)) {}

    void write(const SimulationReport& report) {
        std::string text = "frame,begun,persisted,ended,contacts,points,pairs,tested,changed";
        for (const char* const stage : kSimulationStages) text += fmt::format(",{}_ms", stage);
        file_.write(text + ",update_ms\n");
        for (std::size_t i = 0; i < report.frames.size(); ++i) {
            const FrameFigures& frame = report.frames[i];
            text = fmt::format("{},{},{},{},{},{},{},{},{}", i, frame.begun, frame.persisted, frame.ended,
                               frame.contacts, frame.points, frame.pairs, frame.tested, frame.changed);
            for (const double ms : frame.stages_ms) text += fmt::format(",{:.6f}", ms);
            file_.write(fmt::format("{},{:.6f}\n", text, frame.update_ms));
        }
        file_.commit();
    }
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    scenes::OutputFile file_;
};

/// The figures of all frames that the report prints.
struct Totals {
    std::uint64_t begun = 0, persisted = 0, ended = 0, contacts = 0, points = 0;
    std::array<double, kSimulationStages.size()> stages_ms{};  // medians; update_ms too
    double update_ms = 0;

    explicit Totals(const std::vector<FrameFigures>& frames) {
        if (frames.empty()) return;
        for (const FrameFigures& frame : frames) {
            begun += frame.begun;
            persisted += frame.persisted;
            ended += frame.ended;
        }
        contacts = frames.back().contacts;
        points = frames.back().points;
        const auto median_of = [&](auto&& ms_of) {
            std::vector<double> values;
            for (const FrameFigures& frame : frames) values.push_back(ms_of(frame));
            return median(std::move(values));
        };
        for (std::size_t stage = 0; stage < stages_ms.size(); ++stage)
            stages_ms[stage] = median_of([&](const FrameFigures& frame) { return frame.stages_ms[stage]; });
        update_ms = median_of([](const FrameFigures& frame) { return frame.update_ms; });
    }
};

std::string json_of(const SimulationReport& report, const Totals& totals, bool replayed) {
    nlohmann::ordered_json json{{"boxes", report.box_count},      {"invalid", report.invalid_count},
                                {"frames", report.frames.size()}, {"begun", totals.begun},
                                {"persisted", totals.persisted},  {"ended", totals.ended},
                                {"contacts", totals.contacts},    {"points", totals.points},
                                {"replayed", replayed},           {"isa", isa_name(report.isa)},
                                {"threads", report.thread_count}, {"hash", fmt::format("{:016x}", report.hash)}};
    for (std::size_t stage = 0; stage < kSimulationStages.size(); ++stage)
        json["stages_ms"][kSimulationStages[stage]] = totals.stages_ms[stage];
    json["total_ms"] = totals.update_ms;
    json["peak_bytes"] = report.peak_bytes;
    return json.dump(2) + "\n";
}

std::string table_of(const SimulationReport& report, const Totals& totals, const SimulateOptions& options,
                     bool replayed, const Style& style) {
    std::string text = style.heading(fmt::format("{}, {}{}", options.scene,
                                                 counted(report.frames.size(), replayed ? "update" : "frame"),
                                                 replayed ? ", all as recorded" : ""));
    text += "\n\n";
    const auto fact = [&](const char* name, const std::string& value) {
        text += fmt::format("{:<12}{:>14}\n", name, value);
    };
    const auto stage = [&](const char* name, double ms) { text += fmt::format("{:<12}{:>14.3f}\n", name, ms); };
    fact("boxes", grouped(report.box_count));
    if (!replayed) fact("invalid", grouped(report.invalid_count));
    fact("begun", grouped(totals.begun));
    fact("persisted", grouped(totals.persisted));
    fact("ended", grouped(totals.ended));
    fact("contacts", grouped(totals.contacts));
    fact("points", grouped(totals.points));
    fact("isa", isa_name(report.isa));
    fact("threads", grouped(report.thread_count));
    text += "\n" + style.heading(fmt::format("{:<12}{:>14}   median of the frames", "stage", "ms")) + "\n";
    // The updates of a small World do not time their stages.
    const auto is_timed = [](double ms) { return ms > 0; };
    if (std::any_of(totals.stages_ms.begin() + 1, totals.stages_ms.end(), is_timed))
        for (std::size_t i = 1; i < kSimulationStages.size(); ++i) stage(kSimulationStages[i], totals.stages_ms[i]);
    stage("update", totals.update_ms);
    text += "not in the update\n";
    stage("  moves", totals.stages_ms[0]);
    text += fmt::format("\n{:<12}{:>14.1f} MB\n{:<12}{:016x}\n", "peak memory",
                        static_cast<double>(report.peak_bytes) * 1e-6, "hash", report.hash);
    return text;
}

/// CliError (usage) when an output would replace the scene or the other output.
void check_outputs(const SimulateOptions& options) {
    check_output(options.scene, options.output);
    check_output(options.scene, options.record);
    if (!options.record.empty() && !options.output.empty() &&
        std::filesystem::weakly_canonical(scenes::output_target(options.record)) ==
            std::filesystem::weakly_canonical(scenes::output_target(options.output)))
        throw CliError(ExitCode::usage, fmt::format("{} cannot be both outputs", options.output));
}

void run_simulate(const SimulateOptions& options) {
    const Isa isa = resolve_isa_option(options.run.isa_name);
    check_contact_options(options.run.contacts);
    check_outputs(options);
    ProgressBar progress(options.report.quiet);
    const scenes::InputFile file(options.scene);
    const bool replayed = scenes::is_recording(file.bytes());
    if (replayed && (options.of_scenes || !options.record.empty()))
        throw CliError(ExitCode::usage,
                       fmt::format("{} is a recording: only --isa, --threads, --force and what is printed "
                                   "and written can be chosen",
                                   options.scene));
    std::optional<scenes::SceneFile> scene;
    if (!replayed) scene = scenes::SceneFile::parse(file.bytes(), options.scene, progress.phase("loading"));
    std::optional<FramesWriter> writer;
    std::optional<RecordFile> record;
    if (!options.output.empty()) writer.emplace(options.output);
    if (!options.record.empty()) record.emplace(options.record);

    Simulation simulation(options.run, isa);
    if (replayed)
        simulation.run_recording(file.bytes(), options.scene, progress.phase("replaying"));
    else
        simulation.run_scene(*scene, record ? &*record : nullptr, progress.phase("checking"),
                             progress.phase("simulating"));
    const SimulationReport& report = simulation.report();
    const bool taken = (writer && writer->is_standard_output()) || (record && record->is_standard_output());
    if (writer) writer->write(report);
    if (record) record->commit();
    progress.clear();
    if (report.invalid_count > 0 && !options.report.quiet)
        print_skipped(options.scene, report.invalid_count, report.box_count);
    const Totals totals(report.frames);
    std::FILE* const stream = taken ? stderr : stdout;
    if (options.report.json)
        print(stream, json_of(report, totals, replayed));
    else if (!options.report.quiet)
        print(stream, table_of(report, totals, options, replayed, Style(stream)));
}

}  // namespace

void add_simulate_command(CLI::App& program) {
    const auto options = std::make_shared<SimulateOptions>();
    CLI::App* command =
        program.add_subcommand("simulate", "Move the boxes of a World along a trajectory, or replay a recording");
    command
        ->add_option("SCENE", options->scene, "Trajectory (.npy, .npz, .csv) or recording to read; -: standard input")
        ->required()
        ->type_name("");
    command->add_option("-o,--output", options->output, "Counts and times of each frame to write, .csv")
        ->type_name("FRAMES")
        ->check(not_empty);
    command->add_option("--record", options->record, "Recording of the World to write, to replay it later")
        ->type_name("FILE")
        ->check(not_empty);
    add_isa_option(*command, options->run.isa_name);
    add_threads_option(*command, options->run.threads);
    const CLI::Option* const of_scenes[] = {add_boundary_option(*command, options->run.contacts.boundary),
                                            add_speculative_distance_option(*command, options->run.contacts),
                                            add_on_invalid_option(*command, options->run.on_invalid)};
    add_force_option(*command, options->run.force);
    add_report_options(*command, options->report);
    set_footer(*command, kFooter,
               {"satori make uniform --count 1e4 --frames 60 -o walk.npy", "satori simulate walk.npy -o frames.csv",
                "satori simulate walk.npy --record walk.rec --quiet",
                "satori simulate walk.rec --isa scalar    # replays; fails if a state differs"});
    command->callback([options, of_scenes = std::to_array(of_scenes)] {
        for (const CLI::Option* option : of_scenes) options->of_scenes = options->of_scenes || option->count() > 0;
        run_simulate(*options);
    });
}

}  // namespace satori::cli
