#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/pairs.hpp>
#include <satori/workspace.hpp>

#include "cli/options.hpp"
#include "cli/peak_allocator.hpp"
#include "cli/scenes/scene_file.hpp"

namespace satori::cli {

/// Wall-clock milliseconds.
struct StageMs {
    double ingest = 0;  ///< raw rows to a validated BoxBatch; not in the total
    double aabb = 0;    ///< this and the next three: the total, divided by CPU time
    double broadphase = 0;
    double narrowphase = 0;
    double manifold = 0;  ///< always 0 for pairs
    double sort = 0;      ///< not in the total
};

/// What finding the pairs of a scene gave, and how long it took.
struct PairMeasurement {
    std::uint32_t box_count = 0;
    std::size_t invalid_count = 0;
    std::uint64_t candidate_count = 0;
    std::uint64_t overlap_count = 0;  ///< 0 if only candidates were asked for
    Isa isa = Isa::best;
    std::uint32_t thread_count = 0;
    std::uint64_t hash = 0;  ///< XXH64, seed 0, of the sorted pairs
    StageMs stages;
    double total_ms = 0;  ///< median over the repeats
    std::uint64_t peak_bytes = 0;
};

/// Finds the pairs of a frame as often as asked for, sorts and hashes them. Owns all memory of that.
class PairRun {
public:
    explicit PairRun(const RunOptions& options) : options_(options) {}

    /// CliError: invalid_scene with the first faulty rows, or failed.
    void run(const scenes::SceneFile& scene, const BoxView& boxes, Isa isa, const scenes::ProgressCallback& progress);

    const PairMeasurement& measurement() const noexcept { return measurement_; }
    /// Sorted. Valid as long as this object.
    std::span<const BoxPair> pairs() const noexcept { return pairs_; }

private:
    void ingest(const scenes::SceneFile& scene, const BoxView& boxes, const Execution& execution);

    RunOptions options_;
    PeakAllocator allocator_;
    BoxBatch batch_{allocator_.get()};
    Workspace workspace_{allocator_.get()};
    std::span<const BoxPair> pairs_;
    PairMeasurement measurement_;
};

}  // namespace satori::cli
