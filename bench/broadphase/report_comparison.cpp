#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <satori/satori.hpp>

#include "common/timing.hpp"
#include "comparison.hpp"
#include "peers/peer.hpp"
#include "reports.hpp"
#include "scene_bounds.hpp"
#include "scenes/scene_kinds.hpp"

namespace satori::bench {

namespace {

using scenes::SceneKind;

constexpr std::uint32_t kQuickCount = 10'000;

struct SceneChoice {
    SceneKind kind;
    std::uint32_t count;
};

constexpr std::uint32_t kCount = 100'000;
constexpr SceneChoice kScenes[] = {
    {SceneKind::uniform, 10'000},  {SceneKind::uniform, kCount},   {SceneKind::uniform, 1'000'000},
    {SceneKind::dense, 50'000},    {SceneKind::pile, kCount},      {SceneKind::mixed, kCount},
    {SceneKind::flat, kCount},     {SceneKind::clustered, kCount}, {SceneKind::line, kCount},
    {SceneKind::diagonal, kCount},
};

/// Returns how many times faster than the fastest peer satori should be. On a line one plain sweep is the best method.
double wanted_ratio(const SceneChoice& scene) {
    if (scene.kind == SceneKind::line || scene.kind == SceneKind::diagonal) return 1;
    const bool large = scene.count >= kCount && (scene.kind == SceneKind::uniform || scene.kind == SceneKind::pile);
    return large ? 10 : 3;
}

SceneChoice parse_choice(const std::string& text, std::uint32_t count) {
    const auto [name, boxes] = parse_scene_name(text, kCount, count);
    const auto kind = scenes::parse_scene_kind(name);
    if (!kind) throw std::invalid_argument("no such kind of scene: " + text);
    return {*kind, boxes};
}

std::vector<SceneChoice> choose_scenes(const ReportOptions& options) {
    std::vector<SceneChoice> chosen;
    for (const std::string& text : options.scenes) chosen.push_back(parse_choice(text, options.count));
    if (!chosen.empty()) return chosen;
    chosen.assign(std::begin(kScenes), std::end(kScenes));
    for (SceneChoice& choice : chosen) {
        if (options.count != 0) choice.count = options.count;
        if (options.count == 0 && options.quick) choice.count = std::min(choice.count, kQuickCount);
    }
    // With one count for all scenes, the uniform scenes are equal: one stays.
    const auto same = [](const SceneChoice& a, const SceneChoice& b) { return a.kind == b.kind && a.count == b.count; };
    chosen.erase(std::unique(chosen.begin(), chosen.end(), same), chosen.end());
    return chosen;
}

const Entry* fastest(const std::vector<Entry>& entries, bool ours) {
    const Entry* best = nullptr;
    for (const Entry& entry : entries)
        if (entry.ours == ours && (best == nullptr || entry.times.min() < best->times.min())) best = &entry;
    return best;
}

void print_scene(const std::string& name, std::uint32_t count, const std::vector<Entry>& entries) {
    const Times& best = fastest(entries, true)->times;
    fmt::print("{}, {} boxes\n", name, count);
    fmt::print("  {:<18} {:>10} {:>10} {:>10} {:>9} {:>8} {:>8} {:>5} {:>10}  {:<16} {:>9}\n", "", "ms min",
               "ms median", "ms cold", "ns/box", "ratio", "r med", "runs", "pairs", "hash", "rejected");
    for (const Entry& entry : entries) {
        const double ms = entry.times.min();
        fmt::print(
            "  {:<18} {:>10.3f} {:>10.3f} {:>10.3f} {:>9.1f} {:>8.2f} {:>8.2f} {:>5} {:>10}  {:016x} {:>9}  {}\n",
            entry.name, ms, entry.times.median(), entry.cold.median(), ms * 1e6 / count, ms / best.min(),
            entry.times.median() / best.median(), entry.times.count(), entry.digest.pairs, entry.digest.hash,
            entry.digest.rejected, entry.fault.empty() ? "" : "WRONG: " + entry.fault);
    }
}

nlohmann::ordered_json to_json(const std::vector<Entry>& entries) {
    nlohmann::ordered_json rows;
    for (const Entry& entry : entries) {
        rows.push_back({{"name", entry.name},
                        {"ms_min", entry.times.min()},
                        {"ms_median", entry.times.median()},
                        {"ms_cold", entry.cold.median()},
                        {"runs", entry.times.count()},
                        {"pairs", entry.digest.pairs},
                        {"hash", fmt::format("{:016x}", entry.digest.hash)},
                        {"rejected", entry.digest.rejected},
                        {"repeated", entry.digest.repeated},
                        {"fault", entry.fault}});
    }
    return rows;
}

}  // namespace

Report report_comparison(const ReportOptions& options) {
    Peers built_in = make_peers();
    expect_known_peers(options.peers, built_in);
    const Peers owned = choose_peers(std::move(built_in), options.peers);
    std::vector<Peer*> peers;
    Report report;
    fmt::print(
        "AABBs in, pairs out, 1 thread, CPU time. satori: find_pairs on the raw AABBs, warm workspace, pairs left in "
        "it.\n"
        "ratio: to the fastest of ours, by minima; r med: by medians; ms cold: median of runs right after the "
        "others'; rejected: candidates that do not overlap, sorted out untimed.\n");
    for (const auto& peer : owned) peers.push_back(peer.get());
    report.json["peers"] = introduce(owned);
    fmt::print("\n");

    std::string summary;
    for (const SceneChoice& choice : choose_scenes(options)) {
        const std::string name = scenes::describe_kind(choice.kind).name;
        progress(fmt::format("{}, {} boxes", name, choice.count));
        const std::vector<Aabb> bounds = scene_bounds({choice.kind, choice.count, options.seed});
        const auto [entries, probe] =
            compare(bounds, options.isas, peers, options.quick ? Patience{2, 0.1, 2} : Patience{7, 6, 8});
        print_scene(name, choice.count, entries);
        fmt::print("  {}\n\n", describe_probe(probe));
        std::fflush(stdout);
        report.json["scenes"].push_back({{"scene", name}, {"boxes", choice.count}, {"entries", to_json(entries)}});
        for (const Entry& entry : entries) report.passed = report.passed && entry.fault.empty();
        const Entry* const ours = fastest(entries, true);
        const Entry* const theirs = fastest(entries, false);
        if (theirs == nullptr) continue;
        const double ratio = theirs->times.min() / ours->times.min();
        summary += fmt::format("{:<10} {:>8} {:>10.3f} {:>10.3f}  {:<14} {:>6.1f} {:>6.0f}  {}\n", name, choice.count,
                               ours->times.min(), theirs->times.min(), theirs->name, ratio, wanted_ratio(choice),
                               ratio < wanted_ratio(choice) ? "BELOW" : "");
    }
    if (!summary.empty()) {
        fmt::print("{:<10} {:>8} {:>10} {:>10}  {:<14} {:>6} {:>6}\n{}\n", "scene", "boxes", "ours, ms", "best peer",
                   "", "ratio", "wanted", summary);
    }
    fmt::print("{}\n", report.passed ? "All found the same pairs." : "DIFFERENT PAIRS WERE FOUND.");
    return report;
}

}  // namespace satori::bench
