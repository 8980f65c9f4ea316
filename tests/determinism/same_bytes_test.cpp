// R7, R8, in 3D and 2D: the same bytes in the same order for every instruction set, executor and thread count.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "scenes/generator.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#ifdef SATORI_HAVE_TBB
#include "support/rendezvous_tbb.hpp"
#endif
#include "support/isa_fixture.hpp"
#include "support/rect_scenes.hpp"
#include "support/sanitizers.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

// The types of 3D scenes.
struct Boxes {
    using Row = OrientedBox;
    using Batch = BoxBatch;
    using Bounds = Aabb;
    static constexpr Boundary kAgain = Boundary::closed;  ///< for the call with axes of other manifolds
    static float longest_side(const Aabb& box) {
        return std::max({box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z});
    }
};
struct Rects {
    using Row = OrientedRect;
    using Batch = RectBatch;
    using Bounds = Aabb2;
    static constexpr Boundary kAgain = Boundary::open;
    static float longest_side(const Aabb2& rect) { return std::max(rect.max.x - rect.min.x, rect.max.y - rect.min.y); }
};

// Everything that the library computes from a scene.
template <class Kind>
struct Outcome {
    using Manifold = typename test::ContactTypes<typename Kind::Batch>::Manifold;

    std::vector<float> boxes;
    std::vector<typename Kind::Bounds> bounds;
    std::vector<BoxPair> candidates, closed, open, crossing;
    std::vector<std::uint8_t> answers;
    std::vector<typename test::ContactTypes<typename Kind::Batch>::Axis> axes;
    std::vector<Manifold> manifolds, speculative, again;

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

// Returns a tenth of the smallest box: a distance that some pairs are apart, and not too many.
template <class Kind>
float near_distance(const std::vector<typename Kind::Bounds>& bounds) {
    float smallest = 1;
    for (const auto& box : bounds) smallest = std::min(smallest, Kind::longest_side(box));
    return 0.1F * smallest;
}

// `threads`: how many threads must have taken part in the calls that report it; 0: any number.
template <class Kind>
Outcome<Kind> run_all(const std::vector<typename Kind::Row>& rows, const Execution& execution, unsigned threads = 0) {
    using Batch = typename Kind::Batch;
    Outcome<Kind> outcome;
    Workspace workspace;
    PairResult result;
    const auto taken = [&](const char* call) {
        EXPECT_EQ(isa_name(result.isa), isa_name(execution.isa)) << call;
        if (threads > 0) {
            EXPECT_EQ(result.thread_count, threads) << call;
        }
        return test::to_vector(result);
    };
    const Batch batch = test::make_batch(rows, execution);
    outcome.boxes = test::contents_of(batch);
    outcome.bounds = test::bounds_of(batch, execution);
    EXPECT_EQ(find_pairs(batch, workspace, result, {.execution = execution}), Status::ok);
    outcome.candidates = taken("find_pairs");
    EXPECT_EQ(find_overlaps(batch, workspace, result, {.boundary = Boundary::closed, .execution = execution}),
              Status::ok);
    outcome.closed = taken("find_overlaps");
    EXPECT_EQ(find_overlaps(batch, workspace, result, {.boundary = Boundary::open, .execution = execution}),
              Status::ok);
    outcome.open = taken("find_overlaps, open");
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 3);
    const Batch first = test::make_batch(std::vector(rows.begin(), middle), execution);
    const Batch second = test::make_batch(std::vector(middle, rows.end()), execution);
    EXPECT_EQ(find_overlaps({first, second}, workspace, result, {.execution = execution}), Status::ok);
    outcome.crossing = taken("find_overlaps of two sets");
    outcome.answers = test::answers_of(batch, outcome.candidates, execution);
    // Manifolds are large: of crowded scenes only a part of the boxes is used.
    const bool crowded = outcome.closed.size() > 150000;
    const Batch some = test::make_batch(
        crowded ? std::vector(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 8)) : rows,
        execution);
    outcome.axes = test::contacts_of(some, test::pairs_of(some, execution), execution).axes;
    typename test::ContactTypes<Batch>::Result contacts;
    const auto made = [&](const char* call) {
        EXPECT_EQ(isa_name(contacts.isa), isa_name(execution.isa)) << call;
        if (threads > 0 && !crowded) {
            EXPECT_EQ(contacts.thread_count, threads) << call;
        }
        return std::vector<typename Outcome<Kind>::Manifold>(contacts.manifolds.begin(), contacts.manifolds.end());
    };
    EXPECT_EQ(collide(some, workspace, contacts, {.execution = execution}), Status::ok);
    outcome.manifolds = made("collide");
    ContactCache last;
    EXPECT_EQ(last.remember(outcome.manifolds), Status::ok);
    const float distance = near_distance<Kind>(outcome.bounds);
    EXPECT_EQ(collide(some, workspace, contacts, {.contacts = {Boundary::closed, distance, 0}, .execution = execution}),
              Status::ok);
    outcome.speculative = made("collide, speculative");
    EXPECT_EQ(collide(some, workspace, contacts,
                      {.contacts = {Kind::kAgain, 0, 1e-2F}, .execution = execution, .last = &last}),
              Status::ok);
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

template <class Kind>
void expect_same_on_every_set(const std::vector<typename Kind::Row>& rows) {
    const Outcome<Kind> expected = run_all<Kind>(rows, {Isa::scalar, &serial_executor()}, 1);
    EXPECT_GT(expected.candidates.size(), 100U);
    for (const Isa isa : test::supported_isas()) {
        SCOPED_TRACE(isa_name(isa));
        Outcome<Kind>::expect_equal(run_all<Kind>(rows, {isa, &serial_executor()}, 1), expected);
    }
    // Sets and executors are independent of each other: the narrowest and the widest with every executor.
    for (const Isa isa : {test::supported_isas().front(), test::supported_isas().back()}) {
        SCOPED_TRACE(isa_name(isa));
        test::ShuffledExecutor shuffled(7);
        Outcome<Kind>::expect_equal(run_all<Kind>(rows, {isa, &shuffled}), expected);
        ThreadExecutor threads({.thread_count = 3, .bind = true, .spin_us = 50});
        Outcome<Kind>::expect_equal(run_all<Kind>(rows, {isa, &threads}), expected);
    }
}

class SameBytes : public testing::TestWithParam<SceneKind> {};

TEST_P(SameBytes, ForEveryInstructionSet) {
    expect_same_on_every_set<Boxes>(test::make_test_scene(GetParam(), count_for(GetParam()), 1));
}

// Every thread must take part. Small scenes, and lines, have fewer chunks than threads.
TEST_P(SameBytes, WithEveryThreadTakingPart) {
    const auto rows = test::make_test_scene(GetParam(), count_for(GetParam()), 1);
    const Isa isa = test::supported_isas().back();
    const Outcome<Boxes> expected = run_all<Boxes>(rows, {isa, &serial_executor()}, 1);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousExecutor executor(threads);
        const bool one_dense_place = GetParam() == SceneKind::line || GetParam() == SceneKind::heap_and_far;
        const bool big = rows.size() >= 20000 && (!one_dense_place || threads <= 3);
        Outcome<Boxes>::expect_equal(run_all<Boxes>(rows, {isa, &executor}, big ? threads : 0), expected);
        if (big && threads > 1) {
            EXPECT_EQ(executor.most_threads(), threads);
        }
    }
}

TEST_P(SameBytes, WithTheDefaultExecutor) {
    if (!test::default_threads_are_seen()) GTEST_SKIP() << "ThreadSanitizer does not see how they are synchronised";
    const auto rows = test::make_test_scene(GetParam(), count_for(GetParam()), 1);
    const Isa isa = test::supported_isas().back();
    const Outcome<Boxes> expected = run_all<Boxes>(rows, {isa, &serial_executor()}, 1);
    Outcome<Boxes>::expect_equal(run_all<Boxes>(rows, {isa, &default_executor()}), expected);
}

#ifdef SATORI_HAVE_TBB

TEST_P(SameBytes, WithOneTbb) {
    if (test::kThreadSanitizer) GTEST_SKIP() << "ThreadSanitizer does not see how oneTBB's threads are synchronised";
    const auto rows = test::make_test_scene(GetParam(), count_for(GetParam()), 1);
    const Isa isa = test::supported_isas().back();
    const Outcome<Boxes> expected = run_all<Boxes>(rows, {isa, &serial_executor()}, 1);
    for (const unsigned threads : {2U, 8U}) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousTbbExecutor tbb(threads);
        Outcome<Boxes>::expect_equal(run_all<Boxes>(rows, {isa, &tbb}), expected);
    }
}

#endif

TEST(SameBytesOneToSixtyFour, Threads) {
    const auto rows = test::make_test_scene(SceneKind::uniform, 200000, 2);
    const Isa isa = test::supported_isas().back();
    const Outcome<Boxes> expected = run_all<Boxes>(rows, {isa, &serial_executor()}, 1);
    for (unsigned threads = 1; threads <= 64; threads += threads < 8 ? 1 : 14) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousExecutor executor(threads);
        Outcome<Boxes>::expect_equal(run_all<Boxes>(rows, {isa, &executor}), expected);
        EXPECT_GE(executor.full_runs(), threads > 1 ? 1U : 0U);
    }
}

// A single worker writes its pairs in place, into room that it estimates, and runs again when the room was too small.
// In a new workspace the estimate is 4128 pairs plus two per box.
TEST(SameBytesOfOneWorker, WhateverRoomThereIs) {
    const Execution serial{Isa::best, &serial_executor()};
    test::ShuffledExecutor shuffled(2);
    const Execution two_workers{Isa::best, &shuffled};
    Workspace used;
    PairResult result;
    for (std::uint32_t count = 60; count < 150; ++count) {
        SCOPED_TRACE(count);
        const BoxBatch batch = test::make_batch(test::make_test_scene(SceneKind::same_position, count, 1));
        Workspace new_of_one, new_of_two;
        ASSERT_EQ(find_pairs(batch, new_of_two, result, {.execution = two_workers}), Status::ok);
        const std::vector<BoxPair> expected = test::to_vector(result);
        ASSERT_EQ(expected.size(), std::size_t{count} * (count - 1) / 2);
        std::vector<BoxPair> given(expected.size());
        for (Workspace* const workspace : {&new_of_one, &used}) {
            for (const bool again : {false, true}) {
                SCOPED_TRACE(again);
                ASSERT_EQ(find_pairs(batch, *workspace, result, {.execution = serial}), Status::ok);
                EXPECT_TRUE(test::same_bytes(test::to_vector(result), expected));
                EXPECT_EQ(result.pair_count, expected.size());
                EXPECT_EQ(result.candidate_count, expected.size());
            }
            ASSERT_EQ(
                find_pairs(batch, *workspace, result, {.execution = serial, .buffer = {given.data(), given.size()}}),
                Status::ok);
            EXPECT_TRUE(test::same_bytes(given, expected));
        }
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
            ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = serial}), Status::ok);
            EXPECT_EQ(test::to_vector(result), rows == &first ? expected_first : expected_second);
        }
    }
}

class RectSameBytes : public testing::TestWithParam<SceneKind> {};

// In the plane, more pairs of these scenes overlap.
std::uint32_t rect_count_for(SceneKind kind) {
    switch (kind) {
        case SceneKind::same_position:
        case SceneKind::signed_zeros:
            return 500;
        case SceneKind::rods:
        case SceneKind::points:
        case SceneKind::mixed_sizes:
        case SceneKind::clustered:
        case SceneKind::huge_and_tiny:
            return 1500;
        default:
            return 6000;
    }
}

TEST_P(RectSameBytes, ForEveryInstructionSet) {
    expect_same_on_every_set<Rects>(test::make_rect_scene(GetParam(), rect_count_for(GetParam()), 1));
}

TEST(RectSameBytesForContacts, ForEveryInstructionSet) {
    expect_same_on_every_set<Rects>(test::rect_contact_scene(20000, 3));
}

// Every thread takes part. Small scenes have too little work for that.
TEST(RectSameBytesForThreads, EveryCount) {
    const Isa isa = test::supported_isas().back();
    for (const auto& rows :
         {scenes::make_rects({scenes::SceneKind::rects, 40000}), test::rect_contact_scene(20000, 3)}) {
        const Outcome<Rects> expected = run_all<Rects>(rows, {isa, &serial_executor()}, 1);
        EXPECT_GT(expected.manifolds.size(), rows.size());
        for (const unsigned threads : {2U, 3U, 8U}) {
            SCOPED_TRACE(testing::Message() << threads << " threads");
            test::RendezvousExecutor executor(threads);
            Outcome<Rects>::expect_equal(run_all<Rects>(rows, {isa, &executor}, threads), expected);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, SameBytes, testing::ValuesIn(test::kSceneKinds),
                         [](const auto& tested) { return test::scene_kind_name(tested.param); });
INSTANTIATE_TEST_SUITE_P(Kinds, RectSameBytes, testing::ValuesIn(test::kSceneKinds),
                         [](const auto& tested) { return test::scene_kind_name(tested.param); });

}  // namespace
}  // namespace satori
