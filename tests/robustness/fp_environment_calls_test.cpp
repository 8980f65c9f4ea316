// R18 for the calls that fp_environment_test.cpp does not test: worlds, their queries, recordings and drawings, raw
// AABBs, columns, contacts of rectangles, matches, shapes with denormal numbers.

#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/box_defs.hpp"
#include "support/bytes.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/fp_modes.hpp"
#include "support/isa_fixture.hpp"
#include "support/rect_regimes.hpp"
#include "support/test_scenes.hpp"
#include "support/world_driver.hpp"

namespace satori {
namespace {

#if SATORI_TEST_HAS_FP_MODES

// Inputs are static, so they are made once, in the program's initial mode.

using test::append;
using test::Bytes;

// Returns bounds. Some of them are a denormal number apart, or overlap by a denormal number.
std::vector<Aabb> delicate_bounds() {
    auto bounds = test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, 300, 4));
    for (int i = 0; i < 40; ++i) {
        const float at = 3e-42F * static_cast<float>(i), size = 1e-42F * static_cast<float>(i % 5);
        bounds.push_back({{at, -1e-41F, 0}, {at + size, 1e-41F, 1e-44F}});
    }
    return bounds;
}

Bytes raw_pairs(const Execution& execution) {
    static const auto bounds = delicate_bounds();
    Bytes bytes;
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(find_pairs(aabb_rows(bounds), workspace, result, {.execution = execution}), Status::ok);
    append(bytes, result.pairs);
    const std::span<const Aabb> all(bounds);
    EXPECT_EQ(find_pairs({aabb_rows(all.first(320)), aabb_rows(all.subspan(320))}, workspace, result,
                         {.execution = execution}),
              Status::ok);
    append(bytes, result.pairs);
    std::vector<Aabb2> flat;
    for (const Aabb& box : bounds) flat.push_back({{box.min.x, box.min.y}, {box.max.x, box.max.y}});
    EXPECT_EQ(find_pairs(aabb_rows(flat), workspace, result, {.execution = execution}), Status::ok);
    append(bytes, result.pairs);
    return bytes;
}

// Adds, moves and updates AABBs and boxes, with a margin that is denormal and with one that is not.
Bytes world(const Execution& execution) {
    static const auto bounds = delicate_bounds();
    static const auto moved = [] {
        auto to = bounds;
        for (Aabb& box : to) box.max.y += 1e-40F, box.min.z -= 1e-45F;
        return to;
    }();
    static const auto rows = test::make_test_scene(test::SceneKind::uniform, 300, 5);
    const BoxBatch batch = test::make_batch(rows, execution);
    Bytes bytes;
    for (const BroadphaseOptions& options : {BroadphaseOptions{}, BroadphaseOptions{.margin = 1e-42F},
                                             BroadphaseOptions{.margin = 0.01F, .relative_margin = 0.1F}}) {
        Broadphase world(options);
        BroadphaseUpdate update;
        std::vector<std::uint32_t> ids(bounds.size()), more(rows.size());
        const auto note = [&] {
            EXPECT_EQ(world.update(update, execution), Status::ok);
            append(bytes, update.new_pairs);
            append(bytes, update.lost_pairs);
            for (std::uint32_t id = 0; id < world.id_limit(); ++id) append(bytes, std::vector{world.fat_bounds(id)});
        };
        EXPECT_EQ(world.add(aabb_rows(bounds), MotionType::dynamic_box, ids), Status::ok);
        EXPECT_EQ(world.add(batch, MotionType::dynamic_box, more, nullptr, execution), Status::ok);
        std::uint32_t one = 0;
        EXPECT_EQ(world.add(bounds.back(), MotionType::dynamic_box, one), Status::ok);
        note();
        EXPECT_EQ(world.move(ids, aabb_rows(moved)), Status::ok);
        EXPECT_EQ(world.move(one, bounds[0]), Status::ok);
        note();
        EXPECT_EQ(world.move(more, batch, nullptr, execution), Status::ok);
        EXPECT_EQ(world.move(std::span(ids).first(40), aabb_rows(std::span(bounds).last(40))), Status::ok);
        note();
    }
    return bytes;
}

Bytes rect_contacts(const Execution& execution) {
    static const auto rects = test::delicate_rects(8);
    const RectBatch batch = test::make_batch(rects, execution);
    std::vector<BoxPair> pairs;
    std::vector<std::uint8_t> cached;
    for (std::uint32_t i = 0; i + 1 < rects.size(); i += 2) {
        pairs.push_back({i, i + 1});
        cached.push_back(i % 8 == 0 ? kNoAxis : static_cast<std::uint8_t>(i / 2 % 4));
    }
    Bytes bytes;
    append(bytes, test::answers_of(batch, pairs, execution));
    for (const ContactOptions& options :
         {ContactOptions{}, ContactOptions{Boundary::open, 0, 0, 0}, ContactOptions{Boundary::closed, 1e-3F, 2e-4F}}) {
        const auto contacts = test::contacts_of(batch, pairs, execution, options, cached);
        append(bytes, contacts.axes);
        append(bytes, contacts.manifolds);
        append(bytes, test::manifolds_of(batch, execution, options));
    }
    return bytes;
}

std::vector<OrientedBox> delicate_boxes() {
    auto rows = test::make_test_scene(test::SceneKind::uniform, 200, 6);
    for (int i = 0; i < 40; ++i) {
        const float at = 1e-41F * static_cast<float>(i - 20);
        rows.push_back(
            {{at, -at, 3 * at}, {i % 2 == 0 ? 0 : 1e-7F, 0, i % 3 == 0 ? 1e-7F : 0}, {1e-41F, 0, at, 1e-40F}});
    }
    return rows;
}

Bytes shapes(const Execution& execution) {
    static const auto rows = delicate_boxes();
    const BoxBatch batch = test::make_batch(rows, execution);
    const Vec3 point{1e-40F, -1e-45F, 3e-39F};
    const Sphere sphere{point, 1e-40F};
    const Aabb box{{-1e-42F, -1e-45F, 0}, {1e-41F, 1e-39F, 1e-44F}};
    const Plane plane{{1e-19F, 1e-40F, -1e-41F}, 1e-42F};
    const Ray ray{point, {1e-20F, 1e-39F, -3e-41F}, 1e-42F};
    const Segment segment{{-1e-41F, 0, 1e-45F}, {2e-41F, 1e-42F, -1}};
    const Triangle triangle{point, {1, 1e-38F, 0}, {1e-38F, 1, 0}};
    const Frustum frustum{{{{1, 1e-40F, 0}, -1e-41F},
                           {{-1, 0, 1e-41F}, -1},
                           {{0, 1, 1e-42F}, -1e-42F},
                           {{1e-41F, -1, 0}, -2},
                           {{0, 0, 1}, -1e-41F},
                           {{0, 1e-42F, -1}, -3}}};
    Workspace workspace;
    Bytes bytes;
    for (const ShapeRef shape : {ShapeRef(point), ShapeRef(sphere), ShapeRef(box), ShapeRef(plane), ShapeRef(ray),
                                 ShapeRef(segment), ShapeRef(triangle), ShapeRef(frustum)}) {
        std::vector<std::uint8_t> answers(rows.size());
        EXPECT_EQ(test_boxes(batch, shape, answers, execution), Status::ok);
        std::vector<std::uint32_t> indices(rows.size());
        FoundIndices found{indices};
        EXPECT_EQ(find_boxes(batch, shape, found, workspace, execution), Status::ok);
        for (const OrientedBox& row : rows) {
            bool alone = false;
            EXPECT_EQ(overlaps(row, shape, alone), Status::ok);
            answers.push_back(alone ? 1 : 0);
        }
        append(bytes, answers);
        append(bytes, indices);
    }
    for (const OrientedBox& row : rows) {
        ClosestPoint closest;
        RayHit hit;
        bool inside = false;
        EXPECT_EQ(closest_point(row, point, closest), Status::ok);
        EXPECT_EQ(intersect(row, ray, hit), Status::ok);
        EXPECT_EQ(contains(row, point, inside), Status::ok);
        append(bytes, std::vector{closest});
        append(bytes, std::vector{hit});
        append(bytes, std::vector<std::uint8_t>{inside ? std::uint8_t{1} : std::uint8_t{0}});
    }
    return bytes;
}

/// Boxes, the new places of every third box, and the queries.
struct DelicateWorld {
    DelicateWorld() {
        for (const OrientedBox& box : delicate_boxes()) {
            const Vec3d at{double{box.center.x}, double{box.center.y}, double{box.center.z}};
            defs.push_back(test::box_def(box));
            defs.back().pose.position = {at.x + 1e-310, at.y, at.z - 5e-324};
            moved.push_back({{at.x, at.y + 1e-3, at.z - 5e-324}, box.rotation});
            rays.push_back({at, {1e-20, 3e-320, -1e-42}});
            rays.push_back({{at.x - 3, at.y + 5e-324, at.z + 0.1}, {1, 1e-310, -0.03}, 3});
            casts.push_back({{{at.x, at.y - 2, at.z}, box.rotation}, box.half_extents, {1e-39, 1, 1e-320}, 2});
            points.push_back({{at.x + 0.4, at.y - 1e-310, at.z}});
            moving.push_back({{{at.x, at.y - 2, at.z}, box.rotation},
                              box.half_extents,
                              0,
                              {{1e-39F, 2, -1e-41F}, {1e-40F, -1e-44F, 0.5F}},
                              1e-42F,
                              1e-3F});
            shapes.push_back({at, sphere});
            shapes.push_back({at, segment});
        }
    }

    Sphere sphere{{1e-40F, 0, 0}, 1};
    Segment segment{{-1, 1e-41F, 0}, {1, -1e-45F, 0.3F}};
    std::vector<BoxDef> defs;
    std::vector<BoxPose> moved;
    std::vector<WorldRay> rays;
    std::vector<WorldBoxCast> casts;
    std::vector<WorldPoint> points;
    std::vector<WorldMovingBox> moving;
    std::vector<WorldShape> shapes;
};

const DelicateWorld& delicate_world() {
    static const DelicateWorld made;
    return made;
}

/// A World with a recording. Boxes have moved since the last update.
struct MovedWorld {
    explicit MovedWorld(const Execution& execution) {
        const DelicateWorld& of = delicate_world();
        std::vector<BoxId> ids(of.defs.size());
        EXPECT_EQ(world.record(kept.options()), Status::ok);
        EXPECT_EQ(world.create(of.defs, ids), Status::ok);
        WorldUpdate update;
        EXPECT_EQ(world.update(update, execution), Status::ok);
        for (std::size_t i = 0; i < ids.size(); i += 3) EXPECT_EQ(world.set_pose(ids[i], of.moved[i]), Status::ok);
    }

    test::KeptRecording kept;
    World world;
};

Bytes world_queries(const Execution& execution) {
    MovedWorld moved(execution);
    World& world = moved.world;
    const DelicateWorld& asked = delicate_world();
    std::vector<WorldHit> first(asked.rays.size()), pushed(asked.casts.size());
    std::vector<std::uint8_t> blocked(asked.rays.size());
    std::vector<WorldClosest> closest(asked.points.size());
    std::vector<WorldBoxImpact> impacts(asked.moving.size());
    WorldHits all;
    WorldBoxes found;
    EXPECT_EQ(closest_hits(world, asked.rays, first, {.execution = execution}), Status::ok);
    EXPECT_EQ(any_hits(world, asked.rays, blocked, {.execution = execution}), Status::ok);
    EXPECT_EQ(all_hits(world, asked.rays, all, {.execution = execution}), Status::ok);
    EXPECT_EQ(cast_boxes(world, asked.casts, pushed, {.execution = execution}), Status::ok);
    EXPECT_EQ(find_boxes(world, asked.shapes, found, {.execution = execution}), Status::ok);
    EXPECT_EQ(closest_boxes(world, asked.points, closest, {.execution = execution}), Status::ok);
    EXPECT_EQ(first_impacts(world, asked.moving, impacts, {.execution = execution}), Status::ok);
    Bytes bytes;
    append(bytes, first);
    append(bytes, blocked);
    append(bytes, all.hits);
    append(bytes, pushed);
    append(bytes, found.boxes);
    append(bytes, closest);
    append(bytes, impacts);
    return bytes;
}

// Returns the recording and the result of its replay.
Bytes recordings(const Execution& execution) {
    MovedWorld moved(execution);
    WorldUpdate update;
    EXPECT_EQ(moved.world.update(update, execution), Status::ok);
    EXPECT_EQ(moved.world.stop_recording(), Status::ok);
    Bytes bytes = moved.kept.bytes;
    WorldReplay replay(moved.kept.bytes);
    ReplayStep step{.outcome = ReplayOutcome::same};
    while (step.outcome == ReplayOutcome::same) {
        EXPECT_EQ(replay.step(step, update, execution), Status::ok);
        append(bytes, std::vector{step.hash});
    }
    EXPECT_EQ(step.outcome, ReplayOutcome::end);
    EXPECT_EQ(step.number, 2U);
    return bytes;
}

// Returns the columns of batches and the columns that a Broadphase keeps.
Bytes columns(const Execution& execution) {
    static const auto rows = delicate_boxes();
    static const auto rects = test::delicate_rects(9);
    static const auto bounds = delicate_bounds();
    Bytes bytes;
    Workspace workspace;
    std::span<const BoxColumn> of_boxes;
    EXPECT_EQ(find_columns(test::make_batch(rows, execution), workspace, of_boxes, execution), Status::ok);
    append(bytes, of_boxes);
    std::span<const RectColumn> of_rects;
    EXPECT_EQ(find_columns(test::make_batch(rects, execution), workspace, of_rects, execution), Status::ok);
    append(bytes, of_rects);
    Broadphase world;
    BroadphaseUpdate update;
    std::vector<std::uint32_t> ids(bounds.size());
    EXPECT_EQ(world.add(aabb_rows(bounds), MotionType::dynamic_box, ids), Status::ok);
    EXPECT_EQ(world.update(update, execution), Status::ok);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(world.move(ids[i], bounds.back()), Status::ok);
    EXPECT_EQ(world.update(update, execution), Status::ok);
    std::vector<BoxColumn> kept(world.column_count());
    EXPECT_FALSE(kept.empty());
    EXPECT_EQ(world.copy_columns(kept), Status::ok);
    append(bytes, kept);
    return bytes;
}

template <class Batch>
void append_matches(Bytes& bytes, const Batch& batch, const Execution& execution) {
    const auto last = test::manifolds_of(batch, execution);
    const auto now = test::manifolds_of(batch, execution, {Boundary::closed, 1e-3F});
    ContactCache cache;
    EXPECT_EQ(cache.remember(last), Status::ok);
    const std::size_t per_manifold = std::size(now[0].points);
    std::vector<std::uint32_t> matches(per_manifold * now.size());
    EXPECT_EQ(match_points(cache, batch, now, matches, {.execution = execution}), Status::ok);
    append(bytes, matches);
    std::vector<PointPayload> old_payloads(per_manifold * last.size()), payloads(matches.size());
    // As floats, these payloads are denormal numbers.
    for (std::uint32_t i = 0; i < old_payloads.size(); ++i) std::memcpy(old_payloads[i].bytes, &i, sizeof i);
    EXPECT_EQ(carry_payloads(matches, old_payloads, payloads, execution), Status::ok);
    append(bytes, payloads);
}

Bytes matches(const Execution& execution) {
    static const auto rows = delicate_boxes();
    static const auto rects = test::delicate_rects(10);
    Bytes bytes;
    append_matches(bytes, test::make_batch(rows, execution), execution);
    append_matches(bytes, test::make_batch(rects, execution), execution);
    return bytes;
}

// Makes rectangles from corners, with some edges of denormal length, and frusta from matrices with denormal numbers.
Bytes made_shapes(const Execution&) {
    Bytes bytes;
    constexpr float kTiny = 1e-40F, kLeast = 1e-45F;
    static constexpr RectCorners kCorners[] = {{{{0, 0}, {kTiny, 0}, {kTiny, 1}, {0, 1}}},
                                               {{{0, 0}, {kTiny, kTiny}, {0, 2 * kTiny}, {-kTiny, kTiny}}},
                                               {{{kLeast, 0}, {0, kLeast}, {1, 1}, {0, 1}}},
                                               {{{-kTiny, kLeast}, {3, -kLeast}, {3, 0.3F}, {kTiny, 0.3F}}}};
    for (const RectCorners& corners : kCorners) {
        OrientedRect rect;
        CornersFault fault{};
        const Status status = rect_from_corners(corners, rect, &fault);
        append(bytes, std::vector{rect});
        append(bytes, std::vector{fault});
        append(bytes, std::vector{status});
    }
    static const auto matrices = [] {
        std::vector<Mat4> made;
        for (const float small : {kTiny, -kLeast, 1e-20F}) {
            for (const float scale : {1.0F, 1e-39F}) {
                for (float& m : made.emplace_back().m) m = scale * (m != 0 ? 0.7F : small);
            }
        }
        return made;
    }();
    for (const ClipSpace clip_space : {ClipSpace::zero_to_one, ClipSpace::minus_one_to_one}) {
        for (const Mat4& matrix : matrices) {
            Frustum frustum{};
            const Status status = frustum_from_matrix(matrix, clip_space, frustum);
            append(bytes, std::vector{frustum});
            append(bytes, std::vector{status});
        }
    }
    return bytes;
}

Bytes drawings(const Execution& execution) {
    const MovedWorld moved(execution);
    Bytes bytes;
    DebugDraw draw;
    draw.box = [](const DebugBox& box, void* user) noexcept { append(*static_cast<Bytes*>(user), box.corners); };
    draw.bounds = [](const DebugBounds& bounds, void* user) noexcept {
        append(*static_cast<Bytes*>(user), std::vector{bounds.min, bounds.max});
    };
    draw.contact = [](const DebugContact& contact, void* user) noexcept {
        append(*static_cast<Bytes*>(user), std::vector{contact.position});
        append(*static_cast<Bytes*>(user), std::vector{contact.normal});
        append(*static_cast<Bytes*>(user), std::vector{contact.separation});
    };
    draw.column = [](const DebugColumn& column, void* user) noexcept {
        append(*static_cast<Bytes*>(user), std::vector{column.min, column.max});
    };
    draw.user = &bytes;
    debug_draw(moved.world, draw);
    return bytes;
}

struct Calls {
    const char* name;
    Bytes (*run)(const Execution&);
};
constexpr Calls kCalls[] = {{"raw AABBs", raw_pairs},
                            {"world", world},
                            {"contacts of rectangles", rect_contacts},
                            {"shapes", shapes},
                            {"world queries", world_queries},
                            {"recordings", recordings},
                            {"columns", columns},
                            {"matches and payloads", matches},
                            {"frusta, rectangles of corners", made_shapes},
                            {"drawings", drawings}};

class FpEnvironmentCalls : public test::IsaTest {};

TEST_P(FpEnvironmentCalls, ModesChangeNoByteAndAreRestored) {
    for (const Calls& calls : kCalls) {
        SCOPED_TRACE(calls.name);
        const Bytes expected = calls.run(execution());
        EXPECT_FALSE(expected.empty());
        test::in_all_modes([&](Executor& executor) { return calls.run(execution(executor)); },
                           [&](const Bytes& bytes) { EXPECT_TRUE(bytes == expected); });
    }
}

SATORI_FOR_EACH_ISA(FpEnvironmentCalls);

// What a caller's own code sets during a call goes no further than the call.
TEST(FpEnvironmentOfCallbacks, AModeThatThePredicateSetsEndsWithTheUpdate) {
    WorldOptions options;
    options.predicate = [](std::span<const WorldPair>, std::span<std::uint8_t>, void*) noexcept {
        test::write_mode(test::kModes[0].bits);
    };
    World world(options);
    const BoxDef defs[2] = {};
    BoxId ids[2];
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    const std::uint64_t before = test::read_mode() & test::kModeBits;
    WorldUpdate found;
    const Status status = world.update(found, {Isa::best, &serial_executor()});
    const std::uint64_t after = test::read_mode() & test::kModeBits;
    test::write_mode(before);
    ASSERT_EQ(status, Status::ok);
    EXPECT_EQ(found.begun.size(), 1U);
    EXPECT_EQ(after, before);
}

#endif

}  // namespace
}  // namespace satori
