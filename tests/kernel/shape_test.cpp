// Tests that a box's answer about a shape, and a point's about a box, depends on neither the instruction set, lane,
// batch size, nor neighbors, and equals the answer of a single call.

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/shape_calls.hpp"
#include "support/shape_regimes.hpp"

namespace satori {
namespace {

constexpr std::size_t kMost = 67, kOffsets = 5;

/// Returns what shape_answers() returns, from calls for one box each.
std::vector<std::uint8_t> single_answers(const std::vector<OrientedBox>& boxes, const test::AnyShape& shape) {
    std::vector<std::uint8_t> answers;
    for (const OrientedBox& box : boxes) {
        bool overlap = false;
        EXPECT_EQ(overlaps(box, test::ref(shape), overlap), Status::ok);
        answers.push_back(overlap ? 1 : 0);
    }
    const auto append = [&](const auto& row) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(&row);
        answers.insert(answers.end(), bytes, bytes + sizeof row);
    };
    for (const OrientedBox& box : boxes) {
        Containment containment = Containment::outside;
        EXPECT_EQ(classify(box, test::ref(shape), containment), Status::ok);
        append(containment);
    }
    for (const OrientedBox& box : boxes) {
        if (const auto* point = std::get_if<Vec3>(&shape)) {
            ClosestPoint closest;
            bool inside = false;
            EXPECT_EQ(closest_point(box, *point, closest), Status::ok);
            EXPECT_EQ(contains(box, *point, inside), Status::ok);
            EXPECT_EQ(inside, closest.signed_distance <= 0);
            append(closest);
        }
        if (const auto* ray = std::get_if<Ray>(&shape)) {
            RayHit hit;
            EXPECT_EQ(intersect(box, *ray, hit), Status::ok);
            append(hit);
        }
    }
    return answers;
}

class ShapeKernel : public test::IsaTest {};

TEST_P(ShapeKernel, EveryBatchSizeAndOffsetGivesTheSingleAnswers) {
    test::Random random(1);
    for (const ShapeKind kind : test::kShapeKinds) {
        SCOPED_TRACE(test::shape_kind_name(kind));
        const auto made = test::make_shape_case(kind, test::ShapeRegime::touching, kMost + kOffsets, random);
        for (std::size_t size = 1; size <= kMost; ++size) {
            const std::size_t first = size % (kOffsets + 1);  // moves every box through the lanes
            const std::vector<OrientedBox> part(made.boxes.begin() + static_cast<std::ptrdiff_t>(first),
                                                made.boxes.begin() + static_cast<std::ptrdiff_t>(first + size));
            ASSERT_EQ(test::shape_answers(test::make_batch(part, execution()), made.shape, execution()),
                      single_answers(part, made.shape))
                << size << " boxes from " << first;
        }
    }
}

TEST_P(ShapeKernel, EqualsTheScalarSetInEveryRegime) {
    const Execution scalar{Isa::scalar, &serial_executor()};
    test::Random random(2);
    int invalid = 0;
    for (const test::ShapeRegime regime : test::kShapeRegimes) {
        SCOPED_TRACE(test::shape_regime_name(regime));
        for (const ShapeKind kind : test::kShapeKinds) {
            SCOPED_TRACE(test::shape_kind_name(kind));
            for (int s = 0; s < 4; ++s) {
                const auto made = test::make_shape_case(kind, regime, kMost, random);
                const BoxBatch batch = test::make_batch(made.boxes, execution());
                bool overlap = false;
                const Status status = overlaps(made.boxes[0], test::ref(made.shape), overlap);
                // Rounded planes of a frustum far from the origin may cross.
                if (kind == ShapeKind::frustum && status == Status::invalid_shape) {
                    ++invalid;
                    continue;
                }
                ASSERT_EQ(status, Status::ok);
                ASSERT_EQ(test::shape_answers(batch, made.shape, execution()),
                          test::shape_answers(batch, made.shape, scalar));
            }
        }
    }
    EXPECT_LE(invalid, 4) << "of 32 frusta";
}

TEST_P(ShapeKernel, EveryCountAndLayoutOfPointsGivesTheSingleAnswers) {
    test::Random random(4);
    const OrientedBox box = test::random_box(random, 0.5, 2, 10);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < 300; ++i) {
        const auto near = [&](float c) { return static_cast<float>(static_cast<double>(c) + random.uniform(-2, 2)); };
        points.push_back({near(box.center.x), near(box.center.y), near(box.center.z)});
    }
    std::vector<std::uint8_t> inside;
    std::vector<ClosestPoint> closest;
    for (const Vec3& point : points) {
        bool contained = false;
        ClosestPoint nearest;
        ASSERT_EQ(contains(box, point, contained), Status::ok);
        ASSERT_EQ(closest_point(box, point, nearest), Status::ok);
        inside.push_back(contained ? 1 : 0);
        closest.push_back(nearest);
    }
    std::vector<float> wide, backwards;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3 &p = points[i], &q = points[points.size() - 1 - i];
        wide.insert(wide.end(), {p.x, p.y, p.z, -1, -2});
        backwards.insert(backwards.end(), {q.x, q.y, q.z});
    }
    std::vector<std::size_t> counts;
    for (std::size_t count = 0; count <= kMost; ++count) counts.push_back(count);
    counts.push_back(255);
    counts.push_back(257);
    counts.push_back(300);
    for (const std::size_t count : counts) {
        const auto end = static_cast<std::ptrdiff_t>(count);
        const std::vector<std::uint8_t> expected_inside(inside.begin(), inside.begin() + end);
        const std::vector<ClosestPoint> expected_closest(closest.begin(), closest.begin() + end);
        const PointRows views[] = {point_rows(std::span(points).first(count)), point_rows(wide.data(), count, 20),
                                   point_rows(backwards.data() + 3 * (points.size() - 1), count, -12)};
        for (const PointRows& view : views) {
            std::vector<std::uint8_t> got(count, 9);
            std::vector<ClosestPoint> nearest(count);
            ASSERT_EQ(contains_points(box, view, got, execution()), Status::ok);
            ASSERT_EQ(closest_points(box, view, nearest, execution()), Status::ok);
            ASSERT_EQ(got, expected_inside) << count << " points, stride " << view.stride;
            ASSERT_TRUE(test::same_bytes(nearest, expected_closest)) << count << " points, stride " << view.stride;
        }
    }
}

TEST_P(ShapeKernel, NeighboursThatNoAnswerStopsEarlyForDoNotMatter) {
    // Faces alone decide some boxes, other boxes need edges. A box's answer is the same alone and beside other boxes.
    test::Random random(5);
    const Frustum frustum = test::perspective({0, 0, 0}, {}, 0.7, 0.5, 0.5, 20);
    std::vector<OrientedBox> boxes;
    for (int i = 0; i < 64; ++i) boxes.push_back(test::random_box(random, 0.2, 4, 20));
    for (std::size_t k = 0; k < boxes.size(); k += 3) boxes[k].center = {0, 0, 10};   // inside
    for (std::size_t k = 1; k < boxes.size(); k += 5) boxes[k].center = {0, 0, -90};  // behind
    ASSERT_EQ(test::shape_answers(test::make_batch(boxes, execution()), frustum, execution()),
              single_answers(boxes, frustum));
}

// The square of such a small distance does not fit in a float.
TEST_P(ShapeKernel, OutsideByAHairIsNotOnTheBoundary) {
    const BoxBatch points = test::make_batch(std::vector<OrientedBox>(kMost, {{0, 0, 0}, {0, 0, 0}, {}}), execution());
    for (const float distance : {1e-18F, 1e-20F, 1e-23F, 1e-30F, 1e-38F, 1e-45F}) {
        const Vec3 at{0, distance, 0};
        std::vector<ClosestPoint> closest(kMost);
        std::vector<std::uint8_t> inside(kMost, 7);
        ASSERT_EQ(closest_points(points, at, closest, execution()), Status::ok);
        ASSERT_EQ(test_boxes(points, at, inside, execution()), Status::ok);
        for (std::size_t i = 0; i < kMost; ++i) {
            EXPECT_EQ(inside[i], 0) << distance;
            EXPECT_GT(closest[i].signed_distance, 0) << distance;
            EXPECT_EQ(closest[i].point.y, 0);
        }
    }
}

SATORI_FOR_EACH_ISA(ShapeKernel);

}  // namespace
}  // namespace satori
