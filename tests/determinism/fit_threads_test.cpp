// fit_box(): the same box for every number of threads.

#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "support/executors.hpp"
#include "support/fit_calls.hpp"
#include "support/point_sets.hpp"

namespace satori {
namespace {

TEST(FitThreads, DoNotChangeTheBox) {
    test::Random random(6);
    for (const test::PointSetKind kind : {test::PointSetKind::sphere, test::PointSetKind::uneven_gaussian}) {
        const auto set = test::make_point_set(kind, 31000, random);
        for (const FitMethod method : test::kFitMethods) {
            if (kind == test::PointSetKind::sphere && method != FitMethod::minimal) continue;  // it contains the others
            OrientedBox expected, box;
            FitReport report;
            ASSERT_EQ(fit_box(point_rows(set.points), method, expected, &report, {Isa::best, &serial_executor()}),
                      Status::ok);
            EXPECT_EQ(report.thread_count, 1U);
            EXPECT_EQ(report.exact_hull, kind != test::PointSetKind::sphere);
            for (const unsigned threads : {2U, 7U}) {
                test::RendezvousExecutor executor(threads);
                ASSERT_EQ(fit_box(point_rows(set.points), method, box, &report, {Isa::best, &executor}), Status::ok);
                EXPECT_TRUE(test::same_bytes<OrientedBox>({box}, {expected})) << threads << " threads";
                EXPECT_EQ(report.thread_count, threads);
            }
            test::ShuffledExecutor shuffled(9);
            ASSERT_EQ(fit_box(point_rows(set.points), method, box, nullptr, {Isa::best, &shuffled}), Status::ok);
            EXPECT_TRUE(test::same_bytes<OrientedBox>({box}, {expected})) << "shuffled";
        }
    }
}

}  // namespace
}  // namespace satori
