// snapshots_CALL/SCENE: measures World::copy_from(), save() and load() beside memcpy of as many bytes.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include <satori/world_snapshot.hpp>

#include "common/block.hpp"
#include "common/expect.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/frame_times.hpp"
#include "satori_bench/scenes.hpp"

namespace satori::bench {

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

/// A World that knows the contacts of a scene.
struct SceneWorld {
    World world;
    WorldUpdate update;

    SceneWorld(BenchScene& scene, const Execution& execution) {
        std::vector<BoxDef> defs;
        for (const OrientedBox& box : scene.boxes()) defs.push_back(def_of(box));
        std::vector<BoxId> ids(defs.size());
        expect(world.create(defs, ids), "creating boxes");
        expect(world.update(update, execution), "updating the world");
    }
};

/// Measures a call and a memcpy in turns: "ratio" is between their medians. `size`: bytes that the memcpy copies.
template <class Call>
void measure(benchmark::State& state, std::size_t size, Call call) {
    const Block from(size), to(size);
    std::vector<double> calls, copies;
    for (auto _ : state) {
        const Clock call_clock(true);
        call();
        calls.push_back(call_clock.seconds());
        state.SetIterationTime(calls.back());
        const Clock copy_clock(true);
        std::memcpy(to.data(), from.data(), size);
        benchmark::ClobberMemory();
        copies.push_back(copy_clock.seconds());
    }
    state.counters["bytes"] = static_cast<double>(size);
    state.counters["memcpy_us"] = 1e6 * median(copies);
    state.counters["ratio"] = median(calls) / median(copies);
}

void report(benchmark::State& state, const SceneWorld& made, const World& other) {
    const std::uint64_t hash = made.world.state_hash();
    if (other.state_hash() != hash) throw std::runtime_error("the other world's state is not the same");
    report_items(state, "boxes", made.world.size(), hash);
    state.counters["contacts"] = static_cast<double>(made.update.contact_count);
    state.counters["points"] = static_cast<double>(made.update.point_count);
}

void bench_copy(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    const SceneWorld made(scene, execution);
    World copy;
    const auto call = [&] { expect(copy.copy_from(made.world), "copying the world"); };
    call();  // after it, there is room
    measure(state, made.world.bytes(), call);
    report(state, made, copy);
}

void bench_save(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    const SceneWorld made(scene, execution);
    Bytes bytes;
    const auto call = [&] {
        bytes.clear();
        expect(save(made.world, {.write = append, .user = &bytes}), "saving the world");
    };
    call();  // after it, there is room
    measure(state, bytes.size(), call);
    World loaded;
    expect(load(loaded, bytes, execution), "loading the world");
    report(state, made, loaded);
}

void bench_load(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    const SceneWorld made(scene, execution);
    Bytes bytes;
    expect(save(made.world, {.write = append, .user = &bytes}), "saving the world");
    World loaded;
    const auto call = [&] { expect(load(loaded, bytes, execution), "loading the world"); };
    call();
    measure(state, bytes.size(), call);
    report(state, made, loaded);
}

}  // namespace

void add_snapshots(std::vector<BenchCase>& cases) {
    static BenchScene scenes[] = {BenchScene("uniform20_2000"), BenchScene("uniform_100000")};
    constexpr std::pair<const char*, decltype(&bench_copy)> kCalls[] = {
        {"snapshots_copy_from", bench_copy}, {"snapshots_save", bench_save}, {"snapshots_load", bench_load}};
    for (BenchScene& scene : scenes) {
        for (const auto& [what, measured] : kCalls) {
            const auto run = [&scene, measured = measured](benchmark::State& state, const Execution& execution) {
                measured(state, scene, execution);
            };
            cases.push_back({what, scene.name(), usable_isas().back(), 1, Level::full, run, true, 20});
        }
    }
}

}  // namespace satori::bench
