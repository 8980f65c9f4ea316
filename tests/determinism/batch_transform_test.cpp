// R8 for corners and transforms of batches: the same bytes on several threads as on one.

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

class BatchTransformThreads : public test::IsaTest {};

TEST_P(BatchTransformThreads, DoNotMatter) {
    const Pose pose{{12.5F, -3, 100}, {0.3F, -0.4F, 0.5F, 2}};
    // More than two chunks.
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::mixed_sizes, 10000, 1), execution());
    for (const unsigned threads : {2U, 3U}) {
        test::RendezvousExecutor executor(threads);
        for (const float scale : {1.0F, 0.37F}) {
            BoxBatch alone, together;
            ASSERT_EQ(alone.assign_transformed(batch, pose, scale, execution()), Status::ok);
            ASSERT_EQ(together.assign_transformed(batch, pose, scale, execution(executor)), Status::ok);
            EXPECT_TRUE(test::same_bytes(test::contents_of(together), test::contents_of(alone)));
            std::vector<BoxCorners> corners(batch.size()), corners_together(batch.size());
            ASSERT_EQ(compute_corners(alone, corners, execution()), Status::ok);
            ASSERT_EQ(compute_corners(together, corners_together, execution(executor)), Status::ok);
            EXPECT_TRUE(test::same_bytes(corners_together, corners));
        }
        EXPECT_GE(executor.full_runs(), 4U) << threads << " threads";
    }
}

SATORI_FOR_EACH_ISA(BatchTransformThreads);

}  // namespace
}  // namespace satori
