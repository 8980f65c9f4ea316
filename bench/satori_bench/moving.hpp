#pragma once

#include <span>

#include <benchmark/benchmark.h>

#include <satori/satori.hpp>

#include "satori_bench/scenes.hpp"

namespace satori::bench {

/// The motion of a box from frame to frame: by 1 % of its size, or to any place.
enum class BenchMotion {
    walk,   ///< in another direction in each frame
    drift,  ///< always in the same direction
    jump,
};

/// A moving world to measure.
struct MovingCase {
    const char* name;
    double share;  ///< share of the boxes that move in a frame
    BenchMotion motion;
    float margin;  ///< relative
    bool others;   ///< other boxes move in each frame, instead of always the same
};

std::span<const MovingCase> moving_cases();

/// Measures Broadphase::move() and update() on a scene, and find_pairs() on the same AABBs in the same run. At the end
/// it compares the pairs with the result of find_pairs().
void bench_moving(benchmark::State& state, BenchScene& scene, const MovingCase& what, const Execution& execution);

}  // namespace satori::bench
