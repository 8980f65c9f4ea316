// Hashes of the calls that golden_test.cpp has no column for. Every machine, compiler, instruction set and number of
// threads must reproduce them (XXH64, seed 0; SATORI_PRINT_GOLDEN=1 prints the rows). Pairs and manifolds are sorted
// first. So a row changes only when the definition of a result changes, on purpose: the commit message must say so.

#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "scenes/generator.hpp"
#include "support/box_defs.hpp"
#include "support/bytes.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/distance_calls.hpp"
#include "support/executors.hpp"
#include "support/impact_calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/passing_boxes.hpp"
#include "support/random.hpp"
#include "support/rect_scenes.hpp"
#include "support/rounded_pairs.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

// Numbers of boxes in a scene: for the golden hashes, and for calls that all have chunks for eight threads.
constexpr std::uint32_t kGoldenCount = 10000, kDividedCount = 140000;
std::uint32_t box_count = kGoldenCount;

/// Runs a call, which must succeed. With kDividedCount boxes, all threads of a RendezvousExecutor must take part.
template <class Call>
void expect_ok(const char* name, const Execution& execution, Call&& call) {
    const auto* threads = dynamic_cast<const test::RendezvousExecutor*>(execution.executor);
    const unsigned before = threads != nullptr ? threads->full_runs() : 0;
    EXPECT_EQ(call(), Status::ok) << name;
    if (threads != nullptr && box_count == kDividedCount) {
        EXPECT_GT(threads->full_runs(), before) << name << ": never all threads at a time";
    }
}
#define EXPECT_CALL(...) expect_ok(#__VA_ARGS__, execution, [&] { return __VA_ARGS__; })

/// The bytes of answers, one after the other.
class Answers {
public:
    template <class Range>
    void add(const Range& rows) {
        const std::size_t before = bytes_.size();
        test::append(bytes_, rows);
        EXPECT_GT(bytes_.size(), before) << "nothing to compare";
    }
    std::uint64_t hash() const { return test::hash_bytes(bytes_.data(), bytes_.size()); }

private:
    test::Bytes bytes_;
};

std::vector<OrientedBox> boxes(scenes::SceneKind kind, std::uint32_t frame = 0) {
    const scenes::Scene scene = scenes::make_scene({.kind = kind, .count = box_count, .frames = frame + 1});
    return {scene.frame(frame).begin(), scene.frame(frame).end()};
}

/// Returns two batches: the first third of the rows, and the rest.
template <class Box>
auto two_sets(const std::vector<Box>& rows, const Execution& execution) {
    const auto third = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 3);
    return std::pair{test::make_batch(std::vector(rows.begin(), third), execution),
                     test::make_batch(std::vector(third, rows.end()), execution)};
}

std::vector<BoxPair> sorted_pairs(const PairResult& result, const Execution& execution) {
    EXPECT_EQ(isa_name(result.isa), isa_name(execution.isa)) << "another instruction set answered";
    return test::sorted(test::to_vector(result));
}

// Hashes the frames of a world in which boxes are added, moved, put to sleep, given another motion type and removed.
std::uint64_t hash_of_world(const Execution& execution) {
    auto bounds = test::bounds_of(test::make_batch(boxes(scenes::SceneKind::uniform), execution), execution);
    Broadphase world({.margin = 0.001F, .relative_margin = 0.01F});
    std::vector<std::uint32_t> ids(bounds.size());
    const std::span<const std::uint32_t> all(ids);
    const std::size_t half = box_count / 2, some = box_count / 50;
    EXPECT_EQ(world.add(aabb_rows(std::span(bounds).first(half)), MotionType::dynamic_box, std::span(ids).first(half)),
              Status::ok);
    EXPECT_EQ(
        world.add(aabb_rows(std::span(bounds).subspan(half)), MotionType::static_box, std::span(ids).subspan(half)),
        Status::ok);
    test::Random random(7);
    Answers answers;
    bool bulk = false, incremental = false;
    for (int frame = 0; frame < 8; ++frame) {
        for (std::size_t i = 0; i < ids.size() && frame != 0; i += frame == 4 ? 1 : 13) {
            const auto by = static_cast<float>(random.uniform(-0.2, 0.2)) * (bounds[i].max.x - bounds[i].min.x);
            for (float* number : {&bounds[i].min.x, &bounds[i].max.x, &bounds[i].min.z, &bounds[i].max.z})
                *number += by;
            EXPECT_EQ(world.move(ids[i], bounds[i]), Status::ok);
        }
        if (frame == 2) {
            EXPECT_EQ(world.set_sleeping(all.subspan(some, half), true), Status::ok);
        }
        if (frame == 3) {
            EXPECT_EQ(world.set_motion(all.last(2 * some), MotionType::dynamic_box), Status::ok);
            EXPECT_EQ(world.set_motion(all.first(some), MotionType::kinematic_box), Status::ok);
        }
        if (frame == 5) {
            EXPECT_EQ(world.remove(all.first(some)), Status::ok);
            ids.erase(ids.begin(), ids.begin() + some);
            bounds.erase(bounds.begin(), bounds.begin() + some);
        }
        if (frame == 7) {
            std::vector<std::uint32_t> added(some);
            EXPECT_EQ(
                world.add(aabb_rows(std::span(bounds).subspan(half, some)), MotionType::dynamic_box, std::span(added)),
                Status::ok);
            answers.add(added);
        }
        BroadphaseUpdate update;
        EXPECT_CALL(world.update(update, execution));
        EXPECT_EQ(isa_name(update.isa), isa_name(execution.isa)) << "another instruction set answered";
        (update.path == UpdatePath::bulk ? bulk : incremental) = true;
        std::vector<BoxPair> pairs(world.pair_count());
        EXPECT_EQ(world.copy_pairs(pairs), Status::ok);
        answers.add(update.new_pairs);
        if (frame > 0) answers.add(update.lost_pairs);
        answers.add(pairs);
    }
    // In larger worlds, as many boxes as move here are swept.
    EXPECT_TRUE(bulk && (incremental || box_count > 20000)) << "both kinds of update";
    return answers.hash();
}

/// Shapes of every kind that contain a given point.
struct Shapes {
    explicit Shapes(const Vec3& at)
        : point(at),
          aabb{{at.x - 1, at.y - 2, at.z - 0.5F}, {at.x + 2, at.y + 1, at.z + 3}},
          sphere{at, 2.5F},
          plane{{1, -2, 0.5F}, at.x - 2 * at.y + 0.5F * at.z},
          ray{{at.x - 24, at.y + 2, at.z - 1}, {3, -0.25F, 0.125F}, 30},
          segment{{at.x - 4, at.y + 2, at.z - 3}, {at.x + 4, at.y - 2, at.z + 3}},
          triangle{at, {at.x + 6, at.y - 1, at.z}, {at.x, at.y + 4, at.z + 5}} {
        static constexpr Vec3 kNormals[6] = {{1, 0, 0.25F},  {-1, 0, 0.25F}, {0, 1, 0.25F},
                                             {0, -1, 0.25F}, {0, 0, 1},      {0, 0, -1}};
        for (std::size_t i = 0; i < 6; ++i) {
            const Vec3& n = kNormals[i];
            frustum.planes[i] = {n, n.x * at.x + n.y * at.y + n.z * at.z - 4};
        }
    }

    std::vector<ShapeRef> all() const { return {point, aabb, sphere, plane, ray, segment, triangle, frustum}; }

    Vec3 point;
    Aabb aabb;
    Sphere sphere;
    Plane plane;
    Ray ray;
    Segment segment;
    Triangle triangle;
    Frustum frustum;
};

// Makes some half extents 0. Returns a radius for each box.
template <class Box>
std::vector<float> round_rows(std::vector<Box>& rows) {
    test::Random random(11);
    std::vector<float> radii;
    for (Box& box : rows) {
        radii.push_back(test::random_radius(random, box.half_extents.x));
        test::flatten(box, random);
    }
    return radii;
}

template <class Ask>
std::uint64_t hash_of_queries(const Execution& execution, Ask&& ask, bool rounded = false) {
    auto rows = boxes(scenes::SceneKind::uniform);
    std::vector<float> radii;
    if (rounded) radii = round_rows(rows);
    const BoxBatch batch = test::make_rounded(rows, radii, execution);
    Answers answers;
    for (std::size_t i = 0; i < rows.size(); i += rows.size() / 5) ask(batch, Shapes(rows[i].center), answers);
    return answers.hash();
}

std::uint64_t hash_of_shapes(const Execution& execution) {
    return hash_of_queries(execution, [&](const BoxBatch& batch, const Shapes& shapes, Answers& answers) {
        Workspace workspace;
        for (const ShapeRef& shape : shapes.all()) {
            std::vector<std::uint8_t> overlapping(batch.size());
            EXPECT_CALL(test_boxes(batch, shape, overlapping, execution));
            answers.add(overlapping);
            std::vector<std::uint32_t> indices(batch.size());
            FoundIndices found{indices};
            EXPECT_CALL(find_boxes(batch, shape, found, workspace, execution));
            answers.add(found.indices.first(found.count));
        }
    });
}

std::uint64_t hash_of_rays(const Execution& execution) {
    return hash_of_queries(execution, [&](const BoxBatch& batch, const Shapes& shapes, Answers& answers) {
        std::vector<RayHit> hits(batch.size());
        EXPECT_CALL(intersect(batch, shapes.ray, hits, execution));
        answers.add(hits);
    });
}

std::uint64_t hash_of_rounded_shapes(const Execution& execution) {
    const auto ask = [&](const BoxBatch& batch, const Shapes& shapes, Answers& answers) {
        for (const ShapeRef& shape : shapes.all()) {
            std::vector<std::uint8_t> overlapping(batch.size());
            EXPECT_CALL(test_boxes(batch, shape, overlapping, execution));
            answers.add(overlapping);
            std::vector<Containment> containment(batch.size());
            EXPECT_CALL(classify_boxes(batch, shape, containment, execution));
            answers.add(containment);
        }
        std::vector<RayHit> hits(batch.size());
        EXPECT_CALL(intersect(batch, shapes.ray, hits, execution));
        answers.add(hits);
    };
    return hash_of_queries(execution, ask, true);
}

// Hashes the closest points of many boxes to one point, and of one box to many points.
std::uint64_t hash_of_closest_points(const Execution& execution) {
    return hash_of_queries(execution, [&](const BoxBatch& batch, const Shapes& shapes, Answers& answers) {
        std::vector<ClosestPoint> closest(batch.size());
        EXPECT_CALL(closest_points(batch, shapes.point, closest, execution));
        answers.add(closest);
        const OrientedBox box{shapes.point, {3, 2, 1}, {0.5F, -0.25F, 1, 2}};
        std::vector<Vec3> points;
        for (const ClosestPoint& c : closest) points.push_back(c.point);
        EXPECT_CALL(closest_points(box, point_rows(points), closest, execution));
        answers.add(closest);
        std::vector<std::uint8_t> inside(points.size());
        EXPECT_CALL(contains_points(box, point_rows(points), inside, execution));
        answers.add(inside);
    });
}

// Gives most boxes a radius, and some of them no extents.
void round_some(std::vector<BoxDef>& defs, float radius) {
    for (std::size_t i = 0; i < defs.size() && radius != 0; ++i) {
        if (i % 4 != 0) defs[i].radius = radius;
        if (i % 4 == 1) defs[i].half_extents = {};
        if (i % 4 == 2) defs[i].half_extents = {0, defs[i].half_extents.y, 0};
    }
}

// Hashes queries of every kind to a World. Half of its boxes have changed since its update.
std::uint64_t hash_of_world_queries_with(const Execution& execution, float radius) {
    const auto rows = boxes(scenes::SceneKind::uniform);
    World world;
    EXPECT_EQ(world.set_origin({-3, 1000, 7}), Status::ok);
    std::vector<BoxDef> defs(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        defs[i] = test::box_def(rows[i]);
        defs[i].pose.position.y += 1000;
        defs[i].sensor = i % 7 == 0;
    }
    round_some(defs, radius);
    std::vector<BoxId> ids(defs.size());
    EXPECT_EQ(world.create(defs, ids), Status::ok);
    WorldUpdate update;
    EXPECT_CALL(world.update(update, execution));
    for (std::size_t i = 0; i < ids.size(); i += 2) {
        defs[i].pose.position.x += 0.3;
        EXPECT_EQ(world.set_pose(ids[i], defs[i].pose), Status::ok);
    }
    test::Random random(9);
    std::vector<WorldRay> rays(500);
    std::vector<WorldBoxCast> casts(rays.size());
    std::vector<WorldPoint> points(rays.size());
    std::vector<WorldShape> shapes;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const BoxDef &from = defs[random.below(box_count)], &to = defs[random.below(box_count)];
        const Vec3d &a = from.pose.position, &b = to.pose.position;
        rays[i] = {a, {b.x - a.x, b.y - a.y, b.z - a.z}, i % 3 == 0 ? 0.25 : 1};
        casts[i] = {{{a.x + 0.5, a.y, a.z}, to.pose.rotation}, from.half_extents, rays[i].direction, 0.5};
        casts[i].radius = i % 2 == 0 ? radius : 0;
        points[i].position = {a.x + random.uniform(-2, 2), a.y + random.uniform(-2, 2), a.z};
    }
    const Shapes about({0, 0, 0});
    for (std::size_t i = 0; i < 50; ++i) {
        for (const ShapeRef shape : {ShapeRef(about.point), ShapeRef(about.aabb), ShapeRef(about.sphere),
                                     ShapeRef(about.plane), ShapeRef(about.ray), ShapeRef(about.segment),
                                     ShapeRef(about.triangle), ShapeRef(about.frustum), ShapeRef(rows[0])})
            shapes.push_back({defs[i * box_count / 50].pose.position, shape});
    }
    const QueryFilter filter{.sensors = true, .ignored = ids[5]};
    std::vector<WorldHit> hits(rays.size());
    std::vector<std::uint8_t> blocked(rays.size());
    std::vector<WorldClosest> closest(points.size());
    WorldHits all;
    WorldBoxes found;
    Answers answers;
    EXPECT_CALL(closest_hits(world, rays, hits, {.filter = filter, .execution = execution}));
    answers.add(hits);
    EXPECT_CALL(any_hits(world, rays, blocked, {.execution = execution}));
    answers.add(blocked);
    EXPECT_CALL(all_hits(world, rays, all, {.execution = execution}));
    answers.add(all.hits);
    answers.add(all.begin);
    EXPECT_CALL(cast_boxes(world, casts, hits, {.filter = filter, .execution = execution}));
    answers.add(hits);
    EXPECT_CALL(find_boxes(world, shapes, found, {.execution = execution}));
    answers.add(found.boxes);
    answers.add(found.begin);
    EXPECT_CALL(closest_boxes(world, points, closest, {.execution = execution}));
    answers.add(closest);
    return answers.hash();
}
// Hashes the first impacts of boxes that move through a World. Some boxes are rounded.
std::uint64_t hash_of_first_impacts(const Execution& execution) {
    const auto rows = boxes(scenes::SceneKind::uniform);
    World world;
    std::vector<BoxDef> defs;
    for (const OrientedBox& row : rows) {
        defs.push_back(test::box_def(row));
        defs.back().pose.position.x -= 1e6;
    }
    round_some(defs, 0.125F);
    std::vector<BoxId> ids(defs.size());
    EXPECT_EQ(world.create(defs, ids), Status::ok);
    test::Random random(10);
    const auto part = [&](double most) { return static_cast<float>(random.uniform(-most, most)); };
    std::vector<WorldMovingBox> moving(500);
    for (WorldMovingBox& each : moving) {
        const BoxDef& from = defs[random.below(static_cast<std::uint32_t>(defs.size()))];
        each = {from.pose, from.half_extents, from.radius, {{part(9), part(9), part(9)}, {part(2), part(2), part(2)}}};
        each.pose.position.y += 3;
        each.distance = random.coin() ? 0.0625F : 0;
    }
    std::vector<WorldBoxImpact> impacts(moving.size());
    EXPECT_CALL(first_impacts(world, moving, impacts, {.execution = execution}));
    Answers answers;
    answers.add(impacts);
    return answers.hash();
}
std::uint64_t hash_of_world_queries(const Execution& execution) {
    return hash_of_world_queries_with(execution, 0);
}
std::uint64_t hash_of_rounded_world_queries(const Execution& execution) {
    return hash_of_world_queries_with(execution, 0.125F);
}

// Hashes the near pairs of a World, and their distances.
std::uint64_t hash_of_world_distances(const Execution& execution) {
    const std::vector<OrientedBox> rows = boxes(scenes::SceneKind::uniform);
    World world;
    std::vector<BoxDef> defs;
    for (const OrientedBox& row : rows) {
        defs.push_back(test::box_def(row));
        defs.back().pose.position.x += 1e6;
        if (defs.size() % 3 == 0) defs.back().motion = MotionType::static_box;
    }
    std::vector<BoxId> ids(defs.size());
    EXPECT_EQ(world.create(defs, ids), Status::ok);
    WorldPairs near;
    EXPECT_CALL(find_near_pairs(world, 0.3F, near, {.execution = execution}));
    std::vector<PairDistance> found(near.pairs.size());
    EXPECT_CALL(distances(world, near.pairs, found, {.execution = execution}));
    Answers answers;
    answers.add(near.pairs);
    answers.add(found);
    return answers.hash();
}

// Hashes the answers of all calls that take two sets.
template <class Box>
std::uint64_t hash_of_two_sets(const std::vector<Box>& rows, const Execution& execution) {
    const auto sets = two_sets(rows, execution);
    const auto &first = sets.first, &second = sets.second;  // clang 14 takes no structured binding into a lambda
    Answers answers;
    Workspace workspace;
    PairResult result;
    EXPECT_CALL(find_overlaps({first, second}, workspace, result, {.execution = execution}));
    answers.add(sorted_pairs(result, execution));
    EXPECT_CALL(find_pairs({first, second}, workspace, result, {.execution = execution}));
    const auto candidates = sorted_pairs(result, execution);
    answers.add(candidates);
    std::vector<std::uint8_t> overlapping(candidates.size());
    EXPECT_CALL(test_pairs({first, second}, candidates, overlapping, workspace, {.execution = execution}));
    answers.add(overlapping);
    const auto contacts = test::contacts_of(first, second, candidates, execution, {Boundary::closed, 0.05F});
    answers.add(contacts.axes);
    answers.add(contacts.manifolds);
    typename test::ContactTypes<std::remove_cvref_t<decltype(first)>>::Result collided;
    EXPECT_CALL(collide({first, second}, workspace, collided, {.execution = execution}));
    answers.add(test::sorted_manifolds(collided));
    return answers.hash();
}

std::uint64_t hash_of_two_sets_of_boxes(const Execution& execution) {
    return hash_of_two_sets(boxes(scenes::SceneKind::uniform), execution);
}

std::uint64_t hash_of_two_sets_of_rects(const Execution& execution) {
    return hash_of_two_sets(test::rect_contact_scene(box_count, 3), execution);
}

/// Cubes on a grid, which touch; every fifth one is flat.
std::vector<OrientedBox> touching_boxes() {
    std::vector<OrientedBox> rows;
    const std::uint32_t side = box_count == kGoldenCount ? 12 : 36;
    for (std::uint32_t i = 0; i < side * side * side; ++i) {
        const std::uint32_t x = i % side, y = i / side % side, z = i / (side * side);
        rows.push_back({{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}, {0.5F, 0.5F, 0.5F}, {}});
        if (i % 5 == 0) rows.back().half_extents.z = 0;
        if (i % 7 == 0) rows.back().center.x += 0.25F;
    }
    return rows;
}

template <class Box>
std::uint64_t hash_of_open_boundary(const std::vector<Box>& rows, const Execution& execution) {
    const auto batch = test::make_batch(rows, execution);
    const ContactOptions open{Boundary::open};
    const auto candidates = test::sorted(test::pairs_of(batch, execution));
    const auto overlapping = test::sorted(test::overlaps_of(batch, execution, open));
    EXPECT_LT(overlapping.size(), test::overlaps_of(batch, execution).size()) << "none that only touch";
    Answers answers;
    answers.add(overlapping);
    answers.add(test::answers_of(batch, candidates, execution, open));
    Workspace workspace;
    answers.add(test::collided(batch, workspace, execution, open));
    return answers.hash();
}

std::uint64_t hash_of_open_boxes(const Execution& execution) {
    return hash_of_open_boundary(touching_boxes(), execution);
}

std::uint64_t hash_of_open_rects(const Execution& execution) {
    return hash_of_open_boundary(test::rect_contact_scene(box_count, 3), execution);
}

// Hashes the distances of all pairs that are near each other.
template <class Box>
std::uint64_t hash_of_distances(const std::vector<Box>& rows, const Execution& execution) {
    const auto batch = test::make_batch(rows, execution);
    const auto near = test::near_pairs_of(batch, 0.3F, {.execution = execution});
    EXPECT_GT(near.size(), test::overlaps_of(batch, execution).size());
    Answers answers;
    answers.add(near);
    answers.add(test::distances_of(batch, near, execution));
    return answers.hash();
}

// Hashes the nearest box of each box, of one set and of two.
template <class Box>
std::uint64_t hash_of_nearest(const std::vector<Box>& rows, const Execution& execution) {
    const auto batch = test::make_batch(rows, execution);
    const auto rest = test::make_batch(std::vector<Box>(rows.begin() + rows.size() / 3, rows.end()), execution);
    using Sets = std::conditional_t<std::is_same_v<Box, OrientedBox>, BoxSets, RectSets>;
    Answers answers;
    answers.add(test::nearest_of(batch, 0.3F, {.execution = execution}));
    answers.add(test::nearest_of(Sets{rest, batch}, 0.3F, {.execution = execution}));
    return answers.hash();
}

std::uint64_t hash_of_nearest_boxes(const Execution& execution) {
    return hash_of_nearest(boxes(scenes::SceneKind::uniform), execution);
}

std::uint64_t hash_of_nearest_rects(const Execution& execution) {
    return hash_of_nearest(test::rect_contact_scene(box_count, 3), execution);
}

std::uint64_t hash_of_distances_of_boxes(const Execution& execution) {
    return hash_of_distances(boxes(scenes::SceneKind::uniform), execution);
}

std::uint64_t hash_of_distances_of_touching_boxes(const Execution& execution) {
    return hash_of_distances(touching_boxes(), execution);
}

std::uint64_t hash_of_distances_of_rects(const Execution& execution) {
    return hash_of_distances(test::rect_contact_scene(box_count, 3), execution);
}

// Hashes overlaps, distances and contacts of points, segments, plates and boxes, most of them with a radius.
template <class Box>
std::uint64_t hash_of_rounded(std::vector<Box> rows, const Execution& execution) {
    const std::vector<float> radii = round_rows(rows);
    const auto batch = test::make_rounded(rows, radii, execution);
    const auto near = test::near_pairs_of(batch, 0.3F, {.execution = execution});
    const auto overlapping = test::sorted(test::overlaps_of(batch, execution));
    EXPECT_GT(near.size(), overlapping.size());
    Answers answers;
    answers.add(overlapping);
    answers.add(test::distances_of(batch, near, execution));
    Workspace workspace;
    answers.add(test::collided(batch, workspace, execution, {}));
    return answers.hash();
}

std::uint64_t hash_of_rounded_boxes(const Execution& execution) {
    return hash_of_rounded(boxes(scenes::SceneKind::uniform), execution);
}

std::uint64_t hash_of_rounded_rects(const Execution& execution) {
    return hash_of_rounded(test::rect_contact_scene(box_count, 3), execution);
}

// Hashes the times of impact of all pairs that meet, and of those that do not but are near each other.
template <class Box>
std::uint64_t hash_of_impacts(const std::vector<Box>& rows, const Execution& execution) {
    const auto batch = test::make_batch(rows, execution);
    test::Random random(6);
    std::vector<typename test::ImpactTypes<Box>::Motion> motions(rows.size());
    const auto part = [&](double most) { return static_cast<float>(random.uniform(-most, most)); };
    for (auto& motion : motions) {
        motion.translation.x = part(1);
        motion.translation.y = part(1);
        if constexpr (std::is_same_v<Box, OrientedBox>)
            motion.rotation = {part(2), part(2), part(2)};
        else
            motion.rotation = part(2);
    }
    const ImpactOptions options{.distance = 0.01F, .execution = execution};
    const auto near = test::near_pairs_of(batch, 0.3F, {.execution = execution});
    const auto meeting = test::meeting_pairs_of<Box>(batch, {motions}, options);
    Answers answers;
    answers.add(meeting);
    answers.add(test::impacts_of<Box>(batch, {motions}, meeting, options));
    answers.add(test::impacts_of<Box>(batch, {motions}, near, options));
    return answers.hash();
}

std::uint64_t hash_of_impacts_of_boxes(const Execution& execution) {
    return hash_of_impacts(boxes(scenes::SceneKind::uniform), execution);
}

std::uint64_t hash_of_impacts_of_rects(const Execution& execution) {
    return hash_of_impacts(test::rect_contact_scene(box_count, 3), execution);
}

std::uint64_t hash_of_speculative(const Execution& execution) {
    const BoxBatch batch = test::make_batch(boxes(scenes::SceneKind::uniform), execution);
    Answers answers;
    Workspace workspace;
    const auto touching = test::collided(batch, workspace, execution, {});
    for (const auto& [slack, share] : {std::pair{0.0F, 0.0F}, {1e-4F, 0.05F}, {0.01F, 0.0F}}) {
        const auto manifolds = test::collided(batch, workspace, execution, {Boundary::closed, 0.1F, slack, share});
        EXPECT_GT(manifolds.size(), touching.size());
        answers.add(manifolds);
    }
    return answers.hash();
}

// Hashes contacts with cached axes: each axis in turn, and none.
template <class Box>
std::uint64_t hash_of_cached_axes(const std::vector<Box>& rows, const Execution& execution) {
    const auto batch = test::make_batch(rows, execution);
    constexpr std::uint32_t kAxes = std::is_same_v<Box, OrientedBox> ? 15 : 4;
    const auto pairs = test::sorted(test::pairs_of(batch, execution));
    std::vector<std::uint8_t> cached;
    for (std::uint32_t k = 0; k < pairs.size(); ++k)
        cached.push_back(k % (kAxes + 1) == kAxes ? kNoAxis : static_cast<std::uint8_t>(k % (kAxes + 1)));
    Answers answers;
    for (const float slack : {1e-4F, 0.1F}) {
        const auto contacts = test::contacts_of(batch, pairs, execution, {Boundary::closed, 0, slack}, cached);
        answers.add(contacts.axes);
        answers.add(contacts.manifolds);
    }
    return answers.hash();
}

std::uint64_t hash_of_cached_axes_of_boxes(const Execution& execution) {
    return hash_of_cached_axes(boxes(scenes::SceneKind::pile), execution);
}

std::uint64_t hash_of_cached_axes_of_rects(const Execution& execution) {
    return hash_of_cached_axes(test::rect_contact_scene(box_count, 3), execution);
}

// Hashes the points of boxes that touch while all their features pass each other, and of the same boxes larger and
// smaller by powers of two.
std::uint64_t hash_of_touching_points(const Execution& execution) {
    std::vector<OrientedBox> rows;
    for (const float scale : {1.0F, 2.0F, 0.5F, 0.25F, 4.0F}) {
        for (OrientedBox box : test::kPassingBoxes) {
            for (float* length : {&box.center.x, &box.center.y, &box.center.z, &box.half_extents.x, &box.half_extents.y,
                                  &box.half_extents.z})
                *length *= scale;
            rows.push_back(box);
        }
    }
    std::vector<BoxPair> pairs;
    for (std::uint32_t k = 0; k < box_count; ++k) {
        const std::uint32_t pair = k % static_cast<std::uint32_t>(rows.size() / 2);
        pairs.push_back({2 * pair, 2 * pair + 1});
    }
    Answers answers;
    for (const auto& [slack, share] : {std::pair{1e-4F, 0.05F}, {0.0F, 0.0F}}) {
        const auto contacts =
            test::contacts_of(test::make_batch(rows, execution), pairs, execution, {Boundary::closed, 0, slack, share});
        for (const ContactManifold& manifold : contacts.manifolds) {
            EXPECT_EQ(manifold.point_count, 1U);
            EXPECT_EQ(manifold.points[0].feature_id & 15U, 12U) << "not such a point";
        }
        answers.add(contacts.manifolds);
    }
    return answers.hash();
}

// Hashes two steps: the second remembers axes, matches points, and carries payloads over.
template <class Box>
std::uint64_t hash_of_steps(const std::vector<Box>& before, const std::vector<Box>& after, const Execution& execution) {
    Workspace workspace;
    const auto last = test::collided(test::make_batch(before, execution), workspace, execution, {});
    ContactCache cache;
    EXPECT_EQ(cache.remember(last), Status::ok);
    const auto batch = test::make_batch(after, execution);
    const auto now = test::collided(batch, workspace, execution, {}, &cache);
    const std::size_t points = now.empty() ? 0 : std::size(now[0].points);
    std::vector<std::uint32_t> matches(points * now.size());
    EXPECT_CALL(match_points(cache, batch, now, matches, {.execution = execution}));
    std::vector<PointPayload> payloads(points * last.size()), carried(matches.size());
    for (std::uint32_t k = 0; k < payloads.size(); ++k) std::memcpy(payloads[k].bytes, &k, sizeof k);
    EXPECT_CALL(carry_payloads(matches, payloads, carried, execution));
    Answers answers;
    answers.add(now);
    answers.add(matches);
    answers.add(carried);
    return answers.hash();
}

std::uint64_t hash_of_steps_of_boxes(const Execution& execution) {
    return hash_of_steps(boxes(scenes::SceneKind::pile, 0), boxes(scenes::SceneKind::pile, 1), execution);
}

std::uint64_t hash_of_steps_of_rects(const Execution& execution) {
    const auto before = test::rect_contact_scene(box_count, 3);
    auto after = before;
    for (OrientedRect& rect : after) {
        rect.center.x += 0.001F;
        rect.angle += 0.001F;
    }
    return hash_of_steps(before, after, execution);
}

// Hashes World::state_hash() after each of a few steps that move, create and destroy boxes. Recordings store this
// number.
std::uint64_t hash_of_world_states_with(const Execution& execution, float radius) {
    World world;
    std::vector<BoxDef> defs;
    for (const OrientedBox& row : boxes(scenes::SceneKind::pile)) {
        defs.push_back(test::box_def(row));
        defs.back().user_data = defs.size();
    }
    round_some(defs, radius);
    std::vector<BoxId> ids(defs.size());
    EXPECT_EQ(world.create(defs, ids), Status::ok);
    Answers answers;
    WorldUpdate update;
    for (std::size_t step = 0; step < 4; ++step) {
        EXPECT_CALL(world.update(update, execution));
        EXPECT_GT(update.contact_count, ids.size() / 4);
        answers.add(std::vector{world.state_hash()});
        for (std::size_t i = step; i < ids.size(); i += step == 2 ? 1 : 31) {
            defs[i].pose.position.y += 0.001;
            EXPECT_EQ(world.set_pose(ids[i], defs[i].pose), Status::ok);
        }
        EXPECT_EQ(world.destroy(ids[1]), Status::ok);
        EXPECT_EQ(world.create(defs[1], ids[1]), Status::ok);
        answers.add(std::vector{world.state_hash()});
    }
    return answers.hash();
}
std::uint64_t hash_of_world_states(const Execution& execution) {
    return hash_of_world_states_with(execution, 0);
}
std::uint64_t hash_of_rounded_world_states(const Execution& execution) {
    return hash_of_world_states_with(execution, 0.125F);
}

struct GoldenCall {
    const char* name;
    std::uint64_t (*hash)(const Execution&);
    std::uint64_t expected;
};

const GoldenCall kGoldenCalls[] = {
    {"world", hash_of_world, 0x150d620b894facf7},
    {"world_states", hash_of_world_states, 0x55379467595ac5dc},
    {"world_queries", hash_of_world_queries, 0xb7010063ab333a83},
    {"shapes", hash_of_shapes, 0x0110b2c3f9abc7bb},
    {"rays", hash_of_rays, 0xf3c80a76ea0d89b3},
    {"closest_points", hash_of_closest_points, 0x6c83648693bcfa57},
    {"two_sets_of_boxes", hash_of_two_sets_of_boxes, 0xe0f477867cf37569},
    {"two_sets_of_rects", hash_of_two_sets_of_rects, 0x863b70018bfcb2cf},
    {"touching_points", hash_of_touching_points, 0xfa7942e8582a4bd0},
    {"open_boxes", hash_of_open_boxes, 0x0799d44ad6fa51fd},
    {"open_rects", hash_of_open_rects, 0x3e03d012a1d79ee5},
    {"speculative", hash_of_speculative, 0xfb4b9b5348bceced},
    {"cached_axes_of_boxes", hash_of_cached_axes_of_boxes, 0x218db5f5626c385d},
    {"cached_axes_of_rects", hash_of_cached_axes_of_rects, 0xcfa3b9ff5aa2fa49},
    {"distances_of_boxes", hash_of_distances_of_boxes, 0x4b800e8e1962c2cd},
    {"distances_of_touching_boxes", hash_of_distances_of_touching_boxes, 0x5028a27d95d1c4de},
    {"distances_of_rects", hash_of_distances_of_rects, 0x40ab2b76f9624ba8},
    {"world_distances", hash_of_world_distances, 0x25606125112acd46},
    {"nearest_boxes", hash_of_nearest_boxes, 0x456f5f9820813b79},
    {"nearest_rects", hash_of_nearest_rects, 0x536a045ffcf8e805},
    {"rounded_boxes", hash_of_rounded_boxes, 0x8af4e8cbfa9f2491},
    {"rounded_rects", hash_of_rounded_rects, 0xc2643c5fc5829ef2},
    {"rounded_world_states", hash_of_rounded_world_states, 0x91ccea5c9a1840a4},
    {"rounded_world_queries", hash_of_rounded_world_queries, 0xd73cc8c482bf1200},
    {"first_impacts", hash_of_first_impacts, 0x31ed28190de208ff},
    {"rounded_shapes", hash_of_rounded_shapes, 0xafa2ff5b18c93d16},
    {"impacts_of_boxes", hash_of_impacts_of_boxes, 0x9fb3bc4a25c92c1c},
    {"impacts_of_rects", hash_of_impacts_of_rects, 0x035e507887961bb9},
    {"steps_of_boxes", hash_of_steps_of_boxes, 0x9f6f933ace6f88a3},
    {"steps_of_rects", hash_of_steps_of_rects, 0xe65fe3e50857244f},
};

class GoldenCalls : public test::IsaTest {};

TEST_P(GoldenCalls, AreReproduced) {
    for (const GoldenCall& call : kGoldenCalls) {
        SCOPED_TRACE(call.name);
        const std::uint64_t hash = call.hash(execution());
        if (std::getenv("SATORI_PRINT_GOLDEN") != nullptr)
            std::printf("    {\"%s\", hash_of_%s, 0x%016" PRIx64 "},\n", call.name, call.name, hash);
        EXPECT_EQ(hash, call.expected);
    }
}

SATORI_FOR_EACH_ISA(GoldenCalls);

// These tests use the widest set. Every thread takes part where there are enough chunks. They are in the Full suite,
// because an emulator may run the quick suite, and its threads may hang.
class FullGoldenCallsOfThreads : public testing::TestWithParam<unsigned> {};

TEST_P(FullGoldenCallsOfThreads, AreReproduced) {
    test::RendezvousExecutor executor(GetParam());
    for (const GoldenCall& call : kGoldenCalls)
        EXPECT_EQ(call.hash({test::supported_isas().back(), &executor}), call.expected) << call.name;
    EXPECT_TRUE(GetParam() == 1 || executor.full_runs() > 0) << "never all threads at a time";
}

INSTANTIATE_TEST_SUITE_P(Threads, FullGoldenCallsOfThreads, testing::Range(1U, 9U), testing::PrintToStringParamName());

// The same calls with more boxes: all threads take part in each single call.
class FullDividedCalls : public testing::TestWithParam<GoldenCall> {
protected:
    void SetUp() override { box_count = kDividedCount; }
    void TearDown() override { box_count = kGoldenCount; }
};

TEST_P(FullDividedCalls, GiveTheSameBytes) {
    const Isa isa = test::supported_isas().back();
    const std::uint64_t expected = GetParam().hash({isa, &serial_executor()});
    for (const unsigned threads : {3U, 8U}) {
        test::RendezvousExecutor executor(threads);
        EXPECT_EQ(GetParam().hash({isa, &executor}), expected) << threads << " threads";
        EXPECT_GT(executor.full_runs(), 0U) << "never all threads at a time";
    }
}

INSTANTIATE_TEST_SUITE_P(Calls, FullDividedCalls, testing::ValuesIn(kGoldenCalls),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace satori
