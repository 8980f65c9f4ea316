#include "cli/scene_run.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/cli_error.hpp"
#include "cli/report.hpp"
#include "cli/thread_limit.hpp"
#include "cli/timing.hpp"
#include "scenes/csv.hpp"

namespace satori::cli {

namespace {

constexpr std::size_t kListedFaults = 10;

/// Returns the memory per pair of the library and this command, when every candidate is a result.
std::uint64_t bytes_per_pair(Stage stage) {
    constexpr std::uint64_t kPair = 36, kContact = 180;
    return stage == Stage::contacts ? kContact : kPair;
}

/// Gives boxes whose radius is not legal the radius 0 and a center that is not legal, so that they are left out. The
/// view then reads `centers`.
template <typename View>
void leave_out(std::span<float> radii, std::size_t dimension, View& view, std::vector<float>& centers) {
    if (std::ranges::all_of(radii, is_legal_radius)) return;
    centers.resize(view.count * dimension);
    const auto stride = view.center_stride / static_cast<std::ptrdiff_t>(sizeof(float));
    for (std::size_t i = 0; i < view.count; ++i) {
        const float* const center = view.centers + static_cast<std::ptrdiff_t>(i) * stride;
        std::copy(center, center + dimension, centers.begin() + static_cast<std::ptrdiff_t>(i * dimension));
        if (is_legal_radius(radii[i])) continue;
        centers[i * dimension] = std::numeric_limits<float>::quiet_NaN();
        radii[i] = 0;
    }
    view.centers = centers.data();
    view.center_stride = static_cast<std::ptrdiff_t>(dimension * sizeof(float));
}

}  // namespace

void check_radii(const scenes::SceneFile& scene, std::uint32_t frame, std::span<const float> radii) {
    const std::string fault = scene.radius_fault(frame, radii);
    if (fault.empty()) return;
    throw CliError(
        ExitCode::invalid_scene,
        fmt::format("{}\n{}: rows count from 0; --on-invalid skip leaves out such boxes", fault, scene.name()));
}

std::string invalid_box_text(const scenes::SceneFile& scene, std::uint32_t frame, const InvalidBox& box, float number) {
    const bool is_of_map = scene.origin().is_map && box.column < static_cast<std::uint32_t>(scene.dimension());
    return fmt::format(
        "{}: {}, column {}: {} ({})", scene.name(), scene.locate(frame, box.index), scene.columns()[box.column],
        describe(box.fault),
        is_of_map ? fmt::to_string(scene.coordinate(frame, box.index, box.column)) : fmt::to_string(number));
}

void refuse_boxes(const scenes::SceneFile& scene, std::uint32_t frame, const float* rows,
                  std::span<const InvalidBox> invalid) {
    std::string message;
    for (const InvalidBox& box : invalid.first(std::min(invalid.size(), kListedFaults))) {
        const float number = rows[box.index * scene.columns().size() + box.column];
        message += invalid_box_text(scene, frame, box, number) + "\n";
    }
    if (invalid.size() > kListedFaults) message += fmt::format("... and {} more\n", invalid.size() - kListedFaults);
    message += fmt::format("{}: invalid: {} of {} (rows count from 0); --on-invalid skip leaves out such boxes",
                           scene.name(), invalid.size(), counted(scene.box_count(), "box"));
    throw CliError(ExitCode::invalid_scene, message);
}

SceneRun::SceneRun(const RunOptions& options)
    : options_(options), limit_(options.force, bytes_per_pair(options.stage)) {}

void SceneRun::check(Status status, const char* work) {
    if (status != Status::ok) throw CliError(ExitCode::failed, fmt::format("{}: {}", work, describe(status)));
}

void SceneRun::ingest(const scenes::SceneFile& scene, const scenes::FrameView& boxes, const Execution& execution) {
    std::vector<float> radii = scene.radii(), centers;
    const auto take_in = [&](auto& batch, auto view) {
        if (options_.on_invalid == OnInvalid::skip)
            leave_out(radii, static_cast<std::size_t>(scene.dimension()), view, centers);
        const Status status = batch.assign(view, options_.on_invalid, execution);
        if (status == Status::invalid_box) refuse_boxes(scene, options_.frame, view.centers, batch.invalid());
        check(status, "taking in the boxes");
        check_radii(scene, options_.frame, radii);
        check(batch.set_radii(radii), "taking in the radii");
        measurement_.box_count = batch.size();
        measurement_.invalid_count = batch.invalid().size();
    };
    if (const auto* rects = std::get_if<RectView>(&boxes)) {
        take_in(rects_, *rects);
    } else {
        take_in(batch_, std::get<BoxView>(boxes));
    }
}

void SceneRun::repeat(const scenes::SceneFile& scene, const scenes::FrameView& boxes, Isa isa, const Call& call,
                      const std::function<void()>& sort, const scenes::ProgressCallback& progress) {
    ThreadLimit threads(options_.threads);
    const Execution execution{isa, threads.executor(), limit_.most()};
    const std::uint32_t warm_up_count = options_.repeat > 1 ? 1 : 0;
    // Some systems leave all threads on one processor for the first 100 ms. So the warm-up is repeated for this time.
    constexpr double kWarmUpMs = 200;

    const Clock::time_point start = Clock::now();
    std::vector<double> ingest_ms, call_ms, sort_ms;
    StageTimes cpu;
    for (std::uint32_t run = 0; run < options_.repeat + warm_up_count;) {
        const Clock::time_point ingest_start = Clock::now();
        ingest(scene, boxes, execution);
        const double ingest_time = ms_since(ingest_start);
        const Clock::time_point call_start = Clock::now();
        const CallFigures figures = call(execution);
        const double call_time = ms_since(call_start);
        const Clock::time_point sort_start = Clock::now();
        sort();
        const double sort_time = ms_since(sort_start);
        if (progress) progress(run + 1, options_.repeat + warm_up_count);
        const bool warming_up = run < warm_up_count;
        if (!warming_up || ms_since(start) >= kWarmUpMs) ++run;
        if (warming_up) continue;
        ingest_ms.push_back(ingest_time);
        call_ms.push_back(call_time);
        sort_ms.push_back(sort_time);
        cpu.aabb += figures.times.aabb;
        cpu.broadphase += figures.times.broadphase;
        cpu.narrowphase += figures.times.narrowphase;
        cpu.manifold += figures.times.manifold;
        measurement_.candidate_count = figures.candidate_count;
        measurement_.thread_count = std::max(measurement_.thread_count, figures.thread_count);
        measurement_.isa = figures.isa;
    }
    measurement_.total_ms = median(call_ms);
    measurement_.stages.ingest = median(ingest_ms);
    measurement_.stages.sort = median(sort_ms);
    measurement_.peak_bytes = allocator_.peak_bytes();
    const auto cpu_total = static_cast<double>(cpu.aabb + cpu.broadphase + cpu.narrowphase + cpu.manifold);
    const auto share = [&](std::uint64_t time) {
        return cpu_total > 0 ? measurement_.total_ms * static_cast<double>(time) / cpu_total : 0;
    };
    measurement_.stages.aabb = share(cpu.aabb);
    measurement_.stages.broadphase = share(cpu.broadphase);
    measurement_.stages.narrowphase = share(cpu.narrowphase);
    measurement_.stages.manifold = share(cpu.manifold);
}

}  // namespace satori::cli
