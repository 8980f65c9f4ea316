#include "satori_bench/stages.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "common/expect.hpp"
#include "common/sweep_counts.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/checksum.hpp"

namespace satori::bench {

namespace {

const Execution kReference{Isa::scalar, &serial_executor()};

/// The types and functions for a scene of boxes.
struct Boxes {
    using Batch = BoxBatch;
    using Component = BoxComponent;
    using Bounds = Aabb;
    static constexpr std::uint32_t kComponentCount = kBoxComponentCount;
    using Contacts = ContactResult;
    static BoxView rows(BenchScene& scene) { return box_rows(scene.boxes()); }
};
/// The types and functions for a scene of rectangles.
struct Rects {
    using Batch = RectBatch;
    using Component = RectComponent;
    using Bounds = Aabb2;
    static constexpr std::uint32_t kComponentCount = kRectComponentCount;
    using Contacts = RectContactResult;
    static RectView rows(BenchScene& scene) { return rect_rows(scene.rects()); }
};

/// Calls f(Boxes{}) or f(Rects{}).
template <class F>
void with_kind_of(const BenchScene& scene, F&& f) {
    if (scene.dimension() == 2)
        f(Rects{});
    else
        f(Boxes{});
}

template <class Kind>
typename Kind::Batch ingested(BenchScene& scene, const Execution& execution) {
    typename Kind::Batch boxes;
    expect(boxes.assign(Kind::rows(scene), OnInvalid::refuse, execution), "taking in the scene");
    return boxes;
}

template <class Kind>
std::uint64_t checksum_of(const typename Kind::Batch& boxes) {
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < Kind::kComponentCount; ++c)
        sum = sum * 31 + checksum(boxes.component(static_cast<typename Kind::Component>(c)));
    return sum;
}

/// Runs `call(execution)` as the benchmark's loop; the first call is untimed. Afterwards `sum()` must equal its value
/// after a call with the reference execution, which runs once for each `what` and scene.
template <class Call, class Sum>
void run(benchmark::State& state, const char* what, const BenchScene& scene, const Execution& execution,
         const char* item, double items, Call&& call, Sum&& sum) {
    static std::map<std::string, std::uint64_t> known;
    const std::string key = std::string(what) + "/" + scene.name();
    if (!known.contains(key)) {
        call(kReference);
        known[key] = sum();
    }
    call(execution);
    for (auto _ : state) call(execution);
    const std::uint64_t found = sum();
    if (found != known[key]) state.SkipWithError("the result differs from the scalar set's");
    report_items(state, item, items, found);
}

/// The CPU time of each stage per box, averaged over all calls of a run.
class StageCounters {
public:
    void add(const StageTimes& times) {
        sums_.aabb += times.aabb;
        sums_.broadphase += times.broadphase;
        sums_.narrowphase += times.narrowphase;
        sums_.manifold += times.manifold;
        ++calls_;
    }
    void report(benchmark::State& state, double boxes) const {
        const auto per_box = [&](std::uint64_t sum) { return static_cast<double>(sum) / calls_ / boxes; };
        state.counters["aabb_ns"] = per_box(sums_.aabb);
        state.counters["broadphase_ns"] = per_box(sums_.broadphase);
        state.counters["narrowphase_ns"] = per_box(sums_.narrowphase);
        state.counters["manifold_ns"] = per_box(sums_.manifold);
    }

private:
    StageTimes sums_;
    double calls_ = 0;
};

/// Returns the counts of a scene's sweeps. They are counted once.
const SweepCounts& sweep_counts(const BenchScene& scene, std::span<const Aabb> bounds, Isa isa) {
    static std::map<std::string, SweepCounts> known;
    const std::string key = scene.name() + "/" + isa_name(isa);
    const auto at = known.find(key);
    return at != known.end() ? at->second : known.emplace(key, count_sweeps(bounds, isa_lanes(isa))).first->second;
}

void report_counts(benchmark::State& state, const SweepCounts& counts) {
    state.counters["candidates_per_box"] = counts.candidates / counts.boxes;
    state.counters["expected_per_box"] = counts.expected / counts.boxes;
    state.counters["copies_per_box"] = counts.copies / counts.boxes;
    state.counters["pairs_per_box"] = counts.pairs / counts.boxes;
    state.counters["column_width"] = counts.width[0];
    state.counters["sweep_lanes"] = counts.sweep_lanes;
    state.counters["pair_lanes"] = counts.pair_lanes;
}

template <class Kind>
void bench_test_pairs(benchmark::State& state, BenchScene& scene, const Execution& execution, bool shuffled) {
    const auto boxes = ingested<Kind>(scene, execution);
    Workspace workspace;
    PairResult found;
    expect(find_pairs(boxes, workspace, found, {.execution = execution}), "finding pairs");
    std::vector<BoxPair> pairs(found.pairs.begin(), found.pairs.end());
    if (shuffled) std::shuffle(pairs.begin(), pairs.end(), std::mt19937_64(1));
    std::vector<std::uint8_t> answers(pairs.size());
    run(
        state, shuffled ? "test_pairs_random" : "test_pairs_columns", scene, execution, "pairs",
        static_cast<double>(pairs.size()),
        [&](const Execution& e) {
            expect(test_pairs(boxes, pairs, answers, workspace, {.execution = e}), "testing pairs");
        },
        [&] { return checksum(std::span<const std::uint8_t>(answers)); });
}

}  // namespace

void bench_ingest(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        typename Kind::Batch boxes;
        const auto rows = Kind::rows(scene);
        run(
            state, "ingest", scene, execution, "boxes", static_cast<double>(rows.count),
            [&](const Execution& e) { expect(boxes.assign(rows, OnInvalid::refuse, e), "taking in the scene"); },
            [&] { return checksum_of<Kind>(boxes); });
    });
}

void bench_compute_aabbs(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        const auto boxes = ingested<Kind>(scene, execution);
        std::vector<typename Kind::Bounds> bounds(boxes.size());
        run(
            state, "compute_aabbs", scene, execution, "boxes", boxes.size(),
            [&](const Execution& e) { expect(compute_aabbs(boxes, bounds, e), "computing bounds"); },
            [&] { return checksum(std::span<const typename Kind::Bounds>(bounds)); });
    });
}

void bench_find_pairs(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        const auto boxes = ingested<Kind>(scene, execution);
        std::vector<typename Kind::Bounds> bounds(boxes.size());
        expect(compute_aabbs(boxes, bounds, execution), "computing bounds");
        Workspace workspace;
        PairResult result;
        run(
            state, "find_pairs", scene, execution, "boxes", boxes.size(),
            [&](const Execution& e) {
                expect(find_pairs(aabb_rows(bounds), workspace, result, {.execution = e}), "finding pairs");
            },
            [&] { return checksum(std::span<const BoxPair>(result.pairs)); });
        state.counters["pairs"] = static_cast<double>(result.pair_count);
        state.counters["bytes_per_box"] = static_cast<double>(workspace.peak_bytes()) / boxes.size();
        if constexpr (std::is_same_v<Kind, Boxes>) report_counts(state, sweep_counts(scene, bounds, result.isa));
    });
}

void bench_find_overlaps(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        const auto boxes = ingested<Kind>(scene, execution);
        Workspace workspace;
        PairResult result;
        StageCounters stages;
        run(
            state, "find_overlaps", scene, execution, "boxes", boxes.size(),
            [&](const Execution& e) {
                expect(find_overlaps(boxes, workspace, result, {.execution = e}), "finding overlaps");
                if (e.isa == execution.isa) stages.add(result.times);
            },
            [&] { return checksum(std::span<const BoxPair>(result.pairs)); });
        stages.report(state, boxes.size());
        state.counters["candidates"] = static_cast<double>(result.candidate_count);
        state.counters["hits"] = static_cast<double>(result.pair_count);
        state.counters["bytes_per_box"] = static_cast<double>(workspace.peak_bytes()) / boxes.size();
        state.counters["threads_used"] = result.thread_count;
    });
}

void bench_collide(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        const auto boxes = ingested<Kind>(scene, execution);
        Workspace workspace;
        typename Kind::Contacts result;
        StageCounters stages;
        run(
            state, "collide", scene, execution, "boxes", boxes.size(),
            [&](const Execution& e) {
                expect(collide(boxes, workspace, result, {.execution = e}), "colliding");
                if (e.isa == execution.isa) stages.add(result.times);
            },
            [&] {
                return checksum(std::span<const typename decltype(result.manifolds)::value_type>(result.manifolds));
            });
        stages.report(state, boxes.size());
        state.counters["candidates"] = static_cast<double>(result.candidate_count);
        state.counters["hits"] = static_cast<double>(result.manifold_count);
        state.counters["points"] = static_cast<double>(result.point_count);
        state.counters["bytes_per_box"] = static_cast<double>(workspace.peak_bytes()) / boxes.size();
        state.counters["threads_used"] = result.thread_count;
    });
}

void bench_test_pairs_columns(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) { bench_test_pairs<Kind>(state, scene, execution, false); });
}

void bench_test_pairs_random(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) { bench_test_pairs<Kind>(state, scene, execution, true); });
}

void bench_flat_to_solid(benchmark::State& state, BenchScene& flat, BenchScene& solid, const Execution& execution) {
    const auto rects = ingested<Rects>(flat, execution);
    const auto boxes = ingested<Boxes>(solid, execution);
    // The two kinds of runs take turns, and the shortest time counts: other programs disturb both alike.
    std::uint64_t sum = 0;
    const auto measure = [&](const auto& batch, Workspace& workspace, double& shortest) {
        PairResult result;
        const auto start = std::chrono::steady_clock::now();
        expect(find_overlaps(batch, workspace, result, {.execution = execution}), "finding overlaps");
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        shortest = std::min(shortest, seconds);
        sum = checksum(std::span<const BoxPair>(result.pairs));
        return seconds;
    };
    Workspace flat_workspace, solid_workspace;
    double flat_shortest = 1e9, solid_shortest = 1e9, cold = 1e9;
    measure(rects, flat_workspace, cold);
    measure(boxes, solid_workspace, cold);
    for (auto _ : state) {
        state.SetIterationTime(measure(rects, flat_workspace, flat_shortest));
        measure(boxes, solid_workspace, solid_shortest);
    }
    report_items(state, "rects", rects.size(), sum);
    state.counters["flat_ms"] = flat_shortest * 1e3;
    state.counters["solid_ms"] = solid_shortest * 1e3;
    state.counters["ratio"] = flat_shortest / solid_shortest;
}

namespace {

struct Stage {
    const char* name;
    StageBench run;
    bool whole;  ///< users make this call by itself: measured on every scene
};
constexpr Stage kStages[] = {
    {"ingest", bench_ingest, false},
    {"compute_aabbs", bench_compute_aabbs, false},
    {"find_pairs", bench_find_pairs, true},
    {"test_pairs_columns", bench_test_pairs_columns, false},
    {"test_pairs_random", bench_test_pairs_random, false},
    {"find_overlaps", bench_find_overlaps, true},
    {"collide", bench_collide, true},
};

/// Returns the level of a case. Quick: what the head of the report shows, whole calls on 100 000 uniform boxes, and on
/// 10 000 with the widest usable set. Uniform boxes of all numbers: full for the widest usable set, with one thread and
/// with all. Whole calls: full for every scene and set, also with one thread and with all.
Level level_of(const Stage& stage, const BenchScene& scene, Isa isa, unsigned threads) {
    const bool uniform = scene.name().starts_with("uniform_"), best = isa == usable_isas().back();
    const bool ends = threads == 1 || threads == thread_counts().back();
    const bool shown = scene.name() == "uniform_100000" || (best && scene.name() == "uniform_10000");
    if (stage.whole && shown && (threads == 1 || (best && ends))) return Level::quick;
    if (ends && (stage.whole || (uniform && best))) return Level::full;
    return Level::asked;
}

}  // namespace

void add_stages(std::vector<BenchCase>& cases) {
    static std::vector<BenchScene> scenes = bench_scenes();
    for (const Stage& stage : kStages) {
        for (BenchScene& scene : scenes) {
            for (const Isa isa : usable_isas()) {
                for (const unsigned threads : thread_counts()) {
                    cases.push_back({stage.name, scene.name(), isa, threads, level_of(stage, scene, isa, threads),
                                     [&](benchmark::State& state, const Execution& e) { stage.run(state, scene, e); }});
                }
            }
        }
    }
    for (BenchScene& flat : scenes) {
        if (flat.dimension() != 2) continue;
        const std::string count = flat.name().substr(flat.name().rfind('_') + 1);
        static std::list<BenchScene> solids;
        BenchScene& solid = solids.emplace_back("uniform_" + count);
        for (const Isa isa : usable_isas()) {
            for (const unsigned threads : thread_counts()) {
                cases.push_back(
                    {"flat_to_solid", count, isa, threads, Level::asked,
                     [&](benchmark::State& state, const Execution& e) { bench_flat_to_solid(state, flat, solid, e); },
                     true, 20});
            }
        }
    }
}

}  // namespace satori::bench
