#pragma once

#include "common/program.hpp"

namespace satori::bench {

/// Prints what a pair takes with records of each form, per scene, order of pairs and instruction set. Does not pass where two forms
/// differ on a pair that is not within a quarter of delta of touching.
Report report_records(const ReportOptions& options);

}  // namespace satori::bench
