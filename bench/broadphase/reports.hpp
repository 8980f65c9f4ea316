#pragma once

#include "common/program.hpp"

namespace satori::bench {

/// Compares satori, with each instruction set, with the peers on the same AABBs. The report does not pass when two of
/// them find different pairs.
Report report_comparison(const ReportOptions& options);

/// Measures the time for 1k to 10M boxes (uniform, 4 AABB overlaps per box), and fits the exponent.
Report report_growth(const ReportOptions& options);

/// Compares difficult scenes with uniform scenes of as many boxes and pairs: ratio of times, and scratch memory. The
/// report does not pass when a scene exceeds its limit of the ratio or of the memory; `quick` skips this check.
Report report_adversaries(const ReportOptions& options);

}  // namespace satori::bench
