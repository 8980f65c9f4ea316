// docs/determinism.md: the same bytes. Every instruction set of this CPU and several executors run one small
// simulation, once also with another rounding mode. The program compares the states after each step.
#include <cfenv>
#include <cstdio>
#include <vector>

#include <satori/world.hpp>

using satori::Status;

namespace {

constexpr int kBoxes = 1000, kSteps = 8;

// The state after each step. Empty where a call failed.
std::vector<std::uint64_t> simulate(const satori::Execution& execution, int rounding = FE_TONEAREST) {
    satori::World world;
    std::vector<satori::BoxDef> defs(kBoxes);
    for (int i = 0; i < kBoxes; ++i) {
        defs[i].pose.position = {0.75 * (i % 10), 0.75 * (i / 10 % 10), 0.75 * (i / 100)};
        defs[i].pose.rotation = {0.25F * static_cast<float>(i % 3), 0, 0.125F * static_cast<float>(i % 5), 1};
    }
    std::vector<satori::BoxId> ids(defs.size());
    if (world.create(defs, ids) != Status::ok) return {};

    std::vector<std::uint64_t> states;
    std::vector<satori::BoxPose> poses(defs.size());
    for (int step = 0; step < kSteps; ++step) {
        for (int i = 0; i < kBoxes; ++i) {
            defs[i].pose.position.x +=
                0.0625 * (i % 7 - 3);  // exact in binary, so that no compiler can round it otherwise
            poses[i] = defs[i].pose;
        }
        satori::WorldUpdate update;
        std::fesetround(rounding);
        const bool moved = world.set_poses(ids, poses) == Status::ok;
        const bool updated = moved && world.update(update, execution) == Status::ok;
        std::fesetround(FE_TONEAREST);
        if (!updated || update.contact_count == 0) return {};
        states.push_back(world.state_hash());
    }
    return states;
}

}  // namespace

int main() {
    const std::vector<std::uint64_t> expected = simulate({satori::Isa::scalar, &satori::serial_executor()});
    if (expected.empty()) return 1;

    for (const satori::Isa isa : satori::compiled_isas()) {
        if (!satori::isa_supported(isa)) continue;
        satori::ThreadExecutor threads(3);
        if (simulate({isa, &satori::serial_executor()}) != expected) return 1;
        if (simulate({isa, &threads}) != expected) return 1;
        if (simulate({isa, &satori::default_executor()}) != expected) return 1;
    }
    std::printf("every instruction set, one thread, three, the default: the same %d states\n", kSteps);

    if (simulate({}, FE_UPWARD) != expected) return 1;
    std::printf("rounding upward outside: the same\n");
}
