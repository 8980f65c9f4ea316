// Measures small boxes on very large ones.

#include <algorithm>
#include <cmath>

#include <satori/satori.hpp>

#include "behavior/contact_options.hpp"
#include "behavior/pair_contacts.hpp"
#include "behavior/run.hpp"
#include "oracles/reference_contacts.hpp"

namespace satori::behavior {

namespace {

const OrientedBox kGround{{0, 0, -1}, {5000, 5000, 1}, {}};
const OrientedBox kFlushCube{{0.3F, 0.2F, 0.0099F}, {0.01F, 0.01F, 0.01F}, {}};
/// A box that is 2.1 mm deep in the ground's side.
const OrientedBox kBesideGround{{5000.69287F, 0, 0.384195268F}, {0.5F, 0.5F, 0.5F}, {0, 0, 0.29552021F, 0.95533649F}};
/// A box whose least depth is along an edge axis.
const OrientedBox kOverTheEdge{{5000.15918F, 0.651041448F, 0.188565314F},
                               {0.3F, 0.5F, 0.4F},
                               {-0.656907856F, 0.592581153F, 0.135102406F, 0.31087029F}};

constexpr double kGroundHalves[] = {10, 100, 2000, 20000};
constexpr double kCubeHalves[] = {0.005, 0.02, 0.1, 0.5};

/// Returns the difference between the depth of the deepest point and the least depth. Unit: the least half extent of
/// the small box.
double depth_error(const OrientedBox& a, const OrientedBox& b, const OrientedBox& small) {
    PairContacts contacts;
    const ContactManifold manifold = contacts.collide(a, b, contact_options(0));
    if (manifold.point_count == 0) return HUGE_VAL;
    const reference::Pair pair(a, b);
    double told = 0;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p)
        told = std::max(told, -static_cast<double>(manifold.points[p].separation));
    const double least = -reference::best_separation(reference::axes_of(pair));
    const Vec3& h = small.half_extents;
    return std::abs(told - least) / double{std::min({h.x, h.y, h.z})};
}

/// Returns how many cubes on a ground stay in place: within 1 % of their half extent sideways and 10 % up or down,
/// slower than 1 mm/s. Returns -1 where the engine is not in this build.
int count_at_rest(EngineKind kind, const Ask& ask) {
    int resting = 0;
    for (const double ground : kGroundHalves) {
        for (const double cube : kCubeHalves) {
            const Scene scene = rigid_bodies::cube_on_ground(ground, cube);
            double down = 0;
            const auto watch = [&](int, const Simulator& simulator) {
                down = std::abs(simulator.state(1).position.z - cube);
            };
            const auto outcome = run(kind, scene, ask, "small on large", watch);
            if (!outcome) return -1;
            resting += outcome->drift < 0.01 * cube && down < 0.1 * cube && outcome->rms_speed < 1e-3 ? 1 : 0;
        }
    }
    return resting;
}

}  // namespace

std::vector<Row> measure_small_contacts(const Ask& ask) {
    ask.progress("contacts of small boxes on large ones");
    PairContacts contacts;
    const ContactManifold flush = contacts.collide(kFlushCube, kGround, contact_options(0));
    int four = 0;
    for (const double ground : kGroundHalves) {
        for (const double cube : kCubeHalves) {
            const auto g = static_cast<float>(ground), c = static_cast<float>(cube);
            const OrientedBox small{{0.3F, 0.2F, c}, {c, c, c}, {}};
            const ContactManifold manifold = contacts.collide({{0, 0, -1}, {g, g, 1}, {}}, small, contact_options(0));
            four += manifold.point_count == 4 ? 1 : 0;
        }
    }
    return {{.name = "2 cm cube flush on 10 km", .unit = "points", .value = double(flush.point_count), .low = 4},
            {.name = "flush cubes with four points", .unit = "of 16", .value = double(four), .low = 16},
            {.name = "2.1 mm in the ground's side, depth's error",
             .unit = "sizes",
             .value = depth_error(kBesideGround, kGround, kBesideGround),
             .high = 1e-3},
            {.name = "over the ground's edge, depth's error",
             .unit = "sizes",
             .value = depth_error(kGround, kOverTheEdge, kOverTheEdge),
             .high = 1e-3}};
}

std::vector<Row> measure_small_rest(const Ask& ask) {
    Row row{.name = "cubes of 1 cm to 1 m on 20 m to 40 km at rest",
            .unit = "of 16",
            .value = double(count_at_rest(EngineKind::satori, ask)),
            .low = 16};
    if (!ask.peers) return {row};
    for (const EngineKind kind : {EngineKind::bullet, EngineKind::ode})
        if (const int count = count_at_rest(kind, ask); count >= 0) row.peers.emplace_back(name_of(kind), count);
    return {row};
}

}  // namespace satori::behavior
