// Tests that a rectangle's corners and image, and a point's answer, do not depend on instruction set, lane, batch size
// or layout.

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/rect_regimes.hpp"

namespace satori {
namespace {

constexpr std::size_t kMost = 67;
const Execution kScalar{Isa::scalar, &serial_executor()};
const Pose2 kSomewhere{{12.5F, -3}, 2.5};

std::vector<OrientedRect> some_rects(std::size_t count) {
    test::Random random(91);
    std::vector<OrientedRect> rects;
    for (std::size_t i = 0; i < count; ++i) rects.push_back(test::random_rect(random, 1e-3, 10, 50));
    return rects;
}

class RectBatchKernel : public test::IsaTest {
protected:
    RectBatch transformed(const RectBatch& source, const Pose2& pose, float scale = 1) const {
        RectBatch batch;
        EXPECT_EQ(batch.assign_transformed(source, pose, scale, execution()), Status::ok);
        return batch;
    }
};

TEST_P(RectBatchKernel, EveryBatchSizeGivesWhatRectanglesAloneGive) {
    const auto all = some_rects(kMost);
    std::vector<RectCorners> alone(kMost);
    std::vector<std::vector<float>> moved_alone;
    for (std::size_t i = 0; i < kMost; ++i) {
        const RectBatch one = test::make_batch(std::vector<OrientedRect>{all[i]}, kScalar);
        ASSERT_EQ(compute_corners(one, std::span(alone).subspan(i, 1), kScalar), Status::ok);
        RectBatch moved;
        ASSERT_EQ(moved.assign_transformed(one, kSomewhere, 0.5F, kScalar), Status::ok);
        moved_alone.push_back(test::contents_of(moved));
    }
    for (std::size_t count = 0; count <= kMost; ++count) {
        const std::vector<OrientedRect> rects(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        const RectBatch batch = test::make_batch(rects, execution());
        std::vector<RectCorners> corners(count);
        ASSERT_EQ(compute_corners(batch, corners, execution()), Status::ok);
        ASSERT_TRUE(test::same_bytes(corners, std::vector<RectCorners>(alone.begin(), alone.begin() + count)));
        const RectBatch moved = transformed(batch, kSomewhere, 0.5F);
        ASSERT_EQ(moved.size(), count);
        for (std::uint32_t c = 0; c < kRectComponentCount; ++c) {
            const auto component = moved.component(static_cast<RectComponent>(c));
            for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(component[i], moved_alone[i][c]) << i << " of " << count;
        }
    }
}

TEST_P(RectBatchKernel, EveryCountAndLayoutOfPoints) {
    const OrientedRect rect{{0.3F, -0.2F}, {0.7F, 0.4F}, 0.6F};
    test::Random random(92);
    std::vector<Vec2> points(300);
    for (Vec2& p : points) p = {static_cast<float>(random.uniform(-1, 1)), static_cast<float>(random.uniform(-1, 1))};
    std::vector<std::uint8_t> expected;
    for (const Vec2& point : points) {
        bool inside = false;
        ASSERT_EQ(contains(rect, point, inside), Status::ok);  // none is within delta of the boundary
        expected.push_back(inside ? 1 : 0);
    }
    std::vector<float> wide, backwards;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2 &p = points[i], &q = points[points.size() - 1 - i];
        wide.insert(wide.end(), {p.x, p.y, -1});
        backwards.insert(backwards.end(), {q.x, q.y});
    }
    for (std::size_t count = 0; count <= points.size(); count += count < kMost ? 1 : 37) {
        const Point2Rows views[] = {point_rows(std::span(points).first(count)), point2_rows(wide.data(), count, 12),
                                    point2_rows(backwards.data() + 2 * (points.size() - 1), count, -8)};
        for (const Point2Rows& view : views) {
            std::vector<std::uint8_t> got(count, 9);
            ASSERT_EQ(contains_points(rect, view, got, execution()), Status::ok);
            ASSERT_TRUE(std::equal(got.begin(), got.end(), expected.begin())) << count << ", stride " << view.stride;
        }
    }
    const auto in = std::count(expected.begin(), expected.end(), std::uint8_t{1});
    EXPECT_GT(in, 50);
    EXPECT_LT(in, 250);
}

TEST_P(RectBatchKernel, LengthsSurviveTenThousandMotions) {
    RectBatch batch = test::make_batch(some_rects(33), execution());
    for (int step = 0; step < 10000; ++step)
        ASSERT_EQ(batch.assign_transformed(batch, {{}, 0.01}, 1, execution()), Status::ok);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const double x = batch.component(RectComponent::axis_x)[i], y = batch.component(RectComponent::axis_y)[i];
        EXPECT_NEAR(x * x + y * y, 1, 4 * 0x1p-23);
    }
}

TEST_P(RectBatchKernel, WithoutATurnAxesKeepTheirBits) {
    const RectBatch batch = test::make_batch(some_rects(40), execution());
    EXPECT_TRUE(test::same_bytes(test::contents_of(transformed(batch, {})), test::contents_of(batch))) << "a copy";
    const RectBatch moved = transformed(batch, {{1, 2}, 0}, 0.5F);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const double y = batch.component(RectComponent::center_y)[i];
        ASSERT_EQ(moved.component(RectComponent::center_y)[i], static_cast<float>(0.5 * y + 2));
        ASSERT_EQ(moved.component(RectComponent::axis_y)[i], batch.component(RectComponent::axis_y)[i]);
    }
}

TEST_P(RectBatchKernel, InPlaceIsTheSameAndTheNewRectanglesAreFullyRectangles) {
    const auto rects = some_rects(333);
    const RectBatch source = test::make_batch(rects, execution());
    RectBatch in_place = test::make_batch(rects, execution());
    const std::uint64_t bytes = in_place.bytes();
    ASSERT_EQ(in_place.assign_transformed(in_place, kSomewhere, 1, execution()), Status::ok);
    EXPECT_TRUE(test::same_bytes(test::contents_of(in_place), test::contents_of(transformed(source, kSomewhere))));
    EXPECT_EQ(in_place.bytes(), bytes) << "no allocation";
    // The padding is inert: a motion of all rectangles changes no pair, except pairs within rounding of touching.
    const auto before = test::sorted(test::overlaps_of(source, execution()));
    const auto after = test::sorted(test::overlaps_of(in_place, execution()));
    EXPECT_GT(before.size(), 50U);
    std::vector<BoxPair> differing;
    std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(),
                                  std::back_inserter(differing));
    EXPECT_LE(differing.size(), 2U);
}

TEST_P(RectBatchKernel, SkippedRectanglesStaySkippedAndHaveNoCorners) {
    std::vector<OrientedRect> rects(40);
    rects[11].half_extents.x = -1;
    rects[12].angle = NAN;
    RectBatch batch;
    ASSERT_EQ(batch.assign(rect_rows(rects), OnInvalid::skip, execution()), Status::ok);
    ASSERT_EQ(batch.assign_transformed(batch, kSomewhere, 2, execution()), Status::ok);
    EXPECT_TRUE(batch.invalid().empty());
    std::vector<RectCorners> corners(40);
    ASSERT_EQ(compute_corners(batch, corners, execution()), Status::ok);
    const auto bounds = test::bounds_of(batch, execution());
    for (std::size_t i = 0; i < 40; ++i) {
        const bool skipped = i == 11 || i == 12;
        EXPECT_EQ(bounds[i].min.x > bounds[i].max.x, skipped) << i;
        for (const Vec2& corner : corners[i].corners) {
            EXPECT_EQ(std::isnan(corner.x), skipped) << i;
            EXPECT_EQ(std::isnan(corner.y), skipped) << i;
        }
    }
}

SATORI_FOR_EACH_ISA(RectBatchKernel);

}  // namespace
}  // namespace satori
