#include <satori/box_construction.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "oracles/double_quat.hpp"
#include "oracles/matrix_twin.hpp"
#include "support/calls.hpp"
#include "support/pair_regimes.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using test::kPi;
using test::same_bits;

constexpr double kEps = 0x1p-23;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

const OrientedBox kUntouched{{1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10}};

TEST(MakingABox, AValueIsSetAndReset) {
    OrientedBox box = {{1, 2, 3}, {2, 1, 0.5F}, {0, 0, 1, 1}};
    EXPECT_EQ(check_box(box), BoxFault::none);
    box = {};
    EXPECT_EQ(check_box(box), BoxFault::none);
    EXPECT_TRUE(same_bits(box, {{0, 0, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}}));
    box.half_extents.y = -1;
    EXPECT_EQ(check_box(box), BoxFault::half_extent_negative);
    box.center.x = kNan;
    EXPECT_EQ(check_box(box), BoxFault::center_not_finite);
}

TEST(BoxFromAabb, IsTheSameBoxWhereTheMiddleIsAFloat) {
    OrientedBox box;
    ASSERT_EQ(box_from_aabb({{-1, 2, 3}, {5, 2.5F, 3}}, box), Status::ok);
    EXPECT_TRUE(same_bits(box, {{2, 2.25F, 3}, {3, 0.25F, 0}, {}}));
    ASSERT_EQ(box_from_aabb({}, box), Status::ok);
    EXPECT_TRUE(same_bits(box, {{}, {0, 0, 0}, {}}));
}

// Each run covers twelve decades, so the compared differences are exact in long double. They are not exact in double.
TEST(BoxFromAabb, ContainsItAndIsTheTightestAboutItsMiddle) {
    test::Random random(41);
    int rounded = 0;
    for (int i = 0; i < 20000; ++i) {
        Aabb bounds;
        const double least = i % 2 == 0 ? 1e-3 : 1e-12, most = i % 2 == 0 ? 1e8 : 1;
        for (float Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
            const auto a = static_cast<float>(random.sign() * random.log_uniform(least, most));
            const auto b = static_cast<float>(random.sign() * random.log_uniform(least, most));
            bounds.min.*axis = std::fmin(a, b);
            bounds.max.*axis = i % 5 == 0 ? std::nextafter(bounds.min.*axis, 1e9F) : std::fmax(a, b);
        }
        OrientedBox box;
        ASSERT_EQ(box_from_aabb(bounds, box), Status::ok);
        for (float Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
            const double center = box.center.*axis, half = box.half_extents.*axis;
            const double low = bounds.min.*axis, high = bounds.max.*axis;
            const long double reach =
                std::fmax(static_cast<long double>(high) - center, center - static_cast<long double>(low));
            if (half == 0) {
                ASSERT_LT(reach, kMinHalfExtent);
            } else {
                ASSERT_GE(half, reach);
                ASSERT_LT(std::nextafter(box.half_extents.*axis, 0.0F), reach) << "a thinner one would do";
            }
            rounded += half > reach ? 1 : 0;
            ASSERT_LE(std::fabs(center - (low + high) / 2), 0.5001 * kEps * std::fabs(center) + 1e-45);
        }
    }
    EXPECT_GT(rounded, 1000);
}

TEST(BoxFromAabb, Refusals) {
    OrientedBox box = kUntouched;
    EXPECT_EQ(box_from_aabb({{0, 0, 1}, {1, 1, 0}}, box), Status::invalid_bounds);
    EXPECT_EQ(box_from_aabb({{kNan, 0, 0}, {1, 1, 1}}, box), Status::invalid_bounds);
    EXPECT_EQ(box_from_aabb({{0, 0, 0}, {1, kInfinity, 1}}, box), Status::invalid_bounds);
    EXPECT_EQ(box_from_aabb({{3e8F, 0, 0}, {3e8F, 1, 1}}, box), Status::invalid_box) << "too far away";
    EXPECT_EQ(box_from_aabb({{-1.1e8F, 0, 0}, {1.1e8F, 1, 1}}, box), Status::invalid_box) << "too large";
    constexpr float kMost = std::numeric_limits<float>::max();
    EXPECT_EQ(box_from_aabb({{-kMost, 0, 0}, {kMost, 1, 1}}, box), Status::invalid_box);
    EXPECT_TRUE(same_bits(box, kUntouched));
    EXPECT_EQ(box_from_aabb({{-1e8F, 0, 0}, {1e8F, 1, 1}}, box), Status::ok);
}

TEST(BoxFromAxes, EitherHandTheSameSetOfPoints) {
    OrientedBox right, left;
    ASSERT_EQ(box_from_axes({1, 2, 3}, {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}, {3, 2, 1}, right), Status::ok);
    ASSERT_EQ(box_from_axes({1, 2, 3}, {{{0, 1, 0}, {-1, 0, 0}, {0, 0, -1}}}, {3, 2, 1}, left), Status::ok);
    EXPECT_TRUE(same_bits(left, right));
    EXPECT_EQ(right.center.z, 3);
    EXPECT_EQ(right.half_extents.x, 3);
    OrientedBox box = kUntouched;
    EXPECT_EQ(box_from_axes({}, {{{0, 1, 0}, {0, 1, 0}, {0, 0, -1}}}, {3, 2, 1}, box), Status::invalid_argument);
    EXPECT_EQ(box_from_axes({}, {}, {3, -2, 1}, box), Status::invalid_box);
    EXPECT_EQ(box_from_axes({2e8F, 0, 0}, {}, {3, 2, 1}, box), Status::invalid_box);
    EXPECT_TRUE(same_bits(box, kUntouched));
}

// A vehicle 4.5 m long, 1.8 m wide and 1.5 m high, which heads north-west on a road.
TEST(BoxFromEuler, AVehicleByCentreSizeAndYaw) {
    OrientedBox car;
    ASSERT_EQ(
        box_from_euler({100, 50, 0.75F}, {0.75 * kPi, 0, 0}, EulerOrder::intrinsic_zyx, {2.25F, 0.9F, 0.75F}, car),
        Status::ok);
    const auto corners = test::corners_of(test::matrix_of(car));
    const double d = std::sqrt(0.5);
    EXPECT_NEAR(static_cast<double>(corners[3][0]), 100 - 2.25 * d - 0.9 * d, 1e-5);  // ahead, left, below
    EXPECT_NEAR(static_cast<double>(corners[3][1]), 50 + 2.25 * d - 0.9 * d, 1e-5);
    EXPECT_NEAR(static_cast<double>(corners[3][2]), 0, 1e-6);
    OrientedBox box = kUntouched;
    EXPECT_EQ(box_from_euler({}, {kNan, 0, 0}, EulerOrder::intrinsic_zyx, {1, 1, 1}, box), Status::invalid_argument);
    EXPECT_EQ(box_from_euler({}, {}, EulerOrder::intrinsic_zyx, {1, 1e-8F, 1}, box), Status::invalid_box);
    EXPECT_TRUE(same_bits(box, kUntouched));
}

TEST(BoxFromAxisAngle, AThirdOfATurnAboutTheDiagonal) {
    OrientedBox box;
    ASSERT_EQ(box_from_axis_angle({}, {2, 2, 2}, 2 * kPi / 3, {1, 2, 3}, box), Status::ok);
    const auto corner = test::corners_of(test::matrix_of(box))[7];  // x goes to y, y to z, z to x
    EXPECT_NEAR(static_cast<double>(corner[0]), 3, 2e-6);
    EXPECT_NEAR(static_cast<double>(corner[1]), 1, 2e-6);
    EXPECT_NEAR(static_cast<double>(corner[2]), 2, 2e-6);
    box = kUntouched;
    EXPECT_EQ(box_from_axis_angle({}, {0, 0, 0}, 1, {1, 2, 3}, box), Status::invalid_argument);
    EXPECT_EQ(box_from_axis_angle({}, {0, 0, 1}, 1, {1, kNan, 3}, box), Status::invalid_box);
    EXPECT_TRUE(same_bits(box, kUntouched));
}

Mat4 columns(Vec3 x, Vec3 y, Vec3 z, Vec3 origin = {}) {
    return {{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, origin.x, origin.y, origin.z, 1}};
}

TEST(BoxFromMatrix, ReadsTranslationRotationAndScale) {
    OrientedBox box;
    // The unit cube, scaled by 2 along its x, which points to world y, and by 3 along its y, which points to world -x.
    ASSERT_EQ(box_from_matrix(columns({0, 2, 0}, {-3, 0, 0}, {0, 0, 1}, {7, 8, 9}), {0.5F, 0.5F, 0.5F}, box),
              Status::ok);
    EXPECT_EQ(box.center.x, 7);
    EXPECT_EQ(box.center.z, 9);
    EXPECT_EQ(box.half_extents.x, 1);
    EXPECT_EQ(box.half_extents.y, 1.5F);
    EXPECT_EQ(box.half_extents.z, 0.5F);
    EXPECT_EQ(box.rotation.z, box.rotation.w);
    EXPECT_EQ(box.rotation.x, 0);
}

TEST(BoxFromMatrix, AnyRotationScaleAndMirroring) {
    test::Random random(42);
    int mirrored = 0;
    for (int i = 0; i < 2000; ++i) {
        OrientedBox made = test::random_box(random, 1e-3, 1e3, 1e4);
        const double sign = random.sign();
        const test::RealMatrix m = test::matrix_of(made) * test::scaling({static_cast<long double>(sign), 1.0L, 1.0L});
        OrientedBox box;
        ASSERT_EQ(box_from_matrix(to_float(m), {1, 1, 1}, box), Status::ok);
        // Compares the boxes as sets of points: each corner of one is a corner of the other.
        ASSERT_LE(std::fabs(test::outside(box, test::corners_of(m))),
                  4 * kEps * (test::half_sum(made) + test::center_size(made)));
        ASSERT_LE(std::fabs(test::outside(made, test::corners_of(test::matrix_of(box)))),
                  4 * kEps * (test::half_sum(made) + test::center_size(made)));
        mirrored += sign < 0 ? 1 : 0;
    }
    EXPECT_GT(mirrored, 500);
}

TEST(BoxFromMatrix, ColumnsOfZerosMakeFlatBoxes) {
    OrientedBox box;
    ASSERT_EQ(box_from_matrix(columns({0, 2, 0}, {0, 0, 0}, {0, 0, 1}), {1, 1, 1}, box), Status::ok);
    EXPECT_EQ(box.half_extents.x, 2);
    EXPECT_EQ(box.half_extents.y, 0);
    EXPECT_EQ(box.half_extents.z, 1);
    const auto corner = test::corners_of(test::matrix_of(box))[7];
    EXPECT_NEAR(static_cast<double>(corner[1]), 2, 1e-6);
    EXPECT_NEAR(static_cast<double>(corner[2]), 1, 1e-6);
    for (int only = 0; only < 3; ++only) {  // a segment along (3, 4, 0)
        Vec3 column[3] = {};
        column[only] = {3, 4, 0};
        ASSERT_EQ(box_from_matrix(columns(column[0], column[1], column[2]), {1, 1, 1}, box), Status::ok);
        const float half[3] = {box.half_extents.x, box.half_extents.y, box.half_extents.z};
        for (int k = 0; k < 3; ++k) EXPECT_EQ(half[k], k == only ? 5 : 0);
        const auto end = test::corners_of(test::matrix_of(box))[7];
        EXPECT_NEAR(static_cast<double>(end[0]), 3, 2e-6);
        EXPECT_NEAR(static_cast<double>(end[1]), 4, 2e-6);
    }
    ASSERT_EQ(box_from_matrix(columns({}, {}, {}, {1, 1, 1}), {1, 1, 1}, box), Status::ok);
    EXPECT_TRUE(same_bits(box, {{1, 1, 1}, {0, 0, 0}, {}}));
}

TEST(BoxFromMatrix, Refusals) {
    OrientedBox box = kUntouched;
    const Vec3 unit = {0.5F, 0.5F, 0.5F};
    for (std::size_t i = 0; i < 16; ++i) {
        Mat4 bad;
        bad.m[i] = kNan;
        EXPECT_EQ(box_from_matrix(bad, unit, box), Status::invalid_argument) << i;
        bad.m[i] = -kInfinity;
        EXPECT_EQ(box_from_matrix(bad, unit, box), Status::invalid_argument) << i;
        if (i % 4 != 3) continue;
        bad = {};
        bad.m[i] += 0.5F;
        EXPECT_EQ(box_from_matrix(bad, unit, box), Status::invalid_argument) << "projective " << i;
    }
    EXPECT_EQ(box_from_matrix(columns({1, 0, 0}, {0.002F, 1, 0}, {0, 0, 1}), unit, box), Status::invalid_argument)
        << "shear";
    EXPECT_EQ(box_from_matrix({}, {1, -1, 1}, box), Status::invalid_box);
    EXPECT_EQ(box_from_matrix(columns({1e9F, 0, 0}, {0, 1, 0}, {0, 0, 1}), unit, box), Status::invalid_box);
    EXPECT_EQ(box_from_matrix(columns({3e38F, 3e38F, 3e38F}, {}, {}), unit, box), Status::invalid_box);
    EXPECT_EQ(box_from_matrix({}, {1, 1e-8F, 1}, box), Status::invalid_box) << "too thin";
    EXPECT_EQ(box_from_matrix(columns({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 2e8F, 0}), unit, box), Status::invalid_box);
    EXPECT_TRUE(same_bits(box, kUntouched));
    EXPECT_EQ(box_from_matrix(columns({1, 0, 0}, {0.0009F, 1, 0}, {0, 0, 1}), unit, box), Status::ok)
        << "within tolerance";
}

}  // namespace
}  // namespace satori
