#include "viewer/live.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <fmt/ranges.h>

#include <satori/box_queries.hpp>

#include "viewer/neighbors.hpp"

namespace satori::viewer {

namespace {

using rigid_bodies::Body;
using rigid_bodies::BodyDef;
using rigid_bodies::Vector;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kHistory = 240, kEvents = 12;
constexpr int kMostSteps = 6;  // for one picture: where steps are slow, time is
constexpr double kPullHertz = 5, kPullDamping = 1;
constexpr double kMostPull = 200;  // m/s^2
// For boxes with a half extent of kHalfExtent. Lengths grow with it, times and speeds with its root: then scenes of all
// sizes move alike.
constexpr double kHalfExtent = 0.5;
constexpr double kDropHeight = 2;  // above what lies there
constexpr double kFlightSeconds = 0.5;
constexpr double kSlowest = 10, kFastest = 60;  // m/s, of a thrown box
constexpr double kPitchStep = 0.05;             // between the directions that are tried

double ms_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

Vector vector_of(const Double3& v) {
    return {v[0], v[1], v[2]};
}

Double3 place_of(const Body& body) {
    return {{body.position.x, body.position.y, body.position.z}};
}

// The part of a ray along which a ball of this radius may touch the body: none, or a little more.
bool pass(const Body& body, double radius, const Ray& ray, RayHit& hit) {
    OrientedBox box = box_of(body);
    for (float* half : {&box.half_extents.x, &box.half_extents.y, &box.half_extents.z})
        *half += static_cast<float>(radius);
    return intersect(box, ray, hit) == Status::ok && hit.entry <= hit.exit;
}

}  // namespace

Solid solid_of(const Body& body) {
    return {{to_vec3(body.position), to_vec3(body.half_extents), to_quat(body.rotation)},
            static_cast<float>(body.radius)};
}

OrientedBox box_of(const Body& body) {
    return enclosing_box(solid_of(body));
}

Live::Live(std::string name, rigid_bodies::Scene scene, Isa isa, unsigned threads)
    : Subject(false), name_(std::move(name)), scene_(std::move(scene)), threads_(threads) {
    settings_.gravity = {0, -9.81, 0};
    settings_.execution = {isa, threads_.executor()};
    reset();
    find_usual_part();
    camera.turn_to(0.6, 0.35);
    show_all();
}

// Of the bodies that move, if any does.
void Live::find_usual_part() {
    std::vector<OrientedBox> moving, all;
    for (const Body& body : engine_->bodies()) {
        all.push_back(box_of(body));
        if (!body.is_static()) moving.push_back(all.back());
    }
    if (!all.empty()) usual_ = UsualPart(moving.empty() ? all : moving);
}

// Grounds and walls.
bool Live::is_scenery(const Body& body) const {
    return body.is_static() && usual_.is_large(box_of(body));
}

// As if the usual box were a cube.
double Live::usual_half_extent() const {
    return usual_.half_diagonal() > 0 ? usual_.half_diagonal() / std::sqrt(3.0) : kHalfExtent;
}

void Live::measure(CameraFit& fit) const {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
        const Body& body = engine_->bodies()[i];
        if (!is_scenery(body) && !usual_.is_far_off(box_of(body))) fit.add(box_of(body));
    }
}

void Live::reset() {
    engine_ = std::make_unique<rigid_bodies::Engine>(rigid_bodies::make_engine(scene_, settings_));
    random_ = rigid_bodies::Random(1);
    step_count_ = 0;
    time_ = 0;
    touching_.assign(engine_->bodies().size(), false);
    history_.clear();
    events_.clear();
    grabbed_.reset();
    if (picked_ && *picked_ >= engine_->bodies().size()) picked_.reset();
    changed();
}

void Live::step() {
    if (grabbed_) pull();
    const Clock::time_point start = Clock::now();
    engine_->find_touching();
    const Clock::time_point found = Clock::now();
    engine_->solve();
    ++step_count_;
    note_step(ms_between(start, found), ms_between(found, Clock::now()));
    changed();
}

// A soft spring between the grip and the mouse. A body that is let go keeps its velocity.
void Live::pull() {
    const double seconds = settings_.step_seconds;
    const Body& body = engine_->bodies()[*grabbed_];
    const Vector offset = body.axes * grip_;
    const auto spring = rigid_bodies::Softness::spring(kPullHertz, kPullDamping, seconds);
    Vector change =
        spring.mass_scale * (spring.rate * (vector_of(goal_) - body.position - offset) - body.velocity_at(offset));
    const double speed = length(change);
    if (speed == 0) return engine_->push(*grabbed_, {}, {});
    change = (std::min(speed, kMostPull * seconds) / speed) * change;
    engine_->push(*grabbed_, 1 / body.inverse_mass_at(offset, 1 / length(change) * change) * change, offset);
}

void Live::note_step(double update_ms, double solver_ms) {
    const WorldUpdate& update = engine_->update();
    LiveFigures figures;
    figures.begun = update.begun.size();
    figures.ended = update.ended.size();
    figures.persisted = update.contact_count - std::min(figures.begun, update.contact_count);
    for (const Body& body : engine_->bodies()) figures.asleep += body.asleep;
    figures.update_ms = update_ms;
    figures.solver_ms = solver_ms;
    history_.push_back(figures);
    if (history_.size() > kHistory) history_.pop_front();

    const auto note = [&](std::span<const WorldContact> contacts, bool begun) {
        for (const WorldContact& contact : contacts) {
            const std::uint32_t a = contact.pair.first.index, b = contact.pair.second.index;
            if (picked_ == a || picked_ == b) events_.push_back({step_count_, picked_ == a ? b : a, begun});
        }
    };
    note(update.ended, false);
    note(update.begun, true);
    while (events_.size() > kEvents) events_.pop_front();

    touching_.assign(engine_->bodies().size(), false);
    for (const WorldContact& contact : engine_->contacts())
        touching_[contact.pair.first.index] = touching_[contact.pair.second.index] = true;
}

bool Live::advance(double seconds) {
    if (!playing_) return false;
    time_ = std::min(time_ + seconds, kMostSteps * settings_.step_seconds);
    for (; time_ >= settings_.step_seconds; time_ -= settings_.step_seconds) step();
    return true;
}

void Live::press(char key) {
    switch (key) {
        case ' ':
            playing_ = !playing_;
            return changed();
        case '.':
            playing_ = false;
            return step();
        case '0':
        case '<':
            return reset();
        case 'd':
            return drop();
        case 't':
            return throw_box();
        case 'c':
            return show({!overlays_.contacts, overlays_.grid});
        case 'l':
            return show({overlays_.contacts, !overlays_.grid});
        case 'f':
            if (picked_) look_at(box_of(engine_->bodies()[*picked_]), usual_.half_diagonal());
            return;
        default:
            return;
    }
}

const char* Live::help() const {
    return "space\tplay, pause\n"
           ".\tone step (right arrow too)\n"
           "0\treset (Backspace, Home too)\n"
           "D\tdrop a box above the middle of the view\n"
           "T\tthrow a box at the middle of the view\n"
           "C\tcontact points and normals\n"
           "L\tlines on the ground\n"
           "F\tmove the view to the picked body\n"
           "drag a body\tpull it; let go while it moves to throw it\n"
           "drag beside\tturn the view\n"
           "click\tpick a body\n"
           "right button, wheel\tmove the view, zoom\n";
}

BodyDef Live::draw_box() {
    BodyDef def;
    for (double* half : {&def.half_extents.x, &def.half_extents.y, &def.half_extents.z})
        *half = usual_half_extent() * random_.between(0.7, 1.3);
    def.rotation = turned(rigid_bodies::rotation_about({0, 1, 0}, random_.between(0, 360)),
                          {random_.between(-0.3, 0.3), 0, random_.between(-0.3, 0.3)});
    return def;
}

void Live::drop() {
    const Double3& middle = camera.target();
    BodyDef def = draw_box();
    const double clearance = kDropHeight * usual_half_extent() / kHalfExtent;
    def.position = {middle[0], height_to_drop_from(middle, length(def.half_extents), clearance), middle[2]};
    engine_->add(def);
    changed();
}

// Returns a height at a place: above the bodies there that are not static, and in no static one.
double Live::height_to_drop_from(const Double3& place, double radius, double clearance) const {
    double height = place[1];
    const auto ray_from = [&](double y) {
        const Vector start{place[0], y, place[2]};
        return Ray{to_vec3(start), {0, 1, 0}};
    };
    RayHit hit;
    for (const Body& body : engine_->bodies()) {
        if (!body.is_static() && pass(body, radius, ray_from(place[1]), hit))
            height = std::max(height, place[1] + double{hit.exit});
    }
    height += clearance;
    for (bool is_free = false; !is_free;) {
        is_free = true;
        for (const Body& body : engine_->bodies()) {
            if (!body.is_static() || !pass(body, radius, ray_from(height), hit) || hit.entry > 0) continue;
            height += double{hit.exit} + clearance;
            is_free = false;
        }
    }
    return height;
}

void Live::throw_box() {
    BodyDef def = draw_box();
    const double distance = geometry::length(camera.eye()), root = std::sqrt(usual_half_extent() / kHalfExtent);
    const Double3 back = direction_to_throw_from(distance, length(def.half_extents));
    const double speed = std::clamp(distance / (kFlightSeconds * root), kSlowest * root, kFastest * root);
    def.position = vector_of(camera.target() + distance * back);
    def.velocity = -speed * vector_of(back);
    def.bullet = true;
    engine_->add(def);
    changed();
}

// Returns the direction of the eye, seen from the target, or one above it from which nothing is in the way.
Double3 Live::direction_to_throw_from(double distance, double radius) const {
    Camera thrower = camera;
    while (true) {
        const double pitch = thrower.pitch();
        const auto max_distance = static_cast<float>(distance);
        const Ray ray{to_vec3(vector_of(camera.target() + distance * thrower.back())),
                      to_vec3(-1 * vector_of(thrower.back())), max_distance};
        const auto in_the_way = [&](const Body& body) { return is_in_the_way(body, ray, radius); };
        const auto bodies = engine_->bodies();
        if (std::none_of(bodies.begin(), bodies.end(), in_the_way)) break;
        thrower.turn_to(camera.yaw(), pitch + kPitchStep);
        if (thrower.pitch() == pitch) break;  // from straight above
    }
    return thrower.back();
}

// Static bodies are in the way where they are not drawn, or where a box would begin in them.
bool Live::is_in_the_way(const Body& body, const Ray& ray, double radius) const {
    RayHit hit;
    if (!body.is_static() || !pass(body, radius, ray, hit)) return false;
    return hit.entry == 0 || camera.is_in_the_way(box_of(body));
}

void Live::pick(std::optional<std::uint32_t> body) {
    picked_ = body && *body < engine_->bodies().size() ? body : std::nullopt;
    events_.clear();
    changed();
}

void Live::show(const LiveOverlays& overlays) {
    overlays_ = overlays;
    changed();
}

std::vector<std::uint32_t> Live::touching(std::uint32_t body) const {
    return partners(engine_->contacts(), body, [](const WorldContact& contact) {
        return BoxPair{contact.pair.first.index, contact.pair.second.index};
    });
}

std::string Live::tip(const Pixel& pixel) const {
    const std::optional<std::uint32_t> found = body_under(pixel);
    if (!found) return "";
    const Body& body = engine_->bodies()[*found];
    const char* const state = body.is_static() ? ", static" : body.asleep ? ", asleep" : "";
    return fmt::format("body {}{}: touches {}", *found, state, others(touching(*found).size()));
}

std::optional<std::uint32_t> Live::body_under(const Pixel& pixel, Double3* point) const {
    const Ray ray = camera.ray(pixel, {});
    float nearest = ray.max_distance;
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < engine_->bodies().size(); ++i) {
        const Body& body = engine_->bodies()[i];
        if (body.is_static() && camera.is_in_the_way(box_of(body))) continue;
        const std::optional<float> entry = entry_of(solid_of(body), ray);
        if (!entry || !(*entry < nearest)) continue;
        nearest = *entry;
        found = i;
    }
    if (found && point != nullptr)
        *point = geometry::widened(ray.origin) + double{nearest} * geometry::widened(ray.direction);
    return found;
}

bool Live::grab(const Pixel& pixel) {
    Double3 point;
    const auto found = body_under(pixel, &point);
    if (!found || engine_->bodies()[*found].is_static()) return false;
    const Body& body = engine_->bodies()[*found];
    grip_ = to_local(body.axes, vector_of(point) - body.position);
    grip_depth_ = goal_ = point;
    pick(found);
    grabbed_ = found;
    return true;
}

void Live::drag(const Pixel& pixel) {
    goal_ = camera.unproject(pixel, grip_depth_);
    changed();
}

std::string Live::trace() const {
    const LiveFigures figures = history_.empty() ? LiveFigures() : history_.back();
    std::string line = fmt::format(
        "live scene={} step={} playing={} bodies={} asleep={} contacts={} begun={} persisted={} ended={} hash={:016x}",
        name_, step_count_, playing_ ? 1 : 0, engine_->bodies().size(), figures.asleep, engine_->contacts().size(),
        figures.begun, figures.persisted, figures.ended, hash());
    Pixel pixel;
    if (picked_ && camera.project(place_of(engine_->bodies()[*picked_]), pixel))
        line += fmt::format(" picked={} at={:.1f},{:.1f} touches={}", *picked_, pixel.x, pixel.y,
                            fmt::join(touching(*picked_), ","));
    return line;
}

}  // namespace satori::viewer
