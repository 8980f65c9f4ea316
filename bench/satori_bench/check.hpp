#pragma once

#include <vector>

#include "satori_bench/results.hpp"

namespace satori::bench {

/// What --check runs: a benchmark_filter.
inline constexpr const char* kCheckFilter = "^kernel_sat/L1/";

/// Prints a table of what each guarded kernel reaches of the machine's own bound and of the limits below which it must not fall.
/// False where one has fallen.
bool check_shares(const std::vector<Result>& results);

}  // namespace satori::bench
