#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <satori/world_recording.hpp>

#include "cli/pair_limit.hpp"
#include "cli/peak_allocator.hpp"
#include "cli/run_options.hpp"
#include "scenes/output_file.hpp"
#include "scenes/scene_file.hpp"

namespace satori::cli {

/// The stages of a simulation's update. The first stage is the work between two updates: for a trajectory the moves,
/// for a recording all calls, their reading, and the hash.
inline constexpr std::array kSimulationStages = {"moves",       "bounds",    "broadphase", "filters",
                                                 "narrowphase", "manifolds", "events"};

/// The results and times of an update.
struct FrameFigures {
    std::uint64_t begun, persisted, ended;  // pairs that touch or have ended
    std::uint64_t contacts, points;         // of all pairs that touch
    std::uint64_t pairs, tested, changed;
    std::array<double, kSimulationStages.size()> stages_ms;
    double update_ms;  // the sum of the stages without the first
};

/// The results and times of a whole simulation.
struct SimulationReport {
    std::uint32_t box_count = 0;  ///< of a recording: at its end
    std::size_t invalid_count = 0;
    std::vector<FrameFigures> frames;
    Isa isa = Isa::best;
    std::uint32_t thread_count = 0;
    std::uint64_t hash = 0;  ///< of the last state
    std::uint64_t peak_bytes = 0;
};

/// A file for the recording of a World: either the whole file is written or nothing.
class RecordFile {
public:
    explicit RecordFile(const std::string& path) : file_(path) {}

    RecordOptions options() noexcept;
    /// Throws the error that prevented a write, if there was one.
    void check() const;
    void commit() { file_.commit(); }
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    scenes::OutputFile file_;
    std::exception_ptr error_;
};

/// Plays a trajectory or a recording in a World.
class Simulation {
public:
    Simulation(const RunOptions& options, Isa isa);

    /// Plays a trajectory. The first frame creates the boxes. In later frames, rows that differ from the frame before
    /// move their boxes. A box with an illegal row in any frame is left out, or the scene is refused. `record` is the
    /// file that the World is recorded to; it may be null.
    /// CliError: invalid_scene with the first illegal rows, failed.
    void run_scene(scenes::SceneFile& scene, RecordFile* record, const scenes::ProgressCallback& check_progress,
                   const scenes::ProgressCallback& progress);
    /// Replays a recording. CliError: invalid_scene when the recording is not complete; failed, with the update, when
    /// it does not replay the same.
    void run_recording(std::span<const std::byte> recording, const std::string& name,
                       const scenes::ProgressCallback& progress);

    const SimulationReport& report() const noexcept { return report_; }

private:
    /// CliError (usage) when an update would have too many pairs with these rows.
    void check_limit(Status status, scenes::SceneFile& scene, std::uint32_t frame) const;
    void add_frame(const World& world, const WorldUpdate& update, double moves_ms, double wall_ms);
    void finish(const World& world);

    RunOptions options_;
    Isa isa_;
    PairLimit limit_;
    PeakAllocator allocator_;
    SimulationReport report_;
};

}  // namespace satori::cli
