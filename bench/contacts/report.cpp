#include "contacts/report.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "contacts/answers.hpp"
#include "contacts/comparison.hpp"
#include "contacts/distances.hpp"
#include "contacts/impacts.hpp"
#include "contacts/stream_report.hpp"
#include "contacts/streams.hpp"

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

std::vector<StreamChoice> choose_streams(const ReportOptions& options) {
    std::vector<StreamChoice> chosen;
    for (const std::string& text : options.scenes) {
        const auto [name, count] = parse_scene_name(text, options.quick ? kQuickCount : kCount, options.count);
        const auto kind = parse_stream_kind(name);
        if (!kind) throw std::invalid_argument("no such stream: " + text);
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

}  // namespace

Report report_contacts(const ReportOptions& options) {
    ContactPeers contact_peers = make_contact_peers();
    AnswerPeers answer_peers = make_answer_peers();
    DistancePeers distance_peers = make_distance_peers();
    ImpactPeers impact_peers = make_impact_peers();
    expect_known_peers(options.peers, contact_peers, answer_peers, distance_peers, impact_peers);
    contact_peers = choose_peers(std::move(contact_peers), options.peers);
    answer_peers = choose_peers(std::move(answer_peers), options.peers);
    distance_peers = choose_peers(std::move(distance_peers), options.peers);
    impact_peers = choose_peers(std::move(impact_peers), options.peers);
    Report report;
    fmt::print(
        "AABB candidates in, contacts or answers out, 1 thread, minima of alternated runs.\n"
        "-, +: pairs in contact for the first of ours alone, for this one alone; delta: the furthest of them from\n"
        "  touching.\n\n"
        "Contacts. satori: contact part of collide(), serial executor, warm workspace: stage times narrowphase +\n"
        "  manifold (axes/c: the first for each candidate, manif/hit: the second for each manifold);\n"
        "  call/cand: the whole collide(), boxes in, manifolds out, CPU time.\n"
        "Peers: the same candidates in the same order, CPU time.\n"
        "depth um: how much deeper than ours the deepest point is in the mean; |depth|: without sign.\n");
    report.json["peers"] = introduce(contact_peers);
    fmt::print(
        "\nAnswers, yes or no. satori: the whole test_pairs(), serial executor, warm workspace, CPU time;\n"
        "  satori_fused: stage time narrowphase of find_overlaps(). Peers: CPU time. ratio: to our fastest "
        "test_pairs().\n");
    report.json["answer_peers"] = introduce(answer_peers);
    fmt::print(
        "\nDistances. satori: the whole distances(); satori_test: test_pairs() on the same pairs. Peers: CPU time.\n"
        "  worst/delta: the error, ours against the oracle, a peer's against ours. ratio: to our fastest "
        "distances().\n");
    report.json["distance_peers"] = introduce(distance_peers);
    fmt::print(
        "\nTimes of impact. satori: the whole times_of_impact(). Peers: CPU time. meet: pairs that meet; late: of the\n"
        "  first pairs, those more than 1 mm deep in each other at one of 100 times before. ratio: to our fastest.\n");
    report.json["impact_peers"] = introduce(impact_peers);
    fmt::print("\n");

    const Patience patience = options.quick ? Patience{2, 0.1, 2} : Patience{15, 12, 20};
    std::string summary;
    for (const StreamChoice& choice : choose_streams(options)) {
        const char* const kind = stream_name(choice.kind);
        const std::string name = fmt::format("{} {}", kind, choice.count);
        progress(name);
        const std::vector<OrientedBox> boxes = make_stream(choice.kind, choice.count, options.seed);
        const StreamCandidates stream(boxes);
        const auto add = [&](const char* list, StreamReport of_stream) {
            report.json[list].push_back({{"stream", kind},
                                         {"boxes", boxes.size()},
                                         {"candidates", stream.pairs().size()},
                                         {"entries", std::move(of_stream.entries)}});
            summary += of_stream.summary;
            report.passed = report.passed && of_stream.passed;
        };
        const ContactComparison contacts = compare_contacts(stream, options.isas, contact_peers, patience);
        const std::uint64_t hits = contacts.entries.front().summary.hits;
        fmt::print("{}: {} boxes, {} candidates, {:.1f} % in contact\n", kind, boxes.size(), contacts.candidate_count,
                   100 * ns_each(1e-6 * static_cast<double>(hits), contacts.candidate_count));
        add("streams", report_contacts(name, choice.kind == StreamKind::mixed, contacts));
        add("answers", report_answers(compare_answers(stream, options.isas, answer_peers, patience)));
        add("distances", report_distances(compare_distances(boxes, options.isas, distance_peers, patience)));
        add("impacts", report_impacts(compare_impacts(boxes, options.isas, impact_peers, patience)));
    }
    fmt::print("{}{}\n", contact_summary_head(), summary);
    fmt::print("{}\n",
               report.passed
                   ? "Every set gives the same manifolds and answers, the reference agrees, and no peer contradicts."
                   : "WRONG CONTACTS OR ANSWERS.");
    return report;
}

}  // namespace satori::bench
