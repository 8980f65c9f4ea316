#include "cli/mpi/rank_report.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/report.hpp"

namespace satori::cli {

namespace {

struct Stage {
    const char* name;
    std::uint64_t mpi::RankReport::*cpu_ns;
};
constexpr Stage kStages[] = {
    {"intake", &mpi::RankReport::intake_ns},         {"cutting", &mpi::RankReport::cutting_ns},
    {"assignment", &mpi::RankReport::assignment_ns}, {"exchange", &mpi::RankReport::exchange_ns},
    {"sorting", &mpi::RankReport::sorting_ns},       {"finding", &mpi::RankReport::finding_ns},
    {"ownership", &mpi::RankReport::ownership_ns},
};

double ms(std::uint64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-6;
}

/// The most and the mean of a figure of the ranks.
struct Spread {
    double most = 0, sum = 0, mean = 0;

    template <class Figure>
    Spread(const std::vector<RankFigures>& ranks, Figure&& figure) {
        for (const RankFigures& rank : ranks) {
            const auto value = static_cast<double>(figure(rank));
            most = std::max(most, value);
            sum += value;
        }
        mean = sum / static_cast<double>(ranks.size());
    }
    /// The most over the mean.
    double imbalance() const { return mean > 0 ? most / mean : 1; }
};

/// What both reports say of all ranks.
struct Totals {
    explicit Totals(const std::vector<RankFigures>& ranks)
        : load(ranks, [](const RankFigures& rank) { return rank.call.part_count + rank.call.candidate_count; }) {
        for (const RankFigures& rank : ranks) candidate_count += rank.call.candidate_count;
        const mpi::RankReport& first = ranks[0].call;
        box_count = first.all_count;
        pair_count = first.all_pairs_count;
        if (box_count > 0)
            halo = static_cast<double>(first.all_parts_count - box_count) / static_cast<double>(box_count);
    }

    Spread load;
    std::uint64_t box_count, pair_count, candidate_count = 0;
    double halo = 0;  // boxes that other parts have too, as a share of all
};

}  // namespace

std::vector<RankFigures> gathered(const Ranks& ranks, const RankFigures& own) {
    static_assert(std::is_trivially_copyable_v<RankFigures>);
    std::vector<RankFigures> all;
    ranks.together([&] { all.resize(static_cast<std::size_t>(ranks.count())); });
    MPI_Gather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD);
    return all;
}

std::string json_report(const RanksMeasurement& measured) {
    const std::vector<RankFigures>& ranks = measured.ranks;
    const Totals totals(ranks);
    nlohmann::ordered_json json;
    json["ranks"] = ranks.size();
    json["boxes"] = totals.box_count;
    json["candidates"] = totals.candidate_count;
    json[measured.found_name] = totals.pair_count;
    json["isa"] = isa_name(measured.isa);
    json["threads"] = measured.threads;
    json["hash"] = fmt::format("{:016x}", measured.hash);
    json["halo"] = totals.halo;
    json["imbalance"] = totals.load.imbalance();
    nlohmann::ordered_json& stages = json["stages_ms"];
    for (const Stage& stage : kStages)
        stages[stage.name] = Spread(ranks, [&](const RankFigures& rank) { return ms(rank.call.*stage.cpu_ns); }).most;
    json["total_ms"] = Spread(ranks, [](const RankFigures& rank) { return rank.call_ms; }).most;
    json["read_ms"] = Spread(ranks, [](const RankFigures& rank) { return rank.read_ms; }).most;
    json["sort_ms"] = Spread(ranks, [](const RankFigures& rank) { return rank.sort_ms; }).most;
    json["peak_bytes"] =
        static_cast<std::uint64_t>(Spread(ranks, [](const RankFigures& rank) { return rank.peak_bytes; }).most);
    for (const RankFigures& rank : ranks)
        json["by_rank"].push_back({{"boxes", rank.call.own_count},
                                   {"part_boxes", rank.call.part_count},
                                   {"sent_boxes", rank.call.sent_count},
                                   {"candidates", rank.call.candidate_count},
                                   {measured.found_name, rank.pair_count}});
    return json.dump(2) + "\n";
}

std::string table_report(const RanksMeasurement& measured, const Style& style) {
    const std::vector<RankFigures>& ranks = measured.ranks;
    const Totals totals(ranks);
    std::string text;
    const auto fact = [&](const char* name, const std::string& value) {
        text += fmt::format("{:<12}{:>14}\n", name, value);
    };
    const auto time = [&](const char* name, auto&& figure) {
        const Spread spread(ranks, figure);
        text += fmt::format("{:<12}{:>14.3f}  {:>12.3f}\n", name, spread.most, spread.mean);
    };
    text +=
        style.heading(fmt::format("{}, frame {}, {}", measured.scene, measured.frame, counted(ranks.size(), "rank"))) +
        "\n\n";
    fact("boxes", grouped(totals.box_count));
    fact("candidates", grouped(totals.candidate_count));
    fact(measured.found_name, grouped(totals.pair_count));
    fact("halo", fmt::format("{:.1f} %", 100 * totals.halo));
    fact("imbalance", fmt::format("{:.2f}", totals.load.imbalance()));
    fact("isa", isa_name(measured.isa));
    fact("threads", grouped(measured.threads));
    text += "\n" + style.heading(fmt::format("{:<12}{:>14}  {:>12}", "ms", "most", "mean of ranks")) + "\n";
    for (const Stage& stage : kStages)
        time(stage.name, [&](const RankFigures& rank) { return ms(rank.call.*stage.cpu_ns); });
    time("total", [](const RankFigures& rank) { return rank.call_ms; });
    text += "not in the total\n";
    time("  read", [](const RankFigures& rank) { return rank.read_ms; });
    time("  sort", [](const RankFigures& rank) { return rank.sort_ms; });
    const Spread peak(ranks, [](const RankFigures& rank) { return rank.peak_bytes; });
    text += fmt::format("\n{:<12}{:>14.1f} MB  {:>9.1f} MB\n{:<12}{:016x}\n", "peak memory", peak.most * 1e-6,
                        peak.mean * 1e-6, "hash", measured.hash);
    return text;
}

}  // namespace satori::cli
