#include "profile/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace satori::bench {

namespace {

constexpr double kBatchMs = 1;
constexpr std::size_t kFewestBatches = 3;
/// Time between two measurements of the clock rate. The clock rate changes with heat and load.
constexpr double kClockEverySeconds = 0.1;

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point start) {
    return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

double batch_ms(const PreparedKernel& kernel, std::size_t runs) {
    const double start = cpu_ms();
    for (std::size_t i = 0; i < runs; ++i) kernel.run();
    return cpu_ms() - start;
}

}  // namespace

double clock_ghz() {
#ifdef __GNUC__
    constexpr int kRounds = 8000, kSteps = 4;
    std::uint64_t value = 1;
    const std::uint64_t other = 2;
    const auto step = [&] {
        value ^= other;
        asm volatile("" : "+r"(value));  // so that the compiler merges no two of them
    };
    double best_ms = 1e9;
    for (int probe = 0; probe < 5; ++probe) {
        const double start = cpu_ms();
        for (int round = 0; round < kRounds; ++round) {
            step();
            step();
            step();
            step();
        }
        best_ms = std::min(best_ms, cpu_ms() - start);
    }
    return kRounds * kSteps / (1e6 * best_ms);
#else
    return 0;
#endif
}

Measured measure(const PreparedKernel& kernel, double seconds, Counters& counters) {
    Measured measured;
    measured.clock_ghz = clock_ghz();
    const double wanted_ms = std::min(kBatchMs, 1000 * seconds / kFewestBatches);
    kernel.run();
    for (measured.runs = 1; measured.runs < (std::size_t{1} << 40); measured.runs *= 2)
        if (batch_ms(kernel, measured.runs) >= wanted_ms) break;

    const SteadyClock::time_point start = SteadyClock::now();
    double last_look = 0;
    counters.start();
    while (measured.batches.count() < kFewestBatches || seconds_since(start) < seconds) {
        measured.batches.add(batch_ms(kernel, measured.runs));
        measured.total_runs += measured.runs;
        if (seconds_since(start) - last_look < kClockEverySeconds) continue;
        counters.stop();
        measured.clock_ghz = std::max(measured.clock_ghz, clock_ghz());
        last_look = seconds_since(start);
        counters.start();
    }
    counters.stop();
    measured.clock_ghz = std::max(measured.clock_ghz, clock_ghz());
    return measured;
}

}  // namespace satori::bench
