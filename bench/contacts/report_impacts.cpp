#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "contacts/stream_report.hpp"

namespace satori::bench {

StreamReport report_impacts(const ImpactComparison& comparison) {
    fmt::print("  times of impact of {} pairs at most {} m apart, {} unresolved; the first {} are judged\n",
               comparison.pair_count, kNear, comparison.unresolved_count, comparison.judged_count);
    fmt::print("  {:<20} {:>8} {:>8} {:>8} {:>6} {:>8} {:>6} {:>9}  {}\n", "", "ns/pair", "median", "ratio", "runs",
               "meet", "late", "apart mm", "hash");
    double best = comparison.entries.front().times.min();
    for (const ImpactEntry& entry : comparison.entries)
        if (entry.ours) best = std::min(best, entry.times.min());
    nlohmann::ordered_json rows;
    for (const ImpactEntry& entry : comparison.entries) {
        fmt::print("  {:<20} {:>8.1f} {:>8.1f} {:>8.2f} {:>6} {:>8} {:>6} {:>9.3g}  {:016x}{}\n", entry.name,
                   ns_each(entry.times.min(), comparison.pair_count),
                   ns_each(entry.times.median(), comparison.pair_count), entry.times.min() / best, entry.times.count(),
                   entry.meet, entry.late, 1e3 * entry.early, entry.hash,
                   entry.fault.empty() ? "" : " WRONG: " + entry.fault);
        rows.push_back({{"name", entry.name},
                        {"ms_min", entry.times.min()},
                        {"ms_median", entry.times.median()},
                        {"runs", entry.times.count()},
                        {"meet", entry.meet},
                        {"late", entry.late},
                        {"apart", entry.early},
                        {"hash", fmt::format("{:016x}", entry.hash)},
                        {"fault", entry.fault}});
    }
    fmt::print("  {}\n\n", describe_probe(comparison.probe));
    std::fflush(stdout);
    return {std::move(rows), {}, none_at_fault(comparison)};
}

}  // namespace satori::bench
