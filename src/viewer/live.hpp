#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rigid_bodies/engine.hpp>
#include <rigid_bodies/scene_tools.hpp>
#include "cli/thread_limit.hpp"
#include "viewer/solids.hpp"
#include "viewer/subject.hpp"
#include "viewer/usual_part.hpp"

namespace satori::viewer {

/// The figures of one step.
struct LiveFigures {
    std::size_t begun = 0, persisted = 0, ended = 0;  ///< contacts
    std::size_t asleep = 0;                           ///< bodies
    double update_ms = 0, solver_ms = 0;              ///< World::update with the list of contacts; all else
};

/// A contact of the picked body that began or ended.
struct LiveEvent {
    std::uint32_t step = 0, other = 0;
    bool begun = false;
};

/// Things that are drawn in addition to the bodies.
struct LiveOverlays {
    bool contacts = false;
    bool grid = true;  ///< on the ground
};

/// Simulates a scene with the engine of examples/rigid_bodies, step by step. The same steps, with the same keys between
/// them, give the same state on every instruction set and number of threads.
class Live : public Subject {
public:
    /// `threads`: 0 for all.
    Live(std::string name, rigid_bodies::Scene scene, Isa isa = Isa::best, unsigned threads = 0);

    void press(char key) override;
    bool grab(const Pixel& pixel) override;
    void drag(const Pixel& pixel) override;
    void release() override { grabbed_.reset(); }
    void click(const Pixel& pixel) override { pick(body_under(pixel)); }
    std::string tip(const Pixel& pixel) const override;
    bool advance(double seconds) override;
    void paint(Picture& picture) const override;
    void measure(CameraFit& fit) const override;
    std::string trace() const override;
    const char* help() const override;

    void step();
    /// Brings the scene back to its beginning, without the boxes that were added.
    void reset();
    /// Adds a box above the middle of the view.
    void drop();
    /// Throws a box from the eye at the middle of the view; from above where walls that are not drawn are in the way.
    void throw_box();
    bool playing() const { return playing_; }

    const std::string& name() const { return name_; }
    std::uint32_t step_count() const { return step_count_; }
    double seconds() const { return step_count_ * engine_->settings().step_seconds; }
    const rigid_bodies::Engine& engine() const { return *engine_; }
    std::uint64_t hash() const { return engine_->world().state_hash(); }
    bool is_touching(std::uint32_t body) const { return body < touching_.size() && touching_[body]; }
    /// The bodies that a body touches, ascending.
    std::vector<std::uint32_t> touching(std::uint32_t body) const;

    /// The figures of the last steps, the newest at the back.
    const std::deque<LiveFigures>& history() const { return history_; }
    std::optional<std::uint32_t> picked() const { return picked_; }
    /// A number that is too large picks nothing.
    void pick(std::optional<std::uint32_t> body);
    /// Of the picked body, since it was picked; the newest at the back.
    const std::deque<LiveEvent>& events() const { return events_; }
    const LiveOverlays& overlays() const { return overlays_; }
    void show(const LiveOverlays& overlays);

private:
    void find_usual_part();
    void pull();
    void note_step(double update_ms, double solver_ms);
    std::optional<std::uint32_t> body_under(const Pixel& pixel, Double3* point = nullptr) const;
    bool is_scenery(const rigid_bodies::Body& body) const;
    double usual_half_extent() const;
    rigid_bodies::BodyDef draw_box();
    double height_to_drop_from(const Double3& place, double radius, double clearance) const;
    Double3 direction_to_throw_from(double distance, double radius) const;
    bool is_in_the_way(const rigid_bodies::Body& body, const Ray& ray, double radius) const;
    void paint_grid(Picture& picture) const;
    void paint_contacts(Picture& picture) const;

    std::string name_;
    rigid_bodies::Scene scene_;
    cli::ThreadLimit threads_;
    rigid_bodies::Settings settings_;
    std::unique_ptr<rigid_bodies::Engine> engine_;
    rigid_bodies::Random random_{1};  // of added boxes
    UsualPart usual_;                 // of the scene's bodies at its beginning
    std::uint32_t step_count_ = 0;
    std::vector<bool> touching_;
    std::deque<LiveFigures> history_;
    std::deque<LiveEvent> events_;
    std::optional<std::uint32_t> picked_;
    LiveOverlays overlays_;
    bool playing_ = true;
    double time_ = 0;  // seconds that are not yet simulated
    // The body that the mouse pulls, by a point in its own frame, toward a point in the world.
    std::optional<std::uint32_t> grabbed_;
    rigid_bodies::Vector grip_;
    Double3 grip_depth_, goal_;
};

/// Returns the shape of the body where it is.
Solid solid_of(const rigid_bodies::Body& body);
/// Returns the box around the body.
OrientedBox box_of(const rigid_bodies::Body& body);

}  // namespace satori::viewer
