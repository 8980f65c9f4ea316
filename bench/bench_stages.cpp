#include "bench_stages.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace satori::bench {

namespace {

const Execution kReference{Isa::scalar, &serial_executor()};

void expect(Status status) {
    if (status != Status::ok) throw std::runtime_error(describe(status));
}

template <class T>
std::uint64_t checksum(std::span<const T> items) {
    return XXH64(items.data(), items.size_bytes(), 0);
}

/// What a scene of boxes is made of.
struct Boxes {
    using Batch = BoxBatch;
    using Component = BoxComponent;
    using Bounds = Aabb;
    static constexpr std::uint32_t kComponentCount = kBoxComponentCount;
    static BoxView rows(BenchScene& scene) { return box_rows(scene.boxes()); }
};
/// And one of rectangles.
struct Rects {
    using Batch = RectBatch;
    using Component = RectComponent;
    using Bounds = Aabb2;
    static constexpr std::uint32_t kComponentCount = kRectComponentCount;
    static RectView rows(BenchScene& scene) { return rect_rows(scene.rects()); }
};

/// f(Boxes or Rects).
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
    expect(boxes.assign(Kind::rows(scene), OnInvalid::refuse, execution));
    return boxes;
}

template <class Kind>
std::uint64_t checksum(const typename Kind::Batch& boxes) {
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < Kind::kComponentCount; ++c)
        sum = sum * 31 + checksum(boxes.component(static_cast<typename Kind::Component>(c)));
    return sum;
}

/// `call(execution)` once with the reference, then as the benchmark's loop, the first time untimed; `sum()` after both must
/// be equal.
template <class Call, class Sum>
void run(benchmark::State& state, const Execution& execution, Call&& call, Sum&& sum) {
    call(kReference);
    const std::uint64_t expected = sum();
    call(execution);
    for (auto _ : state) call(execution);
    if (sum() != expected) state.SkipWithError("the result differs from the scalar set's");
}

void count(benchmark::State& state, const char* what, std::uint64_t items) {
    state.counters[what] =
        benchmark::Counter(static_cast<double>(items), benchmark::Counter::kIsIterationInvariantRate);
}

template <class Kind>
void bench_test_pairs(benchmark::State& state, BenchScene& scene, const Execution& execution, bool shuffled) {
    const auto boxes = ingested<Kind>(scene, execution);
    Workspace workspace;
    PairResult found;
    expect(find_pairs(boxes, workspace, found, execution));
    std::vector<BoxPair> pairs(found.pairs.begin(), found.pairs.end());
    if (shuffled) std::shuffle(pairs.begin(), pairs.end(), std::mt19937_64(1));
    std::vector<std::uint8_t> answers(pairs.size());
    run(
        state, execution, [&](const Execution& e) { expect(test_pairs(boxes, pairs, answers, workspace, {}, e)); },
        [&] { return checksum(std::span<const std::uint8_t>(answers)); });
    count(state, "pairs/s", pairs.size());
}

}  // namespace

void bench_ingest(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        typename Kind::Batch boxes;
        run(
            state, execution,
            [&](const Execution& e) { expect(boxes.assign(Kind::rows(scene), OnInvalid::refuse, e)); },
            [&] { return checksum<Kind>(boxes); });
        count(state, "boxes/s", boxes.size());
    });
}

void bench_compute_aabbs(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        const auto boxes = ingested<Kind>(scene, execution);
        std::vector<typename Kind::Bounds> bounds(boxes.size());
        run(
            state, execution, [&](const Execution& e) { expect(compute_aabbs(boxes, bounds, e)); },
            [&] { return checksum(std::span<const typename Kind::Bounds>(bounds)); });
        count(state, "boxes/s", boxes.size());
    });
}

void bench_find_pairs(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        const auto boxes = ingested<Kind>(scene, execution);
        std::vector<typename Kind::Bounds> bounds(boxes.size());
        expect(compute_aabbs(boxes, bounds, execution));
        Workspace workspace;
        PairResult result;
        run(
            state, execution, [&](const Execution& e) { expect(find_pairs(aabb_rows(bounds), workspace, result, e)); },
            [&] { return checksum(std::span<const BoxPair>(result.pairs)); });
        count(state, "boxes/s", boxes.size());
        state.counters["pairs"] = static_cast<double>(result.pair_count);
    });
}

void bench_find_overlaps(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    with_kind_of(scene, [&]<class Kind>(Kind) {
        const auto boxes = ingested<Kind>(scene, execution);
        Workspace workspace;
        PairResult result;
        run(
            state, execution, [&](const Execution& e) { expect(find_overlaps(boxes, workspace, result, {}, e)); },
            [&] { return checksum(std::span<const BoxPair>(result.pairs)); });
        count(state, "boxes/s", boxes.size());
        state.counters["candidates"] = static_cast<double>(result.candidate_count);
        state.counters["overlaps"] = static_cast<double>(result.pair_count);
        state.counters["threads"] = result.thread_count;
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
    // Shortest times of runs that take turns: other programs disturb both alike.
    const auto measure = [&](const auto& batch, Workspace& workspace, double& shortest) {
        PairResult result;
        const auto start = std::chrono::steady_clock::now();
        expect(find_overlaps(batch, workspace, result, {}, execution));
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        shortest = std::min(shortest, seconds);
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
    state.counters["flat_ms"] = flat_shortest * 1e3;
    state.counters["solid_ms"] = solid_shortest * 1e3;
    state.counters["ratio"] = flat_shortest / solid_shortest;
}

}  // namespace satori::bench
