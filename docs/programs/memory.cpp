// docs/memory.md: an allocator that counts and has a limit; a world that stops growing; a world that needs more than
// its limit.
#include <cstddef>
#include <cstdio>
#include <new>
#include <vector>

#include <satori/world.hpp>

using satori::Status;

namespace {

// Memory of a part of a program, with a limit.
struct Budget {
    std::size_t limit;
    std::size_t used = 0;
    unsigned calls = 0;

    satori::Allocator allocator() noexcept {
        const auto allocate = [](std::size_t size, std::size_t alignment, void* user) noexcept -> void* {
            Budget& budget = *static_cast<Budget*>(user);
            ++budget.calls;
            if (size > budget.limit - budget.used) return nullptr;
            void* const memory = ::operator new (size, std::align_val_t{alignment}, std::nothrow);
            if (memory != nullptr) budget.used += size;
            return memory;
        };
        const auto release = [](void* memory, std::size_t size, std::size_t alignment, void* user) noexcept {
            static_cast<Budget*>(user)->used -= size;
            ::operator delete (memory, std::align_val_t{alignment});
        };
        return {allocate, release, this};
    }
};

bool step(satori::World& world, std::span<const satori::BoxId> ids, std::vector<satori::BoxPose>& poses, double x) {
    for (satori::BoxPose& pose : poses) pose.position.x += x;
    satori::WorldUpdate update;
    return world.set_poses(ids, poses) == Status::ok && world.update(update) == Status::ok;
}

}  // namespace

int main() {
    std::vector<satori::BoxDef> defs(1000);
    std::vector<satori::BoxPose> poses;
    for (int i = 0; i < 1000; ++i) {
        defs[i].pose.position = {0.75 * (i % 10), 0.75 * (i / 10 % 10), 0.75 * (i / 100)};
        poses.push_back(defs[i].pose);
    }
    std::vector<satori::BoxId> ids(defs.size());

    Budget budget{64 << 20};
    {
        satori::World world({}, budget.allocator());
        if (world.create(defs, ids) != Status::ok) return 1;
        for (int i = 0; i < 4; ++i)
            if (!step(world, ids, poses, 0.125)) return 1;
        const unsigned calls = budget.calls;
        for (int i = 0; i < 100; ++i)
            if (!step(world, ids, poses, i % 2 == 0 ? -0.125 : 0.125)) return 1;
        std::printf("allocations in 100 steps: %u\n", budget.calls - calls);
        std::printf("bytes() is %s the allocator has given\n", world.bytes() == budget.used ? "what" : "not what");
    }
    std::printf("afterwards %zu bytes are out\n", budget.used);

    Budget small{1 << 20};
    satori::World world({}, small.allocator());
    satori::WorldUpdate update;
    if (world.create(defs, ids) != Status::ok) return 1;
    std::printf("with 1 MiB: %s\n", satori::describe(world.update(update)));

    small.limit = 64 << 20;
    const satori::Execution limited{.max_pairs = 10000};
    std::printf("with 10000 pairs at most: %s\n", satori::describe(world.update(update, limited)));
    if (world.update(update) != Status::ok) return 1;
    std::printf("with 64 MiB, the same world: %u boxes, %llu contacts\n", world.size(),
                static_cast<unsigned long long>(update.contact_count));
}
