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

// The error in units in the last place of the exact value, at least of the smallest float.
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
    // Angles at which the sine or the cosine is zero, and at which the nearest quarter turn changes.
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
