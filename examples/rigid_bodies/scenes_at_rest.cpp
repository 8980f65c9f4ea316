// Things that stand, and a heap that comes to rest.

#include <algorithm>

#include "rigid_bodies/scene_tools.hpp"

namespace rigid_bodies {

namespace {

BodyDef box_at(const Vector& position, const Vector& half_extents = {0.5, 0.5, 0.5}) {
    BodyDef def;
    def.position = position;
    def.half_extents = half_extents;
    return def;
}

}  // namespace

Scene stack(int count) {
    Scene scene;
    scene.bodies.push_back(ground());
    for (int i = 0; i < count; ++i) scene.bodies.push_back(box_at({0, 0, 0.5 + i}));
    return scene;
}

Scene pyramid(int rows) {
    Scene scene;
    scene.bodies.push_back(ground());
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < rows - row; ++i)
            scene.bodies.push_back(box_at({1.1 * (i - 0.5 * (rows - row - 1)), 0, 0.5 + row}));
    return scene;
}

Scene wall(int columns, int rows) {
    Scene scene;
    scene.bodies.push_back(ground());
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < columns - row % 2; ++i)
            scene.bodies.push_back(
                box_at({i + 0.5 * (row % 2) - 0.5 * columns, 0, 0.25 + 0.5 * row}, {0.5, 0.25, 0.25}));
    return scene;
}

Scene plates(int count) {
    Scene scene;
    scene.bodies.push_back(ground());
    for (int i = 0; i < count; ++i) scene.bodies.push_back(box_at({0, 0, 0.005 + 0.01 * i}, {0.5, 0.5, 0.005}));
    return scene;
}

Scene heavy_on_light(double ratio) {
    Scene scene = stack(2);
    scene.bodies[2].density *= ratio;
    return scene;
}

Scene heap(int count, std::uint64_t seed) {
    constexpr int kSide = 9;
    constexpr double kSpacing = 1.42, kHalf = 0.5 * kSide * kSpacing, kHeight = 20;
    Scene scene;
    scene.seconds = 10;
    scene.bodies.push_back(ground());
    for (const double side : {-1.0, 1.0}) {
        scene.bodies.push_back(fixed({side * (kHalf + 0.5), 0, kHeight}, {0.5, kHalf + 1, kHeight}));
        scene.bodies.push_back(fixed({0, side * (kHalf + 0.5), kHeight}, {kHalf + 1, 0.5, kHeight}));
    }
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        const double column = i % kSide, row = i / kSide % kSide, layer = i / (kSide * kSide);
        BodyDef def = box_at({kSpacing * (column + 0.5) - kHalf, kSpacing * (row + 0.5) - kHalf, 0.7 + 1.2 * layer});
        for (double* half : {&def.half_extents.x, &def.half_extents.y, &def.half_extents.z})
            *half = random.between(0.2, 0.45);
        // Turned anyhow about the vertical axis, then a little about a level one: neighbors stay apart.
        def.rotation = turned(rotation_about({0, 0, 1}, random.between(0, 360)),
                              {random.between(-0.2, 0.2), random.between(-0.2, 0.2), 0});
        scene.bodies.push_back(def);
    }
    return scene;
}

Scene solids(int count, std::uint64_t seed) {
    Scene scene = heap(count, seed);
    int kind = 0;
    for (BodyDef& def : scene.bodies) {
        if (def.density == 0) continue;
        Vector& half = def.half_extents;
        const double least = std::min({half.x, half.y, half.z});
        kind = (kind + 1) % 3;
        def.radius = kind == 2 ? 0.4 * least : least;
        def.rolling_resistance = 0.05;
        const double r = def.radius;
        if (kind == 0) half = {};
        if (kind == 1) half = {std::max(half.x - r, 0.05), 0, 0};
        if (kind == 2) half = {half.x - r, half.y - r, half.z - r};
    }
    return scene;
}

Scene cube_on_ground(double ground_half, double cube_half) {
    Scene scene;
    scene.seconds = 5;
    scene.bodies.push_back(fixed({0, 0, -1}, {ground_half, ground_half, 1}));
    const double half = cube_half;
    scene.bodies.push_back(box_at({0.3, 0.2, half}, {half, half, half}));
    return scene;
}

}  // namespace rigid_bodies
