#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <vector>

namespace satori::bench {

/// A clock in seconds. With one thread it measures the CPU time of this thread, without the time of other programs.
class Clock {
public:
    explicit Clock(bool one_thread) noexcept : one_thread_(one_thread), begin_(now()) {}
    double seconds() const noexcept { return now() - begin_; }

private:
    double now() const noexcept {
#if defined(CLOCK_THREAD_CPUTIME_ID)
        if (one_thread_) {
            timespec time{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
            return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
        }
#endif
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    bool one_thread_;
    double begin_;
};

inline double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

inline double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

/// Returns the number of frames until each box has moved. In each frame a `share` of all boxes moves, each time other
/// boxes.
inline std::size_t frames_for_all(double share) {
    return static_cast<std::size_t>(std::ceil(1 / share));
}

}  // namespace satori::bench
