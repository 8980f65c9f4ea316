// Measures boxes that slide over a floor of tiles: whether inner edges of the floor stop them or throw them up.

#include <algorithm>
#include <cmath>

#include "behavior/run.hpp"

namespace satori::behavior {

namespace {

using rigid_bodies::TilesDef;

struct Slide {
    double way = 0;     ///< along x, m
    double height = 0;  ///< greatest distance up or down from the start, mm
    double up = 0;      ///< greatest distance up from the start, mm
};

std::optional<Slide> slide(EngineKind kind, const TilesDef& def, const Ask& ask, const std::string& label) {
    const Scene scene = rigid_bodies::tiles(def);
    const std::size_t box = scene.bodies.size() - 1;
    const Vector begin = scene.bodies[box].position;
    Slide result;
    const auto watch = [&](int, const Simulator& simulator) {
        const Vector moved = simulator.state(box).position - begin;
        result.way = moved.x;
        result.up = std::max(result.up, 1e3 * moved.z);
        result.height = std::max(result.height, std::abs(1e3 * moved.z));
    };
    if (!run(kind, scene, ask, label, watch)) return std::nullopt;
    return result;
}

struct Kind {
    const char* name;
    Vector half_extents;
    double yaw;
};
constexpr Kind kKinds[] = {{"cube", {0.5, 0.5, 0.5}, 0},
                           {"yawed cube", {0.5, 0.5, 0.5}, 30},
                           {"plate", {0.5, 0.5, 0.05}, 0},
                           {"yawed plate", {0.5, 0.5, 0.05}, 30},
                           {"10 cm cube", {0.05, 0.05, 0.05}, 0}};

/// Adds a row for the distance that each kind of box slides on a floor, and a row for its distance up or down.
void add_rows(std::vector<Row>& rows, const char* floor, TilesDef def, const Ask& ask) {
    for (const Kind& kind : kKinds) {
        def.half_extents = kind.half_extents;
        def.yaw = kind.yaw;
        const std::string label = std::string(kind.name) + ", " + floor;
        Row way{label, "m"}, height{label + ", height", "mm"};
        if (def.bend == 0) {
            way.low = 6.3;
            way.high = 6.4;
            height.high = 2;
        } else {
            // Ridges and valleys shorten the way. At 5 m/s half of the bend throws a box up by 0.4 mm. The other 2 mm
            // are the limit of a level floor.
            way.low = 5;
            height.high = 2.4;
        }
        for (const EngineKind engine : {EngineKind::satori, EngineKind::bullet, EngineKind::ode}) {
            if (engine != EngineKind::satori && !ask.peers) continue;
            const auto result = slide(engine, def, ask, label);
            if (!result) continue;
            const double moved = def.bend == 0 ? result->height : result->up;
            if (engine == EngineKind::satori) {
                way.value = result->way;
                height.value = moved;
            } else {
                way.peers.emplace_back(name_of(engine), result->way);
                height.peers.emplace_back(name_of(engine), moved);
            }
        }
        rows.push_back(way);
        rows.push_back(height);
    }
}

}  // namespace

std::vector<Row> measure_inner_edges(const Ask& ask) {
    std::vector<Row> rows;
    add_rows(rows, "1 m tiles", {}, ask);
    add_rows(rows, "0.1 m tiles", {.tile_width = 0.1}, ask);
    add_rows(rows, "steps of 1 mm", {.step = 0.001}, ask);
    add_rows(rows, "tiles at 180 +- 2 deg", {.bend = 2}, ask);
    return rows;
}

}  // namespace satori::behavior
