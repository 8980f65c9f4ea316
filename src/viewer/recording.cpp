#include "viewer/recording.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "cli/cli_error.hpp"
#include "cli/timing.hpp"
#include "world/record/record_format.hpp"

namespace satori::viewer {

namespace {

// Returns why a replay has not made another update with the recorded result.
const char* reason_of(const WorldReplay& replay, ReplayOutcome outcome) {
    if (replay.fault() != RecordingFault::none) return describe(replay.fault());
    if (outcome == ReplayOutcome::state_differs) return "the replay comes to another state than was recorded";
    if (outcome == ReplayOutcome::answer_differs) return "the replay gets another answer than was recorded";
    return "the recording has no more updates";
}

}  // namespace

Recording::Recording(scenes::InputFile file, std::string name) : file_(std::move(file)), name_(std::move(name)) {
    forget();
    if (frame_count_ == 0) go_to(0, {}, [] {});  // throws the reason
}

// Goes from record to record by their sizes only. The replay checks their contents.
void Recording::count_frames() {
    std::span<const std::byte> rest = file_.bytes();
    rest = rest.subspan(std::min(rest.size(), world::kFileHeadSize));
    auto last = world::RecordKind::start;
    frame_count_ = 0;
    world::RecordFrame record;
    while (frame_count_ < std::numeric_limits<std::int32_t>::max() && world::find_record(rest, record)) {
        last = record.kind;
        frame_count_ += last == world::RecordKind::update;
        rest = rest.subspan(record.size());
    }
    trouble_ = last == world::RecordKind::end ? "" : describe(RecordingFault::cut_off);
}

void Recording::forget() {
    begin();
    count_frames();
}

void Recording::begin() {
    update_ = {};
    replay_ = std::make_unique<WorldReplay>(file_.bytes());
    done_ = 0;
}

void Recording::end_here(const std::string& trouble) {
    frame_count_ = done_;
    trouble_ = fmt::format("{}, after {} updates", trouble, done_);
    begin();
    if (frame_count_ == 0) throw cli::CliError(cli::ExitCode::invalid_scene, name_ + ": " + trouble_);
}

void Recording::go_to(std::uint32_t frame, const Execution& execution, const std::function<void()>& passed) {
    if (frame + 1 < done_) begin();
    while (done_ <= std::min(frame, frame_count_ - 1)) {
        const cli::Clock::time_point start = cli::Clock::now();
        ReplayStep step;
        const Status status = replay_->step(step, update_, execution);
        step_ms_ = cli::ms_since(start);
        if (status == Status::ok && step.outcome == ReplayOutcome::same) {
            ++done_;
            passed();
        } else if (status == Status::ok || status == Status::invalid_recording) {
            end_here(reason_of(*replay_, step.outcome));
        } else {
            begin();
            throw cli::CliError(cli::ExitCode::failed, fmt::format("{}: replaying: {}", name_, describe(status)));
        }
    }
}

}  // namespace satori::viewer
