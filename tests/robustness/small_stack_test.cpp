// Threads with small stacks, like those of job systems, can run every chunk: docs/threading.md gives the size.

#if defined(__linux__)

#include <pthread.h>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/box_defs.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/sanitizers.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr std::size_t kStack = std::size_t{256} << 10;

/// Runs `work` on a thread with a stack of that size.
void run_on_small_stack(const std::function<void()>& work) {
    pthread_attr_t attributes;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStack), 0);
    pthread_t thread;
    const auto body = [](void* user) -> void* {
        (*static_cast<const std::function<void()>*>(user))();
        return nullptr;
    };
    void* const user = const_cast<std::function<void()>*>(&work);
    ASSERT_EQ(pthread_create(&thread, &attributes, body, user), 0);
    ASSERT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&attributes);
}

TEST(SmallStack, IsEnoughForAStepAndQueries) {
    if (test::kAddressSanitizer || test::kThreadSanitizer) GTEST_SKIP() << "frames are larger";
    const std::vector<OrientedBox> rows = test::make_test_scene(test::SceneKind::uniform, 3000, 1);
    for (const Isa isa : test::supported_isas()) {
        const Execution alone{isa, &serial_executor()};
        std::uint64_t contacts = 0, found = 0, hits = 0;
        run_on_small_stack([&] {
            BoxBatch batch;
            Workspace workspace;
            ContactResult collided;
            ASSERT_EQ(batch.assign(box_rows(rows), OnInvalid::refuse, alone), Status::ok);
            ASSERT_EQ(collide(batch, workspace, collided, {.execution = alone}), Status::ok);
            found = collided.manifolds.size();
            BoxBatch solids;
            ASSERT_EQ(solids.assign(box_rows(rows), OnInvalid::refuse, alone), Status::ok);
            ASSERT_EQ(solids.set_radii(std::vector<float>(rows.size(), 0.1F)), Status::ok);
            ASSERT_EQ(collide(solids, workspace, collided, {.execution = alone}), Status::ok);
            ASSERT_GT(collided.manifolds.size(), found);
            PairResult near;
            ASSERT_EQ(find_overlaps(solids, workspace, near, {.execution = alone}), Status::ok);
            ASSERT_EQ(find_near_pairs(batch, 0.1F, workspace, near, {.execution = alone}), Status::ok);
            std::vector<PairDistance> apart(near.pairs.size());
            ASSERT_EQ(distances(batch, near.pairs, apart, workspace, {.execution = alone}), Status::ok);
            ASSERT_GE(apart.size(), found);
            std::vector<NearestBox> nearest(rows.size());
            ASSERT_EQ(find_nearest(batch, 0.1F, nearest, workspace, {.execution = alone}), Status::ok);
            ASSERT_EQ(find_impacts({batch, {}}, workspace, near, {.execution = alone}), Status::ok);
            std::vector<TimeOfImpact> impacts(near.pairs.size());
            ASSERT_EQ(times_of_impact({batch, {}}, near.pairs, impacts, workspace, {.execution = alone}), Status::ok);
            ASSERT_GE(impacts.size(), found);
            World world;
            std::vector<BoxDef> defs;
            for (const OrientedBox& row : rows) defs.push_back(test::box_def(row));
            std::vector<BoxId> ids(defs.size());
            ASSERT_EQ(world.create(defs, ids), Status::ok);
            std::vector<BoxPose> poses;
            for (const BoxDef& def : defs) poses.push_back(def.pose);
            for (int step = 0; step < 3; ++step) {
                // In the second update, contacts have slots already. The third update changes few boxes.
                const std::size_t moved = step == 2 ? 10 : static_cast<std::size_t>(step) * poses.size();
                ASSERT_EQ(world.set_poses({ids.data(), moved}, {poses.data(), moved}), Status::ok);
                WorldUpdate update;
                ASSERT_EQ(world.update(update, alone), Status::ok);
                contacts = update.contact_count;
            }
            const std::vector<WorldRay> rays(100, {{-1000, 0, 0}, {1, 0.001, 0.002}, 3000});
            WorldHits all;
            ASSERT_EQ(all_hits(world, rays, all, {.execution = alone}), Status::ok);
            hits = all.hits.size();
        });
        EXPECT_GT(found, 1000U);
        EXPECT_GT(contacts, 1000U);
        EXPECT_GT(hits, 100U);
    }
}

}  // namespace
}  // namespace satori

#endif
