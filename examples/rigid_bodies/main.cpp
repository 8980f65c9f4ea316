// Runs a scene of rigid boxes and tells how it ends: how far they have moved, how fast they still are, how deep they
// stand in each other.
//     rigid_bodies [SCENE [SECONDS]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "rigid_bodies/engine.hpp"
#include "rigid_bodies/scenes.hpp"

namespace {

using namespace rigid_bodies;

void run(const char* name, double seconds) {
    const Scene scene = make_scene(name);
    Engine engine = make_engine(scene);
    if (seconds <= 0) seconds = scene.seconds;
    const int steps = static_cast<int>(seconds / Settings{}.step_seconds + 0.5);
    for (int i = 0; i < steps; ++i) engine.step();

    double moved = 0, speed = 0, deepest = 0;
    int asleep = 0, points = 0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const Body& body = engine.bodies()[i];
        moved = std::max(moved, length(body.position - scene.bodies[i].position));
        speed = std::max(speed, length(body.velocity));
        asleep += body.asleep ? 1 : 0;
    }
    for (const satori::WorldContact& contact : engine.contacts()) {
        const satori::ContactManifold& manifold = engine.world().manifold(contact.slot);
        for (std::uint32_t p = 0; p < manifold.point_count; ++p)
            deepest = std::max(deepest, -double{manifold.points[p].separation});
        points += static_cast<int>(manifold.point_count);
    }
    std::printf("%s: %zu boxes, %g s in %d steps\n", name, scene.bodies.size(), seconds, steps);
    std::printf("  moved by up to %.2f mm, fastest %.3f mm/s, %d asleep\n", 1e3 * moved, 1e3 * speed, asleep);
    std::printf("  %zu contacts with %d points, deepest %.2f mm\n", engine.contacts().size(), points, 1e3 * deepest);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc > 1 ? argv[1] : "stack", argc > 2 ? std::atof(argv[2]) : 0);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rigid_bodies: %s; scenes:", error.what());
        for (const std::string_view name : scene_names())
            std::fprintf(stderr, " %.*s", static_cast<int>(name.size()), name.data());
        std::fputc('\n', stderr);
        return 2;
    }
}
