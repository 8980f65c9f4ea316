// Measures boxes that slide, fall, fly and swing, against their known motion.

#include <algorithm>
#include <cmath>

#include "behavior/run.hpp"
#include "rigid_bodies/scene_tools.hpp"

namespace satori::behavior {

namespace {

constexpr double kGravity = 9.81;

/// Measures the figure of each engine. satori's figure becomes the row's value.
void fill(Row& row, const Ask& ask, const std::function<std::optional<double>(EngineKind)>& figure) {
    for (const EngineKind kind : {EngineKind::satori, EngineKind::bullet, EngineKind::ode}) {
        if (kind == EngineKind::satori)
            row.value = *figure(kind);
        else if (const auto value = ask.peers ? figure(kind) : std::nullopt)
            row.peers.emplace_back(name_of(kind), *value);
    }
}

/// Returns the distance that the box slides down a slope, m.
std::optional<double> slide(EngineKind kind, double degrees, const Ask& ask) {
    const Scene scene = rigid_bodies::slope(degrees);
    double way = 0;
    const auto watch = [&](int, const Simulator& simulator) {
        way = length(simulator.state(1).position - scene.bodies[1].position);
    };
    if (!run(kind, scene, ask, "slope", watch)) return std::nullopt;
    return way;
}

/// Returns the distance by theory: g (sin - mu cos) t^2 / 2.
double coulomb(double degrees) {
    const Scene scene = rigid_bodies::slope(degrees);
    const rigid_bodies::Matrix plane = to_matrix(scene.bodies[0].rotation);
    return 0.5 * kGravity * (-plane.x.z - scene.bodies[1].friction * plane.z.z) * scene.seconds * scene.seconds;
}

/// Returns the time when the last domino has leaned over by 45 degrees, s; infinite when it never does.
std::optional<double> fall_of_dominoes(EngineKind kind, const Ask& ask) {
    const Scene scene = rigid_bodies::dominoes();
    double seconds = HUGE_VAL;
    const auto watch = [&](int step, const Simulator& simulator) {
        const BodyState last = simulator.state(scene.bodies.size() - 1);
        if (to_matrix(last.rotation).z.z < 0.7071) seconds = std::min(seconds, (step + 1) / 60.0);
    };
    if (!run(kind, scene, ask, "dominoes", watch)) return std::nullopt;
    return seconds;
}

/// Returns the number of bullets that come behind the wall, or below the ground anywhere.
std::optional<double> bullets_through(EngineKind kind, const Ask& ask) {
    const Scene scene = rigid_bodies::bullets();
    std::vector<bool> through(scene.bodies.size());
    const auto watch = [&](int, const Simulator& simulator) {
        for (std::size_t i = 2; i < scene.bodies.size(); ++i) {
            const Vector at = simulator.state(i).position;
            if (at.x > 0.1 || at.z < -0.2) through[i] = true;
        }
    };
    if (!run(kind, scene, ask, "bullets", watch)) return std::nullopt;
    return static_cast<double>(std::ranges::count(through, true));
}

/// Returns the kinetic and potential energy, J.
double energy_of(const Scene& scene, const Simulator& simulator) {
    double energy = 0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const rigid_bodies::BodyDef& def = scene.bodies[i];
        const BodyState state = simulator.state(i);
        const Vector& h = def.half_extents;
        const double mass = 8 * h.x * h.y * h.z * def.density;
        const Vector spin = to_local(to_matrix(state.rotation), state.spin);
        const Vector inertia{h.y * h.y + h.z * h.z, h.z * h.z + h.x * h.x, h.x * h.x + h.y * h.y};
        energy +=
            mass * (0.5 * dot(state.velocity, state.velocity) + kGravity * state.position.z +
                    (inertia.x * spin.x * spin.x + inertia.y * spin.y * spin.y + inertia.z * spin.z * spin.z) / 6);
    }
    return energy;
}

/// Returns how far the chain's energy rises above its start value at most. Unit: % of the start value above the energy
/// of a chain that hangs.
std::optional<double> chain_gain(EngineKind kind, const Ask& ask) {
    const Scene scene = rigid_bodies::chain();
    const std::unique_ptr<Simulator> fresh = make_simulator(kind, scene);
    if (fresh == nullptr) return std::nullopt;
    const double start = energy_of(scene, *fresh);
    double hanging = start, most = start;
    for (std::size_t i = 2; i < scene.bodies.size(); ++i) {
        const rigid_bodies::BodyDef& def = scene.bodies[i];
        const Vector& h = def.half_extents;
        // In a chain that hangs, a body is as deep as its x at the start.
        hanging -= 8 * h.x * h.y * h.z * def.density * kGravity * def.position.x;
    }
    const auto watch = [&](int, const Simulator& simulator) { most = std::max(most, energy_of(scene, simulator)); };
    run(kind, scene, ask, "chain", watch);
    return 100 * (most - start) / (start - hanging);
}

}  // namespace

std::vector<Row> measure_motion(const Ask& ask) {
    std::vector<Row> rows{
        {.name = "slope of 26.4 deg holds", .unit = "mm", .high = 1},
        {.name = "slope of 26.7 deg, way over Coulomb's", .unit = "", .low = 0.98, .high = 1.02},
        {.name = "slope of 30 deg, likewise", .unit = "", .low = 0.98, .high = 1.02},
        {.name = "60 dominoes fall in", .unit = "s", .low = 6.6, .high = 7.4},
        {.name = "bullets through a wall of 5 cm", .unit = "of 100", .high = 0},
        {.name = "chain of ten, energy gained", .unit = "%", .high = 1},
    };
    const auto times = [](std::optional<double> value, double factor) {
        return value ? std::optional(factor * *value) : std::nullopt;
    };
    fill(rows[0], ask, [&](EngineKind kind) { return times(slide(kind, 26.4, ask), 1e3); });
    fill(rows[1], ask, [&](EngineKind kind) { return times(slide(kind, 26.7, ask), 1 / coulomb(26.7)); });
    fill(rows[2], ask, [&](EngineKind kind) { return times(slide(kind, 30, ask), 1 / coulomb(30)); });
    fill(rows[3], ask, [&](EngineKind kind) { return fall_of_dominoes(kind, ask); });
    fill(rows[4], ask, [&](EngineKind kind) { return bullets_through(kind, ask); });
    fill(rows[5], ask, [&](EngineKind kind) { return chain_gain(kind, ask); });
    return rows;
}

}  // namespace satori::behavior
