#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <satori/box_batch.hpp>
#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>
#include <satori/workspace.hpp>

#include "cli/pair_limit.hpp"
#include "cli/peak_allocator.hpp"
#include "cli/run_options.hpp"
#include "scenes/scene_file.hpp"

namespace satori::cli {

/// Wall-clock milliseconds.
struct StageMs {
    double ingest = 0;  ///< raw rows to a validated batch; not in the total
    double aabb = 0;    ///< this and the next three: the total, divided by CPU time
    double broadphase = 0;
    double narrowphase = 0;
    double manifold = 0;
    double sort = 0;  ///< not in the total
};

/// One kind of what a run found.
struct FoundCount {
    const char* name;
    std::optional<std::uint64_t> count;  ///< empty: was not asked for
};

/// What working on a frame of a scene gave, and how long it took.
struct Measurement {
    std::uint32_t box_count = 0;
    std::size_t invalid_count = 0;
    std::uint64_t candidate_count = 0;
    std::vector<FoundCount> found;
    Isa isa = Isa::best;
    std::uint32_t thread_count = 0;
    std::uint64_t hash = 0;  ///< XXH64, seed 0, of the sorted results
    StageMs stages;
    double total_ms = 0;  ///< median over the repeats
    std::uint64_t peak_bytes = 0;
};

/// What a call of the library tells of itself, whatever it finds.
struct CallFigures {
    std::uint64_t candidate_count;
    std::uint32_t thread_count;
    Isa isa;
    StageTimes times;

    template <typename Result>
    explicit CallFigures(const Result& result)
        : candidate_count(result.candidate_count),
          thread_count(result.thread_count),
          isa(result.isa),
          times(result.times) {}
};

/// CliError (invalid_scene) that names the first of the invalid boxes. `rows`: the first number of the frame's first row; they lie
/// packed.
[[noreturn]] void refuse_boxes(const scenes::SceneFile& scene, std::uint32_t frame, const float* rows,
                               std::span<const InvalidBox> invalid);

/// Works on a frame as often as asked for, and measures that. Owns all memory of it.
class SceneRun {
public:
    explicit SceneRun(const RunOptions& options);

    const Measurement& measurement() const noexcept { return measurement_; }

    /// CliError (failed) unless `status` is ok.
    static void check(Status status, const char* work);

protected:
    using Call = std::function<CallFigures(const Execution&)>;

    /// Takes the boxes in and calls `call`, as often as asked for. CliError: invalid_scene with the first faulty rows, or
    /// failed.
    void repeat(const scenes::SceneFile& scene, const scenes::FrameView& boxes, Isa isa, const Call& call,
                const scenes::ProgressCallback& progress);
    /// Comes after repeat().
    void measure_sort(const std::function<void()>& sort);

    RunOptions options_;
    PairLimit limit_;
    PeakAllocator allocator_;
    BoxBatch batch_{allocator_.get()};   ///< of a 3D scene
    RectBatch rects_{allocator_.get()};  ///< of a 2D scene
    Workspace workspace_{allocator_.get()};
    Measurement measurement_;

private:
    void ingest(const scenes::SceneFile& scene, const scenes::FrameView& boxes, const Execution& execution);
};

}  // namespace satori::cli
