#include "behavior/run.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <satori/satori.hpp>

#include "behavior/contact_options.hpp"

namespace satori::behavior {

OrientedBox box_of(const Scene& scene, const Simulator& simulator, std::size_t i) {
    const auto [position, q, velocity, spin] = simulator.state(i);
    const auto narrow = [](double x) { return static_cast<float>(x); };
    return {rigid_bodies::to_vec3(position),
            rigid_bodies::to_vec3(scene.bodies[i].half_extents),
            {narrow(q.x), narrow(q.y), narrow(q.z), narrow(q.w)}};
}

double deepest(const Scene& scene, const Simulator& simulator) {
    std::vector<OrientedBox> boxes;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) boxes.push_back(box_of(scene, simulator, i));
    BoxBatch batch;
    Workspace workspace;
    PairResult found;
    Status status = batch.assign(box_rows(boxes));
    if (status == Status::ok) status = find_overlaps(batch, workspace, found);
    std::vector<BoxPair> pairs(found.pairs.begin(), found.pairs.end());
    std::erase_if(pairs, [&](const BoxPair& pair) {
        return scene.bodies[pair.first].density == 0 && scene.bodies[pair.second].density == 0;
    });
    std::vector<SeparatingAxis> axes(pairs.size());
    if (status == Status::ok) status = separating_axes(batch, pairs, axes, workspace, {.contacts = exact_options()});
    if (status != Status::ok) throw std::runtime_error(describe(status));
    double depth = 0;
    for (const SeparatingAxis& axis : axes) depth = std::max(depth, -double{axis.separation});
    return depth;
}

std::optional<Outcome> run(EngineKind kind, const Scene& scene, const Ask& ask, const std::string& label,
                           const Watch& watch) {
    const std::unique_ptr<Simulator> simulator = make_simulator(kind, scene);
    if (simulator == nullptr) return std::nullopt;
    ask.progress(label + ", " + name_of(kind));
    const int steps = static_cast<int>(60 * scene.seconds + 0.5);
    Outcome outcome;
    double sum = 0, count = 0;
    for (int step = 0; step < steps; ++step) {
        simulator->step();
        if (watch) watch(step, *simulator);
        if (2 * step < steps) continue;
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            if (scene.bodies[i].density == 0) continue;
            const Vector velocity = simulator->state(i).velocity;
            sum += dot(velocity, velocity);
            ++count;
        }
    }
    outcome.rms_speed = std::sqrt(sum / count);
    double mass = 0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const rigid_bodies::BodyDef& def = scene.bodies[i];
        if (def.density == 0) continue;
        const BodyState state = simulator->state(i);
        const Vector moved = state.position - def.position;
        const double own = def.density * def.half_extents.x * def.half_extents.y * def.half_extents.z;
        outcome.drift = std::max(outcome.drift, std::hypot(moved.x, moved.y));
        outcome.kinetic += 0.5 * own * dot(state.velocity, state.velocity);
        outcome.height += own * state.position.z;
        mass += own;
    }
    outcome.kinetic /= mass;
    outcome.height /= mass;
    outcome.deepest = deepest(scene, *simulator);
    return outcome;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void fill_row(Row& row, const Scene& scene, const Ask& ask, const std::function<double(const Outcome&)>& figure) {
    row.value = figure(*run(EngineKind::satori, scene, ask, row.name));
    if (!ask.peers) return;
    for (const EngineKind kind : {EngineKind::bullet, EngineKind::ode})
        if (const auto outcome = run(kind, scene, ask, row.name))
            row.peers.emplace_back(name_of(kind), figure(*outcome));
}

}  // namespace satori::behavior
