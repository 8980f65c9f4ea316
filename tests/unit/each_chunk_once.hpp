#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <satori/executor.hpp>

namespace satori::test {

/// Counts the runs of each chunk, and collects the threads that ran chunks.
struct Seen {
    explicit Seen(std::uint32_t chunk_count) : calls(chunk_count) {}
    std::vector<std::atomic<int>> calls;
    std::mutex mutex;
    std::set<std::thread::id> threads;

    static void body(void* context, std::uint32_t chunk) noexcept {
        Seen& seen = *static_cast<Seen*>(context);
        ++seen.calls[chunk];
        const std::lock_guard lock(seen.mutex);
        seen.threads.insert(std::this_thread::get_id());
    }
};

/// Runs 0, 1, some and many chunks and returns the number of threads seen with many.
inline std::size_t expect_each_chunk_once(Executor& executor) {
    std::size_t threads = 0;
    for (const std::uint32_t chunk_count : {0U, 1U, 2U, 7U, 1000U}) {
        Seen seen(chunk_count);
        executor.run(chunk_count, &Seen::body, &seen);
        for (const auto& calls : seen.calls) EXPECT_EQ(calls, 1);
        threads = seen.threads.size();
    }
    EXPECT_GE(executor.concurrency(), 1U);
    return threads;
}

}  // namespace satori::test
