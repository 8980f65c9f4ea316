#pragma once

#include <atomic>
#include <cstdint>

#include "base/assert.hpp"
#include "base/namespace.hpp"

namespace satori::v0::broadphase {

/// The most that a sweep may find.
struct SweepLimit {
    enum class Of : std::uint8_t {
        nothing,     ///< there is no limit
        candidates,  ///< the candidates of the columns
        results,     ///< the results that the sink keeps
    };

    /// Returns the limit of a public call: its Execution::max_pairs.
    static constexpr SweepLimit of_call(std::uint64_t max_pairs) noexcept {
        return {max_pairs != 0 ? Of::candidates : Of::nothing, max_pairs};
    }

    Of of = Of::nothing;
    std::uint64_t most = 0;
};

/// The number of candidates or results that all workers of a sweep have found together. The workers stop when it
/// exceeds the limit. Nothing is counted twice, and without a stop everything is counted. So the input alone decides
/// whether the limit is exceeded.
class SweepCount {
public:
    explicit SweepCount(const SweepLimit& limit) noexcept : limit_(limit) {}

    void restart() noexcept { found_.store(0, std::memory_order_relaxed); }
    /// Called once per block of candidates, not once per candidate: workers share the counter.
    void add(std::uint32_t candidates, std::uint32_t results) noexcept {
        SATORI_ASSERT(limit_.of != SweepLimit::Of::candidates || candidates != 0);
        if (limit_.of == SweepLimit::Of::nothing) return;
        found_.fetch_add(limit_.of == SweepLimit::Of::candidates ? candidates : results, std::memory_order_relaxed);
    }
    bool exceeded() const noexcept {
        return limit_.of != SweepLimit::Of::nothing && found_.load(std::memory_order_relaxed) > limit_.most;
    }

private:
    SweepLimit limit_;
    std::atomic<std::uint64_t> found_{0};
};

}  // namespace satori::v0::broadphase
