// Tests the blocks of rows in which a World keeps its manifolds and payloads.

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "base/block_array.hpp"
#include "support/allocators.hpp"

namespace satori {
namespace {

using Blocks = base::BlockArray<std::uint32_t>;
constexpr std::size_t kBlock = Blocks::kBlockRows;

void fill(Blocks& blocks, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
        for (std::size_t k = 0; k < blocks.width(); ++k)
            blocks.items(i)[k] = static_cast<std::uint32_t>(blocks.width() * i + k);
}

void expect_filled(const Blocks& blocks, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(blocks.items(i).size(), blocks.width());
        ASSERT_EQ(&blocks[i], blocks.items(i).data());
        for (std::size_t k = 0; k < blocks.width(); ++k)
            ASSERT_EQ(blocks.items(i)[k], blocks.width() * i + k) << "row " << i;
    }
}

TEST(BlockArray, KeepsItsRowsWhileItGrows) {
    test::CountingAllocator counting;
    base::CountedMemory memory(counting.get());
    for (const std::size_t width : {1U, 5U}) {
        Blocks blocks(memory, width);
        std::size_t count = 0;
        for (const std::size_t wanted : {std::size_t{1}, std::size_t{4}, std::size_t{4}, kBlock - 7, kBlock, kBlock + 1,
                                         3 * kBlock, 3 * kBlock + 5}) {
            ASSERT_TRUE(blocks.reserve(wanted, count));
            expect_filled(blocks, count);
            fill(blocks, count, wanted);
            count = wanted;
        }
        expect_filled(blocks, count);
    }
    EXPECT_EQ(memory.bytes(), 0U);
    EXPECT_EQ(counting.live_blocks(), 0U);
}

TEST(BlockArray, RowsOfALargeOneDoNotMoveAndTakeOneBlockMore) {
    test::CountingAllocator counting;
    base::CountedMemory memory(counting.get());
    Blocks blocks(memory, 2);
    ASSERT_TRUE(blocks.reserve(kBlock + 1, 0));
    const std::uint32_t *const first = &blocks[0], *const last = &blocks[kBlock];
    ASSERT_TRUE(blocks.reserve(5 * kBlock + 1, kBlock + 1));
    EXPECT_EQ(&blocks[0], first);
    EXPECT_EQ(&blocks[kBlock], last);
    EXPECT_GE(memory.bytes(), 6 * kBlock * 2 * sizeof(std::uint32_t));
    EXPECT_LE(memory.bytes(), 6 * kBlock * 2 * sizeof(std::uint32_t) + 256);
}

TEST(BlockArray, WithoutItemsTakesNoMemory) {
    test::CountingAllocator counting;
    base::CountedMemory memory(counting.get());
    Blocks blocks(memory, 0);
    EXPECT_TRUE(blocks.reserve(3 * kBlock, 0));
    EXPECT_TRUE(blocks.reserve(4 * kBlock, 3 * kBlock));
    EXPECT_TRUE(blocks.items(2 * kBlock).empty());
    EXPECT_EQ(memory.bytes(), 0U);
}

TEST(BlockArray, StaysAsItIsWhenMemoryIsOut) {
    bool failed = true;
    for (std::uint64_t k = 0; failed; ++k) {
        test::CountingAllocator counting;
        base::CountedMemory memory(counting.get());
        Blocks blocks(memory);
        ASSERT_TRUE(blocks.reserve(100, 0));
        fill(blocks, 0, 100);
        counting.fail_at(k);
        failed = !blocks.reserve(4 * kBlock, 100);
        EXPECT_EQ(failed, counting.failures() != 0);
        EXPECT_TRUE(failed || k >= 4);
        expect_filled(blocks, 100);
        counting.never_fail();
        ASSERT_TRUE(blocks.reserve(4 * kBlock, 100));
        expect_filled(blocks, 100);
        EXPECT_EQ(memory.bytes(), counting.live_bytes());
    }
}

}  // namespace
}  // namespace satori
