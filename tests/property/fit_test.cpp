// Boxes of point sets: exact containment. Compares covariances and least volumes with oracles that use other algebra,
// and the methods with each other.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "oracles/fit_twin.hpp"
#include "support/fit_calls.hpp"
#include "support/point_sets.hpp"

namespace satori {
namespace {

using test::fitted;
using test::kFitMethods;
using test::PointSet;
using test::PointSetKind;

TEST(FitTwin, KnowsACube) {
    test::Random random(1);
    for (const PointSetKind kind : {PointSetKind::box_corners, PointSetKind::tetrahedron}) {
        const PointSet set = test::make_point_set(kind, 0, random);
        EXPECT_NEAR(test::least_volume_twin(set.points, 1), set.known_volume, 2e-3 * set.known_volume);
    }
}

TEST(FitOracle, MinimalIsNearTheLeastThatAnySearchFinds) {
    test::Random random(2);
    double worst = 0;
    for (const PointSetKind kind : test::kPointSetKinds) {
        for (const std::uint32_t count : {6U, 12U, 40U}) {
            const PointSet set = test::make_point_set(kind, count, random);
            const double found = fitted(set.points, FitMethod::minimal).report.volume;
            double least = test::least_volume_twin(set.points, random.bits());
            if (set.known_volume > 0) least = std::min(least, set.known_volume);
            worst = std::max(worst, found / least - 1);
            EXPECT_LE(found, 1.01 * least) << test::point_set_name(kind) << ", " << count << " points";
        }
    }
    RecordProperty("worst", fmt::format("{:.5f}", worst));
    fmt::print("minimal over the least known volume: at most {:+.5f} %\n", 100 * worst);
}

TEST(FitOracle, StartsAllOverTheRotationsFindWhatTheHullsDirectionsDoNot) {
    // Octahedra that are not quite regular. Descents that start only from their normals and edges end 1 to 12 % above
    // the least volume.
    constexpr double kHalfAxes[][3] = {{1.970, 1.952, 2.160}, {2.082, 2.245, 2.237}, {2.406, 2.224, 2.264},
                                       {2.300, 2.615, 1.565}, {2.487, 2.708, 2.326}, {2.528, 2.542, 1.842}};
    for (const auto& [a, b, c] : kHalfAxes) {
        std::vector<Vec3> points;
        for (int i = 0; i < 6; ++i) {
            const double angle = test::kPi * i / 3;
            points.push_back({static_cast<float>(a * std::cos(angle)), static_cast<float>(b * std::sin(angle)),
                              static_cast<float>(i % 2 != 0 ? c : -c)});
        }
        EXPECT_LE(fitted(points, FitMethod::minimal).report.volume, 1.002 * test::least_volume_twin(points, 1))
            << a << " " << b << " " << c;
    }
}

TEST(FitOracle, PointsThatTheSearchDoesNotSeeStillCount) {
    // Spheres with more vertices than the search looks at, and with some vertices outside. In each round the search
    // drops its result.
    double found = 0, least = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        test::Random random(seed);
        std::vector<Vec3> points;
        for (int i = 0; i < 1200; ++i) {
            const double radius = i % 50 == 0 ? 1.003 : 1, z = random.uniform(-1, 1), r = std::sqrt(1 - z * z);
            const double angle = random.uniform(0, 2 * test::kPi);
            points.push_back({static_cast<float>(radius * r * std::cos(angle)),
                              static_cast<float>(radius * r * std::sin(angle)), static_cast<float>(radius * z)});
        }
        found += fitted(points, FitMethod::minimal).report.volume;
        least += test::least_volume_twin(points, seed);
    }
    EXPECT_LE(found, 1.005 * least);
}

TEST(FitOracle, PrincipalAxesOfLongDoubleCovariance) {
    test::Random random(3);
    for (const std::uint32_t count : {4U, 100U, 20000U}) {
        for (const double offset : {0.0, 1e5}) {
            PointSet set = test::make_point_set(PointSetKind::gaussian, count, random);
            for (Vec3& p : set.points) p.x += static_cast<float>(offset);
            const OrientedBox box = fitted(set.points, FitMethod::pca).box;
            EXPECT_LT(test::greatest_correlation(set.points, box.rotation), 1e-6) << count << " points at " << offset;
        }
    }
}

TEST(FitOracle, HullMethodDoesNotSeeDensity) {
    test::Random random(4);
    for (int i = 0; i < 10; ++i) {
        const PointSet even = test::make_point_set(PointSetKind::box_corners, 8, random);
        PointSet uneven = even;
        const Vec3 a = even.points[0], b = even.points[3];
        for (int k = 0; k < 2000; ++k) {
            const auto t = static_cast<float>(0.25 + 0.5 * random.unit());
            uneven.points.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)});
        }
        for (const FitMethod method : {FitMethod::hull, FitMethod::minimal})
            EXPECT_LE(fitted(uneven.points, method).report.volume, 1.01 * even.known_volume);
    }
}

TEST(FitOracle, HullMomentsOfATiltedTetrahedron) {
    // The covariance of the surface, from samples: other algebra than the closed form for triangles.
    test::Random random(5);
    const std::vector<Vec3> corners{{0, 0, 0}, {5, 1, 0}, {1, 3, 1}, {0.5F, 0.25F, 2}};
    const OrientedBox box = fitted(corners, FitMethod::hull).box;
    EXPECT_LT(test::greatest_surface_correlation(corners, box.rotation, 400000, random), 0.01);
}

/// The volumes for one kind of set, relative to the best method's volume.
struct MethodScore {
    double sum = 0;
    double worst = 0;
    int count = 0;

    void add(double ratio) {
        sum += ratio;
        worst = std::max(worst, ratio);
        ++count;
    }
};

void compare_methods(int sets_per_kind, std::uint64_t seed) {
    test::Random random(seed);
    fmt::print(
        "{:<16} {:>5} | {:^23} | {:^23} | {:^23}\n{:<16} {:>5} | {:>11} {:>11} | {:>11} {:>11} | {:>11} {:>11}\n",
        "volume over the", "sets", "pca", "hull", "minimal", "least of three", "", "mean", "worst", "mean", "worst",
        "mean", "worst");
    std::array<MethodScore, 3> total;
    for (const PointSetKind kind : test::kPointSetKinds) {
        std::array<MethodScore, 3> scores;
        for (int i = 0; i < sets_per_kind; ++i) {
            const PointSet set = test::make_point_set(kind, 10 + random.below(500), random);
            std::array<double, 3> volume{};
            for (const FitMethod method : kFitMethods)
                volume[static_cast<std::size_t>(method)] = fitted(set.points, method).report.volume;
            const double least = *std::min_element(volume.begin(), volume.end());
            EXPECT_EQ(volume[2], least) << test::point_set_name(kind) << ": minimal is never larger";
            const double known = set.known_volume > 0 ? set.known_volume : least;
            EXPECT_LE(volume[2], 1.01 * known) << test::point_set_name(kind) << " in disguise";
            for (std::size_t m = 0; m < 3; ++m) {
                scores[m].add(volume[m] / least);
                total[m].add(volume[m] / least);
            }
        }
        const auto mean = [&](std::size_t m) { return scores[m].sum / scores[m].count; };
        fmt::print("{:<16} {:>5} | {:>11.4f} {:>11.4f} | {:>11.4f} {:>11.4f} | {:>11.4f} {:>11.4f}\n",
                   test::point_set_name(kind), sets_per_kind, mean(0), scores[0].worst, mean(1), scores[1].worst,
                   mean(2), scores[2].worst);
    }
    const auto mean = [&](std::size_t m) { return total[m].sum / total[m].count; };
    fmt::print("{:<16} {:>5} | {:>11.4f} {:>11.4f} | {:>11.4f} {:>11.4f} | {:>11.4f} {:>11.4f}\n", "all",
               total[0].count, mean(0), total[0].worst, mean(1), total[1].worst, mean(2), total[2].worst);
}

TEST(FitTable, MethodsCompared) {
    compare_methods(3, 7);
}

TEST(FullFitTable, MethodsCompared) {
    compare_methods(25, 8);
}

TEST(NightlyFitTable, MethodsCompared) {
    compare_methods(100, 8);
}

TEST(FitOracle, ContainsEveryPointWhateverItsSize) {
    // Sizes over many decades, offsets so large that rounding just keeps part of the shape, thin sets. fitted() checks
    // each point.
    test::Random random(9);
    for (int i = 0; i < 150; ++i) {
        PointSet set = test::make_point_set(test::kPointSetKinds[random.below(10)], 5 + random.below(40), random);
        const double size = random.log_uniform(1e-6, 1e6);
        const double offset = random.coin() ? 0 : size * random.log_uniform(1, 1e7);
        const double flat = random.coin() ? 1 : random.log_uniform(1e-9, 1);
        for (Vec3& p : set.points) {
            const auto place = [&](double at) { return static_cast<float>(std::clamp(at * size + offset, -1e8, 1e8)); };
            p = {place(p.x), place(p.y), place(flat * p.z)};
        }
        fitted(set.points, kFitMethods[random.below(3)]);
    }
}

}  // namespace
}  // namespace satori
