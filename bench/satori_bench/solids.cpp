// find_overlaps_of_solids/KIND_COUNT: measures find_overlaps() of boxes with radii beside plain boxes.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/checksum.hpp"
#include "scenes/generator.hpp"
#include "scenes/solids.hpp"

namespace satori::bench {

namespace {

struct SolidKind {
    const char* name;
    scenes::Solid solid;
};
constexpr SolidKind kKinds[] = {
    {"spheres", scenes::Solid::spheres}, {"capsules", scenes::Solid::capsules}, {"rounded", scenes::Solid::rounded}};

/// Two batches with the same bounds, and so the same candidates: solids, and the boxes that are their bounds.
struct Batches {
    BoxBatch solids, boxes;

    Batches(std::uint32_t count, scenes::Solid solid) {
        std::vector<OrientedBox> cores;
        std::vector<float> radii;
        for (const OrientedBox& box : scenes::make_scene({scenes::SceneKind::dense, count}).rows) {
            const auto row = scenes::rounded(box, solid);
            cores.push_back(row.box);
            radii.push_back(row.radius);
        }
        expect(solids.assign(box_rows(cores)), "taking in the cores");
        expect(solids.set_radii(radii), "taking in the radii");
        std::vector<Aabb> bounds(count);
        expect(compute_aabbs(solids, bounds), "computing the bounds");
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec3 &low = bounds[i].min, &high = bounds[i].max;
            cores[i] = {{0.5F * (low.x + high.x), 0.5F * (low.y + high.y), 0.5F * (low.z + high.z)},
                        {0.5F * (high.x - low.x), 0.5F * (high.y - low.y), 0.5F * (high.z - low.z)},
                        {}};
        }
        expect(boxes.assign(box_rows(cores)), "taking in the boxes");
    }
};

/// A call with its workspace.
struct Overlaps {
    Workspace workspace;
    PairResult result;

    double seconds(const BoxBatch& batch, const Execution& execution) {
        const auto begin = std::chrono::steady_clock::now();
        expect(find_overlaps(batch, workspace, result, {.execution = execution}), "finding overlaps");
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    std::uint64_t sum() const { return checksum(std::span<const BoxPair>(result.pairs)); }
};

/// Counters: boxes_ratio, the minimum time divided by that of the boxes, measured here in turns; candidates of both;
/// overlaps of the solids.
void bench_solids(benchmark::State& state, const Execution& execution, std::uint32_t count, scenes::Solid solid) {
    const Batches batches(count, solid);
    Overlaps of_solids, of_boxes;
    of_solids.seconds(batches.solids, {Isa::scalar, &serial_executor()});
    const std::uint64_t expected = of_solids.sum();
    double best = 1e9, best_boxes = 1e9;
    for (auto _ : state) {
        const double time = of_solids.seconds(batches.solids, execution);
        best = std::min(best, time);
        state.SetIterationTime(time);
        best_boxes = std::min(best_boxes, of_boxes.seconds(batches.boxes, execution));
    }
    if (of_solids.sum() != expected) state.SkipWithError("the result differs from the scalar set's");
    report_items(state, "solids", count, of_solids.sum());
    state.counters["boxes_ratio"] = best / best_boxes;
    state.counters["candidates"] = static_cast<double>(of_solids.result.candidate_count);
    state.counters["box_candidates"] = static_cast<double>(of_boxes.result.candidate_count);
    state.counters["overlaps"] = static_cast<double>(of_solids.result.pair_count);
}

}  // namespace

void add_solids(std::vector<BenchCase>& cases) {
    for (const SolidKind& kind : kKinds) {
        for (const std::uint32_t count : {10000U, 100000U}) {
            for (const Isa isa : usable_isas()) {
                cases.push_back({"find_overlaps_of_solids", std::string(kind.name) + "_" + std::to_string(count), isa,
                                 1, isa == usable_isas().back() ? Level::full : Level::asked,
                                 [count, solid = kind.solid](benchmark::State& state, const Execution& execution) {
                                     bench_solids(state, execution, count, solid);
                                 },
                                 true});
            }
        }
    }
}

}  // namespace satori::bench
