// R13, R14: when anything fails in BoxBatch::assign_transformed(), the boxes are unchanged and nothing leaks.

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

const Pose kSomewhere{{12.5F, -3, 100}, {0.3F, -0.4F, 0.5F, 2}};

TEST(BatchTransformFailure, EachAllocationMayFail) {
    const auto few = test::make_test_scene(test::SceneKind::uniform, 20, 1);
    auto many = test::make_test_scene(test::SceneKind::uniform, 500, 2);
    std::uint64_t failed = 0;
    for (const bool too_far : {false, true}) {
        if (too_far) many[77].center = {9.9e7F, 9.9e7F, 9.9e7F};
        const BoxBatch source = test::make_batch(many);
        for (std::uint64_t k = 0;; ++k) {
            test::CountingAllocator memory;
            std::uint64_t failures = 0;
            {
                BoxBatch batch(memory.get());
                ASSERT_EQ(batch.assign(box_rows(few)), Status::ok);
                const auto before = test::contents_of(batch);
                memory.fail_at(k);
                const Status status = batch.assign_transformed(source, kSomewhere);
                failures = memory.failures();
                const Status without_failure = too_far ? Status::result_out_of_range : Status::ok;
                EXPECT_EQ(status, failures > 0 ? Status::out_of_memory : without_failure) << "allocation " << k;
                if (failures > 0 || too_far) {
                    EXPECT_TRUE(test::same_bytes(test::contents_of(batch), before));
                }
                EXPECT_EQ(batch.bytes(), memory.live_bytes());
            }
            EXPECT_EQ(memory.live_blocks(), 0U);
            EXPECT_EQ(memory.misuses(), 0U);
            failed += failures;
            if (failures == 0) break;
        }
    }
    EXPECT_EQ(failed, 3U) << "the boxes; the boxes and the list of those too far away";
}

TEST(BatchTransformFailure, FaultyExecutorsLeaveTheBoxes) {
    const auto rows = test::make_test_scene(test::SceneKind::uniform, 10000, 3);
    BoxBatch batch = test::make_batch(rows);
    const auto before = test::contents_of(batch);
    std::vector<BoxCorners> corners(batch.size());
    for (const test::ExecutorFault fault : test::kExecutorFaults) {
        test::FaultyExecutor executor(fault), again(fault);
        EXPECT_EQ(batch.assign_transformed(batch, kSomewhere, 1, {Isa::best, &executor}), Status::executor_failed);
        EXPECT_TRUE(test::same_bytes(test::contents_of(batch), before));
        EXPECT_EQ(compute_corners(batch, corners, {Isa::best, &again}), Status::executor_failed);
    }
}

TEST(BatchTransformFailure, InstructionSetsThatThereAreNot) {
    BoxBatch batch = test::make_batch(std::vector<OrientedBox>(9));
    std::vector<BoxCorners> corners(9);
    const Execution nowhere{static_cast<Isa>(99), nullptr};
    EXPECT_EQ(batch.assign_transformed(batch, kSomewhere, 1, nowhere), Status::unsupported_isa);
    EXPECT_EQ(compute_corners(batch, corners, nowhere), Status::unsupported_isa);
    EXPECT_EQ(batch.component(BoxComponent::center_x)[0], 0);
}

}  // namespace
}  // namespace satori
