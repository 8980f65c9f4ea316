#pragma once

#include <chrono>
#include <cstdint>

#include "base/namespace.hpp"

namespace satori::v0::parallel {

/// Measures wall time since its construction.
class Stopwatch {
public:
    std::uint64_t nanoseconds() const noexcept {
        return static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin_).count());
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace satori::v0::parallel
