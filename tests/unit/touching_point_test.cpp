// Tests the contact of boxes that touch when all their features pass each other: the closest points of the boxes.

#include <cmath>
#include <cstdint>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "narrowphase/touching_point.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/contact_judge.hpp"
#include "support/passing_boxes.hpp"

namespace satori {
namespace {

// Returns the record of a box that is upright, or turned about z.
simd::BoxRecord record_of(const Vec3& center, const Vec3& half, float turn = 0) {
    const float c = std::cos(turn), s = std::sin(turn);
    return {{center.x, center.y, center.z}, {half.x, half.y, half.z}, {c, s, 0, -s, c, 0, 0, 0, 1}, 0};
}

ContactManifold touching(const simd::BoxRecord& a, const simd::BoxRecord& b, std::uint32_t axis, const Vec3& normal) {
    ContactManifold manifold{};
    manifold.normal = normal;
    narrowphase::write_touching_point(a, b, axis, manifold);
    return manifold;
}

void expect_point(const ContactManifold& manifold, const Vec3& offset, float separation, std::uint32_t id) {
    ASSERT_EQ(manifold.point_count, 1U);
    const ContactPoint& point = manifold.points[0];
    EXPECT_NEAR(point.offset.x, offset.x, 1e-6);
    EXPECT_NEAR(point.offset.y, offset.y, 1e-6);
    EXPECT_NEAR(point.offset.z, offset.z, 1e-6);
    EXPECT_NEAR(point.separation, separation, 1e-6);
    EXPECT_EQ(point.feature_id, id);
}

TEST(TouchingPoint, CornerOverAFace) {
    // A corner of B lies 0.5 above A's top, which is face 1 of axis 2. Then the same with A and B exchanged.
    const auto cube = record_of({1, 2, 3}, {1, 1, 1});
    const auto small = record_of({1.5F, 2.25F, 4.75F}, {0, 0, 0.25F});
    expect_point(touching(cube, small, 2, {0, 0, 1}), {0.5F, 0.25F, 1.25F}, 0.5F, 2U << 8 | 5U << 4 | 12);
    expect_point(touching(small, cube, 5, {0, 0, -1}), {0, 0, -0.5F}, 0.5F, 5U << 8 | 5U << 4 | 12);
}

TEST(TouchingPoint, EdgesThatCross) {
    // Two roofs, ridge over ridge: bars along x and y. Their edges at y = 0 and x = 0 are closest, 0.25 apart.
    const float root = std::sqrt(0.5F);
    simd::BoxRecord lower{{0, 0, 0}, {2, 1, 1}, {1, 0, 0, 0, root, root, 0, -root, root}, 0};
    simd::BoxRecord upper{
        {0.5F, 0.25F, 2 * std::sqrt(2.0F) + 0.25F}, {1, 2, 1}, {root, 0, root, 0, 1, 0, -root, 0, root}, 0};
    const auto manifold = touching(lower, upper, 1, {0, root, root});
    ASSERT_EQ(manifold.point_count, 1U);
    EXPECT_NEAR(manifold.points[0].offset.x, 0.5, 1e-6);
    EXPECT_NEAR(manifold.points[0].offset.y, 0, 1e-6);
    EXPECT_NEAR(manifold.points[0].offset.z, std::sqrt(2.0) + 0.125, 1e-6);
    EXPECT_NEAR(manifold.points[0].separation, 0.25 * std::sqrt(0.5), 1e-6) << "along the normal";
}

TEST(TouchingPoint, EdgesSideBySideThatDoNotReachEachOther) {
    // Two segments along x: the first ends at 1, the second begins at 2. They are 0.5 apart in y.
    const auto left = record_of({0, 0, 0}, {1, 0, 0}), right = record_of({3, 0.5F, 0}, {1, 0, 0});
    expect_point(touching(left, right, 0, {1, 0, 0}), {1.5F, 0.25F, 0}, 1, 0U << 8 | 1U << 4 | 12);
}

TEST(TouchingPoint, OfBoxesThatOverlapALittleIsNoFurtherThanThat) {
    const auto a = record_of({0, 0, 0}, {1, 1, 1}), b = record_of({0, 0, 1.999F}, {0.5F, 0.5F, 1}, 0.3F);
    const auto manifold = touching(a, b, 2, {0, 0, 1});
    ASSERT_EQ(manifold.point_count, 1U);
    EXPECT_LE(std::fabs(manifold.points[0].separation), 0.0010001);
    EXPECT_NEAR(manifold.points[0].offset.z, 0.9995, 0.001);
}

// Axes are floats, so their lengths are not exactly 1. For nearly parallel axes, this error must not count as an angle
// between them.
TEST(TouchingPoint, NeedlesThatCrossNearlyParallel) {
    for (const float angle : {1e-6F, 1e-5F, 1e-4F, 3e-4F, 1e-3F, 1e-2F}) {
        for (const float off : {0.0F, 0.3F, -0.7F}) {
            // They cross at (off, 0, 0), 1e-5 apart. The axes are a little too long, as rounding can make them.
            const float c = std::cos(angle) * (1 + 1e-7F), s = std::sin(angle);
            const auto a = record_of({0, 0, 0}, {1, 0, 0});
            simd::BoxRecord b{{0, -off * s, 1e-5F}, {1, 0, 0}, {c, s, 0, -s, c, 0, 0, 0, 1}, 0};
            const auto manifold = touching(a, b, 2, {0, 0, 1});
            ASSERT_EQ(manifold.point_count, 1U);
            EXPECT_NEAR(manifold.points[0].separation, 1e-5, 1e-9);
            EXPECT_NEAR(manifold.points[0].offset.y, 0, 2e-7) << angle << ", " << off;
            EXPECT_NEAR(manifold.points[0].offset.z, 0.5e-5, 1e-9);
        }
    }
}

// An earlier version's contacts of these boxes lay up to 40 delta outside.
TEST(TouchingPoint, BoxesWhoseFeaturesAllPass) {
    const std::vector<OrientedBox> boxes(std::begin(test::kPassingBoxes), std::end(test::kPassingBoxes));
    const std::vector<BoxPair> pairs = {{0, 1}, {2, 3}};
    std::uint32_t met = 0;
    for (const ContactOptions& options : {ContactOptions{}, ContactOptions{.axis_slack = 0, .edge_share = 0}}) {
        const auto answers = test::contacts_of(test::make_batch(boxes), pairs, {}, options);
        test::ContactJudge judge;
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const ContactManifold& manifold = answers.manifolds[k];
            judge.add({boxes[2 * k], boxes[2 * k + 1], options, kNoAxis, answers.axes[k], manifold});
            if (manifold.point_count == 1 && (manifold.points[0].feature_id & 15U) == 12) ++met;
        }
        judge.expect_promises();
    }
    EXPECT_EQ(met, 4U);
}

}  // namespace
}  // namespace satori
