// Tests contacts of rectangles with a known answer: the drawing of satori/rect_manifold.hpp and its text.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "simd/kernel_abi.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"

namespace satori {
namespace {

OrientedRect rect_at(float x, float y, Vec2 half = {1, 1}, float angle = 0) {
    return {{x, y}, half, angle};
}

// Returns the only manifold of two rectangles.
RectManifold manifold_of(const OrientedRect& a, const OrientedRect& b, const ContactOptions& options = {}) {
    const auto manifolds = test::manifolds_of(test::make_batch(std::vector{a, b}), {}, options);
    EXPECT_EQ(manifolds.size(), 1U);
    return manifolds.empty() ? RectManifold{} : manifolds[0];
}

void expect_point(const RectContactPoint& point, float x, float y, float separation, std::uint32_t feature_id) {
    EXPECT_FLOAT_EQ(point.offset.x, x);
    EXPECT_FLOAT_EQ(point.offset.y, y);
    EXPECT_FLOAT_EQ(point.separation, separation);
    EXPECT_EQ(point.feature_id, feature_id);
}

TEST(RectContactsCall, TheDrawing) {
    const RectManifold manifold = manifold_of(rect_at(0, 0, {3, 1}), rect_at(1.5F, 1.75F, {2, 1}));
    EXPECT_EQ(manifold.pair, (BoxPair{0, 1}));
    EXPECT_EQ(manifold.normal.x, 0);
    EXPECT_EQ(manifold.normal.y, 1);
    ASSERT_EQ(manifold.point_count, 2U);
    expect_point(manifold.points[0], -0.5F, 0.875F, -0.25F, 0x130);
    expect_point(manifold.points[1], 3, 0.875F, -0.25F, 0x133);
}

// B lies below, to the right and to the left. Below and to the left, the reference edge faces against its axis, and the
// incident edge faces along its axis.
TEST(RectContactsCall, OtherSides) {
    const OrientedRect a = rect_at(0, 0, {3, 3});
    RectManifold manifold = manifold_of(a, rect_at(1, -4));
    EXPECT_EQ(manifold.normal.y, -1);
    ASSERT_EQ(manifold.point_count, 2U);
    expect_point(manifold.points[0], 0, -3, 0, 0x1a0);
    expect_point(manifold.points[1], 2, -3, 0, 0x1a1);
    manifold = manifold_of(a, rect_at(4, 1));
    EXPECT_EQ(manifold.normal.x, 1);
    expect_point(manifold.points[0], 3, 0, 0, 0x010);
    expect_point(manifold.points[1], 3, 2, 0, 0x011);
    manifold = manifold_of(a, rect_at(-4, -2.5F));
    EXPECT_EQ(manifold.normal.x, -1);
    expect_point(manifold.points[0], -3, -3, 0, 0x082);
    expect_point(manifold.points[1], -3, -1.5F, 0, 0x081);
}

// A corner of A on an edge of B: B's edge is the reference edge, with ids of axis 2 or 3; the point is relative to A's
// center.
TEST(RectContactsCall, CornerOnAnEdgeOfB) {
    const double reach = std::sqrt(2.0);
    const OrientedRect a = rect_at(10, 20, {1, 1}, 0.785398163F);
    const RectManifold manifold = manifold_of(a, rect_at(10.5F, static_cast<float>(21 + reach - 0.25), {5, 1}));
    EXPECT_NEAR(manifold.normal.x, 0, 1e-7);
    EXPECT_FLOAT_EQ(manifold.normal.y, 1);
    ASSERT_EQ(manifold.point_count, 1U);
    EXPECT_NEAR(manifold.points[0].offset.x, 0, 1e-6);
    EXPECT_NEAR(manifold.points[0].offset.y, reach - 0.125, 2e-6);
    EXPECT_NEAR(manifold.points[0].separation, -0.25, 2e-6);
    EXPECT_EQ(feature_axis(manifold.points[0].feature_id), 3U);
    EXPECT_EQ(manifold.points[0].feature_id & 0x80U, 0x80U) << "B's edge looks down, against its axis";
    // A's edges face up and right, and up and left. Either can be the incident edge; the corner is at its upper end.
    const std::uint32_t incident = manifold.points[0].feature_id >> 4 & 3U;
    EXPECT_TRUE(incident == 0 || incident == 2);
    EXPECT_EQ(manifold.points[0].feature_id & 3U, 1U);
}

TEST(RectContactsCall, Touching) {
    const OrientedRect a = rect_at(0, 0);
    RectManifold manifold = manifold_of(a, rect_at(0.5F, 2));
    ASSERT_EQ(manifold.point_count, 2U);
    EXPECT_EQ(manifold.points[0].separation, 0);
    ContactOptions open;
    open.boundary = Boundary::open;
    EXPECT_TRUE(test::manifolds_of(test::make_batch(std::vector{a, rect_at(0.5F, 2)}), {}, open).empty());
    // Corner on corner: one point.
    manifold = manifold_of(a, rect_at(2, 2));
    ASSERT_EQ(manifold.point_count, 1U);
    EXPECT_FLOAT_EQ(manifold.points[0].offset.x, 1);
    EXPECT_FLOAT_EQ(manifold.points[0].offset.y, 1);
}

TEST(RectContactsCall, SpeculativeDistance) {
    const std::vector<OrientedRect> rects{rect_at(0, 0), rect_at(0.5F, 2.125F)};
    EXPECT_TRUE(test::manifolds_of(test::make_batch(rects)).empty());
    ContactOptions options;
    options.speculative_distance = 0.25F;
    const RectManifold manifold = manifold_of(rects[0], rects[1], options);
    ASSERT_EQ(manifold.point_count, 2U);
    expect_point(manifold.points[0], -0.5F, 1.0625F, 0.125F, 0x130);
    expect_point(manifold.points[1], 1, 1.0625F, 0.125F, 0x133);
    // The rectangles are near, but lie corner to corner: no edges face each other.
    EXPECT_TRUE(
        test::manifolds_of(test::make_batch(std::vector{rects[0], rect_at(2.125F, 2.125F)}), {}, options).empty());
}

TEST(RectContactsCall, ZeroExtents) {
    const OrientedRect ground = rect_at(0, 0, {4, 1});
    RectManifold manifold = manifold_of(ground, rect_at(1, 0.75F, {1, 0}));  // a segment that lies on the side
    ASSERT_EQ(manifold.point_count, 2U);
    expect_point(manifold.points[0], 0, 0.875F, -0.25F, 0x130);
    manifold = manifold_of(ground, rect_at(1, 1.75F, {0, 1}));  // a segment that stands upright
    ASSERT_EQ(manifold.point_count, 1U);
    EXPECT_FLOAT_EQ(manifold.points[0].separation, -0.25F);
    manifold = manifold_of(ground, rect_at(1, 0.75F, {0, 0}));  // a point
    ASSERT_EQ(manifold.point_count, 1U);
    EXPECT_FLOAT_EQ(manifold.points[0].offset.x, 1);
    EXPECT_FLOAT_EQ(manifold.points[0].separation, -0.25F);
    // Two rectangles without extents, at one place.
    manifold = manifold_of(rect_at(3, 3, {0, 0}), rect_at(3, 3, {0, 0}));
    ASSERT_EQ(manifold.point_count, 1U);
    EXPECT_EQ(manifold.points[0].separation, 0);
}

TEST(RectContactsCall, IdenticalRectangles) {
    const RectManifold manifold = manifold_of(rect_at(5, 5, {1, 2}), rect_at(5, 5, {1, 2}));
    EXPECT_EQ(manifold.normal.x, 1) << "where centers coincide the axis itself";
    ASSERT_EQ(manifold.point_count, 2U);
    expect_point(manifold.points[0], 0, -2, -2, 0x010);
    expect_point(manifold.points[1], 0, 2, -2, 0x011);
}

// Of equal overlaps, A's axis or the cached axis makes the contact. With exchanged rectangles the result is the same.
TEST(RectContactsCall, PreferenceOfAxes) {
    const RectBatch batch = test::make_batch(std::vector{rect_at(0, 0), rect_at(1.5F, 0)});
    const auto axis_of = [&](BoxPair pair, std::uint8_t cached) {
        return test::contacts_of(batch, {pair}, {}, {}, {cached}).axes[0];
    };
    EXPECT_EQ(axis_of({0, 1}, kNoAxis).axis, 0U);
    EXPECT_EQ(axis_of({0, 1}, 2).axis, 2U);
    EXPECT_EQ(axis_of({0, 1}, 1).axis, 0U) << "much worse";
    EXPECT_EQ(axis_of({0, 1}, 2).normal.x, 1);
    EXPECT_EQ(axis_of({1, 0}, 2).normal.x, -1);
    EXPECT_EQ(axis_of({0, 1}, 2).separation, -0.5F);
}

// Points closer together than 2.5 contact_snap become one point: the deeper one.
TEST(RectContactsCall, NearPointsAreOne) {
    const OrientedRect ground = rect_at(0, 0, {10, 1});
    const float snap = 1e-4F * 1.0004F;
    EXPECT_EQ(manifold_of(ground, rect_at(0, 1.9F, {1.5F * snap, 1})).point_count, 2U);
    EXPECT_EQ(manifold_of(ground, rect_at(0, 1.9F, {1.1F * snap, 1})).point_count, 1U);
    const RectManifold leaning = manifold_of(ground, rect_at(0, 1.7F, {1.2F * snap, 1}, -0.7F));
    ASSERT_EQ(leaning.point_count, 1U);
    EXPECT_EQ(leaning.points[0].feature_id & 3U, 1U) << "turned clockwise the right corner goes down";
}

// A corner within contact_snap of a clip line keeps its own id, even past the other rectangle's corner.
TEST(RectContactsCall, CornersSnap) {
    const OrientedRect a = rect_at(0, 0);
    const float snap = 2e-4F;
    RectManifold manifold = manifold_of(a, rect_at(0.8F * snap, 1.9F));
    ASSERT_EQ(manifold.point_count, 2U);
    EXPECT_EQ(manifold.points[0].feature_id, 0x130U);
    EXPECT_EQ(manifold.points[1].feature_id, 0x131U) << "B's corner, though the edge is cut at A's";
    manifold = manifold_of(a, rect_at(1.2F * snap, 1.9F));
    EXPECT_EQ(manifold.points[1].feature_id, 0x133U);
}

// The caller chooses an axis on which the edges pass each other. The best axis makes the contact instead. The kernel
// alone has a last resort: it moves the lower corner over the reference edge.
TEST(RectContactsCall, EdgesThatPassEachOther) {
    const std::vector<OrientedRect> rects{rect_at(0, 0, {1, 1}), rect_at(2.2F, 0.4F, {1, 1}, 0.7F)};
    const RectBatch batch = test::make_batch(rects);
    const std::vector<BoxPair> pairs{{0, 1}};
    Workspace workspace;
    std::vector<RectSeparatingAxis> axes(1);
    axes[0].axis = 1;  // up: the edge of B that faces down lies next to A, not over it
    std::vector<RectManifold> manifolds(1);
    ASSERT_EQ(build_manifolds(batch, {pairs, axes}, manifolds, workspace), Status::ok);
    ASSERT_EQ(manifolds[0].point_count, 1U);
    EXPECT_EQ(feature_axis(manifolds[0].points[0].feature_id), 0U);
    EXPECT_EQ(manifolds[0].normal.x, 1);

    simd::RectRecord records[simd::kMaxLanes] = {};
    for (std::size_t i = 0; i < 2; ++i) {
        const OrientedRect& rect = rects[i];
        records[i] = {{rect.center.x, rect.center.y},
                      {rect.half_extents.x, rect.half_extents.y},
                      {std::cos(rect.angle), std::sin(rect.angle)},
                      0,
                      0};
    }
    const std::uint32_t first[simd::kMaxLanes] = {}, row[simd::kMaxLanes] = {};
    std::uint32_t second[simd::kMaxLanes], axis[simd::kMaxLanes];
    std::fill(std::begin(second), std::end(second), 1U);
    std::fill(std::begin(axis), std::end(axis), 1U);
    RectManifold manifold;
    const auto build = [&](bool last_resort) {
        simd::kernel_tables::scalar.rects.manifolds(
            {{records, records, first, second, 1}, axis, row, 0, last_resort, &manifold, nullptr});
    };
    build(false);
    EXPECT_EQ(manifold.point_count, simd::kPassing);
    EXPECT_EQ(manifold.points[0].feature_id, 0U);
    build(true);
    ASSERT_EQ(manifold.point_count, 1U);
    EXPECT_EQ(manifold.normal.y, 1);
    EXPECT_FLOAT_EQ(manifold.points[0].offset.x, 1) << "moved over A's edge";
    EXPECT_NEAR(manifold.points[0].separation, 0.4 - std::sin(0.7) - std::cos(0.7) - 1, 1e-6);
}

}  // namespace
}  // namespace satori
