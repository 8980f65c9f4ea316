#pragma once

#include <benchmark/benchmark.h>

#include <satori/satori.hpp>

namespace satori::bench {

/// contains_points of packed rows against one box, checked against the scalar set. `threads`: those of `execution`. Counter:
/// copy_ratio, the best time of a call in units of the best time that the same threads take to copy as many bytes as it reads and
/// writes (half of them read, half written), both measured here in turn.
void bench_contains_points(benchmark::State& state, const Execution& execution, std::size_t point_count);

}  // namespace satori::bench
