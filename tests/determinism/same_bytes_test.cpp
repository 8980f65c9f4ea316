// R7, R8: the same bytes in the same order for every instruction set, executor and thread count.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/sanitizers.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

// Everything that the library computes from a scene.
struct Outcome {
    std::vector<float> boxes;
    std::vector<Aabb> bounds;
    std::vector<BoxPair> candidates, closed, open, crossing;
    std::vector<std::uint8_t> answers;
    std::vector<SeparatingAxis> axes;
    std::vector<ContactManifold> manifolds, speculative, again;

    static void expect_equal(const Outcome& a, const Outcome& b) {
        EXPECT_TRUE(test::same_bytes(a.boxes, b.boxes)) << "boxes";
        EXPECT_TRUE(test::same_bytes(a.bounds, b.bounds)) << "AABBs";
        EXPECT_TRUE(test::same_bytes(a.candidates, b.candidates)) << "candidates";
        EXPECT_TRUE(test::same_bytes(a.closed, b.closed)) << "overlaps, closed";
        EXPECT_TRUE(test::same_bytes(a.open, b.open)) << "overlaps, open";
        EXPECT_TRUE(test::same_bytes(a.crossing, b.crossing)) << "overlaps of two sets";
        EXPECT_TRUE(test::same_bytes(a.answers, b.answers)) << "pair tests";
        EXPECT_TRUE(test::same_bytes(a.axes, b.axes)) << "axes";
        EXPECT_TRUE(test::same_bytes(a.manifolds, b.manifolds)) << "manifolds";
        EXPECT_TRUE(test::same_bytes(a.speculative, b.speculative)) << "manifolds, speculative";
        EXPECT_TRUE(test::same_bytes(a.again, b.again)) << "manifolds with the axes of other ones";
    }
};

// A tenth of the smallest box: a distance of which some pairs are apart, and not too many.
float near_distance(const std::vector<Aabb>& bounds) {
    float smallest = 1;
    for (const Aabb& box : bounds)
        smallest = std::min(smallest, std::max({box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z}));
    return 0.1F * smallest;
}

// `threads`: how many have to have taken part in the calls that say; 0: any number.
Outcome run_all(const std::vector<OrientedBox>& rows, const Execution& execution, unsigned threads = 0) {
    Outcome outcome;
    Workspace workspace;
    PairResult result;
    const auto taken = [&](const char* call) {
        EXPECT_EQ(isa_name(result.isa), isa_name(execution.isa)) << call;
        if (threads > 0) {
            EXPECT_EQ(result.thread_count, threads) << call;
        }
        return test::to_vector(result);
    };
    const BoxBatch batch = test::make_batch(rows, execution);
    outcome.boxes = test::contents_of(batch);
    outcome.bounds = test::bounds_of(batch, execution);
    EXPECT_EQ(find_pairs(batch, workspace, result, execution), Status::ok);
    outcome.candidates = taken("find_pairs");
    EXPECT_EQ(find_overlaps(batch, workspace, result, {Boundary::closed}, execution), Status::ok);
    outcome.closed = taken("find_overlaps");
    EXPECT_EQ(find_overlaps(batch, workspace, result, {Boundary::open}, execution), Status::ok);
    outcome.open = taken("find_overlaps, open");
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 3);
    const BoxBatch first = test::make_batch(std::vector(rows.begin(), middle), execution);
    const BoxBatch second = test::make_batch(std::vector(middle, rows.end()), execution);
    EXPECT_EQ(find_overlaps(first, second, workspace, result, {}, execution), Status::ok);
    outcome.crossing = taken("find_overlaps of two sets");
    outcome.answers = test::answers_of(batch, outcome.candidates, execution);
    // Manifolds are large: of crowded scenes a part does.
    const bool crowded = outcome.closed.size() > 150000;
    const BoxBatch some = test::make_batch(
        crowded ? std::vector(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 8)) : rows,
        execution);
    outcome.axes = test::contacts_of(some, test::pairs_of(some, execution), execution).axes;
    ContactResult contacts;
    const auto made = [&](const char* call) {
        EXPECT_EQ(isa_name(contacts.isa), isa_name(execution.isa)) << call;
        if (threads > 0 && !crowded) {
            EXPECT_EQ(contacts.thread_count, threads) << call;
        }
        return std::vector<ContactManifold>(contacts.manifolds.begin(), contacts.manifolds.end());
    };
    EXPECT_EQ(collide(some, workspace, contacts, {}, execution), Status::ok);
    outcome.manifolds = made("collide");
    ContactCache last;
    EXPECT_EQ(last.remember(outcome.manifolds), Status::ok);
    const float distance = near_distance(outcome.bounds);
    EXPECT_EQ(collide(some, workspace, contacts, {Boundary::closed, distance, 0}, execution), Status::ok);
    outcome.speculative = made("collide, speculative");
    EXPECT_EQ(collide(some, workspace, contacts, {Boundary::closed, 0, 100}, execution, {}, &last), Status::ok);
    outcome.again = made("collide, with the last axes");
    return outcome;
}

std::uint32_t count_for(SceneKind kind) {
    switch (kind) {
        case SceneKind::same_position:
            return 1000;
        case SceneKind::signed_zeros:
        case SceneKind::points:
            return 2000;
        case SceneKind::huge_and_tiny:
        case SceneKind::rods:
            return 6000;
        default:
            return 20000;
    }
}

class SameBytes : public testing::TestWithParam<SceneKind> {};

TEST_P(SameBytes, ForEveryInstructionSet) {
    const auto rows = test::make_test_scene(GetParam(), count_for(GetParam()), 1);
    const Outcome expected = run_all(rows, {Isa::scalar, &serial_executor()}, 1);
    EXPECT_GT(expected.candidates.size(), 100U);
    for (const Isa isa : test::supported_isas()) {
        SCOPED_TRACE(isa_name(isa));
        Outcome::expect_equal(run_all(rows, {isa, &serial_executor()}, 1), expected);
    }
    // Sets and executors are independent of each other: the narrowest and the widest with every executor.
    for (const Isa isa : {test::supported_isas().front(), test::supported_isas().back()}) {
        SCOPED_TRACE(isa_name(isa));
        test::ShuffledExecutor shuffled(7);
        Outcome::expect_equal(run_all(rows, {isa, &shuffled}), expected);
        ThreadExecutor threads(3);
        Outcome::expect_equal(run_all(rows, {isa, &threads}), expected);
    }
}

// Thread counts with every thread taking part. Small scenes, and lines, have fewer chunks than threads.
TEST_P(SameBytes, WithEveryThreadTakingPart) {
    const auto rows = test::make_test_scene(GetParam(), count_for(GetParam()), 1);
    const Isa isa = test::supported_isas().back();
    const Outcome expected = run_all(rows, {isa, &serial_executor()}, 1);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousExecutor executor(threads);
        const bool one_dense_place = GetParam() == SceneKind::line || GetParam() == SceneKind::heap_and_far;
        const bool big = rows.size() >= 20000 && (!one_dense_place || threads <= 3);
        Outcome::expect_equal(run_all(rows, {isa, &executor}, big ? threads : 0), expected);
        if (big && threads > 1) {
            EXPECT_EQ(executor.most_threads(), threads);
        }
    }
}

TEST_P(SameBytes, WithOneTbb) {
    if (test::kThreadSanitizer) GTEST_SKIP() << "ThreadSanitizer does not see how oneTBB's threads are synchronised";
    const auto rows = test::make_test_scene(GetParam(), count_for(GetParam()), 1);
    const Isa isa = test::supported_isas().back();
    const Outcome expected = run_all(rows, {isa, &serial_executor()}, 1);
    Outcome::expect_equal(run_all(rows, {isa, &tbb_executor()}), expected);
    for (const unsigned threads : {2U, 8U}) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousTbbExecutor tbb(threads);
        Outcome::expect_equal(run_all(rows, {isa, &tbb}), expected);
        EXPECT_TRUE(tbb.all_met()) << "oneTBB did not give the threads";
    }
}

TEST(SameBytesOneToSixtyFour, Threads) {
    const auto rows = test::make_test_scene(SceneKind::uniform, 200000, 2);
    const Isa isa = test::supported_isas().back();
    const Outcome expected = run_all(rows, {isa, &serial_executor()}, 1);
    for (unsigned threads = 1; threads <= 64; threads += threads < 8 ? 1 : 14) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousExecutor executor(threads);
        Outcome::expect_equal(run_all(rows, {isa, &executor}), expected);
        EXPECT_GE(executor.full_runs(), threads > 1 ? 1U : 0U);
    }
}

TEST(SameBytesTwice, WorkspaceAndBatchLeaveNoTrace) {
    const auto first = test::make_test_scene(SceneKind::uniform, 3000, 1);
    const auto second = test::make_test_scene(SceneKind::mixed_sizes, 2500, 1);
    const Execution serial{Isa::best, &serial_executor()};
    const auto expected_first = test::overlaps_of(test::make_batch(first, serial), serial);
    const auto expected_second = test::overlaps_of(test::make_batch(second, serial), serial);
    Workspace workspace;
    BoxBatch batch;
    for (int round = 0; round < 3; ++round) {
        for (const auto* rows : {&first, &second}) {
            ASSERT_EQ(batch.assign(box_rows(*rows), OnInvalid::refuse, serial), Status::ok);
            PairResult result;
            ASSERT_EQ(find_overlaps(batch, workspace, result, {}, serial), Status::ok);
            EXPECT_EQ(test::to_vector(result), rows == &first ? expected_first : expected_second);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, SameBytes, testing::ValuesIn(test::kSceneKinds),
                         [](const auto& tested) { return test::scene_kind_name(tested.param); });

}  // namespace
}  // namespace satori
