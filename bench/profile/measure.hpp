#pragma once

#include "common/timing.hpp"
#include "profile/counters.hpp"
#include "profile/kernel_case.hpp"

namespace satori::bench {

/// One kernel run alone for a while.
struct Measured {
    std::size_t runs = 0;        ///< of one batch
    Times batches;               ///< CPU time
    double clock_ghz = 0;        ///< at best
    std::size_t total_runs = 0;  ///< that the counters have seen
};

/// Runs the kernel in batches of a millisecond or so for `seconds`, three at least.
Measured measure(const PreparedKernel& kernel, double seconds, Counters& counters);

/// The core's clock, timed on a chain of operations of one cycle each; 0 where the compiler gives no way to write that.
double clock_ghz();

}  // namespace satori::bench
