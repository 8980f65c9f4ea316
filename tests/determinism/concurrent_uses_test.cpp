// Three hundred independent uses at a time, one thread each, with its own batch, workspace, Broadphase and World. Each
// must give the same bytes as when it runs alone. So must queries of one World from many threads. Also for
// ThreadSanitizer.

#include <atomic>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/box_defs.hpp"
#include "support/bytes.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"
#include "support/world_driver.hpp"

namespace satori {
namespace {

struct Use {
    std::vector<OrientedBox> boxes;
    std::vector<BoxPair> overlaps, world_pairs;
    std::vector<ContactManifold> manifolds;
    test::Bytes of_world;
};

/// Records a World of some of the boxes, moves it by one frame, and runs queries. Returns the bytes of the results and
/// of the recording, or nothing when a call fails. The recording contains the states.
test::Bytes use_world(const std::vector<OrientedBox>& boxes, const Execution& execution) {
    test::KeptRecording kept;
    World world;
    WorldUpdate update;
    std::vector<BoxDef> defs;
    std::vector<BoxPose> moved;
    std::vector<WorldRay> rays;
    for (const OrientedBox& box : std::span(boxes).first(100)) {
        defs.push_back(test::box_def(box));
        const Vec3d at = defs.back().pose.position;
        moved.push_back({{at.x, at.y + 0.25, at.z}, box.rotation});
        if (rays.size() < 20) rays.push_back({at, {1, 0.1, -0.2}});
    }
    std::vector<BoxId> ids(defs.size());
    bool ok = world.record(kept.options()) == Status::ok && world.create(defs, ids) == Status::ok &&
              world.update(update, execution) == Status::ok;
    const std::size_t half = ids.size() / 2;
    ok = ok && world.set_poses(std::span(ids).first(half), std::span(moved).first(half)) == Status::ok;
    std::vector<WorldHit> hits(rays.size());
    WorldHits all;
    ok = ok && closest_hits(world, rays, hits, {.execution = execution}) == Status::ok &&
         all_hits(world, rays, all, {.execution = execution}) == Status::ok &&
         world.update(update, execution) == Status::ok;
    std::vector<WorldContact> contacts(world.contact_count());
    ok = ok && world.copy_contacts(contacts) == Status::ok;
    test::Bytes bytes;
    if (!ok) return bytes;
    test::append(bytes, hits);
    test::append(bytes, all.hits);
    test::append(bytes, update.begun);
    test::append(bytes, update.changed);
    test::append(bytes, update.ended);
    test::append(bytes, contacts);
    if (world.stop_recording() != Status::ok) return {};
    test::append(bytes, kept.bytes);
    return bytes;
}

/// Runs everything once: boxes in, pairs and manifolds out, a Broadphase of their AABBs that moves by one frame, a
/// World.
Use use_all(const std::vector<OrientedBox>& boxes, const Execution& execution) {
    Use use{boxes, {}, {}, {}, use_world(boxes, execution)};
    BoxBatch batch;
    Workspace workspace;
    PairResult pairs;
    ContactResult contacts;
    std::vector<Aabb> bounds(boxes.size());
    std::vector<std::uint32_t> ids(boxes.size());
    Broadphase world;
    BroadphaseUpdate update;
    bool ok = batch.assign(box_rows(boxes), OnInvalid::refuse, execution) == Status::ok &&
              find_overlaps(batch, workspace, pairs, {.execution = execution}) == Status::ok;
    use.overlaps.assign(pairs.pairs.begin(), pairs.pairs.end());
    ok = ok && collide(batch, workspace, contacts, {.execution = execution}) == Status::ok;
    use.manifolds.assign(contacts.manifolds.begin(), contacts.manifolds.end());
    ok = ok && compute_aabbs(batch, bounds, execution) == Status::ok;
    ok = ok && world.add(aabb_rows(bounds), MotionType::dynamic_box, ids) == Status::ok &&
         world.update(update, execution) == Status::ok;
    for (Aabb& box : bounds) box.max.x += 0.25F;
    ok = ok && world.move(ids, aabb_rows(bounds)) == Status::ok && world.update(update, execution) == Status::ok;
    use.world_pairs.resize(world.pair_count());
    ok = ok && world.copy_pairs(use.world_pairs) == Status::ok;
    if (!ok) use.overlaps.clear();  // an empty result differs from every result below
    return use;
}

/// Calls is_right(i) on a thread of its own for each i < count. All begin together. Returns how many are wrong.
template <class IsRight>
std::uint32_t wrong_at_once(std::uint32_t count, IsRight is_right) {
    std::atomic<std::uint32_t> wrong{0}, waiting{0};
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < count; ++i) {
        threads.emplace_back([&, i] {
            ++waiting;
            while (waiting.load() < count) std::this_thread::yield();
            if (!is_right(i)) ++wrong;
        });
    }
    for (std::thread& thread : threads) thread.join();
    return wrong;
}

TEST(ConcurrentUses, ThreeHundredOfThem) {
    constexpr std::uint32_t kUses = 300, kScenes = 6;
    std::vector<Use> alone;
    for (std::uint32_t i = 0; i < kScenes; ++i) {
        alone.push_back(use_all(test::make_test_scene(test::kSceneKinds[i], 300, i), {Isa::best, &serial_executor()}));
        ASSERT_FALSE(alone.back().overlaps.empty());
        ASSERT_FALSE(alone.back().manifolds.empty());
        ASSERT_FALSE(alone.back().world_pairs.empty());
        ASSERT_FALSE(alone.back().of_world.empty());
    }
    const auto isas = test::supported_isas();
    ThreadExecutor shared(2);
    EXPECT_EQ(wrong_at_once(kUses,
                            [&](std::uint32_t i) {
                                const Use& expected = alone[i % kScenes];
                                Executor& executor = i % 5 == 0 ? static_cast<Executor&>(shared) : serial_executor();
                                const Use found = use_all(expected.boxes, {isas[i % isas.size()], &executor});
                                return test::same_bytes(found.overlaps, expected.overlaps) &&
                                       test::same_bytes(found.manifolds, expected.manifolds) &&
                                       test::same_bytes(found.world_pairs, expected.world_pairs) &&
                                       found.of_world == expected.of_world;
                            }),
              0U);
}

/// Returns the answers of all queries, or nothing when a call fails.
test::Bytes ask(const World& world, const std::vector<OrientedBox>& boxes, const Execution& execution) {
    std::vector<WorldRay> rays;
    std::vector<WorldBoxCast> casts;
    std::vector<WorldShape> shapes;
    std::vector<WorldPoint> points;
    const Sphere sphere{{}, 2};
    for (const OrientedBox& box : boxes) {
        const Vec3d at = test::box_def(box).pose.position;
        rays.push_back({at, {1, 0.1, -0.2}});
        casts.push_back({{at, {}}, {0.5F, 0.25F, 0.125F}, {1, 0.1, -0.2}});
        shapes.push_back({at, sphere});
        points.push_back({{at.x, at.y + 1, at.z}});
    }
    Workspace for_hits, for_boxes;
    WorldHits all;
    WorldBoxes near;
    std::vector<WorldHit> hits(rays.size()), pushed(rays.size());
    std::vector<std::uint8_t> blocked(rays.size());
    std::vector<WorldClosest> closest(rays.size());
    const QueryOptions options{.execution = execution};
    const bool ok = closest_hits(world, rays, hits, options) == Status::ok &&
                    any_hits(world, rays, blocked, options) == Status::ok &&
                    all_hits(world, rays, all, for_hits, options) == Status::ok &&
                    cast_boxes(world, casts, pushed, options) == Status::ok &&
                    find_boxes(world, shapes, near, for_boxes, options) == Status::ok &&
                    closest_boxes(world, points, closest, options) == Status::ok;
    test::Bytes bytes;
    if (!ok) return bytes;
    test::append(bytes, hits);
    test::append(bytes, blocked);
    test::append(bytes, all.hits);
    test::append(bytes, pushed);
    test::append(bytes, near.boxes);
    test::append(bytes, closest);
    return bytes;
}

TEST(ConcurrentUses, ManyThreadsAskOneWorld) {
    constexpr std::uint32_t kThreads = 8;
    const std::vector<OrientedBox> boxes = test::make_test_scene(test::kSceneKinds[0], 600, 1);
    std::vector<BoxDef> defs;
    for (const OrientedBox& box : boxes) defs.push_back(test::box_def(box));
    std::vector<BoxId> ids(defs.size());
    World world;
    WorldUpdate update;
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    for (std::size_t i = 0; i < 50; ++i) ASSERT_EQ(world.set_pose(ids[i], defs[i + 1].pose), Status::ok);
    ASSERT_EQ(prepare_queries(world), Status::ok);
    const test::Bytes alone = ask(world, boxes, {Isa::best, &serial_executor()});
    ASSERT_FALSE(alone.empty());
    ThreadExecutor shared(2);
    EXPECT_EQ(wrong_at_once(kThreads,
                            [&](std::uint32_t i) {
                                Executor& executor = i % 4 == 0 ? static_cast<Executor&>(shared) : serial_executor();
                                return ask(world, boxes, {Isa::best, &executor}) == alone;
                            }),
              0U);
}

}  // namespace
}  // namespace satori
