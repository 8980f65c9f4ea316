#include "rigid_bodies/contacts.hpp"

#include <algorithm>
#include <cstring>

namespace rigid_bodies {

/// The points of a contact share its load. Solved in turn only once, the first would get too much, and tilt the box.
constexpr int kPointSweeps = 4;
/// No contact pushes bodies apart faster, m/s.
constexpr double kPushSpeed = 3;

ContactConstraint::ContactConstraint(Body& first, Body& second, std::uint32_t slot_of_world, const Softness& soft,
                                     satori::World& world)
    : a(&first), b(&second), slot(slot_of_world), softness(soft) {
    const satori::ContactManifold& manifold = world.manifold(slot);
    normal = Vector::from(manifold.normal);
    friction = std::sqrt(a->friction * b->friction);
    restitution = std::max(a->restitution, b->restitution);
    rolling_arm = std::max(a->rolling_resistance, b->rolling_resistance) * std::max(a->radius, b->radius);
    rolling_mass = 1 / (a->most_turn() + b->most_turn());
    point_count = static_cast<int>(manifold.point_count);
    for (int i = 0; i < point_count; ++i) {
        PointConstraint& point = places[i];
        point.anchor_a = Vector::from(manifold.points[i].offset);
        point.anchor_b = point.anchor_a + a->position - b->position;
        // Of a rounded body the core's point turns with it. The way from there to the surface stays the normal.
        point.local_a = to_local(a->axes, point.anchor_a - a->radius * normal);
        point.local_b = to_local(b->axes, point.anchor_b + b->radius * normal);
        point.separation = double{manifold.points[i].separation};
        point.approach = dot(velocity_at(point), normal);
        const auto inverse_mass = [&](const Vector& direction) {
            return a->inverse_mass_at(point.anchor_a, direction) + b->inverse_mass_at(point.anchor_b, direction);
        };
        const double along = inverse_mass(normal);
        const double all = inverse_mass({1, 0, 0}) + inverse_mass({0, 1, 0}) + inverse_mass({0, 0, 1});
        point.normal_mass = 1 / along;
        point.friction_mass = 2 / (all - along);  // the mean across the normal
        float kept[7];
        std::memcpy(kept, world.payloads(slot)[i].bytes, sizeof kept);
        point.impulse = double{kept[0]};
        rolled += Vector{kept[4], kept[5], kept[6]};
        const Vector rubbed{kept[1], kept[2], kept[3]};
        point.rubbed = rubbed - dot(rubbed, normal) * normal;
    }
}

void ContactConstraint::push(const PointConstraint& point, const Vector& impulse) {
    a->push(-impulse, point.anchor_a);
    b->push(impulse, point.anchor_b);
}

void ContactConstraint::press(PointConstraint& point, double change) {
    const double before = point.impulse;
    point.impulse = std::max(0.0, before + change);
    push(point, (point.impulse - before) * normal);
}

/// Coulomb's cone.
void ContactConstraint::rub(PointConstraint& point) {
    const Vector velocity = velocity_at(point), before = point.rubbed;
    point.rubbed += point.friction_mass * (dot(velocity, normal) * normal - velocity);
    const double size = length(point.rubbed), limit = friction * point.impulse;
    if (size > limit) point.rubbed = (limit / size) * point.rubbed;
    push(point, point.rubbed - before);
}

void ContactConstraint::turn(const Vector& impulse) {
    a->spin += a->turn_by(-impulse);
    b->spin += b->turn_by(impulse);
}

/// A torque of at most load times arm.
void ContactConstraint::resist_rolling() {
    if (rolling_arm == 0) return;
    double load = 0;
    for (const PointConstraint& point : points()) load += point.impulse;
    const Vector before = rolled;
    rolled += rolling_mass * (a->spin - b->spin);
    const double size = length(rolled), limit = rolling_arm * load;
    if (size > limit) rolled = (limit / size) * rolled;
    turn(rolled - before);
}

void ContactConstraint::warm_start() {
    for (const PointConstraint& point : points()) push(point, point.impulse * normal + point.rubbed);
    turn(rolled);
}

void ContactConstraint::solve(double substep_seconds, bool with_push) {
    for (int sweep = 0; sweep < kPointSweeps; ++sweep) {
        for (PointConstraint& point : points()) {
            // The anchors were at one place when the step began; the points of the cores were the radii apart.
            const Vector apart = b->position - a->position + b->axes * point.local_b - a->axes * point.local_a;
            const double separation = point.separation + dot(apart, normal) - (a->radius + b->radius);
            const Softness spring = separation < 0 && with_push ? softness : Softness{};
            const double wanted =
                separation > 0 ? -separation / substep_seconds : std::min(-spring.rate * separation, kPushSpeed);
            const double error = dot(velocity_at(point), normal) - wanted;
            press(point, -point.normal_mass * spring.mass_scale * error - spring.impulse_scale * point.impulse);
        }
    }
    for (PointConstraint& point : points()) rub(point);
    resist_rolling();
}

void ContactConstraint::bounce(double least_speed) {
    for (int sweep = 0; restitution > 0 && sweep < kPointSweeps; ++sweep) {
        for (PointConstraint& point : points()) {
            if (point.approach > -least_speed || point.impulse == 0) continue;
            press(point, -point.normal_mass * (dot(velocity_at(point), normal) + restitution * point.approach));
        }
    }
}

void ContactConstraint::keep_impulses(satori::World& world) const {
    for (int i = 0; i < point_count; ++i) {
        const auto [x, y, z] = to_vec3(places[i].rubbed);
        const auto [turn_x, turn_y, turn_z] = to_vec3((1.0 / point_count) * rolled);
        const float kept[] = {static_cast<float>(places[i].impulse), x, y, z, turn_x, turn_y, turn_z};
        std::memcpy(world.payloads(slot)[i].bytes, kept, sizeof kept);
    }
}

}  // namespace rigid_bodies
