#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "contacts/stream_report.hpp"

namespace satori::bench {

StreamReport report_distances(const DistanceComparison& comparison) {
    fmt::print("  distances of {} pairs at most {} m apart, {} overlap\n", comparison.pair_count, kNear,
               comparison.overlap_count);
    fmt::print("  {:<20} {:>8} {:>8} {:>8} {:>6} {:>12}  {}\n", "", "ns/pair", "median", "ratio", "runs", "worst/delta",
               "hash");
    double best = comparison.entries.front().times.min();
    for (const DistanceEntry& entry : comparison.entries)
        if (entry.ours && !entry.test) best = std::min(best, entry.times.min());
    nlohmann::ordered_json rows;
    for (const DistanceEntry& entry : comparison.entries) {
        fmt::print("  {:<20} {:>8.2f} {:>8.2f} {:>8.2f} {:>6} {:>12.3g}  {:016x}{}\n", entry.name,
                   ns_each(entry.times.min(), comparison.pair_count),
                   ns_each(entry.times.median(), comparison.pair_count), entry.times.min() / best, entry.times.count(),
                   entry.worst, entry.hash, entry.fault.empty() ? "" : " WRONG: " + entry.fault);
        rows.push_back({{"name", entry.name},
                        {"ms_min", entry.times.min()},
                        {"ms_median", entry.times.median()},
                        {"runs", entry.times.count()},
                        {"worst_delta", entry.worst},
                        {"hash", fmt::format("{:016x}", entry.hash)},
                        {"fault", entry.fault}});
    }
    fmt::print("  {}\n\n", describe_probe(comparison.probe));
    std::fflush(stdout);
    return {std::move(rows), {}, none_at_fault(comparison)};
}

}  // namespace satori::bench
