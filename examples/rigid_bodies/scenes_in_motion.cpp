// Things that fall, slide, fly and swing.

#include "rigid_bodies/scene_tools.hpp"

namespace rigid_bodies {

Scene dominoes(int count) {
    Scene scene;
    scene.seconds = 10;
    scene.bodies.push_back(ground());
    for (int i = 0; i < count; ++i) {
        BodyDef def;
        def.half_extents = {0.05, 0.25, 0.5};
        def.position = {0.34 * i, 0, 0.5};
        scene.bodies.push_back(def);
    }
    scene.bodies[1].spin = {0, 1.5, 0};
    scene.bodies[1].velocity = {0.75, 0, 0};
    return scene;
}

namespace {

/// A plane that goes down along x, and a body on it, `height` above it.
Scene on_plane(double degrees, BodyDef def, double height) {
    Scene scene;
    scene.seconds = 10;
    scene.bodies.push_back(fixed({}, {100, 5, 1}));
    def.rotation = scene.bodies[0].rotation = rotation_about({0, 1, 0}, degrees);
    def.position = to_matrix(def.rotation) * Vector{-50, 0, 1 + height};
    scene.bodies.push_back(def);
    return scene;
}

}  // namespace

Scene slope(double degrees) {
    BodyDef def;
    def.half_extents = {0.5, 0.5, 0.25};
    return on_plane(degrees, def, 0.25);
}

Scene roll(double degrees, double radius, double half_length) {
    BodyDef def;
    def.half_extents = {0, half_length, 0};
    def.radius = radius;
    return on_plane(degrees, def, radius);
}

Scene bullets(int count) {
    Scene scene;
    scene.seconds = 2;
    // So wide that nothing that bounces off the wall comes to an edge.
    scene.bodies.push_back(fixed({0, 0, -1}, {400, 400, 1}));
    scene.bodies.push_back(fixed({0, 0, 20}, {0.025, 400, 20}));
    Random random(1);
    for (int i = 0; i < count; ++i) {
        BodyDef def;
        def.bullet = true;
        def.half_extents = {0.1, 0.1, 0.1};
        def.position = {-30 - random.between(0, 10), 1.5 * (i - 0.5 * (count - 1)), random.between(5, 15)};
        const Vector axis{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        def.rotation = rotation_about((1 / length(axis)) * axis, random.between(0, 360));
        def.velocity = {50 + 350.0 * i / (count - 1), 0, 0};
        scene.bodies.push_back(def);
    }
    return scene;
}

Scene spinning_bars(std::uint64_t seed) {
    Scene scene;
    scene.seconds = 1;
    scene.bodies.push_back(fixed({0, 0, -50}, {1, 1, 1}));
    Random random(seed);
    for (int i = 0; i < 2; ++i) {
        BodyDef def;
        def.bullet = true;
        def.half_extents = {1, 0.03, 0.03};
        def.position = {1.3 * i, random.between(-0.3, 0.3), 0};
        // Apart at first: along y, or beside that.
        def.rotation = rotation_about({0, 0, 1}, 90 + random.between(-10, 10));
        def.velocity = {(i == 0 ? 1 : -1) * random.between(0, 2), 0, 0};
        def.spin = {0, 0, random.between(15, 50) * (random.between(-1, 1) < 0 ? -1 : 1)};
        scene.bodies.push_back(def);
    }
    return scene;
}

Scene chain(int count) {
    Scene scene;
    scene.bodies.push_back(ground());
    scene.bodies.push_back(fixed({0, 0, 10}, {0.1, 0.1, 0.1}));
    for (int i = 0; i < count; ++i) {
        BodyDef def;
        def.half_extents = {0.25, 0.05, 0.05};
        def.position = {0.25 + 0.5 * i, 0, 10};
        scene.bodies.push_back(def);
        const auto link = static_cast<std::uint32_t>(i);
        scene.joints.push_back({link + 1, link + 2, {0.5 * i, 0, 10}});
    }
    return scene;
}

Scene tiles(const TilesDef& def) {
    constexpr double kLength = 10, kHalfWidth = 1.5, kStart = -1;
    Scene scene;
    scene.tiled = true;
    scene.seconds = 4;
    // Far below: nothing falls off the tiles but what fails.
    scene.bodies.push_back(fixed({0, 0, -10}, {20, 20, 1}));
    const double half = 0.5 * def.tile_width;
    const int along = static_cast<int>(kLength / def.tile_width + 0.5),
              across = static_cast<int>(2 * kHalfWidth / def.tile_width + 0.5);
    const Vector tile{half, half, 0.25};
    for (int i = 0; i < along; ++i) {
        for (int k = 0; k < across; ++k) {
            const double x = kStart + (2 * i + 1) * half, y = (2 * k + 1 - across) * half;
            const double height = (i * 7 + k * 3) % 2 == 0 ? 0 : -def.step;
            BodyDef one = fixed({x, y, height - tile.z}, tile);
            if (def.bend != 0) {
                // A roof of ridges: tops meet at their edges.
                one.rotation = rotation_about({0, 1, 0}, (i % 2 == 0 ? -0.5 : 0.5) * def.bend);
                const Matrix axes = to_matrix(one.rotation);
                const double shrink = axes.x.x, rise = half * std::abs(axes.x.z);
                const Vector top{kStart + (2 * i + 1) * half * shrink, y, rise};
                one.position = top - tile.z * axes.z;
            }
            one.friction = 0.2;
            scene.bodies.push_back(one);
        }
    }
    BodyDef box;
    box.half_extents = def.half_extents;
    // Over a ridge, where there are any.
    const double ridge = def.bend == 0 ? 0 : 2 * half * std::abs(to_matrix(scene.bodies[1].rotation).x.z);
    box.position = {0, 0.2, def.half_extents.z + ridge};
    box.rotation = rotation_about({0, 0, 1}, def.yaw);
    box.friction = 0.2;
    box.velocity = {5, 0, 0};
    scene.bodies.push_back(box);
    return scene;
}

}  // namespace rigid_bodies
