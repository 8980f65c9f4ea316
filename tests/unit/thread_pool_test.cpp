// Tests the library's own threads: the default executor of builds without oneTBB, and the pool of ThreadExecutor.

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#ifdef __linux__
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <satori/satori.hpp>

#include "parallel/default_pool.hpp"
#include "parallel/thread_pool.hpp"
#include "support/sanitizers.hpp"
#include "unit/each_chunk_once.hpp"

namespace satori {
namespace {

using parallel::ThreadPool;

void count_one(void* counter, std::uint32_t) noexcept {
    ++*static_cast<std::atomic<std::uint32_t>*>(counter);
}

// Returns how many of `chunk_count` chunks were run.
std::uint32_t chunks_run(Executor& executor, std::uint32_t chunk_count) {
    std::atomic<std::uint32_t> counter{0};
    executor.run(chunk_count, count_one, &counter);
    return counter;
}

TEST(ThreadPool, RunsEachChunkOnce) {
    for (const unsigned threads : {1U, 2U, 3U, 8U, 64U}) {
        SCOPED_TRACE(threads);
        ThreadPool pool({.thread_count = threads});
        EXPECT_EQ(pool.concurrency(), threads);
        for (int round = 0; round < 20; ++round) EXPECT_LE(test::expect_each_chunk_once(pool), threads);
        EXPECT_EQ(pool.worker_count(), threads - 1);
    }
    EXPECT_EQ(ThreadPool({}).concurrency(), std::max(1U, std::thread::hardware_concurrency()));
}

TEST(ThreadPool, StartsThreadsWhenThereIsWorkForThem) {
    ThreadPool pool({.thread_count = 8});
    EXPECT_EQ(pool.worker_count(), 0U);
    EXPECT_EQ(chunks_run(pool, 1), 1U);
    EXPECT_EQ(pool.worker_count(), 0U);
    EXPECT_EQ(chunks_run(pool, 3), 3U);
    EXPECT_EQ(pool.worker_count(), 2U);
    EXPECT_EQ(chunks_run(pool, 100), 100U);
    EXPECT_EQ(chunks_run(pool, 3), 3U);
    EXPECT_EQ(pool.worker_count(), 7U);
}

// Each chunk waits until all chunks run at the same time. So every thread takes part, in each run.
TEST(ThreadPool, BringsEveryThread) {
    ThreadPool pool({.thread_count = 5});
    for (int round = 0; round < 50; ++round) {
        std::atomic<std::uint32_t> here{0};
        pool.run(
            5,
            [](void* counter, std::uint32_t) noexcept {
                auto& all = *static_cast<std::atomic<std::uint32_t>*>(counter);
                ++all;
                while (all < 5) std::this_thread::yield();
            },
            &here);
        EXPECT_EQ(here, 5U);
    }
}

struct Nested {
    Executor* executor;
    int depth;
    std::atomic<std::uint32_t>* leaves;

    static void body(void* context, std::uint32_t) noexcept {
        const Nested& outer = *static_cast<const Nested*>(context);
        if (outer.depth == 0) {
            ++*outer.leaves;
            return;
        }
        Nested inner{outer.executor, outer.depth - 1, outer.leaves};
        outer.executor->run(7, body, &inner);
    }
};

TEST(ThreadPool, RunsInsideItsOwnChunks) {
    for (const unsigned threads : {1U, 2U, 4U, 16U}) {
        ThreadPool pool({.thread_count = threads});
        std::atomic<std::uint32_t> leaves{0};
        Nested outermost{&pool, 3, &leaves};
        pool.run(7, Nested::body, &outermost);
        EXPECT_EQ(leaves, 7U * 7 * 7 * 7);
    }
}

TEST(ThreadPool, SeveralCallersAtOnce) {
    ThreadPool pool({.thread_count = 3});
    std::atomic<std::uint32_t> leaves{0};
    std::atomic<int> wrong{0};
    std::vector<std::thread> callers;
    for (int t = 0; t < 6; ++t) {
        callers.emplace_back([&] {
            for (std::uint32_t round = 0; round < 200; ++round) {
                if (chunks_run(pool, round % 9) != round % 9) ++wrong;
            }
            Nested outer{&pool, 2, &leaves};
            pool.run(5, Nested::body, &outer);
        });
    }
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(leaves, 6U * 5 * 7 * 7);
}

TEST(ThreadPool, TheDefaultOneIsOne) {
    std::vector<Executor*> seen(8);
    std::vector<std::thread> threads;
    for (Executor*& executor : seen) threads.emplace_back([&] { executor = &parallel::default_pool(); });
    for (std::thread& thread : threads) thread.join();
    for (Executor* executor : seen) EXPECT_EQ(executor, &parallel::default_pool());
    test::expect_each_chunk_once(parallel::default_pool());
}

#ifdef __linux__

// Runs f() in a child process and returns how the process ends: 0 when f() returns true.
template <class F>
int status_of_child(F&& f) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        ::_exit(f() ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
}

// When the system fails to start threads, all chunks still run, with ThreadExecutor too.
TEST(ThreadPool, MakesDoWithFewerThreads) {
    if (test::kAddressSanitizer || test::kThreadSanitizer) GTEST_SKIP() << "they need all addresses";
    for (const rlim_t more : {rlim_t{0}, rlim_t{20} << 20}) {
        EXPECT_EQ(status_of_child([more] {
                      // A stack has 8 MB. `more` has room for no stack or for two; the C library keeps a few stacks of
                      // earlier threads.
                      std::uint64_t pages = 0;
                      if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
                          if (std::fscanf(file, "%" SCNu64, &pages) != 1) return false;
                          std::fclose(file);
                      }
                      const auto now = static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
                      const rlimit space{now + more, now + more};
                      if (::setrlimit(RLIMIT_AS, &space) != 0) return false;
                      ThreadPool pool({.thread_count = 64});
                      ThreadExecutor threads(64);
                      const bool done = chunks_run(pool, 100) == 100 && chunks_run(pool, 100) == 100 &&
                                        chunks_run(threads, 100) == 100;
                      return done && pool.worker_count() < 63;
                  }),
                  0);
    }
}

TEST(ThreadPool, ThreadExecutorWorksAloneInAForkedChild) {
    if (test::kThreadSanitizer) GTEST_SKIP() << "it knows no threads in a child";
    auto threads = std::make_unique<ThreadExecutor>(4U);
    EXPECT_EQ(chunks_run(*threads, 100), 100U);
    EXPECT_EQ(status_of_child([&] {
                  const bool done = chunks_run(*threads, 100) == 100;
                  threads.reset();
                  return done;
              }),
              0);
    EXPECT_EQ(chunks_run(*threads, 100), 100U);
}

TEST(ThreadPool, TheDefaultOneWorksInAForkedChild) {
    if (test::kThreadSanitizer) GTEST_SKIP() << "it knows no threads in a child";
    Executor& pool = parallel::default_pool();
    EXPECT_EQ(chunks_run(pool, 100), 100U);
    // Other threads use the pool while the process forks.
    std::atomic<bool> stop{false};
    std::vector<std::thread> callers;
    for (int t = 0; t < 3; ++t) {
        callers.emplace_back([&] {
            while (!stop) chunks_run(pool, 10);
        });
    }
    for (int round = 0; round < 20; ++round) {
        EXPECT_EQ(status_of_child([&] {
                      return chunks_run(pool, 100) == 100 && &parallel::default_pool() == &pool &&
                             chunks_run(parallel::default_pool(), 100) == 100;
                  }),
                  0);
    }
    stop = true;
    for (std::thread& caller : callers) caller.join();
}

#endif

}  // namespace
}  // namespace satori
