#pragma once

#include <algorithm>
#include <limits>

#include "common/timing.hpp"

namespace satori::bench {

/// The least of several times of `work`, nanoseconds of CPU time: of short pieces of work some are not interrupted. Let a piece take
/// longer than 20 microseconds, for the clock takes a few tenths of one.
template <class Work>
double shortest_ns(int runs, Work&& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
        const double begin = cpu_ms();
        work();
        least = std::min(least, 1e6 * (cpu_ms() - begin));
    }
    return least;
}

}  // namespace satori::bench
