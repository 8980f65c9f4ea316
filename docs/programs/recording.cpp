// docs/recording.md: the program records a World, then replays the recording on one thread and with another instruction
// set.
#include <cstdio>
#include <vector>

#include <satori/world_recording.hpp>

using satori::Status;

namespace {

using Bytes = std::vector<std::byte>;

bool append(const void* bytes, std::size_t size, void* user) noexcept {
    const auto* const begin = static_cast<const std::byte*>(bytes);
    try {
        static_cast<Bytes*>(user)->insert(static_cast<Bytes*>(user)->end(), begin, begin + size);
    } catch (...) {
        return false;
    }
    return true;
}

// Sixteen steps of boxes that sway.
bool simulate(satori::World& world) {
    std::vector<satori::BoxDef> defs(200);
    std::vector<satori::BoxPose> poses;
    for (int i = 0; i < 200; ++i) {
        defs[i].pose.position = {0.875 * (i % 10), 0.875 * (i / 10 % 5), 0.875 * (i / 50)};
        poses.push_back(defs[i].pose);
    }
    std::vector<satori::BoxId> ids(defs.size());
    if (world.create(defs, ids) != Status::ok) return false;
    for (int step = 0; step < 16; ++step) {
        for (int i = 0; i < 200; ++i) poses[i].position.y += 0.03125 * (i % 5 - 2);
        satori::WorldUpdate update;
        if (world.set_poses(ids, poses) != Status::ok || world.update(update) != Status::ok) return false;
    }
    return true;
}

}  // namespace

int main() {
    Bytes recording;
    satori::World world;
    if (world.record({.write = append, .user = &recording}) != Status::ok) return 1;
    if (!simulate(world) || world.stop_recording() != Status::ok) return 1;

    satori::WorldReplay replay(recording);
    satori::ReplayStep step;
    satori::WorldUpdate update;
    const satori::Execution elsewhere{satori::Isa::scalar, &satori::serial_executor()};
    do {
        if (replay.step(step, update, elsewhere) != Status::ok) return 1;
    } while (step.outcome == satori::ReplayOutcome::same);
    std::printf("%llu steps, %s\n", static_cast<unsigned long long>(step.number),
                step.outcome == satori::ReplayOutcome::end ? "all the same" : "not the same");
    std::printf("the last state is %s\n",
                replay.world().state_hash() == world.state_hash() ? "that of the first run" : "another");

    recording.resize(recording.size() / 2);
    satori::WorldReplay half(recording);
    Status status = Status::ok;
    while (status == Status::ok) status = half.step(step, update);
    std::printf("half of it: %s: %s\n", satori::describe(status), satori::describe(half.fault()));
}
