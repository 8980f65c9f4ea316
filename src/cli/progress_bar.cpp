#include "cli/progress_bar.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include <unistd.h>

#include <fmt/format.h>

namespace satori::cli {

namespace {

constexpr std::chrono::seconds kPatience{2};
constexpr std::chrono::milliseconds kInterval{100};
constexpr int kWidth = 40;

}  // namespace

ProgressBar::ProgressBar(bool quiet)
    : enabled_(!quiet && ::isatty(STDERR_FILENO) == 1), next_draw_(Clock::now() + kPatience) {}

scenes::ProgressCallback ProgressBar::phase(const char* label) {
    if (!enabled_) return {};
    return [this, label](std::uint64_t done, std::uint64_t total) { update(label, done, total); };
}

void ProgressBar::update(const char* label, std::uint64_t done, std::uint64_t total) {
    const Clock::time_point now = Clock::now();
    if (now < next_draw_) return;
    next_draw_ = now + kInterval;
    const double part = total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto filled = static_cast<std::size_t>(part * kWidth);
    const std::string line =
        fmt::format("\r{:<10} [{:<{}}] {:3.0f} %", label, std::string(filled, '#'), kWidth, 100 * part);
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
    drawn_ = true;
}

void ProgressBar::clear() {
    if (!drawn_) return;
    drawn_ = false;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

}  // namespace satori::cli
