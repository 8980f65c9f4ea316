#include "rigid_bodies/scenes.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "rigid_bodies/scene_tools.hpp"

namespace rigid_bodies {

double Random::between(double low, double high) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return low + (high - low) * static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

Rotation rotation_about(const Vector& axis, double degrees) {
    const double half = degrees * kPi / 360;
    double sine = 0, cosine = 0, term = 1;
    for (int k = 0; k < 40; k += 4) {
        const auto next = [&](int i) { return term *= half / (k + i); };
        cosine += term;
        sine += next(1);
        cosine -= next(2);
        sine -= next(3);
        next(4);
    }
    return normalized(Rotation{sine * axis.x, sine * axis.y, sine * axis.z, cosine});
}

BodyDef fixed(const Vector& position, const Vector& half_extents) {
    BodyDef def;
    def.position = position;
    def.half_extents = half_extents;
    def.density = 0;
    return def;
}

BodyDef ground() {
    return fixed({0, 0, -1}, {100, 100, 1});
}

namespace {

constexpr std::array<std::string_view, 13> kNames{"stack",    "pyramid", "wall",          "heap", "solids",
                                                  "dominoes", "plates",  "slope",         "roll", "tiles",
                                                  "bullets",  "chain",   "heavy_on_light"};

}  // namespace

std::span<const std::string_view> scene_names() {
    return kNames;
}

Scene make_scene(std::string_view name) {
    if (name == "stack") return stack();
    if (name == "pyramid") return pyramid();
    if (name == "wall") return wall();
    if (name == "heap") return heap();
    if (name == "solids") return solids();
    if (name == "dominoes") return dominoes();
    if (name == "plates") return plates();
    if (name == "slope") return slope();
    if (name == "roll") return roll();
    if (name == "tiles") return tiles();
    if (name == "bullets") return bullets();
    if (name == "chain") return chain();
    if (name == "heavy_on_light") return heavy_on_light();
    throw std::invalid_argument("no such scene: " + std::string(name));
}

Engine make_engine(const Scene& scene, Settings settings) {
    settings.world.contacts.speculative_distance = scene.speculative_distance;
    Engine engine(settings);
    for (const BodyDef& def : scene.bodies) engine.add(def);
    for (const BallJointDef& def : scene.joints) engine.join(def);
    // More than the steps of 1 mm between tiles, and than half the gap at the bottom of two that meet at 178 degrees.
    if (scene.tiled && engine.world().find_covered_sides(0.01F) != satori::Status::ok) std::abort();
    return engine;
}

}  // namespace rigid_bodies
