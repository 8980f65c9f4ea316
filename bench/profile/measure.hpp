#pragma once

#include "common/timing.hpp"
#include "profile/counters.hpp"
#include "profile/kernel_case.hpp"

namespace satori::bench {

/// The measurement of one kernel that runs alone.
struct Measured {
    std::size_t runs = 0;        ///< runs of one batch
    Times batches;               ///< CPU time
    double clock_ghz = 0;        ///< the greatest measured clock rate
    std::size_t total_runs = 0;  ///< runs during which the counters counted
};

/// Runs the kernel for `seconds`, in batches of about a millisecond, at least three batches.
Measured measure(const PreparedKernel& kernel, double seconds, Counters& counters);

/// Returns the core's clock rate, measured on a chain of operations of one cycle each. Returns 0 where the compiler
/// gives no way to write that chain.
double clock_ghz();

}  // namespace satori::bench
