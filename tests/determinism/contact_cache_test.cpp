// R8 for match_points() and carry_payloads(): the same bytes for every executor and thread count.

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/contacts.hpp"
#include "support/executors.hpp"
#include "support/random.hpp"
#include "support/sanitizers.hpp"

namespace satori {
namespace {

TEST(ContactCacheThreads, SameBytes) {
    test::Random random(1);
    const auto last = test::random_manifolds(40000, 400, random), now = test::random_manifolds(41000, 400, random);
    ContactCache cache;
    ASSERT_EQ(cache.remember(last), Status::ok);
    std::vector<PointPayload> payloads(4 * last.size());
    for (std::uint32_t k = 0; k < payloads.size(); ++k) payloads[k] = test::payload_of(k);

    const auto expected = test::matches_of(cache, now, {}, {Isa::best, &serial_executor()});
    EXPECT_NE(expected, test::matches_of(cache, now)) << "some are found by distance";
    std::vector<PointPayload> expected_payloads(expected.size());
    ASSERT_EQ(carry_payloads(expected, payloads, expected_payloads, {Isa::best, &serial_executor()}), Status::ok);
    const auto check = [&](Executor& executor) {
        const Execution execution{Isa::best, &executor};
        EXPECT_EQ(test::matches_of(cache, now, {}, execution), expected);
        std::vector<PointPayload> carried(expected.size(), test::payload_of(9));
        EXPECT_EQ(carry_payloads(expected, payloads, carried, execution), Status::ok);
        EXPECT_TRUE(test::same_bytes(carried, expected_payloads));
    };
    for (const unsigned threads : {2U, 3U, 8U}) {
        SCOPED_TRACE(threads);
        test::RendezvousExecutor executor(threads);
        check(executor);
        EXPECT_EQ(executor.full_runs(), 4U) << "each call runs twice: it looks first, then it writes";
        EXPECT_EQ(executor.most_threads(), threads);
    }
    test::ShuffledExecutor shuffled(3);
    check(shuffled);
    if (test::default_threads_are_seen()) check(default_executor());
}

}  // namespace
}  // namespace satori
