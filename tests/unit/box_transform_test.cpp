#include <satori/box_transform.hpp>

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <satori/box_geometry.hpp>

#include "oracles/matrix_twin.hpp"
#include "support/calls.hpp"

namespace satori {
namespace {

using test::expect_vector;
using test::same_bits;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMost = std::numeric_limits<float>::max();
const Quat kQuarterAboutZ = {0, 0, 1, 1};

TEST(BoxTransform, TranslateChangesTheCentreOnly) {
    OrientedBox box{{1, 2, 3}, {1, 2, 3}, {1, 2, 3, 4}};
    ASSERT_EQ(translate(box, {10, -2, 0.5F}), Status::ok);
    EXPECT_TRUE(same_bits(box, {{11, 0, 3.5F}, {1, 2, 3}, {1, 2, 3, 4}}));
}

TEST(BoxTransform, RotateAboutItsCentreAndAboutAPoint) {
    OrientedBox box{{3, 0, 1}, {1, 2, 3}, {}};
    ASSERT_EQ(rotate(box, kQuarterAboutZ), Status::ok);
    expect_vector(box.center, 3, 0, 1);
    EXPECT_EQ(box.rotation.z, box.rotation.w);
    ASSERT_EQ(rotate_about(box, kQuarterAboutZ, {1, 0, 0}), Status::ok);
    expect_vector(box.center, 1, 2, 1);
    expect_vector({box.rotation.x, box.rotation.y, std::fabs(box.rotation.z)}, 0, 0, 1, 1e-7);  // half a turn in sum
    expect_vector(box.half_extents, 1, 2, 3);
}

// rotate() turns in the world frame. For a turn about the box's own axes, the turn is the second argument of compose().
TEST(BoxTransform, WorldFrameOrOwnAxes) {
    const OrientedBox tipped{{}, {1, 2, 3}, {1, 0, 0, 1}};  // axis 1 points up, axis 2 to -y
    OrientedBox world = tipped, own = tipped;
    ASSERT_EQ(rotate(world, kQuarterAboutZ), Status::ok);
    ASSERT_EQ(compose(own.rotation, kQuarterAboutZ, own.rotation), Status::ok);
    Axes axes;
    ASSERT_EQ(axes_from_quat(world.rotation, axes), Status::ok);
    expect_vector(axes.axes[0], 0, 1, 0, 1e-7);
    expect_vector(axes.axes[1], 0, 0, 1, 1e-7);
    ASSERT_EQ(axes_from_quat(own.rotation, axes), Status::ok);
    expect_vector(axes.axes[0], 0, 0, 1, 1e-7);
    expect_vector(axes.axes[1], -1, 0, 0, 1e-7);
}

TEST(BoxTransform, ScaleAlongItsOwnAxes) {
    OrientedBox box{{1, 2, 3}, {1, 2, 3}, kQuarterAboutZ};
    ASSERT_EQ(scale(box, {2, -0.5F, 0}), Status::ok);
    EXPECT_TRUE(same_bits(box, {{1, 2, 3}, {2, 1, 0}, kQuarterAboutZ}));
}

TEST(BoxTransform, InflateBothWays) {
    OrientedBox box{{1, 2, 3}, {1, 2, 0}, kQuarterAboutZ};
    ASSERT_EQ(inflate(box, 0.5F), Status::ok);
    expect_vector(box.half_extents, 1.5, 2.5, 0.5);
    ASSERT_EQ(inflate(box, -0.5F), Status::ok);
    expect_vector(box.half_extents, 1, 2, 0);
    // The half extents grow by no less than the given amount.
    ASSERT_EQ(inflate(box, 1e-3F), Status::ok);
    EXPECT_GE(box.half_extents.x, 1 + static_cast<double>(1e-3F));
    EXPECT_GE(box.half_extents.y, 2 + static_cast<double>(1e-3F));
    OrientedBox large{{}, {1, 1, 1}, {}};
    ASSERT_EQ(inflate(large, 1e-30F), Status::ok);
    EXPECT_EQ(large.half_extents.x, std::nextafter(1.0F, 2.0F));
}

TEST(BoxTransform, ByAPose) {
    OrientedBox box{{1, 0, 0}, {1, 2, 3}, {}};
    ASSERT_EQ(transform(box, Pose{{10, 20, 30}, kQuarterAboutZ}), Status::ok);
    expect_vector(box.center, 10, 21, 30);
    EXPECT_EQ(box.rotation.z, box.rotation.w);
}

Mat4 linear(Vec3 x, Vec3 y, Vec3 z) {
    return {{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1}};
}

TEST(BoxTransform, AMatrixThatScalesAlongTheBoxsAxes) {
    OrientedBox box{{1, 1, 1}, {1, 2, 3}, kQuarterAboutZ};  // axis 0 along y, axis 1 along -x
    BoxImage image;
    ASSERT_EQ(transform(box, linear({10, 0, 0}, {0, 5, 0}, {0, 0, 1}), &image), Status::ok);
    expect_vector(box.center, 10, 5, 1);
    expect_vector(box.half_extents, 5, 20, 3);
    EXPECT_EQ(box.rotation.z, box.rotation.w);
    EXPECT_LE(image.shear, 1e-15);
    EXPECT_EQ(image.growth, 1);
    EXPECT_FALSE(image.mirrored);
}

// The square is turned by 45 degrees and then scaled along x by 3. It becomes a rhombus with half diagonals 3 d and d
// (d = sqrt 2). Its perimeter is 4 times 2 sqrt 5; its acute angle is 2 atan(1 / 3), with cosine 0.8 and sine 0.6. The
// box flush with an edge measures 2 sqrt 5 * 1.8 by 2 sqrt 5 * 0.6.
TEST(BoxTransform, ShearIsReportedAndEnclosed) {
    OrientedBox box{
        {0, 0, 0},
        {1, 1, 1},
        {0, 0, static_cast<float>(std::sin(0.39269908169872414)), static_cast<float>(std::cos(0.39269908169872414))}};
    BoxImage image;
    ASSERT_EQ(transform(box, linear({3, 0, 0}, {0, 1, 0}, {0, 0, 1}), &image), Status::ok);
    EXPECT_NEAR(image.shear, 0.8, 1e-6);
    EXPECT_NEAR(image.growth, 1.8, 1e-6);
    const double side = std::sqrt(5.0);
    EXPECT_NEAR(std::fmax(box.half_extents.x, box.half_extents.y), side * 1.8, 1e-5);
    EXPECT_NEAR(std::fmin(box.half_extents.x, box.half_extents.y), side * 0.6, 1e-5);
    EXPECT_EQ(box.half_extents.z, 1);
    EXPECT_FALSE(image.mirrored);
}

TEST(BoxTransform, MirroringIsLegal) {
    OrientedBox box{{1, 2, 3}, {1, 2, 3}, {0.1F, 0.2F, 0.3F, 0.9F}};
    const OrientedBox before = box;
    BoxImage image;
    const Mat4 mirror = linear({-1, 0, 0}, {0, 1, 0}, {0, 0, 1});
    ASSERT_EQ(transform(box, mirror, &image), Status::ok);
    EXPECT_TRUE(image.mirrored);
    expect_vector(box.half_extents, 1, 2, 3, 1e-6);
    expect_vector(box.center, -1, 2, 3);
    const auto corners = test::corners_of(test::matrix_of(mirror) * test::matrix_of(before));
    EXPECT_LE(std::fabs(test::outside(box, corners)), 1e-6);
}

TEST(BoxTransform, FlatBoxesAndFlatteningMatrices) {
    BoxImage image;
    OrientedBox plate{{}, {1, 2, 0}, {}};
    ASSERT_EQ(transform(plate, linear({1, 0, 0}, {1, 1, 0}, {0, 0, 1}), &image), Status::ok) << "sheared in its plane";
    EXPECT_EQ(plate.half_extents.z, 0);
    EXPECT_NEAR(image.shear, std::sqrt(0.5), 1e-6);
    EXPECT_EQ(image.growth, 1);
    plate = {{}, {1, 2, 0}, {}};
    ASSERT_EQ(transform(plate, linear({1, 0, 1}, {0, 1, 0}, {1, 0, 2}), &image), Status::ok)
        << "sheared out of its plane";
    EXPECT_EQ(plate.half_extents.z, 0);
    EXPECT_NEAR(plate.half_extents.x, std::sqrt(2.0), 1e-6);
    OrientedBox cube;
    ASSERT_EQ(transform(cube, linear({1, 0, 0}, {0, 1, 0}, {0, 0, 0}), &image), Status::ok) << "onto a plane";
    expect_vector(cube.half_extents, 0.5, 0.5, 0);
    cube = {};
    ASSERT_EQ(transform(cube, linear({1, 0, 0}, {0, 1, 0}, {1, 1, 0}), &image), Status::ok) << "onto a plane, askew";
    EXPECT_EQ(volume(cube), 0);
    cube = {};
    ASSERT_EQ(transform(cube, linear({1, 1, 1}, {2, 2, 2}, {-1, -1, -1}), &image), Status::ok) << "onto a line";
    EXPECT_EQ(image.shear, 1);
    const double longest = std::fmax(cube.half_extents.x, std::fmax(cube.half_extents.y, cube.half_extents.z));
    EXPECT_NEAR(longest, 2 * std::sqrt(3.0), 1e-5);
    EXPECT_NEAR(test::half_sum(cube), longest, 1e-6);
    cube = {{1, 1, 1}, {1, 1, 1}, {}};
    ASSERT_EQ(transform(cube, linear({}, {}, {}), &image), Status::ok) << "onto the origin";
    EXPECT_EQ(test::half_sum(cube), 0);
    EXPECT_EQ(test::center_size(cube), 0);
}

TEST(BoxTransform, MergeKeepsTheBetterRotation) {
    const Quat tilted = {0, 0, static_cast<float>(std::sin(0.2)), static_cast<float>(std::cos(0.2))};
    const OrientedBox long_one{{0, 0, 0}, {10, 1, 1}, tilted}, cube{{0, 0, 0}, {0.5F, 0.5F, 0.5F}, {}};
    OrientedBox merged;
    ASSERT_EQ(merge(long_one, cube, merged), Status::ok);
    EXPECT_TRUE(same_bits(merged.rotation, tilted)) << "of the first, to the bit";
    EXPECT_NEAR(merged.half_extents.x, 10, 1e-5);
    ASSERT_EQ(merge(cube, long_one, merged), Status::ok);
    EXPECT_TRUE(same_bits(merged.rotation, tilted)) << "of the second";
}

TEST(BoxTransform, MergeOfTurnedRodsIsHalfWayOrUpright) {
    const auto turned = [](double angle) {
        return Quat{0, 0, static_cast<float>(std::sin(angle / 2)), static_cast<float>(std::cos(angle / 2))};
    };
    // Two long rods, 0.4 rad apart, about the direction 1 rad. b's rotation is chosen so that its axis 0 is the other
    // rod's axis 1.
    const OrientedBox a{{}, {10, 0.1F, 1}, turned(0.8)}, b{{}, {0.1F, 10, 1}, turned(1.2 + 1.5707963267948966)};
    OrientedBox merged;
    ASSERT_EQ(merge(a, b, merged), Status::ok);
    Axes axes;
    ASSERT_EQ(axes_from_quat(merged.rotation, axes), Status::ok);
    EXPECT_NEAR(std::fabs(axes.axes[0].x), std::cos(1.0), 1e-6);
    EXPECT_NEAR(merged.half_extents.x, 10 * std::cos(0.2) + 0.1 * std::sin(0.2), 1e-5);
    // The same about the x axis. The rotation halfway between is the identity. Only the axes themselves show this.
    const OrientedBox c{{}, {10, 0.1F, 1}, turned(0.2)}, d{{}, {10, 0.1F, 1}, turned(-0.2)};
    ASSERT_EQ(merge(c, d, merged), Status::ok);
    EXPECT_NEAR(merged.half_extents.y, 10 * std::sin(0.2) + 0.1 * std::cos(0.2), 1e-5);
    // The boxes are far apart along x, turned by 0.3 and 0.6 rad. The upright box is smaller than the boxes in either
    // rotation or in the one between.
    const OrientedBox e{{-5, 0, 0}, {1, 1, 1}, turned(0.3)}, f{{5, 0, 0}, {1, 1, 1}, turned(0.6)};
    ASSERT_EQ(merge(e, f, merged), Status::ok);
    EXPECT_TRUE(merged.rotation.z == 0 && merged.rotation.w == 1);
}

TEST(BoxTransform, MergeAtTheLimits) {
    OrientedBox merged{{7, 7, 7}, {1, 1, 1}, {}};
    const OrientedBox left{{-9e7F, 0, 0}, {1, 1, 1}, {}}, right{{9e7F, 0, 0}, {1, 1, 1}, {}};
    const OrientedBox farther{{-1e8F, 0, 0}, {1, 1, 1}, {}}, farthest{{1e8F, 0, 0}, {1, 1, 1}, {}};
    EXPECT_EQ(merge(left, right, merged), Status::ok);
    merged = {{7, 7, 7}, {1, 1, 1}, {}};
    EXPECT_EQ(merge(farther, farthest, merged), Status::result_out_of_range) << "half extents above 1e8";
    EXPECT_EQ(merged.center.x, 7);
    const OrientedBox point{{1, 1, 1}, {0, 0, 0}, {}};
    ASSERT_EQ(merge(point, point, merged), Status::ok);
    expect_vector(merged.center, 1, 1, 1);
    expect_vector(merged.half_extents, 0, 0, 0);
    OrientedBox grown = right;
    ASSERT_EQ(merge(grown, point, grown), Status::ok) << "the result may be one of the two";
    EXPECT_GT(grown.half_extents.x, 4e7F);
}

struct BadChange {
    const char* name;
    Status status;
    std::function<Status(OrientedBox&)> change;
};

TEST(BoxTransform, Refusals) {
    const OrientedBox legal{{1e8F, 1, 1}, {1e8F, 1, 1e-7F}, {}};
    const Mat4 huge = linear({3e38F, 3e38F, 0}, {0, 1, 0}, {0, 0, 1});
    Mat4 projective, not_finite;
    projective.m[7] = 0.1F;
    not_finite.m[13] = kNan;
    BoxImage image{7, 7, true};
    const BadChange changes[] = {
        {"offset NaN", Status::invalid_argument,
         [](auto& b) {
             return translate(b, {0, kNan, 0});
         }},
        {"offset infinite", Status::invalid_argument,
         [](auto& b) {
             return translate(b, {kInfinity, 0, 0});
         }},
        {"moved too far", Status::result_out_of_range,
         [](auto& b) {
             return translate(b, {10, 0, 0});
         }},
        {"moved beyond floats", Status::result_out_of_range,
         [](auto& b) {
             return translate(b, {0, kMost, 0});
         }},
        {"rotation zero", Status::invalid_argument,
         [](auto& b) {
             return rotate(b, {0, 0, 0, 0});
         }},
        {"rotation NaN", Status::invalid_argument,
         [](auto& b) {
             return rotate(b, {0, 0, 0, kNan});
         }},
        {"rotation zero", Status::invalid_argument,
         [](auto& b) {
             return rotate_about(b, {0, 0, 0, 0}, {});
         }},
        {"point infinite", Status::invalid_argument,
         [](auto& b) {
             return rotate_about(b, {}, {0, kInfinity, 0});
         }},
        {"turned too far", Status::result_out_of_range,
         [](auto& b) {
             return rotate_about(b, {0, 0, 1, 0}, {2e8F, 0, 0});
         }},
        {"factor NaN", Status::invalid_argument,
         [](auto& b) {
             return scale(b, {1, 1, kNan});
         }},
        {"too large", Status::result_out_of_range,
         [](auto& b) {
             return scale(b, {1.1F, 1, 1});
         }},
        {"scaled beyond floats", Status::result_out_of_range,
         [](auto& b) {
             return scale(b, {kMost, 1, 1});
         }},
        {"distance NaN", Status::invalid_argument, [](auto& b) { return inflate(b, kNan); }},
        {"inflated too much", Status::result_out_of_range, [](auto& b) { return inflate(b, 10); }},
        {"deflated too much", Status::result_out_of_range, [](auto& b) { return inflate(b, -1e-6F); }},
        {"pose NaN", Status::invalid_argument,
         [](auto& b) {
             return transform(b, Pose{{0, 0, kNan}, {}});
         }},
        {"pose without rotation", Status::invalid_argument,
         [](auto& b) {
             return transform(b, Pose{{}, {0, 0, 0, 0}});
         }},
        {"posed too far", Status::result_out_of_range,
         [](auto& b) {
             return transform(b, Pose{{10, 0, 0}, {}});
         }},
        {"projective", Status::invalid_argument, [&](auto& b) { return transform(b, projective, &image); }},
        {"matrix NaN", Status::invalid_argument, [&](auto& b) { return transform(b, not_finite, &image); }},
        {"matrix too large", Status::result_out_of_range, [&](auto& b) { return transform(b, huge, &image); }},
        {"sheared too large", Status::result_out_of_range,
         [&](auto& b) {
             return transform(b, linear({1, 1, 0}, {0, 1, 0}, {0, 0, 1}), &image);
         }},
        {"merged with an illegal one", Status::invalid_box,
         [](auto& b) {
             return merge(b, {{}, {1, -1, 1}, {}}, b);
         }},
        {"merged with an illegal one", Status::invalid_box,
         [](auto& b) {
             return merge({{}, {1, 1, 1}, {0, 0, 0, 0}}, b, b);
         }},
    };
    for (const BadChange& bad : changes) {
        OrientedBox box = legal;
        EXPECT_EQ(bad.change(box), bad.status) << bad.name;
        EXPECT_TRUE(same_bits(box, legal)) << bad.name;
    }
    EXPECT_TRUE(image.shear == 7 && image.growth == 7 && image.mirrored);
}

TEST(BoxTransform, AnIllegalBoxIsRefusedByEveryChange) {
    const OrientedBox illegal{{0, 0, 0}, {1, -1, 1}, {}};
    const std::function<Status(OrientedBox&)> changes[] = {
        [](auto& b) { return translate(b, {}); },        [](auto& b) { return rotate(b, {}); },
        [](auto& b) { return rotate_about(b, {}, {}); }, [](auto& b) { return scale(b, {1, 1, 1}); },
        [](auto& b) { return inflate(b, 3); },           [](auto& b) { return transform(b, Pose{}); },
        [](auto& b) { return transform(b, Mat4{}); },
    };
    for (const auto& change : changes) {
        OrientedBox box = illegal;
        EXPECT_EQ(change(box), Status::invalid_box);
        EXPECT_TRUE(same_bits(box, illegal));
    }
}

}  // namespace
}  // namespace satori
