// Tests the axes that fit_box() chooses where several are possible, and the hulls from which it computes them.

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "fit/hull.hpp"
#include "fit/planar.hpp"
#include "support/fit_calls.hpp"
#include "support/point_sets.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using test::fitted;
using test::kFitMethods;

/// Returns points of regular rims about z, given as heights and radii. The points alternate between the rims.
std::vector<Vec3> rims(std::uint32_t count, const std::vector<std::pair<float, double>>& rims) {
    std::vector<Vec3> points;
    const std::size_t per_rim = count / rims.size();
    for (std::size_t i = 0; i < per_rim; ++i) {
        const double angle = 2 * test::kPi * static_cast<double>(i) / static_cast<double>(per_rim);
        for (const auto& [z, radius] : rims)
            points.push_back(
                {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle)), z});
    }
    return points;
}

TEST(FitHull, ManyPointsInAPlaneAreNotMerged) {
    // To merge all points into one facet would take time in proportion to the square of their number.
    std::vector<Vec3> cone = rims(20000, {{-1.0F, 1.0}});
    cone.push_back({0, 0, 1});
    const auto cylinder = rims(20000, {{-1.0F, 1.0}, {1.0F, 1.0}}), frustum = rims(20000, {{-1.0F, 1.0}, {1.0F, 0.3}});
    for (const auto& points : {cone, cylinder, frustum}) {
        std::vector<fit::Vector> wide;
        for (const Vec3& p : points) wide.push_back(geometry::widened(p));
        const fit::Hull hull = fit::convex_hull(wide);
        EXPECT_EQ(hull.merges, 0U);
        EXPECT_GT(hull.vertices.size(), points.size() * 9 / 10);
        EXPECT_EQ(hull.triangles.size(), 2 * hull.vertices.size() - 4) << "Euler: closed, of triangles";
    }
    EXPECT_NEAR(fitted(cylinder, FitMethod::minimal).report.volume, 8, 1e-3);
    EXPECT_NEAR(fitted(cone, FitMethod::hull).report.volume, 8, 1e-3);
}

TEST(FitHull, PointsInAPlaneHaveTheSameHullEachTime) {
    std::vector<fit::Vector> points;
    for (const Vec3& p : rims(2000, {{-1.0F, 1.0}, {1.0F, 1.0}})) points.push_back(geometry::widened(p));
    const fit::Hull hull = fit::convex_hull(points), again = fit::convex_hull(points);
    EXPECT_EQ(again.vertices, hull.vertices);
    EXPECT_EQ(again.triangles, hull.triangles);
}

TEST(FitHull, PlanesMayNotEncloseMoreThanThePoints) {
    // A hull leaves out points that lie behind all its planes.
    std::vector<fit::Vector> points;
    for (int x = -9; x <= 9; ++x)
        for (int y = -9; y <= 9; ++y)
            for (int z = -9; z <= 9; ++z) points.push_back({{x / 9.0, y / 9.0, z / 9.0}});
    const fit::Hull hull = fit::convex_hull(points);
    ASSERT_FALSE(hull.planes.empty());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double sign : {-1.0, 1.0}) {
            fit::Vector beyond;
            beyond[axis] = sign * (1 + 1e-15);
            bool seen = false;
            for (const fit::HullPlane& plane : hull.planes) seen = seen || dot(plane.normal, beyond) > plane.distance;
            EXPECT_TRUE(seen) << "axis " << axis;
        }
    }
}

TEST(FitHull, TheSamePointsManyTimesAreOne) {
    test::Random random(1);
    const auto set = test::make_point_set(test::PointSetKind::sphere, 200, random);
    std::vector<fit::Vector> once, often;
    for (const Vec3& p : set.points) once.push_back(geometry::widened(p));
    for (int i = 0; i < 6; ++i) often.insert(often.end(), once.begin(), once.end());
    const fit::Hull hull = fit::convex_hull(once), repeated = fit::convex_hull(often);
    EXPECT_EQ(hull.vertices.size(), 200U);
    EXPECT_EQ(repeated.vertices, hull.vertices);
    EXPECT_EQ(repeated.triangles, hull.triangles);
}

TEST(FitAxes, SetsAlikeInAllDirectionsKeepTheWorlds) {
    // Cubes of lattice points: their covariances are a multiple of the identity except for rounding, so solvers can
    // return any axes.
    for (const int edge : {2, 3, 5, 8}) {
        for (const float step : {1.0F, 0.1F, 0.3F}) {
            for (const float at : {0.0F, 0.1F, 3.7F, 1000.3F}) {
                std::vector<Vec3> points;
                const auto place = [&](int i) { return at + step * static_cast<float>(i); };
                for (int x = 0; x < edge; ++x)
                    for (int y = 0; y < edge; ++y)
                        for (int z = 0; z < edge; ++z) points.push_back({place(x), place(y), place(z)});
                const double side = double{place(edge - 1)} - place(0);
                for (const FitMethod method : {FitMethod::pca, FitMethod::hull}) {
                    const test::Fitted f = fitted(points, method);
                    EXPECT_EQ(f.box.rotation.w, 1)
                        << fit_method_name(method) << ", " << edge << " points along an edge";
                    EXPECT_NEAR(f.report.volume, side * side * side, 1e-3 * side * side * side);
                }
            }
        }
    }
}

TEST(FitAxes, LongerAxesMayHaveTheLesserVariance) {
    // Thousands of points on the diagonal of a rectangle in the plane y = 0, except for rounding errors in y, far from
    // the origin. The other two corners add less variance than y does, yet they define the plane.
    std::vector<Vec3> points{{999, 0, 1e-3F}, {1001, 0, -1e-3F}};
    for (int i = -2000; i <= 2000; ++i) {
        const float at = static_cast<float>(i) / 2000;
        points.push_back({1000 + at, i % 2 == 0 ? 0.9e-4F : -0.9e-4F, 1e-3F * at});
    }
    const test::Fitted f = fitted(points, FitMethod::minimal);
    EXPECT_EQ(f.report.shape, FitShape::planar);
    EXPECT_NEAR(f.report.volume, 8 * 1e-3 * 0.9e-4, 0.1 * 8 * 1e-3 * 0.9e-4);
}

// With rounding, points of an edge can be on both the lower and the upper half of a polygon. The halves then have more
// points than the input.
TEST(FitPolygon, PointsOnAnEdgeStayWithinTheRoom) {
    test::Random random(3);
    const fit::PlanePoint untouched{1e300, -1e300};
    std::uint64_t more_than_points = 0;
    for (int trial = 0; trial < 1000000; ++trial) {
        // Four points on a line and one next to it, turned.
        const double angle = random.uniform(0, 7), cos = std::cos(angle), sin = std::sin(angle);
        const auto number = [&](std::uint32_t most) { return static_cast<double>(random.below(2 * most)) - most; };
        const fit::PlanePoint from{number(100), number(100)}, step{number(10), number(10)};
        std::vector<fit::PlanePoint> points;
        for (int i = 0; i < 4; ++i) {
            const double at = number(20);
            points.push_back({from.x + at * step.x, from.y + at * step.y});
        }
        points.push_back({number(200), number(200)});
        for (fit::PlanePoint& point : points) point = {cos * point.x - sin * point.y, sin * point.x + cos * point.y};
        std::vector<fit::PlanePoint> polygon(fit::polygon_room(points.size()) + 1, untouched);
        const std::size_t count = fit::convex_polygon(points, polygon.data());
        ASSERT_LE(count, fit::polygon_room(points.size()));
        ASSERT_EQ(polygon.back().x, untouched.x) << "trial " << trial;
        more_than_points += polygon[points.size() + 1].x != untouched.x;
    }
    EXPECT_GT(more_than_points, 5U) << "the case is no longer met";
}

double area_of(const OrientedBox& flat) {
    const Vec3& half = flat.half_extents;
    return 4 * (double{half.x} * half.y + double{half.y} * half.z + double{half.z} * half.x);
}

// Triangles with points on an edge. For these points the code once wrote past the end of a list.
TEST(FitPolygon, TrianglesWithPointsOnAnEdge) {
    const std::vector<Vec3> sets[] = {
        {{-14, 13, 0}, {-22, 0, 0}, {-86, -104, 0}, {-142, -195, 0}, {-190, 90, 0}},
        {{-15, 12, 0}, {-13, 42, 0}, {-9, 102, 0}, {-1, 222, 0}, {-170, 160, 0}},
        {{-20, -2, 0}, {4, -2, 0}, {16, -2, 0}, {64, -2, 0}, {-60, 10, 0}},
        {{-13, -15, 0}, {2, 3, 0}, {27, 33, 0}, {57, 69, 0}, {-120, -60, 0}},
    };
    for (const std::vector<Vec3>& points : sets) {
        const test::Fitted hull = fitted(points, FitMethod::hull), minimal = fitted(points, FitMethod::minimal);
        EXPECT_EQ(minimal.report.shape, FitShape::planar);
        // Compares the areas of rectangles in the plane: the third extent is zero.
        EXPECT_LE(area_of(minimal.box), area_of(hull.box) * (1 + 1e-6));
        EXPECT_LT(area_of(minimal.box), 4 * 222 * 222);
    }
}

}  // namespace
}  // namespace satori
