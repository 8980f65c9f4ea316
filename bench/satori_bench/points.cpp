// contains_points/COUNT and contains_points_2d/COUNT: measures the test of many points against one box or one
// rectangle.

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/checksum.hpp"

namespace satori::bench {

namespace {

constexpr std::uint32_t kCopyChunks = 64;

/// Copies the first half of a block of bytes to its second half, in chunks on the executor's threads.
struct Copy {
    std::vector<char> bytes;

    static void chunk(void* context, std::uint32_t number) noexcept {
        auto& bytes = static_cast<Copy*>(context)->bytes;
        const std::size_t half = bytes.size() / 2, size = half / kCopyChunks;
        std::memcpy(bytes.data() + half + number * size, bytes.data() + number * size, size);
    }
};

struct InBox {
    using Point = Vec3;
    static constexpr const char* kName = "contains_points";
    static constexpr OrientedBox kBox{{0.1F, -0.2F, 0.3F}, {0.5F, 0.6F, 0.7F}, {0.1F, 0.2F, 0.3F, 0.9F}};
};
struct InRect {
    using Point = Vec2;
    static constexpr const char* kName = "contains_points_2d";
    static constexpr OrientedRect kBox{{0.1F, -0.2F}, {0.5F, 0.6F}, 0.7F};
};

/// Returns random points. They are made once for each count: Google Benchmark calls a benchmark again for every
/// repetition.
template <class Point>
const std::vector<Point>& random_points(std::size_t count) {
    static std::map<std::size_t, std::vector<Point>> known;
    std::vector<Point>& points = known[count];
    if (!points.empty()) return points;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> coordinate(-1, 1);
    points.resize(count);
    std::span<float> floats(&points[0].x, count * sizeof(Point) / sizeof(float));
    for (float& value : floats) value = coordinate(random);
    return points;
}

template <class F>
double seconds(F&& f) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Measures packed rows, and checks them against the scalar set. `threads`: the threads of `execution`. Counter
/// copy_ratio: the minimum time of a call, divided by the minimum time in which the same threads copy as many bytes as
/// the call reads and writes (half of them read, half written). Both are measured here in turns.
template <class In>
void bench_contains_points(benchmark::State& state, const Execution& execution, std::size_t point_count) {
    const auto& points = random_points<typename In::Point>(point_count);
    std::vector<std::uint8_t> inside(point_count), expected(point_count);
    const auto call = [&](std::vector<std::uint8_t>& out, const Execution& how) {
        expect(contains_points(In::kBox, point_rows(points), out, how), "testing points");
    };
    call(expected, {Isa::scalar, &serial_executor()});
    call(inside, execution);
    Copy copy{std::vector<char>(point_count * (sizeof(typename In::Point) + 1))};
    double best = 1e9, best_copy = 1e9;
    for (auto _ : state) {
        const double time = seconds([&] { call(inside, execution); });
        best = std::min(best, time);
        state.SetIterationTime(time);
        best_copy = std::min(best_copy, seconds([&] { execution.executor->run(kCopyChunks, Copy::chunk, &copy); }));
    }
    if (inside != expected) state.SkipWithError("the result differs from the scalar set's");
    report_items(state, "points", static_cast<double>(point_count), checksum(std::span<const std::uint8_t>(inside)));
    state.counters["copy_ratio"] = best / best_copy;
}

template <class In>
void add_points_in(std::vector<BenchCase>& cases) {
    for (const std::size_t count : {std::size_t{100000}, std::size_t{10000000}}) {
        for (const Isa isa : usable_isas()) {
            for (const unsigned threads : thread_counts()) {
                cases.push_back({In::kName, std::to_string(count), isa, threads,
                                 isa == usable_isas().back() ? Level::full : Level::asked,
                                 [count](benchmark::State& state, const Execution& execution) {
                                     bench_contains_points<In>(state, execution, count);
                                 },
                                 true});
            }
        }
    }
}

}  // namespace

void add_points(std::vector<BenchCase>& cases) {
    add_points_in<InBox>(cases);
    add_points_in<InRect>(cases);
}

}  // namespace satori::bench
