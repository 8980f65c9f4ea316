#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "contacts/comparison.hpp"
#include "contacts/stream_report.hpp"

namespace satori::bench {

namespace {

/// The goals of an instruction set; 0: no goal.
struct Goal {
    double ratio = 0;         ///< to the fastest peer
    double candidate_ns = 0;  ///< in the mixed stream
    double manifold_ns = 0;
};

Goal goal_of(Isa isa) {
    switch (isa) {
        case Isa::avx512:
            return {6, 15, 14};
        case Isa::avx2:
            return {4, 30, 26};
        case Isa::sse4_2:
            return {2, 0, 0};
        default:
            return {};
    }
}

double mean_points(const ContactSummary& summary) {
    return static_cast<double>(summary.points) / static_cast<double>(std::max<std::uint64_t>(summary.hits, 1));
}

void print_stream(const ContactComparison& comparison) {
    fmt::print("  {:<14} {:>8} {:>8} {:>8} {:>9} {:>9} {:>6} {:>9} {:>7} {:>6} {:>6} {:>6} {:>8} {:>8}  {}\n", "",
               "ns/cand", "ns/hit", "axes/c", "manif/hit", "call/cand", "runs", "hits", "points", "-", "+", "delta",
               "depth um", "|depth|", "hash");
    for (const ContactEntry& entry : comparison.entries) {
        const ContactSummary& summary = entry.summary;
        const std::uint64_t candidates = comparison.candidate_count;
        const auto if_ours = [&](double ns) { return entry.ours ? fmt::format("{:.2f}", ns) : std::string(); };
        fmt::print(
            "  {:<14} {:>8.2f} {:>8.2f} {:>8} {:>9} {:>9.2f} {:>6} {:>9} {:>7.3f} {:>6} {:>6} {:>6.2f} {:>8.2f} "
            "{:>8.2f}  {}{}\n",
            entry.name, ns_each(entry.contact.min(), candidates), ns_each(entry.contact.min(), summary.hits),
            if_ours(ns_each(entry.narrowphase.min(), candidates)), if_ours(ns_each(entry.manifold.min(), summary.hits)),
            ns_each(entry.call.min(), candidates), entry.call.count(), summary.hits, mean_points(summary),
            summary.only_ours, summary.only_theirs, summary.most_doubtful, 1e6 * summary.depth_difference,
            1e6 * summary.depth_deviation, entry.ours ? fmt::format("{:016x}", entry.hash) : "",
            entry.fault.empty() ? "" : " WRONG: " + entry.fault);
    }
    fmt::print("  {}\n\n", describe_probe(comparison.probe));
    std::fflush(stdout);
}

nlohmann::ordered_json to_json(const ContactComparison& comparison) {
    nlohmann::ordered_json rows;
    for (const ContactEntry& entry : comparison.entries) {
        const ContactSummary& summary = entry.summary;
        nlohmann::ordered_json row{{"name", entry.name},
                                   {"contact_ms_min", entry.contact.min()},
                                   {"contact_ms_median", entry.contact.median()},
                                   {"call_ms_min", entry.call.min()},
                                   {"call_ms_median", entry.call.median()},
                                   {"runs", entry.call.count()},
                                   {"hits", summary.hits},
                                   {"points", summary.points},
                                   {"only_first", summary.only_ours},
                                   {"only_here", summary.only_theirs},
                                   {"most_doubtful_delta", summary.most_doubtful},
                                   {"depth_difference_m", summary.depth_difference},
                                   {"depth_deviation_m", summary.depth_deviation},
                                   {"fault", entry.fault}};
        if (entry.ours) {
            row["narrowphase_ms_min"] = entry.narrowphase.min();
            row["manifold_ms_min"] = entry.manifold.min();
            row["hash"] = fmt::format("{:016x}", entry.hash);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string verdict(double value, double wanted, bool enough) {
    if (wanted == 0) return fmt::format("{:>8.2f} {:>6} {:<6}", value, "", "");
    return fmt::format("{:>8.2f} {:>6} {:<6}", value, wanted, enough ? "ok" : "BELOW");
}

/// Returns a line for each instruction set: its goals and its results.
std::string summary_of(const std::string& stream, bool mixed, const ContactComparison& comparison) {
    const ContactEntry* peer = nullptr;
    for (const ContactEntry& entry : comparison.entries)
        if (!entry.ours && (peer == nullptr || entry.contact.min() < peer->contact.min())) peer = &entry;
    std::string text;
    for (const ContactEntry& entry : comparison.entries) {
        if (!entry.ours) continue;
        Goal goal = goal_of(entry.isa);
        if (!mixed) goal.candidate_ns = 0;
        const double candidate_ns = ns_each(entry.contact.min(), comparison.candidate_count);
        const double manifold_ns = ns_each(entry.manifold.min(), entry.summary.hits);
        const double ratio = peer == nullptr ? 0 : peer->contact.min() / entry.contact.min();
        if (peer == nullptr) goal.ratio = 0;
        text += fmt::format("{:<16} {:<8} {} {} {} {}\n", stream, isa_name(entry.isa),
                            verdict(candidate_ns, goal.candidate_ns, candidate_ns <= goal.candidate_ns),
                            verdict(manifold_ns, goal.manifold_ns, manifold_ns <= goal.manifold_ns),
                            verdict(ratio, goal.ratio, ratio >= goal.ratio), peer == nullptr ? "" : peer->name);
    }
    return text;
}

}  // namespace

StreamReport report_contacts(const std::string& name, bool mixed, const ContactComparison& comparison) {
    print_stream(comparison);
    return {to_json(comparison), summary_of(name, mixed, comparison), none_at_fault(comparison)};
}

std::string contact_summary_head() {
    return fmt::format("{:<16} {:<8} {:>8} {:>6} {:<6} {:>8} {:>6} {:<6} {:>8} {:>6} {:<6} {}\n", "stream", "isa",
                       "ns/cand", "goal", "", "manif", "goal", "", "ratio", "wanted", "", "to");
}

}  // namespace satori::bench
