#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "rigid_bodies/scenes.hpp"

namespace satori::behavior {

using rigid_bodies::Rotation;
using rigid_bodies::Scene;
using rigid_bodies::Vector;

/// Engines that run the scenes, at 60 steps a second.
enum class EngineKind {
    satori,     ///< examples/rigid_bodies
    bullet,     ///< as it comes, without deactivation
    ode,        ///< its quick step, its sweep-and-prune space, its own collider
    ode_batch,  ///< the same with collide() of a BoxBatch in place of space and collider
};
const char* name_of(EngineKind kind);

/// A body of Scene::bodies as an engine moves it.
struct BodyState {
    Vector position;
    Rotation rotation;
    Vector velocity, spin;
};

class Simulator {
public:
    virtual ~Simulator() = default;
    virtual void step() = 0;
    virtual BodyState state(std::size_t body) const = 0;
};

/// Null where the engine is not in this build.
std::unique_ptr<Simulator> make_simulator(EngineKind kind, const Scene& scene);

// Of each engine that is there.
std::unique_ptr<Simulator> make_bullet_simulator(const Scene& scene);
std::unique_ptr<Simulator> make_ode_simulator(const Scene& scene, bool with_batch);

}  // namespace satori::behavior
