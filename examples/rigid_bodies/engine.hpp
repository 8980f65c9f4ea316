#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satori/executor.hpp>
#include <satori/world.hpp>

#include "rigid_bodies/body.hpp"
#include "rigid_bodies/contacts.hpp"
#include "rigid_bodies/joints.hpp"

namespace rigid_bodies {

/// How a world is moved on.
struct Settings {
    Vector gravity{0, 0, -9.81};
    double step_seconds = 1.0 / 60;
    int substeps = 4, relax_sweeps = 2;              ///< of a step; of a substep, without push
    double contact_hertz = 30, contact_damping = 5;  ///< of two bodies that both move; twice as stiff on static ones
    double joint_hertz = 60, joint_damping = 2;
    double bounce_speed = 1;                         ///< slower ones do not bounce, m/s
    double sleep_speed = 0.05, sleep_seconds = 0.5;  ///< what is slower for so long sleeps; 0 s: nothing does
    satori::Execution execution{satori::Isa::best, &satori::serial_executor()};  ///< the World's: one thread
    satori::WorldOptions world{
        .bounds = {.margin = 0.02F}, .contacts = {.speculative_distance = 0.02F}, .impact_depth = 0.005F};
};

/// A small engine for rigid boxes on satori::World. The World alone finds which boxes touch and where, and keeps the
/// impulses of their points. The same on every machine; one thread.
class Engine {
public:
    explicit Engine(const Settings& settings = {}) : settings_(settings), world_(settings.world) {}

    /// Adds a body. Returns its number, its place in bodies().
    std::uint32_t add(const BodyDef& def);
    /// Joins two bodies, which then no longer collide with each other.
    void join(const BallJointDef& def);
    /// Sets the velocity of a body, and wakes it.
    void set_velocity(std::uint32_t body, const Vector& velocity);
    /// Pushes a body that is not static, at an offset from its center, and wakes it.
    void push(std::uint32_t body, const Vector& impulse, const Vector& offset);
    void step();
    // The two parts of a step: the World finds what touches; all else.
    void find_touching();
    void solve();
    /// Makes this engine a copy of another one. Both then move in the same way, to the bit.
    void copy_from(const Engine& other);

    std::span<const Body> bodies() const { return bodies_; }
    std::span<const BallJoint> joints() const { return joints_; }
    satori::World& world() { return world_; }
    const satori::World& world() const { return world_; }
    /// Contacts that the last step has solved.
    std::span<const satori::WorldContact> contacts() const { return touching_; }
    /// What find_touching() has found. Contacts that have begun or ended since the last find_touching(), also those of
    /// stop_bullets(); `changed` and `impacts` are empty.
    const satori::WorldUpdate& update() const { return update_; }
    const Settings& settings() const { return settings_; }

private:
    /// Contacts that have begun and ended over some updates, without those that have done both.
    struct Events {
        std::vector<satori::WorldContact> begun, ended;

        void add(const satori::WorldUpdate& update);
    };

    void wake(Body& body);
    void wake_and_sleep();
    void find_contacts();
    void substep();
    void stop_fast_bodies();
    void stop_bullets();

    Settings settings_;
    satori::World world_;
    satori::WorldUpdate update_;
    std::vector<satori::WorldContact> touching_;
    Events events_, next_events_;  // of the last find_touching(), and since then
    std::vector<Body> bodies_;
    std::vector<BallJoint> joints_;
    std::vector<ContactConstraint> contacts_;
};

}  // namespace rigid_bodies
