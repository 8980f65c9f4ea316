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

/// What an update of a simulation goes through, and before it what comes between two: of a trajectory the moves, of a recording all
/// calls, reading them, and the hash.
inline constexpr std::array kSimulationStages = {"moves",       "bounds",    "broadphase", "filters",
                                                 "narrowphase", "manifolds", "events"};

/// What an update has found, and how long it took.
struct FrameFigures {
    std::uint64_t begun, persisted, ended;  // pairs that touch, or did
    std::uint64_t contacts, points;         // of all that touch
    std::uint64_t pairs, tested, changed;
    std::array<double, kSimulationStages.size()> stages_ms;
    double update_ms;  // the stages but for the first
};

/// What a whole simulation has come to.
struct SimulationReport {
    std::uint32_t box_count = 0;  ///< of a recording: at its end
    std::size_t invalid_count = 0;
    std::vector<FrameFigures> frames;
    Isa isa = Isa::best;
    std::uint32_t thread_count = 0;
    std::uint64_t hash = 0;  ///< of the last state
    std::uint64_t peak_bytes = 0;
};

/// A file that a World is recorded to: whole or not at all.
class RecordFile {
public:
    explicit RecordFile(const std::string& path) : file_(path) {}

    RecordOptions options() noexcept;
    /// Throws what has kept the file from being written, if anything has.
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

    /// Each frame: rows that are not as in the frame before move their boxes; the first one creates them. A box with a row that is
    /// not legal in any frame is left out, or the scene refused. `record`: null, or what the World is recorded to.
    /// CliError: invalid_scene with the first faulty rows, failed.
    void run_scene(scenes::SceneFile& scene, RecordFile* record, const scenes::ProgressCallback& check_progress,
                   const scenes::ProgressCallback& progress);
    /// CliError: invalid_scene for what is no whole recording; failed for one that does not replay the same, with the update.
    void run_recording(std::span<const std::byte> recording, const std::string& name,
                       const scenes::ProgressCallback& progress);

    const SimulationReport& report() const noexcept { return report_; }

private:
    /// CliError (usage) where an update would have had too many pairs with these rows.
    void check_limit(Status status, const std::string& scene, const BoxView& rows) const;
    void add_frame(const World& world, const WorldUpdate& update, double moves_ms);
    void finish(const World& world);

    RunOptions options_;
    Isa isa_;
    PairLimit limit_;
    PeakAllocator allocator_;
    SimulationReport report_;
};

}  // namespace satori::cli
