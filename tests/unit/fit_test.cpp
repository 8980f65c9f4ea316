#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "support/fit_calls.hpp"
#include "support/point_sets.hpp"

namespace satori {
namespace {

using test::Fitted;
using test::fitted;
using test::kFitMethods;

std::vector<Vec3> cube_corners(float half) {
    std::vector<Vec3> corners;
    for (const float x : {-half, half})
        for (const float y : {-half, half})
            for (const float z : {-half, half}) corners.push_back({x, y, z});
    return corners;
}

void expect_identity(const Quat& q) {
    EXPECT_EQ(q.x, 0);
    EXPECT_EQ(q.y, 0);
    EXPECT_EQ(q.z, 0);
    EXPECT_EQ(q.w, 1);
}

TEST(Fit, NamesAreDistinct) {
    std::set<std::string> names;
    for (const FitMethod method : kFitMethods) names.insert(fit_method_name(method));
    for (std::uint32_t shape = 0; shape < 4; ++shape) names.insert(fit_shape_name(static_cast<FitShape>(shape)));
    EXPECT_EQ(names.size(), 7U);
    EXPECT_STREQ(fit_method_name(static_cast<FitMethod>(99)), "unknown");
    EXPECT_STREQ(fit_shape_name(static_cast<FitShape>(99)), "unknown");
}

TEST(ExactContainment, SeesASingleFloatStep) {
    const float beyond = std::nextafter(1.0F, 2.0F);
    // A 3-4-5 triangle: the axes of this rotation about z are (-7, 24) / 25 and (-24, -7) / 25.
    const OrientedBox turned{{10, 0, 0}, {25, 25, 1}, {0, 0, 4, 3}};
    EXPECT_TRUE(test::contains_exactly({{}, {1, 1, 1}, {}}, {1, -1, 1}));
    EXPECT_FALSE(test::contains_exactly({{}, {1, 1, 1}, {}}, {1, -1, beyond}));
    EXPECT_FALSE(test::contains_exactly({{}, {1, 1, 1}, {}}, {-beyond, 0, 0}));
    EXPECT_TRUE(test::contains_exactly({{}, {0, 0, 0}, {0, 0, 0.6F, 0.8F}}, {0, 0, 0}));
    EXPECT_FALSE(test::contains_exactly({{}, {0, 0, 0}, {0, 0, 0.6F, 0.8F}}, {0, 1e-30F, 0}));
    EXPECT_TRUE(test::contains_exactly(turned, {3, 24, 1})) << "on a face";
    EXPECT_FALSE(test::contains_exactly(turned, {3, std::nextafter(24.0F, 25.0F), 1}));
    EXPECT_FALSE(test::contains_exactly(turned, {std::nextafter(3.0F, 0.0F), 24, 1}));
    EXPECT_TRUE(test::contains_exactly(turned, {std::nextafter(3.0F, 4.0F), 24, 1}));
}

TEST(Fit, AnAlignedCubeIsItsOwnBox) {
    for (const FitMethod method : kFitMethods) {
        const Fitted f = fitted(cube_corners(1), method);
        expect_identity(f.box.rotation);
        EXPECT_EQ(f.report.shape, FitShape::solid);
        EXPECT_EQ(f.report.method, method);
        EXPECT_EQ(f.report.volume, 8) << "exact: nothing needs rounding";
        EXPECT_EQ(f.report.hull_vertex_count, method == FitMethod::pca ? 0U : 8U);
    }
}

TEST(Fit, OnePoint) {
    for (const FitMethod method : kFitMethods) {
        for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{5000}}) {
            const Fitted f = fitted(std::vector<Vec3>(count, {1.1F, -2e7F, 3e-20F}), method);
            EXPECT_EQ(f.report.shape, FitShape::point);
            EXPECT_EQ(f.box.center.x, 1.1F);
            EXPECT_EQ(f.box.center.y, -2e7F);
            EXPECT_EQ(f.box.center.z, 3e-20F);
            for (const float half : {f.box.half_extents.x, f.box.half_extents.y, f.box.half_extents.z})
                EXPECT_EQ(half, 0);
            expect_identity(f.box.rotation);
        }
    }
}

TEST(Fit, OneRowWithStrideZero) {
    const float row[3] = {1, 2, 3};
    OrientedBox box;
    ASSERT_EQ(fit_box(point_rows(row, 1000, 0), FitMethod::minimal, box), Status::ok);
    EXPECT_EQ(box.center.z, 3);
    EXPECT_EQ(box.half_extents.x, 0);
}

TEST(Fit, Lines) {
    test::Random random(1);
    for (const FitMethod method : kFitMethods) {
        for (const std::uint32_t count : {2U, 3U, 100U, 32000U}) {
            std::vector<Vec3> points;
            const auto add = [&](double t) {
                points.push_back(
                    {static_cast<float>(1 + 2 * t), static_cast<float>(3 * t), static_cast<float>(-6 * t)});
            };
            add(-1);
            add(1);
            while (points.size() < count) add(random.uniform(-1, 1));
            const Fitted f = fitted(points, method);
            EXPECT_EQ(f.report.shape, FitShape::collinear);
            const Vec3& h = f.box.half_extents;
            EXPECT_NEAR(std::max({h.x, h.y, h.z}), 7, 1e-5);
            EXPECT_LT(h.x + h.y + h.z, 7.00001);
        }
    }
    const Fitted aligned = fitted({{0, 0, 0}, {4, 0, 0}, {1, 0, 0}}, FitMethod::minimal);
    EXPECT_EQ(aligned.box.half_extents.x, 2);
    EXPECT_EQ(aligned.box.half_extents.y, 0);
    EXPECT_EQ(aligned.box.half_extents.z, 0);
}

// A rectangle of 6 * 2 in the plane z = 0, turned by atan(3/4). A crowd of points in one of its corners misleads the
// principal axes.
std::vector<Vec3> turned_rectangle(std::uint32_t crowd, double z_of_x, test::Random& random) {
    std::vector<Vec3> points;
    const auto add = [&](double u, double v) {
        const double x = 0.8 * u - 0.6 * v, y = 0.6 * u + 0.8 * v;
        points.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z_of_x * x)});
    };
    for (const double u : {-3.0, 3.0})
        for (const double v : {-1.0, 1.0}) add(u, v);
    for (std::uint32_t i = 0; i < crowd; ++i) add(random.uniform(-3, 3), -1 + 2 * std::pow(random.unit(), 3));
    return points;
}

TEST(Fit, Planes) {
    test::Random random(2);
    for (const std::uint32_t crowd : {0U, 500U, 32000U}) {
        const auto points = turned_rectangle(crowd, 0, random);
        for (const FitMethod method : kFitMethods) {
            const Fitted f = fitted(points, method);
            EXPECT_EQ(f.report.shape, FitShape::planar);
            EXPECT_EQ(f.box.half_extents.z, 0) << "exactly flat";
            EXPECT_TRUE(f.report.exact_hull);
            if (method != FitMethod::pca) {
                EXPECT_NEAR(f.box.half_extents.x * f.box.half_extents.y, 3, 1e-5);
                EXPECT_NEAR(std::fabs(f.box.rotation.z), std::sin(std::atan2(0.6, 0.8) / 2), 1e-6);
            }
        }
        // Tilted: flat except for the rounding of the points.
        const auto tilted = turned_rectangle(crowd, 0.37, random);
        for (const FitMethod method : kFitMethods) {
            const Fitted f = fitted(tilted, method);
            EXPECT_EQ(f.report.shape, FitShape::planar);
            const Vec3& h = f.box.half_extents;
            EXPECT_LT(std::min({h.x, h.y, h.z}), 2e-6);
        }
    }
    const Fitted triangle = fitted({{0, 0, 0}, {4, 0, 0}, {0, 3, 0}}, FitMethod::minimal);
    EXPECT_EQ(triangle.report.shape, FitShape::planar);
    EXPECT_NEAR(triangle.box.half_extents.x * triangle.box.half_extents.y, 3, 1e-5);
}

TEST(Fit, ARoundDiskOfManyPoints) {
    std::vector<Vec3> points;
    for (int i = 0; i < 32000; ++i) {
        const double angle = 2 * test::kPi * i / 32000;
        points.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 5});
    }
    for (const FitMethod method : kFitMethods) {
        const Fitted f = fitted(points, method);
        EXPECT_EQ(f.report.shape, FitShape::planar);
        EXPECT_EQ(f.report.exact_hull, method == FitMethod::pca) << "all points are on it";
        EXPECT_LT(f.box.half_extents.x * f.box.half_extents.y, 1.001);
    }
}

TEST(Fit, FarFromTheOrigin) {
    test::Random random(3);
    for (const float offset : {1e4F, 1e6F, 9e7F}) {
        std::vector<Vec3> points;
        for (int i = 0; i < 3000; ++i) {
            const auto near = [&] { return static_cast<float>(double{offset} + random.uniform(-1000, 1000)); };
            points.push_back({near(), -near(), near()});
        }
        for (const FitMethod method : kFitMethods) {
            const Fitted f = fitted(points, method);
            EXPECT_EQ(f.report.shape, FitShape::solid);
            EXPECT_LT(f.report.volume, 8 * std::pow(1000 * std::sqrt(3.0), 3));
        }
    }
}

TEST(Fit, WhatNoLegalBoxLiesAlongGetsTheAlignedOne) {
    constexpr float kFar = 1e8F;
    for (const FitMethod method : kFitMethods) {
        const Fitted f = fitted({{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}, {0, 0, 0}}, method);
        EXPECT_TRUE(f.report.axis_aligned_instead);
        expect_identity(f.box.rotation);
        EXPECT_EQ(f.box.half_extents.x, kFar);
        const Fitted cube = fitted(cube_corners(kFar), method);
        EXPECT_EQ(cube.box.half_extents.z, kFar);
    }
}

TEST(Fit, TinySetsGetTheLeastLegalExtents) {
    for (const float size : {1e-9F, 1e-30F, 1e-44F}) {
        for (const FitMethod method : kFitMethods) {
            const Fitted f = fitted(cube_corners(size), method);
            EXPECT_EQ(f.report.shape, FitShape::solid);
            EXPECT_EQ(f.box.half_extents.x, kMinHalfExtent);
        }
    }
}

TEST(Fit, ThinPlatesAndNeedlesStaySolid) {
    test::Random random(4);
    for (const double thickness : {1e-2, 1e-4, 1e-5}) {
        std::vector<Vec3> plate, needle;
        for (int i = 0; i < 2000; ++i) {
            const auto wide = [&] { return static_cast<float>(random.uniform(-1, 1)); };
            const auto thin = [&] { return static_cast<float>(thickness * random.uniform(-1, 1)); };
            plate.push_back({wide(), 0.5F * wide(), thin()});
            needle.push_back({thin(), wide(), 0.5F * thin()});
        }
        for (const FitMethod method : kFitMethods) {
            // Rounding of the rotation adds a part of the least thickness.
            const double slack = method == FitMethod::minimal ? 1.03 : 1.5;
            EXPECT_LT(fitted(plate, method).report.volume, 4 * thickness * slack);
            EXPECT_LT(fitted(needle, method).report.volume, 4 * thickness * thickness * slack);
            EXPECT_EQ(fitted(needle, method).report.shape, FitShape::solid);
        }
    }
}

TEST(Fit, RowsWithinLargerOnes) {
    test::Random random(5);
    const auto set = test::make_point_set(test::PointSetKind::uneven_box, 300, random);
    std::vector<float> rows;
    for (const Vec3& p : set.points) rows.insert(rows.end(), {NAN, p.x, p.y, p.z, NAN});
    for (const FitMethod method : kFitMethods) {
        OrientedBox box;
        ASSERT_EQ(fit_box(point_rows(rows.data() + 1, set.points.size(), 20), method, box), Status::ok);
        EXPECT_TRUE(test::same_bytes<OrientedBox>({box}, {fitted(set.points, method).box}));
        // The same rows from the last to the first.
        const float* const last = rows.data() + rows.size() - 4;
        ASSERT_EQ(fit_box(point_rows(last, set.points.size(), -20), method, box), Status::ok);
        EXPECT_NEAR(test::box_volume(box), fitted(set.points, method).report.volume, 1e-3 * test::box_volume(box));
    }
}

}  // namespace
}  // namespace satori
