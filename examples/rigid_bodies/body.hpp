#pragma once

#include <algorithm>

#include <satori/world.hpp>

#include "rigid_bodies/vector.hpp"

namespace rigid_bodies {

/// What a body is made of. Meters, kilograms, seconds, radians.
struct BodyDef {
    Vector position;  ///< of the center
    Rotation rotation;
    Vector half_extents{0.5, 0.5, 0.5};
    double radius = 0;                       ///< rounds the box; with half extents of 0 it is a ball
    double density = 1000;                   ///< 0: a static body
    double friction = 0.5, restitution = 0;  ///< two bodies: root of the product; the larger one
    /// The arm of the torque against rolling and spinning, in radii of the larger one of two bodies; the larger of two.
    double rolling_resistance = 0;
    Vector velocity, spin;
    bool bullet = false;  ///< passes through nothing, however fast it is; other bodies never pass through static ones
};

/// A body as it moves.
struct Body : BodyDef {
    Matrix axes;  ///< the rotation
    double inverse_mass = 0;
    Vector inverse_inertia;  ///< about its own axes
    bool asleep = false;
    double rest_time = 0;     ///< seconds for which it has been slow
    Vector start;             ///< where it was when the step began
    Rotation start_rotation;  ///< how it was turned then
    satori::BoxId id;

    explicit Body(const BodyDef& def) : BodyDef(def) {}
    bool is_static() const { return inverse_mass == 0; }
    bool moves() const { return !is_static() && !asleep; }
    /// How far its points are from the center, at most.
    double reach() const { return length(half_extents) + radius; }
    /// The largest change of the spin that a unit of angular impulse makes.
    double most_turn() const { return std::max({inverse_inertia.x, inverse_inertia.y, inverse_inertia.z}); }
    double half_thickness() const { return std::min({half_extents.x, half_extents.y, half_extents.z}) + radius; }
    /// The change of the spin that an angular impulse makes.
    Vector turn_by(const Vector& torque) const {
        const Vector local = to_local(axes, torque);
        return axes * Vector{inverse_inertia.x * local.x, inverse_inertia.y * local.y, inverse_inertia.z * local.z};
    }
    Vector velocity_at(const Vector& offset) const { return velocity + cross(spin, offset); }
    /// One over the effective mass that an impulse at the offset meets.
    double inverse_mass_at(const Vector& offset, const Vector& direction) const {
        const Vector arm = cross(offset, direction);
        return inverse_mass + dot(arm, turn_by(arm));
    }
    void push(const Vector& impulse, const Vector& offset) {
        velocity += inverse_mass * impulse;
        spin += turn_by(cross(offset, impulse));
    }
};

/// How soft a constraint is: a spring with a damper, integrated so that it is stable at any step (Catto, Soft
/// Constraints, GDC 2011).
struct Softness {
    double rate = 0;           ///< share of the error that is taken back per second
    double mass_scale = 1;     ///< how much of the velocity's error is taken back at once
    double impulse_scale = 0;  ///< how much of the impulse gives way

    static Softness spring(double hertz, double damping_ratio, double seconds) {
        const double omega = 2 * kPi * hertz;
        const double a = 2 * damping_ratio + seconds * omega, b = seconds * omega * a;
        return {omega / a, b / (1 + b), 1 / (1 + b)};
    }
};

inline satori::BoxPose pose_of(const Body& body) {
    return {{body.position.x, body.position.y, body.position.z}, to_quat(body.rotation)};
}

}  // namespace rigid_bodies
