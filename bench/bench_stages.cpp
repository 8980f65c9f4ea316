#include "bench_stages.hpp"

#include <algorithm>
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

BoxBatch ingested(BenchScene& scene, const Execution& execution) {
    BoxBatch boxes;
    expect(boxes.assign(box_rows(scene.boxes()), OnInvalid::refuse, execution));
    return boxes;
}

std::uint64_t checksum(const BoxBatch& boxes) {
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < kBoxComponentCount; ++c)
        sum = sum * 31 + checksum(boxes.component(static_cast<BoxComponent>(c)));
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

void bench_test_pairs(benchmark::State& state, BenchScene& scene, const Execution& execution, bool shuffled) {
    const BoxBatch boxes = ingested(scene, execution);
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
    BoxBatch boxes;
    run(
        state, execution,
        [&](const Execution& e) { expect(boxes.assign(box_rows(scene.boxes()), OnInvalid::refuse, e)); },
        [&] { return checksum(boxes); });
    count(state, "boxes/s", boxes.size());
}

void bench_compute_aabbs(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    const BoxBatch boxes = ingested(scene, execution);
    std::vector<Aabb> bounds(boxes.size());
    run(
        state, execution, [&](const Execution& e) { expect(compute_aabbs(boxes, bounds, e)); },
        [&] { return checksum(std::span<const Aabb>(bounds)); });
    count(state, "boxes/s", boxes.size());
}

void bench_find_pairs(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    const BoxBatch boxes = ingested(scene, execution);
    std::vector<Aabb> bounds(boxes.size());
    expect(compute_aabbs(boxes, bounds, execution));
    Workspace workspace;
    PairResult result;
    run(
        state, execution, [&](const Execution& e) { expect(find_pairs(aabb_rows(bounds), workspace, result, e)); },
        [&] { return checksum(std::span<const BoxPair>(result.pairs)); });
    count(state, "boxes/s", boxes.size());
    state.counters["pairs"] = static_cast<double>(result.pair_count);
}

void bench_find_overlaps(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    const BoxBatch boxes = ingested(scene, execution);
    Workspace workspace;
    PairResult result;
    run(
        state, execution, [&](const Execution& e) { expect(find_overlaps(boxes, workspace, result, {}, e)); },
        [&] { return checksum(std::span<const BoxPair>(result.pairs)); });
    count(state, "boxes/s", boxes.size());
    state.counters["candidates"] = static_cast<double>(result.candidate_count);
    state.counters["overlaps"] = static_cast<double>(result.pair_count);
    state.counters["threads"] = result.thread_count;
}

void bench_test_pairs_columns(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    bench_test_pairs(state, scene, execution, false);
}

void bench_test_pairs_random(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    bench_test_pairs(state, scene, execution, true);
}

}  // namespace satori::bench
