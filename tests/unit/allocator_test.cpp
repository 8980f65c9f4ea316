#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/sanitizers.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

TEST(Allocator, DefaultGivesAlignedMemory) {
    const Allocator allocator = default_allocator();
    ASSERT_NE(allocator.allocate, nullptr);
    ASSERT_NE(allocator.release, nullptr);
    for (std::size_t alignment = 1; alignment <= 4096; alignment *= 2) {
        // Blocks of 1.5 MiB and more use huge pages. The last huge page may be full or not.
        constexpr std::size_t kHalfMega = std::size_t{1} << 19;
        for (const std::size_t size : {std::size_t{1}, std::size_t{40}, std::size_t{4096}, std::size_t{100001},
                                       3 * kHalfMega - 1, 3 * kHalfMega, 3 * kHalfMega + 1, 4 * kHalfMega - 1,
                                       4 * kHalfMega, 4 * kHalfMega + 1, 10 * kHalfMega + 1, 12 * kHalfMega - 1}) {
            void* memory = allocator.allocate(size, alignment, allocator.user);
            ASSERT_NE(memory, nullptr);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0U);
            std::memset(memory, 1, size);
            allocator.release(memory, size, alignment, allocator.user);
        }
    }
}

TEST(Allocator, DefaultReturnsNullForImpossibleSizes) {
    // By default, sanitizers stop the program at such a size.
    if (test::kAddressSanitizer || test::kThreadSanitizer) GTEST_SKIP() << "sanitized";
    const Allocator allocator = default_allocator();
    for (const std::size_t size : {SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX - 4096, SIZE_MAX})
        EXPECT_EQ(allocator.allocate(size, 64, allocator.user), nullptr);
}

TEST(Allocator, NothingIsAllocatedBeforeTheFirstCall) {
    test::CountingAllocator counting;
    {
        const BoxBatch batch(counting.get());
        const Workspace workspace(counting.get());
        EXPECT_EQ(workspace.bytes(), 0U);
        EXPECT_EQ(batch.bytes(), 0U);
    }
    EXPECT_EQ(counting.allocations(), 0U);
}

TEST(Allocator, AllMemoryGoesThroughItOnTheCallingThreadAndComesBack) {
    test::CountingAllocator counting;
    const auto boxes = test::make_test_scene(test::SceneKind::uniform, 5000, 1);
    {
        BoxBatch batch(counting.get());
        Workspace workspace(counting.get());
        for (Executor* executor : {&serial_executor(), &default_executor()}) {
            const Execution execution{Isa::best, executor};
            ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::refuse, execution), Status::ok);
            PairResult result;
            ASSERT_EQ(find_pairs(batch, workspace, result, {.execution = execution}), Status::ok);
            ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = execution}), Status::ok);
            EXPECT_EQ(sort_pairs(result.pairs, workspace), Status::ok);
        }
        EXPECT_GT(counting.live_bytes(), 0U);
        EXPECT_EQ(batch.bytes() + workspace.bytes(), counting.live_bytes());
        EXPECT_GE(batch.peak_bytes(), batch.bytes());
        EXPECT_GE(workspace.peak_bytes(), workspace.bytes());
        EXPECT_GE(batch.peak_bytes() + workspace.peak_bytes(), counting.peak_bytes());
    }
    EXPECT_EQ(counting.live_blocks(), 0U) << "leaked";
    EXPECT_EQ(counting.misuses(), 0U);
}

TEST(Allocator, MovedObjectsTakeTheirMemoryAlong) {
    test::CountingAllocator counting;
    {
        const auto boxes = test::make_test_scene(test::SceneKind::uniform, 300, 1);
        BoxBatch batch(counting.get());
        Workspace workspace(counting.get());
        ASSERT_EQ(batch.assign(box_rows(boxes)), Status::ok);
        PairResult result;
        ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
        const auto before = test::to_vector(result);
        const auto contents = test::contents_of(batch);

        BoxBatch moved = std::move(batch);
        Workspace moved_workspace = std::move(workspace);
        EXPECT_EQ(moved.size(), 300U);
        EXPECT_TRUE(test::same_bytes(test::contents_of(moved), contents));
        ASSERT_EQ(find_overlaps(moved, moved_workspace, result), Status::ok);
        EXPECT_EQ(test::to_vector(result), before);

        BoxBatch assigned(counting.get());
        ASSERT_EQ(assigned.assign(box_rows(boxes)), Status::ok);
        assigned = std::move(moved);
        EXPECT_TRUE(test::same_bytes(test::contents_of(assigned), contents));
        Workspace other(counting.get());
        ASSERT_EQ(find_overlaps(assigned, other, result), Status::ok);
        other = std::move(moved_workspace);
        ASSERT_EQ(find_overlaps(assigned, other, result), Status::ok);
        EXPECT_EQ(test::to_vector(result), before);
    }
    EXPECT_EQ(counting.live_blocks(), 0U);
    EXPECT_EQ(counting.misuses(), 0U);
}

}  // namespace
}  // namespace satori
