#include <satori/rotation.hpp>

#include <algorithm>
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

using test::expect_vector;
using test::kPi;
using test::same_bits;

constexpr double kEps = 0x1p-23;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Returns the largest difference of two rotations' matrices.
double apart(const test::RealMatrix& a, const test::RealMatrix& b) {
    long double worst = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) worst = std::fmax(worst, fabsl(a.rows[i][j] - b.rows[i][j]));
    }
    return static_cast<double>(worst);
}

Quat euler(double first, double second, double third, EulerOrder order) {
    Quat q;
    EXPECT_EQ(quat_from_euler({first, second, third}, order, q), Status::ok);
    return q;
}

Axes axes_of(const Quat& q) {
    Axes axes;
    EXPECT_EQ(axes_from_quat(q, axes), Status::ok);
    return axes;
}

struct NamedOrder {
    const char* axes;
    EulerOrder intrinsic, extrinsic;
};
constexpr NamedOrder kOrders[] = {
    {"xyz", EulerOrder::intrinsic_xyz, EulerOrder::extrinsic_xyz},
    {"xzy", EulerOrder::intrinsic_xzy, EulerOrder::extrinsic_xzy},
    {"yxz", EulerOrder::intrinsic_yxz, EulerOrder::extrinsic_yxz},
    {"yzx", EulerOrder::intrinsic_yzx, EulerOrder::extrinsic_yzx},
    {"zxy", EulerOrder::intrinsic_zxy, EulerOrder::extrinsic_zxy},
    {"zyx", EulerOrder::intrinsic_zyx, EulerOrder::extrinsic_zyx},
    {"xyx", EulerOrder::intrinsic_xyx, EulerOrder::extrinsic_xyx},
    {"xzx", EulerOrder::intrinsic_xzx, EulerOrder::extrinsic_xzx},
    {"yxy", EulerOrder::intrinsic_yxy, EulerOrder::extrinsic_yxy},
    {"yzy", EulerOrder::intrinsic_yzy, EulerOrder::extrinsic_yzy},
    {"zxz", EulerOrder::intrinsic_zxz, EulerOrder::extrinsic_zxz},
    {"zyz", EulerOrder::intrinsic_zyz, EulerOrder::extrinsic_zyz},
};

test::RealMatrix turn_about(char axis, double angle) {
    return test::rotation({axis == 'x' ? 1.0L : 0, axis == 'y' ? 1.0L : 0, axis == 'z' ? 1.0L : 0}, angle);
}

TEST(Euler, EveryOrderIsTheProductOfItsNamedTurns) {
    test::Random random(21);
    for (const NamedOrder& order : kOrders) {
        SCOPED_TRACE(order.axes);
        for (int i = 0; i < 200; ++i) {
            const double most = i % 4 == 0 ? kMaxRotationAngle : 7;
            const double angle[3] = {random.uniform(-most, most), random.uniform(-most, most),
                                     random.uniform(-most, most)};
            const auto a = turn_about(order.axes[0], angle[0]), b = turn_about(order.axes[1], angle[1]),
                       c = turn_about(order.axes[2], angle[2]);
            const Quat inner = euler(angle[0], angle[1], angle[2], order.intrinsic);
            const Quat outer = euler(angle[0], angle[1], angle[2], order.extrinsic);
            ASSERT_LE(apart(test::rotation(inner), a * b * c), 1.5 * kEps);
            ASSERT_LE(apart(test::rotation(outer), c * b * a), 1.5 * kEps);
        }
    }
}

TEST(Euler, ExtrinsicIsIntrinsicBackwards) {
    EXPECT_TRUE(
        same_bits(euler(0.1, 0.2, 0.3, EulerOrder::extrinsic_xyz), euler(0.3, 0.2, 0.1, EulerOrder::intrinsic_zyx)));
    EXPECT_TRUE(
        same_bits(euler(0.1, 0.2, 0.3, EulerOrder::extrinsic_zxz), euler(0.3, 0.2, 0.1, EulerOrder::intrinsic_zxz)));
}

// A car that heads north (y), with its front 30 degrees up.
TEST(Euler, YawPitchRollOfAVehicle) {
    const Axes car = axes_of(euler(kPi / 2, -kPi / 6, 0, EulerOrder::intrinsic_zyx));
    expect_vector(car.axes[0], 0, std::sqrt(0.75), 0.5, 2 * kEps);  // ahead: about y a positive angle turns x down
    expect_vector(car.axes[1], -1, 0, 0, 2 * kEps);                 // to its left
}

// FRotator(pitch, yaw, roll) in degrees, as Unreal turns its axes: x forward, y right, z up, left-handed. Positive
// pitch lifts the nose, positive yaw turns right, positive roll lowers the right side.
TEST(Euler, UnrealsRotator) {
    const auto rotator = [](double pitch, double yaw, double roll) {
        return axes_of(euler(yaw * kPi / 180, -pitch * kPi / 180, -roll * kPi / 180, EulerOrder::intrinsic_zyx));
    };
    expect_vector(rotator(0, 90, 0).axes[0], 0, 1, 0);
    expect_vector(rotator(90, 0, 0).axes[0], 0, 0, 1);
    expect_vector(rotator(0, 0, 90).axes[1], 0, 0, -1);
    // FRotationMatrix's rows, in sines and cosines of pitch, yaw and roll.
    const double p = 0.3, y = 1.1, r = -0.7;
    const Axes axes = rotator(p * 180 / kPi, y * 180 / kPi, r * 180 / kPi);
    const double sp = std::sin(p), cp = std::cos(p), sy = std::sin(y), cy = std::cos(y), sr = std::sin(r),
                 cr = std::cos(r);
    expect_vector(axes.axes[0], cp * cy, cp * sy, sp, 2 * kEps);
    expect_vector(axes.axes[1], sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, -sr * cp, 2 * kEps);
    expect_vector(axes.axes[2], -(cr * sp * cy + sr * sy), cy * sr - cr * sp * sy, cr * cp, 2 * kEps);
}

TEST(Euler, QuarterTurnsGiveExactAxes) {
    for (const NamedOrder& order : kOrders) {
        for (int turns = 0; turns < 64; ++turns) {
            const int first = turns % 4, second = turns / 4 % 4, third = turns / 16;
            const Axes axes = axes_of(euler(first * kPi / 2, second * kPi / 2, third * kPi / 2, order.intrinsic));
            for (const Vec3& axis : axes.axes) {
                for (const float component : {axis.x, axis.y, axis.z}) {
                    ASSERT_LE(std::fabs(component - std::round(component)), 0x1p-50) << order.axes << ' ' << turns;
                }
            }
        }
    }
}

TEST(Euler, Refusals) {
    Quat q{1, 2, 3, 4};
    const double nan = kNan, infinity = kInfinity;
    for (const double bad : {nan, infinity, -infinity, 1.1 * kMaxRotationAngle}) {
        EXPECT_EQ(quat_from_euler({bad, 0, 0}, EulerOrder::intrinsic_xyz, q), Status::invalid_argument);
        EXPECT_EQ(quat_from_euler({0, bad, 0}, EulerOrder::intrinsic_xyz, q), Status::invalid_argument);
        EXPECT_EQ(quat_from_euler({0, 0, bad}, EulerOrder::intrinsic_xyz, q), Status::invalid_argument);
        EXPECT_EQ(quat_from_axis_angle({0, 0, 1}, bad, q), Status::invalid_argument);
    }
    EXPECT_EQ(quat_from_euler({}, static_cast<EulerOrder>(24), q), Status::invalid_argument);
    EXPECT_EQ(quat_from_axis_angle({0, -0.0F, 0}, 1, q), Status::invalid_argument);
    EXPECT_EQ(quat_from_axis_angle({0, kNan, 0}, 1, q), Status::invalid_argument);
    EXPECT_TRUE(same_bits(q, {1, 2, 3, 4}));
}

TEST(AxisAngle, TurnsAsRodriguesSays) {
    test::Random random(22);
    for (int i = 0; i < 2000; ++i) {
        const double size = random.log_uniform(1e-44, 1e38);
        const Vec3 axis = {static_cast<float>(random.uniform(-1, 1) * size),
                           static_cast<float>(random.uniform(-1, 1) * size),
                           static_cast<float>((0.1 + random.unit()) * size)};
        if (axis.x == 0 && axis.y == 0 && axis.z == 0) continue;
        const double angle = random.uniform(-1, 1) * (i % 2 == 0 ? 7 : 1e6);
        Quat q;
        ASSERT_EQ(quat_from_axis_angle(axis, angle, q), Status::ok);
        ASSERT_LE(apart(test::rotation(q), test::rotation(test::real(axis), angle)), 1.5 * kEps);
    }
}

// The formula depends on which of w, x, y, z is largest.
TEST(QuatFromAxes, FindsTheRotationAgainWhicheverComponentIsLargest) {
    test::Random random(23);
    int met[4] = {};
    const auto there_and_back = [&](const Quat& q) {
        const Axes axes = axes_of(q);
        Quat found;
        ASSERT_EQ(quat_from_axes(axes, found), Status::ok);
        EXPECT_GE(found.w, 0);
        ASSERT_LE(apart(test::rotation(found), test::rotation(q)), 3 * kEps);
        const float size[4] = {std::fabs(found.x), std::fabs(found.y), std::fabs(found.z), std::fabs(found.w)};
        ++met[std::max_element(size, size + 4) - size];
    };
    for (int i = 0; i < 4000; ++i) there_and_back(test::random_rotation(random));
    for (const int count : met) EXPECT_GT(count, 500);
    // Half turns and slightly more: w is 0 or nearly 0. In some of them two components have the same size.
    for (int k = 0; k < 3; ++k) {
        for (const float w : {0.0F, 1e-30F, 1e-8F, -1e-8F, 1e-4F}) {
            Quat q{k == 0 ? 1.0F : 0, k == 1 ? 1.0F : 0, k == 2 ? 1.0F : 0, w};
            there_and_back(q);
            q = {k != 0 ? 1.0F : 0, k != 1 ? 1.0F : 0, k != 2 ? -1.0F : 0, w};
            there_and_back(q);
        }
    }
    there_and_back({1, 1, 1, 1});
    there_and_back({-1, 1, -1, -1});
}

TEST(QuatFromAxes, TheRotationsOfACubeAreExact) {
    for (int first = 0; first < 6; ++first) {
        for (int second = 0; second < 6; ++second) {
            if (first / 2 == second / 2) continue;
            float a[3] = {}, b[3] = {};
            a[first / 2] = first % 2 == 0 ? 1.0F : -1.0F;
            b[second / 2] = second % 2 == 0 ? 1.0F : -1.0F;
            const Axes axes{{{a[0], a[1], a[2]},
                             {b[0], b[1], b[2]},
                             {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}}};
            Quat q;
            ASSERT_EQ(quat_from_axes(axes, q), Status::ok);
            const Axes again = axes_of(q);
            for (int i = 0; i < 3; ++i) {
                expect_vector(again.axes[i], axes.axes[i].x, axes.axes[i].y, axes.axes[i].z);
            }
        }
    }
}

TEST(QuatFromAxes, OfLeftHandedAxesTheThirdIsReversed) {
    Quat q, expected;
    ASSERT_EQ(quat_from_axes({{{0, 1, 0}, {-1, 0, 0}, {0, 0, -1}}}, q), Status::ok);
    ASSERT_EQ(quat_from_axis_angle({0, 0, 1}, kPi / 2, expected), Status::ok);
    EXPECT_TRUE(same_bits(q, expected));
}

// No other rotation is nearer: no small turn can increase the sum of the scalar products of the axes with the
// rotation's axes. That is, the matrix of these products is symmetric.
TEST(QuatFromAxes, TakesTheNearestRotationOfAxesThatAreNotQuiteAxes) {
    test::Random random(24);
    for (int i = 0; i < 500; ++i) {
        Axes axes = axes_of(test::random_rotation(random));
        for (Vec3& axis : axes.axes) {
            for (float* c : {&axis.x, &axis.y, &axis.z}) *c += static_cast<float>(random.uniform(-2e-4, 2e-4));
        }
        Quat q;
        ASSERT_EQ(quat_from_axes(axes, q), Status::ok);
        const auto r = test::rotation(q);
        long double product[3][3] = {};
        for (std::size_t a = 0; a < 3; ++a) {
            const auto given = test::real(axes.axes[a]);
            for (std::size_t b = 0; b < 3; ++b) {
                for (std::size_t k = 0; k < 3; ++k) product[a][b] += given[k] * r.rows[k][b];
            }
        }
        for (std::size_t a = 0; a < 3; ++a) {
            for (std::size_t b = 0; b < a; ++b) ASSERT_LE(fabsl(product[a][b] - product[b][a]), 2.5 * kEps);
        }
    }
}

TEST(QuatFromAxes, Refusals) {
    Quat q{1, 2, 3, 4};
    const auto refused = [&](const Axes& axes) { return quat_from_axes(axes, q) == Status::invalid_argument; };
    EXPECT_TRUE(refused({{{1.002F, 0, 0}, {0, 1, 0}, {0, 0, 1}}})) << "too long";
    EXPECT_TRUE(refused({{{1, 0, 0}, {0, 0.998F, 0}, {0, 0, 1}}})) << "too short";
    EXPECT_TRUE(refused({{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}}));
    EXPECT_TRUE(refused({{{1, 0, 0}, {0.002F, 1, 0}, {0, 0, 1}}})) << "not perpendicular";
    EXPECT_TRUE(refused({{{1, 0, 0}, {0, 1, 0}, {0, kNan, 1}}}));
    EXPECT_TRUE(refused({{{kInfinity, 0, 0}, {0, 1, 0}, {0, 0, 1}}}));
    EXPECT_TRUE(same_bits(q, {1, 2, 3, 4}));
    EXPECT_FALSE(refused({{{1.0009F, 0, 0}, {0.0009F, 1, 0}, {0, 0, 0.9992F}}}));
}

TEST(AxesFromQuat, AnyLength) {
    for (const float scale : {1e-38F, 1e-3F, 1.0F, 1e37F}) {
        const Axes axes = axes_of({scale, scale, scale, scale});
        expect_vector(axes.axes[0], 0, 1, 0);
        expect_vector(axes.axes[1], 0, 0, 1);
        expect_vector(axes.axes[2], 1, 0, 0);
    }
    Axes axes{{{7, 7, 7}, {}, {}}};
    EXPECT_EQ(axes_from_quat({0, 0, 0, 0}, axes), Status::invalid_argument);
    EXPECT_EQ(axes_from_quat({0, 0, 0, kInfinity}, axes), Status::invalid_argument);
    EXPECT_EQ(axes.axes[0].x, 7);
}

TEST(ComposeQuats, SecondAfterFirst) {
    test::Random random(25);
    for (int i = 0; i < 1000; ++i) {
        const Quat first = test::random_rotation(random), second = test::random_rotation(random);
        Quat both;
        ASSERT_EQ(compose(second, first, both), Status::ok);
        ASSERT_LE(apart(test::rotation(both), test::rotation(second) * test::rotation(first)), 1.5 * kEps);
    }
    Quat q{1, 2, 3, 4};
    EXPECT_EQ(compose(Quat{0, 0, 0, 0}, Quat{}, q), Status::invalid_argument);
    EXPECT_EQ(compose(Quat{}, Quat{kNan, 0, 0, 0}, q), Status::invalid_argument);
    EXPECT_TRUE(same_bits(q, {1, 2, 3, 4}));
}

}  // namespace
}  // namespace satori
