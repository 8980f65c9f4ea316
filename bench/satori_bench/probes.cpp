// probe_ARITHMETIC/registers, probe_read/PLACE, probe_copy/PLACE: measures the maximum rates of the machine. Counter on
// one thread: best_ns, the minimum time per operation or byte, measured in the same way as the bounds of kernels.

#include <cstring>
#include <iterator>
#include <memory>
#include <numeric>

#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/limits.hpp"
#include "satori_bench/streams.hpp"

namespace satori::bench {

namespace {

void run_arithmetic_probe(benchmark::State& state, Isa isa, std::size_t what, const Execution& execution,
                          unsigned threads) {
    struct Work {
        const ProbeTable& probes;
        std::size_t what;
        std::uint32_t sums[256] = {};
    } work{probes_of(isa), what};
    constexpr std::uint64_t kRounds = 20000;
    const auto chunk = [](void* context, std::uint32_t part) noexcept {
        Work& w = *static_cast<Work*>(context);
        alignas(64) float values[kProbeChains * 16];
        std::iota(std::begin(values), std::end(values), 1.0F);
        w.probes.arithmetic[w.what]({values, 1.0F, 1.0F, kRounds});
        for (const float value : values) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof bits);
            w.sums[part] = w.sums[part] * 31 + bits;
        }
    };
    for (auto _ : state) execution.executor->run(threads, chunk, &work);
    const double steps = static_cast<double>(kRounds * kProbeChains * kOperations[what]);
    report_items(state, "operations", steps * work.probes.lanes * threads, work.sums[0]);
    if (threads != 1) return;
    state.counters["best_ns"] =
        step_ns(work.probes, static_cast<Arithmetic>(what)) / (kOperations[what] * work.probes.lanes);
}

void run_stream_probe(benchmark::State& state, Isa isa, Place place, bool copies, const Execution& execution,
                      unsigned threads) {
    Stream stream(probes_of(isa), bytes_in(place), threads);
    const auto pass = [&] { copies ? stream.copy(*execution.executor) : stream.read(*execution.executor); };
    pass();
    for (auto _ : state) pass();
    report_items(state, "bytes", static_cast<double>(stream.bytes()), stream.checksum());
    state.SetBytesProcessed(static_cast<std::int64_t>(stream.bytes()) * state.iterations());
    if (threads != 1) return;
    const ByteTimes times = byte_times(isa, place);
    state.counters["best_ns"] = copies ? times.copied : times.read;
}

}  // namespace

void add_probes(std::vector<BenchCase>& cases) {
    constexpr unsigned kMostThreads = 256;
    for (const Isa isa : usable_isas()) {
        for (const unsigned threads : thread_counts()) {
            if (threads > kMostThreads) continue;
            const Level level = threads == 1 ? Level::quick : Level::full;
            for (std::size_t what = 0; what < kArithmeticCount; ++what) {
                cases.push_back({std::string("probe_") + kArithmeticNames[what], "registers", isa, threads, level,
                                 [=](benchmark::State& state, const Execution& execution) {
                                     run_arithmetic_probe(state, isa, what, execution, threads);
                                 }});
            }
            for (std::size_t place = 0; place < kPlaceCount; ++place) {
                for (const bool copies : {false, true}) {
                    cases.push_back({copies ? "probe_copy" : "probe_read", kPlaceNames[place], isa, threads, level,
                                     [=](benchmark::State& state, const Execution& execution) {
                                         run_stream_probe(state, isa, static_cast<Place>(place), copies, execution,
                                                          threads);
                                     }});
                }
            }
        }
    }
}

}  // namespace satori::bench
