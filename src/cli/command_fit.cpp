#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <satori/fit.hpp>

#include "cli/cli_error.hpp"
#include "cli/color.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/report.hpp"
#include "cli/thread_limit.hpp"
#include "scenes/csv.hpp"
#include "scenes/point_file.hpp"
#include "scenes/scene_file.hpp"

namespace satori::cli {

namespace {

constexpr const char* kFooter =
    "POINTS is a .npy (or .npz) of shape (n, 3), a table (.csv) with columns x,y,z, or a Wavefront .obj, of which "
    "every vertex (v line) counts and nothing else; - is standard input. Coordinates are rounded to float32; where "
    "they are 1e5 or more, an origin is subtracted first. The box contains every rounded point exactly. BOX is a scene "
    "of that one box.";

std::string fault_of(float coordinate) {
    if (std::isnan(coordinate)) return "not finite";
    if (std::isinf(coordinate)) return "infinite or beyond float32";
    return fmt::format("farther than {:g} from the origin", kMaxCenter);
}

struct FitCommand {
    std::string points;
    std::string output;
    FitMethod method = FitMethod::minimal;
    unsigned threads = 0;
    ReportOptions report;
};

struct Fitted {
    std::size_t point_count = 0;
    OrientedBox box;
    FitReport report;
    double total_ms = 0;
    scenes::MapOrigin origin{};

    /// Passes the center to `show`, as JSON and tables print it: as float32 when there is no origin.
    template <class Show>
    auto center(Show&& show) const {
        const Vec3& c = box.center;
        if (scenes::is_zero(origin)) return show(c.x, c.y, c.z);
        return show(origin[0] + double{c.x}, origin[1] + double{c.y}, origin[2] + double{c.z});
    }
};

Fitted fit(const scenes::PointFile& file, const FitCommand& options) {
    ThreadLimit threads(options.threads);
    Fitted fitted;
    fitted.point_count = file.count();
    fitted.origin = file.origin();
    const auto start = std::chrono::steady_clock::now();
    const Status status = fit_box(point_rows(file.points(), file.count()), options.method, fitted.box, &fitted.report,
                                  {Isa::best, threads.executor()});
    fitted.total_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (status == Status::invalid_point) {
        const std::uint32_t column = fitted.report.invalid_column;
        // An illegal coordinate is stored without the origin taken off.
        const auto index = static_cast<std::size_t>(fitted.report.invalid_index);
        const float number = file.points()[3 * index + column];
        throw CliError(ExitCode::invalid_scene,
                       fmt::format("{}: {}, column {}: {} ({})", file.name(), file.locate(index),
                                   scenes::kPointColumns[column], fault_of(number), number));
    }
    if (status != Status::ok) throw CliError(ExitCode::failed, fmt::format("fitting the box: {}", describe(status)));
    return fitted;
}

double to_ms(std::uint64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-6;
}

std::string json_of(const Fitted& fitted) {
    const OrientedBox& box = fitted.box;
    const FitReport& report = fitted.report;
    nlohmann::ordered_json json;
    json["points"] = fitted.point_count;
    json["method"] = fit_method_name(report.method);
    json["shape"] = fit_shape_name(report.shape);
    json["center"] = fitted.center([](auto... coordinates) { return nlohmann::ordered_json::array({coordinates...}); });
    json["half_extents"] = {box.half_extents.x, box.half_extents.y, box.half_extents.z};
    json["quaternion"] = {box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w};
    json["volume"] = report.volume;
    json["hull_vertices"] = report.hull_vertex_count;
    json["exact_hull"] = report.exact_hull;
    json["axis_aligned_instead"] = report.axis_aligned_instead;
    json["threads"] = report.thread_count;
    json["stages_ms"] = {{"moments", to_ms(report.moments_ns)},
                         {"hull", to_ms(report.hull_ns)},
                         {"search", to_ms(report.search_ns)},
                         {"extents", to_ms(report.extents_ns)}};
    json["total_ms"] = fitted.total_ms;
    return json.dump(2) + "\n";
}

std::string table_of(const Fitted& fitted, const std::string& name, const Style& style) {
    const OrientedBox& box = fitted.box;
    const FitReport& report = fitted.report;
    std::string text = style.heading(name) + "\n\n";
    const auto fact = [&](const char* what, const std::string& value) {
        text += fmt::format("{:<14}{}\n", what, value);
    };
    fact("points", grouped(fitted.point_count));
    fact("method", fit_method_name(report.method));
    fact("shape", fit_shape_name(report.shape));
    fact("center", fitted.center([](auto... coordinates) { return fmt::format("{} {} {}", coordinates...); }));
    fact("half extents", fmt::format("{} {} {}", box.half_extents.x, box.half_extents.y, box.half_extents.z));
    fact("quaternion", fmt::format("{} {} {} {}", box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w));
    fact("volume", fmt::format("{:.9g}", report.volume));
    if (report.hull_vertex_count > 0)
        fact("hull", fmt::format("{} vertices{}", grouped(report.hull_vertex_count),
                                 report.exact_hull ? "" : ", not all that there are"));
    if (report.axis_aligned_instead)
        fact("note", "the method's box would leave the legal range: this is the aligned one");
    fact("time", fmt::format("{:.1f} ms on {}: moments {:.1f}, hull {:.1f}, search {:.1f}, extents {:.1f}",
                             fitted.total_ms, counted(report.thread_count, "thread"), to_ms(report.moments_ns),
                             to_ms(report.hull_ns), to_ms(report.search_ns), to_ms(report.extents_ns)));
    return text;
}

void run(const FitCommand& options) {
    std::error_code no_such_file;
    if (std::filesystem::equivalent(options.points, options.output, no_such_file))
        throw CliError(ExitCode::usage,
                       fmt::format("{} holds the points: the output would replace it", options.output));
    ProgressBar progress(options.report.quiet);
    const scenes::PointFile file = scenes::PointFile::open(options.points, progress.phase("loading"));
    std::optional<scenes::SceneWriter> writer;
    const bool in_map = !scenes::is_zero(file.origin());
    if (!options.output.empty())
        writer.emplace(options.output, 1, 1, 3, in_map ? scenes::NpyType::float64 : scenes::NpyType::float32);
    const Fitted fitted = fit(file, options);
    if (writer) {
        in_map ? writer->write_box(fitted.box, file.origin()) : writer->write_frame(std::span(&fitted.box, 1));
        writer->commit();
    }
    progress.clear();
    const Vec3& half = fitted.box.half_extents;
    if (!options.report.quiet && file.loss() > scenes::kToldLoss * double{std::max({half.x, half.y, half.z})})
        print(stderr, fmt::format("{}: as float32 about ({}, {}, {}) points are up to {:.2g} m off\n", file.name(),
                                  file.origin()[0], file.origin()[1], file.origin()[2], file.loss()));
    std::FILE* const stream = writer && writer->is_standard_output() ? stderr : stdout;
    if (options.report.json) {
        print(stream, json_of(fitted));
    } else if (!options.report.quiet) {
        print(stream, table_of(fitted, options.points, Style(stream)));
    }
}

}  // namespace

void add_fit_command(CLI::App& program) {
    const auto options = std::make_shared<FitCommand>();
    CLI::App* command = program.add_subcommand("fit", "Fit a box to a set of points");
    command->add_option("POINTS", options->points, "Points to read, .npy, .csv or .obj")->required()->type_name("");
    command->add_option("-o,--output", options->output, "Scene of the box to write, .npy or .csv")
        ->type_name("BOX")
        ->check(not_empty);
    add_choice<FitMethod>(
        *command, "--method", options->method,
        {{"pca", FitMethod::pca}, {"hull", FitMethod::hull}, {"minimal", FitMethod::minimal}},
        "Axes of the box: principal axes of the points (pca) or of the surface of their hull (hull), or those of least "
        "volume (minimal, default)");
    add_threads_option(*command, options->threads);
    add_report_options(*command, options->report);
    set_footer(*command, kFooter,
               {"printf 'x,y,z\\n0,0,0\\n2,1,0\\n1,2,0\\n0,0,3\\n' > points.csv", "satori fit points.csv",
                "satori fit points.csv --method pca --json", "satori fit points.csv -o box.csv"});
    command->callback([options] { run(*options); });
}

}  // namespace satori::cli
