// R15: when a buffer is too small, the call reports the exact size that it needs, and writes nothing past the buffer's
// end. A page without access follows the buffer.

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/box_defs.hpp"
#include "support/bytes.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/distance_calls.hpp"
#include "support/executors.hpp"
#include "support/guard_pages.hpp"
#include "support/isa_fixture.hpp"
#include "support/small_buffers.hpp"
#include "support/test_scenes.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

using test::check_capacities;
using test::GuardedMemory;

class SmallBuffer : public test::IsaTest {
protected:
    void SetUp() override {
        IsaTest::SetUp();
        if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages on this system";
    }
};

TEST_P(SmallBuffer, OfPairs) {
    test::RendezvousExecutor threads(3);
    for (const test::SceneKind kind :
         {test::SceneKind::uniform, test::SceneKind::mixed_sizes, test::SceneKind::identical}) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        for (const std::uint32_t count : {0U, 1U, 2U, 50U, 5000U}) {
            const BoxBatch batch = test::make_batch(test::make_test_scene(kind, count, 1), execution());
            for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&threads)}) {
                Workspace workspace;
                check_capacities(
                    [&](PairBuffer buffer, PairResult& result) {
                        return find_pairs(batch, workspace, result,
                                          {.execution = execution(*executor), .buffer = buffer});
                    },
                    test::pairs_of(batch, execution()));
                check_capacities(
                    [&](PairBuffer buffer, PairResult& result) {
                        return find_overlaps(batch, workspace, result,
                                             {.execution = execution(*executor), .buffer = buffer});
                    },
                    test::overlaps_of(batch, execution()));
            }
        }
    }
}

TEST_P(SmallBuffer, OfRawBoundsAndOfTwoSets) {
    const auto bounds = test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, 1400, 1));
    const auto view = aabb_rows(bounds);
    Workspace workspace;
    PairResult all;
    ASSERT_EQ(find_pairs(view, workspace, all, {.execution = execution()}), Status::ok);
    check_capacities(
        [&](PairBuffer buffer, PairResult& result) {
            return find_pairs(view, workspace, result, {.execution = execution(), .buffer = buffer});
        },
        test::to_vector(all));
    ASSERT_EQ(find_pairs({view, view}, workspace, all, {.execution = execution()}), Status::ok);
    check_capacities(
        [&](PairBuffer buffer, PairResult& result) {
            return find_pairs({view, view}, workspace, result, {.execution = execution(), .buffer = buffer});
        },
        test::to_vector(all));
}

TEST_P(SmallBuffer, OfOverlapsOfTwoSets) {
    test::RendezvousExecutor threads(3);
    const BoxBatch first = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 3000, 1), execution());
    const BoxBatch second = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 3000, 2), execution());
    Workspace workspace;
    for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&threads)}) {
        PairResult all;
        ASSERT_EQ(find_pairs({first, second}, workspace, all, {.execution = execution()}), Status::ok);
        check_capacities(
            [&](PairBuffer buffer, PairResult& result) {
                return find_pairs({first, second}, workspace, result,
                                  {.execution = execution(*executor), .buffer = buffer});
            },
            test::to_vector(all));
        ASSERT_EQ(find_overlaps({first, second}, workspace, all, {.execution = execution()}), Status::ok);
        ASSERT_GT(all.pair_count, 100U);
        check_capacities(
            [&](PairBuffer buffer, PairResult& result) {
                return find_overlaps({first, second}, workspace, result,
                                     {.execution = execution(*executor), .buffer = buffer});
            },
            test::to_vector(all));
    }
}

TEST_P(SmallBuffer, OfManifolds) {
    test::RendezvousExecutor threads(3);
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 5000, 1), execution());
    const BoxBatch other = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 5000, 2), execution());
    for (const float distance : {0.0F, 0.1F}) {
        SCOPED_TRACE(distance);
        const ContactOptions options{Boundary::closed, distance};
        const auto expected = test::manifolds_of(batch, execution(), options);
        ASSERT_GT(expected.size(), 1000U);
        Workspace workspace;
        ContactResult of_two;
        ASSERT_EQ(collide({batch, other}, workspace, of_two, {.contacts = options, .execution = execution()}),
                  Status::ok);
        const std::vector<ContactManifold> expected_of_two(of_two.manifolds.begin(), of_two.manifolds.end());
        ASSERT_GT(expected_of_two.size(), 1000U);
        for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&threads)}) {
            check_capacities(
                [&](ManifoldBuffer buffer, ContactResult& result) {
                    return collide(batch, workspace, result,
                                   {.contacts = options, .execution = execution(*executor), .buffer = buffer});
                },
                expected);
            check_capacities(
                [&](ManifoldBuffer buffer, ContactResult& result) {
                    return collide({batch, other}, workspace, result,
                                   {.contacts = options, .execution = execution(*executor), .buffer = buffer});
                },
                expected_of_two);
        }
    }
}

// Inputs and outputs end at the end of a page, and inputs are read-only: vectors must not read or write past it.
TEST_P(SmallBuffer, InputsAndOutputsAtTheEndOfAPage) {
    Workspace workspace;
    for (std::uint32_t count = 1; count <= 70; ++count) {
        const auto rows = test::make_test_scene(test::SceneKind::uniform, count, 1);
        GuardedMemory input(count * sizeof(OrientedBox));
        std::memcpy(input.data(), rows.data(), input.size());
        input.make_read_only();
        BoxBatch batch;
        ASSERT_EQ(batch.assign(box_rows(input.as<const OrientedBox>()), OnInvalid::refuse, execution()), Status::ok);

        const GuardedMemory bounds(count * sizeof(Aabb));
        ASSERT_EQ(compute_aabbs(batch, bounds.as<Aabb>(), execution()), Status::ok);
        EXPECT_TRUE(bounds.front_intact());
        EXPECT_TRUE(test::same_bytes(bounds.copy_as<Aabb>(), test::bounds_of(batch, execution())));
        const GuardedMemory corners(count * sizeof(BoxCorners));
        ASSERT_EQ(compute_corners(batch, corners.as<BoxCorners>(), execution()), Status::ok);
        EXPECT_TRUE(corners.front_intact());
        std::vector<BoxCorners> expected_corners(count);
        ASSERT_EQ(compute_corners(batch, expected_corners, execution()), Status::ok);
        EXPECT_TRUE(test::same_bytes(corners.copy_as<BoxCorners>(), expected_corners));

        std::vector<BoxPair> list;
        for (std::uint32_t i = 1; i < count; ++i) list.push_back({i - 1, i});
        GuardedMemory pairs(list.size() * sizeof(BoxPair));
        if (!list.empty()) std::memcpy(pairs.data(), list.data(), pairs.size());
        pairs.make_read_only();
        const GuardedMemory answers(list.size());
        ASSERT_EQ(test_pairs(batch, pairs.as<const BoxPair>(), answers.as<std::uint8_t>(), workspace,
                             {.execution = execution()}),
                  Status::ok);
        EXPECT_TRUE(answers.front_intact());
        EXPECT_TRUE(test::same_bytes(answers.copy_as<std::uint8_t>(), test::answers_of(batch, list, execution())));

        const GuardedMemory found(list.size() * sizeof(PairDistance));
        ASSERT_EQ(distances(batch, pairs.as<const BoxPair>(), found.as<PairDistance>(), workspace,
                            {.execution = execution()}),
                  Status::ok);
        EXPECT_TRUE(found.front_intact());
        EXPECT_TRUE(test::same_bytes(found.copy_as<PairDistance>(), test::distances_of(batch, list, execution())));

        GuardedMemory axes(list.size() * sizeof(SeparatingAxis));
        ASSERT_EQ(separating_axes(batch, pairs.as<const BoxPair>(), axes.as<SeparatingAxis>(), workspace,
                                  {.execution = execution()}),
                  Status::ok);
        EXPECT_TRUE(axes.front_intact());
        axes.make_read_only();
        const GuardedMemory manifolds(list.size() * sizeof(ContactManifold));
        ASSERT_EQ(build_manifolds(batch, {pairs.as<const BoxPair>(), axes.as<const SeparatingAxis>()},
                                  manifolds.as<ContactManifold>(), workspace, {.execution = execution()}),
                  Status::ok);
        EXPECT_TRUE(manifolds.front_intact());
        const test::ContactAnswers expected = test::contacts_of(batch, list, execution());
        EXPECT_TRUE(test::same_bytes(axes.copy_as<SeparatingAxis>(), expected.axes));
        EXPECT_TRUE(test::same_bytes(manifolds.copy_as<ContactManifold>(), expected.manifolds));

        GuardedMemory raw(count * sizeof(Aabb));
        std::memcpy(raw.data(), bounds.data(), raw.size());
        raw.make_read_only();
        PairResult result;
        ASSERT_EQ(find_pairs(aabb_rows(raw.as<const Aabb>()), workspace, result, {.execution = execution()}),
                  Status::ok);
        EXPECT_EQ(test::to_vector(result), test::pairs_of(batch, execution()));

        // Separate streams, each at the end of its own page.
        GuardedMemory centers(count * 12), halves(count * 12), rotations(count * 16);
        for (std::uint32_t i = 0; i < count; ++i) {
            std::memcpy(centers.as<float>().data() + 3 * i, &rows[i].center, 12);
            std::memcpy(halves.as<float>().data() + 3 * i, &rows[i].half_extents, 12);
            std::memcpy(rotations.as<float>().data() + 4 * i, &rows[i].rotation, 16);
        }
        BoxBatch from_arrays;
        ASSERT_EQ(from_arrays.assign(box_arrays(centers.as<float>().data(), halves.as<float>().data(),
                                                rotations.as<float>().data(), count),
                                     OnInvalid::refuse, execution()),
                  Status::ok);
        ASSERT_TRUE(test::same_bytes(test::contents_of(from_arrays), test::contents_of(batch)));
    }
}

// Matches the points of manifolds and carries their payloads over. Manifolds and outputs end at the end of a page.
template <class Batch>
void check_matches(const Batch& batch, const Execution& execution) {
    const auto manifolds = test::manifolds_of(batch, execution);
    using Manifold = typename decltype(manifolds)::value_type;
    ContactCache cache;
    ASSERT_EQ(cache.remember(manifolds), Status::ok);
    for (std::size_t count = 1; count <= 40; ++count) {
        GuardedMemory now(count * sizeof(Manifold));
        std::memcpy(now.data(), manifolds.data(), now.size());
        now.make_read_only();
        const std::size_t points = count * std::size(manifolds[0].points);
        GuardedMemory matches(points * sizeof(std::uint32_t));
        ASSERT_EQ(
            match_points(cache, batch, now.as<const Manifold>(), matches.as<std::uint32_t>(), {.execution = execution}),
            Status::ok);
        EXPECT_TRUE(matches.front_intact());
        matches.make_read_only();
        GuardedMemory last(points * sizeof(PointPayload));
        std::memset(last.data(), 0x5a, last.size());
        last.make_read_only();
        const GuardedMemory carried(points * sizeof(PointPayload));
        ASSERT_EQ(carry_payloads(matches.as<const std::uint32_t>(), last.as<const PointPayload>(),
                                 carried.as<PointPayload>(), execution),
                  Status::ok);
        EXPECT_TRUE(carried.front_intact());
        EXPECT_EQ(carried.as<std::byte>()[0], std::byte{0x5a}) << "the first point is found again";
    }
}

TEST_P(SmallBuffer, OfMatchesAndPayloads) {
    const auto rows = test::make_test_scene(test::SceneKind::uniform, 500, 1);
    check_matches(test::make_batch(rows, execution()), execution());
    const auto rects = test::make_rect_scene(test::SceneKind::uniform, 500, 1);
    check_matches(test::make_batch(rects, execution()), execution());
}

TEST_P(SmallBuffer, OfPairsOfCornerRects) {
    const CornerRect rect{{{0, 0}, {4, 0}, {4, 2}, {0, 2}}};
    const CornerRect apart{{{10, 0}, {14, 0}, {14, 2}, {10, 2}}};
    for (std::size_t count = 1; count <= 40; ++count) {
        GuardedMemory pairs(count * sizeof(CornerRectPair));
        for (std::size_t k = 0; k < count; ++k) pairs.as<CornerRectPair>()[k] = {rect, k % 3 == 0 ? apart : rect};
        pairs.make_read_only();
        const GuardedMemory answers(count);
        ASSERT_EQ(corners_overlap(pairs.as<const CornerRectPair>(), answers.as<std::uint8_t>(), Boundary::closed,
                                  execution()),
                  Status::ok);
        EXPECT_TRUE(answers.front_intact());
        for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(answers.as<std::uint8_t>()[k], k % 3 == 0 ? 0 : 1);
    }
}

// The ids of new boxes end at the end of a page.
TEST(SmallBufferOfIds, NothingBehindTheLast) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages on this system";
    for (std::uint32_t count = 1; count <= 40; ++count) {
        const auto rows = test::make_test_scene(test::SceneKind::uniform, count, 1);
        const GuardedMemory handles(count * sizeof(std::uint32_t)), ids(count * sizeof(BoxId));
        Broadphase broadphase;
        ASSERT_EQ(
            broadphase.add(aabb_rows(test::upright_bounds(rows)), MotionType::dynamic_box, handles.as<std::uint32_t>()),
            Status::ok);
        EXPECT_TRUE(handles.front_intact());
        World world;
        std::vector<BoxDef> defs;
        for (const OrientedBox& box : rows) defs.push_back(test::box_def(box));
        ASSERT_EQ(world.create(defs, ids.as<BoxId>()), Status::ok);
        EXPECT_TRUE(ids.front_intact());
        for (std::uint32_t i = 0; i < count; ++i) {
            EXPECT_TRUE(broadphase.contains(handles.as<std::uint32_t>()[i]));
            EXPECT_TRUE(world.contains(ids.as<BoxId>()[i]));
        }
    }
}

TEST_P(SmallBuffer, OfPairsOfAWorld) {
    const auto bounds = test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, 1400, 1));
    std::vector<std::uint32_t> ids(bounds.size());
    Broadphase world;
    BroadphaseUpdate update;
    ASSERT_EQ(world.add(aabb_rows(bounds), MotionType::dynamic_box, ids), Status::ok);
    ASSERT_EQ(world.update(update, execution()), Status::ok);
    // The same check as for other calls. Here the buffer is a span, and another call returns the count.
    check_capacities(
        [&](PairBuffer buffer, PairResult& result) {
            result.pair_count = world.pair_count();
            const Status status = world.copy_pairs({buffer.data, static_cast<std::size_t>(buffer.capacity)});
            if (status == Status::ok) result.pairs = {buffer.data, static_cast<std::size_t>(result.pair_count)};
            return status;
        },
        std::vector<BoxPair>(update.new_pairs.begin(), update.new_pairs.end()));
}

TEST_P(SmallBuffer, OfContactsOfAWorld) {
    World world;
    std::vector<BoxDef> defs;
    for (const OrientedBox& box : test::make_test_scene(test::SceneKind::uniform, 1400, 1)) {
        defs.push_back(test::box_def(box));
        defs.back().sensor = defs.size() % 9 == 0;
    }
    // One box touches many others.
    defs[0].half_extents = {3, 3, 3};
    std::vector<BoxId> ids(defs.size());
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    WorldUpdate update;
    ASSERT_EQ(world.update(update, execution()), Status::ok);
    const auto check = [](const std::vector<WorldContact>& expected, auto&& copy) {
        const std::size_t needed = expected.size();
        ASSERT_GT(needed, 2U);
        for (const std::size_t capacity : {std::size_t{0}, std::size_t{1}, needed - 1, needed, needed + 1}) {
            SCOPED_TRACE(testing::Message() << needed << " contacts into " << capacity);
            const GuardedMemory memory(capacity * sizeof(WorldContact));
            std::memset(memory.data(), 0xee, memory.size());
            const auto contacts = memory.as<WorldContact>();
            ASSERT_EQ(copy(contacts), capacity < needed ? Status::capacity_exceeded : Status::ok);
            EXPECT_TRUE(memory.front_intact());
            const std::size_t written = capacity < needed ? 0 : needed;
            EXPECT_TRUE(test::bytes_of(contacts.data(), written) == test::bytes_of(expected.data(), written));
            for (const std::byte byte : memory.as<std::byte>().subspan(written * sizeof(WorldContact)))
                ASSERT_EQ(byte, std::byte{0xee}) << "written behind the last contact";
        }
    };
    std::vector<WorldContact> expected(world.contact_count()), of_box;
    ASSERT_EQ(world.copy_contacts(expected), Status::ok);
    check(expected, [&](std::span<WorldContact> contacts) { return world.copy_contacts(contacts); });
    for (const WorldContact& contact : test::contacts_of(world))
        if (contact.pair.first == ids[0]) of_box.push_back(contact);
    check(of_box, [&](std::span<WorldContact> contacts) {
        std::size_t count = 0;
        const Status status = world.copy_contacts(ids[0], contacts, count);
        EXPECT_EQ(count, of_box.size());
        return status;
    });
}

TEST_P(SmallBuffer, OfColumns) {
    const auto bounds = test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, 3000, 1));
    std::vector<std::uint32_t> ids(bounds.size());
    Broadphase world;
    BroadphaseUpdate update;
    ASSERT_EQ(world.add(aabb_rows(bounds), MotionType::dynamic_box, ids), Status::ok);
    ASSERT_EQ(world.update(update, execution()), Status::ok);
    for (std::size_t i = 0; i < 20; ++i) ASSERT_EQ(world.move(ids[i], bounds[20]), Status::ok);
    ASSERT_EQ(world.update(update, execution()), Status::ok);
    const std::size_t needed = world.column_count();
    ASSERT_GT(needed, 2U);
    std::vector<BoxColumn> expected(needed);
    ASSERT_EQ(world.copy_columns(expected), Status::ok);
    for (const std::size_t capacity : {std::size_t{0}, std::size_t{1}, needed - 1, needed, needed + 1}) {
        SCOPED_TRACE(testing::Message() << needed << " columns into " << capacity);
        const GuardedMemory memory(capacity * sizeof(BoxColumn));
        std::memset(memory.data(), 0xee, memory.size());
        const auto columns = memory.as<BoxColumn>();
        ASSERT_EQ(world.copy_columns(columns), capacity < needed ? Status::capacity_exceeded : Status::ok);
        EXPECT_TRUE(memory.front_intact());
        const std::size_t written = capacity < needed ? 0 : needed;
        EXPECT_TRUE(test::bytes_of(columns.data(), written) == test::bytes_of(expected.data(), written));
        for (const std::byte byte : memory.as<std::byte>().subspan(written * sizeof(BoxColumn)))
            ASSERT_EQ(byte, std::byte{0xee}) << "written behind the last column";
    }
}

// Calls `ask(queries, answers)` with as many answers as queries, both at the end of a page, and with one answer too
// few.
template <class Answer, class Query, class Ask>
void check_queries(const std::vector<Query>& queries, Ask ask) {
    for (std::size_t count = 1; count <= queries.size(); ++count) {
        GuardedMemory asked(count * sizeof(Query));
        std::memcpy(asked.data(), queries.data(), asked.size());
        asked.make_read_only();
        const GuardedMemory answers(count * sizeof(Answer)), too_few((count - 1) * sizeof(Answer));
        ASSERT_EQ(ask(asked.as<const Query>(), answers.as<Answer>()), Status::ok);
        EXPECT_TRUE(answers.front_intact());
        std::memset(too_few.data(), 0xee, too_few.size());
        ASSERT_EQ(ask(asked.as<const Query>(), too_few.as<Answer>()), Status::invalid_argument);
        EXPECT_TRUE(too_few.front_intact());
        for (const std::byte byte : too_few.as<std::byte>()) ASSERT_EQ(byte, std::byte{0xee}) << "nothing is written";
    }
}

TEST_P(SmallBuffer, OfQueriesOfAWorld) {
    World world;
    std::vector<BoxDef> defs;
    std::vector<WorldRay> rays;
    std::vector<WorldBoxCast> casts;
    std::vector<WorldPoint> points;
    std::vector<WorldMovingBox> moving;
    for (const OrientedBox& box : test::make_test_scene(test::SceneKind::uniform, 300, 1)) {
        const BoxDef& def = defs.emplace_back(test::box_def(box));
        if (rays.size() == 70) continue;
        rays.push_back({def.pose.position, {1, 0.5, -0.2}});
        casts.push_back({def.pose, def.half_extents, {1, 0.5, -0.2}});
        points.push_back({def.pose.position});
        moving.push_back({def.pose, def.half_extents, 0, {{1, 0.5F, -0.2F}, {0, 1, 0}}});
    }
    std::vector<BoxId> ids(defs.size());
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    test::RendezvousExecutor threads(2);
    for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&threads)}) {
        const Execution on = execution(*executor);
        check_queries<WorldHit>(
            rays, [&](auto asked, auto hits) { return closest_hits(world, asked, hits, {.execution = on}); });
        check_queries<std::uint8_t>(
            rays, [&](auto asked, auto hit) { return any_hits(world, asked, hit, {.execution = on}); });
        check_queries<WorldHit>(
            casts, [&](auto asked, auto hits) { return cast_boxes(world, asked, hits, {.execution = on}); });
        check_queries<WorldBoxImpact>(
            moving, [&](auto asked, auto found) { return first_impacts(world, asked, found, {.execution = on}); });
        check_queries<WorldClosest>(
            points, [&](auto asked, auto found) { return closest_boxes(world, asked, found, {.execution = on}); });
    }
    EXPECT_GT(threads.full_runs(), 0U);
}

SATORI_FOR_EACH_ISA(SmallBuffer);

}  // namespace
}  // namespace satori
