// Tests the set of ignored pairs of a World, against std::set.

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/allocators.hpp"
#include "support/random.hpp"
#include "world/ignored_pairs.hpp"

namespace satori {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

struct Twins {
    explicit Twins(const Allocator& allocator) : memory(allocator), pairs(memory) {}

    void expect_equal(std::uint32_t boxes) const {
        std::vector<Pair> seen;
        pairs.for_each([&](const BoxPair& pair) { seen.emplace_back(pair.first, pair.second); });
        std::ranges::sort(seen);
        EXPECT_TRUE(std::ranges::equal(seen, model));
        EXPECT_EQ(pairs.count(), model.size());
        for (std::uint32_t a = 0; a < boxes; ++a)
            for (std::uint32_t b = 0; b < boxes; ++b) {
                if (a == b) continue;
                EXPECT_EQ(pairs.contains({a, b}), model.contains(std::minmax(a, b))) << a << ' ' << b;
            }
    }

    base::CountedMemory memory;
    world::IgnoredPairs pairs;
    std::set<Pair> model;
};

TEST(IgnoredPairs, AreTheSetThatTheCallsMade) {
    constexpr std::uint32_t kBoxes = 24;
    Twins twins(default_allocator());
    test::Random random(7);
    bool grown = false, emptied = false;
    for (int step = 0; step < 4000; ++step) {
        const std::uint32_t a = random.below(kBoxes), b = (a + 1 + random.below(kBoxes - 1)) % kBoxes;
        // For a thousand steps, pairs are added and removed. For the next thousand, pairs are only removed.
        const std::uint32_t what = random.below(100), come = step / 1000 % 2 == 0 ? 80 : 0;
        if (what < come) {
            ASSERT_TRUE(twins.pairs.add({a, b}));
            twins.model.insert(std::minmax(a, b));
        } else if (what < 98) {
            twins.pairs.remove({b, a});
            twins.model.erase(std::minmax(a, b));
        } else {
            twins.pairs.remove(a);
            std::erase_if(twins.model, [&](const Pair& pair) { return pair.first == a || pair.second == a; });
        }
        grown |= twins.model.size() > 64;
        emptied |= grown && twins.model.size() < 4;
        if (step % 50 == 0) twins.expect_equal(kBoxes);
    }
    EXPECT_TRUE(grown && emptied);
    twins.pairs.remove(1000U);  // a box that never was in a pair
    twins.expect_equal(kBoxes);
}

TEST(IgnoredPairs, StayAsTheyWereWithoutMemory) {
    test::CountingAllocator allocator;
    Twins twins(allocator.get());
    std::uint32_t failures = 0;
    for (std::uint32_t b = 1; b < 200; ++b) {
        const BoxPair pair{b % 7, 7 + b};
        // Each of the allocations of this call fails once.
        for (std::uint32_t k = 0;; ++k) {
            const std::uint64_t failed = allocator.failures();
            allocator.fail_at(k);
            const bool added = twins.pairs.add(pair);
            allocator.never_fail();
            if (added) {
                EXPECT_EQ(allocator.failures(), failed);
                break;
            }
            ++failures;
            EXPECT_FALSE(twins.pairs.contains(pair));
            EXPECT_EQ(twins.pairs.count(), twins.model.size());
        }
        twins.model.emplace(pair.first, pair.second);
    }
    EXPECT_GE(failures, 6U);
    twins.expect_equal(220);
}

}  // namespace
}  // namespace satori
