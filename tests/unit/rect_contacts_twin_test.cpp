// Tests the oracle of rectangle contacts, on cases with a known answer.

#include <cfloat>
#include <cmath>

#include <gtest/gtest.h>

#include "oracles/reference_rect.hpp"
#include "oracles/reference_rect_contacts.hpp"
#include "support/rect_contact_poses.hpp"

namespace satori {
namespace {

using namespace reference;

constexpr float kEighthTurn = 0.785398163F;

OrientedRect rect_at(float x, float y, Vec2 half = {1, 1}, float angle = 0) {
    return {{x, y}, half, angle};
}

void expect_near(const Planar& a, const Planar& b, double tolerance = 1e-12) {
    for (std::size_t k = 0; k < 2; ++k)
        EXPECT_NEAR(static_cast<double>(a[k]), static_cast<double>(b[k]), tolerance) << "component " << k;
}

TEST(RectContactsTwin, AxesOfUprightRectangles) {
    const auto axes = axes_of({rect_at(0, 0), rect_at(-1.5F, 0.5F)});
    expect_near(axes[0].normal, {-1, 0});
    expect_near(axes[1].normal, {0, 1});
    expect_near(axes[2].normal, {-1, 0});
    EXPECT_EQ(axes[0].separation, -0.5L);
    EXPECT_EQ(axes[1].separation, -1.5L);
    EXPECT_EQ(axes[3].separation, -1.5L);
    EXPECT_EQ(best_separation(axes), -0.5L);
    EXPECT_EQ(best_separation(axes, 1, 2), -1.5L);
}

TEST(RectContactsTwin, SeparationAlongAnyDirection) {
    const RectPair pair(rect_at(0, 0), rect_at(5, 0));
    EXPECT_EQ(separation_along(pair, {1, 0}), 3);
    EXPECT_EQ(separation_along(pair, {-1, 0}), -7);
    EXPECT_NEAR(static_cast<double>(separation_along(pair, {0.6L, 0.8L})), 5 * 0.6 - 2 * 1.4, 1e-15);
    // A corner towards an edge.
    const RectPair turned(rect_at(0, 0), rect_at(3, 0, {1, 1}, kEighthTurn));
    EXPECT_NEAR(static_cast<double>(separation_along(turned, {1, 0})), 2 - std::sqrt(2.0), 1e-12);
}

TEST(RectContactsTwin, DistanceOfAPoint) {
    const Rect rect(rect_at(0, 0, {1, 2}), {1, 1});
    EXPECT_EQ(distance(rect, {1, 1}), 0);
    EXPECT_EQ(distance(rect, {2, 3}), 0) << "a corner";
    EXPECT_EQ(distance(rect, {4, 1}), 2);
    EXPECT_EQ(distance(rect, {5, 7}), 5);
    const Rect turned(rect_at(0, 0, {1, 1}, kEighthTurn), {0, 0});
    EXPECT_NEAR(static_cast<double>(distance(turned, {2, 0})), 2 - std::sqrt(2.0), 1e-7);
    // Without an area: a segment, a point.
    EXPECT_EQ(distance(Rect(rect_at(0, 0, {2, 0}), {0, 0}), {5, 0}), 3);
    EXPECT_EQ(distance(Rect(rect_at(0, 0, {2, 0}), {0, 0}), {1, -1}), 1);
    EXPECT_EQ(distance(Rect(rect_at(0, 0, {0, 0}), {0, 0}), {3, 4}), 5);
}

TEST(RectContactsTwin, Slack) {
    const OrientedRect small = rect_at(0, 0, {1, 2}), large = rect_at(3, 4, {10, 20});
    const auto scale_of = [](const OrientedRect& a, const OrientedRect& b) {
        const RectPair pair(a, b);
        return contact_scale(pair.a, pair.b, 0, 0);
    };
    EXPECT_DOUBLE_EQ(scale_of(small, large).slack(), 3 * static_cast<double>(1e-4F));
    EXPECT_DOUBLE_EQ(scale_of(large, small).slack(), 3 * static_cast<double>(1e-4F));
    EXPECT_DOUBLE_EQ(scale_of(small, large).delta, overlap_tolerance(small, large));
    // Only a part of the 4 km ground is near the small rectangle: 24 m wide and 12 m deep.
    const OrientedRect ground = rect_at(0, -2000, {2000, 2000});
    EXPECT_DOUBLE_EQ(scale_of(ground, small).delta, 16 * FLT_EPSILON * (3 + (12 + 6) + 6));
    EXPECT_EQ(scale_of(ground, small).resolution, 0);
}

TEST(RectContactsTwin, EdgesTheirNormalsAndCorners) {
    const Rect rect(rect_at(0, 0, {2, 1}), {0, 0});
    EXPECT_EQ(edge_towards(rect, {0.1L, -2}), 3U);
    EXPECT_EQ(edge_towards(rect, {-1, 0.2L}), 1U);
    expect_near(edge_normal(rect, 2), {0, 1});
    expect_near(edge_normal(rect, 1), {-1, 0});
    for (std::uint32_t edge = 0; edge < 4; ++edge) {
        const auto corners = edge_corners(rect, edge);
        const Planar outward = edge_normal(rect, edge), along = rect.axes[1 - edge / 2];
        const long double reach = rect.half[edge / 2];
        EXPECT_EQ(dot(corners[0], outward), reach);
        EXPECT_EQ(dot(corners[1], outward), reach);
        EXPECT_LT(dot(corners[0], along), 0) << "the negative side first";
        EXPECT_GT(dot(corners[1], along), 0);
    }
}

TEST(RectContactsTwin, ClippedEdges) {
    const Rect below(rect_at(0, 0, {3, 1}), {0, 0});
    // Inside: both corners.
    auto ends = clip_edges(below, 2, Rect(rect_at(0, 0), {0.5L, 1.75L}), 3, 0);
    ASSERT_EQ(ends.size(), 2U);
    expect_near(ends[0].midpoint, {-0.5L, 0.875L});
    expect_near(ends[1].midpoint, {1.5L, 0.875L});
    EXPECT_EQ(ends[0].separation, -0.25L);
    // Clipped at the right end.
    ends = clip_edges(below, 2, Rect(rect_at(0, 0), {2.5L, 2}), 3, 0);
    ASSERT_EQ(ends.size(), 2U);
    expect_near(ends[0].midpoint, {1.5L, 1});
    expect_near(ends[1].midpoint, {3, 1});
    // An inclined edge, clipped at both ends.
    ends = clip_edges(below, 2, Rect(rect_at(0, 0, {10, 1}, 0.1F), {0, 2}), 3, 0);
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_NEAR(static_cast<double>(ends[1].separation - ends[0].separation), 6 * std::tan(0.1), 1e-7);
    // First side by side; then corner over corner, with and without an outset.
    EXPECT_TRUE(clip_edges(below, 2, Rect(rect_at(0, 0), {4.5L, 2}), 3, 0).empty());
    EXPECT_EQ(clip_edges(below, 2, Rect(rect_at(0, 0), {4, 2}), 3, 0).size(), 2U);
    EXPECT_TRUE(clip_edges(below, 2, Rect(rect_at(0, 0), {4, 2}), 3, -0.1L).empty());
    EXPECT_EQ(clip_edges(below, 2, Rect(rect_at(0, 0), {4.05L, 2}), 3, 0.1L).size(), 2U);
    // A point.
    EXPECT_EQ(clip_edges(below, 2, Rect(rect_at(0, 0, {0, 0}), {1, 1}), 3, 0).size(), 2U);
}

// For overlapping rectangles, the edges of the best axis face each other. Their deepest point is as deep as the
// rectangles overlap.
TEST(RectContactsTwin, DeepestPointIsTheSeparationOfTheBestAxis) {
    test::Random random(3);
    int overlapping = 0;
    for (int i = 0; i < 5000; ++i) {
        const auto duo = test::make_rect_pose(test::RectContactPose::generic, random);
        const RectPair pair(duo.a, duo.b);
        const auto axes = axes_of(pair);
        std::uint32_t best = 0;
        for (std::uint32_t axis = 1; axis < 4; ++axis)
            if (axes[axis].separation > axes[best].separation) best = axis;
        if (axes[best].separation >= -1e-6L) continue;
        ++overlapping;
        const bool on_a = best < 2;
        const Planar outward = on_a ? axes[best].normal : negative(axes[best].normal);
        const Rect &reference = on_a ? pair.a : pair.b, &incident = on_a ? pair.b : pair.a;
        const auto ends = clip_edges(reference, edge_towards(reference, outward), incident,
                                     edge_towards(incident, negative(outward)), 1e-12L);
        ASSERT_EQ(ends.size(), 2U);
        EXPECT_NEAR(static_cast<double>(std::min(ends[0].separation, ends[1].separation)),
                    static_cast<double>(axes[best].separation), 1e-9);
        for (const RectContact& end : ends) {
            const Planar &p = end.midpoint, &n = axes[best].normal;
            EXPECT_NEAR(static_cast<double>(
                            distance(on_a ? pair.b : pair.a, add_scaled(p, (on_a ? 1 : -1) * end.separation / 2, n))),
                        0, 1e-9);
        }
    }
    EXPECT_GT(overlapping, 2000);
}

}  // namespace
}  // namespace satori
