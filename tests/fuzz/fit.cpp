// Fuzzes boxes fitted to few points, which may be equal, or lie in a line or plane, or nearly so. Each box must be
// legal and contain every point; the call must name points that are not legal.

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "fuzz/input.hpp"
#include "support/coordinates.hpp"
#include "support/fit_calls.hpp"
#include "support/point_sets.hpp"

namespace satori::fuzz {

namespace {

constexpr std::uint32_t kMostPoints = 12;

bool is_legal(float coordinate) {
    return std::fabs(coordinate) <= kMaxCenter;  // false for NaN
}

std::vector<Vec3> any_points(Input& input) {
    const std::uint32_t count = 1 + input.below(kMostPoints);
    std::vector<Vec3> points;
    if (input.flag()) {
        const test::PointSetKind kind = input.one_of(test::kPointSetKinds);
        test::Random random = input.random();
        points = test::make_point_set(kind, count, random).points;
    } else {
        for (std::uint32_t i = 0; i < count; ++i) points.push_back({input.number(), input.number(), input.number()});
    }
    // Changes some points: to a copy of another point, to the plane of another point, or to anywhere.
    for (std::uint32_t changes = input.below(8); changes > 0; --changes) {
        Vec3& point = points[input.byte() % points.size()];
        const Vec3 other = points[input.byte() % points.size()];
        const std::uint32_t kind = input.below(5);
        if (kind < 3) test::coordinate(point, kind) = input.number();
        if (kind == 3) point = other;
        if (kind == 4) point.z = other.z;
    }
    if (input.below(8) == 0) {
        const float z = input.number();
        for (Vec3& point : points) point.z = z;
    }
    // Moves some points to the line of two others.
    for (std::uint32_t changes = input.below(8); changes > 0; --changes) {
        Vec3& point = points[input.byte() % points.size()];
        const Vec3 start = points[input.byte() % points.size()], end = points[input.byte() % points.size()];
        const float steps = static_cast<float>(input.below(8)) - 2;
        point = {start.x + steps * (end.x - start.x), start.y + steps * (end.y - start.y),
                 start.z + steps * (end.z - start.z)};
    }
    return points;
}

void expect_refused(const std::vector<Vec3>& points, std::size_t index, std::uint32_t column) {
    OrientedBox box{{1, 2, 3}, {4, 5, 6}, {}};
    const OrientedBox before = box;
    FitReport report;
    for (const FitMethod method : test::kFitMethods) {
        EXPECT_EQ(fit_box(point_rows(points), method, box, &report), Status::invalid_point);
        EXPECT_EQ(report.invalid_index, index);
        EXPECT_EQ(report.invalid_column, column);
        EXPECT_TRUE(test::same_bits(box, before));
    }
}

}  // namespace

void check(Input input) {
    const std::vector<Vec3> points = any_points(input);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float coordinates[] = {points[i].x, points[i].y, points[i].z};
        const float* const bad = std::find_if_not(coordinates, coordinates + 3, is_legal);
        if (bad != coordinates + 3) return expect_refused(points, i, static_cast<std::uint32_t>(bad - coordinates));
    }
    const Execution serial{Isa::best, &serial_executor()};
    const test::Fitted pca = test::fitted(points, FitMethod::pca, serial),
                       hull = test::fitted(points, FitMethod::hull, serial),
                       minimal = test::fitted(points, FitMethod::minimal, serial);
    EXPECT_EQ(pca.report.shape, minimal.report.shape);
    EXPECT_EQ(hull.report.shape, minimal.report.shape);
    if (minimal.report.shape == FitShape::solid) {
        EXPECT_LE(minimal.report.volume, pca.report.volume);
        EXPECT_LE(minimal.report.volume, hull.report.volume);
    }
    EXPECT_TRUE(test::same_bits(test::fitted(points, FitMethod::hull).box, hull.box));
}

}  // namespace satori::fuzz
