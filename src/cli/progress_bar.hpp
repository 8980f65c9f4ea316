#pragma once

#include <chrono>
#include <cstdint>

#include "scenes/progress_callback.hpp"

namespace satori::cli {

/// A line on standard error for work that takes longer than two seconds. Draws nothing unless standard error is a terminal.
class ProgressBar {
public:
    explicit ProgressBar(bool quiet);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { clear(); }

    /// A callback that shows how much of `label` is done. The label must outlive it; so must the bar.
    scenes::ProgressCallback phase(const char* label);
    /// Takes the line away: call it before printing.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void update(const char* label, std::uint64_t done, std::uint64_t total);

    bool enabled_;
    bool drawn_ = false;
    Clock::time_point next_draw_;
};

}  // namespace satori::cli
