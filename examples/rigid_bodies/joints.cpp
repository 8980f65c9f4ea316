#include "rigid_bodies/joints.hpp"

namespace rigid_bodies {

namespace {

Matrix inverse(const Matrix& m) {
    const Vector x = cross(m.y, m.z), y = cross(m.z, m.x), z = cross(m.x, m.y);
    const double s = 1 / dot(m.x, x);
    return {s * Vector{x.x, y.x, z.x}, s * Vector{x.y, y.y, z.y}, s * Vector{x.z, y.z, z.z}};
}

/// The velocity that an impulse at the offset makes there.
Vector answer(const Body& body, const Vector& offset, const Vector& impulse) {
    return body.inverse_mass * impulse + cross(body.turn_by(cross(offset, impulse)), offset);
}

}  // namespace

void BallJoint::warm_start(Body& a, Body& b) {
    anchor_a_ = a.axes * local_a_;
    anchor_b_ = b.axes * local_b_;
    const auto column = [&](const Vector& unit) { return answer(a, anchor_a_, unit) + answer(b, anchor_b_, unit); };
    mass_ = inverse({column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1})});
    a.push(-impulse_, anchor_a_);
    b.push(impulse_, anchor_b_);
}

void BallJoint::solve(Body& a, Body& b, const Softness& softness, bool push) {
    const Vector velocity = b.velocity_at(anchor_b_) - a.velocity_at(anchor_a_);
    const Vector apart = b.position + anchor_b_ - a.position - anchor_a_;
    Vector change =
        push ? -softness.mass_scale * (mass_ * (velocity + softness.rate * apart)) - softness.impulse_scale * impulse_
             : -(mass_ * velocity);
    impulse_ += change;
    a.push(-change, anchor_a_);
    b.push(change, anchor_b_);
}

void warm_start(std::span<BallJoint> joints, std::span<Body> bodies) {
    for (BallJoint& joint : joints) {
        Body &a = bodies[joint.def().a], &b = bodies[joint.def().b];
        if (a.moves() || b.moves()) joint.warm_start(a, b);
    }
}

void solve_joints(std::span<BallJoint> joints, std::span<Body> bodies, const Softness& softness, bool push) {
    for (BallJoint& joint : joints) {
        Body &a = bodies[joint.def().a], &b = bodies[joint.def().b];
        if (a.moves() || b.moves()) joint.solve(a, b, softness, push);
    }
}

}  // namespace rigid_bodies
