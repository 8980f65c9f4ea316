#pragma once

#include "common/program.hpp"

namespace satori::bench {

/// Compares satori, with each instruction set, with the peers on the same candidates of each stream. The report does
/// not pass when instruction sets differ, or when the reference finds a pair of satori wrong. This covers manifolds and
/// overlap answers.
Report report_contacts(const ReportOptions& options);

}  // namespace satori::bench
