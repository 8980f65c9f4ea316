#include "rigid_bodies/engine.hpp"

#include <algorithm>
#include <utility>

#include <satori/satori.hpp>

#include "rigid_bodies/expect.hpp"

namespace rigid_bodies {

namespace {

constexpr std::uint64_t kStatic = 1, kMoving = 2;  // categories

/// The smallest member of i's set, which stands for it.
std::uint32_t find_root(std::vector<std::uint32_t>& parents, std::uint32_t i) {
    while (parents[i] != i) i = parents[i] = parents[parents[i]];
    return i;
}

/// The volume of a rounded box, and the integral of x * x over it. Its sections across x are rounded rectangles of the
/// core's half edges b and c: up to a, the core's end, with the radius r, and at a + u with sqrt(r * r - u * u).
struct Moments {
    double volume, square;
};
Moments moments(double a, double b, double c, double r) {
    const double flat = 4 * b * c, edges = 4 * (b + c), middle = flat + edges * r + kPi * r * r;
    const double r2 = r * r, r3 = r2 * r, r4 = r2 * r2;
    // Of 1, sqrt(r2 - u * u) and r2 - u * u over u from 0 to r; then the same times (a + u) * (a + u).
    const double ends = flat * r + edges * kPi * r2 / 4 + kPi * 2 * r3 / 3;
    const double ends_square = flat * r * (a * a + a * r + r2 / 3) +
                               edges * (a * a * kPi * r2 / 4 + 2 * a * r3 / 3 + kPi * r4 / 16) +
                               kPi * (a * a * 2 * r3 / 3 + a * r4 / 2 + 2 * r4 * r / 15);
    return {2 * (a * middle + ends), 2 * (a * a * a / 3 * middle + ends_square)};
}

/// Sets the mass and the inertia of a solid of one density.
void set_mass(Body& body) {
    const Vector& h = body.half_extents;
    const Moments x = moments(h.x, h.y, h.z, body.radius), y = moments(h.y, h.z, h.x, body.radius),
                  z = moments(h.z, h.x, h.y, body.radius);
    body.inverse_mass = 1 / (body.density * x.volume);
    body.inverse_inertia =
        1 / body.density * Vector{1 / (y.square + z.square), 1 / (z.square + x.square), 1 / (x.square + y.square)};
}

}  // namespace

std::uint32_t Engine::add(const BodyDef& def) {
    Body body(def);
    body.rotation = normalized(def.rotation);
    body.axes = to_matrix(body.rotation);
    if (def.density > 0) {
        set_mass(body);
    } else {
        body.velocity = body.spin = {};
    }
    satori::BoxDef box;
    box.pose = pose_of(body);
    box.half_extents = to_vec3(def.half_extents);
    box.radius = static_cast<float>(def.radius);
    box.motion = body.is_static() ? satori::MotionType::static_box : satori::MotionType::dynamic_box;
    box.continuous = body.bullet;
    box.filter.category = body.is_static() ? kStatic : kMoving;
    expect(world_.create(box, body.id));
    // Nothing is ever destroyed, so that the World's indices are the bodies' numbers.
    bodies_.push_back(body);
    return body.id.index;
}

void Engine::join(const BallJointDef& def) {
    joints_.emplace_back(def, bodies_[def.a], bodies_[def.b]);
    expect(world_.ignore(bodies_[def.a].id, bodies_[def.b].id));
}

void Engine::wake(Body& body) {
    body.asleep = false;
    body.rest_time = 0;
    expect(world_.set_sleeping(body.id, false));
}

void Engine::set_velocity(std::uint32_t number, const Vector& velocity) {
    bodies_[number].velocity = velocity;
    wake(bodies_[number]);
}

void Engine::push(std::uint32_t number, const Vector& impulse, const Vector& offset) {
    bodies_[number].push(impulse, offset);
    wake(bodies_[number]);
}

void Engine::Events::add(const satori::WorldUpdate& update) {
    const auto add_to = [](auto& list, auto& other, const satori::WorldContact& contact) {
        const auto same = [&](const satori::WorldContact& before) { return before.pair == contact.pair; };
        if (std::erase_if(other, same) == 0) list.push_back(contact);
    };
    for (const satori::WorldContact& contact : update.ended) add_to(ended, begun, contact);
    for (const satori::WorldContact& contact : update.begun) add_to(begun, ended, contact);
}

void Engine::step() {
    find_touching();
    solve();
}

void Engine::find_touching() {
    expect(world_.update(update_, settings_.execution));
    // The World's own lists end with its next update, and a step with bullets has two.
    next_events_.add(update_);
    events_ = std::exchange(next_events_, {});
    update_.begun = events_.begun;
    update_.ended = events_.ended;
    update_.changed = {};
    update_.impacts = {};
    touching_.resize(update_.contact_count);
    expect(world_.copy_contacts(touching_));
}

void Engine::solve() {
    if (settings_.sleep_seconds > 0) wake_and_sleep();
    for (Body& body : bodies_) {
        body.start = body.position;
        body.start_rotation = body.rotation;
    }
    find_contacts();
    for (int i = 0; i < settings_.substeps; ++i) substep();
    for (ContactConstraint& contact : contacts_) contact.bounce(settings_.bounce_speed);
    for (ContactConstraint& contact : contacts_) contact.keep_impulses(world_);
    stop_fast_bodies();
    for (const Body& body : bodies_) {
        const satori::BoxPose pose = pose_of(body);
        if (body.moves()) expect(world_.set_pose(body.id, pose));
    }
    stop_bullets();
}

void Engine::copy_from(const Engine& other) {
    expect(world_.copy_from(other.world_));
    settings_ = other.settings_;
    bodies_ = other.bodies_;
    joints_ = other.joints_;
    touching_ = other.touching_;
    next_events_ = other.next_events_;
}

/// Bodies that touch or are joined make an island. It sleeps when all of it has been slow for long, and wakes as one.
void Engine::wake_and_sleep() {
    std::vector<std::uint32_t> island(bodies_.size());
    for (const Body& body : bodies_) island[body.id.index] = body.id.index;
    const auto unite = [&](std::uint32_t a, std::uint32_t b) {
        if (bodies_[a].is_static() || bodies_[b].is_static()) return;
        const std::uint32_t root_a = find_root(island, a), root_b = find_root(island, b);
        island[std::max(root_a, root_b)] = std::min(root_a, root_b);
    };
    for (const satori::WorldContact& contact : touching_) unite(contact.pair.first.index, contact.pair.second.index);
    for (const BallJoint& joint : joints_) unite(joint.def().a, joint.def().b);

    std::vector<double> rest(bodies_.size(), settings_.sleep_seconds);
    for (Body& body : bodies_) {
        if (body.is_static()) continue;
        const double speed = length(body.velocity) + length(body.spin) * body.reach();
        body.rest_time = speed < settings_.sleep_speed ? body.rest_time + settings_.step_seconds : 0;
        double& least = rest[find_root(island, body.id.index)];
        least = std::min(least, body.rest_time);
    }
    for (Body& body : bodies_) {
        const bool asleep = rest[find_root(island, body.id.index)] >= settings_.sleep_seconds;
        if (body.is_static() || asleep == body.asleep) continue;
        body.asleep = asleep;
        body.velocity = body.spin = {};
        expect(world_.set_sleeping(body.id, asleep));
    }
}

void Engine::find_contacts() {
    contacts_.clear();
    for (const satori::WorldContact& found : touching_) {
        Body &a = bodies_[found.pair.first.index], &b = bodies_[found.pair.second.index];
        if (!a.moves() && !b.moves()) continue;
        const double hertz = settings_.contact_hertz * (a.is_static() || b.is_static() ? 2 : 1);
        const Softness softness =
            Softness::spring(hertz, settings_.contact_damping, settings_.step_seconds / settings_.substeps);
        contacts_.emplace_back(a, b, found.slot, softness, world_);
    }
}

void Engine::substep() {
    const double seconds = settings_.step_seconds / settings_.substeps;
    const Softness joint_softness = Softness::spring(settings_.joint_hertz, settings_.joint_damping, seconds);
    const auto solve = [&](bool push) {
        solve_joints(joints_, bodies_, joint_softness, push);
        for (ContactConstraint& contact : contacts_) contact.solve(seconds, push);
    };

    for (Body& body : bodies_)
        if (body.moves()) body.velocity += seconds * settings_.gravity;
    warm_start(joints_, bodies_);
    for (ContactConstraint& contact : contacts_) contact.warm_start();
    solve(true);
    for (Body& body : bodies_) {
        if (!body.moves()) continue;
        const double turn = seconds * length(body.spin), most_turn = 0.75;
        if (turn > most_turn) body.spin = (most_turn / turn) * body.spin;
        body.position += seconds * body.velocity;
        body.rotation = turned(body.rotation, seconds * body.spin);
        body.axes = to_matrix(body.rotation);
    }
    for (int i = 0; i < settings_.relax_sweeps; ++i) solve(false);
}

/// A body that has moved by more than a quarter of its thickness stops short of a static box that it would have passed.
/// It is cast at half its size: one that slides over steps may touch them. The World's boxes are as the step began.
/// Bullets are the World's concern: see stop_bullets().
void Engine::stop_fast_bodies() {
    const double gap = 0.25 * double{settings_.world.contacts.speculative_distance};
    for (Body& body : bodies_) {
        const Vector move = body.position - body.start;
        if (!body.moves() || body.bullet || length(move) < 0.5 * body.half_thickness()) continue;
        // Half of the thinnest legal box is not legal.
        const auto half_of = [](double size, float least) {
            const auto half = static_cast<float>(0.5 * size);
            return half < least ? 0.0F : half;
        };
        const auto [x, y, z] = body.half_extents;
        satori::WorldBoxCast query{world_.box(body.id).pose,
                                   {half_of(x, satori::kMinHalfExtent), half_of(y, satori::kMinHalfExtent),
                                    half_of(z, satori::kMinHalfExtent)},
                                   {move.x, move.y, move.z},
                                   1};
        query.radius = half_of(body.radius, satori::kMinRadius);
        satori::WorldHit hit;
        expect(satori::cast_boxes(world_, {&query, 1}, {&hit, 1},
                                  {.filter = {kStatic, false, body.id}, .execution = settings_.execution}));
        if (hit.box == satori::BoxId{}) continue;
        const double slope = std::abs(dot(move, Vector::from(hit.normal)));
        body.position = body.start + std::max(0.0, hit.distance - gap / slope) * move;
    }
}

}  // namespace rigid_bodies
