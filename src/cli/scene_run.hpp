#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
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

/// Wall-clock milliseconds, medians of the repeats.
struct StageMs {
    double ingest = 0;  ///< from raw rows to a validated batch; not in the total
    double aabb = 0;    ///< `aabb` and the next three divide the total by CPU time
    double broadphase = 0;
    double narrowphase = 0;
    double manifold = 0;
    double sort = 0;  ///< not in the total
};

/// The count of one kind of results.
struct FoundCount {
    const char* name;
    std::optional<std::uint64_t> count;  ///< empty: was not computed
};

/// The results and times of a run on a frame of a scene.
struct Measurement {
    std::uint32_t box_count = 0;
    std::size_t invalid_count = 0;
    std::uint64_t candidate_count = 0;
    std::vector<FoundCount> found;
    Isa isa = Isa::best;
    std::uint32_t thread_count = 0;
    std::uint64_t hash = 0;  ///< XXH64, seed 0, of the sorted results
    StageMs stages;
    double total_ms = 0;  ///< median of the repeats
    std::uint64_t peak_bytes = 0;
};

/// The figures that a call of the library returns, for every kind of results.
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

/// Says where a box of a scene is not legal, and why. `box.index` is its row; `number` is what the faulty column has
/// in float32.
std::string invalid_box_text(const scenes::SceneFile& scene, std::uint32_t frame, const InvalidBox& box, float number);

/// Throws CliError (invalid_scene) with the first of the invalid boxes. `rows` points to the first number of the
/// frame's first row; the rows are packed.
[[noreturn]] void refuse_boxes(const scenes::SceneFile& scene, std::uint32_t frame, const float* rows,
                               std::span<const InvalidBox> invalid);

/// Throws CliError (invalid_scene) for the first of the frame's radii that is not legal, if there is one.
void check_radii(const scenes::SceneFile& scene, std::uint32_t frame, std::span<const float> radii);

/// Works on a frame as often as the options say, and measures it. Owns all memory for it.
class SceneRun {
public:
    explicit SceneRun(const RunOptions& options);

    const Measurement& measurement() const noexcept { return measurement_; }

    /// CliError (failed) unless `status` is ok.
    static void check(Status status, const char* work);

protected:
    using Call = std::function<CallFigures(const Execution&)>;

    /// Ingests the boxes, calls `call` and then `sort`, which sorts the results, as often as the options say. Measures
    /// each of them every time. CliError: invalid_scene with the first illegal rows, or failed.
    void repeat(const scenes::SceneFile& scene, const scenes::FrameView& boxes, Isa isa, const Call& call,
                const std::function<void()>& sort, const scenes::ProgressCallback& progress);

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
