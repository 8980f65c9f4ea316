#pragma once

#include "common/program.hpp"

namespace satori::bench {

/// Ours, each instruction set, against the peers on the same AABBs. Not passed where two found different pairs.
Report report_comparison(const ReportOptions& options);

/// Time against number of boxes (uniform, 4 AABB overlaps per box), 1k to 10M, and the fitted exponent.
Report report_growth(const ReportOptions& options);

/// Compares difficult scenes with uniform scenes of as many boxes and pairs: ratio of times, and scratch memory. The
/// report does not pass when a scene exceeds its limit of the ratio or of the memory; `quick` skips this check.
Report report_adversaries(const ReportOptions& options);

}  // namespace satori::bench
