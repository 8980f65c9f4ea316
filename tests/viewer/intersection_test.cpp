// Tests what two shapes both cover, against other algebra.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <satori/box_queries.hpp>
#include <satori/rect_pairs.hpp>
#include <satori/rotation.hpp>

#include "oracles/reference_rect.hpp"
#include "support/random.hpp"
#include "viewer/intersection.hpp"
#include "viewer/palette.hpp"
#include "viewer/rect_demo.hpp"

namespace satori::viewer {
namespace {

float number(test::Random& random, double low, double high) {
    return static_cast<float>(random.uniform(low, high));
}

OrientedRect random_rect(test::Random& random) {
    return {{number(random, -1, 1), number(random, -1, 1)},
            {number(random, 0.05, 1), number(random, 0.05, 1)},
            number(random, -3, 3)};
}

// How far a point is outside, in the rectangle's own axes.
double outside(const OrientedRect& rect, const Double3& point) {
    const double x = point[0] - rect.center.x, y = point[1] - rect.center.y;
    const double c = std::cos(static_cast<double>(rect.angle)), s = std::sin(static_cast<double>(rect.angle));
    return std::max(std::fabs(c * x + s * y) - rect.half_extents.x, std::fabs(c * y - s * x) - rect.half_extents.y);
}

// The corners of the common part are the corners of each that lie in the other, and the points where edges cross. They
// are sorted by their direction from the middle.
double oracle_area(const OrientedRect& a, const OrientedRect& b) {
    const std::array<Double3, 4> of_a = corners_of(a), of_b = corners_of(b);
    std::vector<Double3> found;
    for (const Double3& corner : of_a) {
        if (outside(b, corner) <= 0) found.push_back(corner);
    }
    for (const Double3& corner : of_b) {
        if (outside(a, corner) <= 0) found.push_back(corner);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 4; ++k) {
            const Double3 p = of_a[i], r = of_a[(i + 1) % 4] - p, q = of_b[k], s = of_b[(k + 1) % 4] - q;
            const double area = r[0] * s[1] - r[1] * s[0];
            const double t = ((q[0] - p[0]) * s[1] - (q[1] - p[1]) * s[0]) / area;
            const double u = ((q[0] - p[0]) * r[1] - (q[1] - p[1]) * r[0]) / area;
            if (t >= 0 && t <= 1 && u >= 0 && u <= 1) found.push_back(p + t * r);
        }
    }
    if (found.size() < 3) return 0;
    Double3 middle;
    for (const Double3& point : found) middle = middle + (1.0 / static_cast<double>(found.size())) * point;
    const auto angle = [&](const Double3& point) { return std::atan2(point[1] - middle[1], point[0] - middle[0]); };
    std::sort(found.begin(), found.end(), [&](const Double3& l, const Double3& r) { return angle(l) < angle(r); });
    double twice = 0;
    for (std::size_t k = 0; k < found.size(); ++k) {
        const Double3 &from = found[k], &to = found[(k + 1) % found.size()];
        twice += from[0] * to[1] - from[1] * to[0];
    }
    return 0.5 * twice;
}

TEST(Intersection, RectanglesHaveTheAreaOfTheOracle) {
    test::Random random(5);
    int empty = 0, eight = 0;
    for (int round = 0; round < 20000; ++round) {
        const OrientedRect a = random_rect(random), b = random_rect(random);
        const std::vector<Double3> common = intersection_of(a, b);
        for (const Double3& corner : common) ASSERT_LT(std::max(outside(a, corner), outside(b, corner)), 1e-6);
        ASSERT_NEAR(area_of(common), oracle_area(a, b), 2e-6);
        if (std::fabs(reference_separation(a, b).separation) > 1e-6) {
            bool overlap = false;
            ASSERT_EQ(overlaps(a, b, overlap), Status::ok);
            ASSERT_EQ(common.size() >= 3, overlap);
        }
        empty += common.empty();
        eight += common.size() == 8;
    }
    EXPECT_GT(empty, 1000);
    EXPECT_GT(eight, 10);
}

TEST(Intersection, RectanglesByHand) {
    const OrientedRect square{{0, 0}, {1, 1}, 0};
    EXPECT_NEAR(area_of(intersection_of(square, square)), 4, 1e-6);
    EXPECT_NEAR(area_of(intersection_of(square, {{1.5F, 0}, {1, 3}, 0})), 1, 1e-6);
    EXPECT_NEAR(area_of(intersection_of(square, {{0, 0}, {0.25F, 0.5F}, 1})), 0.5, 1e-6);
    // A square turned by 45 degrees in the same circle: a regular octagon.
    const float root = std::sqrt(2.0F);
    EXPECT_NEAR(area_of(intersection_of(square, {{0, 0}, {1, 1}, std::numbers::pi_v<float> / 4})),
                8 * (static_cast<double>(root) - 1), 1e-5);
    EXPECT_LT(intersection_of(square, {{3, 0}, {1, 1}, 0}).size(), 3U);
}

// The volume within the faces is that of a grid of points in both boxes.
TEST(Intersection, BoxesHaveTheVolumeOfTheirCommonPoints) {
    test::Random random(9);
    int met = 0;
    for (int round = 0; round < 40; ++round) {
        OrientedBox boxes[2];
        for (OrientedBox& box : boxes) {
            box.center = {number(random, -0.5, 0.5), number(random, -0.5, 0.5), number(random, -0.5, 0.5)};
            box.half_extents = {number(random, 0.3, 1), number(random, 0.3, 1), number(random, 0.3, 1)};
            box.rotation = {number(random, -1, 1), number(random, -1, 1), number(random, -1, 1), 1};
        }
        const std::vector<std::vector<Double3>> faces = intersection_of(boxes[0], boxes[1]);
        if (faces.empty()) continue;
        ++met;
        // Of a convex body: pyramids from a point within to each face.
        Double3 inside;
        std::size_t corners = 0;
        for (const std::vector<Double3>& face : faces) {
            for (const Double3& corner : face) inside = inside + corner;
            corners += face.size();
        }
        inside = (1.0 / static_cast<double>(corners)) * inside;
        double volume = 0;
        for (const std::vector<Double3>& face : faces) {
            Double3 normal;
            for (std::size_t k = 2; k < face.size(); ++k)
                normal = normal + geometry::cross(face[k - 1] - face[0], face[k] - face[0]);
            volume += std::fabs(geometry::dot(normal, face[0] - inside)) / 6;
        }
        constexpr int kSteps = 40;
        constexpr double kReach = 2.3, kStep = 2 * kReach / kSteps;
        double counted = 0;
        for (int point = 0; point < kSteps * kSteps * kSteps; ++point) {
            const auto place = [&](int k) { return static_cast<float>(-kReach + (k + 0.5) * kStep); };
            const Vec3 at{place(point % kSteps), place(point / kSteps % kSteps), place(point / kSteps / kSteps)};
            bool in_first = false, in_second = false;
            ASSERT_EQ(contains(boxes[0], at, in_first), Status::ok);
            ASSERT_EQ(contains(boxes[1], at, in_second), Status::ok);
            if (in_first && in_second) counted += kStep * kStep * kStep;
        }
        EXPECT_NEAR(volume, counted, 0.1 * counted + 0.02) << round;
    }
    EXPECT_GT(met, 20);
}

TEST(Intersection, TheDemoShowsItWhereTheyOverlap) {
    RectDemo demo;
    Picture picture;
    demo.paint(picture);
    EXPECT_TRUE(picture.faces.empty());
    for (int step = 0; step < 8; ++step) demo.press('a');
    ASSERT_TRUE(demo.answer().overlap);
    picture.clear();
    demo.paint(picture);
    ASSERT_EQ(picture.faces.size(), 1U);
    EXPECT_EQ(picture.faces[0].color, kCommon);
    EXPECT_NEAR(area_of(picture.faces[0].corners), oracle_area(demo.rects()[0], demo.rects()[1]), 1e-6);
}

}  // namespace
}  // namespace satori::viewer
