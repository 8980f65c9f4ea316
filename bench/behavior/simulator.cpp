#include "behavior/simulator.hpp"

#include "rigid_bodies/engine.hpp"

namespace satori::behavior {

namespace {

class ExampleSimulator final : public Simulator {
public:
    explicit ExampleSimulator(const Scene& scene) : engine_(rigid_bodies::make_engine(scene, settings())) {}

    void step() override { engine_.step(); }
    BodyState state(std::size_t body) const override {
        const rigid_bodies::Body& from = engine_.bodies()[body];
        return {from.position, from.rotation, from.velocity, from.spin};
    }

private:
    static rigid_bodies::Settings settings() {
        rigid_bodies::Settings settings;
        settings.sleep_seconds = 0;
        return settings;
    }
    rigid_bodies::Engine engine_;
};

}  // namespace

const char* name_of(EngineKind kind) {
    switch (kind) {
        case EngineKind::satori:
            return "satori";
        case EngineKind::bullet:
            return "Bullet";
        case EngineKind::ode:
            return "ODE";
        case EngineKind::ode_batch:
            break;
    }
    return "ODE, our batch";
}

std::unique_ptr<Simulator> make_simulator(EngineKind kind, const Scene& scene) {
    switch (kind) {
        case EngineKind::satori:
            return std::make_unique<ExampleSimulator>(scene);
        case EngineKind::bullet:
#ifdef SATORI_HAVE_BULLET
            return make_bullet_simulator(scene);
#else
            return nullptr;
#endif
        case EngineKind::ode:
        case EngineKind::ode_batch:
            break;
    }
#ifdef SATORI_HAVE_ODE
    return make_ode_simulator(scene, kind == EngineKind::ode_batch);
#else
    return nullptr;
#endif
}

}  // namespace satori::behavior
