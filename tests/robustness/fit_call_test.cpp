// Bad calls of fit_box, bad points, failing executors, and no memory: each call returns the documented status and
// leaves the box unchanged.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "failing_new.hpp"
#include "support/coordinates.hpp"
#include "support/executors.hpp"
#include "support/fit_calls.hpp"
#include "support/point_sets.hpp"

namespace satori {
namespace {

using test::kFitMethods;

const OrientedBox kOldBox{{1, 2, 3}, {4, 5, 6}, {0, 0, 0.6F, 0.8F}};

void expect_refused(const PointRows& points, FitMethod method, Status status, const Execution& execution = {}) {
    OrientedBox box = kOldBox;
    EXPECT_EQ(fit_box(points, method, box, nullptr, execution), status);
    EXPECT_TRUE(test::same_bytes<OrientedBox>({box}, {kOldBox}));
}

std::vector<Vec3> some_points(std::size_t count = 50000) {
    test::Random random(1);
    return test::make_point_set(test::PointSetKind::uniform, static_cast<std::uint32_t>(count), random).points;
}

TEST(FitCall, BadArguments) {
    const std::vector<Vec3> points = some_points(10);
    const float* const first = &points[0].x;
    const auto* const misaligned = reinterpret_cast<const float*>(reinterpret_cast<const char*>(first) + 1);
    const Execution unknown_isa{static_cast<Isa>(77), nullptr};
    for (const FitMethod method : kFitMethods) {
        expect_refused({}, method, Status::invalid_argument);
        expect_refused(point_rows(first, 0), method, Status::invalid_argument);
        expect_refused(point_rows(nullptr, 5), method, Status::invalid_argument);
        expect_refused(point_rows(misaligned, 5), method, Status::invalid_argument);
        expect_refused(point_rows(first, 5, 13), method, Status::invalid_argument);
        expect_refused(point_rows(first, 5, -2), method, Status::invalid_argument);
        expect_refused(point_rows(first, std::size_t{kMaxBoxCount} + 1, 0), method, Status::capacity_exceeded);
        expect_refused(point_rows(points), method, Status::unsupported_isa, unknown_isa);
    }
    expect_refused(point_rows(points), static_cast<FitMethod>(3), Status::invalid_argument);
}

TEST(FitCall, BadPointsAreNamed) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const std::vector<Vec3> legal = some_points();
    for (const float bad : {NAN, -NAN, kInfinity, -kInfinity, 1.00000008e8F, -3e38F}) {
        for (std::uint32_t column = 0; column < 3; ++column) {
            for (const std::size_t index : {0, 1, 4095, 4096, 20001, 49999}) {
                std::vector<Vec3> points = legal;
                test::coordinate(points[index], column) = bad;
                points.back().z = bad;  // the call must report the first bad point
                OrientedBox box = kOldBox;
                FitReport report;
                EXPECT_EQ(fit_box(point_rows(points), FitMethod::minimal, box, &report), Status::invalid_point);
                EXPECT_EQ(report.invalid_index, index);
                EXPECT_EQ(report.invalid_column, column);
                EXPECT_TRUE(test::same_bytes<OrientedBox>({box}, {kOldBox}));
            }
        }
    }
    // These coordinates are just legal.
    for (const float good : {1e8F, -1e8F, 1e-45F, -0.0F}) {
        std::vector<Vec3> points = some_points(100);
        points[50].y = good;
        test::fitted(points, FitMethod::minimal);
    }
}

TEST(FitCall, FaultyExecutors) {
    const std::vector<Vec3> points = some_points(31000);
    for (const test::ExecutorFault fault : test::kExecutorFaults) {
        for (const FitMethod method : kFitMethods) {
            const bool all_runs =
                fault == test::ExecutorFault::throws_midway || fault == test::ExecutorFault::drops_last;
            for (unsigned from_run = 0; from_run < (all_runs ? 50U : 2U); ++from_run) {
                test::FaultyExecutor executor(fault, from_run);
                OrientedBox box = kOldBox;
                const Status status = fit_box(point_rows(points), method, box, nullptr, {Isa::best, &executor});
                if (executor.faults() == 0) {  // the call does not use the executor so often
                    EXPECT_GT(from_run, 0U);
                    break;
                }
                EXPECT_EQ(status, Status::executor_failed)
                    << test::executor_fault_name(fault) << " from run " << from_run;
                EXPECT_TRUE(test::same_bytes<OrientedBox>({box}, {kOldBox}));
            }
        }
    }
}

TEST(FitCall, EachAllocationMayFail) {
    const std::vector<Vec3> solid = some_points(31000);
    std::vector<Vec3> plane = solid;
    for (Vec3& point : plane) point.z = 1;
    for (const auto& points : {std::vector<Vec3>(solid.begin(), solid.begin() + 8), solid, plane}) {
        for (const FitMethod method : kFitMethods) {
            OrientedBox good;
            ASSERT_EQ(fit_box(point_rows(points), method, good), Status::ok);
            std::uint64_t count = 0, refused = 0;
            for (bool reached = true; reached; ++count) {
                // Fails each of the first allocations, then fewer and fewer of the later ones: growing lists allocate
                // thousands of times.
                const std::uint64_t index = count < 20 ? count : count * count * count / 400;
                OrientedBox box = kOldBox;
                test::fail_new_at(index);
                const Status status =
                    fit_box(point_rows(points), method, box, nullptr, {Isa::best, &serial_executor()});
                reached = test::stop_failing_new();
                // Sorting also works when it does not get the memory for its buffer.
                if (!reached || status == Status::ok) {
                    EXPECT_EQ(status, Status::ok);
                    EXPECT_TRUE(test::same_bytes<OrientedBox>({box}, {good}));
                } else {
                    EXPECT_EQ(status, Status::out_of_memory) << "allocation " << index;
                    EXPECT_TRUE(test::same_bytes<OrientedBox>({box}, {kOldBox}));
                    ++refused;
                }
            }
            EXPECT_GE(refused, 3U);
        }
    }
}

TEST(FitCall, SetsThatHullsFindHard) {
    // Grids (facets of many points), the same points many times, two crowds far apart, a single point.
    std::vector<Vec3> grid, repeated, crowds;
    for (int x = 0; x < 12; ++x)
        for (int y = 0; y < 12; ++y)
            for (int z = 0; z < 12; ++z)
                grid.push_back(
                    {0.1F * static_cast<float>(x), 0.1F * static_cast<float>(y), 0.1F * static_cast<float>(z)});
    for (int i = 0; i < 40000; ++i) repeated.push_back(grid[static_cast<std::size_t>(i) % 5 * 300]);
    for (int i = 0; i < 3000; ++i) {
        crowds.push_back(grid[static_cast<std::size_t>(i) % grid.size()]);
        if (i % 2 == 0) crowds.back().x += 1e6F;
    }
    std::vector<Vec3> loner = grid;
    loner.push_back({1e8F, 1e8F, -1e8F});
    for (const auto& points : {grid, repeated, crowds, loner})
        for (const FitMethod method : kFitMethods) test::fitted(points, method);
    EXPECT_NEAR(test::fitted(grid, FitMethod::minimal).report.volume, 1.331, 1e-5);
}

}  // namespace
}  // namespace satori
