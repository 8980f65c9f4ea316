#include "contacts/report.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "common/timing.hpp"
#include "contacts/comparison.hpp"
#include "contacts/streams.hpp"
#include "peers/contact_peer.hpp"

namespace satori::bench {

namespace {

constexpr std::uint32_t kCount = 10'000;
constexpr std::uint32_t kLargeCount = 100'000;
constexpr std::uint32_t kQuickCount = 2000;

struct StreamChoice {
    StreamKind kind;
    std::uint32_t count;

    friend bool operator==(const StreamChoice&, const StreamChoice&) = default;
};

/// What an instruction set should reach; 0: nothing is asked.
struct Goal {
    double ratio = 0;         ///< to the fastest peer
    double candidate_ns = 0;  ///< of the mixed stream
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

std::vector<StreamChoice> choose_streams(const ReportOptions& options) {
    std::vector<StreamChoice> chosen;
    for (const std::string& text : options.scenes) {
        const auto [name, count] = parse_scene_name(text, options.quick ? kQuickCount : kCount, options.count);
        const auto kind = parse_stream_kind(name);
        if (!kind) throw std::runtime_error("no such stream: " + text);
        chosen.push_back({*kind, count});
    }
    if (!chosen.empty()) return chosen;
    for (const StreamKind kind : {StreamKind::mixed, StreamKind::all_hit, StreamKind::resting}) {
        for (const std::uint32_t count : {kCount, kLargeCount})
            chosen.push_back({kind, options.count != 0 ? options.count : options.quick ? kQuickCount : count});
    }
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

/// Nanoseconds for each of `count`, of milliseconds for all.
double ns_each(double ms, std::uint64_t count) {
    return count == 0 ? 0 : 1e6 * ms / static_cast<double>(count);
}

double mean_points(const ContactSummary& summary) {
    return static_cast<double>(summary.points) / static_cast<double>(std::max<std::uint64_t>(summary.contacts, 1));
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
            entry.name, ns_each(entry.contact.min(), candidates), ns_each(entry.contact.min(), summary.contacts),
            if_ours(ns_each(entry.narrowphase.min(), candidates)),
            if_ours(ns_each(entry.manifold.min(), summary.contacts)), ns_each(entry.call.min(), candidates),
            entry.call.count(), summary.contacts, mean_points(summary), summary.only_ours, summary.only_theirs,
            summary.most_doubtful, 1e6 * summary.depth_difference, 1e6 * summary.depth_deviation,
            entry.ours ? fmt::format("{:016x}", entry.hash) : "", entry.fault.empty() ? "" : " WRONG: " + entry.fault);
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
                                   {"hits", summary.contacts},
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

/// A line for each instruction set: what was asked of it, and what it did.
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
        const double manifold_ns = ns_each(entry.manifold.min(), entry.summary.contacts);
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

Report report_contacts(const ReportOptions& options) {
    const ContactPeers owned = choose_peers(make_contact_peers(), options.peers);
    std::vector<ContactPeer*> peers;
    Report report;
    fmt::print(
        "AABB candidates in, contacts out, 1 thread, minima of alternated runs.\n"
        "satori: contact part of collide(), serial executor, warm workspace: stage times narrowphase + manifold\n"
        "  (axes/c: the first for each candidate, manif/hit: the second for each manifold);\n"
        "  call/cand: the whole collide(), boxes in, manifolds out, CPU time.\n"
        "Peers: the same candidates in the same order, CPU time.\n"
        "-, +: pairs in contact for the first of ours alone, for this one alone; delta: the furthest of them from\n"
        "  touching; depth um: how much deeper than ours the deepest point is in the mean; |depth|: without sign.\n");
    for (const auto& peer : owned) peers.push_back(peer.get());
    report.json["peers"] = introduce(owned);
    fmt::print("\n");

    std::string summary;
    for (const StreamChoice& choice : choose_streams(options)) {
        const std::string name = fmt::format("{} {}", stream_name(choice.kind), choice.count);
        progress(name);
        const std::vector<OrientedBox> boxes = make_stream(choice.kind, choice.count, options.seed);
        const ContactComparison comparison =
            compare_contacts(boxes, options.isas, peers, options.quick ? Patience{2, 0.1, 2} : Patience{15, 12, 20});
        const std::uint64_t hits = comparison.entries.front().summary.contacts;
        fmt::print("{}: {} boxes, {} candidates, {:.1f} % in contact\n", stream_name(choice.kind), boxes.size(),
                   comparison.candidate_count,
                   100 * ns_each(1e-6 * static_cast<double>(hits), comparison.candidate_count));
        print_stream(comparison);
        summary += summary_of(name, choice.kind == StreamKind::mixed, comparison);
        report.json["streams"].push_back({{"stream", stream_name(choice.kind)},
                                          {"boxes", boxes.size()},
                                          {"candidates", comparison.candidate_count},
                                          {"entries", to_json(comparison)}});
        for (const ContactEntry& entry : comparison.entries) report.passed = report.passed && entry.fault.empty();
    }
    fmt::print("{:<16} {:<8} {:>8} {:>6} {:<6} {:>8} {:>6} {:<6} {:>8} {:>6} {:<6} {}\n{}\n", "stream", "isa",
               "ns/cand", "goal", "", "manif", "goal", "", "ratio", "wanted", "", "to", summary);
    fmt::print("{}\n",
               report.passed ? "Every set gives the same manifolds, and the reference agrees." : "WRONG CONTACTS.");
    return report;
}

}  // namespace satori::bench
