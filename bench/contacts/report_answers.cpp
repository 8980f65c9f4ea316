#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "contacts/answers.hpp"
#include "contacts/stream_report.hpp"

namespace satori::bench {

namespace {

void print_stream(const AnswerComparison& comparison) {
    fmt::print("  {:<20} {:>8} {:>8} {:>8} {:>6} {:>9} {:>6} {:>6} {:>7}  {}\n", "", "ns/cand", "median", "ratio",
               "runs", "hits", "-", "+", "delta", "hash");
    double best = comparison.entries.front().times.min();
    for (const AnswerEntry& entry : comparison.entries)
        if (entry.ours && !entry.fused) best = std::min(best, entry.times.min());
    for (const AnswerEntry& entry : comparison.entries) {
        const AnswerSummary& summary = entry.summary;
        fmt::print("  {:<20} {:>8.2f} {:>8.2f} {:>8.2f} {:>6} {:>9} {:>6} {:>6} {:>7.2f}  {:016x}{}\n", entry.name,
                   ns_each(entry.times.min(), comparison.candidate_count),
                   ns_each(entry.times.median(), comparison.candidate_count), entry.times.min() / best,
                   entry.times.count(), summary.hits, summary.only_ours, summary.only_theirs, summary.most_doubtful,
                   entry.hash, entry.fault.empty() ? "" : " WRONG: " + entry.fault);
    }
    fmt::print("  {}\n\n", describe_probe(comparison.probe));
    std::fflush(stdout);
}

nlohmann::ordered_json to_json(const AnswerComparison& comparison) {
    nlohmann::ordered_json rows;
    for (const AnswerEntry& entry : comparison.entries) {
        const AnswerSummary& summary = entry.summary;
        rows.push_back({{"name", entry.name},
                        {"ms_min", entry.times.min()},
                        {"ms_median", entry.times.median()},
                        {"runs", entry.times.count()},
                        {"hits", summary.hits},
                        {"only_first", summary.only_ours},
                        {"only_here", summary.only_theirs},
                        {"most_doubtful_delta", summary.most_doubtful},
                        {"hash", fmt::format("{:016x}", entry.hash)},
                        {"fault", entry.fault}});
    }
    return rows;
}

}  // namespace

StreamReport report_answers(const AnswerComparison& comparison) {
    print_stream(comparison);
    return {to_json(comparison), {}, none_at_fault(comparison)};
}

}  // namespace satori::bench
