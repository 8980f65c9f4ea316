// Measures boxes that stand: how much they tremble and how far they drift. Also heaps that come to rest.

#include "behavior/run.hpp"

namespace satori::behavior {

namespace {

double jitter(const Outcome& outcome) {
    return 1e3 * outcome.rms_speed;
}
double drift(const Outcome& outcome) {
    return 1e3 * outcome.drift;
}

Row at_most(const char* name, const char* unit, double limit) {
    Row row{name, unit};
    row.high = limit;
    return row;
}

/// Returns the medians of five seeds: the greatest penetration, mm, and the kinetic energy, mJ/kg. Returns an empty
/// vector where the engine is not in this build.
std::vector<double> heap_medians(EngineKind kind, const Ask& ask) {
    constexpr int kSeeds = 5;
    std::vector<double> deepest, kinetic;
    for (int seed = 1; seed <= kSeeds; ++seed) {
        const auto outcome = run(kind, rigid_bodies::heap(2000, static_cast<std::uint64_t>(seed)), ask,
                                 "heap, seed " + std::to_string(seed));
        if (!outcome) return {};
        deepest.push_back(1e3 * outcome->deepest);
        kinetic.push_back(1e3 * outcome->kinetic);
    }
    return {median(deepest), median(kinetic)};
}

}  // namespace

std::vector<Row> measure_jitter(const Ask& ask) {
    std::vector<Row> rows{at_most("stack of ten flush cubes", "mm/s", 0.008),
                          at_most("pyramid of 20 rows", "mm/s", 0.1),
                          at_most("10 : 1 on a light cube", "mm/s", 0.0006)};
    fill_row(rows[0], rigid_bodies::stack(), ask, jitter);
    fill_row(rows[1], rigid_bodies::pyramid(), ask, jitter);
    fill_row(rows[2], rigid_bodies::heavy_on_light(10), ask, jitter);
    return rows;
}

std::vector<Row> measure_standing(const Ask& ask) {
    std::vector<Row> rows{at_most("stack of ten", "mm", 5), at_most("wall 12 x 8", "mm", 7),
                          at_most("pyramid of 20 rows", "mm", 10), at_most("100 : 1 on a light cube", "mm", 2),
                          at_most("ten plates", "mm", 0.5)};
    const Scene scenes[] = {rigid_bodies::stack(), rigid_bodies::wall(), rigid_bodies::pyramid(),
                            rigid_bodies::heavy_on_light(), rigid_bodies::plates()};
    for (std::size_t i = 0; i < rows.size(); ++i) fill_row(rows[i], scenes[i], ask, drift);
    return rows;
}

std::vector<Row> measure_heap(const Ask& ask) {
    std::vector<Row> rows{at_most("deepest, median of five seeds", "mm", 60),
                          at_most("kinetic energy, likewise", "mJ/kg", 0.05)};
    const std::vector<double> ours = heap_medians(EngineKind::satori, ask);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].value = ours[i];
    if (!ask.peers) return rows;
    const std::vector<double> bullet = heap_medians(EngineKind::bullet, ask);
    for (std::size_t i = 0; i < bullet.size(); ++i) rows[i].peers.emplace_back("Bullet", bullet[i]);
    return rows;
}

std::vector<Row> measure_ode_heap(const Ask& ask) {
    const std::vector<double> stock = heap_medians(EngineKind::ode, ask);
    const std::vector<double> ours = heap_medians(EngineKind::ode_batch, ask);
    if (stock.empty()) return {};
    std::vector<Row> rows{at_most("deepest, our batch in ODE", "mm", stock[0]),
                          at_most("kinetic energy, likewise", "mJ/kg", stock[1])};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].value = ours[i];
        rows[i].peers.emplace_back("ODE", stock[i]);
    }
    return rows;
}

}  // namespace satori::behavior
