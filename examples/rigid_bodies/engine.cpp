#include "rigid_bodies/engine.hpp"

#include <algorithm>
#include <stdexcept>

#include <satori/satori.hpp>

namespace rigid_bodies {

namespace {

constexpr std::uint64_t kStatic = 1, kMoving = 2;  // categories

void expect(satori::Status status) {
    if (status != satori::Status::ok) throw std::runtime_error(satori::describe(status));
}

satori::BoxPose pose_of(const Body& body) {
    const Rotation& q = body.rotation;
    const satori::Vec3 v = to_vec3({q.x, q.y, q.z});
    return {{body.position.x, body.position.y, body.position.z}, {v.x, v.y, v.z, static_cast<float>(q.w)}};
}

/// The smallest member of i's set, which stands for it.
std::uint32_t find_root(std::vector<std::uint32_t>& parents, std::uint32_t i) {
    while (parents[i] != i) i = parents[i] = parents[parents[i]];
    return i;
}

}  // namespace

std::uint32_t Engine::add(const BodyDef& def) {
    Body body(def);
    body.rotation = normalized(def.rotation);
    body.axes = to_matrix(body.rotation);
    const Vector& h = def.half_extents;
    if (def.density > 0) {
        const double mass = 8 * h.x * h.y * h.z * def.density, x = h.x * h.x, y = h.y * h.y, z = h.z * h.z;
        body.inverse_mass = 1 / mass;
        body.inverse_inertia = 3 / mass * Vector{1 / (y + z), 1 / (z + x), 1 / (x + y)};
    } else {
        body.velocity = body.spin = {};
    }
    satori::BoxDef box;
    box.pose = pose_of(body);
    box.half_extents = to_vec3(h);
    box.motion = body.is_static() ? satori::MotionType::static_box : satori::MotionType::dynamic_box;
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

void Engine::step() {
    find_touching();
    solve();
}

void Engine::find_touching() {
    expect(world_.update(update_, settings_.execution));
    touching_.resize(update_.contact_count);
    expect(world_.copy_contacts(touching_));
}

void Engine::solve() {
    if (settings_.sleep_seconds > 0) wake_and_sleep();
    for (Body& body : bodies_) body.start = body.position;
    find_contacts();
    for (int i = 0; i < settings_.substeps; ++i) substep();
    for (ContactConstraint& contact : contacts_) contact.bounce(settings_.bounce_speed);
    for (ContactConstraint& contact : contacts_) contact.keep_impulses(world_);
    stop_fast_bodies();
    for (const Body& body : bodies_) {
        const satori::BoxPose pose = pose_of(body);
        if (body.moves()) expect(world_.set_pose(body.id, pose));
    }
}

void Engine::copy_from(const Engine& other) {
    expect(world_.copy_from(other.world_));
    settings_ = other.settings_;
    bodies_ = other.bodies_;
    joints_ = other.joints_;
    touching_ = other.touching_;
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
        const double speed = length(body.velocity) + length(body.spin) * length(body.half_extents);
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

/// A body that has moved by more than a quarter of its thickness stops short of what it would have passed, near enough
/// to touch it in the next step. The World's boxes stand where the step began.
void Engine::stop_fast_bodies() {
    const double gap = 0.25 * double{settings_.world.contacts.speculative_distance};
    for (Body& body : bodies_) {
        const Vector& h = body.half_extents;
        const Vector move = body.position - body.start;
        if (!body.moves() || length(move) < 0.5 * std::min({h.x, h.y, h.z})) continue;
        const satori::QueryFilter filter{body.bullet ? kStatic | kMoving : kStatic, false, body.id};
        satori::WorldHit hit;
        const auto cast = [&](double size) {
            const satori::WorldBoxCast query{world_.box(body.id).pose, to_vec3(size * h), {move.x, move.y, move.z}, 1};
            expect(satori::cast_boxes(world_, {&query, 1}, {&hit, 1},
                                      {.filter = filter, .execution = settings_.execution}));
            return hit.box != satori::BoxId{};
        };
        // Bodies that are no bullets are cast at half their size: one that slides over steps may touch them.
        if (!cast(body.bullet ? 1 : 0.5)) continue;
        // In touch from the beginning: then half the size must not pass.
        const bool in_touch = hit.distance == 0;
        if (in_touch && !cast(0.5)) continue;
        const double slope = std::abs(dot(move, Vector::from(hit.normal)));
        body.position = body.start + std::max(0.0, hit.distance - (in_touch ? 0 : gap / slope)) * move;
    }
}

}  // namespace rigid_bodies
