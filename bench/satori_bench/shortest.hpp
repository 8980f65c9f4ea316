#pragma once

#include <algorithm>
#include <limits>

#include "parallel/stopwatch.hpp"

namespace satori::bench {

/// Returns the minimum elapsed time of several runs of `work`, in nanoseconds: some runs of a short piece of work are
/// not interrupted. CPU time is not usable: on virtual machines its clock sometimes runs slowly, or stops.
template <class Work>
double shortest_ns(int runs, Work&& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
        const parallel::Stopwatch watch;
        work();
        least = std::min(least, static_cast<double>(watch.nanoseconds()));
    }
    return least;
}

}  // namespace satori::bench
