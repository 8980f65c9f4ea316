#pragma once

#include "common/program.hpp"

namespace satori::bench {

/// Ours, each instruction set, against the peers on the same candidates of each stream. Not passed where instruction sets
/// differ, or the reference finds one of our pairs wrong: manifolds, and yes or no.
Report report_contacts(const ReportOptions& options);

}  // namespace satori::bench
