// Rays, casts, points and shapes against boxes with radii: in a World of one box, and in a batch. The oracle knows only
// the distance of two boxes: the solids meet where their cores are as far apart as their radii.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/reference_distance.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/rounded_pairs.hpp"

namespace satori {
namespace {

using reference::Point;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

reference::PlacedBox placed(const Vec3& half, const Quat& rotation, const Point& center) {
    const reference::Box box({{}, half, rotation}, center);
    return {box.center, box.half, box.axes};
}

Point offset(const Vec3d& at, const Vec3d& from) {
    return {at.x - from.x, at.y - from.y, at.z - from.z};
}

class RoundedQuery : public testing::Test {
protected:
    double within(double most) { return random_.uniform(-most, most); }
    Vec3d place(double spread) {
        const auto at = [&](double base) { return base + std::floor(within(spread) * 256) / 256; };
        return {at(base_.x), at(base_.y), at(base_.z)};
    }
    Quat rotation() {
        const auto f = [&] { return static_cast<float>(within(1)); };
        return random_.below(4) == 0 ? Quat{} : Quat{f(), f(), f(), f() + 1.5F};
    }
    Vec3 half() {
        const auto f = [&] { return static_cast<float>(random_.log_uniform(0.05, 2)); };
        OrientedBox box{{}, {f(), f(), f()}, {}};
        test::flatten(box, random_);
        return box.half_extents;
    }
    float radius() { return std::max(test::random_radius(random_, 1), kMinRadius); }

    /// Makes a World of one box with a radius.
    void next_world(int k) {
        base_ = k % 3 == 0 ? Vec3d{1 << 24, -(1 << 23), 1 << 24} : Vec3d{};
        def_ = {};
        def_.pose = {place(2), rotation()};
        def_.half_extents = half();
        def_.radius = radius();
        world_ = World();
        ASSERT_EQ(world_.create(def_, id_), Status::ok);
    }
    reference::PlacedBox core() const {
        return placed(def_.half_extents, def_.pose.rotation, offset(def_.pose.position, base_));
    }
    /// Returns the box of the World in a batch, relative to the base.
    BoxBatch batch(const Execution& execution) const {
        const Point at = offset(def_.pose.position, base_);
        const auto f = [](double v) { return static_cast<float>(v); };
        const OrientedBox box{{f(at[0]), f(at[1]), f(at[2])}, def_.half_extents, def_.pose.rotation};
        return test::make_rounded<OrientedBox>({box}, {def_.radius}, execution);
    }
    double size() const {
        return double{def_.half_extents.x} + def_.half_extents.y + def_.half_extents.z + def_.radius;
    }
    /// Returns the distance from the core to a point.
    double distance_to(const Point& at) const { return reference_distance(core(), placed({}, {}, at)).upper; }

    test::Random random_{23};
    Vec3d base_;
    BoxDef def_;
    BoxId id_;
    World world_;
};

TEST_F(RoundedQuery, RaysEnterWhereTheCoreIsTheRadiusAway) {
    int hits = 0, misses = 0, inside = 0;
    for (int k = 0; k < 3000; ++k) {
        ASSERT_NO_FATAL_FAILURE(next_world(k));
        WorldRay ray;
        const Vec3d& body = def_.pose.position;
        ray.origin = k % 10 == 0 ? Vec3d{body.x + within(0.2), body.y + within(0.2), body.z} : place(8);
        const Vec3d aim{body.x + within(1), body.y + within(1), body.z + within(1)};
        ray.direction = {aim.x - ray.origin.x, aim.y - ray.origin.y, aim.z - ray.origin.z + 1e-3};
        if (k % 7 == 0) ray.direction = {0, 0, 1};
        ray.max_distance = k % 5 == 0 ? 0.75 : kInfinity;
        WorldHit hit;
        ASSERT_EQ(closest_hits(world_, {&ray, 1}, {&hit, 1}), Status::ok);
        const Point from = offset(ray.origin, base_), along{ray.direction.x, ray.direction.y, ray.direction.z};
        const double speed = reference::length(along), near = 1e-6 * (size() + 1);
        const auto distance_at = [&](double t) { return distance_to(reference::add_scaled(from, t, along)); };
        const double end = std::min(ray.max_distance, 40 / speed), last = hit.box == id_ ? hit.distance : end;
        for (int s = 0; s <= 64 && last > 0; ++s)
            ASSERT_GE(distance_at(last * s / 64), def_.radius - near) << k << " at " << s << " of " << last;
        if (hit.box == BoxId{}) {
            ++misses;
            continue;
        }
        ++hits;
        ASSERT_LE(hit.distance, ray.max_distance);
        if (hit.distance == 0) {
            ++inside;
            ASSERT_LE(distance_at(0), def_.radius + near);
            ASSERT_EQ(hit.normal, Vec3{});
            continue;
        }
        ASSERT_NEAR(distance_at(hit.distance), def_.radius, near) << k;
        // The core is straight behind the surface: a step along the normal is a step away from the core.
        const Point normal{hit.normal.x, hit.normal.y, hit.normal.z};
        ASSERT_NEAR(reference::length(normal), 1, 1e-5);
        const Point at = reference::add_scaled(from, hit.distance, along);
        ASSERT_NEAR(distance_to(reference::add_scaled(at, 0.5, normal)), def_.radius + 0.5, 1e-4) << k;
        ASSERT_NEAR(hit.point.x, ray.origin.x + hit.distance * ray.direction.x, 1e-6);
    }
    EXPECT_GT(hits, 800);
    EXPECT_GT(misses, 300);
    EXPECT_GT(inside, 30);
}

TEST_F(RoundedQuery, PartsOfRaysBeginAndEndWhereTheCoreIsTheRadiusAway) {
    int hits = 0, misses = 0, inside = 0, cut = 0;
    for (int k = 0; k < 3000; ++k) {
        ASSERT_NO_FATAL_FAILURE(next_world(k));
        const Point body = core().center;
        const float scale = k % 3 == 0 ? 1e-15F : k % 3 == 1 ? 1 : 1e15F;
        const auto f = [](double v) { return static_cast<float>(v); };
        const auto spread = [&](double most) { return f(k % 10 == 0 ? 0.1 * within(most) : within(most)); };
        Ray ray{{f(body[0]) + spread(6), f(body[1]) + spread(6), f(body[2]) + spread(6)}, {}, 0};
        ray.direction = {scale * f(body[0] + within(1) - double{ray.origin.x}),
                         scale * f(body[1] + within(1) - double{ray.origin.y}),
                         scale * f(body[2] + within(1) - double{ray.origin.z} + 1e-3)};
        if (k % 7 == 0) ray.direction = {0, 0, scale};
        ray.max_distance = k % 5 == 0 ? 0.75F / scale : std::numeric_limits<float>::infinity();
        const RayHit hit = test::on_every_isa([&](const Execution& execution) {
            std::vector<RayHit> found(1);
            EXPECT_EQ(intersect(batch(execution), ray, found, execution), Status::ok);
            return found;
        })[0];
        const Point from = reference::to_point(ray.origin), along = reference::to_point(ray.direction);
        const double speed = reference::length(along), near = 2e-6 * (size() + 12);
        const auto distance_at = [&](double t) { return distance_to(reference::add_scaled(from, t, along)); };
        const auto expect_outside = [&](double begin, double end) {
            for (int s = 0; s <= 32 && begin < end; ++s)
                ASSERT_GE(distance_at(begin + (end - begin) * s / 32), def_.radius - near) << k << " at " << s;
        };
        const double end = std::min(double{ray.max_distance}, 60 / speed);
        if (hit.entry > hit.exit) {
            ++misses;
            ASSERT_EQ(hit.entry, kInfinity);
            ASSERT_EQ(hit.exit, -kInfinity);
            ASSERT_NO_FATAL_FAILURE(expect_outside(0, end));
            continue;
        }
        ++hits;
        ASSERT_GE(hit.entry, 0);
        ASSERT_LE(hit.exit, ray.max_distance);
        for (int s = 0; s <= 8; ++s)
            ASSERT_LE(distance_at(hit.entry + (double{hit.exit} - hit.entry) * s / 8), def_.radius + near) << k;
        (hit.entry == 0 ? inside : cut) += hit.entry == 0 || hit.exit == ray.max_distance ? 1 : 0;
        ASSERT_NO_FATAL_FAILURE(expect_outside(0, hit.entry));
        ASSERT_NO_FATAL_FAILURE(expect_outside(hit.exit, end));
    }
    EXPECT_GT(hits, 800);
    EXPECT_GT(misses, 300);
    EXPECT_GT(inside, 30);
    EXPECT_GT(cut, 30);
}

TEST_F(RoundedQuery, CastsStopWhereTheCoresAreTheRadiiAndTheSkinApart) {
    int hits = 0, misses = 0, deep = 0;
    for (int k = 0; k < 3000; ++k) {
        ASSERT_NO_FATAL_FAILURE(next_world(k));
        WorldBoxCast cast;
        const Vec3d& body = def_.pose.position;
        cast.pose = {place(8), rotation()};
        if (k % 8 == 0) cast.pose.position = {body.x + within(1), body.y + within(1), body.z + within(0.5)};
        cast.half_extents = half();
        cast.radius = k % 4 == 0 ? 0 : radius();
        cast.skin = k % 3 == 0 ? 0.0625F : 0;
        if (k % 16 == 5) {
            def_.radius = 0;  // only the cast box is rounded
            cast.radius = 0.25F;
            ASSERT_EQ(world_.set_radius(id_, 0), Status::ok);
        }
        const Vec3d aim{body.x + within(2), body.y + within(2), body.z + within(2)};
        const Vec3d& at = cast.pose.position;
        cast.direction = {aim.x - at.x, aim.y - at.y, aim.z - at.z + 1e-3};
        cast.max_distance = k % 5 == 0 ? 0.75 : kInfinity;
        WorldHit hit;
        ASSERT_EQ(cast_boxes(world_, {&cast, 1}, {&hit, 1}), Status::ok);
        const Point from = offset(at, base_), along{cast.direction.x, cast.direction.y, cast.direction.z};
        const double reach = double{def_.radius} + cast.radius + cast.skin, speed = reference::length(along);
        const auto distance_at = [&](double t) {
            return reference_distance(
                       core(), placed(cast.half_extents, cast.pose.rotation, reference::add_scaled(from, t, along)))
                .upper;
        };
        const double near = 2e-6 * (size() + 4);
        if (hit.box != BoxId{} && hit.distance == 0) {
            ++deep;
            const double apart = distance_at(0);
            ASSERT_LE(apart, reach + near) << k;
            if (apart > 1e-3) {
                ASSERT_NEAR(hit.depth, reach - apart, near) << k;
            }
            // Out along the normal, by the depth.
            const Point normal{hit.normal.x, hit.normal.y, hit.normal.z};
            const Point out = reference::add_scaled(from, hit.depth + 1e-4, normal);
            const auto freed = reference_distance(core(), placed(cast.half_extents, cast.pose.rotation, out));
            ASSERT_GE(freed.upper, reach - near) << k;
            const Point point = offset(hit.point, base_);
            ASSERT_LE(distance_to(point), def_.radius + near) << k;
            ASSERT_LE(
                reference_distance(placed(cast.half_extents, cast.pose.rotation, from), placed({}, {}, point)).upper,
                reach + near)
                << k;
            continue;
        }
        const double first = distance_at(0);
        if (first <= reach + near) continue;  // it begins in contact and goes out
        const double end = std::min(cast.max_distance, 40 / speed), last = hit.box == id_ ? hit.distance : end;
        for (int s = 0; s <= 32; ++s) ASSERT_GE(distance_at(last * s / 32), reach - near) << k << " at " << s;
        if (hit.box == BoxId{}) {
            ++misses;
            continue;
        }
        ++hits;
        ASSERT_LE(hit.distance, cast.max_distance);
        ASSERT_EQ(hit.depth, 0);
        ASSERT_NEAR(distance_at(hit.distance), reach, near) << k;
        const Point point = offset(hit.point, base_);
        ASSERT_NEAR(distance_to(point), def_.radius, 10 * near) << k;
        const auto moved =
            placed(cast.half_extents, cast.pose.rotation, reference::add_scaled(from, hit.distance, along));
        ASSERT_NEAR(reference_distance(moved, placed({}, {}, point)).upper, double{cast.radius} + cast.skin, 10 * near)
            << k;
    }
    EXPECT_GT(hits, 1000);
    EXPECT_GT(misses, 300);
    EXPECT_GT(deep, 100);
}

TEST_F(RoundedQuery, BallsFallOnWideFloorsHoweverTurned) {
    for (int k = 0; k < 4000; ++k) {
        def_ = {};
        const auto f = [&] { return static_cast<float>(within(1)); };
        def_.pose.rotation = {f(), f(), f(), f()};
        if (k == 0) def_.pose.rotation = {0.533755898F, -0.579658568F, 0.191291302F, -0.585242033F};
        const float width = k % 2 == 0 ? 500.0F : 20.0F;
        def_.half_extents = {width, width, 0.5F};
        world_ = World();
        ASSERT_EQ(world_.create(def_, id_), Status::ok);
        const reference::Box floor({{}, def_.half_extents, def_.pose.rotation}, {0, 0, 0});
        const Point& up = floor.axes[2];
        const double height = random_.uniform(1, 8);
        WorldBoxCast ball;
        ball.half_extents = {};
        ball.radius = 0.25F;
        ball.pose.position = {(height + 0.75) * up[0], (height + 0.75) * up[1], (height + 0.75) * up[2]};
        ball.direction = {-up[0], -up[1], -up[2]};
        WorldHit hit;
        ASSERT_EQ(cast_boxes(world_, {&ball, 1}, {&hit, 1}), Status::ok);
        ASSERT_NEAR(hit.distance, height, 1e-5) << k;
        ASSERT_NEAR(hit.normal.x * up[0] + hit.normal.y * up[1] + hit.normal.z * up[2], 1, 1e-5) << k;
    }
}

TEST_F(RoundedQuery, WhatSlidesOverFlushTilesIsNotHit) {
    World world;
    std::vector<BoxDef> tiles(20);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        tiles[i].pose.position = {static_cast<double>(i), 0, -0.5};
        tiles[i].motion = MotionType::static_box;
    }
    std::vector<BoxId> ids(tiles.size());
    ASSERT_EQ(world.create(tiles, ids), Status::ok);
    for (const double low : {0.0, 1e-13, 1e-11, 1e-10, 4e-10}) {
        for (const float half : {0.0F, 0.2F}) {
            WorldBoxCast cast;
            cast.half_extents = {half, half, half};
            cast.radius = 0.1F;
            cast.pose.position = {0.3, 0.1, double{half} + double{cast.radius} - low};
            cast.direction = {1, 0, 0};
            cast.max_distance = 10;
            WorldHit hit;
            ASSERT_EQ(cast_boxes(world, {&cast, 1}, {&hit, 1}), Status::ok);
            EXPECT_EQ(hit.box, BoxId{}) << low << " " << half << " at " << hit.distance;
            // A step of a millimeter is a hit.
            cast.pose.position.z -= 1e-3;
            cast.pose.position.x -= 1.5;
            ASSERT_EQ(cast_boxes(world, {&cast, 1}, {&hit, 1}), Status::ok);
            EXPECT_EQ(hit.box, ids[0]) << low << " " << half;
        }
    }
}

TEST_F(RoundedQuery, TheNearestPointIsOnTheSurface) {
    for (int k = 0; k < 2000; ++k) {
        ASSERT_NO_FATAL_FAILURE(next_world(k));
        const WorldPoint point{place(5)};
        WorldClosest closest;
        ASSERT_EQ(closest_boxes(world_, {&point, 1}, {&closest, 1}), Status::ok);
        const double near = 1e-6 * (size() + 8);
        const double wanted = std::max(distance_to(offset(point.position, base_)) - def_.radius, 0.0);
        ASSERT_EQ(closest.box, id_);
        ASSERT_NEAR(closest.distance, wanted, near) << k;
        ASSERT_LE(distance_to(offset(closest.point, base_)), def_.radius + near) << k;
        ASSERT_NEAR(reference::length(offset(closest.point, point.position)), wanted, near) << k;
    }
}

/// A shape that is a box for the oracle: its core, and how far it reaches beyond.
struct KnownShape {
    reference::PlacedBox core;
    double reach = 0;
    bool has_volume = false;
};

class RoundedShapeQuery : public RoundedQuery {
protected:
    float coordinate() { return static_cast<float>(std::floor(within(3) * 256) / 256); }
    OrientedBox any_box() {
        OrientedBox box{{coordinate(), coordinate(), coordinate()}, half(), rotation()};
        for (float* const h : {&box.half_extents.x, &box.half_extents.y, &box.half_extents.z})
            *h = std::max(*h, 0.125F);
        if (random_.below(3) == 0) box.half_extents = {4, 4, 4};
        return box;
    }
    static Plane plane_of(const reference::PlacedBox& box, std::size_t axis, double side) {
        const Point& a = box.axes[axis];
        const Point normal{-side * a[0], -side * a[1], -side * a[2]};
        const double offset = reference::dot(normal, reference::add_scaled(box.center, side * box.half[axis], a));
        const auto f = [](double v) { return static_cast<float>(v); };
        return {{f(normal[0]), f(normal[1]), f(normal[2])}, f(offset)};
    }
    /// Returns whether the solid is in the shape, by how much: negative outside.
    double room_in(const KnownShape& shape) const {
        const reference::Box corners({{}, def_.half_extents, def_.pose.rotation}, core().center);
        double room = kInfinity;
        for (const Point& corner : corners.corners) {
            const Point from = reference::minus(corner, shape.core.center);
            if (shape.reach != 0) {
                room = std::min(room, shape.reach - def_.radius - reference::length(from));
                continue;
            }
            for (std::size_t i = 0; i < 3; ++i)
                room = std::min(room,
                                shape.core.half[i] - std::fabs(reference::dot(from, shape.core.axes[i])) - def_.radius);
        }
        return room;
    }
    Containment in_world(const ShapeRef& shape) {
        const WorldShape asked{base_, shape};
        WorldContainments found;
        EXPECT_EQ(classify_boxes(world_, {&asked, 1}, found), Status::ok);
        WorldBoxes boxes;
        EXPECT_EQ(find_boxes(world_, {&asked, 1}, boxes), Status::ok);
        EXPECT_EQ(found.begin[1], boxes.begin[1]);
        return found.begin[1] == 0 ? Containment::outside : found.boxes[0].containment;
    }
    Containment in_batch(const ShapeRef& shape) const {
        return test::on_every_isa([&](const Execution& execution) {
            const BoxBatch boxes = batch(execution);
            std::vector<Containment> answer(1);
            EXPECT_EQ(classify_boxes(boxes, shape, answer, execution), Status::ok);
            std::vector<std::uint8_t> overlapping(1);
            EXPECT_EQ(test_boxes(boxes, shape, overlapping, execution), Status::ok);
            EXPECT_EQ(overlapping[0] != 0, answer[0] != Containment::outside);
            std::vector<std::uint32_t> room(1);
            FoundIndices found{room};
            Workspace workspace;
            EXPECT_EQ(find_boxes(boxes, shape, found, workspace, execution), Status::ok);
            EXPECT_EQ(found.count, overlapping[0]);
            return answer;
        })[0];
    }
    void judge(Containment answer, const KnownShape& known, double near) {
        const double gap = reference_distance(core(), known.core).upper - def_.radius - known.reach;
        const bool overlaps = answer != Containment::outside, inside = answer == Containment::inside;
        ++(overlaps ? overlapping_ : apart_);
        ASSERT_LE(gap, overlaps ? near : kInfinity);
        ASSERT_GE(gap, overlaps ? -kInfinity : -near);
        if (!overlaps) return;
        const double room = known.has_volume ? room_in(known) : -kInfinity;
        ASSERT_GE(room, inside ? -near : -kInfinity);
        ASSERT_LE(room, inside ? kInfinity : near);
        inside_ += inside ? 1 : 0;
    }
    void expect(const ShapeRef& shape, const KnownShape& known, double far = 0) {
        const double near = 4e-6 * (size() + 8) + far;
        ASSERT_NO_FATAL_FAILURE(judge(in_world(shape), known, near));
        ASSERT_NO_FATAL_FAILURE(judge(in_batch(shape), known, near)) << "in the batch";
    }

    int overlapping_ = 0, apart_ = 0, inside_ = 0;
};

TEST_F(RoundedShapeQuery, BoundsBoxesSpheresAndPoints) {
    for (int k = 0; k < 2000; ++k) {
        ASSERT_NO_FATAL_FAILURE(next_world(k));
        SCOPED_TRACE(k);
        const OrientedBox box = any_box();
        const reference::Box exact(box, reference::to_point(box.center));
        ASSERT_NO_FATAL_FAILURE(expect(box, {{exact.center, exact.half, exact.axes}, 0, true}));
        const Aabb bounds{{box.center.x - 0.5F, box.center.y - 1, box.center.z - 2},
                          {box.center.x + 0.5F, box.center.y + 1, box.center.z + 2}};
        ASSERT_NO_FATAL_FAILURE(expect(bounds, {placed({0.5F, 1, 2}, {}, exact.center), 0, true}));
        const Sphere sphere{box.center, box.half_extents.x};
        ASSERT_NO_FATAL_FAILURE(expect(sphere, {placed({}, {}, exact.center), double{sphere.radius}, true}));
        ASSERT_NO_FATAL_FAILURE(expect(box.center, {placed({}, {}, exact.center)}));
    }
    EXPECT_GT(overlapping_, 1000);
    EXPECT_GT(apart_, 1000);
    EXPECT_GT(inside_, 200);
}

TEST_F(RoundedShapeQuery, SegmentsRaysTrianglesPlanesAndFrusta) {
    for (int k = 0; k < 2000; ++k) {
        ASSERT_NO_FATAL_FAILURE(next_world(k));
        SCOPED_TRACE(k);
        // An edge and a face of a box whose axes are exact, so that the corners are too.
        const Vec3 at{coordinate(), coordinate(), coordinate()};
        const float reach = 0.25F + 0.25F * static_cast<float>(random_.below(12));
        const Point center = reference::to_point(at);
        const Segment segment{{at.x, at.y - reach, at.z}, {at.x, at.y + reach, at.z}};
        ASSERT_NO_FATAL_FAILURE(expect(segment, {placed({0, reach, 0}, {}, center)}));
        const Ray ray{segment.start, {0, 2, 0}, reach};
        ASSERT_NO_FATAL_FAILURE(expect(ray, {placed({0, reach, 0}, {}, center)}));
        // A plane is a box without end.
        const Plane plane{{0, 0, 3}, 3 * at.z};
        ASSERT_NO_FATAL_FAILURE(expect(plane, {placed({1e4F, 1e4F, 0}, {}, center)}, 1e-4));
        const OrientedBox box = any_box();
        const reference::Box exact(box, reference::to_point(box.center));
        const reference::PlacedBox body{exact.center, exact.half, exact.axes};
        Frustum frustum;
        for (std::size_t p = 0; p < 6; ++p) frustum.planes[p] = plane_of(body, p / 2, p % 2 == 0 ? -1 : 1);
        ASSERT_NO_FATAL_FAILURE(expect(frustum, {body, 0, true}));
        // Open at its far end: the box that goes on and on.
        Frustum open = frustum;
        open.planes[5] = {{}, 0};
        reference::PlacedBox endless = body;
        endless.half[2] = 1e3;
        endless.center = reference::add_scaled(body.center, 1e3 - body.half[2], body.axes[2]);
        ASSERT_NO_FATAL_FAILURE(expect(open, {endless, 0, true}, 1e-4));
    }
    EXPECT_GT(overlapping_, 1000);
    EXPECT_GT(apart_, 1000);
    EXPECT_GT(inside_, 100);
}

TEST_F(RoundedShapeQuery, TrianglesAreAsNearAsTheirPoints) {
    for (int k = 0; k < 300; ++k) {
        ASSERT_NO_FATAL_FAILURE(next_world(k));
        const Triangle triangle{{coordinate(), coordinate(), coordinate()},
                                {coordinate(), coordinate(), coordinate()},
                                {coordinate(), coordinate(), coordinate()}};
        const Point a = reference::to_point(triangle.a), ab = reference::minus(reference::to_point(triangle.b), a),
                    ac = reference::minus(reference::to_point(triangle.c), a);
        constexpr int kSteps = 64;
        const auto share = [](int i) { return static_cast<double>(i) / kSteps; };
        double least = kInfinity;
        for (int i = 0; i <= kSteps; ++i)
            for (int j = 0; i + j <= kSteps; ++j)
                least = std::min(
                    least, distance_to(reference::add_scaled(reference::add_scaled(a, share(i), ab), share(j), ac)));
        const double step = (reference::length(ab) + reference::length(ac)) / kSteps;
        for (const Containment answer : {in_world(triangle), in_batch(triangle)}) {
            const bool overlaps = answer != Containment::outside;
            ASSERT_LE(least, overlaps ? def_.radius + step : kInfinity) << k;
            ASSERT_GE(least, overlaps ? 0 : def_.radius - 1e-5) << k;
            ++(overlaps ? overlapping_ : apart_);
        }
    }
    EXPECT_GT(overlapping_, 50);
    EXPECT_GT(apart_, 50);
}

TEST_F(RoundedShapeQuery, OfABatchAreRightWithinDeltaForTinySolidsFarFromTheOrigin) {
    constexpr double kDelta = 16 * double{std::numeric_limits<float>::epsilon()};
    constexpr float kTiny = 1e-6F, kFar = 1e8F;
    for (int k = 0; k < 500; ++k) {
        SCOPED_TRACE(k);
        const auto f = [&](double most) { return static_cast<float>(within(most)); };
        const OrientedBox box{{kFar, 0, 0}, {kTiny, 2 * kTiny, kTiny / 2}, {f(1), f(1), f(1), f(1)}};
        const reference::PlacedBox core_box = placed(box.half_extents, box.rotation, {0, 0, 0});
        // A square across the x axis, which comes nearer along y until it nearly touches the solid.
        const float z = f(2 * kTiny);
        const auto square_at = [&](double y) {
            const auto low = static_cast<float>(y), high = static_cast<float>(y + double{kTiny});
            return Aabb{{kFar, low, z}, {kFar, high, z + kTiny}};
        };
        const auto known = [&](const Aabb& square) {
            const double high[2] = {square.max.y, square.max.z}, low[2] = {square.min.y, square.min.z};
            reference::PlacedBox flat = placed({}, {}, {0, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2});
            for (std::size_t i = 0; i < 2; ++i) flat.half[i + 1] = (high[i] - low[i]) / 2;
            return flat;
        };
        const auto gap_at = [&](double y) {
            return reference_distance(core_box, known(square_at(y))).upper - double{kTiny};
        };
        double low = 0, high = 8 * double{kTiny};
        for (int step = 0; step < 40; ++step) (gap_at((low + high) / 2) > 0 ? high : low) = (low + high) / 2;
        for (const double y : {low * (1 - 1e-4), low * (1 + 1e-4)}) {
            const Aabb square = square_at(y);
            std::vector<std::uint8_t> overlaps(1);
            ASSERT_EQ(test_boxes(test::make_rounded<OrientedBox>({box}, {kTiny}), square, overlaps), Status::ok);
            const double delta = kDelta * (4.5 * double{kTiny} + reference::length(known(square).center));
            ASSERT_LE(gap_at(y), overlaps[0] != 0 ? delta : kInfinity);
            ASSERT_GE(gap_at(y), overlaps[0] != 0 ? -kInfinity : -delta);
            ++(overlaps[0] != 0 ? overlapping_ : apart_);
        }
    }
    EXPECT_GT(overlapping_, 300);
    EXPECT_GT(apart_, 300);
}

}  // namespace
}  // namespace satori
