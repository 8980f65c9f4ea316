#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace satori::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kTurnMs = 30;
constexpr int kFewestRunsPerTurn = 2;
constexpr int kMostRunsPerTurn = 100;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double take_turn(Contender& contender) {
    double spent = 0;
    for (int run = 0; run < kFewestRunsPerTurn || (run < kMostRunsPerTurn && spent < kTurnMs); ++run) {
        const Clock::time_point start = Clock::now();
        contender.run();
        const double ms = ms_since(start);
        contender.times.add(ms);
        if (run == 0) contender.cold.add(ms);
        spent += ms;
        if (contender.tidy_up) contender.tidy_up();
    }
    return spent;
}

}  // namespace

double Times::min() const noexcept {
    return ms_.empty() ? 0 : *std::min_element(ms_.begin(), ms_.end());
}

double Times::median() const {
    if (ms_.empty()) return 0;
    std::vector<double> sorted = ms_;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 != 0 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

void alternate(std::span<Contender> contenders, const Patience& patience) {
    const Clock::time_point start = Clock::now();
    std::vector<double> spent_ms(contenders.size(), 0.0);
    for (unsigned round = 0; round < patience.fewest_rounds || ms_since(start) < 1000 * patience.seconds; ++round) {
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            if (round < 2 || spent_ms[i] < 1000 * patience.most_seconds_each) spent_ms[i] += take_turn(contenders[i]);
        }
    }
}

}  // namespace satori::bench
