// R12, R13, R14 for ContactCache and related calls: calls that fail change nothing, and can be repeated.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/bad_calls.hpp"
#include "support/calls.hpp"
#include "support/contacts.hpp"
#include "support/executors.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using test::ExecutorFault;

constexpr Isa kNoIsa = static_cast<Isa>(99);
constexpr std::uint32_t kUntouched = 12345;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// The objects that the calls of the table use. Each call gets new ones.
struct Setting {
    test::Random random{1};
    std::vector<ContactManifold> manifolds = test::random_manifolds(10000, 500, random);
    BoxBatch boxes = test::cubes(500);
    ContactCache cache;
    std::vector<std::uint32_t> matches = std::vector<std::uint32_t>(4 * manifolds.size(), kUntouched);
    std::vector<PointPayload> last = std::vector<PointPayload>(4 * manifolds.size());
    std::vector<PointPayload> now = std::vector<PointPayload>(4 * manifolds.size(), test::payload_of(kUntouched));

    Setting() { EXPECT_EQ(cache.remember(manifolds), Status::ok); }
    std::vector<ContactManifold> with_point_count(std::size_t index, std::uint32_t point_count) const {
        std::vector<ContactManifold> changed = manifolds;
        changed[index].point_count = point_count;
        return changed;
    }
    std::vector<ContactManifold> with_pair(std::size_t index, BoxPair pair) const {
        std::vector<ContactManifold> changed = manifolds;
        changed[index].pair = pair;
        return changed;
    }
    Status match_with(const MatchOptions& options) { return match_points(cache, boxes, manifolds, matches, options); }
    Status carry(std::size_t index, std::uint32_t match) {
        std::vector<std::uint32_t> changed(matches.size(), kNoPoint);
        changed[index] = match;
        return carry_payloads(changed, last, now);
    }
};

const test::BadCall<Setting> kBadCalls[] = {
    {"remember_five_points", Status::invalid_argument,
     [](Setting& s) { return s.cache.remember(s.with_point_count(0, 5)); }},
    {"remember_too_many_points_last", Status::invalid_argument,
     [](Setting& s) { return s.cache.remember(s.with_point_count(9999, 0xffffffffU)); }},
    {"remember_too_many", Status::capacity_exceeded,
     [](Setting& s) {
         return s.cache.remember({s.manifolds.data(), std::size_t{1} << 30});
     }},
    {"match_too_few", Status::invalid_argument,
     [](Setting& s) { return match_points(s.cache, s.boxes, s.manifolds, std::span(s.matches).first(39999)); }},
    {"match_too_many", Status::invalid_argument,
     [](Setting& s) { return match_points(s.cache, s.boxes, std::span(s.manifolds).first(9999), s.matches); }},
    {"match_none_into_some", Status::invalid_argument,
     [](Setting& s) { return match_points(s.cache, s.boxes, std::span<const ContactManifold>(), s.matches); }},
    {"match_five_points", Status::invalid_argument,
     [](Setting& s) { return match_points(s.cache, s.boxes, s.with_point_count(0, 5), s.matches); }},
    {"match_too_many_points_last", Status::invalid_argument,
     [](Setting& s) { return match_points(s.cache, s.boxes, s.with_point_count(9999, 0x80000004U), s.matches); }},
    {"match_box_beyond", Status::invalid_id,
     [](Setting& s) {
         return match_points(s.cache, s.boxes, s.with_pair(0, {3, 500}), s.matches);
     }},
    {"match_first_box_beyond_last", Status::invalid_id,
     [](Setting& s) {
         return match_points(s.cache, s.boxes, s.with_pair(9999, {0xffffffffU, 3}), s.matches);
     }},
    {"match_box_beyond_before_five_points", Status::invalid_id,
     [](Setting& s) {
         auto manifolds = s.with_pair(1, {3, 500});
         manifolds[9000].point_count = 5;
         return match_points(s.cache, s.boxes, manifolds, s.matches);
     }},
    {"match_five_points_before_box_beyond", Status::invalid_argument,
     [](Setting& s) {
         auto manifolds = s.with_pair(9000, {3, 500});
         manifolds[1].point_count = 5;
         return match_points(s.cache, s.boxes, manifolds, s.matches);
     }},
    {"match_two_sets_box_beyond_second", Status::invalid_id,
     [](Setting& s) {
         return match_points(s.cache, {s.boxes, test::cubes(400)}, s.manifolds, s.matches);
     }},
    {"match_two_sets_box_beyond_first", Status::invalid_id,
     [](Setting& s) {
         return match_points(s.cache, {test::cubes(400), s.boxes}, s.manifolds, s.matches);
     }},
    {"match_negative_distance", Status::invalid_argument,
     [](Setting& s) { return s.match_with({.max_distance = -1e-30F}); }},
    {"match_distance_too_large", Status::invalid_argument,
     [](Setting& s) { return s.match_with({.max_distance = 1.0001e9F}); }},
    {"match_distance_nan", Status::invalid_argument, [](Setting& s) { return s.match_with({.max_distance = kNan}); }},
    {"match_distance_infinite", Status::invalid_argument,
     [](Setting& s) { return s.match_with({.max_distance = std::numeric_limits<float>::infinity()}); }},
    {"match_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return match_points(s.cache, s.boxes, s.manifolds, s.matches, {.execution = {kNoIsa}}); }},
    {"carry_too_few", Status::invalid_argument,
     [](Setting& s) { return carry_payloads(s.matches, s.last, std::span(s.now).first(39999)); }},
    {"carry_too_many", Status::invalid_argument,
     [](Setting& s) { return carry_payloads(std::span(s.matches).first(1), s.last, s.now); }},
    {"carry_beyond_first", Status::invalid_id, [](Setting& s) { return s.carry(0, 40000); }},
    {"carry_beyond_last", Status::invalid_id, [](Setting& s) { return s.carry(39999, 0xfffffffeU); }},
    {"carry_out_of_nothing", Status::invalid_id,
     [](Setting& s) {
         s.last.clear();
         return s.carry(20000, 0);
     }},
    {"carry_in_place", Status::invalid_argument,
     [](Setting& s) {
         s.last.clear();
         return carry_payloads(s.matches, s.now, s.now);
     }},
    {"carry_into_a_part", Status::invalid_argument,
     [](Setting& s) {
         const std::span<PointPayload> now(s.now);
         return carry_payloads(std::vector<std::uint32_t>(30000, kNoPoint), now.first(10001), now.last(30000));
     }},
    {"carry_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return carry_payloads(s.matches, s.last, s.now, {kNoIsa}); }},
};
[[maybe_unused]] const bool kDocumented = test::document("Contacts remembered", kBadCalls);

class BadContactCalls : public testing::TestWithParam<std::size_t> {};

TEST_P(BadContactCalls, GivesItsStatusAndChangesNothing) {
    const test::BadCall<Setting>& bad = kBadCalls[GetParam()];
    Setting s;
    const auto matches = test::matches_of(s.cache, s.manifolds);
    const std::vector<PointPayload> now = s.now;
    const std::uint64_t bytes = s.cache.bytes();
    EXPECT_EQ(bad.call(s), bad.status);
    EXPECT_EQ(s.cache.size(), 10000U);
    EXPECT_EQ(s.cache.bytes(), bytes);
    EXPECT_EQ(test::matches_of(s.cache, s.manifolds), matches);
    EXPECT_TRUE(test::same_bytes(s.now, now));
    for (const std::uint32_t match : s.matches) ASSERT_EQ(match, kUntouched);
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadContactCalls, testing::Range(std::size_t{0}, std::size(kBadCalls)),
                         [](const auto& tested) { return std::string(kBadCalls[tested.param].name); });

// Any allocation fails: in the first step, in a larger step, and in a step after clear().
TEST(FailingAllocatorOfContactCache, HoldsWhatItDid) {
    test::Random random(2);
    const auto small = test::random_manifolds(100, 50, random), large = test::random_manifolds(3000, 100, random);
    for (const bool first_step : {true, false}) {
        std::uint64_t k = 0;
        for (bool failed = true; failed; ++k) {
            ASSERT_LT(k, 100U);
            test::CountingAllocator memory;
            {
                ContactCache cache(memory.get());
                if (!first_step) {
                    ASSERT_EQ(cache.remember(small), Status::ok);
                }
                const auto before = test::matches_of(cache, small), before_large = test::matches_of(cache, large);
                const std::uint64_t size = cache.size();
                memory.fail_at(k);
                const Status status = cache.remember(large);
                failed = memory.failures() != 0;
                memory.never_fail();
                EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok) << "allocation " << k;
                EXPECT_EQ(cache.bytes(), memory.live_bytes());
                if (failed) {
                    EXPECT_EQ(cache.size(), size);
                    EXPECT_EQ(test::matches_of(cache, small), before) << "allocation " << k;
                    EXPECT_EQ(test::matches_of(cache, large), before_large) << "allocation " << k;
                    EXPECT_EQ(cache.remember(large), Status::ok) << "the cache can be used after a failure";
                }
                const auto after = test::matches_of(cache, large);
                for (std::uint32_t m = 0; m < large.size(); ++m)
                    for (std::uint32_t p = 0; p < 4; ++p)
                        ASSERT_EQ(after[4 * m + p], p < large[m].point_count ? 4 * m + p : kNoPoint);
            }
            EXPECT_EQ(memory.live_blocks(), 0U) << "leak after allocation " << k;
            EXPECT_EQ(memory.misuses(), 0U);
        }
        EXPECT_GE(k, 4U) << "three arrays at least could fail";
    }
}

TEST(FailingAllocatorOfContactCache, AfterClear) {
    test::Random random(2);
    const auto small = test::random_manifolds(100, 50, random), large = test::random_manifolds(3000, 100, random);
    std::uint64_t k = 0;
    for (;; ++k) {
        ASSERT_LT(k, 100U);
        test::CountingAllocator memory;
        ContactCache cache(memory.get());
        ASSERT_EQ(cache.remember(small), Status::ok);
        cache.clear();
        memory.fail_at(k);
        const Status status = cache.remember(large);
        if (memory.failures() == 0) {
            EXPECT_EQ(status, Status::ok);
            break;
        }
        ASSERT_EQ(status, Status::out_of_memory);
        EXPECT_EQ(cache.size(), 0U);
        for (const std::uint32_t match : test::matches_of(cache, small)) ASSERT_EQ(match, kNoPoint);
    }
    EXPECT_GE(k, 3U);
}

class FaultyExecutorsOfContacts : public testing::TestWithParam<ExecutorFault> {
protected:
    // The first parallel part of a call only reads; the second part writes.
    static void check(const std::function<Status(const Execution&)>& call, const std::function<bool()>& untouched) {
        for (const unsigned from_run : {0U, 1U}) {
            test::FaultyExecutor executor(GetParam(), from_run);
            EXPECT_EQ(call({Isa::best, &executor}), Status::executor_failed) << from_run;
            EXPECT_GT(executor.faults(), 0U);
            if (from_run == 0) {
                EXPECT_TRUE(untouched());
            }
        }
    }
    Setting s_;
};

TEST_P(FaultyExecutorsOfContacts, MatchPoints) {
    const auto untouched = s_.matches;
    check(
        [&](const Execution& execution) {
            return match_points(s_.cache, s_.boxes, s_.manifolds, s_.matches, {.execution = execution});
        },
        [&] { return s_.matches == untouched; });
}

TEST_P(FaultyExecutorsOfContacts, CarryPayloads) {
    const auto untouched = s_.now;
    const auto matches = test::matches_of(s_.cache, s_.manifolds);
    check([&](const Execution& execution) { return carry_payloads(matches, s_.last, s_.now, execution); },
          [&] { return test::same_bytes(s_.now, untouched); });
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultyExecutorsOfContacts, testing::ValuesIn(test::kExecutorFaults),
                         [](const auto& tested) { return test::executor_fault_name(tested.param); });

}  // namespace
}  // namespace satori
