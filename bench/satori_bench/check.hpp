#pragma once

#include <vector>

#include "satori_bench/results.hpp"

namespace satori::bench {

/// The benchmark_filter of --check.
inline constexpr const char* kCheckFilter = "^kernel_sat/L1/";

/// Prints a table: for each guarded kernel, the share of the machine's own bound that it reaches, and its minimum
/// shares. Returns false when a share is below its minimum.
bool check_shares(const std::vector<Result>& results);

}  // namespace satori::bench
