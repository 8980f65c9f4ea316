#pragma once

#include <chrono>
#include <cstdint>

#include "scenes/progress_callback.hpp"

namespace satori::cli {

/// A progress line on standard error for work that takes longer than two seconds. Draws nothing when standard error is
/// not a terminal.
class ProgressBar {
public:
    explicit ProgressBar(bool quiet);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { clear(); }

    /// Returns a callback that shows the progress of `label`. The label and the bar must outlive the callback.
    scenes::ProgressCallback phase(const char* label);
    /// Removes the line. Must be called before other output is printed.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void update(const char* label, std::uint64_t done, std::uint64_t total);

    bool enabled_;
    bool drawn_ = false;
    Clock::time_point next_draw_;
};

}  // namespace satori::cli
