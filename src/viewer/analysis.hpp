#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <satori/box_batch.hpp>
#include <satori/pairs.hpp>
#include <satori/rect_batch.hpp>
#include <satori/shapes.hpp>
#include <satori/workspace.hpp>

#include "cli/thread_limit.hpp"
#include "scenes/scene_file.hpp"
#include "viewer/frame_cache.hpp"
#include "viewer/recording.hpp"
#include "viewer/seen_frame.hpp"

namespace satori::viewer {

/// A candidate whose boxes are apart, and along which axis: 0-14 of boxes, 0-3 of rectangles.
struct RejectedPair {
    BoxPair pair;
    std::uint32_t axis = 0;
    float separation = 0;
};

/// How a run is made.
struct RunChoices {
    Boundary boundary = Boundary::closed;
    Isa isa = Isa::best;
    unsigned threads = 0;  ///< 0: all
};

/// Asks the library about a frame of a scene, or of a recording, and keeps what it says. Rectangles become boxes without height.
/// Boxes of a World stand at their indices; places are metres from origin().
class Analysis {
public:
    /// Illegal boxes are left out and listed. `before`: the pairs of the frame before, sorted. CliError (failed) where the library
    /// cannot.
    void run(const scenes::FrameView& frame, const RunChoices& choices, std::span<const BoxPair> before);
    /// The boundary is the recording's own. A frame that was seen not long ago is shown as it was then. Returns which frame it is:
    /// the last one, where a fault was found on the way.
    std::uint32_t run(Recording& recording, std::uint32_t frame, const RunChoices& choices);
    /// Shows no recorded frame as it was.
    void forget() { cache_.clear(); }

    /// In the scene, or World, near its boxes: the same for all frames.
    Double3 origin() const { return origin_.value_or(Double3{}); }
    std::span<const OrientedBox> boxes() const { return seen_->boxes; }
    std::span<const InvalidBox> invalid() const { return seen_->invalid; }
    /// At an index of a World there may be none.
    bool has_box(std::uint32_t index) const {
        return index < seen_->states.size() && seen_->states[index] != SeenFrame::State::none;
    }
    bool is_legal(std::uint32_t index) const { return has_box(index) && !is_invalid(index); }
    /// Whether it is somewhere, legal or not.
    bool has_place(std::uint32_t index) const;
    bool is_invalid(std::uint32_t index) const { return seen_->states[index] == SeenFrame::State::invalid; }
    bool is_overlapping(std::uint32_t index) const { return seen_->states[index] == SeenFrame::State::overlapping; }
    /// Of a recording.
    const WorldBox& world_box(std::uint32_t index) const { return seen_->world_boxes[index]; }
    /// Sorted; of these those that did not touch in the frame before, and those that did and do not.
    std::span<const BoxPair> pairs() const { return seen_->pairs; }
    std::span<const BoxPair> begun() const { return seen_->begun; }
    std::span<const BoxPair> ended() const { return seen_->ended; }
    std::span<const SeenContact> contacts() const { return seen_->contacts; }
    const RunFigures& figures() const { return seen_->figures; }

    /// Of all candidates, or those of one box. Found when they are asked for, by find_pairs(): a World's own are not told.
    std::vector<RejectedPair> rejected(std::optional<std::uint32_t> of = {});
    /// Of all boxes, rounded outward; of an invalid one inverted.
    std::vector<Aabb> bounds() const;
    /// Columns of the broadphase: those that the World keeps, else those of find_columns(), found when they are asked for.
    std::vector<SeenColumn> columns();
    bool world_keeps_columns() const { return !seen_->columns.empty(); }
    /// The nearest box that a ray hits of those that can be seen. Its origin is relative to `origin`.
    std::optional<std::uint32_t> pick(const Ray& ray, const Double3& origin,
                                      const std::function<bool(std::uint32_t)>& is_seen) const;

private:
    template <typename Result, typename Batch>
    void collide_all(const Batch& batch, double ingest_ms, std::span<const BoxPair> before, SeenFrame& seen);
    std::shared_ptr<const SeenFrame> see(const Recording& recording);
    void take_boxes(const World& world, SeenFrame& seen);
    Execution execution();

    bool flat_ = false, recorded_ = false;
    std::optional<Double3> origin_;
    RunChoices choices_;
    std::optional<unsigned> limit_of_;
    std::optional<cli::ThreadLimit> limit_;
    BoxBatch batch_;
    RectBatch rects_;
    Workspace workspace_;
    std::shared_ptr<const SeenFrame> seen_ = std::make_shared<SeenFrame>();
    FrameCache cache_;
};

}  // namespace satori::viewer
