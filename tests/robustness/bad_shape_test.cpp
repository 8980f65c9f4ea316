// Bad shapes, boxes, views and buffers: the call returns the documented status and leaves outputs unchanged.

#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/guard_pages.hpp"
#include "support/isa_fixture.hpp"
#include "support/shape_regimes.hpp"

namespace satori {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kFar = 1.0001e9F;

std::vector<test::AnyShape> illegal_shapes() {
    std::vector<test::AnyShape> shapes;
    const Frustum good = test::perspective({0, 0, 0}, {}, 1, 1, 1, 100);
    for (const float bad : {kNan, kInfinity, -kInfinity, kFar, -kFar}) {
        shapes.emplace_back(Vec3{0, bad, 0});
        shapes.emplace_back(Aabb{{-1, -1, bad}, {1, 1, 1}});
        shapes.emplace_back(Aabb{{-1, -1, -1}, {bad, 1, 1}});
        shapes.emplace_back(Sphere{{bad, 0, 0}, 1});
        shapes.emplace_back(OrientedBox{{0, bad, 0}, {1, 1, 1}, {}});
        shapes.emplace_back(OrientedBox{{}, {1, 1, bad}, {}});
        shapes.emplace_back(OrientedBox{{}, {1, 1, 1}, {0, 0, 0, bad == kFar || bad == -kFar ? 0 : bad}});
        shapes.emplace_back(Sphere{{0, 0, 0}, bad});
        shapes.emplace_back(Plane{{0, 0, 1}, bad * 2});
        shapes.emplace_back(Ray{{0, 0, bad}, {0, 0, 1}});
        shapes.emplace_back(Segment{{0, 0, 0}, {0, bad, 0}});
        shapes.emplace_back(Segment{{0, bad, 0}, {0, 0, 0}});
        shapes.emplace_back(Triangle{{0, 0, 0}, {0, 1, 0}, {bad, 0, 0}});
        for (std::size_t plane = 0; plane < 6; ++plane) {
            Frustum frustum = good;
            frustum.planes[plane].offset = bad;
            shapes.emplace_back(frustum);
        }
    }
    for (const float bad : {kNan, kInfinity, 0.0F, 1e-21F, 1e21F}) {
        shapes.emplace_back(Plane{{bad, 0, 0}, 0});
        shapes.emplace_back(Ray{{0, 0, 0}, {0, bad, 0}});
        Frustum frustum = good;
        frustum.planes[3].normal = {0, bad, 0};
        shapes.emplace_back(frustum);
    }
    for (const float bad : {kNan, kInfinity, -kInfinity, 1e-6F}) {
        Frustum open = good;
        open.planes[5] = {{0, 0, 0}, bad};
        shapes.emplace_back(open);
    }
    Frustum open = good;
    open.planes[4] = open.planes[5] = {{0, 0, 0}, 0};
    shapes.emplace_back(open);
    open.planes[4] = {{0, 0, 0}, 0};  // the sides meet at the other end
    open.planes[5] = good.planes[5];
    shapes.emplace_back(open);
    open = good;
    open.planes[1] = {{0, 0, 0}, 0};  // no other end may be missing
    shapes.emplace_back(open);
    open = good;
    open.planes[5] = {{0, 0, 0}, 0};
    open.planes[1] = open.planes[0];
    shapes.emplace_back(open);
    shapes.emplace_back(Aabb{{1, -1, -1}, {-1, 1, 1}});
    shapes.emplace_back(Sphere{{0, 0, 0}, -1});
    shapes.emplace_back(Ray{{0, 0, 0}, {0, 0, 1}, -1});
    shapes.emplace_back(Ray{{0, 0, 0}, {0, 0, 1}, kNan});
    Frustum outward = good;
    for (Plane& plane : outward.planes) plane = {{-plane.normal.x, -plane.normal.y, -plane.normal.z}, -plane.offset};
    shapes.emplace_back(outward);
    shapes.emplace_back(test::perspective({0, 0, 0}, {}, 1, 1, 100, 1));  // near and far exchanged
    Frustum twice = good;
    twice.planes[1] = twice.planes[0];
    shapes.emplace_back(twice);
    return shapes;
}

TEST(BadShape, EachIsRefusedEverywhere) {
    const OrientedBox box;
    const BoxBatch batch = test::make_batch(std::vector<OrientedBox>(5));
    const auto shapes = illegal_shapes();
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        SCOPED_TRACE(std::to_string(s) + ", a " + test::shape_kind_name(test::ref(shapes[s]).kind()));
        bool overlap = true;
        EXPECT_EQ(overlaps(box, test::ref(shapes[s]), overlap), Status::invalid_shape);
        EXPECT_TRUE(overlap);
        std::vector<std::uint8_t> bytes(5, 7);
        Containment containment = Containment::crossing;
        EXPECT_EQ(classify(box, test::ref(shapes[s]), containment), Status::invalid_shape);
        EXPECT_EQ(containment, Containment::crossing);
        std::vector<Containment> containments(5, containment);
        EXPECT_EQ(classify_boxes(batch, test::ref(shapes[s]), containments), Status::invalid_shape);
        EXPECT_EQ(containments, std::vector<Containment>(5, Containment::crossing));
        EXPECT_EQ(test_boxes(batch, test::ref(shapes[s]), bytes), Status::invalid_shape);
        EXPECT_EQ(bytes, std::vector<std::uint8_t>(5, 7));
        std::vector<std::uint32_t> indices(5, 7);
        FoundIndices found{indices, 77};
        Workspace workspace;
        EXPECT_EQ(find_boxes(batch, test::ref(shapes[s]), found, workspace), Status::invalid_shape);
        EXPECT_EQ(indices, std::vector<std::uint32_t>(5, 7));
        EXPECT_EQ(found.count, 77U);
        if (const auto* point = std::get_if<Vec3>(&shapes[s])) {
            ClosestPoint closest{{1, 2, 3}, 4};
            EXPECT_EQ(closest_point(box, *point, closest), Status::invalid_shape);
            EXPECT_EQ(closest.signed_distance, 4);
            std::vector<ClosestPoint> all(5, closest);
            EXPECT_EQ(closest_points(batch, *point, all), Status::invalid_shape);
            EXPECT_EQ(all[4].point.z, 3);
        }
        if (const auto* ray = std::get_if<Ray>(&shapes[s])) {
            RayHit hit{5, 6};
            EXPECT_EQ(intersect(box, *ray, hit), Status::invalid_shape);
            EXPECT_EQ(hit.exit, 6);
            std::vector<RayHit> all(5, hit);
            EXPECT_EQ(intersect(batch, *ray, all), Status::invalid_shape);
            EXPECT_EQ(all[0].entry, 5);
        }
    }
}

TEST(BadShape, IllegalSingleBox) {
    OrientedBox box;
    box.half_extents.y = -1;
    bool answer = true;
    EXPECT_EQ(overlaps(box, Sphere{}, answer), Status::invalid_box);
    EXPECT_EQ(contains(box, Vec3{}, answer), Status::invalid_box);
    EXPECT_TRUE(answer);
    ClosestPoint closest{{1, 2, 3}, 4};
    EXPECT_EQ(closest_point(box, Vec3{}, closest), Status::invalid_box);
    EXPECT_EQ(closest.signed_distance, 4);
    RayHit hit{5, 6};
    EXPECT_EQ(intersect(box, Ray{}, hit), Status::invalid_box);
    EXPECT_EQ(hit.entry, 5);
    const std::vector<Vec3> points(3);
    std::vector<std::uint8_t> inside(3, 7);
    EXPECT_EQ(contains_points(box, point_rows(points), inside), Status::invalid_box);
    EXPECT_EQ(inside, std::vector<std::uint8_t>(3, 7));
    std::vector<ClosestPoint> all(3, closest);
    EXPECT_EQ(closest_points(box, point_rows(points), all), Status::invalid_box);
    EXPECT_EQ(all[2].point.x, 1);
}

TEST(BadShape, SizesAndViewsThatDoNotFit) {
    const BoxBatch batch = test::make_batch(std::vector<OrientedBox>(5));
    std::vector<std::uint8_t> bytes(4, 7);
    std::vector<ClosestPoint> closest(6);
    std::vector<RayHit> hits(0);
    EXPECT_EQ(test_boxes(batch, Sphere{}, bytes), Status::invalid_argument);
    std::vector<Containment> containments(bytes.size());
    EXPECT_EQ(classify_boxes(batch, Sphere{}, containments), Status::invalid_argument);
    EXPECT_EQ(closest_points(batch, Vec3{}, closest), Status::invalid_argument);
    EXPECT_EQ(intersect(batch, Ray{}, hits), Status::invalid_argument);
    const std::vector<float> floats(16);
    EXPECT_EQ(contains_points({}, point_rows(floats.data(), 5), bytes), Status::invalid_argument);
    EXPECT_EQ(contains_points({}, point_rows(nullptr, 4), bytes), Status::invalid_argument);
    EXPECT_EQ(contains_points({}, point_rows(floats.data(), 4, 13), bytes), Status::invalid_argument);
    const auto* misaligned = reinterpret_cast<const float*>(reinterpret_cast<const char*>(floats.data()) + 1);
    EXPECT_EQ(contains_points({}, point_rows(misaligned, 4), bytes), Status::invalid_argument);
    EXPECT_EQ(closest_points({}, point_rows(floats.data(), 5), closest), Status::invalid_argument);
    // Four times this count is four times as much as there is room for, because the product wraps.
    const std::size_t too_many = closest.size() + (std::size_t{1} << (8 * sizeof(std::size_t) - 2));
    EXPECT_EQ(closest_points({}, point_rows(floats.data(), too_many), closest), Status::invalid_argument);
    EXPECT_EQ(bytes, std::vector<std::uint8_t>(4, 7));
    EXPECT_EQ(contains_points({}, point_rows(nullptr, 0), {}), Status::ok);
}

TEST(BadShape, IsaThatThereIsNot) {
    const Execution execution{static_cast<Isa>(99)};
    const BoxBatch batch;
    Workspace workspace;
    FoundIndices found{{}, 7};
    EXPECT_EQ(test_boxes(batch, Sphere{}, {}, execution), Status::unsupported_isa);
    EXPECT_EQ(classify_boxes(batch, Sphere{}, {}, execution), Status::unsupported_isa);
    EXPECT_EQ(find_boxes(batch, Sphere{}, found, workspace, execution), Status::unsupported_isa);
    EXPECT_EQ(closest_points(batch, Vec3{}, {}, execution), Status::unsupported_isa);
    EXPECT_EQ(intersect(batch, Ray{}, {}, execution), Status::unsupported_isa);
    EXPECT_EQ(contains_points({}, PointRows{}, {}, execution), Status::unsupported_isa);
    EXPECT_EQ(found.count, 7U);
}

TEST(BadShape, PointsThatAreNotLegalAreInNoBox) {
    const OrientedBox huge{{0, 0, 0}, {1e8F, 1e8F, 1e8F}, {0.1F, 0.2F, 0.3F, 0.9F}};
    std::vector<Vec3> points(40);
    for (std::size_t i = 0; i < points.size(); i += 2) points[i].y = i % 4 == 0 ? kNan : i % 8 == 2 ? kInfinity : -kFar;
    points[39].x = std::numeric_limits<float>::max();
    std::vector<std::uint8_t> inside(points.size(), 7);
    std::vector<ClosestPoint> closest(points.size());
    ASSERT_EQ(contains_points(huge, point_rows(points), inside), Status::ok);
    ASSERT_EQ(closest_points(huge, point_rows(points), closest), Status::ok);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool legal = i % 2 == 1 && i != 39;
        EXPECT_EQ(inside[i], legal ? 1 : 0) << i;
        EXPECT_EQ(closest[i].signed_distance, legal ? -1e8F : kInfinity) << i;
        EXPECT_EQ(closest[i].point.x, legal ? 0 : kInfinity) << i;
    }
}

TEST(BadShape, SkippedBoxesOverlapNothing) {
    std::vector<OrientedBox> boxes(37);
    for (std::size_t i = 0; i < boxes.size(); i += 3) boxes[i].center.x = kNan;
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
    const test::AnyShape shapes[] = {Vec3{},
                                     Aabb{{-1e9F, -1e9F, -1e9F}, {1e9F, 1e9F, 1e9F}},
                                     Sphere{{}, 1e9F},
                                     Plane{},
                                     Ray{},
                                     Ray{{}, {1, 2, 3}},
                                     Segment{{-1, -1, -1}, {1, 1, 1}},
                                     OrientedBox{{}, {1e8F, 1e8F, 1e8F}, {1, 2, 3, 4}},
                                     Triangle{{-5, 0, 0}, {5, -5, 0}, {5, 5, 0}},
                                     test::perspective({0, 0, -10}, {}, 1, 1, 1, 100)};
    for (const auto& shape : shapes) {
        SCOPED_TRACE(test::shape_kind_name(test::ref(shape).kind()));
        std::vector<std::uint8_t> answers(boxes.size(), 7);
        ASSERT_EQ(test_boxes(batch, test::ref(shape), answers), Status::ok);
        std::vector<Containment> containments(answers.size());
        ASSERT_EQ(classify_boxes(batch, test::ref(shape), containments), Status::ok);
        for (std::size_t i = 0; i < answers.size(); ++i)
            EXPECT_EQ(containments[i] != Containment::outside, answers[i] != 0);
        for (std::size_t i = 0; i < boxes.size(); ++i) EXPECT_EQ(answers[i], i % 3 == 0 ? 0 : 1) << i;
    }
    std::vector<ClosestPoint> closest(boxes.size());
    ASSERT_EQ(closest_points(batch, {3, 0, 0}, closest), Status::ok);
    std::vector<RayHit> hits(boxes.size());
    ASSERT_EQ(intersect(batch, Ray{{-3, 0, 0}, {1, 0, 0}}, hits), Status::ok);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        EXPECT_EQ(closest[i].signed_distance, i % 3 == 0 ? kInfinity : 2.5F);
        EXPECT_EQ(closest[i].point.y, i % 3 == 0 ? kInfinity : 0);
        EXPECT_EQ(hits[i].entry, i % 3 == 0 ? kInfinity : 2.5F);
        EXPECT_EQ(hits[i].exit, i % 3 == 0 ? -kInfinity : 3.5F);
    }
}

TEST(BadShape, TooFewIndicesAreCountedAndNoneIsWritten) {
    std::vector<OrientedBox> boxes(100);
    for (std::size_t i = 0; i < boxes.size(); i += 2) boxes[i].center.x = 50;
    const BoxBatch batch = test::make_batch(boxes);
    Workspace workspace;
    std::vector<std::uint32_t> indices(49, 7);
    FoundIndices found{indices}, none;
    EXPECT_EQ(find_boxes(batch, Vec3{}, found, workspace), Status::capacity_exceeded);
    EXPECT_EQ(found.count, 50U);
    EXPECT_EQ(indices, std::vector<std::uint32_t>(49, 7));
    EXPECT_EQ(find_boxes(batch, Vec3{}, none, workspace), Status::capacity_exceeded);
    EXPECT_EQ(none.count, 50U);
    indices.assign(51, 7);
    found = {indices};
    EXPECT_EQ(find_boxes(batch, Vec3{}, found, workspace), Status::ok);
    EXPECT_EQ(found.count, 50U);
    for (std::uint32_t k = 0; k < 50; ++k) EXPECT_EQ(indices[k], 2 * k + 1);
    EXPECT_EQ(indices[50], 7U);
    EXPECT_EQ(find_boxes(BoxBatch{}, Vec3{}, none, workspace), Status::ok);
    EXPECT_EQ(none.count, 0U);
}

TEST(BadShape, IndicesAtTheEndOfAPage) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages here";
    std::vector<OrientedBox> boxes(100);
    for (std::size_t i = 0; i < boxes.size(); i += 2) boxes[i].center.x = 50;
    const BoxBatch batch = test::make_batch(boxes);
    constexpr std::size_t kFound = 50;
    for (const Isa isa : test::supported_isas()) {
        Workspace workspace;
        for (const std::size_t room : {std::size_t{0}, std::size_t{1}, kFound - 1, kFound, kFound + 1}) {
            const test::GuardedMemory memory(room * sizeof(std::uint32_t));
            std::memset(memory.data(), 7, memory.size());
            FoundIndices found{memory.as<std::uint32_t>()};
            EXPECT_EQ(find_boxes(batch, Vec3{}, found, workspace, {isa, &serial_executor()}),
                      room < kFound ? Status::capacity_exceeded : Status::ok);
            EXPECT_EQ(found.count, kFound);
            EXPECT_TRUE(memory.front_intact());
            const auto indices = memory.as<std::uint32_t>();
            for (std::uint32_t k = 0; k < room; ++k) {
                const bool written = room >= kFound && k < kFound;
                EXPECT_EQ(indices[k], written ? 2 * k + 1 : 0x07070707U) << k << " of " << room;
            }
        }
    }
}

TEST(BadShape, NothingIsReadOrWrittenBesidePointsAndAnswers) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages here";
    for (const Isa isa : test::supported_isas()) {
        const Execution execution{isa, &serial_executor()};
        for (const std::size_t count : {1U, 2U, 15U, 16U, 17U, 31U, 33U, 257U, 1000U}) {
            const test::GuardedMemory points(count * sizeof(Vec3)), inside(count),
                closest(count * sizeof(ClosestPoint));
            std::memset(points.data(), 0, points.size());
            const PointRows rows = point_rows(points.as<float>().data(), count);
            EXPECT_EQ(contains_points({}, rows, inside.as<std::uint8_t>(), execution), Status::ok);
            EXPECT_EQ(closest_points({}, rows, closest.as<ClosestPoint>(), execution), Status::ok);
            EXPECT_EQ(inside.as<std::uint8_t>()[count - 1], 1);
            EXPECT_EQ(closest.as<ClosestPoint>()[count - 1].signed_distance, -0.5F);
            const BoxBatch batch = test::make_batch(std::vector<OrientedBox>(count), execution);
            const test::GuardedMemory hits(count * sizeof(RayHit)), indices(count * sizeof(std::uint32_t));
            EXPECT_EQ(classify_boxes(batch, Sphere{}, inside.as<Containment>(), execution), Status::ok);
            EXPECT_EQ(test_boxes(batch, Sphere{}, inside.as<std::uint8_t>(), execution), Status::ok);
            EXPECT_EQ(closest_points(batch, Vec3{}, closest.as<ClosestPoint>(), execution), Status::ok);
            EXPECT_EQ(intersect(batch, Ray{}, hits.as<RayHit>(), execution), Status::ok);
            FoundIndices found{indices.as<std::uint32_t>()};
            Workspace workspace;
            EXPECT_EQ(find_boxes(batch, Ray{}, found, workspace, execution), Status::ok);
            EXPECT_EQ(found.count, count);
            for (const test::GuardedMemory* memory : {&points, &inside, &closest, &hits, &indices})
                EXPECT_TRUE(memory->front_intact());
        }
    }
}

TEST(BadShape, NoMemoryAndWorkspaceInUse) {
    const BoxBatch batch = test::make_batch(std::vector<OrientedBox>(50));
    std::vector<std::uint32_t> indices(50, 7);
    FoundIndices found{indices, 77};
    test::CountingAllocator memory;
    std::uint64_t k = 0;
    for (;; ++k) {
        ASSERT_LT(k, 1000U);
        Workspace workspace(memory.get());
        memory.fail_at(k);
        const Status status = find_boxes(batch, Vec3{}, found, workspace);
        if (status == Status::ok) break;
        ASSERT_EQ(status, Status::out_of_memory);
        EXPECT_EQ(found.count, 77U);
        EXPECT_EQ(indices, std::vector<std::uint32_t>(50, 7));
        memory.never_fail();
        EXPECT_EQ(find_boxes(batch, Vec3{}, found, workspace), Status::ok);
        const auto before = memory.allocations();
        EXPECT_EQ(find_boxes(batch, Vec3{}, found, workspace), Status::ok);
        EXPECT_EQ(memory.allocations(), before);
        indices.assign(50, 7);
        found.count = 77;
    }
    EXPECT_GE(k, 2U);
    EXPECT_EQ(memory.misuses(), 0U);
    EXPECT_EQ(memory.live_blocks(), 0U);
}

TEST(BadShape, FaultyExecutor) {
    const std::vector<OrientedBox> rows(20000);
    const BoxBatch batch = test::make_batch(rows);
    std::vector<std::uint8_t> bytes(rows.size());
    std::vector<std::uint32_t> indices(rows.size());
    std::vector<Vec3> points(100000);
    std::vector<std::uint8_t> inside(points.size());
    FoundIndices found{indices};
    Workspace workspace;
    for (const test::ExecutorFault fault : test::kExecutorFaults) {
        const auto fails = [&](auto&& call, unsigned from_run) {
            test::FaultyExecutor executor(fault, from_run);
            EXPECT_EQ(call(Execution{Isa::best, &executor}), Status::executor_failed);
        };
        fails([&](const Execution& e) { return test_boxes(batch, Vec3{}, bytes, e); }, 0);
        fails([&](const Execution& e) { return contains_points({}, point_rows(points), inside, e); }, 0);
        for (const unsigned run : {0U, 1U})
            fails([&](const Execution& e) { return find_boxes(batch, Vec3{}, found, workspace, e); }, run);
    }
    EXPECT_EQ(find_boxes(batch, Vec3{}, found, workspace), Status::ok);
}

}  // namespace
}  // namespace satori
