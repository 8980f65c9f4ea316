// satori-profile --explain: measures a kernel and the limits that bound it.

#include "profile/explain.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include <satori/isa.hpp>

#include "common/timing.hpp"
#include "common/usable_isas.hpp"
#include "parallel/stopwatch.hpp"
#include "satori_bench/kernel_costs.hpp"
#include "satori_bench/limits.hpp"
#include "simd/dispatch.hpp"

namespace satori::bench {

namespace {

/// What a kernel costs. `record`: bytes of a box of a pair; 0 where the kernel takes no pairs.
struct Counted {
    const char* kernel;
    Cost cost;
    double record = 0;
};
constexpr Counted kCounted[] = {
    {"sat", kPairTestCost, 64},
    {"sat-bytes", kPairTestCost, 64},
    {"contacts", kPairDepthCost, 64},
    {"manifold", kFaceManifoldCost, 64},
    {"manifold-edges", kEdgeManifoldCost, 64},
    {"rect-sat", kRectTestCost, 32},
    {"rect-contacts", kRectDepthCost, 32},
    {"rect-manifold", kRectManifoldCost, 32},
    {"ingest", kIngestCost},
    {"aabb", kBoundsAndRecordsCost},
    {"corners", kCornersCost},
    {"contains", kPointsInBoxCost},
    {"rect-ingest", kRectIngestCost},
    {"rect-aabb", kRectBoundsAndRecordsCost},
};

constexpr double kSetSeconds = 0.25, kDataSeconds = 0.6;
constexpr std::uint32_t kColumnBoxes = 10000, kManyBoxes = 1000000;

struct CallTimes {
    double best = 0, median = 0;
};

/// Times a call in pieces of about 30 us, as long as those that measure the bounds: some pieces are not interrupted.
/// Long calls are always interrupted where other programs run: CPU time does not count that.
CallTimes time_calls(const std::function<void()>& call, double seconds) {
    constexpr double kPieceNs = 30e3, kLongNs = 1e6;
    constexpr std::size_t kFewest = 5;
    call();
    const parallel::Stopwatch once;
    call();
    const auto calls = static_cast<int>(std::clamp(kPieceNs / static_cast<double>(once.nanoseconds() + 1), 1.0, 1e6));
    std::vector<double> times;
    const parallel::Stopwatch all;
    while (times.size() < kFewest || static_cast<double>(all.nanoseconds()) < 1e9 * seconds) {
        const double cpu = cpu_ms();
        const parallel::Stopwatch piece;
        for (int i = 0; i < calls; ++i) call();
        const auto passed = static_cast<double>(piece.nanoseconds());
        times.push_back((passed < kLongNs ? passed : std::min(passed, 1e6 * (cpu_ms() - cpu))) / calls);
    }
    std::sort(times.begin(), times.end());
    return {times.front(), times[times.size() / 2]};
}

/// In column order each record comes from its place once. `boxes` may have fewer pairs than records.
Cost cost_in_column_order(const Counted& counted, double boxes_per_item) {
    Cost cost = counted.cost;
    cost.read -= 2 * counted.record;
    cost.read += counted.record * std::min(2.0, boxes_per_item);
    return cost;
}

bool in_column_order(const std::string& data) {
    return data == "index" || data == "ordered";
}

Place place_of(const std::string& data, std::uint32_t boxes, double record) {
    if (data == "l1") return Place::l1;
    constexpr double kPairBytes = 16;  // two pairs of each box
    const bool small = data == "index" && boxes * (record + kPairBytes) <= static_cast<double>(2 * bytes_in(Place::l2));
    return small ? Place::l2 : Place::memory;
}

/// The kernel of one set on data of one kind.
class Subject {
public:
    Subject(const KernelCase& kernel, std::uint64_t seed, Isa isa, const std::string& data)
        : boxes_(static_cast<std::uint32_t>(simd::padded(data == "l1"      ? kernel.boxes
                                                         : data == "index" ? kColumnBoxes
                                                                           : kManyBoxes))),
          prepared_(kernel.prepare({*simd::kernel_table_of(isa), pair_data(data), boxes_, seed})) {
        if (prepared_.items == 0) throw std::runtime_error("there is nothing to do in so small a scene");
    }
    double items() const noexcept { return static_cast<double>(prepared_.items); }
    std::uint32_t boxes() const noexcept { return boxes_; }
    CallTimes time(double seconds) const {
        CallTimes times = time_calls(prepared_.run, seconds);
        return {times.best / items(), times.median / items()};
    }

private:
    static PairData pair_data(const std::string& data) {
        return in_column_order(data) ? PairData::index : data == "random" ? PairData::random : PairData::l1;
    }
    std::uint32_t boxes_;
    PreparedKernel prepared_;
};

SetFigures measure_set(const KernelCase& kernel, const Counted& counted, Isa isa, std::uint64_t seed) {
    const Subject subject(kernel, seed, isa, "l1");
    const Bound before = measure_bound(isa, counted.cost, Place::l1);
    const double ns = subject.time(kSetSeconds).best;
    const Bound after = measure_bound(isa, counted.cost, Place::l1);
    return {isa_name(isa), isa_lanes(isa), ns, std::min(before.arithmetic, after.arithmetic)};
}

DataFigures measure_data(const KernelCase& kernel, const Counted& counted, const std::string& data,
                         std::uint64_t seed) {
    Isa isa = Isa::best;
    if (resolve_isa(isa, isa) != Status::ok) expect_best_isa();
    const Subject subject(kernel, seed, isa, data);
    const Cost cost =
        in_column_order(data) ? cost_in_column_order(counted, subject.boxes() / subject.items()) : counted.cost;
    const Place place = place_of(data, subject.boxes(), counted.record);
    const Bound before = measure_bound(isa, cost, place);
    const CallTimes times = subject.time(kDataSeconds);
    const Bound after = measure_bound(isa, cost, place);
    return {data,         kPlaceNames[static_cast<std::size_t>(place)],  times.best,
            times.median, std::min(before.arithmetic, after.arithmetic), after.memory};
}

}  // namespace

std::vector<std::string> explained_kernels() {
    std::vector<std::string> names;
    for (const Counted& counted : kCounted) names.emplace_back(counted.kernel);
    return names;
}

Figures measure_figures(const KernelCase& kernel, std::uint64_t seed) {
    const auto* const counted = std::find_if(std::begin(kCounted), std::end(kCounted), [&](const Counted& one) {
        return std::string_view(one.kernel) == kernel.name;
    });
    if (counted == std::end(kCounted)) throw std::invalid_argument("the operations of this kernel are not counted");
    expect_best_isa();
    Isa used = Isa::best;
    (void)resolve_isa(used, used);
    const char* const forced = std::getenv("SATORI_ISA");
    Figures figures{kernel.item, isa_name(used), {}, {}};
    figures.forced = forced != nullptr && figures.used == forced;
    for (const Isa isa : usable_isas()) figures.sets.push_back(measure_set(kernel, *counted, isa, seed));
    const std::vector<std::string> kinds = kernel.pairs ? std::vector<std::string>{"l1", "index", "ordered", "random"}
                                                        : std::vector<std::string>{"l1", "memory"};
    for (const std::string& data : kinds) figures.data.push_back(measure_data(kernel, *counted, data, seed));
    return figures;
}

nlohmann::ordered_json to_json(const Figures& figures, const Explanation& explanation) {
    nlohmann::ordered_json json{{"item", figures.item}, {figures.forced ? "forced" : "chosen", figures.used}};
    for (const SetFigures& set : figures.sets)
        json["sets"].push_back(
            {{"isa", set.isa}, {"lanes", set.lanes}, {"ns", set.ns}, {"operations_ns", set.operations_ns}});
    for (const DataFigures& data : figures.data)
        json["data"].push_back({{"data", data.data},
                                {"place", data.place},
                                {"ns", data.ns},
                                {"median_ns", data.median_ns},
                                {"operations_ns", data.operations_ns},
                                {"bytes_ns", data.bytes_ns},
                                {"share", reached_share(data)}});
    for (const Sentence& one : explanation.bounds) json["bounds"].push_back({{"rule", one.rule}, {"text", one.text}});
    for (const Sentence& one : explanation.advice)
        json["advice"].push_back({{"rule", one.rule}, {"text", one.text}, {"gain", one.gain}});
    return json;
}

void print(const Figures& figures, const Explanation& explanation) {
    fmt::print("\n{:<18}{:>12}{:>18}\n", "instruction set", "ns per " + figures.item, "operations, ns");
    for (const SetFigures& set : figures.sets)
        fmt::print("{:<18}{:>12.3g}{:>18.3g}\n", set.isa, set.ns, set.operations_ns);
    fmt::print("\n{:<10}{:<8}{:>12}{:>18}{:>12}{:>10}\n", "data", "place", "ns per " + figures.item, "operations, ns",
               "bytes, ns", "share");
    for (const DataFigures& data : figures.data)
        fmt::print("{:<10}{:<8}{:>12.3g}{:>18.3g}{:>12.3g}{:>9.0f}%\n", data.data, data.place, data.ns,
                   data.operations_ns, data.bytes_ns, 100 * reached_share(data));
    fmt::print("\nWhat bounds it\n");
    for (const Sentence& one : explanation.bounds) fmt::print("- {}\n", one.text);
    fmt::print("\nWhat to try first\n");
    int number = 1;
    for (const Sentence& one : explanation.advice) fmt::print("{}. {}\n", number++, one.text);
}

}  // namespace satori::bench
