#include "cli/simulation.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include "cli/cli_error.hpp"
#include "cli/report.hpp"
#include "cli/scene_run.hpp"
#include "cli/thread_limit.hpp"
#include "cli/timing.hpp"

namespace satori::cli {

namespace {

/// The memory of a World per pair of bounds, when every pair has a contact, with the memory of an update.
constexpr std::uint64_t kBytesPerPair = 900;

/// Returns for each box whether it has an illegal row in any frame. CliError (invalid_scene) when the options refuse
/// such boxes.
std::vector<bool> find_invalid(scenes::SceneFile& scene, OnInvalid on_invalid, const Execution& execution,
                               const scenes::ProgressCallback& progress) {
    std::vector<bool> invalid(scene.box_count(), false);
    BoxBatch batch;
    for (std::uint32_t frame = 0; frame < scene.frame_count(); ++frame) {
        const BoxView rows = scene.frame(frame);
        SceneRun::check(batch.assign(rows, OnInvalid::skip, execution), "looking at the boxes");
        if (!batch.invalid().empty() && on_invalid == OnInvalid::refuse)
            refuse_boxes(scene, frame, rows.centers, batch.invalid());
        const std::vector<float> radii = scene.radii();
        if (on_invalid == OnInvalid::refuse) check_radii(scene, frame, radii);
        for (const InvalidBox& box : batch.invalid()) invalid[box.index] = true;
        for (std::size_t i = 0; i < radii.size(); ++i) invalid[i] = invalid[i] || !is_legal_radius(radii[i]);
        if (progress) progress(frame + 1, scene.frame_count());
    }
    return invalid;
}

/// A row of a scene in the form that a World takes.
struct BoxRow {
    BoxPose pose;
    Vec3 half_extents;
    float radius;
};

std::vector<BoxRow> read_rows(scenes::SceneFile& scene, std::uint32_t frame) {
    const BoxView view = scene.frame(frame);
    const std::vector<float> radii = scene.radii();
    const auto* const bytes = reinterpret_cast<const std::byte*>(view.centers);
    std::vector<BoxRow> rows(view.count);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const auto coordinate = [&](std::size_t axis) { return scene.coordinate(frame, i, axis); };
        OrientedBox box;
        std::memcpy(&box, bytes + static_cast<std::ptrdiff_t>(i) * view.center_stride, sizeof box);
        rows[i] = {{{coordinate(0), coordinate(1), coordinate(2)}, box.rotation},
                   box.half_extents,
                   radii.empty() ? 0 : radii[i]};
    }
    return rows;
}

/// The boxes of a trajectory in a World.
class Movers {
public:
    /// Creates the boxes of the rows that are not `left_out`.
    Status create(World& world, std::span<const BoxRow> rows, const std::vector<bool>& left_out) {
        std::vector<BoxDef> defs;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (left_out[i]) continue;
            rows_.push_back(i);
            BoxDef& def = defs.emplace_back();
            def.pose = rows[i].pose;
            def.half_extents = rows[i].half_extents;
            def.radius = rows[i].radius;
        }
        ids_.resize(rows_.size());
        last_.assign(rows.begin(), rows.end());
        return world.create(defs, ids_);
    }
    /// Moves the boxes whose rows have changed.
    Status move(World& world, std::span<const BoxRow> rows) {
        moved_.clear();
        poses_.clear();
        resized_.clear();
        half_extents_.clear();
        rounded_.clear();
        radii_.clear();
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            const BoxRow &row = rows[rows_[k]], &last = last_[rows_[k]];
            if (!same(row.pose.position, last.pose.position) || !same(row.pose.rotation, last.pose.rotation)) {
                moved_.push_back(ids_[k]);
                poses_.push_back(row.pose);
            }
            if (!same(row.half_extents, last.half_extents)) {
                resized_.push_back(ids_[k]);
                half_extents_.push_back(row.half_extents);
            }
            if (!same(row.radius, last.radius)) {
                rounded_.push_back(ids_[k]);
                radii_.push_back(row.radius);
            }
        }
        last_.assign(rows.begin(), rows.end());
        Status status = world.set_poses(moved_, poses_);
        if (status == Status::ok) status = world.set_half_extents(resized_, half_extents_);
        return status == Status::ok ? world.set_radii(rounded_, radii_) : status;
    }

private:
    template <class T>
    static bool same(const T& a, const T& b) {
        return std::memcmp(&a, &b, sizeof a) == 0;
    }

    std::vector<std::size_t> rows_;  // row of each box
    std::vector<BoxId> ids_, moved_, resized_, rounded_;
    std::vector<BoxRow> last_;
    std::vector<BoxPose> poses_;
    std::vector<Vec3> half_extents_;
    std::vector<float> radii_;
};

}  // namespace

RecordOptions RecordFile::options() noexcept {
    RecordOptions options;
    options.write = [](const void* bytes, std::size_t size, void* user) noexcept {
        auto& self = *static_cast<RecordFile*>(user);
        try {
            self.file_.write(bytes, size);
            return true;
        } catch (...) {
            self.error_ = std::current_exception();
            return false;
        }
    };
    options.user = this;
    return options;
}

void RecordFile::check() const {
    if (error_) std::rethrow_exception(error_);
}

Simulation::Simulation(const RunOptions& options, Isa isa)
    : options_(options), isa_(isa), limit_(options.force, kBytesPerPair) {}

void Simulation::check_limit(Status status, scenes::SceneFile& scene, std::uint32_t frame) const {
    BoxBatch boxes;
    SceneRun::check(boxes.assign(scene.frame(frame), OnInvalid::skip), "counting the pairs");
    std::vector<float> radii = scene.radii();
    std::ranges::replace_if(
        radii, [](float radius) { return !is_legal_radius(radius); }, 0.0F);
    SceneRun::check(boxes.set_radii(radii), "counting the pairs");
    limit_.check(status, scene.name(), boxes, options_.contacts.speculative_distance);
}

void Simulation::add_frame(const World& world, const WorldUpdate& update, double moves_ms, double wall_ms) {
    std::uint64_t points = 0;
    std::vector<WorldContact> contacts(update.contact_count);
    SceneRun::check(world.copy_contacts(contacts), "listing the contacts");
    for (const WorldContact& contact : contacts) points += world.manifold(contact.slot).point_count;
    const auto solid = std::count_if(contacts.begin(), contacts.end(), [](const auto& c) { return !c.is_sensor(); });
    const WorldUpdate::Times& times = update.times;
    FrameFigures frame{update.begun.size(),
                       update.contact_count - update.begun.size(),
                       update.ended.size(),
                       static_cast<std::uint64_t>(solid),
                       points,
                       update.pair_count,
                       update.tested_count,
                       update.changed_box_count,
                       {moves_ms},
                       0};
    const std::uint64_t nanoseconds[] = {times.bounds,      times.broadphase, times.filters,
                                         times.narrowphase, times.manifolds,  times.events};
    static_assert(std::size(nanoseconds) + 1 == kSimulationStages.size());
    for (std::size_t stage = 0; stage < std::size(nanoseconds); ++stage) {
        frame.stages_ms[stage + 1] = static_cast<double>(nanoseconds[stage]) * 1e-6;
        frame.update_ms += frame.stages_ms[stage + 1];
    }
    if (frame.update_ms == 0) frame.update_ms = wall_ms;  // updates of few boxes do not time their stages
    report_.frames.push_back(frame);
    report_.thread_count = std::max(report_.thread_count, update.thread_count);
    report_.isa = update.isa;
}

void Simulation::finish(const World& world) {
    report_.hash = world.state_hash();
    report_.peak_bytes = allocator_.peak_bytes();
}

void Simulation::run_scene(scenes::SceneFile& scene, RecordFile* record, const scenes::ProgressCallback& check_progress,
                           const scenes::ProgressCallback& progress) {
    ThreadLimit threads(options_.threads);
    const Execution execution{isa_, threads.executor(), limit_.most()};
    const std::vector<bool> invalid = find_invalid(scene, options_.on_invalid, execution, check_progress);
    report_.box_count = scene.box_count();
    report_.invalid_count = static_cast<std::size_t>(std::count(invalid.begin(), invalid.end(), true));
    WorldOptions world_options;
    world_options.contacts = options_.contacts;
    World world(world_options, allocator_.get());
    const auto check = [&](Status status, const char* work) {
        if (record != nullptr) record->check();
        SceneRun::check(status, work);
    };
    if (record != nullptr) check(world.record(record->options()), "recording");
    const scenes::MapOrigin& origin = scene.origin();
    if (!scenes::is_zero(origin)) check(world.set_origin({origin[0], origin[1], origin[2]}), "setting the origin");
    Movers movers;
    WorldUpdate update;
    for (std::uint32_t frame = 0; frame < scene.frame_count(); ++frame) {
        const std::vector<BoxRow> rows = read_rows(scene, frame);
        const Clock::time_point start = Clock::now();
        check(frame == 0 ? movers.create(world, rows, invalid) : movers.move(world, rows), "moving the boxes");
        const double moves_ms = ms_since(start);
        const Clock::time_point moved = Clock::now();
        const Status status = world.update(update, execution);
        const double wall_ms = ms_since(moved);
        if (status == Status::limit_exceeded) check_limit(status, scene, frame);
        check(status, "finding who touches");
        add_frame(world, update, moves_ms, wall_ms);
        if (progress) progress(frame + 1, scene.frame_count());
    }
    if (record != nullptr) check(world.stop_recording(), "recording");
    finish(world);
}

void Simulation::run_recording(std::span<const std::byte> recording, const std::string& name,
                               const scenes::ProgressCallback& progress) {
    ThreadLimit threads(options_.threads);
    const Execution execution{isa_, threads.executor(), limit_.most()};
    WorldReplay replay(recording, allocator_.get());
    WorldUpdate update;
    for (;;) {
        ReplayStep step;
        const Clock::time_point start = Clock::now();
        const Status status = replay.step(step, update, execution);
        const double step_ms = ms_since(start);
        if (status == Status::invalid_recording)
            throw CliError(ExitCode::invalid_scene,
                           fmt::format("{}: {}: byte {}, after {}", name, describe(replay.fault()), replay.offset(),
                                       counted(report_.frames.size(), "update")));
        limit_.check(status, name);
        SceneRun::check(status, "replaying");
        if (step.outcome == ReplayOutcome::state_differs)
            throw CliError(
                ExitCode::failed,
                fmt::format("{}: update {} does not replay the same: the state's hash is {:016x}, {:016x} was "
                            "recorded",
                            name, step.number, step.hash, step.recorded_hash));
        if (step.outcome == ReplayOutcome::answer_differs)
            throw CliError(ExitCode::failed, fmt::format("{}: update {} does not replay the same: a call before it, or "
                                                         "it itself, gave another answer",
                                                         name, step.number));
        if (step.outcome == ReplayOutcome::end) break;
        add_frame(replay.world(), update, 0, step_ms);
        FrameFigures& frame = report_.frames.back();
        frame.stages_ms[0] = std::max(0.0, step_ms - frame.update_ms);
        if (progress) progress(replay.offset(), recording.size());
    }
    report_.box_count = replay.world().size();
    finish(replay.world());
}

}  // namespace satori::cli
