// Boxes of points, lines and planes: exact containment. Compares least areas with those along every direction from one
// point to another.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "oracles/double_quat.hpp"
#include "support/fit_calls.hpp"
#include "support/pair_regimes.hpp"

namespace satori {
namespace {

using test::fitted;
using test::kFitMethods;

/// Returns points a + s b + t c, with s and t random from -1 to 1. b and c have any lengths; c is often zero.
std::vector<Vec3> flat_points(test::Random& random) {
    const auto vector = [&](double size) {
        return reference::Point{size * random.uniform(-1, 1), size * random.uniform(-1, 1),
                                size * random.uniform(-1, 1)};
    };
    const double size = random.log_uniform(1e-3, 1e3);
    const reference::Point a = vector(random.coin() ? 0 : size * random.log_uniform(1, 100)), b = vector(size);
    const reference::Point c = vector(random.coin() ? 0 : size);
    std::vector<Vec3> points;
    const std::uint32_t count = random.coin() ? 1 + random.below(4) : 5 + random.below(20);
    while (points.size() < count) {
        const double s = random.uniform(-1, 1), t = random.uniform(-1, 1);
        const auto at = [&](std::size_t k) { return static_cast<float>(a[k] + s * b[k] + t * c[k]); };
        points.push_back({at(0), at(1), at(2)});
    }
    return points;
}

TEST(FitFlat, ContainsEveryPointExactly) {
    // Rounding can lose as much as these half extents. fitted() checks each point.
    test::Random random(1);
    std::array<int, 4> shapes{};
    for (int i = 0; i < 12000; ++i) {
        const std::vector<Vec3> points = flat_points(random);
        const FitMethod method = kFitMethods[random.below(3)];
        ++shapes[static_cast<std::size_t>(fitted(points, method).report.shape)];
    }
    for (const FitShape shape : {FitShape::point, FitShape::collinear, FitShape::planar})
        EXPECT_GT(shapes[static_cast<std::size_t>(shape)], 100) << fit_shape_name(shape);
    EXPECT_EQ(shapes[static_cast<std::size_t>(FitShape::solid)], 0) << "flat but for rounding";
}

/// Returns the least area of a rectangle around points of a plane z = constant. The rectangle has a side parallel to a
/// line through two of the points. The minimum has a side on an edge of their hull.
double least_area(const std::vector<Vec3>& points) {
    double least = INFINITY;
    for (const Vec3& from : points) {
        for (const Vec3& to : points) {
            const double x = double{to.x} - from.x, y = double{to.y} - from.y;
            const double size = std::sqrt(x * x + y * y);
            if (!(size > 0)) continue;
            double along_least = INFINITY, along_most = -INFINITY, across_least = INFINITY, across_most = -INFINITY;
            for (const Vec3& p : points) {
                const double along = (p.x * x + p.y * y) / size, across = (p.y * x - p.x * y) / size;
                along_least = std::min(along_least, along);
                along_most = std::max(along_most, along);
                across_least = std::min(across_least, across);
                across_most = std::max(across_most, across);
            }
            least = std::min(least, (along_most - along_least) * (across_most - across_least));
        }
    }
    return least;
}

TEST(FitFlat, LeastAreaOfAllDirectionsBetweenTwoPoints) {
    test::Random random(2);
    int planar = 0;
    double hull_over_least = 0;
    for (int i = 0; i < 1500; ++i) {
        const bool lattice = random.coin();
        const double width = random.uniform(0.05, 1);
        std::vector<Vec3> points(3 + random.below(28));
        for (Vec3& p : points) {
            const auto whole = [&] { return static_cast<float>(random.below(7)) - 3; };
            p = lattice ? Vec3{whole(), whole(), 1}
                        : Vec3{static_cast<float>(random.uniform(-3, 3)),
                               static_cast<float>(width * random.uniform(-3, 3)), 1};
        }
        const test::Fitted minimal = fitted(points, FitMethod::minimal);
        if (minimal.report.shape != FitShape::planar) continue;
        ++planar;
        const double least = least_area(points);
        const auto area = [](const OrientedBox& box) { return 4.0 * box.half_extents.x * box.half_extents.y; };
        EXPECT_EQ(minimal.box.half_extents.z, 0);
        EXPECT_LE(area(minimal.box), (1 + 1e-5) * least) << points.size() << " points";
        EXPECT_GE(area(minimal.box), (1 - 1e-5) * least) << points.size() << " points";
        hull_over_least = std::max(hull_over_least, area(fitted(points, FitMethod::hull).box) / least);
    }
    EXPECT_GT(planar, 1400);
    EXPECT_GT(hull_over_least, 1.5) << "principal axes are another method";
}

TEST(FitFlat, HullMethodTakesThePrincipalAxesOfTheArea) {
    // A triangle's area has the same principal axes as its corners: its covariance is a quarter of theirs.
    test::Random random(3);
    for (int i = 0; i < 100; ++i) {
        std::vector<Vec3> points{{0, 0, 2}, {4, 0, 2}, {static_cast<float>(random.uniform(0, 1)), 2, 2}};
        const test::Fitted corners = fitted(points, FitMethod::pca);
        for (int k = 0; k < 50; ++k) {
            const auto t = static_cast<float>(0.1 * random.unit()), s = static_cast<float>(random.unit());
            points.push_back({3 + 0.25F * s, 0.5F * t, 2});
        }
        const test::Fitted hull = fitted(points, FitMethod::hull);
        EXPECT_EQ(hull.report.hull_vertex_count, 3U);
        EXPECT_NEAR(hull.box.rotation.z, corners.box.rotation.z, 1e-6);
        EXPECT_GT(std::fabs(hull.box.rotation.z), 1e-3) << "no side of the triangle";
        EXPECT_GT(std::fabs(fitted(points, FitMethod::pca).box.rotation.z - hull.box.rotation.z), 1e-3);
    }
}

}  // namespace
}  // namespace satori
