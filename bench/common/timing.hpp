#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace satori::bench {

/// Returns the CPU time of this process so far, milliseconds; where the system does not report it, elapsed time.
double cpu_ms();

/// Durations of one thing, milliseconds of CPU time.
class Times {
public:
    void add(double ms) { ms_.push_back(ms); }
    std::size_t count() const noexcept { return ms_.size(); }
    /// min(), max() and median() return 0 where nothing was timed.
    double min() const noexcept;
    double max() const noexcept;
    double median() const;

private:
    std::vector<double> ms_;
};

/// One of several calls that are timed in turns.
struct Contender {
    std::function<void()> run;      ///< what is timed
    std::function<void()> tidy_up;  ///< after each run, untimed; may be empty
    Times times;
    Times cold;  ///< the first time of each turn: before it, the other contenders used the caches
};

/// The duration of a measurement.
struct Patience {
    unsigned fewest_rounds = 5;
    double seconds = 2;            ///< for all contenders together
    double most_seconds_each = 8;  ///< a contender that used this time gets no more turns after its first two
};

/// Times the contenders in turns, A B C A B C, so that noise of the machine affects all of them. A turn is at least
/// two runs, and as many as fit 30 ms. Ends after enough rounds, when the time is used up.
///
/// Returns the times of a random cache line, measured once each round: see CacheProbe.
Times alternate(std::span<Contender> contenders, const Patience& patience);

/// Measures how fast memory is at this moment: other programs share the last-level cache and the memory behind it.
class CacheProbe {
public:
    CacheProbe();
    /// Returns nanoseconds per load of a chain of random cache lines in 8 MiB. Each load depends on the one before.
    double sample();

private:
    std::vector<std::uint32_t> next_;
    std::uint32_t at_ = 0;
    std::uint32_t touched_ = 0;
};

/// Returns text like "random line of 8 MiB: 31 ns at best, 40 in the median, 77 at worst".
std::string describe_probe(const Times& probe);

/// Returns the slope of the least-squares line through (ln x, ln y).
double fitted_exponent(std::span<const double> x, std::span<const double> y);

}  // namespace satori::bench
