#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/namespace.hpp"

namespace satori::v0::parallel {

/// Calls on at most this many boxes measure no times. A call on two boxes would take a tenth of its time for the clock.
inline constexpr std::size_t kMostUntimed = 32;

/// Measures wall time since its construction, or nothing: zero.
class Stopwatch {
public:
    explicit Stopwatch(bool runs = true) noexcept : runs_(runs) {
        if (runs) begin_ = std::chrono::steady_clock::now();
    }
    std::uint64_t nanoseconds() const noexcept {
        if (!runs_) return 0;
        return static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin_).count());
    }

private:
    bool runs_;
    std::chrono::steady_clock::time_point begin_{};
};

}  // namespace satori::v0::parallel
