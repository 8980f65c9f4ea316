#pragma once

#include <algorithm>
#include <limits>

#include "parallel/stopwatch.hpp"

namespace satori::bench {

/// The least of several times of `work`, nanoseconds that pass: of short pieces of work some are not interrupted. CPU time would not
/// do: on virtual machines it runs slow now and then, to zero.
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
