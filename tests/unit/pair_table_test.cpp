// Tests the table of a World's pairs and the hash table that finds their rows, against std::map.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/allocators.hpp"
#include "support/random.hpp"
#include "world/pair_table.hpp"

namespace satori {
namespace {

using world::kNoRow;
using world::PairIndex;
using world::PairState;
using world::PairTable;

/// Returns the state of a pair with a slot of its own, so that a state in another row is noticed.
PairState state_of(const BoxPair& pair) {
    return {
        pair, pair.first * 65536 + pair.second, static_cast<std::uint8_t>(pair.second % 15), 0, PairState::kTouching,
        0};
}

/// A pair of two random boxes below `boxes`. Box 0 is in every other pair, so that many pairs share it.
BoxPair random_pair(test::Random& random, std::uint32_t boxes) {
    const std::uint32_t a = random.coin() ? 0 : random.below(boxes - 1), b = a + 1 + random.below(boxes - 1 - a);
    return {a, b};
}

/// A PairTable and its model.
struct Twins {
    explicit Twins(const Allocator& allocator) : memory(allocator), table(memory) {}

    bool add(const BoxPair& pair) {
        if (!table.reserve(1)) return false;
        add_reserved(pair);
        return true;
    }
    void add_reserved(const BoxPair& pair) {
        const std::uint32_t row = table.add(state_of(pair));
        EXPECT_TRUE(rows.emplace(row).second) << "the row belongs to another pair";
        EXPECT_TRUE(model.emplace(pair, row).second);
    }
    void remove(const BoxPair& pair) {
        const auto found = model.find(pair);
        ASSERT_NE(found, model.end());
        table.remove(found->second);
        rows.erase(found->second);
        model.erase(found);
    }
    /// Each pair is in the row that add() gave, and no other row holds a pair.
    void expect_equal() const {
        ASSERT_EQ(table.count(), model.size());
        for (const auto& [pair, row] : model) {
            ASSERT_EQ(table.find(pair), row) << pair.first << ' ' << pair.second;
            ASSERT_LT(row, table.limit());
            const PairState &held = table[row], wanted = state_of(pair);
            ASSERT_EQ(held.pair, pair);
            ASSERT_EQ(held.slot, wanted.slot);
            ASSERT_EQ(held.axis, wanted.axis);
            ASSERT_EQ(held.flags, wanted.flags);
        }
        for (std::uint32_t row = 0; row < table.limit(); ++row) {
            ASSERT_EQ(table.holds(row), rows.contains(row));
            if (!table.holds(row)) {
                ASSERT_EQ(table[row].flags, 0);
            }
        }
        ASSERT_TRUE(table.validate());
    }

    base::CountedMemory memory;
    PairTable table;
    std::map<BoxPair, std::uint32_t> model;
    std::set<std::uint32_t> rows;
};

TEST(PairTable, EmptyOne) {
    base::CountedMemory memory(default_allocator());
    PairTable table(memory);
    EXPECT_EQ(table.count() + table.limit(), 0U);
    EXPECT_EQ(table.find({0, 1}), kNoRow);
    table.prefetch({0, 1});
    EXPECT_TRUE(table.validate());
    EXPECT_TRUE(table.reserve(0));
    EXPECT_TRUE(table.reserve(10));
    EXPECT_EQ(table.count() + table.limit(), 0U);
    EXPECT_EQ(table.find({0, 1}), kNoRow);
    EXPECT_TRUE(table.validate());
}

TEST(PairTable, IsTheMapThatTheCallsMade) {
    constexpr std::uint32_t kBoxes = 100;
    Twins twins(default_allocator());
    test::Random random(3);
    bool grown = false, emptied = false;
    std::size_t found = 0, missed = 0;
    for (int step = 0; step < 12000; ++step) {
        // For a few thousand steps most pairs come. For the next few thousand most pairs go.
        const std::uint32_t come = step / 3000 % 2 == 0 ? 85 : 10;
        const BoxPair pair = random_pair(random, kBoxes);
        const bool held = twins.model.contains(pair);
        ASSERT_EQ(twins.table.find(pair) != kNoRow, held);
        (held ? found : missed) += 1;
        if (random.below(100) < come) {
            if (!held) {
                ASSERT_TRUE(twins.add(pair));
            }
        } else if (!twins.model.empty()) {
            // The next pair of the model goes, so that the table becomes empty too.
            const auto any = twins.model.lower_bound(pair);
            const BoxPair gone = any != twins.model.end() ? any->first : twins.model.begin()->first;
            ASSERT_NO_FATAL_FAILURE(twins.remove(gone));
        }
        grown |= twins.model.size() > 300;
        emptied |= grown && twins.model.size() < 4;
        if (step % 40 == 0) {
            ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
        }
    }
    EXPECT_TRUE(grown && emptied);
    EXPECT_GT(found, 500U);
    EXPECT_GT(missed, 500U);
    ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
}

TEST(PairTable, RowsStayAndAreUsedAgain) {
    Twins twins(default_allocator());
    std::vector<BoxPair> pairs;
    for (std::uint32_t i = 0; i < 1000; ++i) pairs.push_back({i / 10, 500 + i});
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        ASSERT_TRUE(twins.add(pairs[i]));
        ASSERT_EQ(twins.table.find(pairs[i]), i) << "without free rows, a new one";
    }
    ASSERT_EQ(twins.table.limit(), 1000U);
    // The row that became free last is the first that is used again.
    std::vector<std::uint32_t> freed;
    for (std::uint32_t i = 0; i < pairs.size(); i += 3) {
        freed.push_back(twins.table.find(pairs[i]));
        ASSERT_NO_FATAL_FAILURE(twins.remove(pairs[i]));
    }
    ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
    for (std::uint32_t k = 0; !freed.empty(); ++k, freed.pop_back()) {
        const BoxPair pair{k, 5000};
        ASSERT_TRUE(twins.add(pair));
        ASSERT_EQ(twins.table.find(pair), freed.back());
    }
    EXPECT_EQ(twins.table.limit(), 1000U);
    ASSERT_TRUE(twins.add({1, 6000}));
    EXPECT_EQ(twins.table.limit(), 1001U);
    ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
}

// As a failed update does: pairs are added and removed in the other order. The next pairs get the same rows again.
TEST(PairTable, UndoneAddsLeaveNoTrace) {
    Twins twins(default_allocator());
    for (std::uint32_t i = 0; i < 100; ++i) ASSERT_TRUE(twins.add({i, 1000}));
    for (std::uint32_t i = 0; i < 100; i += 4) ASSERT_NO_FATAL_FAILURE(twins.remove({i, 1000}));
    std::vector<std::uint32_t> given[2];
    for (std::vector<std::uint32_t>& rows : given) {
        for (std::uint32_t i = 0; i < 40; ++i) {
            ASSERT_TRUE(twins.add({i, 2000}));
            rows.push_back(twins.table.find({i, 2000}));
        }
        ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
        for (std::uint32_t i = 40; i-- != 0;) ASSERT_NO_FATAL_FAILURE(twins.remove({i, 2000}));
        ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
    }
    // The last 15 of them had no free row at first. They keep their order too.
    EXPECT_EQ(given[0], given[1]);
}

TEST(PairTable, ReservesSoThatNothingFailsLater) {
    test::CountingAllocator allocator;
    {
        Twins twins(allocator.get());
        test::Random random(5);
        std::uint32_t failures = 0, next = 0;
        for (std::size_t more = 1; more < 3000; more = more * 3 / 2 + 1) {
            // Each of the allocations of this call fails once.
            for (std::uint64_t k = 0;; ++k) {
                const std::uint64_t failed = allocator.failures();
                allocator.fail_at(k);
                const bool reserved = twins.table.reserve(more);
                allocator.never_fail();
                if (reserved) {
                    EXPECT_EQ(allocator.failures(), failed);
                    break;
                }
                ++failures;
                ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
            }
            ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
            allocator.fail_all();
            const std::uint64_t before = allocator.allocations();
            for (std::size_t i = 0; i < more; ++i, ++next) twins.add_reserved({next % 7, 10 + next});
            EXPECT_EQ(allocator.allocations(), before);
            allocator.never_fail();
            // Some pairs go, so that free rows count as room too.
            for (std::size_t i = 0; i < more / 2; ++i) {
                const auto gone = twins.model.lower_bound(BoxPair{random.below(7), random.below(10 + next)});
                if (gone != twins.model.end()) {
                    ASSERT_NO_FATAL_FAILURE(twins.remove(BoxPair{gone->first}));
                }
            }
            ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
        }
        EXPECT_GE(failures, 6U);
        EXPECT_FALSE(twins.table.reserve(0xffffffffU)) << "rows have 32 bits";
        ASSERT_NO_FATAL_FAILURE(twins.expect_equal());
    }
    EXPECT_EQ(allocator.live_blocks(), 0U);
    EXPECT_EQ(allocator.misuses(), 0U);
}

/// A PairIndex of pairs in an array, as full as it can be.
class FullIndex : public testing::Test {
protected:
    /// Fills a table of 4/3 * `count` buckets, a power of two. Runs of buckets in use are then long.
    void fill(std::uint32_t count, std::uint32_t seed) {
        test::Random random(seed);
        std::set<BoxPair> distinct;
        while (distinct.size() < count) distinct.insert(random_pair(random, 4 * count));
        pairs.assign(distinct.begin(), distinct.end());
        for (std::size_t i = pairs.size(); i > 1; --i)
            std::swap(pairs[i - 1], pairs[random.below(static_cast<std::uint32_t>(i))]);
        held.assign(pairs.size(), false);
        // With room for so many pairs, the table has room for `count` too.
        index.emplace(memory);
        ASSERT_TRUE(index->reserve(count * 5 / 6));
        const std::uint64_t bytes = memory.bytes();
        ASSERT_TRUE(index->reserve(count));
        ASSERT_EQ(memory.bytes(), bytes);
        for (std::uint32_t place = 0; place < count; ++place) insert(place);
    }
    void insert(std::uint32_t place) {
        index->insert(pairs[place], place);
        held[place] = true;
    }
    void erase(std::uint32_t place) {
        index->erase(pairs[place], place);
        held[place] = false;
    }
    std::uint32_t find(const BoxPair& pair) const {
        return index->find(pair, [&](std::uint32_t place) { return pairs[place]; });
    }
    void expect_all() const {
        base::MultisetHash listed;
        std::size_t count = 0;
        for (std::uint32_t place = 0; place < pairs.size(); ++place) {
            ASSERT_EQ(find(pairs[place]), held[place] ? place : PairIndex::kNone);
            if (!held[place]) continue;
            listed.add(place);
            ++count;
        }
        ASSERT_EQ(index->count(), count);
        const auto pair_at = [&](std::uint32_t place) { return place < pairs.size() ? pairs[place] : BoxPair{}; };
        ASSERT_TRUE(index->validate(listed, pair_at));
        listed.add(0);
        ASSERT_FALSE(index->validate(listed, pair_at)) << "one more pair than there is";
    }

    base::CountedMemory memory{default_allocator()};
    std::optional<PairIndex> index;
    std::vector<BoxPair> pairs;
    std::vector<bool> held;
};

// 12 pairs fill a table of 16 buckets, and 48 one of 64: three buckets of four are in use. Most pairs then stand behind
// their home, and in most of the tables pairs wrap around the end. Each pair is erased once while all others are there.
TEST_F(FullIndex, ErasingAnyPairKeepsAllOthers) {
    for (const std::uint32_t count : {12U, 48U}) {
        for (std::uint32_t seed = 1; seed <= 100; ++seed) {
            SCOPED_TRACE(testing::Message() << count << " pairs, seed " << seed);
            ASSERT_NO_FATAL_FAILURE(fill(count, seed));
            ASSERT_NO_FATAL_FAILURE(expect_all());
            for (std::uint32_t place = 0; place < count; ++place) {
                erase(place);
                ASSERT_NO_FATAL_FAILURE(expect_all());
                insert(place);
            }
            // Then they go one after the other, in another order than they came.
            for (std::uint32_t k = 0; k < count; ++k) {
                erase(k * 5 % count);
                ASSERT_NO_FATAL_FAILURE(expect_all());
            }
            ASSERT_EQ(index->count(), 0U);
            const std::uint64_t bytes = memory.bytes();
            ASSERT_TRUE(index->reserve(count + 1));
            ASSERT_GT(memory.bytes(), bytes) << "the table was not full";
        }
    }
}

TEST_F(FullIndex, GrowingKeepsAllPairs) {
    ASSERT_NO_FATAL_FAILURE(fill(3072, 7));
    test::Random random(8);
    for (int round = 0; round < 40; ++round) {
        for (int k = 0; k < 200; ++k) {
            const std::uint32_t place = random.below(3072);
            held[place] ? erase(place) : insert(place);
        }
        if (round % 10 == 9) {
            const std::uint64_t bytes = memory.bytes();
            ASSERT_TRUE(index->reserve(3072U << (2 * (round / 10) + 1)));
            ASSERT_GT(memory.bytes(), bytes);
        }
        ASSERT_NO_FATAL_FAILURE(expect_all());
    }
}

TEST(PairIndex, WithoutMemoryNothingChanges) {
    test::CountingAllocator allocator;
    {
        base::CountedMemory memory(allocator.get());
        PairIndex index(memory);
        std::vector<BoxPair> pairs;
        const auto pair_at = [&](std::uint32_t place) { return pairs[place]; };
        for (std::uint32_t place = 0; place < 1000; ++place) {
            allocator.fail_all();
            const bool enough = index.reserve(place + 1);
            allocator.never_fail();
            for (std::uint32_t other = 0; other < place; other += 1 + place / 50)
                ASSERT_EQ(index.find(pairs[other], pair_at), other) << "after place " << place;
            ASSERT_EQ(index.count(), place);
            if (!enough) {
                ASSERT_TRUE(index.reserve(place + 1));
            }
            pairs.push_back({place % 3, 3 + place});
            index.insert(pairs.back(), place);
        }
        EXPECT_GE(allocator.failures(), 5U);
        EXPECT_LE(allocator.failures(), 12U) << "room is doubled";
    }
    EXPECT_EQ(allocator.live_blocks(), 0U);
    EXPECT_EQ(allocator.misuses(), 0U);
}

}  // namespace
}  // namespace satori
