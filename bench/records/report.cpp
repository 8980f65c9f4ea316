#include "records/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include <satori/satori.hpp>

#include "cli/scenes/generator.hpp"
#include "common/expect.hpp"
#include "common/timing.hpp"
#include "narrowphase/reference_overlap.hpp"
#include "records/record_kernels.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::bench {

namespace {

/// What a pair may be away from touching, in units of delta, for forms to differ on it: the library's own worst error.
constexpr double kMostDoubtful = 0.25;

const RecordKernelTable& kernels_of(Isa isa) {
    switch (isa) {
#ifdef SATORI_HAVE_ISA_SSE4_2
        case Isa::sse4_2:
            return kSse42RecordKernels;
#endif
#ifdef SATORI_HAVE_ISA_AVX2
        case Isa::avx2:
            return kAvx2RecordKernels;
#endif
#ifdef SATORI_HAVE_ISA_AVX512
        case Isa::avx512:
            return kAvx512RecordKernels;
#endif
#ifdef SATORI_HAVE_ISA_NEON64
        case Isa::neon64:
            return kNeon64RecordKernels;
#endif
        default:
            return kScalarRecordKernels;
    }
}

/// Memory as the library's own arrays have it: aligned, in huge pages where it is large.
class Block {
public:
    explicit Block(std::size_t size) : size_(size), memory_(allocator_.allocate(size, 64, allocator_.user)) {
        if (memory_ == nullptr) throw std::bad_alloc();
        std::memset(memory_, 0, size);
    }
    Block(Block&& other) noexcept : size_(other.size_), memory_(std::exchange(other.memory_, nullptr)) {}
    ~Block() {
        if (memory_ != nullptr) allocator_.release(memory_, size_, 64, allocator_.user);
    }
    void* data() const noexcept { return memory_; }
    float* floats() const noexcept { return static_cast<float*>(memory_); }

private:
    Allocator allocator_ = default_allocator();
    std::size_t size_;
    void* memory_;
};

/// Boxes as structure of arrays with what one form stores, and room for its records.
struct FormData {
    Block arrays, records;
};

Quat normalized(const Quat& q) {
    const double x = q.x, y = q.y, z = q.z, w = q.w, length = std::sqrt(x * x + y * y + z * z + w * w);
    return {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(z / length),
            static_cast<float>(w / length)};
}

/// The floats that each form stores of the boxes, by RecordForm.
std::vector<FormData> form_data(std::span<const OrientedBox> rows) {
    constexpr std::uint32_t kFloats[kRecordFormCount] = {15, 12, 10};
    BoxBatch boxes;
    expect(boxes.assign(box_rows(rows)), "taking in the scene");
    const std::size_t stride = simd::padded(rows.size());
    std::vector<FormData> forms;
    for (std::size_t f = 0; f < kRecordFormCount; ++f) {
        forms.push_back({Block(kFloats[f] * stride * sizeof(float)), Block(kRecordBytes[f] * stride)});
        float* const arrays = forms.back().arrays.floats();
        for (std::uint32_t c = 0; c < kFloats[f]; ++c) {
            const std::span<const float> values = boxes.component(static_cast<BoxComponent>(c));
            std::copy(values.begin(), values.end(), arrays + c * stride);
        }
        if (f != static_cast<std::size_t>(RecordForm::quaternion)) continue;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Quat q = normalized(rows[i].rotation);
            const float components[4] = {q.x, q.y, q.z, q.w};
            for (std::size_t c = 0; c < 4; ++c) arrays[(6 + c) * stride + i] = components[c];
        }
    }
    return forms;
}

enum class PairOrder : std::uint32_t { column, random, local };
constexpr PairOrder kPairOrders[] = {PairOrder::column, PairOrder::random, PairOrder::local};
constexpr const char* kPairOrderNames[] = {"column", "random", "local"};

/// Boxes and candidates in one order.
struct Stream {
    std::vector<OrientedBox> rows;
    std::vector<BoxPair> pairs;
};

Stream make_stream(const std::vector<OrientedBox>& rows, PairOrder order) {
    BoxBatch boxes;
    expect(boxes.assign(box_rows(rows)), "taking in the scene");
    Workspace workspace;
    PairResult found;
    expect(find_pairs(boxes, workspace, found), "candidates of the scene");
    Stream stream{rows, {found.pairs.begin(), found.pairs.end()}};
    if (order == PairOrder::random) std::shuffle(stream.pairs.begin(), stream.pairs.end(), std::mt19937_64(1));
    if (order == PairOrder::local) {
        // Boxes that no pair names stay behind the others.
        constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> place(rows.size(), kNone);
        std::uint32_t next = 0;
        const auto placed = [&](std::uint32_t i) {
            if (place[i] == kNone) place[i] = next++;
            return place[i];
        };
        for (BoxPair& pair : stream.pairs) {
            const std::uint32_t first = placed(pair.first);
            pair = {first, placed(pair.second)};
        }
        for (std::uint32_t i = 0; i < rows.size(); ++i) stream.rows[placed(i)] = rows[i];
    }
    return stream;
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
    return count == 0 ? 0 : 1e6 * ms / static_cast<double>(count);
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
        std::vector<Contender> contenders(kRecordFormCount);
        for (std::size_t f = 0; f < kRecordFormCount; ++f)
            contenders[f].run = [this, f, isa, stride] {
                kernels_of(isa).form[f].build(data_[f].arrays.floats(), stride, stride, data_[f].records.data());
            };
        measure("build", isa, contenders, stride);
    }

    void test(Isa isa, bool ahead) {
        std::vector<std::vector<std::uint8_t>> answers(kRecordFormCount,
                                                       std::vector<std::uint8_t>(stream_.pairs.size(), 7));
        std::vector<Contender> contenders(kRecordFormCount);
        for (std::size_t f = 0; f < kRecordFormCount; ++f) {
            contenders[f].run = [this, f, isa, ahead, &answers] {
                kernels_of(isa).form[f].test({data_[f].records.data(), first_.data(), second_.data(),
                                              static_cast<std::uint32_t>(stream_.pairs.size()), ahead},
                                             answers[f].data());
            };
        }
        measure(ahead ? "ahead" : "plain", isa, contenders, stream_.pairs.size());
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
    if (!kind) throw std::runtime_error("no such kind of scene: " + name.kind);
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
        for (const PairOrder order : kPairOrders) {
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
