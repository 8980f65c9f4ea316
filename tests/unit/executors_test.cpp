// Tests the executors of the library and of the tests. Other tests rely on the number of threads that take part.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#ifdef __linux__
#include <sched.h>
#endif

#include <satori/satori.hpp>

#include "support/executors.hpp"
#include "unit/each_chunk_once.hpp"

namespace satori {
namespace {

TEST(Executors, RunEachChunkOnce) {
    EXPECT_EQ(test::expect_each_chunk_once(serial_executor()), 1U);
    test::expect_each_chunk_once(default_executor());
    for (const unsigned threads : {0U, 1U, 2U, 5U}) {
        ThreadExecutor executor(threads);
        EXPECT_EQ(executor.concurrency(), threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads);
        test::expect_each_chunk_once(executor);
    }
}

std::vector<ThreadOptions> all_thread_options() {
    std::vector<ThreadOptions> all;
    for (const unsigned threads : {0U, 1U, 2U, 5U, 64U}) {
        for (const bool bind : {false, true}) {
            for (const std::uint32_t spin_us : {0U, 50U, 5000U}) all.push_back({threads, bind, spin_us});
        }
    }
    return all;
}

struct Nested {
    Executor& executor;
    std::atomic<std::uint32_t>& leaves;

    static void outer(void* context, std::uint32_t) noexcept {
        static_cast<Nested*>(context)->executor.run(7, inner, context);
    }
    static void inner(void* context, std::uint32_t) noexcept { ++static_cast<Nested*>(context)->leaves; }
};

TEST(Executors, ThreadsWithAllOptions) {
    for (const ThreadOptions& options : all_thread_options()) {
        SCOPED_TRACE(testing::Message() << options.thread_count << " threads, bind " << options.bind << ", spin "
                                        << options.spin_us);
        ThreadExecutor executor(options);
        for (int round = 0; round < 3; ++round)
            EXPECT_LE(test::expect_each_chunk_once(executor), executor.concurrency());
        std::atomic<std::uint32_t> leaves{0};
        Nested nested{executor, leaves};
        std::vector<std::thread> callers;
        for (int t = 0; t < 3; ++t) callers.emplace_back([&] { executor.run(5, Nested::outer, &nested); });
        for (std::thread& caller : callers) caller.join();
        EXPECT_EQ(leaves, 3U * 5 * 7);
    }
}

#ifdef __linux__

std::size_t threads_of_this_process() {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

TEST(Executors, ThreadsEndWithTheirExecutor) {
    for (const ThreadOptions& options : all_thread_options()) {
        const std::size_t before = threads_of_this_process();
        {
            ThreadExecutor executor(options);
            EXPECT_EQ(threads_of_this_process(), before);
            for (int round = 0; round < 2; ++round) {
                test::expect_each_chunk_once(executor);
                EXPECT_EQ(threads_of_this_process(), before + executor.concurrency() - 1);
            }
        }
        // A joined thread may be listed a little longer.
        for (int i = 0; i < 1000 && threads_of_this_process() != before; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        EXPECT_EQ(threads_of_this_process(), before);
    }
}

/// The processors that a thread may use.
struct Affinity {
    cpu_set_t set{};

    static Affinity of_this_thread() {
        Affinity affinity;
        EXPECT_EQ(sched_getaffinity(0, sizeof affinity.set, &affinity.set), 0);
        return affinity;
    }
    bool operator==(const Affinity& other) const { return CPU_EQUAL(&set, &other.set); }
    int count() const { return CPU_COUNT(&set); }
};

/// Runs one chunk on each of `count` threads, and returns what the others than the calling thread may use.
std::vector<Affinity> affinities_of_workers(Executor& executor, std::uint32_t count) {
    struct Seen {
        std::uint32_t count = 0;
        std::thread::id caller = std::this_thread::get_id();
        std::atomic<std::uint32_t> here{0};
        std::mutex mutex;
        std::vector<Affinity> workers;
    } seen;
    seen.count = count;
    executor.run(
        count,
        [](void* context, std::uint32_t) noexcept {
            Seen& all = *static_cast<Seen*>(context);
            ++all.here;
            while (all.here < all.count) std::this_thread::yield();
            if (std::this_thread::get_id() == all.caller) return;
            const std::lock_guard lock(all.mutex);
            all.workers.push_back(Affinity::of_this_thread());
        },
        &seen);
    return seen.workers;
}

void move_this_thread_to(int processor) {
    Affinity one;
    CPU_SET(static_cast<std::size_t>(processor), &one.set);
    ASSERT_EQ(sched_setaffinity(0, sizeof one.set, &one.set), 0);
}

// A caller that moves from processor to processor finds each worker on another one, and as many workers bound as there
// are other processors.
TEST(Executors, BoundThreadsLeaveTheCallersProcessor) {
    const Affinity usable = Affinity::of_this_thread();
    if (usable.count() < 2) GTEST_SKIP() << "it needs two processors";
    const auto processors = static_cast<std::uint32_t>(std::min(usable.count(), 32));
    ThreadExecutor bound({.thread_count = processors + 1, .bind = true}), free({.thread_count = processors});
    for (const Affinity& worker : affinities_of_workers(free, processors)) EXPECT_EQ(worker, usable);
    (void)affinities_of_workers(bound, processors + 1);
    EXPECT_EQ(Affinity::of_this_thread(), usable);
    for (int round = 0; round < 3; ++round) {
        for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
            if (!CPU_ISSET(static_cast<std::size_t>(processor), &usable.set)) continue;
            move_this_thread_to(processor);
            const Affinity caller = Affinity::of_this_thread();
            std::vector<Affinity> one_each;
            for (const Affinity& worker : affinities_of_workers(bound, processors + 1)) {
                if (worker.count() != 1) continue;
                EXPECT_FALSE(worker == caller);
                EXPECT_EQ(std::count(one_each.begin(), one_each.end(), worker), 0);
                one_each.push_back(worker);
            }
            if (usable.count() <= 32) {
                EXPECT_EQ(one_each.size(), processors - 1);
            }
            EXPECT_EQ(Affinity::of_this_thread(), caller);
        }
    }
    ASSERT_EQ(sched_setaffinity(0, sizeof usable.set, &usable.set), 0);
}

double cpu_seconds(clockid_t clock) {
    timespec time{};
    EXPECT_EQ(clock_gettime(clock, &time), 0);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

TEST(Executors, IdleThreadsSleepAfterTheirSpin) {
    for (const std::uint32_t spin_us : {0U, 200U, 5000U}) {
        ThreadExecutor executor({.thread_count = 4, .spin_us = spin_us});
        test::expect_each_chunk_once(executor);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        const double before = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        EXPECT_LT(cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - before, 0.02) << spin_us;
    }
}

#endif

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
        EXPECT_EQ(test::expect_each_chunk_once(executor), threads);
        EXPECT_EQ(executor.most_threads(), threads > 1 ? threads : 0);
        EXPECT_EQ(executor.concurrency(), threads);
    }
    test::ShuffledExecutor shuffled(1);
    EXPECT_EQ(test::expect_each_chunk_once(shuffled), 1U);
}

}  // namespace
}  // namespace satori
