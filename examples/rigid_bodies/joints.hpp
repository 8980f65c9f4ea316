#pragma once

#include <cstdint>
#include <span>

#include "rigid_bodies/body.hpp"

namespace rigid_bodies {

/// Two bodies held together at a point, which both keep: a ball joint.
struct BallJointDef {
    std::uint32_t a = 0, b = 0;  ///< numbers of the bodies
    Vector point;                ///< in the world, where the bodies stand when they are joined
};

class BallJoint {
public:
    BallJoint(const BallJointDef& def, const Body& a, const Body& b)
        : def_(def),
          local_a_(to_local(a.axes, def.point - a.position)),
          local_b_(to_local(b.axes, def.point - b.position)) {}

    const BallJointDef& def() const { return def_; }
    /// Applies the last substep's impulse again. Once per substep, before solve().
    void warm_start(Body& a, Body& b);
    void solve(Body& a, Body& b, const Softness& softness, bool push);

private:
    BallJointDef def_;
    Vector local_a_, local_b_;
    Vector anchor_a_, anchor_b_;
    Matrix mass_;  ///< impulse of a unit of velocity
    Vector impulse_;
};

// All joints that have a body that moves.
void warm_start(std::span<BallJoint> joints, std::span<Body> bodies);
void solve_joints(std::span<BallJoint> joints, std::span<Body> bodies, const Softness& softness, bool push);

}  // namespace rigid_bodies
