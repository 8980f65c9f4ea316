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

/// A candidate whose boxes are apart, and the axis that separates them: 0 to 14 for boxes, 0 to 3 for rectangles.
struct RejectedPair {
    BoxPair pair;
    std::uint32_t axis = 0;  ///< kNoAxis in a scene with radii
    float separation = 0;    ///< along the axis; in a scene with radii the distance
};

/// The settings of a run.
struct RunChoices {
    Boundary boundary = Boundary::closed;
    Isa isa = Isa::best;
    unsigned threads = 0;  ///< 0: all
};

/// Returns the solids of a frame of a scene. `radii` may be empty. Rectangles become boxes without height.
Solids solids_of(const scenes::FrameView& frame, std::vector<float> radii);

/// Runs the library on a frame of a scene or recording, and keeps the results.
/// The boxes of a World are stored at their indices. Positions are in meters from origin().
class Analysis {
public:
    /// Runs on a frame of a scene, whose radii must be legal. Illegal boxes are left out and listed. `before` holds the
    /// pairs of the frame before, sorted. CliError (failed) when a call of the library fails.
    void run(scenes::SceneFile& scene, std::uint32_t frame, const RunChoices& choices, std::span<const BoxPair> before);
    /// Runs on a frame of a recording, with the recording's own boundary. A frame that is still in the cache is not
    /// replayed. Returns the number of the frame. This is the last frame when the replay met a fault on the way.
    std::uint32_t run(Recording& recording, std::uint32_t frame, const RunChoices& choices);
    /// Empties the cache of recorded frames.
    void forget() { cache_.clear(); }

    /// The origin, in the frame of the scene or World, near its boxes. It is the same for all frames.
    Double3 origin() const { return origin_.value_or(Double3{}); }
    /// The boxes; of solids the cores.
    std::span<const OrientedBox> boxes() const { return seen_->solids.cores; }
    const Solids& solids() const { return seen_->solids; }
    bool has_radii() const { return !seen_->solids.radii.empty(); }
    std::span<const InvalidBox> invalid() const { return seen_->invalid; }
    /// False at an index of a World without a box.
    bool has_box(std::uint32_t index) const {
        return index < seen_->states.size() && seen_->states[index] != SeenFrame::State::none;
    }
    bool is_legal(std::uint32_t index) const { return has_box(index) && !is_invalid(index); }
    /// True when the box, legal or not, has a position that can be shown.
    bool has_place(std::uint32_t index) const;
    bool is_invalid(std::uint32_t index) const { return seen_->states[index] == SeenFrame::State::invalid; }
    bool is_overlapping(std::uint32_t index) const { return seen_->states[index] == SeenFrame::State::overlapping; }
    /// Recordings only.
    const WorldBox& world_box(std::uint32_t index) const { return seen_->world_boxes[index]; }
    /// The touching pairs, sorted. begun() has those that did not touch in the frame before. ended() has the pairs that
    /// touched then and do not touch now.
    std::span<const BoxPair> pairs() const { return seen_->pairs; }
    std::span<const BoxPair> begun() const { return seen_->begun; }
    std::span<const BoxPair> ended() const { return seen_->ended; }
    std::span<const SeenContact> contacts() const { return seen_->contacts; }
    const RunFigures& figures() const { return seen_->figures; }

    /// Returns the rejected pairs among all candidates, or among those of one box. Each call runs find_pairs(), because
    /// a World does not tell its own candidates.
    std::vector<RejectedPair> rejected(std::optional<std::uint32_t> of = {});
    /// Returns the bounds of all boxes, rounded outward. The bounds of an invalid box are inverted.
    std::vector<Aabb> bounds() const;
    /// Returns the columns that the World keeps, else those of find_columns(), which runs in this call.
    std::vector<SeenColumn> columns();
    bool world_keeps_columns() const { return !seen_->columns.empty(); }
    /// Returns the nearest solid that a ray hits, among those for which is_seen() is true. The ray's direction has
    /// length 1, its origin is relative to `origin`.
    std::optional<std::uint32_t> pick(const Ray& ray, const Double3& origin,
                                      const std::function<bool(std::uint32_t)>& is_seen) const;

private:
    template <typename Result, typename Batch>
    void collide_all(const Batch& batch, double ingest_ms, std::span<const BoxPair> before, SeenFrame& seen);
    std::shared_ptr<const SeenFrame> see(const Recording& recording);
    template <typename Batch, typename Found>
    void separate(const Batch& batch, std::span<const BoxPair> apart, Found&& found);
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
