// satori-bench: STAGE/SCENE/ISA/THREADS for every stage, scene, instruction set of this CPU and 1, 2, ... all threads.
// --benchmark_filter=REGEX selects, for instance 'find_overlaps/uniform_100000/.*/1$'.

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <oneapi/tbb/task_arena.h>

#include <satori/tbb.hpp>

#include "bench_moving.hpp"
#include "bench_stages.hpp"

namespace {

using namespace satori;

struct Stage {
    const char* name;
    bench::StageBench run;
};

constexpr Stage kStages[] = {
    {"ingest", bench::bench_ingest},
    {"compute_aabbs", bench::bench_compute_aabbs},
    {"find_pairs", bench::bench_find_pairs},
    {"test_pairs_columns", bench::bench_test_pairs_columns},
    {"test_pairs_random", bench::bench_test_pairs_random},
    {"find_overlaps", bench::bench_find_overlaps},
};

/// run(execution) on that many threads.
template <class Run>
void run_with(benchmark::State& state, Isa isa, unsigned threads, Run&& run) {
    try {
        if (threads == 1) {
            run(Execution{isa, &serial_executor()});
            return;
        }
        oneapi::tbb::task_arena arena(static_cast<int>(threads));
        TbbArenaExecutor executor(arena);
        run(Execution{isa, &executor});
    } catch (const std::exception& error) {
        state.SkipWithError(error.what());
    }
}

std::vector<unsigned> thread_counts() {
    std::vector<unsigned> counts{1};
    const unsigned all = std::thread::hardware_concurrency();
    while (counts.back() * 2 <= all) counts.push_back(counts.back() * 2);
    if (counts.back() < all) counts.push_back(all);
    return counts;
}

bench::BenchScene& scene_named(std::vector<bench::BenchScene>& scenes, const std::string& name) {
    for (bench::BenchScene& scene : scenes)
        if (scene.name() == name) return scene;
    throw std::invalid_argument("no such scene: " + name);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<bench::BenchScene> scenes = bench::bench_scenes();
    for (const Stage& stage : kStages) {
        for (bench::BenchScene& scene : scenes) {
            for (const Isa isa : compiled_isas()) {
                if (!isa_supported(isa)) continue;
                for (const unsigned threads : thread_counts()) {
                    const std::string name = std::string(stage.name) + "/" + scene.name() + "/" + isa_name(isa) + "/" +
                                             std::to_string(threads);
                    const auto run = [&stage, &scene, isa, threads](benchmark::State& state) {
                        run_with(state, isa, threads, [&](const Execution& e) { stage.run(state, scene, e); });
                    };
                    benchmark::RegisterBenchmark(name.c_str(), run)->UseRealTime()->Unit(benchmark::kMicrosecond);
                }
            }
        }
    }
    for (bench::BenchScene& flat : scenes) {
        if (flat.dimension() != 2) continue;
        const std::string count = flat.name().substr(flat.name().rfind('_') + 1);
        bench::BenchScene& solid = scene_named(scenes, "uniform_" + count);
        for (const Isa isa : compiled_isas()) {
            if (!isa_supported(isa)) continue;
            for (const unsigned threads : thread_counts()) {
                const std::string name =
                    std::string("flat_to_solid/") + count + "/" + isa_name(isa) + "/" + std::to_string(threads);
                const auto run = [&flat, &solid, isa, threads](benchmark::State& state) {
                    run_with(state, isa, threads,
                             [&](const Execution& e) { bench::bench_flat_to_solid(state, flat, solid, e); });
                };
                benchmark::RegisterBenchmark(name.c_str(), run)
                    ->UseManualTime()
                    ->Iterations(20)
                    ->Unit(benchmark::kMicrosecond);
            }
        }
    }
    for (bench::BenchScene& scene : scenes) {
        if (scene.dimension() != 3) continue;
        for (const bench::MovingCase& what : bench::moving_cases()) {
            for (const Isa isa : compiled_isas()) {
                if (!isa_supported(isa)) continue;
                for (const unsigned threads : thread_counts()) {
                    const std::string name = std::string("moving_") + what.name + "/" + scene.name() + "/" +
                                             isa_name(isa) + "/" + std::to_string(threads);
                    const auto run = [&what, &scene, isa, threads](benchmark::State& state) {
                        run_with(state, isa, threads,
                                 [&](const Execution& e) { bench::bench_moving(state, scene, what, e); });
                    };
                    benchmark::RegisterBenchmark(name.c_str(), run)
                        ->UseManualTime()
                        ->Iterations(60)
                        ->Unit(benchmark::kMicrosecond);
                }
            }
        }
    }
    benchmark::AddCustomContext("commit", SATORI_BUILD_COMMIT);
    benchmark::AddCustomContext("compiler", SATORI_BUILD_COMPILER);
    benchmark::AddCustomContext("flags", SATORI_BUILD_FLAGS);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
}
