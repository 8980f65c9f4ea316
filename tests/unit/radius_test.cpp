// Boxes with a radius: set_radii() of both batches, and what the calls that read radii promise beyond accuracy
// (property/radius_oracle_test.cpp).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/bytes.hpp"
#include "support/distance_calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/random.hpp"
#include "support/rounded_pairs.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

const Quat kNone{0, 0, 0, 1};
const OrientedBox kPoint{{0, 0, 0}, {0, 0, 0}, kNone};
const OrientedBox kSegment{{0, 0, 0}, {2, 0, 0}, kNone};
const OrientedBox kCube{{0, 0, 0}, {1, 1, 1}, kNone};

OrientedBox at(OrientedBox box, float x, float y, float z) {
    box.center = {x, y, z};
    return box;
}

template <class Sets>
std::vector<std::uint8_t> overlaps_of(const Sets& sets, const std::vector<BoxPair>& pairs, PairOptions options = {}) {
    Workspace workspace;
    std::vector<std::uint8_t> out(pairs.size());
    EXPECT_EQ(test_pairs(sets, pairs, out, workspace, options), Status::ok);
    return out;
}

bool overlap_of(const OrientedBox& a, float radius_a, const OrientedBox& b, float radius_b,
                Boundary boundary = Boundary::closed) {
    const auto batch = test::make_rounded<OrientedBox>({a, b}, {radius_a, radius_b});
    return overlaps_of(batch, {{0, 1}}, {.boundary = boundary})[0] != 0;
}

TEST(Radii, AreThoseOfTheirBoxesUntilTheNextAssign) {
    BoxBatch batch = test::make_batch(std::vector<OrientedBox>{kPoint, kSegment, kCube});
    EXPECT_TRUE(batch.radii().empty());
    ASSERT_EQ(batch.set_radii(std::vector<float>{1, 0, 2}), Status::ok);
    EXPECT_EQ(std::vector<float>(batch.radii().begin(), batch.radii().end()), (std::vector<float>{1, 0, 2}));
    BoxBatch moved = std::move(batch);
    EXPECT_EQ(moved.radii().size(), 3U);
    ASSERT_EQ(moved.set_radii({}), Status::ok);
    EXPECT_TRUE(moved.radii().empty());
    ASSERT_EQ(moved.set_radii(std::vector<float>{1, 1, 1}), Status::ok);
    ASSERT_EQ(moved.assign(std::vector<OrientedBox>{kCube}), Status::ok);
    EXPECT_TRUE(moved.radii().empty());
    ASSERT_EQ(moved.set_radii(std::vector<float>{1}), Status::ok);
    moved.clear();
    EXPECT_TRUE(moved.radii().empty());
}

TEST(Radii, ThatAreNotLegalChangeNothing) {
    BoxBatch batch = test::make_batch(std::vector<OrientedBox>{kPoint, kSegment, kCube});
    ASSERT_EQ(batch.set_radii(std::vector<float>{1, 2, 3}), Status::ok);
    EXPECT_EQ(batch.set_radii(std::vector<float>{1, 2}), Status::invalid_argument);
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
    for (const float bad : {-1.0F, kNan, kInf, -kInf, 0.9e-7F, 1e-40F, 1.01e8F}) {
        std::uint64_t index = 77;
        EXPECT_EQ(batch.set_radii(std::vector<float>{1, bad, bad}, &index), Status::invalid_box) << bad;
        EXPECT_EQ(index, 1U);
        EXPECT_EQ(batch.set_radii(std::vector<float>{1, bad, 1}), Status::invalid_box) << bad;
        ASSERT_EQ(batch.radii().size(), 3U);
        EXPECT_EQ(batch.radii()[1], 2);
    }
    EXPECT_EQ(batch.set_radii(std::vector<float>{kMinRadius, kMaxRadius, -0.0F}), Status::ok);
}

TEST(Radii, AreScaledWithTheirBoxes) {
    BoxBatch batch = test::make_rounded<OrientedBox>({kPoint, kSegment, kCube}, {1, 1e-6F, 0});
    BoxBatch scaled;
    ASSERT_EQ(scaled.assign_transformed(batch, {}, 2), Status::ok);
    EXPECT_EQ(std::vector<float>(scaled.radii().begin(), scaled.radii().end()), (std::vector<float>{2, 2e-6F, 0}));
    ASSERT_EQ(batch.assign_transformed(batch, {}, 0.05F), Status::ok);
    EXPECT_EQ(batch.radii()[0], 0.05F);
    EXPECT_EQ(batch.radii()[1], 0) << "below kMinRadius";
    const BoxBatch before = test::make_rounded<OrientedBox>({kPoint}, {1e7F});
    ASSERT_EQ(scaled.assign_transformed(test::make_rounded<OrientedBox>({kPoint, kPoint, kCube}, {2, 2, 0}), {}),
              Status::ok);
    EXPECT_EQ(scaled.assign_transformed(before, {}, 100), Status::result_out_of_range);
    EXPECT_EQ(scaled.size(), 3U);
    EXPECT_EQ(scaled.radii()[0], 2);

    RectBatch rects = test::make_rounded<OrientedRect>({{{0, 0}, {0, 1}, 0}}, {3});
    ASSERT_EQ(rects.assign_transformed(rects, {}, 2), Status::ok);
    EXPECT_EQ(rects.radii()[0], 6);
}

TEST(Radii, WidenBounds) {
    const auto batch = test::make_rounded<OrientedBox>({kPoint, kSegment, at(kCube, 5, 5, 5)}, {1, 2, 0});
    std::vector<Aabb> bounds(3);
    ASSERT_EQ(compute_aabbs(batch, bounds), Status::ok);
    EXPECT_NEAR(bounds[0].min.x, -1, 1e-5);
    EXPECT_LE(bounds[0].min.x, -1);
    EXPECT_NEAR(bounds[1].max.x, 4, 1e-4);
    EXPECT_NEAR(bounds[1].max.z, 2, 1e-4);
    EXPECT_GE(bounds[1].max.z, 2);
    EXPECT_NEAR(bounds[2].max.x, 6, 1e-4);
    const auto rects = test::make_rounded<OrientedRect>({{{1, 2}, {0, 0}, 0}}, {3});
    std::vector<Aabb2> flat(1);
    ASSERT_EQ(compute_aabbs(rects, flat), Status::ok);
    EXPECT_NEAR(flat[0].min.x, -2, 1e-4);
    EXPECT_NEAR(flat[0].max.y, 5, 1e-4);
}

TEST(Radii, MakeSpheresCapsulesAndRoundedBoxes) {
    EXPECT_TRUE(overlap_of(kPoint, 1, at(kPoint, 2, 0, 0), 1)) << "touching spheres";
    EXPECT_FALSE(overlap_of(kPoint, 1, at(kPoint, 2.001F, 0, 0), 1));
    EXPECT_FALSE(overlap_of(kPoint, 1, at(kPoint, 1.5F, 1.5F, 0), 1)) << "corners of AABBs alone";
    EXPECT_TRUE(overlap_of(kPoint, 1, at(kPoint, 0, 0, 0), 1)) << "the same center";
    EXPECT_TRUE(overlap_of(kSegment, 1, at(kPoint, 2, 2, 0), 1)) << "beside the end";
    EXPECT_FALSE(overlap_of(kSegment, 1, at(kPoint, 3.5F, 1.5F, 0), 1)) << "beyond the end";
    OrientedBox across = at(kSegment, 1.5F, 0, 2);
    across.rotation = {0, 0, std::sqrt(0.5F), std::sqrt(0.5F)};
    EXPECT_TRUE(overlap_of(kSegment, 1, across, 1));
    EXPECT_FALSE(overlap_of(kSegment, 1, across, 0.9F));
    EXPECT_TRUE(overlap_of(kCube, 0, at(kPoint, 0, 0, 2), 1)) << "a sphere on a box";
    EXPECT_FALSE(overlap_of(kCube, 0, at(kPoint, 1.8F, 1.8F, 0), 1)) << "a sphere past an edge";
    EXPECT_TRUE(overlap_of(at(kPoint, 1.6F, 1.6F, 0), 1, kCube, 0));
    EXPECT_TRUE(overlap_of(kCube, 0, at(kPoint, 0.1F, 0, 0), 1e-3F)) << "inside";
    EXPECT_TRUE(overlap_of(kCube, 0.5F, at(kCube, 3, 0, 0), 0.5F)) << "faces";
    EXPECT_FALSE(overlap_of(kCube, 0.5F, at(kCube, 2.9F, 2.9F, 0), 0.5F)) << "edges";
    EXPECT_TRUE(overlap_of(kCube, 0, at(kCube, 2, 2, 2), 0)) << "boxes among rounded ones";
}

TEST(Radii, AreExtentToAnOpenBoundary) {
    EXPECT_FALSE(overlap_of(kPoint, 1, at(kPoint, 2, 0, 0), 1, Boundary::open)) << "they only touch";
    EXPECT_TRUE(overlap_of(kPoint, 1, at(kPoint, 1.99F, 0, 0), 1, Boundary::open));
    EXPECT_FALSE(overlap_of(kPoint, 0, kCube, 1, Boundary::open)) << "a box without extent and radius";
    EXPECT_FALSE(overlap_of(kSegment, 0, kSegment, 1, Boundary::open));
    EXPECT_TRUE(overlap_of(kCube, 0, at(kPoint, 0, 0, 1.5F), 1, Boundary::open));
    EXPECT_FALSE(overlap_of(kCube, 0, at(kPoint, 0, 0, 2), 1, Boundary::open));
    EXPECT_FALSE(overlap_of(kCube, 0.5F, at(kCube, 3, 0, 0), 0.5F, Boundary::open));
    EXPECT_TRUE(overlap_of(kCube, 0.5F, at(kCube, 2.9F, 0, 0), 0.5F, Boundary::open));
}

TEST(Radii, ShortenDistances) {
    const auto batch = test::make_rounded<OrientedBox>({kPoint, at(kPoint, 5, 0, 0), at(kCube, 0, 4, 0)}, {1, 2, 0.5F});
    const auto found = test::distances_of(batch, {{0, 1}, {0, 2}, {2, 0}});
    EXPECT_EQ(found[0].distance, 2);
    EXPECT_EQ(found[0].first_offset, (Vec3{1, 0, 0}));
    EXPECT_EQ(found[0].second_offset, (Vec3{-2, 0, 0}));
    EXPECT_EQ(found[1].distance, 1.5F);
    EXPECT_EQ(found[1].direction, (Vec3{0, 1, 0}));
    EXPECT_EQ(found[1].second_offset, (Vec3{0, -1.5F, 0}));
    EXPECT_EQ(found[2].first_offset, (Vec3{0, -1.5F, 0}));
    EXPECT_EQ(test::near_pairs_of(batch, 1.5F), (std::vector<BoxPair>{{0, 2}}));
    EXPECT_EQ(test::near_pairs_of(batch, 2), (std::vector<BoxPair>{{0, 1}, {0, 2}}));
}

TEST(Radii, LeaveOneCommonPointOfPairsThatOverlap) {
    for (const float gap : {0.0F, 0.5F, 2.0F}) {
        const auto batch = test::make_rounded<OrientedBox>({kPoint, at(kPoint, gap, 0, 0)}, {1, 1.5F});
        const auto found = test::distances_of(batch, {{0, 1}});
        EXPECT_EQ(found[0].distance, 0);
        EXPECT_EQ(found[0].direction, (Vec3{0, 0, 0}));
        EXPECT_EQ(found[0].first_offset.x, gap + found[0].second_offset.x);
        EXPECT_LE(std::fabs(found[0].first_offset.x), 1);
        EXPECT_LE(std::fabs(found[0].second_offset.x), 1.5F);
    }
}

TEST(Radii, BringClosestPointsNearer) {
    const auto batch = test::make_rounded<OrientedBox>(
        {at(kPoint, 4, 0, 0), kSegment, kCube, kCube, at(kCube, 0, 9, 0)}, {1, 0.5F, 4, 0, 1});
    std::vector<ClosestPoint> found(5);
    ASSERT_EQ(closest_points(batch, {0, 3, 0}, found), Status::ok);
    EXPECT_EQ(found[0].signed_distance, 4);
    EXPECT_NEAR(found[0].point.x, 3.2F, 1e-6);
    EXPECT_NEAR(found[0].point.y, 0.6F, 1e-6);
    EXPECT_EQ(found[1].signed_distance, 2.5F);
    EXPECT_EQ(found[1].point, (Vec3{0, 0.5F, 0}));
    EXPECT_EQ(found[2].signed_distance, -2) << "beside the core, inside the surface";
    EXPECT_EQ(found[2].point, (Vec3{0, 3, 0}));
    EXPECT_EQ(found[3].signed_distance, 2);
    EXPECT_EQ(found[4].signed_distance, 4);
    EXPECT_EQ(found[4].point, (Vec3{0, 7, 0}));
    ASSERT_EQ(closest_points(batch, {0, 0.75F, 0}, found), Status::ok);
    EXPECT_EQ(found[2].signed_distance, -4.25F) << "in the core";
}

TEST(Radii, OfSkippedBoxesMakeNoOverlap) {
    std::vector<OrientedBox> boxes = {kPoint, kPoint, kCube};
    boxes[1].half_extents.x = std::numeric_limits<float>::quiet_NaN();
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
    ASSERT_EQ(batch.set_radii(std::vector<float>{1, 1, 1}), Status::ok);
    EXPECT_EQ(overlaps_of(batch, {{0, 1}, {1, 2}, {0, 2}}), (std::vector<std::uint8_t>{0, 0, 1}));
    Workspace workspace;
    PairResult result;
    ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
    EXPECT_EQ(test::to_vector(result), (std::vector<BoxPair>{{0, 2}}));
}

TEST(Radii, AreRefusedByCallsThatDoNotReadThem) {
    const auto batch = test::make_rounded<OrientedBox>({kPoint, kCube}, {1, 0});
    const auto rects = test::make_rounded<OrientedRect>({{{0, 0}, {1, 1}, 0}, {{1, 0}, {1, 1}, 0}}, {1, 0});
    const std::vector<BoxPair> pairs = {{0, 1}};
    Workspace workspace;
    std::vector<RectSeparatingAxis> rect_axes(1);
    EXPECT_EQ(separating_axes(rects, pairs, rect_axes, workspace), Status::invalid_argument);
    std::vector<SeparatingAxis> axes(1);
    EXPECT_EQ(separating_axes(batch, pairs, axes, workspace), Status::invalid_argument);
    std::vector<ContactManifold> manifolds(1);
    EXPECT_EQ(build_manifolds(batch, {pairs, axes}, manifolds, workspace), Status::invalid_argument);
    std::vector<CoveredSides> sides(2);
    EXPECT_EQ(find_covered_sides(batch, 0, sides, workspace), Status::invalid_argument);
}

template <class Box>
struct RoundedScene {
    std::vector<Box> boxes;
    std::vector<float> radii;
};

/// Boxes of all kinds: points, segments, plates, boxes, each with and without a radius.
template <class Box>
RoundedScene<Box> rounded_scene(std::vector<Box> boxes, std::uint64_t seed) {
    test::Random random(seed);
    RoundedScene<Box> scene{std::move(boxes), {}};
    for (Box& box : scene.boxes) {
        const float size = box.half_extents.x;
        test::flatten(box, random);
        scene.radii.push_back(test::random_radius(random, size));
    }
    return scene;
}

/// Finds the overlaps of one set and of two; each pair of AABBs that meet must be judged as by test_pairs().
template <class Box>
void expect_as_by_pairs(const RoundedScene<Box>& scene) {
    const auto batch = test::make_rounded(scene.boxes, scene.radii);
    const std::size_t half = scene.boxes.size() / 2;
    const auto cut = [&](const auto& all, bool second) {
        const auto middle = all.begin() + static_cast<std::ptrdiff_t>(half);
        return second ? std::vector(middle, all.end()) : std::vector(all.begin(), middle);
    };
    const auto first = test::make_rounded(cut(scene.boxes, false), cut(scene.radii, false));
    const auto second = test::make_rounded(cut(scene.boxes, true), cut(scene.radii, true));
    using Sets = SetsOf<std::remove_const_t<decltype(batch)>>;
    for (const Sets& sets : {Sets(batch), Sets(first, second)}) {
        for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
            const auto found = test::on_every_isa([&](const Execution& execution) {
                Workspace workspace;
                PairResult result;
                EXPECT_EQ(find_overlaps(sets, workspace, result, {.boundary = boundary, .execution = execution}),
                          Status::ok);
                return test::sorted(test::to_vector(result));
            });
            std::vector<BoxPair> all;
            const std::uint32_t count = sets.first().size();
            for (std::uint32_t i = 0; i < count; ++i) {
                if (sets.second() == nullptr)
                    for (std::uint32_t j = i + 1; j < count; ++j) all.push_back({i, j});
                else
                    for (std::uint32_t j = 0; j < sets.second()->size(); ++j) all.push_back({i, j});
            }
            const auto overlaps = overlaps_of(sets, all, {.boundary = boundary});
            std::vector<BoxPair> wanted;
            for (std::size_t k = 0; k < all.size(); ++k)
                if (overlaps[k] != 0) wanted.push_back(all[k]);
            EXPECT_EQ(found, wanted);
            EXPECT_FALSE(found.empty());
        }
    }
}

TEST(Radii, GiveTheSameOverlapsInAScene) {
    for (const test::SceneKind kind : {test::SceneKind::uniform, test::SceneKind::clustered, test::SceneKind::shapes}) {
        expect_as_by_pairs(rounded_scene(test::make_test_scene(kind, 700, 3), 1));
        expect_as_by_pairs(rounded_scene(test::make_rect_scene(kind, 700, 3), 2));
    }
}

/// What the calls of one shape answer about a batch.
struct ShapeAnswers {
    std::vector<std::uint8_t> overlapping;
    std::vector<Containment> containment;
    std::vector<RayHit> hits;

    ShapeAnswers(const BoxBatch& batch, ShapeRef shape, const Execution& execution = {})
        : overlapping(batch.size()), containment(batch.size()), hits(batch.size()) {
        EXPECT_EQ(test_boxes(batch, shape, overlapping, execution), Status::ok);
        EXPECT_EQ(classify_boxes(batch, shape, containment, execution), Status::ok);
        if (shape.kind() != ShapeKind::ray) return;
        EXPECT_EQ(intersect(batch, shape.as<Ray>(), hits, execution), Status::ok);
    }
    /// Returns the answers about one box as bytes.
    std::vector<std::uint8_t> row(std::size_t i) const {
        std::vector<std::uint8_t> bytes(2 + sizeof(RayHit));
        bytes[0] = overlapping[i];
        bytes[1] = static_cast<std::uint8_t>(containment[i]);
        std::memcpy(bytes.data() + 2, &hits[i], sizeof(RayHit));
        return bytes;
    }
    std::vector<std::uint8_t> rows() const {
        std::vector<std::uint8_t> all;
        for (std::size_t i = 0; i < hits.size(); ++i)
            for (const std::uint8_t byte : row(i)) all.push_back(byte);
        return all;
    }
};

/// Shapes among the boxes of a scene; about a third of the boxes are in the large ones.
struct SceneShapes {
    Vec3 point;
    Aabb bounds;
    Sphere sphere;
    Plane plane;
    Ray ray;
    Triangle triangle;
    OrientedBox box;

    explicit SceneShapes(const std::vector<OrientedBox>& boxes)
        : point(boxes[9].center),
          sphere{boxes[0].center, 0},
          plane{{0, 0, 1}, boxes[0].center.z},
          ray{boxes[0].center, {0.25F, 0.5F, 1}},
          triangle{boxes[0].center, boxes[1].center, boxes[2].center},
          box(boxes[3]) {
        Aabb all{point, point};
        for (const OrientedBox& b : boxes) {
            all.min = {std::min(all.min.x, b.center.x), std::min(all.min.y, b.center.y),
                       std::min(all.min.z, b.center.z)};
            all.max = {std::max(all.max.x, b.center.x), std::max(all.max.y, b.center.y),
                       std::max(all.max.z, b.center.z)};
        }
        const float third = (all.max.x - all.min.x) / 3;
        bounds = {{all.min.x + third, all.min.y, all.min.z}, {all.min.x + 2 * third, all.max.y, all.max.z}};
        sphere.radius = 1.5F * third;
        box.half_extents = {third, third, third};
    }
    std::vector<ShapeRef> all() const { return {point, bounds, sphere, plane, ray, triangle, box}; }
};

TEST(Radii, OfZeroKeepTheAnswersOfShapes) {
    const auto scene = rounded_scene(test::make_test_scene(test::SceneKind::uniform, 1500, 5), 6);
    const BoxBatch cores = test::make_batch(scene.boxes);
    const auto solids = test::make_rounded(scene.boxes, scene.radii);
    const auto zeros = test::make_rounded(scene.boxes, std::vector<float>(1500, 0.0F));
    const SceneShapes shapes(scene.boxes);
    std::vector<ShapeRef> all = shapes.all();
    std::vector<Ray> rays;
    for (std::size_t i = 1; i <= 100; ++i) {
        const Vec3 &from = scene.boxes[0].center, &to = scene.boxes[i].center;
        rays.push_back({from, {to.x - from.x, to.y - from.y, to.z - from.z}});
    }
    all.insert(all.end(), rays.begin(), rays.end());
    std::size_t kept = 0, more = 0;
    for (const ShapeRef& shape : all) {
        SCOPED_TRACE(static_cast<int>(shape.kind()));
        const ShapeAnswers of_cores(cores, shape), of_solids(solids, shape);
        EXPECT_EQ(ShapeAnswers(zeros, shape).rows(), of_cores.rows());
        for (std::size_t i = 0; i < 1500; ++i) {
            if (scene.radii[i] == 0) {
                ASSERT_EQ(of_solids.row(i), of_cores.row(i)) << i;
                kept += of_solids.overlapping[i];
            } else {
                ASSERT_GE(of_solids.overlapping[i], of_cores.overlapping[i]) << i;
                more += of_solids.overlapping[i] - of_cores.overlapping[i];
            }
        }
    }
    EXPECT_GT(kept, 100U);
    EXPECT_GT(more, 100U);
}

TEST(Radii, GiveTheSameAnswersOfShapesEverywhere) {
    const auto scene = rounded_scene(test::make_test_scene(test::SceneKind::clustered, 20000, 5), 6);
    const SceneShapes shapes(scene.boxes);
    test::RendezvousExecutor threads(4);
    for (const ShapeRef& shape : shapes.all()) {
        SCOPED_TRACE(static_cast<int>(shape.kind()));
        const auto rows = test::on_every_isa([&](const Execution& execution) {
            return ShapeAnswers(test::make_rounded(scene.boxes, scene.radii, execution), shape, execution).rows();
        });
        const auto batch = test::make_rounded(scene.boxes, scene.radii);
        const ShapeAnswers together(batch, shape, {.executor = &threads});
        EXPECT_EQ(together.rows(), rows);
        std::vector<std::uint32_t> wanted, room(scene.boxes.size());
        for (std::uint32_t i = 0; i < 20000; ++i)
            if (together.overlapping[i] != 0) wanted.push_back(i);
        Workspace workspace;
        FoundIndices found{room};
        ASSERT_EQ(find_boxes(batch, shape, found, workspace, {.executor = &threads}), Status::ok);
        EXPECT_EQ(std::vector(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(found.count)), wanted);
        FoundIndices small{{room.data(), wanted.size() - 1}};
        EXPECT_EQ(find_boxes(batch, shape, small, workspace), Status::capacity_exceeded);
        EXPECT_EQ(small.count, wanted.size());
        for (std::size_t i = 0; i < 20000; i += 501) {
            const auto alone = test::make_rounded<OrientedBox>({scene.boxes[i]}, {scene.radii[i]});
            EXPECT_EQ(ShapeAnswers(alone, shape).row(0), together.row(i)) << i;
        }
    }
}

TEST(Radii, OfSkippedBoxesReachNoShape) {
    std::vector<OrientedBox> boxes = {kPoint, kPoint};
    boxes[1].half_extents.x = std::numeric_limits<float>::quiet_NaN();
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
    ASSERT_EQ(batch.set_radii(std::vector<float>{1, 1}), Status::ok);
    const SceneShapes shapes(std::vector<OrientedBox>(10, at(kCube, 0.25F, 0, 0)));
    for (const ShapeRef& shape : shapes.all()) {
        const ShapeAnswers answers(batch, shape);
        EXPECT_EQ(answers.overlapping, (std::vector<std::uint8_t>{1, 0}));
        EXPECT_EQ(answers.containment[1], Containment::outside);
        if (shape.kind() != ShapeKind::ray) continue;
        EXPECT_EQ(answers.hits[0].entry, 0);
        EXPECT_EQ(answers.hits[1].entry, std::numeric_limits<float>::infinity());
    }
}

TEST(Radii, LeaveTheErrorsOfShapes) {
    const auto batch = test::make_rounded<OrientedBox>({kPoint, kCube}, {1, 0});
    std::vector<std::uint8_t> bytes(2, 7);
    EXPECT_EQ(test_boxes(batch, Sphere{{0, 0, 0}, -1}, bytes), Status::invalid_shape);
    EXPECT_EQ(test_boxes(batch, Sphere{}, {bytes.data(), 1}), Status::invalid_argument);
    std::vector<Containment> containment(2, Containment::inside);
    EXPECT_EQ(classify_boxes(batch, Sphere{{0, 0, 0}, -1}, containment), Status::invalid_shape);
    EXPECT_EQ(classify_boxes(batch, Sphere{}, {containment.data(), 1}), Status::invalid_argument);
    std::vector<RayHit> hits(2, {3, 4});
    EXPECT_EQ(intersect(batch, Ray{{0, 0, 0}, {0, 0, 0}}, hits), Status::invalid_shape);
    EXPECT_EQ(intersect(batch, Ray{}, {hits.data(), 1}), Status::invalid_argument);
    EXPECT_EQ(bytes, (std::vector<std::uint8_t>{7, 7}));
    EXPECT_EQ(containment[0], Containment::inside);
    EXPECT_EQ(hits[0].entry, 3);
}

TEST(Radii, CutRaysAtTheSurface) {
    const auto batch = test::make_rounded<OrientedBox>({kPoint, kSegment, kCube, kCube}, {1, 0.5F, 0.25F, 0});
    std::vector<RayHit> hits(4);
    ASSERT_EQ(intersect(batch, Ray{{-4, 0, 0}, {2, 0, 0}}, hits), Status::ok);
    EXPECT_EQ(hits[0].entry, 1.5F);
    EXPECT_EQ(hits[0].exit, 2.5F);
    EXPECT_EQ(hits[1].entry, 0.75F);
    EXPECT_EQ(hits[1].exit, 3.25F);
    EXPECT_EQ(hits[2].entry, 1.375F);
    EXPECT_EQ(hits[2].exit, 2.625F);
    EXPECT_EQ(hits[3].entry, 1.5F);
    ASSERT_EQ(intersect(batch, Ray{{0, 0, 0}, {0, 0, 1}, 0.75F}, hits), Status::ok);
    for (const RayHit& hit : hits) EXPECT_EQ(hit.entry, 0);
    EXPECT_EQ(hits[0].exit, 0.75F) << "the ray ends in the ball";
    EXPECT_EQ(hits[1].exit, 0.5F);
    ASSERT_EQ(intersect(batch, Ray{{-4, 1.2F, 1.2F}, {1, 0, 0}}, hits), Status::ok);
    EXPECT_EQ(hits[2].entry, std::numeric_limits<float>::infinity()) << "past the round edge, in the box around it";
    EXPECT_EQ(hits[2].exit, -std::numeric_limits<float>::infinity());
}

TEST(Radii, DoNotDependOnLanesNeighborsAndThreads) {
    const auto scene = rounded_scene(test::make_test_scene(test::SceneKind::clustered, 1500, 5), 6);
    const auto batch = test::make_rounded(scene.boxes, scene.radii);
    test::Random random(8);
    std::vector<BoxPair> pairs;
    while (pairs.size() < 3000) {
        const std::uint32_t a = random.below(1500), b = random.below(1500);
        if (a != b) pairs.push_back({a, b});
    }
    const auto together = overlaps_of(batch, pairs);
    const auto distances = test::distances_of(batch, pairs);
    for (std::size_t k = 0; k < pairs.size(); k += 37) {
        EXPECT_EQ(overlaps_of(batch, {pairs[k]})[0], together[k]);
        EXPECT_EQ(overlaps_of(batch, {{pairs[k].second, pairs[k].first}})[0], together[k]);
        EXPECT_TRUE(test::same_bytes(test::distances_of(batch, {pairs[k]}), std::vector{distances[k]}));
    }
    test::RendezvousExecutor threads(4);
    EXPECT_EQ(overlaps_of(batch, pairs, {.execution = {.executor = &threads}}), together);
    Workspace workspace;
    PairResult one, many;
    ASSERT_EQ(find_overlaps(batch, workspace, one, {.execution = {.executor = &serial_executor()}}), Status::ok);
    const std::vector<BoxPair> serial = test::to_vector(one);
    ASSERT_EQ(find_overlaps(batch, workspace, many, {.execution = {.executor = &threads}}), Status::ok);
    EXPECT_EQ(test::to_vector(many), serial);
}

ContactManifold contact_of(const OrientedBox& a, float radius_a, const OrientedBox& b, float radius_b,
                           const ContactOptions& options = {}) {
    const auto batch = test::make_rounded<OrientedBox>({a, b}, {radius_a, radius_b});
    Workspace workspace;
    ContactResult result;
    EXPECT_EQ(collide(batch, workspace, result, {.contacts = options}), Status::ok);
    return result.manifolds.empty() ? ContactManifold{} : result.manifolds[0];
}

TEST(RadiusContacts, OfSpheresAreOnePointBetweenTheCenters) {
    const ContactManifold found = contact_of(kPoint, 1, at(kPoint, 0, 2.5F, 0), 2);
    ASSERT_EQ(found.point_count, 1U);
    EXPECT_EQ(found.normal, (Vec3{0, 1, 0}));
    EXPECT_EQ(found.points[0].separation, -0.5F);
    EXPECT_EQ(found.points[0].offset, (Vec3{0, 0.75F, 0})) << "between 0.5 and 1";
    EXPECT_EQ(contact_of(kPoint, 1, at(kPoint, 0, 3.01F, 0), 2).point_count, 0U);
    EXPECT_EQ(contact_of(kPoint, 1, at(kPoint, 0, 3.01F, 0), 2, {.speculative_distance = 0.1F}).point_count, 1U);
    const ContactManifold same = contact_of(kPoint, 1, kPoint, 2);
    ASSERT_EQ(same.point_count, 1U) << "the same center";
    EXPECT_EQ(same.points[0].separation, -3);
}

TEST(RadiusContacts, OfASphereOnABoxAreOnePoint) {
    const ContactManifold flat = contact_of(kCube, 0, at(kPoint, 0.3F, 0.2F, 1.9F), 1);
    ASSERT_EQ(flat.point_count, 1U);
    EXPECT_EQ(flat.normal, (Vec3{0, 0, 1}));
    EXPECT_NEAR(flat.points[0].separation, -0.1F, 1e-6);
    const ContactManifold corner = contact_of(kCube, 0, at(kPoint, 1.5F, 1.5F, 1.5F), 1);
    ASSERT_EQ(corner.point_count, 1U);
    EXPECT_NEAR(corner.normal.x, std::sqrt(1.0F / 3), 1e-6);
    EXPECT_EQ(corner.points[0].feature_id, flat.points[0].feature_id) << "ids do not change while a sphere rolls";
    EXPECT_EQ(contact_of(kCube, 0, at(kPoint, 1.6F, 1.6F, 1.6F), 1).point_count, 0U);
    const ContactManifold inside = contact_of(kCube, 0, at(kPoint, 0, 0, 0.8F), 1);
    ASSERT_EQ(inside.point_count, 1U) << "the center is in the box";
    EXPECT_NEAR(inside.points[0].separation, -1.2F, 1e-5);
    EXPECT_EQ(inside.normal, (Vec3{0, 0, 1}));
}

TEST(RadiusContacts, OfACapsuleOnItsSideAreTwoPoints) {
    OrientedBox ground = at(kCube, 0, 0, -1);
    ground.half_extents = {10, 10, 1};
    const ContactManifold lying = contact_of(ground, 0, at(kSegment, 1, 0, 0.4F), 0.5F);
    ASSERT_EQ(lying.point_count, 2U);
    for (int p = 0; p < 2; ++p) EXPECT_NEAR(lying.points[p].separation, -0.1F, 1e-6);
    EXPECT_NEAR(std::fabs(lying.points[0].offset.x - lying.points[1].offset.x), 4, 1e-5);
    EXPECT_NEAR(lying.points[0].offset.z, 1 - 0.05F, 1e-5) << "halfway between the surfaces";
    OrientedBox standing = at(kSegment, 0, 0, 2.4F);
    standing.rotation = {0, std::sqrt(0.5F), 0, std::sqrt(0.5F)};
    EXPECT_EQ(contact_of(ground, 0, standing, 0.5F).point_count, 1U);
}

TEST(RadiusContacts, OfRoundedBoxesOnEachOtherAreFourPoints) {
    const ContactManifold found = contact_of(kCube, 0.25F, at(kCube, 0.5F, 0.5F, 2.4F), 0.25F);
    ASSERT_EQ(found.point_count, 4U);
    EXPECT_EQ(found.normal, (Vec3{0, 0, 1}));
    for (const ContactPoint& point : found.points) EXPECT_NEAR(point.separation, -0.1F, 1e-6);
}

TEST(RadiusContacts, OfEdgesBesideEachOtherAreTheEndsOfTheirCommonPart) {
    const OrientedBox capsule{{0, 0, 0}, {0.5F, 0, 0}, kNone};
    const OrientedBox cube{{0, 0, 0}, {0.5F, 0.5F, 0.5F}, kNone};
    const auto expect_ends = [](const ContactManifold& found, float low, float high) {
        ASSERT_EQ(found.point_count, 2U);
        EXPECT_NEAR(found.points[0].offset.x, low, 1e-5);
        EXPECT_NEAR(found.points[1].offset.x, high, 1e-5);
        EXPECT_NE(found.points[0].feature_id, found.points[1].feature_id);
        EXPECT_NEAR(found.points[0].separation, found.points[1].separation, 1e-6);
    };
    expect_ends(contact_of(capsule, 0.1F, at(capsule, 0, 0.138F, 0.138F), 0.1F), -0.5F, 0.5F);
    expect_ends(contact_of(capsule, 0.1F, at(capsule, 0.7F, 0.195F, 1e-6F), 0.1F), 0.2F, 0.5F);
    expect_ends(contact_of(cube, 0, at(capsule, 0, 0.565F, 0.565F), 0.1F), -0.5F, 0.5F);
    expect_ends(contact_of(cube, 0.1F, at(cube, -0.3F, 1.13F, 1.13F), 0.1F), -0.5F, 0.2F);
    OrientedBox across = at(capsule, 0.1F, 0, 0.195F);
    across.rotation = {0, 0, std::sin(0.4F), std::cos(0.4F)};
    const ContactManifold crossed = contact_of(capsule, 0.1F, across, 0.1F);
    ASSERT_EQ(crossed.point_count, 1U) << "edges that cross";
    EXPECT_NEAR(crossed.points[0].offset.x, 0.1F, 1e-5);
    // One end is deeper. The other still counts, where it is in contact.
    OrientedBox tilted = at(capsule, 0, 0, 0.18F);
    tilted.rotation = {0, std::sin(0.01F), 0, std::cos(0.01F)};
    const ContactManifold found = contact_of(capsule, 0.1F, tilted, 0.1F);
    ASSERT_EQ(found.point_count, 2U);
    EXPECT_NEAR(found.points[1].separation, -0.03F, 1e-3);
    EXPECT_NEAR(found.points[0].separation, -0.01F, 1e-3);
}

/// Counts how often the points change while a body rests with noise: their number, or their places by more than 5 cm.
template <class Pose>
int changes_at_rest(const OrientedBox& ground, float radius_a, Pose&& pose, float radius_b) {
    int changes = 0;
    std::vector<float> last;
    for (int frame = 0; frame < 500; ++frame) {
        const ContactManifold found = contact_of(ground, radius_a, pose(), radius_b);
        EXPECT_NE(found.point_count, 0U);
        std::vector<float> places;
        for (std::uint32_t p = 0; p < found.point_count; ++p)
            places.push_back(found.points[p].offset.x + 10 * found.points[p].offset.z);
        std::sort(places.begin(), places.end());
        bool same = places.size() == last.size();
        for (std::size_t p = 0; same && p < places.size(); ++p) same = std::fabs(places[p] - last[p]) < 0.05F;
        changes += frame != 0 && !same;
        last = std::move(places);
    }
    return changes;
}

TEST(RadiusContacts, OfBodiesAtRestDoNotFlicker) {
    test::Random random(3);
    const auto noise = [&](float most) { return most * static_cast<float>(random.uniform(-1, 1)); };
    const OrientedBox capsule{{0, 0, 0}, {0.5F, 0, 0}, kNone};
    for (const float most : {1e-7F, 1e-5F, 1e-4F}) {
        const auto beside = [&] {
            OrientedBox made = at(capsule, noise(most), 0.138F + noise(most), 0.138F + noise(most));
            made.rotation = {noise(most), noise(most), noise(most), 1};
            return made;
        };
        EXPECT_EQ(changes_at_rest(capsule, 0.1F, beside, 0.1F), 0) << most;
    }
    const OrientedBox ground{{0, -1, 0}, {1, 1, 1}, kNone};
    for (const float most : {1e-4F, 1e-3F}) {
        // Partly beyond the edge of the ground. The noise is less than a tenth of the depth.
        const auto resting = [&](const Vec3& half, float height) {
            return [&, half, height] {
                OrientedBox made{{0.8F + noise(most), height + noise(most), 0.2F}, half, kNone};
                made.rotation = {noise(most), noise(most), noise(most), 1};
                return made;
            };
        };
        EXPECT_EQ(changes_at_rest(ground, 0, resting({0.3F, 0.3F, 0.3F}, 0.48F), 0.2F), 0) << most;
        EXPECT_EQ(changes_at_rest(ground, 0, resting({0.45F, 0.45F, 0.45F}, 0.48F), 0.05F), 0) << most;
        EXPECT_EQ(changes_at_rest(ground, 0, resting({0.5F, 0, 0}, 0.08F), 0.1F), 0) << most;
    }
}

// The distance from a large ground has errors of the ground's size. A part of it near the small box decides.
TEST(RadiusContacts, BesideTheEdgeOfALargeGroundAreThoseOfTheSmallBox) {
    OrientedBox rod{{0, 0, 1.5F}, {0.5F, 0, 0}, {-1, 2, -2, 3}};
    for (const float size : {16.0F, 1024.0F, 16384.0F, 65536.0F}) {
        rod.center.x = size;
        const ContactManifold found = contact_of({{0, 0, 0}, {size, size, 1}, kNone}, 0, rod, 0.5F);
        ASSERT_EQ(found.point_count, 1U) << size;
        EXPECT_NEAR(found.points[0].separation, -0.216721F, 2e-6) << size;
    }
}

// The points of no axis leave no axis to prefer, and a sphere keeps its id, inside of a box too.
TEST(RadiusContacts, OfASphereKeepTheirId) {
    test::Random random(9);
    std::uint32_t id = 0;
    for (int turn = 0; turn < 50; ++turn) {
        OrientedBox sphere = at(kPoint, 0.3F, 0.2F, turn % 2 == 0 ? 1.4F : 0.9F);
        sphere.rotation = test::random_rotation(random);
        const ContactManifold found = contact_of(kCube, 0, sphere, 0.5F);
        ASSERT_EQ(found.point_count, 1U);
        if (turn == 0) id = found.points[0].feature_id;
        EXPECT_EQ(found.points[0].feature_id, id);
    }
    EXPECT_EQ(feature_axis(id), kNoAxis);
}

TEST(RadiusContacts, AreThoseOfAnOpenBoundary) {
    const ContactOptions open{.boundary = Boundary::open};
    EXPECT_EQ(contact_of(kPoint, 1, at(kPoint, 2, 0, 0), 1, open).point_count, 0U);
    EXPECT_EQ(contact_of(kPoint, 1, at(kPoint, 2, 0, 0), 1).point_count, 1U);
    EXPECT_EQ(contact_of(kPoint, 0, at(kPoint, 0.5F, 0, 0), 1, open).point_count, 0U) << "no extent, no radius";
    EXPECT_EQ(contact_of(kPoint, 0.1F, at(kPoint, 0.5F, 0, 0), 1, open).point_count, 1U);
}

// The manifolds of collide() are those of its pairs, whatever the buffer.
TEST(RadiusContacts, OfASceneAreThoseOfItsPairs) {
    const auto scene = rounded_scene(test::make_test_scene(test::SceneKind::clustered, 600, 3), 4);
    const auto batch = test::make_rounded(scene.boxes, scene.radii);
    Workspace workspace;
    ContactResult result;
    ASSERT_EQ(collide(batch, workspace, result), Status::ok);
    ASSERT_GT(result.manifolds.size(), 100U);
    const std::vector<ContactManifold> found(result.manifolds.begin(), result.manifolds.end());
    std::vector<BoxPair> pairs;
    for (const ContactManifold& manifold : found) pairs.push_back(manifold.pair);
    Workspace other;
    PairResult candidates;
    ASSERT_EQ(find_pairs(batch, other, candidates), Status::ok);
    ASSERT_EQ(collide_pairs(batch, candidates.pairs, workspace, result), Status::ok);
    ASSERT_EQ(result.manifolds.size(), found.size());
    for (const ContactManifold& manifold : found) {
        const ContactManifold* const same = result.find(manifold.pair.first, manifold.pair.second);
        ASSERT_NE(same, nullptr);
        EXPECT_TRUE(test::same_bytes(std::vector{*same}, std::vector{manifold}));
    }
    std::vector<ContactManifold> buffer(found.size() - 1);
    ASSERT_EQ(collide(batch, workspace, result, {.buffer = {buffer.data(), buffer.size()}}), Status::capacity_exceeded);
    EXPECT_EQ(result.manifold_count, found.size());
    buffer.resize(found.size());
    ASSERT_EQ(collide(batch, workspace, result, {.buffer = {buffer.data(), buffer.size()}}), Status::ok);
    EXPECT_TRUE(test::same_bytes(buffer, found));
}

// A radius of zero changes no answer, to the bit.
TEST(Radii, OfZeroChangeNothing) {
    const auto boxes = test::make_test_scene(test::SceneKind::clustered, 800, 9);
    const auto plain = test::make_batch(boxes);
    const auto rounded = test::make_rounded(boxes, std::vector<float>(boxes.size(), 0));
    Workspace workspace;
    PairResult result;
    ASSERT_EQ(find_overlaps(plain, workspace, result), Status::ok);
    const auto wanted = test::to_vector(result);
    ASSERT_EQ(find_overlaps(rounded, workspace, result), Status::ok);
    EXPECT_EQ(test::to_vector(result), wanted);
    EXPECT_TRUE(test::same_bytes(test::distances_of(plain, wanted), test::distances_of(rounded, wanted)));
    std::vector<Aabb> bounds(boxes.size()), again(boxes.size());
    ASSERT_EQ(compute_aabbs(plain, bounds), Status::ok);
    ASSERT_EQ(compute_aabbs(rounded, again), Status::ok);
    EXPECT_TRUE(test::same_bytes(bounds, again));
    ContactResult contacts;
    ASSERT_EQ(collide(plain, workspace, contacts), Status::ok);
    const std::vector<ContactManifold> kept(contacts.manifolds.begin(), contacts.manifolds.end());
    ASSERT_EQ(collide(rounded, workspace, contacts), Status::ok);
    EXPECT_TRUE(test::same_bytes(std::vector(contacts.manifolds.begin(), contacts.manifolds.end()), kept));
}

}  // namespace
}  // namespace satori
