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
#include "viewer/subject.hpp"

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
    bool advance(double seconds) override;
    void paint(Picture& picture) const override;
    std::string trace() const override;
    const char* help() const override;

    void step();
    /// Brings the scene back to its beginning, without the boxes that were added.
    void reset();
    /// Adds a box above the middle of the view.
    void drop();
    /// Throws a box from the eye at the middle of the view.
    void throw_box();
    bool playing() const { return playing_; }

    const std::string& name() const { return name_; }
    std::uint32_t step_count() const { return step_count_; }
    double seconds() const { return step_count_ * engine_->settings().step_seconds; }
    const rigid_bodies::Engine& engine() const { return *engine_; }
    std::uint64_t hash() const { return engine_->world().state_hash(); }
    bool is_touching(std::uint32_t body) const { return body < touching_.size() && touching_[body]; }

    /// The figures of the last steps, the newest at the back.
    const std::deque<LiveFigures>& history() const { return history_; }
    std::optional<std::uint32_t> picked() const { return picked_; }
    /// A number that is too large picks nothing.
    void pick(std::optional<std::uint32_t> body);
    /// Of the picked body, since it was picked; the newest at the back.
    const std::deque<LiveEvent>& events() const { return events_; }
    bool shows_contacts() const { return shows_contacts_; }
    void show_contacts(bool on);

private:
    void fit_camera();
    void pull();
    void note_step(double update_ms, double solver_ms);
    std::optional<std::uint32_t> body_under(const Pixel& pixel, Double3* point = nullptr) const;
    rigid_bodies::BodyDef draw_box();
    void paint_contacts(Picture& picture) const;

    std::string name_;
    rigid_bodies::Scene scene_;
    cli::ThreadLimit threads_;
    rigid_bodies::Settings settings_;
    std::unique_ptr<rigid_bodies::Engine> engine_;
    rigid_bodies::Random random_{1};  // of added boxes
    double usual_size_ = 0.5;         // meters: half extent of the usual body
    std::uint32_t step_count_ = 0;
    std::vector<bool> touching_;
    std::deque<LiveFigures> history_;
    std::deque<LiveEvent> events_;
    std::optional<std::uint32_t> picked_;
    bool playing_ = true, shows_contacts_ = false;
    double time_ = 0;  // seconds that are not yet simulated
    // The body that the mouse pulls, by a point in its own frame, toward a point in the world.
    std::optional<std::uint32_t> grabbed_;
    rigid_bodies::Vector grip_;
    Double3 grip_depth_, goal_;
};

/// Returns the body as a box.
OrientedBox box_of(const rigid_bodies::Body& body);

}  // namespace satori::viewer
