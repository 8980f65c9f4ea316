// R12 to R15 for operations on rectangles: bad calls, failing allocations, faulty executors, small buffers.

#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/guard_pages.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
const Pose2 kSomewhere{{12.5F, -3}, 2.5};
const Execution kNowhere{static_cast<Isa>(99), nullptr};

TEST(RectTransformFailure, MotionsThatCannotBeAreRefused) {
    RectBatch batch = test::make_batch(std::vector<OrientedRect>(7));
    const auto before = test::contents_of(batch);
    const auto refused = [&](const Pose2& pose, float scale) {
        return batch.assign_transformed(batch, pose, scale) == Status::invalid_argument;
    };
    EXPECT_TRUE(refused({{kNan, 0}, 0}, 1));
    EXPECT_TRUE(refused({{0, kInf}, 0}, 1));
    EXPECT_TRUE(refused({{}, std::nan("")}, 1));
    EXPECT_TRUE(refused({{}, 1.001e5}, 1));
    for (const float scale : {0.0F, -1.0F, 0.9e-15F, 1.1e15F, kNan, kInf}) EXPECT_TRUE(refused({}, scale)) << scale;
    EXPECT_EQ(batch.assign_transformed(batch, kSomewhere, 1, kNowhere), Status::unsupported_isa);
    EXPECT_TRUE(test::same_bytes(test::contents_of(batch), before));
    EXPECT_EQ(batch.assign_transformed(RectBatch(), kSomewhere), Status::ok);
    EXPECT_EQ(batch.size(), 0U);

    const OrientedRect good{{1, 2}, {3, 4}, 0.5F};
    OrientedRect rect = good;
    EXPECT_EQ(transform(rect, {{kNan, 0}, 0}), Status::invalid_argument);
    EXPECT_EQ(transform(rect, {{0, 0}, 1.001e5}), Status::invalid_argument);
    EXPECT_EQ(transform(rect, {{0, 1.1e8F}, 0}), Status::result_out_of_range);
    EXPECT_EQ(std::memcmp(&rect, &good, sizeof rect), 0) << "unchanged";
    rect.half_extents.x = -1;
    EXPECT_EQ(transform(rect, kSomewhere), Status::invalid_box);
}

TEST(RectTransformFailure, RectanglesThatWouldNotBeLegalAreListedAndNothingChanges) {
    for (const Isa isa : test::supported_isas()) {
        std::vector<OrientedRect> rects(50);
        rects[3].center = {0, -9e7F};
        rects[17].half_extents = {1, 6e7F};
        rects[29].half_extents.x = -1;  // assign() skips it, so it is not an error of the motion
        rects[33].center = {9e7F, 0};
        RectBatch batch;
        ASSERT_EQ(batch.assign(rect_rows(rects), OnInvalid::skip), Status::ok);
        const auto before = test::contents_of(batch);
        ASSERT_EQ(batch.assign_transformed(batch, {}, 2, {isa, &serial_executor()}), Status::result_out_of_range);
        EXPECT_TRUE(test::same_bytes(test::contents_of(batch), before));
        const InvalidBox expected[] = {{3, 1, BoxFault::center_too_far},
                                       {17, 3, BoxFault::half_extent_too_large},
                                       {33, 0, BoxFault::center_too_far}};
        ASSERT_EQ(batch.invalid().size(), std::size(expected));
        for (std::size_t i = 0; i < std::size(expected); ++i) {
            EXPECT_EQ(batch.invalid()[i].index, expected[i].index);
            EXPECT_EQ(batch.invalid()[i].column, expected[i].column);
            EXPECT_EQ(batch.invalid()[i].fault, expected[i].fault);
        }
    }
}

TEST(RectTransformFailure, MergesThatCannotBe) {
    const OrientedRect good{{1, 2}, {3, 4}, 0.5F};
    OrientedRect bad = good, merged = good;
    bad.angle = kInf;
    EXPECT_EQ(merge(good, bad, merged), Status::invalid_box);
    EXPECT_EQ(merge(bad, good, merged), Status::invalid_box);
    EXPECT_EQ(merge({{-1e8F, 0}, {9e7F, 1}, 0}, {{1e8F, 0}, {9e7F, 1}, 0}, merged), Status::result_out_of_range);
    EXPECT_EQ(std::memcmp(&merged, &good, sizeof merged), 0) << "unchanged";
}

TEST(RectTransformFailure, PointsAndCornersThatDoNotFit) {
    const std::vector<float> floats(16);
    std::vector<std::uint8_t> bytes(4, 7);
    const OrientedRect rect;
    EXPECT_EQ(contains_points(rect, point2_rows(floats.data(), 5), bytes), Status::invalid_argument);
    EXPECT_EQ(contains_points(rect, point2_rows(nullptr, 4), bytes), Status::invalid_argument);
    EXPECT_EQ(contains_points(rect, point2_rows(floats.data(), 4, 9), bytes), Status::invalid_argument);
    const auto* misaligned = reinterpret_cast<const float*>(reinterpret_cast<const char*>(floats.data()) + 1);
    EXPECT_EQ(contains_points(rect, point2_rows(misaligned, 4), bytes), Status::invalid_argument);
    EXPECT_EQ(contains_points(rect, point2_rows(floats.data(), 4), bytes, kNowhere), Status::unsupported_isa);
    EXPECT_EQ(contains_points({{}, {-1, 1}, 0}, point2_rows(floats.data(), 4), bytes), Status::invalid_box);
    EXPECT_EQ(bytes, std::vector<std::uint8_t>(4, 7)) << "unchanged";
    EXPECT_EQ(contains_points(rect, point2_rows(nullptr, 0), {}), Status::ok);
    const RectBatch batch = test::make_batch(std::vector<OrientedRect>(5));
    std::vector<RectCorners> corners(5), few(4), many(6);
    EXPECT_EQ(compute_corners(batch, few), Status::invalid_argument);
    EXPECT_EQ(compute_corners(batch, many), Status::invalid_argument);
    EXPECT_EQ(compute_corners(batch, corners, kNowhere), Status::unsupported_isa);
    EXPECT_EQ(corners[4].corners[2].x, 0) << "unchanged";
}

// contains() fails for such points, so they are in no rectangle.
TEST(RectTransformFailure, PointsThatAreNotLegalAreInNoRectangle) {
    const OrientedRect huge{{1e8F, 1e8F}, {1e8F, 1e8F}, 0.3F};
    const float bad[] = {kNan, kInf, -kInf, 2e9F, -2e9F, std::numeric_limits<float>::max()};
    std::vector<Vec2> points(100, huge.center);
    for (std::size_t i = 0; i < points.size(); i += 2) (i % 4 == 0 ? points[i].x : points[i].y) = bad[i / 2 % 6];
    const auto inside = test::on_every_isa([&](const Execution& execution) {
        std::vector<std::uint8_t> answers(points.size(), 7);
        EXPECT_EQ(contains_points(huge, point_rows(points), answers, execution), Status::ok);
        return answers;
    });
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(inside[i], i % 2) << i;
        bool one = true;
        EXPECT_EQ(contains(huge, points[i], one), i % 2 == 1 ? Status::ok : Status::invalid_shape) << i;
        EXPECT_TRUE(one) << "inside, or unchanged";
    }
}

TEST(RectTransformFailure, EachAllocationMayFail) {
    const auto few = test::make_rect_scene(test::SceneKind::uniform, 20, 1);
    auto many = test::make_rect_scene(test::SceneKind::uniform, 500, 2);
    std::uint64_t failed = 0;
    for (const bool too_far : {false, true}) {
        if (too_far) many[77].center = {9.9e7F, 9.9e7F};
        const RectBatch source = test::make_batch(many);
        for (std::uint64_t k = 0;; ++k) {
            test::CountingAllocator memory;
            std::uint64_t failures = 0;
            {
                RectBatch batch(memory.get());
                ASSERT_EQ(batch.assign(rect_rows(few)), Status::ok);
                const auto before = test::contents_of(batch);
                memory.fail_at(k);
                const Status status = batch.assign_transformed(source, {{2e6F, 2e6F}, 0.785});
                failures = memory.failures();
                const Status without_failure = too_far ? Status::result_out_of_range : Status::ok;
                EXPECT_EQ(status, failures > 0 ? Status::out_of_memory : without_failure) << "allocation " << k;
                if (failures > 0 || too_far) {
                    EXPECT_TRUE(test::same_bytes(test::contents_of(batch), before));
                }
            }
            EXPECT_EQ(memory.live_blocks(), 0U);
            EXPECT_EQ(memory.misuses(), 0U);
            failed += failures;
            if (failures == 0) break;
        }
    }
    EXPECT_EQ(failed, 3U) << "the rectangles; the rectangles and the list of those too far away";
}

TEST(RectTransformFailure, FaultyExecutors) {
    RectBatch batch = test::make_batch(test::make_rect_scene(test::SceneKind::uniform, 10000, 3));
    const auto before = test::contents_of(batch);
    std::vector<RectCorners> corners(batch.size());
    const std::vector<Vec2> points(100000);
    std::vector<std::uint8_t> inside(points.size());
    for (const test::ExecutorFault fault : test::kExecutorFaults) {
        const auto fails = [&](auto&& call) {
            test::FaultyExecutor executor(fault);
            EXPECT_EQ(call(Execution{Isa::best, &executor}), Status::executor_failed);
        };
        fails([&](const Execution& e) { return batch.assign_transformed(batch, kSomewhere, 1, e); });
        EXPECT_TRUE(test::same_bytes(test::contents_of(batch), before));
        fails([&](const Execution& e) { return compute_corners(batch, corners, e); });
        fails([&](const Execution& e) { return contains_points({}, point_rows(points), inside, e); });
    }
}

TEST(RectTransformFailure, NothingIsReadOrWrittenBesidePointsAnswersAndCorners) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages here";
    for (const Isa isa : test::supported_isas()) {
        const Execution execution{isa, &serial_executor()};
        for (const std::size_t count : {1U, 2U, 15U, 16U, 17U, 31U, 32U, 33U, 257U, 1000U}) {
            const test::GuardedMemory points(count * sizeof(Vec2)), inside(count), corners(count * sizeof(RectCorners));
            std::memset(points.data(), 0, points.size());
            const Point2Rows rows = point2_rows(points.as<float>().data(), count);
            EXPECT_EQ(contains_points({}, rows, inside.as<std::uint8_t>(), execution), Status::ok);
            for (const std::uint8_t answer : inside.as<std::uint8_t>()) ASSERT_EQ(answer, 1);
            const RectBatch batch = test::make_batch(std::vector<OrientedRect>(count), execution);
            EXPECT_EQ(compute_corners(batch, corners.as<RectCorners>(), execution), Status::ok);
            EXPECT_EQ(corners.as<RectCorners>()[count - 1].corners[2].y, 0.5F);
            for (const test::GuardedMemory* memory : {&points, &inside, &corners}) EXPECT_TRUE(memory->front_intact());
        }
    }
}

}  // namespace
}  // namespace satori
