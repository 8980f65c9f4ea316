#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <satori/box_batch.hpp>
#include <satori/isa.hpp>
#include <satori/pairs.hpp>
#include <satori/rect_batch.hpp>
#include <satori/shapes.hpp>
#include <satori/workspace.hpp>

#include "cli/scenes/scene_file.hpp"
#include "cli/thread_limit.hpp"
#include "viewer/picture.hpp"

namespace satori::viewer {

/// One point where two boxes touch.
struct SeenContact {
    BoxPair pair;
    Double3 point, normal;
    float separation = 0;
};

/// A candidate whose boxes are apart, and along which axis: 0-14 of boxes, 0-3 of rectangles.
struct RejectedPair {
    BoxPair pair;
    std::uint32_t axis = 0;
    float separation = 0;
};

/// What one run of the library tells of itself.
struct RunFigures {
    std::uint64_t candidate_count = 0;
    std::uint64_t pair_count = 0;
    std::uint64_t point_count = 0;
    std::uint32_t thread_count = 0;
    Isa isa = Isa::best;
    StageTimes times;        ///< CPU time
    double ingest_ms = 0;    ///< wall time: rows to a validated batch
    double call_ms = 0;      ///< wall time of collide()
    std::uint64_t hash = 0;  ///< XXH64 of the sorted pairs: that of `satori pairs --json`
};

/// How a run is made.
struct RunChoices {
    Boundary boundary = Boundary::closed;
    Isa isa = Isa::best;
    unsigned threads = 0;  ///< 0: all
};

/// Asks the library about a frame of a scene, and keeps what it says. Rectangles become boxes without height.
class Analysis {
public:
    /// Illegal boxes are left out and listed. CliError (failed) where the library cannot.
    void run(const scenes::FrameView& frame, const RunChoices& choices);

    std::span<const OrientedBox> boxes() const { return boxes_; }
    std::span<const InvalidBox> invalid() const;
    bool is_invalid(std::uint32_t index) const { return flags_[index] == Flag::invalid; }
    bool is_overlapping(std::uint32_t index) const { return flags_[index] == Flag::overlapping; }
    /// Sorted.
    std::span<const BoxPair> pairs() const { return pairs_; }
    std::span<const SeenContact> contacts() const { return contacts_; }
    const RunFigures& figures() const { return figures_; }

    /// Of all candidates, or those of one box. Found when they are asked for.
    std::vector<RejectedPair> rejected(std::optional<std::uint32_t> of = {});
    /// Of all boxes, rounded outward; of an invalid one inverted.
    std::vector<Aabb> bounds() const;
    /// The nearest box that a ray hits. Its origin is relative to `origin`.
    std::optional<std::uint32_t> pick(const Ray& ray, const Double3& origin) const;

private:
    enum class Flag : std::uint8_t { apart, overlapping, invalid };

    template <typename Result, typename Batch>
    void collide_all(const Batch& batch);
    Execution execution();

    bool flat_ = false;
    RunChoices choices_;
    std::optional<unsigned> limit_of_;
    std::optional<cli::ThreadLimit> limit_;
    BoxBatch batch_;
    RectBatch rects_;
    Workspace workspace_;
    std::vector<OrientedBox> boxes_;
    std::vector<Flag> flags_;
    std::vector<BoxPair> pairs_;
    std::vector<SeenContact> contacts_;
    RunFigures figures_;
};

}  // namespace satori::viewer
