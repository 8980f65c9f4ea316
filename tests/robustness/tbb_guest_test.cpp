// R21 with oneTBB, in builds with oneTBB. Calls work inside a running parallel_for, in limited arenas and under the
// host's global_control. Each call gives the same result as when it runs alone.

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <satori/satori.hpp>
#include <satori/tbb.hpp>

#include "robustness/guest_jobs.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

using test::done_right;
using test::FilledWorld;
using test::make_jobs;

TEST(TbbGuest, InsideARunningParallelFor) {
    const auto jobs = make_jobs(32, 4000);
    std::atomic<int> wrong{0};
    oneapi::tbb::parallel_for(std::size_t{0}, jobs.size(), [&](std::size_t i) {
        if (!done_right(jobs[i], {})) ++wrong;
    });
    EXPECT_EQ(wrong, 0);
}

// In an arena with room for several threads, several take part after some time: oneTBB's threads join when they are
// free.
TEST(TbbGuest, LimitedArenasAreRespected) {
    const auto jobs = make_jobs(1, 30000);
    FilledWorld alone(jobs[0]), filled(jobs[0]);
    ASSERT_EQ(alone.update_all({Isa::best, &serial_executor()}), Status::ok);
    for (const int limit : {1, 2, 3}) {
        SCOPED_TRACE(limit);
        const auto most = static_cast<std::uint32_t>(limit);
        oneapi::tbb::task_arena arena(limit);
        TbbArenaExecutor executor(arena);
        EXPECT_EQ(executor.concurrency(), most);
        // With the executor that names the arena, and with the default executor inside the arena.
        const auto named = [&](auto&& call) { return call({Isa::best, &executor}); };
        const auto inside = [&](auto&& call) { return arena.execute([&] { return call({}); }); };
        const auto find = [&](const Execution& execution) {
            std::uint32_t threads = 0;
            EXPECT_TRUE(done_right(jobs[0], execution, &threads));
            return threads;
        };
        const auto update = [&](const Execution& execution) {
            EXPECT_EQ(filled.update_all(execution), Status::ok);
            EXPECT_EQ(filled.world.state_hash(), alone.world.state_hash());
            return filled.update.thread_count;
        };
        const auto expect_threads = [&](auto&& call) {
            std::uint32_t threads = 0;
            for (int attempt = 0; attempt < 500 && threads < std::min(most, 2U); ++attempt) {
                threads = call();
                ASSERT_LE(threads, most);
            }
            EXPECT_GE(threads, std::min(most, 2U));
        };
        expect_threads([&] { return named(find); });
        expect_threads([&] { return inside(find); });
        expect_threads([&] { return named(update); });
        expect_threads([&] { return inside(update); });
    }
}

TEST(TbbGuest, GlobalControlIsRespected) {
    const auto jobs = make_jobs(1, 30000);
    const oneapi::tbb::global_control one(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    std::uint32_t threads = 0;
    EXPECT_TRUE(done_right(jobs[0], {}, &threads));
    EXPECT_EQ(threads, 1U);
}

/// An executor on oneTBB. Every chunk first cancels the tasks around the call.
class CancellingExecutor final : public Executor {
public:
    explicit CancellingExecutor(oneapi::tbb::task_group_context& context) : context_(&context) {}
    void run(std::uint32_t chunk_count, Body body, void* body_context) override {
        test::run_around(tbb_executor(), chunk_count, body, body_context, [this](auto&& run_chunk) {
            cancel();
            run_chunk();
        });
    }
    unsigned concurrency() const noexcept override { return tbb_executor().concurrency(); }

private:
    void cancel() noexcept {
        const std::lock_guard lock(mutex_);
        context_->cancel_group_execution();
    }

    oneapi::tbb::task_group_context* context_;
    std::mutex mutex_;
};

/// Returns the status of `call(execution)` in a host that cancels the tasks around the call: before it, or while it
/// runs.
template <class Call>
Status cancelled(bool on_its_way, Call&& call) {
    Status status = Status::ok;
    oneapi::tbb::task_group_context context;
    oneapi::tbb::parallel_for(
        0, 1,
        [&](int) {
            CancellingExecutor executor(context);
            if (!on_its_way) context.cancel_group_execution();
            status = call(on_its_way ? Execution{Isa::best, &executor} : Execution{});
        },
        context);
    return status;
}

class CancelledGuest : public testing::TestWithParam<bool> {};

// The call returns an error, changes nothing, and works the next time.
TEST_P(CancelledGuest, Batches) {
    const auto jobs = make_jobs(1, 60000);
    const BoxBatch batch = test::make_batch(jobs[0].rows);
    Workspace workspace;
    PairResult result;
    const auto find = [&](const Execution& on) { return find_overlaps(batch, workspace, result, {.execution = on}); };
    EXPECT_EQ(cancelled(GetParam(), find), Status::executor_failed);
    EXPECT_TRUE(result.pairs.empty());
    ASSERT_EQ(find({}), Status::ok);
    EXPECT_TRUE(test::same_bytes(test::to_vector(result), jobs[0].overlaps));

    ContactResult contacts;
    const auto touch = [&](const Execution& on) { return collide(batch, workspace, contacts, {.execution = on}); };
    EXPECT_EQ(cancelled(GetParam(), touch), Status::executor_failed);
    EXPECT_TRUE(contacts.manifolds.empty());
    ASSERT_EQ(touch({}), Status::ok);
    EXPECT_TRUE(test::same_bytes(std::vector(contacts.manifolds.begin(), contacts.manifolds.end()),
                                 test::manifolds_of(batch, {Isa::best, &serial_executor()})));
}

TEST_P(CancelledGuest, UpdatesOfABroadphase) {
    const BoxBatch batch = test::make_batch(make_jobs(1, 60000)[0].rows);
    std::vector<std::uint32_t> ids(batch.size());
    Broadphase world;
    BroadphaseUpdate update;
    ASSERT_EQ(world.add(batch, MotionType::dynamic_box, ids), Status::ok);
    EXPECT_EQ(cancelled(GetParam(), [&](const Execution& on) { return world.update(update, on); }),
              Status::executor_failed);
    EXPECT_EQ(world.pair_count(), 0U);
    EXPECT_TRUE(update.new_pairs.empty());
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(std::vector(update.new_pairs.begin(), update.new_pairs.end()), test::sorted(test::pairs_of(batch)));
}

TEST_P(CancelledGuest, UpdatesOfAWorld) {
    const auto jobs = make_jobs(1, 60000);
    FilledWorld filled(jobs[0]), alone(jobs[0]);
    EXPECT_EQ(cancelled(GetParam(), [&](const Execution& on) { return filled.update_all(on); }),
              Status::executor_failed);
    EXPECT_TRUE(filled.update.begun.empty() && filled.update.contact_count == 0);
    EXPECT_TRUE(filled.world.validate());
    ASSERT_EQ(filled.world.update(filled.update), Status::ok);
    ASSERT_EQ(alone.update_all({Isa::best, &serial_executor()}), Status::ok);
    EXPECT_FALSE(alone.update.begun.empty());
    EXPECT_TRUE(test::sorted_pairs(filled.update.begun) == test::sorted_pairs(alone.update.begun));
    EXPECT_EQ(filled.world.state_hash(), alone.world.state_hash());
}

INSTANTIATE_TEST_SUITE_P(When, CancelledGuest, testing::Bool(),
                         [](const auto& tested) { return tested.param ? "on_its_way" : "before"; });

}  // namespace
}  // namespace satori
