// docs/snapshots.md: the program goes eight steps forward, back, and forward again; then saves and loads the World.
#include <cstdio>
#include <vector>

#include <satori/world_snapshot.hpp>

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

// Moves each box a little further on its way, by what the World knows of it.
bool sway(satori::World& world, const std::vector<satori::BoxId>& ids, int steps) {
    for (int step = 0; step < steps; ++step) {
        for (const satori::BoxId id : ids) {
            satori::BoxPose pose = world.box(id).pose;
            pose.position.y += 0.03125 * (static_cast<int>(id.index % 5) - 2);
            if (world.set_pose(id, pose) != Status::ok) return false;
        }
        satori::WorldUpdate update;
        if (world.update(update) != Status::ok) return false;
    }
    return true;
}

const char* compared(bool same) {
    return same ? "the same state" : "another state";
}

}  // namespace

int main() {
    std::vector<satori::BoxDef> defs(200);
    for (int i = 0; i < 200; ++i) defs[i].pose.position = {0.875 * (i % 10), 0.875 * (i / 10 % 5), 0.875 * (i / 50)};
    std::vector<satori::BoxId> ids(defs.size());
    satori::World world, kept;
    if (world.create(defs, ids) != Status::ok || !sway(world, ids, 4)) return 1;

    if (kept.copy_from(world) != Status::ok) return 1;
    if (!sway(world, ids, 8)) return 1;
    const std::uint64_t first_time = world.state_hash();
    if (world.copy_from(kept) != Status::ok) return 1;
    if (!sway(world, ids, 8)) return 1;
    std::printf("8 steps again: %s\n", compared(world.state_hash() == first_time));

    Bytes bytes;
    if (save(world, {.write = append, .user = &bytes}) != Status::ok) return 1;
    satori::World loaded;
    if (load(loaded, bytes) != Status::ok) return 1;
    std::printf("loaded from bytes: %s\n", compared(loaded.state_hash() == world.state_hash()));

    bytes[100] ^= std::byte{1};
    std::printf("with one bit changed: %s\n", satori::describe(load(loaded, bytes)));
}
