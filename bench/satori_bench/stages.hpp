#pragma once

#include <benchmark/benchmark.h>

#include <satori/satori.hpp>

#include "satori_bench/scenes.hpp"

namespace satori::bench {

/// A benchmark of one call of the library on a scene of boxes or rectangles. Each checks its result against the scalar
/// set on one thread, bit by bit (XXH64), and reports an error instead of a time when they differ.
using StageBench = void (*)(benchmark::State&, BenchScene&, const Execution&);

void bench_ingest(benchmark::State& state, BenchScene& scene, const Execution& execution);         ///< assign()
void bench_compute_aabbs(benchmark::State& state, BenchScene& scene, const Execution& execution);  ///< compute_aabbs
void bench_find_pairs(benchmark::State& state, BenchScene& scene,
                      const Execution& execution);  ///< find_pairs, raw AABBs
void bench_find_overlaps(benchmark::State& state, BenchScene& scene, const Execution& execution);  ///< find_overlaps
void bench_collide(benchmark::State& state, BenchScene& scene, const Execution& execution);        ///< collide
/// test_pairs on the scene's own candidates, in column order. The time includes the records that the call builds.
void bench_test_pairs_columns(benchmark::State& state, BenchScene& scene, const Execution& execution);
/// The same pairs in random order.
void bench_test_pairs_random(benchmark::State& state, BenchScene& scene, const Execution& execution);

/// Measures find_overlaps on rectangles and on as many boxes, in turns: "ratio" is the ratio of the minimum times.
/// Needs UseManualTime().
void bench_flat_to_solid(benchmark::State& state, BenchScene& flat, BenchScene& solid, const Execution& execution);

}  // namespace satori::bench
