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
    bullet,     ///< with its stock settings, without deactivation
    ode,        ///< with its quick step, its sweep-and-prune space and its own collider
    ode_batch,  ///< the same, with collide() of a BoxBatch instead of the space and the collider
};
const char* name_of(EngineKind kind);

/// The state of a body of Scene::bodies in an engine.
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

/// Returns null where the engine is not in this build.
std::unique_ptr<Simulator> make_simulator(EngineKind kind, const Scene& scene);

// The factories of the other engines. Each is in the build only where its engine is.
std::unique_ptr<Simulator> make_bullet_simulator(const Scene& scene);
std::unique_ptr<Simulator> make_ode_simulator(const Scene& scene, bool with_batch);

}  // namespace satori::behavior
