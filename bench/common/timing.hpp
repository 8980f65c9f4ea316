#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace satori::bench {

/// CPU time of this process so far, milliseconds; where the system does not tell it, the time that passes.
double cpu_ms();

/// Durations of one thing, milliseconds of CPU time.
class Times {
public:
    void add(double ms) { ms_.push_back(ms); }
    std::size_t count() const noexcept { return ms_.size(); }
    /// 0 where nothing was timed.
    double min() const noexcept;
    double max() const noexcept;
    double median() const;

private:
    std::vector<double> ms_;
};

/// Something to be timed against others.
struct Contender {
    std::function<void()> run;      ///< what is timed
    std::function<void()> tidy_up;  ///< after each run, untimed; may be empty
    Times times;
    Times cold;  ///< of those the first of each turn: the others have just used the caches
};

/// How long to go on.
struct Patience {
    unsigned fewest_rounds = 5;
    double seconds = 2;            ///< for all contenders together
    double most_seconds_each = 8;  ///< one that used them up sits out, once it had two turns
};

/// Times the contenders in turns, A B C A B C, so that a noisy spell of the machine meets all of them. A turn is at
/// least two runs, and as many as fit 30 ms. Ends when there were enough rounds and the time is used up.
///
/// Gives the times of a random cache line, measured once each round: see CacheProbe.
Times alternate(std::span<Contender> contenders, const Patience& patience);

/// What the machine is worth at this moment: the last-level cache and the memory behind it are shared with strangers.
class CacheProbe {
public:
    CacheProbe();
    /// Nanoseconds per load of a chain of random cache lines in 8 MiB, where each load needs the one before.
    double sample();

private:
    std::vector<std::uint32_t> next_;
    std::uint32_t at_ = 0;
    std::uint32_t touched_ = 0;
};

/// "random line of 8 MiB: 31 ns at best, 40 in the median, 77 at worst".
std::string describe_probe(const Times& probe);

/// Slope of the least-squares line through (ln x, ln y).
double fitted_exponent(std::span<const double> x, std::span<const double> y);

}  // namespace satori::bench
