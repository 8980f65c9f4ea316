#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "scenes/scene_file.hpp"
#include "viewer/analysis.hpp"
#include "viewer/ground_grid.hpp"
#include "viewer/subject.hpp"
#include "viewer/usual_part.hpp"

namespace satori::viewer {

/// The motion of a box between frames.
enum class Motion : std::uint8_t {
    moving,    ///< or not known: a scene with one frame
    sleeping,  ///< has hardly moved since the frame before
    standing,  ///< the same in all frames: static
};

/// Things that are drawn in addition to the boxes.
struct Overlays {
    bool contacts = true;
    bool bounds = false;    ///< AABBs
    bool rejected = false;  ///< candidates that are apart
    bool columns = false;   ///< of the broadphase
    bool grid = true;       ///< on the ground
};

/// The most AABBs and candidates that are drawn: more could not be distinguished.
inline constexpr std::size_t kMostOverlays = 20000;
/// With more contact points, only those of the picked box are drawn. In such a heap of boxes, they would cost more than
/// everything else.
inline constexpr std::size_t kMostContacts = 100000;

/// The distribution of boxes over columns.
struct ColumnFigures {
    std::size_t count = 0;
    std::uint64_t entries = 0;  ///< boxes of all columns; a box in two columns counts twice
    std::uint32_t most = 0;     ///< boxes of the fullest column

    explicit ColumnFigures(std::span<const SeenColumn> columns) : count(columns.size()) {
        for (const SeenColumn& column : columns) {
            entries += column.box_count;
            most = std::max(most, column.box_count);
        }
    }
};

using Source = std::variant<scenes::SceneFile, Recording>;

/// Plays a scene or a recording frame by frame, with the library's results for each frame.
class Player final : public Subject {
public:
    /// SceneError (argument) when the frame does not exist; CliError: failed; invalid_scene when a radius is not legal.
    Player(Source source, std::uint32_t frame, const RunChoices& choices);

    void press(char key) override;
    bool grab(const Pixel&) override { return false; }
    void drag(const Pixel&) override {}
    void click(const Pixel& pixel) override;
    std::string tip(const Pixel& pixel) const override;
    bool advance(double seconds) override;
    void paint(Picture& picture) const override;
    void measure(CameraFit& fit) const override;
    std::string trace() const override;
    const char* help() const override;

    /// Null for a scene.
    const Recording* recording() const { return std::get_if<Recording>(&source_); }
    std::uint32_t frame_count() const;
    std::uint32_t frame() const { return frame_; }
    std::size_t box_count() const;
    /// Returns the source of a box of this frame: its row, or its id.
    std::string locate(std::uint32_t index) const;
    /// The origin of the boxes' positions in a scene; 0 for recordings.
    Double3 origin() const;
    /// Shows this frame, or the last one if there are fewer.
    void go_to(std::uint32_t frame);
    bool playing() const { return playing_; }
    void play(bool on) { playing_ = on && frame_count() > 1; }

    const RunChoices& choices() const { return choices_; }
    /// Changes the settings. A recording keeps its boundary, and is replayed from the beginning.
    void choose(const RunChoices& choices);
    /// Runs the library on a scene's frame again and again, for the plot.
    bool measuring = false;
    double frames_per_second = 10;

    const Overlays& overlays() const { return overlays_; }
    void show(const Overlays& overlays);

    /// Candidates that are apart, at most kMostOverlays. Empty unless they are shown.
    std::span<const RejectedPair> rejected() const { return rejected_; }

    /// Empty unless they are shown.
    std::span<const SeenColumn> columns() const { return columns_; }

    const Analysis& analysis() const { return analysis_; }
    Motion motion(std::uint32_t index) const { return motion_[index]; }
    /// Figures of the last runs, the newest at the back.
    const std::deque<RunFigures>& history() const { return history_; }
    /// True when two runs on the same frame with the same boundary gave different hashes. This must never happen.
    bool hash_changed() const { return hash_changed_; }

    /// The picked box, if it exists in this frame.
    std::optional<std::uint32_t> picked() const {
        return picked_ && analysis_.has_box(*picked_) ? picked_ : std::nullopt;
    }
    void pick(std::optional<std::uint32_t> index);
    /// The boxes that touch a box, ascending.
    std::vector<std::uint32_t> touching(std::uint32_t index) const;
    /// The candidates with the picked box whose boxes are apart.
    std::span<const RejectedPair> rejected_of_picked() const { return rejected_of_picked_; }

private:
    void load();
    void run();
    void find_overlays();
    void find_shown_part();
    void find_motion();
    void find_recorded_motion();
    void find_pairs_before(scenes::SceneFile& scene);
    void toggle(bool Overlays::*overlay);
    void look_through(scenes::SceneFile& scene);
    void find_usual_part();
    void add_to_ground(const Solids& solids);
    bool is_far_off(std::uint32_t index) const;
    std::vector<RejectedPair> find_rejected_of_picked();
    std::optional<std::uint32_t> box_at(const Pixel& pixel) const;
    bool is_large(std::uint32_t index) const;
    OrientedBox enclosing(std::uint32_t index) const { return enclosing_box(analysis_.solids()[index]); }
    bool is_scenery(std::uint32_t index) const;
    void paint_picked(Picture& picture) const;
    void paint_columns(Picture& picture) const;
    void paint_contacts(Picture& picture) const;

    Source source_;
    std::uint32_t frame_ = 0;
    RunChoices choices_;
    Analysis analysis_;
    std::vector<Motion> motion_;
    std::vector<bool> standing_;
    std::vector<std::optional<std::uint64_t>> hashes_;  // of each frame
    bool hash_changed_ = false;
    std::deque<RunFigures> history_;
    Overlays overlays_;
    std::vector<Aabb> bounds_;
    std::vector<RejectedPair> rejected_;
    std::vector<SeenColumn> columns_;
    // For a scene: the frame that the analysis holds; the frame that `pairs_before_` belongs to.
    std::optional<std::uint32_t> shown_, before_;
    std::vector<BoxPair> pairs_before_;
    std::vector<RejectedPair> rejected_of_picked_;
    std::optional<std::uint32_t> picked_;
    // Of the first frame that shows boxes: a recording may begin without boxes. Large boxes are grounds and walls.
    std::optional<UsualPart> usual_;
    GroundGrid ground_;  // of all frames of a scene; of the frames of a recording that were shown
    Double3 shown_min_,
        shown_max_;  // bounds of the boxes of the frame that are not large; columns are drawn only there
    bool playing_ = false;
    double time_ = 0;  // seconds since the frame appeared
};

}  // namespace satori::viewer
