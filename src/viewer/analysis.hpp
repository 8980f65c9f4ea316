#pragma once

#include <array>
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
#include "viewer/recording.hpp"

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

/// Pairs of a World's update, and its boxes.
struct UpdateFigures {
    std::uint64_t begun = 0, persisted = 0, ended = 0, tested = 0, changed = 0;
};

/// What one run of the library tells of itself.
struct RunFigures {
    std::uint64_t candidate_count = 0;
    std::uint64_t pair_count = 0;
    std::uint64_t point_count = 0;
    std::uint32_t thread_count = 0;
    Isa isa = Isa::best;
    double call_ms = 0;  ///< wall time of collide(), or of World::update()
    std::span<const char* const> stage_names;
    std::array<double, 7> stages_ms{};  ///< as many as names; of a scene's collide() CPU time, all others wall time
    std::uint64_t hash = 0;  ///< XXH64 of the sorted pairs, as of `satori pairs --json`; or World::state_hash()
    UpdateFigures update;    ///< of a recording
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
    /// Illegal boxes are left out and listed. CliError (failed) where the library cannot.
    void run(const scenes::FrameView& frame, const RunChoices& choices);
    /// The boundary is the recording's own.
    void run(Recording& recording, std::uint32_t frame, const RunChoices& choices);

    /// In the scene, or World, near its boxes: the same for all frames.
    Double3 origin() const { return origin_.value_or(Double3{}); }
    std::span<const OrientedBox> boxes() const { return boxes_; }
    std::span<const InvalidBox> invalid() const { return invalid_; }
    /// At an index of a World there may be none.
    bool has_box(std::uint32_t index) const { return index < flags_.size() && flags_[index] != Flag::none; }
    bool is_legal(std::uint32_t index) const { return has_box(index) && !is_invalid(index); }
    /// Whether it is somewhere, legal or not.
    bool has_place(std::uint32_t index) const;
    bool is_invalid(std::uint32_t index) const { return flags_[index] == Flag::invalid; }
    bool is_overlapping(std::uint32_t index) const { return flags_[index] == Flag::overlapping; }
    /// Sorted.
    std::span<const BoxPair> pairs() const { return pairs_; }
    std::span<const SeenContact> contacts() const { return contacts_; }
    const RunFigures& figures() const { return figures_; }

    /// Of all candidates, or those of one box. Found when they are asked for, by find_pairs(): a World's own are not told.
    std::vector<RejectedPair> rejected(std::optional<std::uint32_t> of = {});
    /// Of all boxes, rounded outward; of an invalid one inverted.
    std::vector<Aabb> bounds() const;
    /// The nearest box that a ray hits. Its origin is relative to `origin`.
    std::optional<std::uint32_t> pick(const Ray& ray, const Double3& origin) const;

private:
    enum class Flag : std::uint8_t { apart, overlapping, invalid, none };

    template <typename Result, typename Batch>
    void collide_all(const Batch& batch, double ingest_ms);
    template <typename Manifold>
    void take(const BoxPair& pair, const Manifold& manifold);
    void take_boxes(const World& world);
    Execution execution();

    bool flat_ = false, recorded_ = false;
    std::optional<Double3> origin_;
    RunChoices choices_;
    std::optional<unsigned> limit_of_;
    std::optional<cli::ThreadLimit> limit_;
    BoxBatch batch_;
    RectBatch rects_;
    Workspace workspace_;
    std::vector<OrientedBox> boxes_;
    std::vector<InvalidBox> invalid_;
    std::vector<Flag> flags_;
    std::vector<BoxPair> pairs_;
    std::vector<SeenContact> contacts_;
    RunFigures figures_;
};

}  // namespace satori::viewer
