#include <satori/pose.hpp>

#include <limits>

#include <gtest/gtest.h>

#include "oracles/matrix_twin.hpp"
#include "support/calls.hpp"
#include "support/pair_regimes.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr double kEps = 0x1p-23;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMost = std::numeric_limits<float>::max();

Pose random_pose(test::Random& random) {
    const auto coordinate = [&] { return static_cast<float>(random.sign() * random.log_uniform(1e-3, 1e8)); };
    return {{coordinate(), coordinate(), coordinate()}, test::random_rotation(random)};
}

Vec3 image_of(const Pose& pose, const Vec3& point) {
    Vec3 image;
    EXPECT_EQ(transform_point(pose, point, image), Status::ok);
    return image;
}

double entry(const test::RealMatrix& m, std::size_t row, std::size_t column) {
    return static_cast<double>(m.rows[row][column]);
}

// A quarter turn about z, then 10 m along x.
TEST(Pose, TurnsThenMoves) {
    const Pose pose{{10, 0, 0}, {0, 0, 1, 1}};
    const Vec3 image = image_of(pose, {1, 2, 3});
    EXPECT_EQ(image.x, 8);
    EXPECT_EQ(image.y, 1);
    EXPECT_EQ(image.z, 3);
    Mat4 matrix;
    ASSERT_EQ(matrix_from_pose(pose, matrix), Status::ok);
    const float expected[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1};
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(matrix.m[i], expected[i]) << i;
}

TEST(Pose, AgainstMatrices) {
    test::Random random(31);
    for (int i = 0; i < 2000; ++i) {
        const Pose second = random_pose(random), first = random_pose(random);
        const test::RealMatrix product = test::matrix_of(second) * test::matrix_of(first);
        Pose both, back;
        ASSERT_EQ(compose(second, first, both), Status::ok);
        ASSERT_EQ(invert(first, back), Status::ok);
        const test::RealMatrix undone = test::matrix_of(back) * test::matrix_of(first);
        Mat4 matrix;
        ASSERT_EQ(matrix_from_pose(first, matrix), Status::ok);
        const double far = static_cast<double>(test::length(test::real(first.position)));
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) {
                ASSERT_NEAR(entry(test::matrix_of(both), row, column), entry(product, row, column), 1.5 * kEps);
                ASSERT_NEAR(entry(undone, row, column), row == column, 1.5 * kEps);
                ASSERT_NEAR(matrix.m[4 * column + row], entry(test::matrix_of(first), row, column), 0.51 * kEps);
            }
            const double exact = entry(product, row, 3);
            ASSERT_NEAR(entry(test::matrix_of(both), row, 3), exact, 0.51 * kEps * std::fabs(exact) + 1e-15 * far);
            ASSERT_NEAR(entry(undone, row, 3), 0, 2 * kEps * far);
        }
    }
}

TEST(Pose, PointsAreRoundedOnce) {
    test::Random random(32);
    for (int i = 0; i < 2000; ++i) {
        const Pose pose = random_pose(random);
        const Vec3 point = random_pose(random).position, image = image_of(pose, point);
        const test::RealPoint exact = test::matrix_of(pose) * test::real(point), found = test::real(image);
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_LE(fabsl(found[k] - exact[k]), 0.501 * kEps * fabsl(exact[k]) + 1e-6);
        }
    }
}

TEST(Pose, Refusals) {
    const Pose legal, no_rotation{{}, {0, 0, 0, 0}}, nowhere{{0, kNan, 0}, {}}, at_the_end{{kMost, 0, 0}, {}};
    Pose pose{{1, 2, 3}, {}};
    Vec3 point{4, 5, 6};
    Mat4 matrix;
    matrix.m[0] = 9;
    for (const Pose& bad : {no_rotation, nowhere}) {
        EXPECT_EQ(compose(bad, legal, pose), Status::invalid_argument);
        EXPECT_EQ(compose(legal, bad, pose), Status::invalid_argument);
        EXPECT_EQ(invert(bad, pose), Status::invalid_argument);
        EXPECT_EQ(transform_point(bad, {}, point), Status::invalid_argument);
        EXPECT_EQ(matrix_from_pose(bad, matrix), Status::invalid_argument);
    }
    EXPECT_EQ(transform_point(legal, {0, 0, kNan}, point), Status::invalid_argument);
    EXPECT_EQ(transform_point(at_the_end, {kMost, 0, 0}, point), Status::invalid_argument) << "not finite";
    EXPECT_EQ(compose(at_the_end, at_the_end, pose), Status::invalid_argument) << "not finite";
    EXPECT_EQ(pose.position.y, 2);
    EXPECT_EQ(point.y, 5);
    EXPECT_EQ(matrix.m[0], 9);
}

}  // namespace
}  // namespace satori
