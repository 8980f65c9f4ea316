#include "records/report.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <satori/satori.hpp>

#include "cli/scenes/generator.hpp"
#include "common/expect.hpp"
#include "common/isa_tables.hpp"
#include "common/timing.hpp"
#include "narrowphase/reference_overlap.hpp"
#include "records/record_data.hpp"
#include "records/record_kernels.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::bench {

namespace {

/// What a pair may be away from touching, in units of delta, for forms to differ on it: the library's own worst error.
constexpr double kMostDoubtful = 0.25;

const RecordKernelTable& kernels_of(Isa isa) {
    SATORI_RETURN_TABLE(isa, RecordKernels);
}

/// Times over that a run works on as many boxes or pairs: what takes microseconds no clock measures.
std::size_t repeats_of(std::size_t count) {
    constexpr std::size_t kFewest = 200000;
    return count == 0 || count >= kFewest ? 1 : kFewest / count;
}

/// A contender that does `work` as often as that.
template <class Work>
Contender repeated(std::size_t count, Work work) {
    Contender contender;
    contender.run = [work, repeats = repeats_of(count)] {
        for (std::size_t i = 0; i < repeats; ++i) work();
    };
    return contender;
}

/// Which pairs two forms differ on, and how far from touching the furthest of them is, in units of delta.
struct Difference {
    std::uint64_t count = 0;
    double worst = 0;
};

Difference difference(const Stream& stream, std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    Difference out;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i]) continue;
        const OrientedBox &first = stream.rows[stream.pairs[i].first], &second = stream.rows[stream.pairs[i].second];
        ++out.count;
        out.worst =
            std::max(out.worst, std::abs(reference_separation(first, second)) / overlap_tolerance(first, second));
    }
    return out;
}

double ns_each(double ms, std::size_t count) {
    return count == 0 ? 0 : 1e6 * ms / static_cast<double>(count * repeats_of(count));
}

/// One line of the table, each time with its ratio to that of the first form.
void print_times(const std::string& what, std::span<const Contender> forms, std::size_t count) {
    std::string line = fmt::format("{:<34}", what);
    for (const Contender& form : forms)
        line += fmt::format(" {:>7.2f} {:>7.2f} {:>5.2f}", ns_each(form.times.min(), count),
                            ns_each(form.times.median(), count), form.times.min() / forms[0].times.min());
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

nlohmann::ordered_json times_json(std::span<const Contender> forms, std::size_t count) {
    nlohmann::ordered_json json;
    for (std::size_t f = 0; f < forms.size(); ++f)
        json.push_back({{"form", kRecordFormNames[f]},
                        {"ns_min", ns_each(forms[f].times.min(), count)},
                        {"ns_median", ns_each(forms[f].times.median(), count)},
                        {"runs", forms[f].times.count()}});
    return json;
}

/// One order of a scene's pairs on every set.
class StreamReport {
public:
    StreamReport(std::string name, const Stream& stream, const ReportOptions& options, Report& report)
        : name_(std::move(name)),
          stream_(stream),
          patience_(options.quick ? Patience{1, 0.01, 1} : Patience{5, 1.5, 4}),
          report_(report),
          data_(form_data(stream.rows)) {
        for (const BoxPair& pair : stream.pairs) {
            first_.push_back(pair.first);
            second_.push_back(pair.second);
        }
        first_.resize(simd::padded(first_.size()) + kPairsAhead);
        second_.resize(first_.size());
    }

    void build(Isa isa) {
        const std::size_t stride = simd::padded(stream_.rows.size());
        std::vector<Contender> contenders;
        for (std::size_t f = 0; f < kRecordFormCount; ++f)
            contenders.push_back(repeated(stride, [this, f, isa, stride] {
                kernels_of(isa).form[f].build(data_[f].arrays.floats(), stride, stride, data_[f].records.data());
            }));
        measure("build", isa, contenders, stride);
    }

    void test(Isa isa, bool ahead) {
        std::vector<std::vector<std::uint8_t>> answers(kRecordFormCount,
                                                       std::vector<std::uint8_t>(stream_.pairs.size(), 7));
        const std::size_t count = stream_.pairs.size();
        std::vector<Contender> contenders;
        for (std::size_t f = 0; f < kRecordFormCount; ++f)
            contenders.push_back(repeated(count, [this, f, isa, ahead, count, &answers] {
                kernels_of(isa).form[f].test(
                    {data_[f].records.data(), first_.data(), second_.data(), static_cast<std::uint32_t>(count), ahead},
                    answers[f].data());
            }));
        measure(ahead ? "ahead" : "plain", isa, contenders, count);
        for (std::size_t f = 1; f < kRecordFormCount; ++f) {
            const Difference found = difference(stream_, answers[0], answers[f]);
            differences_[f].count = std::max(differences_[f].count, found.count);
            differences_[f].worst = std::max(differences_[f].worst, found.worst);
        }
        check(answers[0]);
    }

    void print_differences() const {
        for (std::size_t f = 1; f < kRecordFormCount; ++f) {
            fmt::print("  {}: {} of {} answers differ, {:.3f} delta from touching at most\n", kRecordFormNames[f],
                       differences_[f].count, stream_.pairs.size(), differences_[f].worst);
            report_.passed = report_.passed && differences_[f].worst <= kMostDoubtful;
        }
    }

private:
    void measure(const char* what, Isa isa, std::span<Contender> contenders, std::size_t count) {
        alternate(contenders, patience_);
        print_times(fmt::format("{} {} {}", name_, isa_name(isa), what), contenders, count);
        report_.json["cases"].push_back({{"stream", name_},
                                         {"isa", isa_name(isa)},
                                         {"what", what},
                                         {"boxes", stream_.rows.size()},
                                         {"pairs", stream_.pairs.size()},
                                         {"forms", times_json(contenders, count)}});
    }
    /// The library's own records give the library's own answers.
    void check(const std::vector<std::uint8_t>& answers) {
        if (expected_.empty() && !answers.empty()) {
            BoxBatch boxes;
            Workspace workspace;
            expected_.resize(stream_.pairs.size());
            expect(boxes.assign(box_rows(stream_.rows)), "taking in the scene");
            expect(test_pairs(boxes, stream_.pairs, expected_, workspace), "test_pairs");
        }
        if (answers != expected_) throw std::runtime_error(name_ + ": the answers are not those of test_pairs");
    }

    std::string name_;
    const Stream& stream_;
    Patience patience_;
    Report& report_;
    std::vector<FormData> data_;
    std::vector<std::uint32_t> first_, second_;
    std::vector<std::uint8_t> expected_;
    Difference differences_[kRecordFormCount];
};

std::vector<OrientedBox> scene_rows(const SceneName& name, std::uint64_t seed) {
    scenes::SceneRecipe recipe;
    const auto kind = scenes::parse_scene_kind(name.kind);
    if (!kind) throw std::invalid_argument("no such kind of scene: " + name.kind);
    recipe.kind = *kind;
    recipe.count = name.count;
    recipe.seed = seed;
    return scenes::make_scene(recipe).rows;
}

}  // namespace

Report report_records(const ReportOptions& options) {
    Report report;
    std::vector<std::string> names = options.scenes;
    if (names.empty() && options.quick) names = {"uniform:1000"};
    if (names.empty()) names = {"uniform:1000", "uniform:100000", "uniform:1000000"};
    fmt::print(
        "ns per pair (build: per box), minimum, median and minimum / that of three axes, 1 thread, alternated runs, "
        "CPU time.\n"
        "column: the scene's candidates as find_pairs gives them; random: shuffled; local: boxes numbered as the "
        "column order\n"
        "meets them. ahead: records asked for {} pairs before their use. build: records from structure of "
        "arrays.\n\n{:<34}",
        kPairsAhead, "");
    for (std::size_t f = 0; f < kRecordFormCount; ++f)
        fmt::print(" {:>21}", fmt::format("{}, {} B", kRecordFormNames[f], kRecordBytes[f]));
    fmt::print("\n");
    for (const std::string& text : names) {
        const SceneName name = parse_scene_name(text, 100000, options.count);
        const std::vector<OrientedBox> rows = scene_rows(name, options.seed);
        for (const PairOrder order : {PairOrder::random, PairOrder::column, PairOrder::local}) {
            if (options.quick && order != PairOrder::random) continue;
            const Stream stream = make_stream(rows, order);
            StreamReport lines(
                fmt::format("{} {} {}", name.kind, name.count, kPairOrderNames[static_cast<std::size_t>(order)]),
                stream, options, report);
            for (const Isa isa : options.isas) {
                lines.build(isa);
                for (const bool ahead : {false, true}) lines.test(isa, ahead);
            }
            lines.print_differences();
        }
    }
    return report;
}

}  // namespace satori::bench
