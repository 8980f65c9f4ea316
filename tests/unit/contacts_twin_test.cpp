// Tests the oracle of contacts, on cases with a known answer.

#include <cfloat>
#include <cmath>

#include <gtest/gtest.h>

#include "oracles/reference_contacts.hpp"
#include "oracles/reference_overlap.hpp"
#include "support/pair_regimes.hpp"

namespace satori {
namespace {

using namespace reference;

const float kEighthSine = static_cast<float>(std::sin(std::acos(-1.0) / 8));
const float kEighthCosine = static_cast<float>(std::cos(std::acos(-1.0) / 8));

OrientedBox box_at(float x, float y, float z, Vec3 half = {1, 1, 1}, Quat rotation = {}) {
    return {{x, y, z}, half, rotation};
}

void expect_near(const Point& a, const Point& b, double tolerance = 1e-12) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], tolerance) << "component " << k;
}

double deepest(const std::vector<Contact>& contacts) {
    double least = HUGE_VAL;
    for (const Contact& contact : contacts) least = std::fmin(least, contact.separation);
    return least;
}

TEST(ContactsTwin, AxesOfUprightBoxes) {
    const auto axes = axes_of({box_at(0, 0, 0), box_at(-1.5F, 0.5F, 1)});
    expect_near(axes[0].normal, {-1, 0, 0});
    expect_near(axes[4].normal, {0, 1, 0});
    EXPECT_DOUBLE_EQ(axes[0].separation, -0.5);
    EXPECT_DOUBLE_EQ(axes[1].separation, -1.5);
    EXPECT_DOUBLE_EQ(axes[5].separation, -1);
    EXPECT_EQ(axes[6].separation, -HUGE_VAL) << "parallel edges have no axis";
    EXPECT_DOUBLE_EQ(axes[6 + 1].separation, -1) << "x cross y is z";
    EXPECT_DOUBLE_EQ(best_separation(axes), -0.5);
    EXPECT_DOUBLE_EQ(best_separation(axes, 3, 6), -0.5);
    EXPECT_DOUBLE_EQ(best_separation(axes, 1, 3), -1);
}

TEST(ContactsTwin, SeparationAlongAnyDirection) {
    const Pair pair(box_at(0, 0, 0), box_at(5, 0, 0));
    EXPECT_DOUBLE_EQ(separation_along(pair, {1, 0, 0}), 3);
    EXPECT_DOUBLE_EQ(separation_along(pair, {-1, 0, 0}), -7);
    EXPECT_DOUBLE_EQ(separation_along(pair, {0, 1, 0}), -2);
    EXPECT_NEAR(separation_along(pair, {0.6, 0.8, 0}), 5 * 0.6 - 2 * 1.4, 1e-15);
}

TEST(ContactsTwin, BestAxisIsTheSeparation) {
    test::Random random(1);
    for (std::size_t i = 0; i < 2000; ++i) {
        const auto duo = test::make_pair(test::kPairRegimes[i % std::size(test::kPairRegimes)], random);
        const Pair pair(duo.a, duo.b);
        const auto axes = axes_of(pair);
        EXPECT_DOUBLE_EQ(best_separation(axes), reference_separation(duo.a, duo.b));
        for (const Axis& axis : axes) {
            if (axis.separation == -HUGE_VAL) continue;
            EXPECT_NEAR(length(axis.normal), 1, 1e-12);
            EXPECT_EQ(separation_along(pair, axis.normal), axis.separation);
        }
    }
}

TEST(ContactsTwin, DistanceOfAPoint) {
    const Box box(box_at(0, 0, 0, {1, 2, 3}), {1, 1, 1});
    EXPECT_EQ(distance(box, {1, 1, 1}), 0);
    EXPECT_EQ(distance(box, {2, 3, 4}), 0) << "a corner";
    EXPECT_DOUBLE_EQ(distance(box, {4, 1, 1}), 2);
    EXPECT_DOUBLE_EQ(distance(box, {2 + 2, 3 + 3, 4 + 6}), 7);
    // Turned by 45 degrees about z, a unit-half cube reaches sqrt(2) along x.
    const Box turned(box_at(0, 0, 0, {1, 1, 1}, {0, 0, kEighthSine, kEighthCosine}), {0, 0, 0});
    EXPECT_NEAR(distance(turned, {2, 0, 0}), 2 - std::sqrt(2.0), 1e-7);
    EXPECT_NEAR(distance(turned, {1, 1, 0}), std::sqrt(2.0) - 1, 1e-7);
}

TEST(ContactsTwin, Slack) {
    const OrientedBox small = box_at(0, 0, 0, {1, 2, 3}), large = box_at(3, 4, 0, {10, 20, 30});
    const auto scale_of = [](const OrientedBox& a, const OrientedBox& b, double separation = 0) {
        const Pair pair(a, b);
        return contact_scale(pair.a, pair.b, 0, separation);
    };
    EXPECT_DOUBLE_EQ(scale_of(small, large).slack(), 6 * static_cast<double>(1e-4F));
    EXPECT_DOUBLE_EQ(scale_of(large, small).slack(), 6 * static_cast<double>(1e-4F));
    EXPECT_DOUBLE_EQ(scale_of(small, large).delta, overlap_tolerance(small, large));
    EXPECT_EQ(scale_of(small, large).axis_slack(0), 0);
    EXPECT_DOUBLE_EQ(scale_of(small, large).axis_slack(0.5F), 3);
    EXPECT_DOUBLE_EQ(scale_of(small, large).axis_slack(1e-9F), 4 * overlap_tolerance(small, large));
    // Only a part of the 4 km ground is near the small box: 48 m wide and 24 m deep.
    const OrientedBox ground = box_at(0, -2000, 0, {2000, 2000, 2000});
    const double near = 16 * FLT_EPSILON * (6 + (24 + 12 + 24) + 12);
    for (const auto& scale : {scale_of(ground, small), scale_of(small, ground)}) {
        EXPECT_DOUBLE_EQ(scale.delta, near);
        EXPECT_EQ(scale.resolution, 0);
        EXPECT_DOUBLE_EQ(scale.slack(), static_cast<double>(1e-4F) * 6);
    }
    EXPECT_DOUBLE_EQ(scale_of(ground, small, -12).delta, overlap_tolerance(ground, small)) << "deep inside";
    const OrientedBox slope = box_at(0, -2000, 0, {2000, 2000, 2000}, {0, kEighthSine, 0, kEighthCosine});
    EXPECT_DOUBLE_EQ(scale_of(slope, small).delta, near);
    EXPECT_DOUBLE_EQ(scale_of(slope, small).resolution, 1.6e-6 * 2000);
}

TEST(ContactsTwin, FacesAndTheirNormals) {
    const Box box(box_at(0, 0, 0), {0, 0, 0});
    EXPECT_EQ(face_towards(box, {0.1, -2, 1}), 3U);
    EXPECT_EQ(face_towards(box, {0.1, 0, 0.2}), 4U);
    expect_near(face_normal(box, 5), {0, 0, -1});
}

// A cube on a larger one: its four corners.
TEST(ContactsTwin, FaceInsideAFace) {
    const Pair pair(box_at(0, 0, 0, {3, 3, 1}), box_at(0.5F, 0, 1.75F, {1, 1, 1}));
    const auto contacts = full_manifold(pair, 2, {0, 0, 1}, 0);
    ASSERT_EQ(contacts.size(), 4U);
    for (const Contact& contact : contacts) {
        EXPECT_DOUBLE_EQ(contact.separation, -0.25);
        EXPECT_DOUBLE_EQ(contact.midpoint[2], 0.875);
        EXPECT_DOUBLE_EQ(std::fabs(contact.midpoint[0] - 0.5), 1);
        EXPECT_DOUBLE_EQ(std::fabs(contact.midpoint[1]), 1);
    }
    const auto hull = convex_hull(contacts, {0, 0, 1});
    EXPECT_DOUBLE_EQ(hull.area, 4);
    EXPECT_DOUBLE_EQ(hull.perimeter, 8);
    // The same from B's face: the clipped face is now A's, and is clipped on all sides.
    const auto from_b = full_manifold(pair, 5, {0, 0, 1}, 0);
    EXPECT_EQ(from_b.size(), 4U);
    EXPECT_NEAR(convex_hull(from_b, {0, 0, 1}).area, 4, 1e-9);
    EXPECT_DOUBLE_EQ(deepest(from_b), -0.25);
    EXPECT_DOUBLE_EQ(from_b[0].midpoint[2], 0.875);
}

// A square on the same square turned by 45 degrees gives a regular octagon. Its best four corners keep 1 / sqrt(2) of
// its area.
TEST(ContactsTwin, OctagonOfTurnedSquares) {
    const Pair pair(box_at(0, 0, 0), box_at(0, 0, 2, {1, 1, 1}, {0, 0, kEighthSine, kEighthCosine}));
    const auto contacts = full_manifold(pair, 2, {0, 0, 1}, 1e-9);
    ASSERT_EQ(contacts.size(), 8U);
    const double area = convex_hull(contacts, {0, 0, 1}).area;
    EXPECT_NEAR(area, 8 * (std::sqrt(2.0) - 1), 1e-6);
    const std::vector<Contact> alternate = {contacts[0], contacts[2], contacts[4], contacts[6]};
    EXPECT_NEAR(convex_hull(alternate, {0, 0, 1}).area / area, std::sqrt(0.5), 1e-6);
}

// The boxes are shifted along the diagonal. The four points are one corner of each box and two clipped points.
TEST(ContactsTwin, ShiftedSquares) {
    const auto contacts = full_manifold({box_at(0, 0, 0), box_at(0.5F, 1, 2)}, 2, {0, 0, 1}, 0);
    EXPECT_EQ(contacts.size(), 4U);
    EXPECT_NEAR(convex_hull(contacts, {0, 0, 1}).area, 1.5, 1e-9);
}

TEST(ContactsTwin, LimitKeepsOnlyWhatIsCloseEnough) {
    // The box is tilted about y: two corners go down, two go up.
    const double angle = 0.01;
    const OrientedBox tilted = box_at(0, 0, 2, {1, 1, 1}, {0, static_cast<float>(std::sin(angle / 2)), 0, 1});
    const Pair pair(box_at(0, 0, 0, {3, 3, 1}), tilted);
    EXPECT_EQ(full_manifold(pair, 2, {0, 0, 1}, 1).size(), 4U);
    const auto kept = full_manifold(pair, 2, {0, 0, 1}, 0);
    ASSERT_EQ(kept.size(), 2U);
    for (const Contact& contact : kept) {
        EXPECT_NEAR(contact.separation, -std::sin(angle), 1e-4);
        EXPECT_GT(contact.midpoint[0], 0.9) << "a turn about y takes the side towards x down";
    }
    EXPECT_TRUE(full_manifold(pair, 2, {0, 0, 1}, -1).empty());
}

TEST(ContactsTwin, FacesThatMissEachOther) {
    EXPECT_TRUE(full_manifold({box_at(0, 0, 0), box_at(3, 0, 2)}, 2, {0, 0, 1}, 10).empty());
    EXPECT_EQ(full_manifold({box_at(0, 0, 0), box_at(2, 0, 2)}, 2, {0, 0, 1}, 10).size(), 4U) << "touching sides";
}

TEST(ContactsTwin, ZeroExtents) {
    // A flat square, a stick and a point on a face.
    for (const Vec3 half : {Vec3{1, 1, 0}, Vec3{1, 0, 0}, Vec3{0, 0, 0}}) {
        const auto contacts = full_manifold({box_at(0, 0, 0, {2, 2, 1}), box_at(0, 0, 1, half)}, 2, {0, 0, 1}, 0);
        EXPECT_EQ(contacts.size(), 4U);
        EXPECT_DOUBLE_EQ(convex_hull(contacts, {0, 0, 1}).area, 4.0 * half.x * half.y);
    }
}

// Two rods, each on its edge, crossing at a right angle.
TEST(ContactsTwin, CrossingEdges) {
    const double reach = std::sqrt(2.0);
    const OrientedBox a = box_at(0, 0, 0, {10, 1, 1}, {kEighthSine, 0, 0, kEighthCosine});
    const OrientedBox b =
        box_at(2, 3, static_cast<float>(2 * reach) - 0.25F, {1, 10, 1}, {0, kEighthSine, 0, kEighthCosine});
    const Pair pair(a, b);
    const auto axes = axes_of(pair);
    const std::uint32_t axis = 6 + 3 * 0 + 1;
    expect_near(axes[axis].normal, {0, 0, 1}, 1e-7);
    EXPECT_NEAR(axes[axis].separation, -0.25, 1e-6);
    const auto edges = edge_contact(pair, 0, 1, axes[axis].normal);
    EXPECT_EQ(edges.overshoot, 0);
    EXPECT_NEAR(edges.contact.separation, -0.25, 1e-6);
    expect_near(edges.contact.midpoint, {2, 0, reach - 0.125}, 1e-6);
    ASSERT_EQ(full_manifold(pair, axis, {0, 0, 1}, 0).size(), 1U);
    // B crosses the line of A's edge past the end of the edge.
    OrientedBox past = b;
    past.center.x = 10.5F;
    EXPECT_NEAR(edge_contact({a, past}, 0, 1, axes[axis].normal).overshoot, 0.5, 1e-5);
    EXPECT_TRUE(full_manifold({a, past}, axis, {0, 0, 1}, 0).empty());
}

TEST(ContactsTwin, HullOfAnyPoints) {
    const std::vector<Point> points = {{0, 0, 5}, {2, 0, 1}, {1, 0.5, 9}, {2, 2, 0}, {0, 2, -3}, {1, 1, 1}, {1, 0, 2}};
    EXPECT_DOUBLE_EQ(convex_hull(points, {0, 0, 1}).area, 4);
    EXPECT_DOUBLE_EQ(convex_hull(points, {0, 0, -1}).perimeter, 8);
    EXPECT_EQ(convex_hull(std::vector<Point>{}, {1, 0, 0}).area, 0);
    EXPECT_EQ(convex_hull(std::vector<Point>{{1, 2, 3}}, {1, 0, 0}).area, 0);
    EXPECT_EQ(convex_hull(std::vector<Point>{{1, 2, 3}, {1, 2, 3}}, {1, 0, 0}).area, 0);
    const std::vector<Point> line = {{0, 0, 0}, {0, 1, 1}, {0, 3, 3}, {0, 2, 2}};
    EXPECT_NEAR(convex_hull(line, {1, 0, 0}).area, 0, 1e-15);
    EXPECT_NEAR(convex_hull(line, {1, 0, 0}).perimeter, 2 * std::sqrt(18.0), 1e-12);
}

// For overlapping boxes, the deepest point of the best axis' full manifold is as deep as the boxes overlap.
TEST(ContactsTwin, DeepestPointIsTheSeparationOfTheBestAxis) {
    test::Random random(3);
    int faces = 0, edges = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto duo = test::make_pair(test::PairRegime::generic, random);
        const Pair pair(duo.a, duo.b);
        const auto axes = axes_of(pair);
        std::uint32_t best = 0;
        for (std::uint32_t axis = 1; axis < 15; ++axis) {
            if (axes[axis].separation > axes[best].separation) best = axis;
        }
        if (axes[best].separation >= -1e-6) continue;
        ++(best < 6 ? faces : edges);
        const auto contacts = full_manifold(pair, best, axes[best].normal, 0);
        ASSERT_FALSE(contacts.empty());
        EXPECT_NEAR(deepest(contacts), axes[best].separation, 1e-9);
        const Point& normal = axes[best].normal;
        for (const Contact& contact : contacts) {
            EXPECT_NEAR(distance(pair.a, add_scaled(contact.midpoint, -contact.separation / 2, normal)), 0, 1e-9);
            EXPECT_NEAR(distance(pair.b, add_scaled(contact.midpoint, contact.separation / 2, normal)), 0, 1e-9);
        }
    }
    EXPECT_GT(faces, 1000);
    EXPECT_GT(edges, 100);
}

}  // namespace
}  // namespace satori
