// R7, R8 for columns: the same bytes on every instruction set and any number of threads.

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/sanitizers.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

// Returns the columns of the stateless calls, and of a Broadphase after a few small updates.
std::vector<BoxColumn> all_columns(SceneKind kind, const Execution& execution) {
    constexpr std::uint32_t kCount = 9000;
    const std::vector<OrientedBox> boxes = test::make_test_scene(kind, kCount, 4);
    Workspace workspace;
    std::span<const BoxColumn> columns;
    EXPECT_EQ(find_columns(test::make_batch(boxes, execution), workspace, columns, execution), Status::ok);
    std::vector<BoxColumn> all(columns.begin(), columns.end());
    std::span<const RectColumn> flat;
    const RectBatch rects = test::make_batch(test::make_rect_scene(kind, kCount, 4), execution);
    EXPECT_EQ(find_columns(rects, workspace, flat, execution), Status::ok);
    for (const auto& [region, box_count, grid] : flat)
        all.push_back({{{region.min.x, region.min.y, 0}, {region.max.x, region.max.y, 0}}, box_count, grid});

    const std::vector<Aabb> bounds = test::upright_bounds(boxes);
    std::vector<std::uint32_t> ids(kCount);
    Broadphase world;
    BroadphaseUpdate update;
    EXPECT_EQ(world.add(aabb_rows(bounds), MotionType::dynamic_box, ids), Status::ok);
    EXPECT_EQ(world.update(update, execution), Status::ok);
    for (std::uint32_t step = 1; step < 4; ++step) {
        for (std::uint32_t i = 0; i < kCount; i += 20)
            EXPECT_EQ(world.move(ids[i], bounds[(i + step) % kCount]), Status::ok);
        EXPECT_EQ(world.update(update, execution), Status::ok);
        EXPECT_EQ(update.path, UpdatePath::incremental);
        const std::size_t before = all.size();
        all.resize(before + world.column_count());
        EXPECT_EQ(world.copy_columns(std::span(all).subspan(before)), Status::ok);
        EXPECT_GT(all.size(), before);
    }
    return all;
}

TEST(ColumnsSameBytes, OfEverySetAndThreadCount) {
    test::RendezvousExecutor four(4);
    for (const SceneKind kind : {SceneKind::uniform, SceneKind::shapes, SceneKind::heap_and_far}) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const std::vector<BoxColumn> rows =
            test::on_every_isa([&](const Execution& on) { return all_columns(kind, on); });
        EXPECT_TRUE(test::same_bytes(all_columns(kind, {Isa::best, &four}), rows));
        if (test::default_threads_are_seen()) {
            EXPECT_TRUE(test::same_bytes(all_columns(kind, {}), rows));
        }
    }
    EXPECT_GT(four.full_runs(), 0U);
}

}  // namespace
}  // namespace satori
