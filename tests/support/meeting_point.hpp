#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include <satori/executor.hpp>

namespace satori::test {

/// Threads that have taken their first chunk wait here for the others.
class MeetingPoint {
public:
    explicit MeetingPoint(unsigned expected) : expected_(expected) {}

    /// Returns false if the others did not come.
    bool arrive_and_wait() {
        std::unique_lock lock(mutex_);
        if (++arrived_ >= expected_) all_here_.notify_all();
        return all_here_.wait_for(lock, std::chrono::seconds(20), [&] { return arrived_ >= expected_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable all_here_;
    unsigned expected_;
    unsigned arrived_ = 0;
};

/// Does the work of one thread in a run.
inline bool take_part(MeetingPoint& meeting, std::atomic<std::uint32_t>& next, std::uint32_t chunk_count,
                      Executor::Body body, void* context) {
    std::uint32_t chunk = next.fetch_add(1);
    const bool met = meeting.arrive_and_wait();
    while (chunk < chunk_count) {
        body(context, chunk);
        chunk = next.fetch_add(1);
    }
    return met;
}

}  // namespace satori::test
