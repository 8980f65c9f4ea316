#pragma once

#include <string>
#include <vector>

#include "satori_bench/saved_runs.hpp"

namespace satori::bench {

/// What can be said of one benchmark in two sets of runs. In the order of the printed table: what matters stands last.
enum class Verdict { gone, added, failed_before, no_spread, too_noisy, same, faster, slower, failed, other_checksum };

/// Without a spread a case is slower or faster if its ratio differs from 1 by more than this share: on a shared machine
/// times double from minute to minute (SAT-19 in bench/log).
inline constexpr double kNoSpreadLimit = 1;

/// The comparison of one case.
struct ComparedCase {
    std::string name, item;
    bool is_probe = false;
    double old_ns = 0, new_ns = 0;  ///< per item, the fastest repetition; 0: none
    /// How much longer the third fastest file took than the fastest one, as a share, old and new added up. Negative:
    /// one side has fewer than three files.
    double spread = -1;
    Verdict verdict = Verdict::same;

    double ratio() const noexcept { return old_ns > 0 && new_ns > 0 ? new_ns / old_ns : 0; }
};

/// Compares the cases of two sets of runs. `threshold`: a share; a case is slower or faster if its ratio differs from 1
/// by more than the threshold and the spread together; without a spread, by more than kNoSpreadLimit. On different CPUs
/// only the widest set of each side is compared, on one thread and on all. The result is sorted by verdict, then as
/// measured.
std::vector<ComparedCase> compare(const SavedRuns& before, const SavedRuns& after, double threshold);

/// `satori-bench --compare`: parses the command line, prints the table. Returns the exit code: 1 when a case is slower,
/// has failed or has another checksum, 2 for a bad command line, 3 for a file that cannot be read or drawn. Throws
/// std::invalid_argument where the files of a side are not of one build on one machine.
int run_compare(int argc, char** argv);

}  // namespace satori::bench
