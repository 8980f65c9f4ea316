#include "common/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <numeric>
#include <random>
#include <utility>

#include <fmt/format.h>

namespace satori::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kTurnMs = 30;
constexpr std::uint32_t kProbeBytes = 8 << 20;
constexpr std::uint32_t kLineBytes = 64;
constexpr int kProbeSteps = 16384;
constexpr int kFewestRunsPerTurn = 2;
constexpr int kMostRunsPerTurn = 100;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double take_turn(Contender& contender) {
    double spent = 0;
    for (int run = 0; run < kFewestRunsPerTurn || (run < kMostRunsPerTurn && spent < kTurnMs); ++run) {
        const double start = cpu_ms();
        contender.run();
        const double ms = cpu_ms() - start;
        contender.times.add(ms);
        if (run == 0) contender.cold.add(ms);
        spent += ms;
        if (contender.tidy_up) contender.tidy_up();
    }
    return spent;
}

}  // namespace

// Only one thread works here. So CPU time equals elapsed time on a quiet machine, and on a busy machine it excludes the
// time of other programs.
double cpu_ms() {
#ifdef CLOCK_PROCESS_CPUTIME_ID
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
#else
    return std::chrono::duration<double, std::milli>(Clock::now().time_since_epoch()).count();
#endif
}

double Times::min() const noexcept {
    return ms_.empty() ? 0 : *std::min_element(ms_.begin(), ms_.end());
}

double Times::max() const noexcept {
    return ms_.empty() ? 0 : *std::max_element(ms_.begin(), ms_.end());
}

double Times::median() const {
    if (ms_.empty()) return 0;
    std::vector<double> sorted = ms_;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 != 0 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

Times alternate(std::span<Contender> contenders, const Patience& patience) {
    const Clock::time_point start = Clock::now();
    CacheProbe probe;
    Times lines;
    std::vector<double> spent_ms(contenders.size(), 0.0);
    for (unsigned round = 0; round < patience.fewest_rounds || ms_since(start) < 1000 * patience.seconds; ++round) {
        lines.add(probe.sample());
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            if (round < 2 || spent_ms[i] < 1000 * patience.most_seconds_each) spent_ms[i] += take_turn(contenders[i]);
        }
    }
    lines.add(probe.sample());
    return lines;
}

CacheProbe::CacheProbe() : next_(kProbeBytes / sizeof(std::uint32_t)) {
    // The chain is one cycle through the first word of every line. No prefetcher can guess its order (Sattolo's
    // shuffle).
    const std::uint32_t lines = kProbeBytes / kLineBytes, words_per_line = kLineBytes / sizeof(std::uint32_t);
    std::vector<std::uint32_t> order(lines);
    std::iota(order.begin(), order.end(), 0U);
    std::minstd_rand random(1);
    for (std::uint32_t i = lines - 1; i > 0; --i) std::swap(order[i], order[random() % i]);
    for (std::uint32_t i = 0; i < lines; ++i) next_[i * words_per_line] = order[i] * words_per_line;
}

double CacheProbe::sample() {
    // This pass reads all lines in order, untimed. A line that is slow afterwards was evicted by other programs.
    for (std::size_t i = 0; i < next_.size(); i += kLineBytes / sizeof(std::uint32_t)) touched_ += next_[i];
    const double start = cpu_ms();
    for (int step = 0; step < kProbeSteps; ++step) at_ = next_[at_];
    return 1e6 * (cpu_ms() - start) / kProbeSteps;
}

std::string describe_probe(const Times& probe) {
    return fmt::format("random line of 8 MiB: {:.0f} ns at best, {:.0f} in the median, {:.0f} at worst", probe.min(),
                       probe.median(), probe.max());
}

double fitted_exponent(std::span<const double> x, std::span<const double> y) {
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = std::log(x[i]), b = std::log(y[i]);
        sum_x += a;
        sum_y += b;
        sum_xx += a * a;
        sum_xy += a * b;
    }
    const double n = static_cast<double>(x.size());
    return (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
}

}  // namespace satori::bench
