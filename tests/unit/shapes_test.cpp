#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/double_quat.hpp"
#include "support/calls.hpp"
#include "support/shape_regimes.hpp"

namespace satori {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();

/// A box with half extents 1, 2, 3 at (10, 20, 30), upright: every number below is exact.
const OrientedBox kUpright{{10, 20, 30}, {1, 2, 3}, {}};
/// Returns a cube of half extent 1 at the origin, turned by 45 degrees about z. Its edges along z are at (+-sqrt 2, 0)
/// and (0, +-sqrt 2).
OrientedBox turned() {
    return {{0, 0, 0}, {1, 1, 1}, test::to_float(test::about_axis(2, test::kPi / 4))};
}

bool hits(const OrientedBox& box, ShapeRef shape) {
    bool overlap = false;
    EXPECT_EQ(overlaps(box, shape, overlap), Status::ok);
    return overlap;
}
RayHit hit_of(const OrientedBox& box, const Ray& ray) {
    RayHit hit{-7, -7};
    EXPECT_EQ(intersect(box, ray, hit), Status::ok);
    EXPECT_EQ(hits(box, ray), hit.entry <= hit.exit);
    return hit;
}
void expect_hit(const OrientedBox& box, const Ray& ray, float entry, float exit) {
    const RayHit hit = hit_of(box, ray);
    EXPECT_EQ(hit.entry, entry);
    EXPECT_EQ(hit.exit, exit);
}
void expect_miss(const OrientedBox& box, const Ray& ray) {
    expect_hit(box, ray, kInfinity, -kInfinity);
}

// Numbers in braces alone are ambiguous. They must not become a box of half extents 0.5 about a point.
template <class Box>
constexpr bool kPointInBraces = requires(const Box& box, bool& hit) {
    overlaps(box, {0.9F, 0.0F, 0.0F}, hit);
};
template <class Box>
constexpr bool kTwoPointsInBraces = requires(const Box& box, bool& hit) {
    overlaps(box, {{0.0F, 0.0F, 0.0F}, {1.0F, 1.0F, 1.0F}}, hit);
};
template <class Box>
constexpr bool kPointAndNumberInBraces = requires(const Box& box, bool& hit) {
    overlaps(box, {{0.0F, 0.0F, 0.0F}, 0.5F}, hit);
};
template <class Box>
constexpr bool kNineNumbersInBraces = requires(const Box& box, bool& hit) {
    overlaps(box, {0.F, 0.F, 0.F, 1.F, 1.F, 1.F, 2.F, 2.F, 2.F}, hit);
};
template <class Box>
constexpr bool kNamedPoint = requires(const Box& box, bool& hit) {
    overlaps(box, Vec3{0.9F, 0, 0}, hit);
};
template <class Box>
constexpr bool kWholeBox = requires(const Box& box, bool& hit) {
    overlaps(box, {{0, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}}, hit);
};
static_assert(!kPointInBraces<OrientedBox> && !kTwoPointsInBraces<OrientedBox>);
static_assert(!kPointAndNumberInBraces<OrientedBox> && !kNineNumbersInBraces<OrientedBox>);
static_assert(kNamedPoint<OrientedBox> && kWholeBox<OrientedBox>);

TEST(Shapes, PointOnTheBoundaryIsInside) {
    for (const float sign : {-1.0F, 1.0F}) {
        EXPECT_TRUE(hits(kUpright, Vec3{10 + sign, 20, 30}));
        EXPECT_TRUE(hits(kUpright, Vec3{10 + sign, 20 + 2 * sign, 30 - 3 * sign}));
        EXPECT_FALSE(hits(kUpright, Vec3{10 + std::nextafter(sign, 2 * sign) * 1.0001F, 20, 30}));
    }
    bool inside = false;
    EXPECT_EQ(contains(kUpright, {10, 20, 33}, inside), Status::ok);
    EXPECT_TRUE(inside);
}

TEST(Shapes, ClosestPointOutsideInsideAndOnTheBoundary) {
    ClosestPoint closest;
    ASSERT_EQ(closest_point(kUpright, {14, 20, 30}, closest), Status::ok);
    EXPECT_EQ(closest.point.x, 11);
    EXPECT_EQ(closest.point.y, 20);
    EXPECT_EQ(closest.point.z, 30);
    EXPECT_EQ(closest.signed_distance, 3);
    ASSERT_EQ(closest_point(kUpright, {14, 26, 30}, closest), Status::ok);  // nearest to an edge: 3, 4, 5
    EXPECT_EQ(closest.point.x, 11);
    EXPECT_EQ(closest.point.y, 22);
    EXPECT_EQ(closest.signed_distance, 5);
    ASSERT_EQ(closest_point(kUpright, {10.25F, 20.5F, 29}, closest), Status::ok);
    EXPECT_EQ(closest.point.x, 10.25F);
    EXPECT_EQ(closest.point.z, 29);
    EXPECT_EQ(closest.signed_distance, -0.75F);
    ASSERT_EQ(closest_point(kUpright, {11, 20, 30}, closest), Status::ok);
    EXPECT_EQ(closest.signed_distance, 0);
    EXPECT_FALSE(std::signbit(closest.signed_distance));
    // A box that is a point.
    ASSERT_EQ(closest_point({{1, 1, 1}, {0, 0, 0}, {}}, {1, 1, 1}, closest), Status::ok);
    EXPECT_EQ(closest.signed_distance, 0);
    ASSERT_EQ(closest_point({{1, 1, 1}, {0, 0, 0}, {}}, {1, 4, 5}, closest), Status::ok);
    EXPECT_EQ(closest.signed_distance, 5);
}

TEST(Shapes, AabbTouchesInsideAround) {
    EXPECT_TRUE(hits(kUpright, Aabb{{11, 22, 33}, {12, 23, 34}}));  // corner to corner
    EXPECT_FALSE(hits(kUpright, Aabb{{11.0001F, 22, 33}, {12, 23, 34}}));
    EXPECT_TRUE(hits(kUpright, Aabb{{10, 20, 30}, {10, 20, 30}}));
    EXPECT_TRUE(hits(kUpright, Aabb{{-1e9F, -1e9F, -1e9F}, {1e9F, 1e9F, 1e9F}}));
    // The corner region of the turned box' own AABB: the AABB covers it, the box does not.
    EXPECT_FALSE(hits(turned(), Aabb{{0.8F, 0.8F, -1}, {1.4F, 1.4F, 1}}));
    EXPECT_TRUE(hits(turned(), Aabb{{0.7F, 0.7F, -1}, {1.4F, 1.4F, 1}}));
}

TEST(Shapes, Sphere) {
    EXPECT_TRUE(hits(kUpright, Sphere{{14, 26, 30}, 5}));  // touches an edge: 3, 4, 5
    EXPECT_FALSE(hits(kUpright, Sphere{{14, 26, 30}, 4.9999F}));
    EXPECT_TRUE(hits(kUpright, Sphere{{10, 20, 30}, 0}));
    EXPECT_TRUE(hits(kUpright, Sphere{{11, 20, 30}, 0}));
    EXPECT_FALSE(hits(kUpright, Sphere{{11.001F, 20, 30}, 0}));
    EXPECT_TRUE(hits(kUpright, Sphere{{0, 0, 0}, 1e9F}));
}

TEST(Shapes, Plane) {
    EXPECT_TRUE(hits(kUpright, Plane{{0, 0, 1}, 30}));  // through the center
    EXPECT_TRUE(hits(kUpright, Plane{{0, 0, 1}, 33}));
    EXPECT_TRUE(hits(kUpright, Plane{{0, 0, -2}, -66}));  // normals of any length and either sign
    EXPECT_FALSE(hits(kUpright, Plane{{0, 0, 1}, 33.0001F}));
    EXPECT_FALSE(hits(kUpright, Plane{{0, 0, 1}, 26.9999F}));
    EXPECT_TRUE(hits(kUpright, Plane{{1e-18F, 0, 0}, 1.1e-17F}));
    EXPECT_TRUE(hits(turned(), Plane{{1, 0, 0}, 1.414F}));
    EXPECT_FALSE(hits(turned(), Plane{{1, 0, 0}, 1.415F}));
    // 1e8 m from the origin, where floats are 8 m apart, a plane's height above the center is still exact.
    const OrientedBox far{{1e8F, 1e8F, 0}, {1, 1, 1}, {}};
    EXPECT_TRUE(hits(far, Plane{{0.75F, -0.75F, 1}, 2.5F}));
    EXPECT_FALSE(hits(far, Plane{{0.75F, -0.75F, 1}, 2.5001F}));
}

TEST(Shapes, RayThrough) {
    expect_hit(kUpright, {{0, 20, 30}, {1, 0, 0}}, 9, 11);
    expect_hit(kUpright, {{20, 20, 30}, {-1, 0, 0}}, 9, 11);
    expect_hit(kUpright, {{0, 20, 30}, {2, 0, 0}}, 4.5F, 5.5F);  // in units of the direction
    expect_hit(kUpright, {{0, 20, 30}, {1e-20F, 0, 0}}, 9 / 1e-20F, 11 / 1e-20F);
    expect_hit(kUpright, {{9, 18, 27}, {1, 2, 3}}, 0, 2);  // along the diagonal
}
TEST(Shapes, RayFromInside) {
    expect_hit(kUpright, {{10, 20, 30}, {0, 0, 1}}, 0, 3);
    expect_hit(kUpright, {{11, 20, 30}, {1, 0, 0}}, 0, 0);  // from a face, outward
    expect_hit(kUpright, {{11, 20, 30}, {-1, 0, 0}}, 0, 2);
    EXPECT_FALSE(std::signbit(hit_of(kUpright, {{11, 20, 30}, {1, 0, 0}}).exit));
    EXPECT_FALSE(std::signbit(hit_of(kUpright, {{11, 20, 30}, {-1, 0, 0}}).entry));
}
TEST(Shapes, RayParallelToSlabs) {
    expect_miss(kUpright, {{0, 22.5F, 30}, {1, 0, 0}});
    expect_miss(kUpright, {{0, 20, 33.5F}, {1, -0.0F, 0}});
    expect_hit(kUpright, {{0, 22, 33}, {1, 0, -0.0F}}, 9, 11);  // in two faces
    // A box without thickness.
    expect_hit({{0, 0, 0}, {1, 0, 1}, {}}, {{-3, 0, 0}, {1, 0, 0}}, 2, 4);
    expect_hit({{0, 0, 0}, {1, 0, 1}, {}}, {{0, -3, 0}, {0, 1, 0}}, 3, 3);
    expect_hit({{0, 0, 0}, {0, 0, 0}, {}}, {{-3, -3, 0}, {1, 1, 0}}, 3, 3);
    expect_miss({{0, 0, 0}, {0, 0, 0}, {}}, {{-3, -2, 0}, {1, 1, 0}});
}
TEST(Shapes, RayThatEndsAndRayThatBeginsBehind) {
    expect_hit(kUpright, {{0, 20, 30}, {1, 0, 0}, 10}, 9, 10);
    expect_hit(kUpright, {{0, 20, 30}, {1, 0, 0}, 9}, 9, 9);
    expect_miss(kUpright, {{0, 20, 30}, {1, 0, 0}, 8.9999F});
    expect_miss(kUpright, {{12, 20, 30}, {1, 0, 0}});
    expect_hit(kUpright, {{10, 20, 30}, {1, 0, 0}, 0}, 0, 0);  // a point
    expect_hit(kUpright, {{10, 20, 30}, {1, 0, 0}, -0.0F}, 0, 0);
    expect_miss(kUpright, {{12, 20, 30}, {1, 0, 0}, 0});
}

TEST(Shapes, Segment) {
    EXPECT_TRUE(hits(kUpright, Segment{{0, 20, 30}, {9, 20, 30}}));
    EXPECT_FALSE(hits(kUpright, Segment{{0, 20, 30}, {8.999F, 20, 30}}));
    EXPECT_TRUE(hits(kUpright, Segment{{10, 20, 30}, {10.5F, 20, 30}}));  // all inside
    EXPECT_TRUE(hits(kUpright, Segment{{11, 22, 33}, {11, 22, 33}}));     // without length
    EXPECT_FALSE(hits(kUpright, Segment{{11.001F, 22, 33}, {11.001F, 22, 33}}));
    // The box lies past an edge: only the cross product of two edges separates.
    const OrientedBox cube{{0, 0, 0}, {1, 1, 1}, {}};
    EXPECT_TRUE(hits(cube, Segment{{2, 0, 0}, {0, 2, 0.5F}}));
    EXPECT_FALSE(hits(cube, Segment{{2.01F, 0, -0.5F}, {0, 2.01F, 0.5F}}));
}

TEST(Shapes, TriangleAndItsDegenerateForms) {
    const OrientedBox cube{{0, 0, 0}, {1, 1, 1}, {}};
    EXPECT_TRUE(hits(cube, Triangle{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}));  // cuts through, no corner inside
    EXPECT_TRUE(hits(cube, Triangle{{-9, -9, 1}, {9, -9, 1}, {0, 9, 1}}));  // lies on a face
    EXPECT_FALSE(hits(cube, Triangle{{-9, -9, 1.001F}, {9, -9, 1.001F}, {0, 9, 1.001F}}));
    EXPECT_TRUE(hits(cube, Triangle{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}));  // its plane touches the corner (1, 1, 1)
    EXPECT_FALSE(hits(cube, Triangle{{3.001F, 0, 0}, {0, 3.001F, 0}, {0, 0, 3.001F}}));
    EXPECT_TRUE(hits(cube, Triangle{{2, 0, 0}, {0, 2, 0}, {5, 5, 0}}));  // its edge touches an edge
    EXPECT_FALSE(hits(cube, Triangle{{2.001F, 0, 0}, {0, 2.001F, 0}, {5, 5, 0}}));
    EXPECT_TRUE(hits(cube, Triangle{{-5, 0, 0}, {5, 0, 0}, {9, 0, 0}}));  // a segment
    EXPECT_FALSE(hits(cube, Triangle{{2, 0, 0}, {5, 0, 0}, {9, 0, 0}}));
    EXPECT_TRUE(hits(cube, Triangle{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}));  // a point
    EXPECT_FALSE(hits(cube, Triangle{{1, 1, 1.001F}, {1, 1, 1.001F}, {1, 1, 1.001F}}));
}

TEST(Shapes, Frustum) {
    // Looks along +z from the origin, 90 degrees each way, from 1 to 100 m.
    const Frustum frustum = test::perspective({0, 0, 0}, {}, 1, 1, 1, 100);
    const auto cube_at = [](float x, float y, float z) { return OrientedBox{{x, y, z}, {1, 1, 1}, {}}; };
    EXPECT_TRUE(hits(cube_at(0, 0, 50), frustum));
    EXPECT_FALSE(hits(cube_at(0, 0, -50), frustum));  // behind
    EXPECT_TRUE(hits(cube_at(0, 0, 0), frustum));     // touches the near plane
    EXPECT_FALSE(hits(cube_at(0, 0, -0.001F), frustum));
    EXPECT_TRUE(hits(cube_at(0, 0, 101), frustum));
    EXPECT_FALSE(hits(cube_at(0, 0, 101.001F), frustum));
    EXPECT_TRUE(hits(cube_at(52, 0, 50), frustum));  // touches the right plane with an edge
    EXPECT_FALSE(hits(cube_at(52.01F, 0, 50), frustum));
    EXPECT_TRUE(hits({{0, 0, 0}, {500, 500, 500}, {}}, frustum));  // the box contains it
    EXPECT_TRUE(hits({{5, 5, 20}, {0, 0, 0}, {}}, frustum));
    // The box is outside, past a corner of the far end. But it is not on the outer side of any of the six planes: a
    // test of planes alone would keep it.
    const OrientedBox beside{{120, 0, 120}, {60, 60, 1}, test::to_float(test::about_axis(1, test::kPi / 4))};
    EXPECT_FALSE(hits(beside, frustum));
    const reference::Box corners(beside, reference::to_point(beside.center));
    for (const Plane& plane : frustum.planes)
        EXPECT_GT(reference::project(corners, reference::to_point(plane.normal)).max,
                  static_cast<double>(plane.offset));
    // A huge frustum that contains all legal boxes.
    const Frustum huge = test::perspective({0, 0, -9e8}, {}, 0.2, 0.2, 1e3, 1.8e9);
    EXPECT_TRUE(hits(cube_at(0, 0, 0), huge));
    EXPECT_TRUE(hits({{0, 0, 0}, {1e8F, 1e8F, 1e8F}, {}}, huge));
    // A pyramid.
    const Frustum pyramid = test::perspective({0, 0, 0}, {}, 1, 1, 0, 10);
    EXPECT_TRUE(hits(cube_at(0, 0, -1), pyramid));
    EXPECT_FALSE(hits(cube_at(0, 0, -1.001F), pyramid));
}

// Tests the library and its oracle. In a long normal, a component of 16 is a negligible tilt, but a bad pivot.
TEST(Shapes, FrustumsPlanesMayHaveAnyLength) {
    test::Random random(2);
    const Frustum frustum = test::perspective({1, 2, 3}, {}, 1, 0.5, 1, 100);
    for (std::size_t plane = 0; plane < 6; ++plane) {
        Frustum with_long = frustum;
        const auto lengthened = [](float component) { return 0x1p60F * component + 16; };
        Plane& p = with_long.planes[plane];
        p = {{lengthened(p.normal.x), lengthened(p.normal.y), lengthened(p.normal.z)}, 0x1p60F * p.offset};
        for (int i = 0; i < 50; ++i) {
            const OrientedBox box = test::random_box(random, 1, 30, 100);
            EXPECT_EQ(hits(box, with_long), hits(box, frustum));
            EXPECT_NEAR(test::separation(box, with_long), test::separation(box, frustum), 1e-9);
        }
    }
}

/// The far plane of this distance is at infinity, in floats.
constexpr double kEndless = 1e300;

/// Returns a column-major matrix, as Mat4. Near and far planes follow the clip space.
Mat4 projection(double tan_x, double tan_y, double near, double far, ClipSpace clip_space) {
    Mat4 matrix;
    const auto set = [&](int row, int column, double value) { matrix.m[4 * column + row] = static_cast<float>(value); };
    for (float& element : matrix.m) element = 0;
    set(0, 0, 1 / tan_x);
    set(1, 1, 1 / tan_y);
    if (clip_space == ClipSpace::zero_to_one) {
        set(2, 2, far / (far - near));
        set(2, 3, -near * far / (far - near));
    } else {
        set(2, 2, (far + near) / (far - near));
        set(2, 3, -2 * near * far / (far - near));
    }
    set(3, 2, 1);
    return matrix;
}

TEST(Shapes, FrustumFromAMatrixKeepsWhatTheMatrixKeeps) {
    test::Random random(1);
    for (const ClipSpace clip_space : {ClipSpace::zero_to_one, ClipSpace::minus_one_to_one}) {
        for (const int form : {0, 1, 2, 3}) {
            const bool reversed = form % 2 == 1;
            const double far = form < 2 ? 50 : kEndless;
            if (reversed && clip_space == ClipSpace::minus_one_to_one) continue;
            const Mat4 matrix =
                reversed ? projection(0.8, 0.5, far, 0.5, clip_space) : projection(0.8, 0.5, 0.5, far, clip_space);
            Frustum frustum;
            ASSERT_EQ(frustum_from_matrix(matrix, clip_space, frustum), Status::ok);
            EXPECT_EQ(test::open_end(frustum), form < 2 ? 6U : reversed ? 4U : 5U);
            int kept_count = 0;
            for (int i = 0; i < 2000; ++i) {
                const double p[4] = {random.uniform(-40, 40), random.uniform(-30, 30), random.uniform(-5, 60), 1};
                double clip[4] = {};
                for (std::size_t row = 0; row < 4; ++row)
                    for (std::size_t column = 0; column < 4; ++column)
                        clip[row] += static_cast<double>(matrix.m[4 * column + row]) * p[column];
                const double low = clip_space == ClipSpace::zero_to_one ? 0 : -clip[3];
                const double inside = std::fmin(std::fmin(clip[3] - std::fabs(clip[0]), clip[3] - std::fabs(clip[1])),
                                                std::fmin(clip[2] - low, clip[3] - clip[2]));
                if (std::fabs(inside) < 1e-3) continue;
                const OrientedBox dot{
                    {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])}, {0, 0, 0}, {}};
                ASSERT_EQ(hits(dot, frustum), inside > 0);
                kept_count += inside > 0;
            }
            EXPECT_GT(kept_count, 100);
        }
    }
}

TEST(Shapes, FrustumWhoseCornersAreNoFloats) {
    // A cube that begins at 1e6 + 1/3. Floats are 1/16 apart there: the nearest float is 0.02 too low.
    const Frustum cube{{{{3, 0, 0}, 3000001},
                        {{-1, 0, 0}, -1000010},
                        {{0, 3, 0}, 3000001},
                        {{0, -1, 0}, -1000010},
                        {{0, 0, 3}, 3000001},
                        {{0, 0, -1}, -1000010}}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        SCOPED_TRACE(axis);
        float center[3] = {1000005, 1000005, 1000005};
        center[axis] = 1000000.25F;
        OrientedBox box{{center[0], center[1], center[2]}, {0.075F, 0.075F, 0.075F}, {}};
        EXPECT_FALSE(hits(box, cube));
        box.half_extents = {0.09F, 0.09F, 0.09F};
        EXPECT_TRUE(hits(box, cube));
    }
}

TEST(Shapes, BoxesInsideTouchTheSurfaceAtMost) {
    const auto classified = [](const OrientedBox& box, ShapeRef shape) {
        Containment containment{};
        EXPECT_EQ(classify(box, shape, containment), Status::ok);
        return containment;
    };
    const auto cube_at = [](float x) { return OrientedBox{{x, 0, 0}, {1, 1, 1}, {}}; };
    const Aabb bounds{{-4, -1, -1}, {4, 1, 1}};
    const OrientedBox box{{0, 0, 0}, {4, 1, 1}, {}};
    Frustum frustum{
        {{{1, 0, 0}, -4}, {{-1, 0, 0}, -4}, {{0, 1, 0}, -1}, {{0, -1, 0}, -1}, {{0, 0, 1}, -1}, {{0, 0, -1}, -1}}};
    Frustum open = frustum;
    open.planes[5] = {{0, 0, 0}, 0};
    for (const ShapeRef shape : {ShapeRef(bounds), ShapeRef(box), ShapeRef(frustum), ShapeRef(open)}) {
        EXPECT_EQ(classified(cube_at(0), shape), Containment::inside);
        EXPECT_EQ(classified(cube_at(3), shape), Containment::inside);
        EXPECT_EQ(classified(cube_at(-3), shape), Containment::inside);
        EXPECT_EQ(classified(cube_at(3.001F), shape), Containment::crossing);
        EXPECT_EQ(classified(cube_at(5), shape), Containment::crossing);
        EXPECT_EQ(classified(cube_at(5.001F), shape), Containment::outside);
        EXPECT_EQ(classified({{0, 0, 0}, {1, 2, 1}, {}}, shape), Containment::crossing);
    }
    EXPECT_EQ(classified({{0, 0, 500}, {1, 1, 500}, {}}, open), Containment::inside);
    const Sphere sphere{{0, 0, 0}, 3};
    EXPECT_EQ(classified({{0, 1, 0}, {2, 1, 1}, {}}, sphere), Containment::inside);  // a corner is 3 away
    EXPECT_EQ(classified({{0, 1, 0}, {2, 1, 1.001F}, {}}, sphere), Containment::crossing);
    EXPECT_EQ(classified(cube_at(4.001F), sphere), Containment::outside);
    const OrientedBox dot{{0, 0, 0}, {0, 0, 0}, {}};
    const Aabb at_dot{{-0.0F, 0, -0.0F}, {0, -0.0F, -0.0F}};
    EXPECT_EQ(classified(dot, at_dot), Containment::inside);
    EXPECT_EQ(classified(dot, Sphere{{0, 0, 0}, 0}), Containment::inside);
    EXPECT_EQ(classified(dot, Vec3{0, 0, 0}), Containment::crossing) << "a point has no volume";
    EXPECT_EQ(classified(cube_at(-100), Plane{{1, 0, 0}, 0}), Containment::outside);
}

TEST(Shapes, OpenFrustaHaveNoEnd) {
    const auto cube_at = [](float x, float y, float z) { return OrientedBox{{x, y, z}, {1, 1, 1}, {}}; };
    // Where four walls stand upright: no box is too high.
    const Frustum shaft{
        {{{1, 0, 0}, -1}, {{-1, 0, 0}, -1}, {{0, 1, 0}, -1}, {{0, -1, 0}, -1}, {{0, 0, 1}, 0}, {{0, 0, 0}, 0}}};
    for (const float height : {0.0F, 1.0F, 1e4F, 1e8F}) {
        EXPECT_TRUE(hits(cube_at(0, 0, height), shaft)) << height;
        EXPECT_TRUE(hits(cube_at(2, 2, height), shaft)) << height;
        EXPECT_FALSE(hits(cube_at(2.001F, 0, height), shaft)) << height;
        EXPECT_FALSE(hits(cube_at(0, -2.001F, height), shaft)) << height;
    }
    EXPECT_TRUE(hits(cube_at(0, 0, -1), shaft));
    EXPECT_FALSE(hits(cube_at(0, 0, -1.001F), shaft));
    // The same view with and without an end, which is behind all boxes.
    test::Random random(3);
    const Frustum far = test::perspective({1, 2, 3}, {0.1F, 0.2F, 0.3F, 1}, 1, 0.5, 1, 1000);
    Frustum open = far;
    open.planes[5] = {{0, 0, 0}, -1};
    int hit_count = 0;
    for (int i = 0; i < 2000; ++i) {
        const OrientedBox box = test::random_box(random, 1, 10, 100);
        EXPECT_EQ(hits(box, open), hits(box, far));
        hit_count += hits(box, open) ? 1 : 0;
    }
    EXPECT_GT(hit_count, 200);
}

Vec3 rotated(const Quat& rotation, const reference::Point& v) {
    const reference::Point turned = test::rotate(test::to_double(rotation), v);
    return {static_cast<float>(turned[0]), static_cast<float>(turned[1]), static_cast<float>(turned[2])};
}

// The directions of opposite edges differ by less than a kernel can tell, or by little more.
TEST(Shapes, OpenFrustaWithNearlyParallelSides) {
    test::Random random(4);
    for (const double slope : {0.0, 3e-8, 5e-8, 6e-8, 7e-8, 8e-8, 1e-7, 1.2e-7, 2e-7, 5e-7, 1e-6}) {
        for (int i = 0; i < 1000; ++i) {
            const Quat rotation = test::random_box(random, 1, 1, 1).rotation;
            const auto plane = [&](const reference::Point& normal, float offset) {
                return Plane{rotated(rotation, normal), offset};
            };
            const Frustum shaft{{plane({1, 0, slope}, -1),
                                 plane({-1, 0, slope}, -1),
                                 plane({0, 1, slope}, -1),
                                 plane({0, -1, slope}, -1),
                                 plane({0, 0, 1}, 0),
                                 {{0, 0, 0}, 0}}};
            bool overlap = false;
            const OrientedBox any{{0, 0, 0}, {0.4F, 0.5F, 0.6F}, test::random_box(random, 1, 1, 1).rotation};
            // Sides that approach each other by a rounding are refused.
            if (overlaps(any, shaft, overlap) != Status::ok) continue;
            const double height = random.uniform(1, 10);
            for (const double across : {0.0, 2.2, -2.2, 9.0}) {
                OrientedBox box = any;
                box.center = rotated(rotation, {across, random.uniform(-0.5, 0.5), height});
                ASSERT_EQ(hits(box, shaft), across == 0) << slope << " " << across;
            }
        }
    }
}

TEST(Shapes, FrustumFromAMatrixKeepsAFarPlaneThatIsExact) {
    for (const double far : {1e5, 1e6, 1e7}) {
        Frustum frustum;
        const Mat4 matrix = projection(0.8, 0.5, far, 0.1, ClipSpace::zero_to_one);
        ASSERT_EQ(frustum_from_matrix(matrix, ClipSpace::zero_to_one, frustum), Status::ok);
        EXPECT_EQ(test::open_end(frustum), 6U);
        const auto beyond = static_cast<float>(1.01 * far), within = static_cast<float>(0.99 * far);
        EXPECT_FALSE(hits({{0, 0, beyond}, {1, 1, 1}, {}}, frustum));
        EXPECT_TRUE(hits({{0, 0, within}, {1, 1, 1}, {}}, frustum));
    }
}

TEST(Shapes, FrustumFromAMatrixThatIsNone) {
    Frustum frustum = test::perspective({1, 2, 3}, {}, 1, 1, 1, 100);
    const Frustum before = frustum;
    const auto refused = [&](const Mat4& matrix, ClipSpace clip_space, Status status) {
        EXPECT_EQ(frustum_from_matrix(matrix, clip_space, frustum), status);
        EXPECT_EQ(0, std::memcmp(&frustum, &before, sizeof frustum));
    };
    Mat4 endless = projection(1, 1, 1, kEndless, ClipSpace::zero_to_one);
    endless.m[4 * 3 + 2] = 1;
    refused(endless, ClipSpace::zero_to_one, Status::invalid_shape);  // nothing is in front of its far plane
    Mat4 nan;
    nan.m[5] = kNan;
    refused(nan, ClipSpace::zero_to_one, Status::invalid_shape);
    refused(projection(1, 1, 1, 10, ClipSpace::zero_to_one), static_cast<ClipSpace>(7), Status::invalid_argument);
    // An orthographic projection, the identity, is legal: its frustum is a cube.
    EXPECT_EQ(frustum_from_matrix({}, ClipSpace::minus_one_to_one, frustum), Status::ok);
    EXPECT_TRUE(hits({{2, 2, 2}, {1, 1, 1}, {}}, frustum));
    EXPECT_FALSE(hits({{2, 2, 2.001F}, {1, 1, 1}, {}}, frustum));
}

}  // namespace
}  // namespace satori
