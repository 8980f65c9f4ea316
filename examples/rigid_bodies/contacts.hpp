#pragma once

#include <cstdint>
#include <span>

#include <satori/world.hpp>

#include "rigid_bodies/body.hpp"

namespace rigid_bodies {

/// A point of a contact while a step is solved.
struct PointConstraint {
    Vector anchor_a, anchor_b;  ///< from the centers, in the world's directions when the step began
    Vector local_a, local_b;    ///< from the centers to the points of the cores, in the bodies' own directions
    double separation = 0;      ///< when the step began
    double approach = 0;        ///< velocity along the normal, likewise
    double normal_mass = 0, friction_mass = 0;
    double impulse = 0;  ///< along the normal
    Vector rubbed;       ///< friction's impulse, across the normal
};

/// Two bodies in touch while a step is solved. The model is Catto's soft step (Solver2D, 2024): soft constraints push
/// bodies apart, and sweeps without the push take back the speed that it has added.
struct ContactConstraint {
    Body *a, *b;
    std::uint32_t slot;  ///< of the World's manifold and payloads
    Softness softness;
    Vector normal;
    double friction = 0, restitution = 0;
    double rolling_arm = 0, rolling_mass = 0;
    Vector rolled;  ///< the angular impulse against rolling
    int point_count = 0;
    PointConstraint places[4];

    /// At the beginning of a step. Impulses are those that the World has carried over.
    ContactConstraint(Body& first, Body& second, std::uint32_t slot_of_world, const Softness& soft,
                      satori::World& world);
    /// Once in a substep.
    void warm_start();
    void solve(double substep_seconds, bool push);
    /// After the last substep, where the bodies met faster than that, m/s.
    void bounce(double least_speed);
    /// At the end of the step: writes the impulses into the payloads, seven of eight floats each.
    void keep_impulses(satori::World& world) const;

private:
    std::span<PointConstraint> points() { return {places, static_cast<std::size_t>(point_count)}; }
    Vector velocity_at(const PointConstraint& p) const {
        return b->velocity_at(p.anchor_b) - a->velocity_at(p.anchor_a);
    }
    void push(const PointConstraint& point, const Vector& impulse);
    void press(PointConstraint& point, double change);
    void rub(PointConstraint& point);
    void turn(const Vector& impulse);
    void resist_rolling();
};

}  // namespace rigid_bodies
