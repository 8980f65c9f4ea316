// R21: a good guest. Calls work inside a running parallel_for, in limited arenas, under the host's global_control,
// and from many threads at a time; each gives what it gives alone.

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <satori/satori.hpp>
#include <satori/tbb.hpp>

#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

struct Job {
    std::vector<OrientedBox> rows;
    std::vector<BoxPair> overlaps;
};

std::vector<Job> make_jobs(std::uint32_t count, std::uint32_t boxes) {
    std::vector<Job> jobs(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        jobs[i].rows = test::make_test_scene(test::kSceneKinds[i % 4], boxes, i);
        jobs[i].overlaps = test::overlaps_of(test::make_batch(jobs[i].rows), {Isa::best, &serial_executor()});
    }
    return jobs;
}

bool done_right(const Job& job, const Execution& execution, std::uint32_t* threads = nullptr) {
    BoxBatch batch;
    Workspace workspace;
    PairResult result;
    if (batch.assign(box_rows(job.rows), OnInvalid::refuse, execution) != Status::ok) return false;
    if (find_overlaps(batch, workspace, result, {}, execution) != Status::ok) return false;
    if (threads != nullptr) *threads = result.thread_count;
    return test::same_bytes(std::vector<BoxPair>(result.pairs.begin(), result.pairs.end()), job.overlaps);
}

TEST(Guest, InsideARunningParallelFor) {
    const auto jobs = make_jobs(32, 4000);
    std::atomic<int> wrong{0};
    oneapi::tbb::parallel_for(std::size_t{0}, jobs.size(), [&](std::size_t i) {
        if (!done_right(jobs[i], {})) ++wrong;
    });
    EXPECT_EQ(wrong, 0);
}

TEST(Guest, ManyIndependentThreads) {
    const auto jobs = make_jobs(8, 6000);
    ThreadExecutor shared_threads(3);
    test::RendezvousExecutor rendezvous(2);
    Executor* executors[] = {&tbb_executor(), &serial_executor(), &shared_threads, &rendezvous};
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

TEST(Guest, LimitedArenasAreRespected) {
    const auto jobs = make_jobs(1, 30000);
    for (const int limit : {1, 2, 3}) {
        oneapi::tbb::task_arena arena(limit);
        std::uint32_t threads = 0;
        // As the executor that names the arena, and as the default one called from inside it.
        TbbArenaExecutor executor(arena);
        EXPECT_TRUE(done_right(jobs[0], {Isa::best, &executor}, &threads));
        EXPECT_GE(threads, 1U);
        EXPECT_LE(threads, static_cast<std::uint32_t>(limit));
        arena.execute([&] { EXPECT_TRUE(done_right(jobs[0], {}, &threads)); });
        EXPECT_GE(threads, 1U);
        EXPECT_LE(threads, static_cast<std::uint32_t>(limit));
        EXPECT_EQ(executor.concurrency(), static_cast<unsigned>(limit));
    }
}

TEST(Guest, GlobalControlIsRespected) {
    const auto jobs = make_jobs(1, 30000);
    const oneapi::tbb::global_control one(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    std::uint32_t threads = 0;
    EXPECT_TRUE(done_right(jobs[0], {}, &threads));
    EXPECT_EQ(threads, 1U);
}

/// What `call` gives in a host that cancels the tasks around it.
template <class Call>
Status cancelled(Call&& call) {
    Status status = Status::ok;
    oneapi::tbb::task_group_context context;
    oneapi::tbb::parallel_for(
        0, 1,
        [&](int) {
            context.cancel_group_execution();
            status = call();
        },
        context);
    return status;
}

// The call says that it was not done, changes nothing, and works the next time.
TEST(Guest, CancelledByTheHost) {
    const auto jobs = make_jobs(1, 30000);
    const BoxBatch batch = test::make_batch(jobs[0].rows);
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(cancelled([&] { return find_overlaps(batch, workspace, result); }), Status::executor_failed);
    EXPECT_TRUE(result.pairs.empty());
    ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
    EXPECT_TRUE(test::same_bytes(test::to_vector(result), jobs[0].overlaps));

    ContactResult contacts;
    EXPECT_EQ(cancelled([&] { return collide(batch, workspace, contacts); }), Status::executor_failed);
    EXPECT_TRUE(contacts.manifolds.empty());
    ASSERT_EQ(collide(batch, workspace, contacts), Status::ok);
    EXPECT_TRUE(test::same_bytes(std::vector(contacts.manifolds.begin(), contacts.manifolds.end()),
                                 test::manifolds_of(batch, {Isa::best, &serial_executor()})));
}

TEST(Guest, CancelledUpdatesOfAWorldCanBeRepeated) {
    const BoxBatch batch = test::make_batch(make_jobs(1, 30000)[0].rows);
    std::vector<std::uint32_t> ids(batch.size());
    Broadphase world;
    BroadphaseUpdate update;
    ASSERT_EQ(world.add(batch, MotionType::dynamic_box, ids), Status::ok);
    EXPECT_EQ(cancelled([&] { return world.update(update); }), Status::executor_failed);
    EXPECT_EQ(world.pair_count(), 0U);
    EXPECT_TRUE(update.new_pairs.empty());
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(std::vector(update.new_pairs.begin(), update.new_pairs.end()), test::sorted(test::pairs_of(batch)));
}

// A chunk that waits for others, as a host's job system may: the inner call takes part in the outer one's threads.
TEST(Guest, NestedInItsOwnExecutor) {
    const auto jobs = make_jobs(3, 3000);
    test::RendezvousExecutor executor(3);
    struct Context {
        const std::vector<Job>* jobs;
        Executor* executor;
        std::atomic<int> wrong{0};
    } context{&jobs, &executor, {}};
    executor.run(
        3,
        [](void* user, std::uint32_t chunk) noexcept {
            Context& c = *static_cast<Context*>(user);
            if (!done_right((*c.jobs)[chunk], {Isa::best, c.executor})) ++c.wrong;
        },
        &context);
    EXPECT_EQ(context.wrong, 0);
    EXPECT_EQ(executor.most_threads(), 3U);
}

}  // namespace
}  // namespace satori
