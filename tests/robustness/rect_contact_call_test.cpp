// R12 to R15 for contacts of rectangles: bad calls, failing allocations, small buffers, faulty executors.

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/bad_calls.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/guard_pages.hpp"
#include "support/rect_scenes.hpp"
#include "support/small_buffers.hpp"

namespace satori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr Isa kNoIsa = static_cast<Isa>(99);

// The objects that the calls of the table use. Each call gets new ones.
struct Setting {
    RectBatch batch = test::make_batch(test::rect_contact_scene(200, 1));
    std::vector<BoxPair> pairs = {{0, 1}, {2, 3}};
    Workspace workspace;
    RectContactResult contacts;
    std::vector<RectSeparatingAxis> axes = std::vector<RectSeparatingAxis>(2, {{0, 1}, 7, 2});
    std::vector<RectManifold> manifolds = std::vector<RectManifold>(2, untouched());
    ContactCache cache;
    std::vector<std::uint32_t> matches = std::vector<std::uint32_t>(4, 12345);
    std::uint64_t invalid_pair = 1234;

    static RectManifold untouched() {
        RectManifold manifold;
        manifold.pair = {77, 78};
        return manifold;
    }
    Status collide_with(const ContactOptions& options) {
        return collide(batch, workspace, contacts, {.contacts = options});
    }
    Status axes_with(std::vector<std::uint8_t> cached) {
        return separating_axes(batch, pairs, axes, workspace, {.cached_axes = cached, .invalid_pair = &invalid_pair});
    }
    Status build(const ContactOptions& options = {}) {
        return build_manifolds(batch, {pairs, axes}, manifolds, workspace,
                               {.contacts = options, .invalid_pair = &invalid_pair});
    }
};

const test::BadCall<Setting> kBadCalls[] = {
    {"collide_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return collide(s.batch, s.workspace, s.contacts, {.execution = {kNoIsa}}); }},
    {"collide_unknown_boundary", Status::invalid_argument,
     [](Setting& s) { return s.collide_with({static_cast<Boundary>(9)}); }},
    {"collide_negative_distance", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, -1e-6F});
     }},
    {"collide_distance_nan", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, kNan});
     }},
    {"collide_slack_nan", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, kNan});
     }},
    {"collide_two_sets_negative_slack", Status::invalid_argument,
     [](Setting& s) {
         return collide({s.batch, s.batch}, s.workspace, s.contacts, {.contacts = {Boundary::closed, 0, -1}});
     }},
    {"collide_share_above_1", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, 0, 1.5F});
     }},
    {"collide_small_buffer", Status::capacity_exceeded,
     [](Setting& s) {
         const Status status = collide(s.batch, s.workspace, s.contacts, {.buffer = {s.manifolds.data(), 2}});
         EXPECT_GT(s.contacts.manifold_count, 2U);
         return status;
     }},
    {"collide_more_candidates_than_the_limit", Status::limit_exceeded,
     [](Setting& s) {
         return collide(s.batch, s.workspace, s.contacts,
                        {.execution = {Isa::best, nullptr, 3}, .buffer = {s.manifolds.data(), 2}});
     }},
    {"axes_too_few", Status::invalid_argument,
     [](Setting& s) { return separating_axes(s.batch, s.pairs, std::span(s.axes).first(1), s.workspace); }},
    {"axes_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return separating_axes(s.batch, s.pairs, s.axes, s.workspace, {.execution = {kNoIsa}}); }},
    {"cached_axes_too_few", Status::invalid_argument, [](Setting& s) { return s.axes_with({1}); }},
    {"cached_axis_beyond", Status::invalid_argument,
     [](Setting& s) {
         return s.axes_with({1, 4});
     }},
    {"axes_of_a_pair_beyond", Status::invalid_id,
     [](Setting& s) {
         s.pairs[1] = {3, 200};
         const Status status = s.axes_with({});
         EXPECT_EQ(s.invalid_pair, 1U);
         return status;
     }},
    {"axes_of_one_rectangle_twice", Status::invalid_id,
     [](Setting& s) {
         s.pairs[0] = {3, 3};
         return s.axes_with({});
     }},
    {"manifolds_too_few", Status::invalid_argument,
     [](Setting& s) {
         return build_manifolds(s.batch, {s.pairs, s.axes}, std::span(s.manifolds).first(1), s.workspace);
     }},
    {"manifold_axis_beyond", Status::invalid_argument,
     [](Setting& s) {
         auto axes = s.axes;
         axes[1].axis = 4;
         return build_manifolds(s.batch, {s.pairs, axes}, s.manifolds, s.workspace);
     }},
    {"manifolds_options", Status::invalid_argument,
     [](Setting& s) {
         return s.build({Boundary::closed, kNan});
     }},
    {"manifold_of_a_pair_beyond", Status::invalid_id,
     [](Setting& s) {
         s.pairs[0] = {200, 3};
         const Status status = s.build();
         EXPECT_EQ(s.invalid_pair, 0U);
         return status;
     }},
    {"remember_three_points", Status::invalid_argument,
     [](Setting& s) {
         auto manifolds = s.manifolds;
         manifolds[1].point_count = 3;
         return s.cache.remember(manifolds);
     }},
    {"match_three_points", Status::invalid_argument,
     [](Setting& s) {
         auto manifolds = s.manifolds;
         manifolds[0].point_count = 3;
         return match_points(s.cache, s.batch, manifolds, s.matches);
     }},
    {"match_a_rectangle_beyond", Status::invalid_id,
     [](Setting& s) {
         auto manifolds = s.manifolds;
         manifolds[1].pair = {3, 200};
         return match_points(s.cache, s.batch, manifolds, s.matches);
     }},
    {"match_two_sets_a_rectangle_beyond", Status::invalid_id,
     [](Setting& s) {
         return match_points(s.cache, {s.batch, RectBatch()}, s.manifolds, s.matches);
     }},
    {"match_distance_nan", Status::invalid_argument,
     [](Setting& s) { return match_points(s.cache, s.batch, s.manifolds, s.matches, {.max_distance = kNan}); }},
    {"match_into_four_each", Status::invalid_argument,
     [](Setting& s) {
         return match_points(s.cache, s.batch, std::span<const RectManifold>(s.manifolds).first(1), s.matches);
     }},
};
[[maybe_unused]] const bool kDocumented = test::document("Contacts of rectangles", kBadCalls);

class BadRectContactCalls : public testing::TestWithParam<std::size_t> {};

TEST_P(BadRectContactCalls, GivesItsStatusAndChangesNothing) {
    const test::BadCall<Setting>& bad = kBadCalls[GetParam()];
    Setting s;
    const auto expected = test::manifolds_of(s.batch);
    ASSERT_EQ(s.cache.remember(expected), Status::ok);
    EXPECT_EQ(bad.call(s), bad.status);
    EXPECT_TRUE(s.contacts.manifolds.empty());
    for (const RectSeparatingAxis& axis : s.axes) ASSERT_EQ(axis.separation, 7);
    for (const RectManifold& manifold : s.manifolds) ASSERT_EQ(manifold.pair, Setting::untouched().pair);
    for (const std::uint32_t match : s.matches) ASSERT_EQ(match, 12345U);
    EXPECT_EQ(s.cache.size(), expected.size());
    ASSERT_EQ(collide(s.batch, s.workspace, s.contacts), Status::ok);
    EXPECT_TRUE(test::same_bytes({s.contacts.manifolds.begin(), s.contacts.manifolds.end()}, expected));
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadRectContactCalls, testing::Range(std::size_t{0}, std::size(kBadCalls)),
                         [](const auto& tested) { return std::string(kBadCalls[tested.param].name); });

TEST(FailingAllocatorOfRectContacts, Collide) {
    const RectBatch batch = test::make_batch(test::rect_contact_scene(1500, 2));
    const auto expected = test::manifolds_of(batch);
    std::uint64_t k = 0;
    for (bool failed = true; failed; ++k) {
        ASSERT_LT(k, 1000U);
        test::CountingAllocator memory;
        {
            Workspace workspace(memory.get());
            RectContactResult result;
            memory.fail_at(k);
            const Status status = collide(batch, workspace, result);
            failed = memory.failures() > 0;
            EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok) << "allocation " << k;
            EXPECT_EQ(result.manifolds.empty(), failed);
            memory.never_fail();
            ASSERT_EQ(collide(batch, workspace, result), Status::ok);
            EXPECT_TRUE(test::same_bytes({result.manifolds.begin(), result.manifolds.end()}, expected));
        }
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
    }
    EXPECT_GT(k, 5U);
}

TEST(FailingAllocatorOfRectContacts, CacheHoldsWhatItDid) {
    const RectBatch batch = test::make_batch(test::rect_contact_scene(1500, 2));
    const auto many = test::manifolds_of(batch);
    const std::vector<RectManifold> few(many.begin(), many.begin() + 5);
    std::uint64_t k = 0;
    for (bool failed = true; failed; ++k) {
        ASSERT_LT(k, 100U);
        test::CountingAllocator memory;
        ContactCache cache(memory.get());
        ASSERT_EQ(cache.remember(few), Status::ok);
        memory.fail_at(k);
        const Status status = cache.remember(many);
        failed = memory.failures() > 0;
        EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok) << "allocation " << k;
        const std::size_t held = failed ? few.size() : many.size();
        EXPECT_EQ(cache.size(), held);
        std::vector<std::uint32_t> matches(2 * many.size());
        ASSERT_EQ(match_points(cache, batch, many, matches), Status::ok);
        for (std::size_t m = 0; m < many.size(); ++m) ASSERT_EQ(matches[2 * m], m < held ? 2 * m : kNoPoint);
    }
    EXPECT_GE(k, 3U);
}

TEST(SmallBufferOfRectContacts, ExactCountAndNothingBehind) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages on this system";
    const RectBatch batch = test::make_batch(test::rect_contact_scene(3000, 4));
    const RectBatch other = test::make_batch(test::rect_contact_scene(3000, 5));
    for (const float distance : {0.0F, 0.1F}) {
        const ContactOptions options{Boundary::closed, distance};
        const auto expected = test::manifolds_of(batch, {}, options);
        ASSERT_GT(expected.size(), 500U);
        Workspace workspace;
        test::check_capacities(
            [&](RectManifoldBuffer buffer, RectContactResult& result) {
                return collide(batch, workspace, result, {.contacts = options, .buffer = buffer});
            },
            expected);
        RectContactResult of_two;
        ASSERT_EQ(collide({batch, other}, workspace, of_two, {.contacts = options}), Status::ok);
        const std::vector<RectManifold> expected_of_two(of_two.manifolds.begin(), of_two.manifolds.end());
        ASSERT_GT(expected_of_two.size(), 500U);
        test::check_capacities(
            [&](RectManifoldBuffer buffer, RectContactResult& result) {
                return collide({batch, other}, workspace, result, {.contacts = options, .buffer = buffer});
            },
            expected_of_two);
        // The axes and manifolds end at the end of a page.
        std::vector<BoxPair> pairs;
        for (std::size_t k = 0; k < 37; ++k) pairs.push_back(expected[k].pair);
        const test::GuardedMemory axes(pairs.size() * sizeof(RectSeparatingAxis)),
            manifolds(pairs.size() * sizeof(RectManifold));
        const auto axis_span = axes.as<RectSeparatingAxis>();
        ASSERT_EQ(separating_axes(batch, pairs, axis_span, workspace, {.contacts = options}), Status::ok);
        ASSERT_EQ(
            build_manifolds(batch, {pairs, axis_span}, manifolds.as<RectManifold>(), workspace, {.contacts = options}),
            Status::ok);
        EXPECT_TRUE(axes.front_intact() && manifolds.front_intact());
        EXPECT_TRUE(test::same_bytes(manifolds.copy_as<RectManifold>(), {expected.begin(), expected.begin() + 37}));
    }
}

TEST(FaultyExecutorsOfRectContacts, SayThatTheyFailed) {
    const RectBatch batch = test::make_batch(test::rect_contact_scene(5000, 5));
    const auto expected = test::manifolds_of(batch);
    for (const test::ExecutorFault fault : test::kExecutorFaults) {
        for (unsigned from_run = 0;; ++from_run) {
            SCOPED_TRACE(testing::Message() << test::executor_fault_name(fault) << " from run " << from_run);
            test::FaultyExecutor executor(fault, from_run);
            Workspace workspace;
            RectContactResult result;
            const Status status = collide(batch, workspace, result, {.execution = {Isa::best, &executor}});
            if (executor.faults() == 0) {
                EXPECT_EQ(status, Status::ok);
                EXPECT_GT(from_run, 3U);
                break;
            }
            EXPECT_EQ(status, Status::executor_failed);
            EXPECT_TRUE(result.manifolds.empty());
            ASSERT_EQ(collide(batch, workspace, result), Status::ok);
            ASSERT_TRUE(test::same_bytes({result.manifolds.begin(), result.manifolds.end()}, expected));
        }
    }
}

}  // namespace
}  // namespace satori
