#include <cfloat>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/rect_regimes.hpp"

namespace satori {
namespace {

constexpr long double kQuarterTurn = 1.57079632679489661923132169163975144L;

// Units in the last place of the exact value, at least of the smallest float.
double ulps(float found, long double exact) {
    int exponent = 0;
    std::frexp(static_cast<double>(exact), &exponent);
    const double unit = std::ldexp(1.0, std::max(exponent - 24, -149));
    return std::fabs(static_cast<double>(found - exact)) / unit;
}

RectBatch directions_of(const std::vector<float>& angles, const Execution& execution) {
    std::vector<OrientedRect> rects;
    for (const float angle : angles) rects.push_back({{}, {}, angle});
    return test::make_batch(rects, execution);
}

TEST(RectDirections, AreWithinAUnitInTheLastPlace) {
    test::Random random(1);
    std::vector<float> angles{0.0F, -0.0F, kMaxAngle, -kMaxAngle, FLT_MIN, -FLT_MIN, 1e-45F, 25786.9883F};
    for (int i = 0; i < 200000; ++i)
        angles.push_back(static_cast<float>(random.sign() * random.log_uniform(1e-6, kMaxAngle)));
    // Where sine or cosine vanish, and where the nearest quarter turn changes.
    for (int eighth = -130000; eighth <= 127000; eighth += 3) {
        const auto angle = static_cast<float>(eighth * (kQuarterTurn / 2));
        for (const float near : {angle, std::nextafter(angle, 0.0F), std::nextafter(angle, 2 * kMaxAngle)})
            if (std::fabs(near) <= kMaxAngle) angles.push_back(near);
    }
    RectBatch batch;
    test::on_every_isa([&](const Execution& execution) {
        batch = directions_of(angles, execution);
        return test::contents_of(batch);
    });
    const auto cosines = batch.component(RectComponent::axis_x), sines = batch.component(RectComponent::axis_y);
    double worst = 0;
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const auto exact = static_cast<long double>(angles[i]);
        worst = std::fmax(worst, std::fmax(ulps(cosines[i], cosl(exact)), ulps(sines[i], sinl(exact))));
        ASSERT_LT(worst, 0.85) << angles[i];
    }
    RecordProperty("worst_ulp", std::to_string(worst));
}

class RectBatchTest : public test::IsaTest {};

TEST_P(RectBatchTest, DirectionsAreSymmetric) {
    test::Random random(2);
    std::vector<float> angles, negated;
    for (int i = 0; i < 1000; ++i) {
        angles.push_back(static_cast<float>(random.log_uniform(1e-10, kMaxAngle)));
        negated.push_back(-angles.back());
    }
    const RectBatch a = directions_of(angles, execution()), b = directions_of(negated, execution());
    for (std::size_t i = 0; i < angles.size(); ++i) {
        EXPECT_EQ(a.component(RectComponent::axis_x)[i], b.component(RectComponent::axis_x)[i]);
        EXPECT_EQ(a.component(RectComponent::axis_y)[i], -b.component(RectComponent::axis_y)[i]);
    }
    const RectBatch upright = directions_of({0}, execution());
    EXPECT_EQ(upright.component(RectComponent::axis_x)[0], 1);
    EXPECT_EQ(upright.component(RectComponent::axis_y)[0], 0);
}

TEST_P(RectBatchTest, EveryLayoutGivesTheSameBytes) {
    test::Random random(3);
    for (const std::size_t count : {1U, 2U, 15U, 16U, 17U, 100U, 5000U}) {
        std::vector<OrientedRect> rects;
        std::vector<float> centers, halves, angles, wide;
        for (std::size_t i = 0; i < count; ++i) {
            const OrientedRect rect = test::random_rect(random, 0.1, 10, 100);
            rects.push_back(rect);
            centers.insert(centers.end(), {rect.center.x, rect.center.y});
            halves.insert(halves.end(), {rect.half_extents.x, rect.half_extents.y});
            angles.push_back(rect.angle);
            wide.insert(wide.end(),
                        {NAN, rect.center.x, rect.center.y, rect.half_extents.x, rect.half_extents.y, rect.angle, NAN});
        }
        const auto expected = test::contents_of(test::make_batch(rects, execution()));
        RectBatch batch;
        ASSERT_EQ(batch.assign(rect_arrays(centers.data(), halves.data(), angles.data(), count), OnInvalid::refuse,
                               execution()),
                  Status::ok);
        EXPECT_TRUE(test::same_bytes(test::contents_of(batch), expected));
        ASSERT_EQ(batch.assign(rect_rows(wide.data() + 1, count, 28), OnInvalid::refuse, execution()), Status::ok);
        EXPECT_TRUE(test::same_bytes(test::contents_of(batch), expected));
        // From the last row to the first.
        RectView backwards = rect_rows(rects);
        backwards.centers += 5 * (count - 1);
        backwards.half_extents += 5 * (count - 1);
        backwards.angles += 5 * (count - 1);
        backwards.center_stride = backwards.half_extent_stride = backwards.angle_stride = -20;
        ASSERT_EQ(batch.assign(backwards, OnInvalid::refuse, execution()), Status::ok);
        EXPECT_EQ(batch.component(RectComponent::half_y)[0], rects.back().half_extents.y);
    }
}

SATORI_FOR_EACH_ISA(RectBatchTest);

struct Fault {
    std::uint32_t column;
    float value;
    BoxFault fault;
};
constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
const Fault kFaults[] = {
    {0, kNan, BoxFault::center_not_finite},
    {1, -kInf, BoxFault::center_not_finite},
    {0, 1.00001e8F, BoxFault::center_too_far},
    {1, -1.00001e8F, BoxFault::center_too_far},
    {2, kNan, BoxFault::half_extent_not_finite},
    {3, kInf, BoxFault::half_extent_not_finite},
    {2, -1, BoxFault::half_extent_negative},
    {3, 9e-8F, BoxFault::half_extent_too_small},
    {3, FLT_MIN / 2, BoxFault::half_extent_too_small},
    {2, 1.00001e8F, BoxFault::half_extent_too_large},
    {4, kNan, BoxFault::angle_not_finite},
    {4, kInf, BoxFault::angle_not_finite},
    {4, 1.00001e5F, BoxFault::angle_too_large},
    {4, -1.00001e5F, BoxFault::angle_too_large},
};

TEST(RectFaults, EachIsNamedWithIndexAndColumn) {
    test::Random random(4);
    for (const Fault& fault : kFaults) {
        SCOPED_TRACE(testing::Message() << "column " << fault.column << " = " << fault.value);
        for (const Isa isa : test::supported_isas()) {
            std::vector<OrientedRect> rects(40);
            for (OrientedRect& rect : rects) rect = test::random_rect(random, 0.1, 1, 3);
            const RectBatch good = test::make_batch(rects);
            RectBatch batch = test::make_batch(rects);
            std::vector<OrientedRect> bad = rects;
            for (const std::uint32_t index : {3U, 39U}) (&bad[index].center.x)[fault.column] = fault.value;
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
            // Skipped: the others are as good as before, these overlap nothing.
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

TEST(RectBatchMemory, FortyEightBytesEachAndNothingTwice) {
    test::CountingAllocator memory;
    {
        RectBatch batch(memory.get());
        const std::vector<OrientedRect> rects(10000);
        ASSERT_EQ(batch.assign(rect_rows(rects)), Status::ok);
        EXPECT_LE(batch.bytes(), 48U * 10000 + 4096);
        EXPECT_EQ(batch.bytes(), memory.live_bytes());
        const std::uint64_t allocations = memory.allocations();
        for (int i = 0; i < 3; ++i) ASSERT_EQ(batch.assign(rect_rows(rects)), Status::ok);
        EXPECT_EQ(memory.allocations(), allocations);
        RectBatch moved = std::move(batch);
        EXPECT_EQ(moved.size(), 10000U);
        moved.clear();
        EXPECT_EQ(moved.size(), 0U);
    }
    EXPECT_EQ(memory.live_blocks(), 0U);
}

}  // namespace
}  // namespace satori
