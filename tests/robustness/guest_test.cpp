// R21: calls work from many threads at the same time, and inside the chunks of an executor. Each call gives the same
// result as when it runs alone.

#include <atomic>
#include <iterator>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "robustness/guest_jobs.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"

namespace satori {
namespace {

using test::done_right;
using test::make_jobs;

TEST(Guest, ManyIndependentThreads) {
    const auto jobs = make_jobs(8, 6000);
    ThreadExecutor shared_threads(3);
    test::RendezvousExecutor rendezvous(2);
    Executor* executors[] = {&default_executor(), &serial_executor(), &shared_threads, &rendezvous};
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < jobs.size(); ++t) {
        threads.emplace_back([&, t] {
            for (int round = 0; round < 4; ++round) {
                const std::size_t which = (t + static_cast<std::size_t>(round)) % jobs.size();
                if (!done_right(jobs[which], {Isa::best, executors[(t + which) % std::size(executors)]})) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
}

TEST(Guest, SeveralCallsOnOneBatchAtATime) {
    const auto jobs = make_jobs(1, 8000);
    const BoxBatch batch = test::make_batch(jobs[0].rows);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t) {
        threads.emplace_back([&] {
            Workspace workspace;
            PairResult result;
            if (find_overlaps(batch, workspace, result) != Status::ok || test::to_vector(result) != jobs[0].overlaps)
                ++wrong;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
}

// Runs the jobs as chunks of an executor. Each chunk calls the library with this executor.
void expect_done_in_chunks(const std::vector<test::Job>& jobs, Executor& executor) {
    struct Context {
        const std::vector<test::Job>* jobs;
        Executor* executor;
        std::atomic<int> wrong{0};
    } context{&jobs, &executor, {}};
    executor.run(
        static_cast<std::uint32_t>(jobs.size()),
        [](void* user, std::uint32_t chunk) noexcept {
            Context& c = *static_cast<Context*>(user);
            if (!done_right((*c.jobs)[chunk], {Isa::best, c.executor})) ++c.wrong;
        },
        &context);
    EXPECT_EQ(context.wrong, 0);
}

// A chunk waits for other chunks, as in a host's job system. The inner call uses the threads of the outer call.
TEST(Guest, NestedInItsOwnExecutor) {
    test::RendezvousExecutor executor(3);
    expect_done_in_chunks(make_jobs(3, 3000), executor);
    EXPECT_EQ(executor.most_threads(), 3U);
}

TEST(Guest, NestedInTheDefaultExecutor) {
    expect_done_in_chunks(make_jobs(32, 6000), default_executor());
}

}  // namespace
}  // namespace satori
