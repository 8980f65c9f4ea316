// Queries of a `const World&` only read it. After each change of the World they fail with `not_prepared` until
// prepare_queries().

#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

const Execution kSerial{Isa::best, &serial_executor()};

struct Asked {
    std::vector<WorldRay> rays = std::vector<WorldRay>(60);
    std::vector<WorldBoxCast> casts = std::vector<WorldBoxCast>(60);
    std::vector<Sphere> spheres = std::vector<Sphere>(60);
    std::vector<WorldShape> shapes;
    std::vector<WorldPoint> points = std::vector<WorldPoint>(60);
    std::vector<WorldMovingBox> moving = std::vector<WorldMovingBox>(60);

    Asked() {
        test::Random random(6);
        const auto vector = [&](double to) {
            return Vec3d{random.uniform(-to, to), random.uniform(-to, to), random.uniform(-to, to)};
        };
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const Vec3d at = vector(6);
            rays[i] = {at, vector(1)};
            casts[i] = {{at, {}}, {0.25F, 0.5F, 0.125F}, vector(1)};
            spheres[i].radius = i % 10 == 0 ? 30 : 1;
            shapes.push_back({at, spheres[i]});
            points[i].position = at;
            moving[i] = {{at, {}}, {0.25F, 0.5F, 0.125F}, 0, {{3, 1, -2}, {0, 1, 1}}};
        }
    }
};

const Asked& asked() {
    static const Asked made;
    return made;
}

template <class T>
std::vector<T> copy(std::span<const T> rows) {
    return {rows.begin(), rows.end()};
}

/// The statuses of all seven queries, and their answers.
struct Answers {
    std::vector<Status> statuses;
    std::tuple<std::vector<WorldHit>, std::vector<std::uint8_t>, std::vector<WorldHit>, std::vector<std::uint64_t>,
               std::vector<WorldHit>, std::vector<BoxId>, std::vector<std::uint64_t>, std::vector<WorldClosest>,
               std::vector<WorldBoxImpact>>
        rows;

    bool all(Status status) const { return statuses == std::vector<Status>(7, status); }
    bool same_as(const Answers& other) const { return all(Status::ok) && test::same_bytes(rows, other.rows); }
};

/// Runs all seven queries; `memory` is a workspace if the World is const.
template <class AnyWorld, class... Memory>
Answers ask(AnyWorld& world, Memory&... memory) {
    const std::size_t n = asked().rays.size();
    std::vector<WorldHit> closest(n), casts(n);
    std::vector<std::uint8_t> any(n);
    std::vector<WorldClosest> nearest(n);
    std::vector<WorldBoxImpact> impacts(n);
    Answers made;
    const QueryOptions options{.execution = kSerial};
    WorldHits hits;
    made.statuses.push_back(all_hits(world, asked().rays, hits, memory..., options));
    const std::vector<WorldHit> all = copy(hits.hits);
    const std::vector<std::uint64_t> all_begin = copy(hits.begin);
    WorldBoxes boxes;
    made.statuses.push_back(find_boxes(world, asked().shapes, boxes, memory..., options));
    made.statuses.push_back(closest_hits(world, asked().rays, closest, options));
    made.statuses.push_back(any_hits(world, asked().rays, any, options));
    made.statuses.push_back(cast_boxes(world, asked().casts, casts, options));
    made.statuses.push_back(closest_boxes(world, asked().points, nearest, options));
    made.statuses.push_back(first_impacts(world, asked().moving, impacts, options));
    made.rows = {closest, any, all, all_begin, casts, copy(boxes.boxes), copy(boxes.begin), nearest, impacts};
    return made;
}

BoxDef any_box(test::Random& random) {
    BoxDef def;
    def.pose.position = {random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-8, 8)};
    def.motion = random.below(3) == 0 ? MotionType::static_box : MotionType::dynamic_box;
    return def;
}

/// Creates boxes and updates the World; afterwards some boxes change.
std::vector<BoxId> fill(World& world) {
    test::Random random(5);
    std::vector<BoxDef> defs(800);
    for (BoxDef& def : defs) def = any_box(random);
    // Two static boxes side by side, for find_covered_sides().
    defs[0] = defs[1] = {};
    defs[0].motion = defs[1].motion = MotionType::static_box;
    defs[1].pose.position.x = 1;
    std::vector<BoxId> ids(defs.size());
    EXPECT_EQ(world.create(defs, ids), Status::ok);
    WorldUpdate update;
    EXPECT_EQ(world.update(update, kSerial), Status::ok);
    std::vector<BoxPose> poses(40);
    for (BoxPose& pose : poses) pose = any_box(random).pose;
    EXPECT_EQ(world.set_poses(std::span(ids).subspan(100, poses.size()), poses), Status::ok);
    return ids;
}

struct Change {
    const char* name;
    bool needs_preparation;
    Status (*make)(World& world, std::span<const BoxId> ids);
};

Status make_update(World& world, std::span<const BoxId>) {
    WorldUpdate update;
    return world.update(update, kSerial);
}

// All functions of a World that are not const, except those of recordings.
constexpr Change kChanges[] = {
    {"create", true,
     [](World& world, auto) {
         BoxId id;
         return world.create(BoxDef{}, id);
     }},
    {"destroy_unchanged", true, [](World& world, auto ids) { return world.destroy(ids[7]); }},
    {"destroy_changed", true, [](World& world, auto ids) { return world.destroy(ids[100]); }},
    {"set_pose", true,
     [](World& world, auto ids) {
         return world.set_pose(ids[8], {{0.5, 0.5, 0.5}, {}});
     }},
    {"set_pose_of_changed", true,
     [](World& world, auto ids) {
         return world.set_pose(ids[101], {{0.5, 0.5, 0.5}, {}});
     }},
    {"set_half_extents", true,
     [](World& world, auto ids) {
         return world.set_half_extents(ids[9], {3, 3, 3});
     }},
    {"set_covered_sides", true, [](World& world, auto ids) { return world.set_covered_sides(ids[9], kAllSides); }},
    {"set_radius", true, [](World& world, auto ids) { return world.set_radius(ids[9], 0.5F); }},
    {"set_speculative_distance", true,
     [](World& world, auto ids) { return world.set_speculative_distance(ids[9], 0.5F); }},
    {"find_covered_sides", true, [](World& world, auto) { return world.find_covered_sides(1e-3F, kSerial); }},
    {"set_origin", true,
     [](World& world, auto) {
         return world.set_origin({100, 0, 0});
     }},
    {"set_sensor", true, [](World& world, auto ids) { return world.set_sensor(ids[9], true); }},
    {"set_continuous", false, [](World& world, auto ids) { return world.set_continuous(ids[9], true); }},
    {"update", true, make_update},
    {"set_filter", false, [](World& world, auto ids) { return world.set_filter(ids[9], BoxFilter{.category = 2}); }},
    {"set_motion", false, [](World& world, auto ids) { return world.set_motion(ids, MotionType::kinematic_box); }},
    {"set_sleeping", false, [](World& world, auto ids) { return world.set_sleeping(ids, true); }},
    {"set_user_data", false, [](World& world, auto ids) { return world.set_user_data(ids[9], 9); }},
    {"ignore", false, [](World& world, auto ids) { return world.ignore(ids[3], ids[4]); }},
    {"restore", false, [](World& world, auto ids) { return world.restore(ids[3], ids[4]); }},
    {"payloads", false,
     [](World& world, auto) {
         return world.payloads(0).empty() && world.contact_payload(0) != nullptr ? Status::invalid_id : Status::ok;
     }},
    {"call_that_fails", false,
     [](World& world, auto) {
         return world.destroy(BoxId{}) == Status::invalid_id ? Status::ok : Status::invalid_argument;
     }},
};

TEST(PreparedQueries, FailAfterEachChangeUntilPreparedAgain) {
    for (const Change& change : kChanges) {
        for (const bool updated : {false, true}) {
            SCOPED_TRACE(change.name);
            World world, other;
            const std::vector<BoxId> ids = fill(world);
            ASSERT_EQ(fill(other), ids);
            if (updated) {
                ASSERT_EQ(make_update(world, ids), Status::ok);
                ASSERT_EQ(make_update(other, ids), Status::ok);
            }
            const World& seen = world;
            Workspace workspace;
            ASSERT_TRUE(ask(seen, workspace).all(Status::not_prepared));
            ASSERT_EQ(prepare_queries(world, kSerial), Status::ok);
            ASSERT_TRUE(ask(seen, workspace).all(Status::ok));
            ASSERT_EQ(change.make(world, ids), Status::ok);
            ASSERT_EQ(change.make(other, ids), Status::ok);
            EXPECT_TRUE(world.validate());
            const Answers now = ask(seen, workspace);
            ASSERT_TRUE(now.all(change.needs_preparation ? Status::not_prepared : Status::ok));
            const Answers expected = ask(other);
            if (!change.needs_preparation) {
                EXPECT_TRUE(now.same_as(expected));
            }
            ASSERT_EQ(prepare_queries(world, kSerial), Status::ok);
            EXPECT_TRUE(world.validate());
            EXPECT_TRUE(ask(seen, workspace).same_as(expected));
            EXPECT_EQ(world.state_hash(), other.state_hash());
        }
    }
}

TEST(PreparedQueries, AreThoseOfTheWorldThatWasPrepared) {
    World world;
    Workspace workspace;
    EXPECT_TRUE(ask(std::as_const(world), workspace).all(Status::not_prepared));
    ASSERT_EQ(prepare_queries(world), Status::ok);
    EXPECT_TRUE(ask(std::as_const(world), workspace).all(Status::ok));
    fill(world);
    const Answers expected = ask(world);  // prepares too
    EXPECT_TRUE(ask(std::as_const(world), workspace).same_as(expected));
    const World moved = std::move(world);
    EXPECT_TRUE(ask(moved, workspace).same_as(expected));

    WorldOptions wrong;
    wrong.contacts.speculative_distance = -1;
    World unusable(wrong);
    EXPECT_EQ(prepare_queries(unusable), Status::invalid_argument);
    EXPECT_EQ(prepare_queries(world, {static_cast<Isa>(99), nullptr}), Status::unsupported_isa);
}

// Errors about arguments come first, whether the World is prepared or not.
TEST(PreparedQueries, RefuseWhatIsNotLegal) {
    World world;
    fill(world);
    const World& seen = world;
    const std::vector<WorldRay> rays{{}, {{}, {0, 0, 0}}};
    std::vector<WorldHit> hits(2), few(1);
    WorldHits all;
    Workspace workspace;
    for (const bool prepared : {false, true}) {
        std::uint64_t bad = 99;
        EXPECT_EQ(closest_hits(seen, rays, hits, {.invalid_index = &bad}), Status::invalid_shape);
        EXPECT_EQ(bad, 1U);
        EXPECT_EQ(closest_hits(seen, rays, few), Status::invalid_argument);
        EXPECT_EQ(all_hits(seen, rays, all, workspace), Status::invalid_shape);
        if (!prepared) {
            ASSERT_EQ(prepare_queries(world), Status::ok);
        }
    }
}

TEST(PreparedQueries, WriteNothingInTheWorld) {
    test::CountingAllocator memory;
    World world({}, memory.get());
    fill(world);
    ASSERT_EQ(prepare_queries(world, kSerial), Status::ok);
    const std::uint64_t allocations = memory.allocations(), bytes = world.bytes(), hash = world.state_hash();
    memory.fail_all();
    Workspace workspace;
    const Answers answers = ask(std::as_const(world), workspace);
    EXPECT_TRUE(answers.all(Status::ok));
    EXPECT_EQ(prepare_queries(world, kSerial), Status::ok) << "nothing is to be done";
    EXPECT_EQ(memory.allocations(), allocations);
    EXPECT_EQ(world.bytes(), bytes);
    EXPECT_EQ(world.state_hash(), hash);
    const std::uint64_t held = workspace.bytes();
    EXPECT_TRUE(ask(std::as_const(world), workspace).same_as(answers));
    EXPECT_EQ(workspace.bytes(), held);
    memory.never_fail();
}

TEST(PreparedQueries, EveryAllocationMayFail) {
    World quiet;
    fill(quiet);
    const Answers expected = ask(quiet);
    unsigned failures = 0;
    for (std::uint64_t k = 0;; ++k) {
        ASSERT_LT(k, 200U);
        test::CountingAllocator memory;
        {
            World world({}, memory.get());
            Workspace workspace(memory.get());
            fill(world);
            const std::uint64_t hash = world.state_hash();
            memory.fail_at(k);
            const Status status = prepare_queries(world, kSerial);
            if (status != Status::ok) {
                ASSERT_EQ(status, Status::out_of_memory);
                EXPECT_TRUE(ask(std::as_const(world), workspace).all(Status::not_prepared));
                EXPECT_EQ(prepare_queries(world, kSerial), Status::ok);
            }
            const Answers troubled = ask(std::as_const(world), workspace);
            for (const Status each : troubled.statuses)
                EXPECT_TRUE(each == Status::ok || each == Status::out_of_memory);
            memory.never_fail();
            EXPECT_EQ(world.state_hash(), hash);
            EXPECT_TRUE(world.validate());
            EXPECT_TRUE(ask(std::as_const(world), workspace).same_as(expected)) << "allocation " << k;
        }
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
        if (memory.failures() == 0) break;
        ++failures;
    }
    EXPECT_GT(failures, 15U);
}

}  // namespace
}  // namespace satori
