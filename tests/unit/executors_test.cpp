// The executors of the library, and those of the tests: results are only as good as the threads that took part.

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <satori/satori.hpp>
#include <satori/tbb.hpp>

#include "support/executors.hpp"

namespace satori {
namespace {

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

// Runs 0, 1, some and many chunks and returns the number of threads seen with many.
std::size_t expect_each_chunk_once(Executor& executor) {
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

TEST(Executors, RunEachChunkOnce) {
    EXPECT_EQ(expect_each_chunk_once(serial_executor()), 1U);
    expect_each_chunk_once(tbb_executor());
    for (const unsigned threads : {0U, 1U, 2U, 5U}) {
        ThreadExecutor executor(threads);
        EXPECT_EQ(executor.concurrency(), threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads);
        expect_each_chunk_once(executor);
    }
    oneapi::tbb::task_arena arena(3);
    TbbArenaExecutor in_arena(arena);
    expect_each_chunk_once(in_arena);
    EXPECT_EQ(in_arena.concurrency(), 3U);
}

TEST(Executors, SerialRunsInOrderOnTheCallingThread) {
    struct Order {
        std::vector<std::uint32_t> chunks;
        std::thread::id caller = std::this_thread::get_id();
        bool elsewhere = false;
    } order;
    serial_executor().run(
        50,
        [](void* context, std::uint32_t chunk) noexcept {
            Order& o = *static_cast<Order*>(context);
            o.chunks.push_back(chunk);
            o.elsewhere |= std::this_thread::get_id() != o.caller;
        },
        &order);
    ASSERT_EQ(order.chunks.size(), 50U);
    for (std::uint32_t i = 0; i < 50; ++i) EXPECT_EQ(order.chunks[i], i);
    EXPECT_FALSE(order.elsewhere);
    EXPECT_EQ(serial_executor().concurrency(), 1U);
}

TEST(Executors, ThoseOfTheTestsBringEveryThread) {
    for (const unsigned threads : {1U, 2U, 3U, 8U, 32U}) {
        test::RendezvousExecutor executor(threads);
        EXPECT_EQ(expect_each_chunk_once(executor), threads);
        EXPECT_EQ(executor.most_threads(), threads > 1 ? threads : 0);
        EXPECT_EQ(executor.concurrency(), threads);
        test::RendezvousTbbExecutor tbb(threads);
        EXPECT_EQ(expect_each_chunk_once(tbb), threads);
    }
    test::ShuffledExecutor shuffled(1);
    EXPECT_EQ(expect_each_chunk_once(shuffled), 1U);
}

}  // namespace
}  // namespace satori
