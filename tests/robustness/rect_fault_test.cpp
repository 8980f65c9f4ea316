// R12, rectangles: every kind of illegal rectangle gives an error in the call that takes it, with index, column and
// reason. It does not affect the other rectangles.

#include <cfloat>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/bad_calls.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/rect_regimes.hpp"

namespace satori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();

const test::BadNumber kBadRects[] = {
    {"center_x_nan", 0, kNan, BoxFault::center_not_finite},
    {"center_y_minus_infinite", 1, -kInf, BoxFault::center_not_finite},
    {"center_x_too_far", 0, 1.00001e8F, BoxFault::center_too_far},
    {"center_y_too_far_down", 1, -1.00001e8F, BoxFault::center_too_far},
    {"half_x_nan", 2, kNan, BoxFault::half_extent_not_finite},
    {"half_y_infinite", 3, kInf, BoxFault::half_extent_not_finite},
    {"half_x_negative", 2, -1, BoxFault::half_extent_negative},
    {"half_y_below_the_least", 3, 9e-8F, BoxFault::half_extent_too_small},
    {"half_y_denormal", 3, FLT_MIN / 2, BoxFault::half_extent_too_small},
    {"half_x_above_the_most", 2, 1.00001e8F, BoxFault::half_extent_too_large},
    {"angle_nan", 4, kNan, BoxFault::angle_not_finite},
    {"angle_infinite", 4, kInf, BoxFault::angle_not_finite},
    {"angle_too_large", 4, 1.00001e5F, BoxFault::angle_too_large},
    {"angle_too_large_down", 4, -1.00001e5F, BoxFault::angle_too_large},
};
[[maybe_unused]] const bool kDocumented =
    test::document("Rectangles", kBadRects, [](const test::BadNumber& bad) { return describe(bad.fault); });

float& column(OrientedRect& rect, std::uint32_t index) {
    float* columns[] = {&rect.center.x, &rect.center.y, &rect.half_extents.x, &rect.half_extents.y, &rect.angle};
    return *columns[index];
}

TEST(RectFaults, EachIsNamedWithIndexAndColumn) {
    test::Random random(4);
    for (const test::BadNumber& fault : kBadRects) {
        SCOPED_TRACE(fault.name);
        for (const Isa isa : test::supported_isas()) {
            std::vector<OrientedRect> rects(40);
            for (OrientedRect& rect : rects) rect = test::random_rect(random, 0.1, 1, 3);
            const RectBatch good = test::make_batch(rects);
            RectBatch batch = test::make_batch(rects);
            std::vector<OrientedRect> bad = rects;
            for (const std::uint32_t index : {3U, 39U}) column(bad[index], fault.column) = fault.value;
            EXPECT_EQ(check_rect(bad[3]), fault.fault);
            const Execution execution{isa, &serial_executor()};
            ASSERT_EQ(batch.assign(rect_rows(bad), OnInvalid::refuse, execution), Status::invalid_box);
            EXPECT_TRUE(test::same_bytes(test::contents_of(batch), test::contents_of(good))) << "as it was";
            ASSERT_EQ(batch.invalid().size(), 2U);
            for (int i = 0; i < 2; ++i) {
                EXPECT_EQ(batch.invalid()[i].index, i == 0 ? 3U : 39U);
                EXPECT_EQ(batch.invalid()[i].column, fault.column);
                EXPECT_EQ(batch.invalid()[i].fault, fault.fault);
            }
            // With skip, the other rectangles are as before, and the skipped rectangles overlap nothing.
            ASSERT_EQ(batch.assign(rect_rows(bad), OnInvalid::skip, execution), Status::ok);
            EXPECT_EQ(batch.size(), 40U);
            EXPECT_EQ(batch.component(RectComponent::half_x)[3], -1e30F);
            const auto bounds = test::bounds_of(batch);
            EXPECT_GT(bounds[39].min.x, bounds[39].max.x);
            std::vector<BoxPair> expected;
            for (const BoxPair& pair : test::sorted(test::overlaps_of(good)))
                if (pair.first != 3 && pair.second != 3 && pair.second != 39) expected.push_back(pair);
            EXPECT_EQ(test::sorted(test::overlaps_of(batch, execution)), expected);
            EXPECT_GT(expected.size(), 10U);
        }
    }
}

TEST(RectFaults, LimitsAreLegal) {
    const std::vector<OrientedRect> rects = {{{kMaxCenter, -kMaxCenter}, {kMaxHalfExtent, kMinHalfExtent}, kMaxAngle},
                                             {{-0.0F, 0}, {0, -0.0F}, -kMaxAngle},
                                             {{}, {1e8F, 0}, -0.0F}};
    const RectBatch batch = test::make_batch(rects);
    EXPECT_EQ(test::answers_of(batch, {{1, 2}}), std::vector<std::uint8_t>{1});
    for (const OrientedRect& rect : rects) EXPECT_EQ(check_rect(rect), BoxFault::none);
}

}  // namespace
}  // namespace satori
