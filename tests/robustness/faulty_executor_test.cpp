// R13: an executor that throws, or does not run each chunk exactly once, gives a status. No exception crosses the API,
// nothing stays in use, and no wrong result is reported as correct.

#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::ExecutorFault;

class FaultyExecutors : public testing::TestWithParam<ExecutorFault> {
protected:
    // Runs `call` with an executor that is faulty from its first run on, then from its second run on, and so on until
    // no fault occurs.
    template <class Call, class Check>
    void check(Call call, Check check_unchanged) {
        unsigned fired = 0;
        for (unsigned from_run = 0; from_run < 100; ++from_run) {
            SCOPED_TRACE(testing::Message() << "from run " << from_run);
            test::FaultyExecutor executor(GetParam(), from_run);
            const Status status = call(Execution{Isa::best, &executor});
            if (executor.faults() == 0) {
                EXPECT_EQ(status, Status::ok);
                EXPECT_GT(fired, 0U) << "the fault never fired";
                return;
            }
            ++fired;
            EXPECT_EQ(status, Status::executor_failed);
            check_unchanged();
        }
        ADD_FAILURE() << "more than a hundred runs in one call";
    }

    std::vector<OrientedBox> rows_ = test::make_test_scene(test::SceneKind::uniform, 20000, 1);
    BoxBatch batch_ = test::make_batch(rows_);
};

TEST_P(FaultyExecutors, Assign) {
    const auto before = test::contents_of(batch_);
    const auto other = test::make_test_scene(test::SceneKind::uniform, 20000, 2);
    check([&](const Execution& execution) { return batch_.assign(box_rows(other), OnInvalid::refuse, execution); },
          [&] { ASSERT_TRUE(test::same_bytes(test::contents_of(batch_), before)) << "the boxes are as before"; });
}

TEST_P(FaultyExecutors, ComputeAabbs) {
    std::vector<Aabb> bounds(batch_.size());
    check([&](const Execution& execution) { return compute_aabbs(batch_, bounds, execution); }, [] {});
}

TEST_P(FaultyExecutors, FindPairsAndFindOverlaps) {
    const auto expected = test::overlaps_of(batch_);
    Workspace workspace;
    PairResult result;
    const auto unchanged = [&] {
        EXPECT_TRUE(result.pairs.empty());
        // The next call can use the workspace.
        PairResult next;
        ASSERT_EQ(find_overlaps(batch_, workspace, next), Status::ok);
        ASSERT_EQ(test::to_vector(next), expected);
    };
    check([&](const Execution& execution) { return find_pairs(batch_, workspace, result, {.execution = execution}); },
          unchanged);
    check(
        [&](const Execution& execution) { return find_overlaps(batch_, workspace, result, {.execution = execution}); },
        unchanged);
    check(
        [&](const Execution& execution) {
            return find_overlaps({batch_, batch_}, workspace, result, {.execution = execution});
        },
        unchanged);
}

TEST_P(FaultyExecutors, FindCoveredSides) {
    Workspace workspace;
    std::vector<CoveredSides> sides(batch_.size(), 99);
    check([&](const Execution& execution) { return find_covered_sides(batch_, 1, sides, workspace, execution); },
          [&] { EXPECT_EQ(sides, std::vector<CoveredSides>(batch_.size(), 99)); });
}

TEST_P(FaultyExecutors, TestPairs) {
    const auto pairs = test::pairs_of(batch_);
    Workspace workspace;
    std::vector<std::uint8_t> answers(pairs.size());
    check(
        [&](const Execution& execution) {
            return test_pairs(batch_, pairs, answers, workspace, {.execution = execution});
        },
        [] {});
}

TEST_P(FaultyExecutors, DistancesAndNearPairs) {
    const auto pairs = test::pairs_of(batch_);
    Workspace workspace;
    std::vector<PairDistance> found(pairs.size());
    check(
        [&](const Execution& execution) {
            return distances(batch_, pairs, found, workspace, {.execution = execution});
        },
        [] {});
    PairResult result;
    check(
        [&](const Execution& execution) {
            return find_near_pairs(batch_, 0.1F, workspace, result, {.execution = execution});
        },
        [&] { EXPECT_TRUE(result.pairs.empty()); });
    std::vector<NearestBox> nearest(batch_.size(), NearestBox{7, 7});
    check(
        [&](const Execution& execution) {
            nearest.assign(batch_.size(), NearestBox{7, 7});
            return find_nearest(batch_, 0.1F, nearest, workspace, {.execution = execution});
        },
        [&] {
            for (const NearestBox& each : nearest) ASSERT_TRUE(each.index == 7 && each.distance == 7);
        });
}

TEST_P(FaultyExecutors, TimesOfImpact) {
    const auto pairs = test::pairs_of(batch_);
    Workspace workspace;
    std::vector<TimeOfImpact> found(pairs.size());
    check(
        [&](const Execution& execution) {
            return times_of_impact({batch_, {}}, pairs, found, workspace, {.execution = execution});
        },
        [] {});
    PairResult result;
    check(
        [&](const Execution& execution) {
            return find_impacts({batch_, {}}, workspace, result, {.execution = execution});
        },
        [&] { EXPECT_TRUE(result.pairs.empty()); });
}

TEST_P(FaultyExecutors, Contacts) {
    const auto pairs = test::pairs_of(batch_);
    const auto expected = test::manifolds_of(batch_);
    Workspace workspace;
    ContactResult result;
    check([&](const Execution& execution) { return collide(batch_, workspace, result, {.execution = execution}); },
          [&] {
              EXPECT_TRUE(result.manifolds.empty());
              ContactResult next;
              ASSERT_EQ(collide(batch_, workspace, next), Status::ok);
              ASSERT_TRUE(test::same_bytes({next.manifolds.begin(), next.manifolds.end()}, expected));
          });
    check(
        [&](const Execution& execution) {
            return collide_pairs(batch_, pairs, workspace, result, {.execution = execution});
        },
        [&] { EXPECT_TRUE(result.manifolds.empty()); });
    std::vector<SeparatingAxis> axes(pairs.size());
    check(
        [&](const Execution& execution) {
            return separating_axes(batch_, pairs, axes, workspace, {.execution = execution});
        },
        [] {});
    std::vector<ContactManifold> manifolds(pairs.size());
    check(
        [&](const Execution& execution) {
            return build_manifolds(batch_, {pairs, axes}, manifolds, workspace, {.execution = execution});
        },
        [] {});
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultyExecutors, testing::ValuesIn(test::kExecutorFaults),
                         [](const auto& tested) { return test::executor_fault_name(tested.param); });

class BadAllocExecutor final : public Executor {
public:
    void run(std::uint32_t, Body, void*) override { throw std::bad_alloc(); }
    unsigned concurrency() const noexcept override { return 1; }
};

// The status does not depend on the exception. Here the executor, not the library, has run out of memory.
TEST(FaultyExecutorMemory, BadAllocIsExecutorFailed) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 20000, 1));
    Workspace workspace;
    PairResult result;
    BadAllocExecutor executor;
    EXPECT_EQ(find_overlaps(batch, workspace, result, {.execution = {Isa::best, &executor}}), Status::executor_failed);
    EXPECT_TRUE(result.pairs.empty());
}

// An executor may report any concurrency. A wrong value only costs waiting time or scratch memory.
class BoastingExecutor final : public Executor {
public:
    explicit BoastingExecutor(unsigned says) : says_(says) {}
    void run(std::uint32_t chunk_count, Body body, void* context) override { threads_.run(chunk_count, body, context); }
    unsigned concurrency() const noexcept override { return says_; }

private:
    test::RendezvousExecutor threads_{4};
    unsigned says_;
};

TEST(BoastingExecutors, AnyConcurrencyWorks) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 20000, 1));
    const auto expected = test::overlaps_of(batch);
    for (const unsigned says : {0U, 1U, 2U, 64U, 1000U}) {
        BoastingExecutor executor(says);
        Workspace workspace;
        PairResult result;
        ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = {Isa::best, &executor}}), Status::ok) << says;
        EXPECT_EQ(test::to_vector(result), expected);
    }
}

}  // namespace
}  // namespace satori
