// Tests single rectangles against long double and the C library's sine and cosine.

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "geometry/trigonometry.hpp"
#include "oracles/double_quat.hpp"
#include "oracles/rect_twin.hpp"
#include "oracles/reference_rect.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/rect_regimes.hpp"

namespace satori {
namespace {

using test::kPi;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();

using test::exact_corners;
using Point = test::RealPoint2;

// Rectangles of every regime that may be moved and scaled.
std::vector<OrientedRect> many_rects(int per_regime, std::uint64_t seed) {
    test::Random random(seed);
    std::vector<OrientedRect> rects;
    for (const test::RectRegime regime : test::kRectRegimes) {
        if (regime == test::RectRegime::all_extents) continue;
        for (int i = 0; i < per_regime; ++i) rects.push_back(test::make_rect_pair(regime, random).a);
    }
    return rects;
}

double half_float(long double value) {
    return 0.5001 * std::fabs(static_cast<double>(std::nextafter(static_cast<float>(value), kInf) -
                                                  static_cast<double>(static_cast<float>(value))));
}

void expect_near(float found, long double exact, double slack) {
    EXPECT_NEAR(static_cast<double>(found), static_cast<double>(exact), half_float(exact) + slack);
}

TEST(Rect, CornersAreRoundedOnceAndCounterClockwise) {
    for (const OrientedRect& rect : many_rects(100, 1)) {
        RectCorners corners;
        ASSERT_EQ(compute_corners(rect, corners), Status::ok);
        const auto exact = exact_corners(rect);
        for (std::size_t i = 0; i < 4; ++i) {
            const double size = static_cast<double>(rect.half_extents.x) + rect.half_extents.y;
            expect_near(corners.corners[i].x, exact[i].x, 1e-15 * size);
            expect_near(corners.corners[i].y, exact[i].y, 1e-15 * size);
        }
    }
    RectCorners corners;
    ASSERT_EQ(compute_corners({{10, 20}, {2, 1}, 0}, corners), Status::ok);
    const Vec2 expected[4] = {{8, 19}, {12, 19}, {12, 21}, {8, 21}};
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(corners.corners[i].x, expected[i].x) << i;
        EXPECT_EQ(corners.corners[i].y, expected[i].y) << i;
    }
}

// A rectangle, its corners, and the rectangle from these corners. It covers the same place for each winding and each
// first corner.
TEST(Rect, FromItsCorners) {
    std::size_t checked = 0;
    for (const OrientedRect& rect : many_rects(100, 2)) {
        RectCorners corners;
        ASSERT_EQ(compute_corners(rect, corners), Status::ok);
        double largest = 0;
        for (const Vec2& corner : corners.corners)
            largest = std::max({largest, std::fabs(double{corner.x}), std::fabs(double{corner.y})});
        // When rounding changes the corners by much of the thickness, the shape cannot be found again.
        const double thinnest = std::min(rect.half_extents.x, rect.half_extents.y);
        if (thinnest <= 1e-4 * largest) continue;
        ++checked;
        for (int start = 0; start < 4; ++start) {
            for (const bool clockwise : {false, true}) {
                RectCorners given;
                for (int i = 0; i < 4; ++i) given.corners[i] = corners.corners[(start + (clockwise ? 4 - i : i)) % 4];
                OrientedRect found;
                CornersFault fault = CornersFault::not_finite;
                ASSERT_EQ(rect_from_corners(given, found, &fault), Status::ok) << describe(fault);
                EXPECT_EQ(fault, CornersFault::none);
                EXPECT_LE(std::fabs(found.angle), 3.1415928F);
                const auto again = exact_corners(found);
                for (const Vec2& corner : given.corners) {
                    double nearest = kInf;
                    for (const Point& p : again)
                        nearest = std::min(nearest, static_cast<double>(std::hypot(p.x - corner.x, p.y - corner.y)));
                    ASSERT_LT(nearest, 1e-6 * largest);
                }
                // Axis 0 points from the first to the second corner.
                const double x = double{given.corners[1].x} - given.corners[0].x,
                             y = double{given.corners[1].y} - given.corners[0].y;
                EXPECT_GT(x * std::cos(found.angle) + y * std::sin(found.angle), 0.99 * std::hypot(x, y));
                EXPECT_NEAR(2.0 * found.half_extents.x, std::hypot(x, y), 1e-6 * largest);
            }
        }
    }
    EXPECT_GT(checked, 800U);
}

TEST(Rect, FromCornersIsExactOnTheGrid) {
    OrientedRect rect;
    ASSERT_EQ(rect_from_corners({{{1, 2}, {5, 2}, {5, 8}, {1, 8}}}, rect), Status::ok);
    EXPECT_EQ(rect.center.x, 3);
    EXPECT_EQ(rect.center.y, 5);
    EXPECT_EQ(rect.half_extents.x, 2);
    EXPECT_EQ(rect.half_extents.y, 3);
    EXPECT_EQ(rect.angle, 0);
    ASSERT_EQ(rect_from_corners({{{-1, 0}, {0, -1}, {1, 0}, {0, 1}}}, rect), Status::ok);
    EXPECT_EQ(rect.angle, static_cast<float>(-kPi / 4));
}

TEST(Rect, CornersThatAreNoRectangleAreNamed) {
    struct Case {
        RectCorners corners;
        Status status;
        CornersFault fault;
    };
    const Case cases[] = {
        {{{{0, 0}, {1, 0}, {1, kNan}, {0, 1}}}, Status::invalid_argument, CornersFault::not_finite},
        {{{{0, 0}, {kInf, 0}, {1, 1}, {0, 1}}}, Status::invalid_argument, CornersFault::not_finite},
        {{{{0, 0}, {0, 0}, {1, 1}, {0, 1}}}, Status::invalid_argument, CornersFault::coincident},
        {{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}, Status::invalid_argument, CornersFault::coincident},
        {{{{0, 0}, {2, 0}, {2, 0}, {0, 0}}}, Status::invalid_argument, CornersFault::coincident},
        {{{{3, 3}, {3, 3}, {3, 3}, {3, 3}}}, Status::invalid_argument, CornersFault::coincident},
        {{{{0, 0}, {1, 0}, {0, 1}, {1, 1}}}, Status::invalid_argument, CornersFault::not_a_rectangle},  // out of order
        {{{{0, 0}, {2, 0}, {3, 1}, {1, 1}}}, Status::invalid_argument, CornersFault::not_a_rectangle},  // leans
        {{{{0, 0}, {2, 0}, {2, 1}, {0, 1.1F}}}, Status::invalid_argument, CornersFault::not_a_rectangle},
        {{{{0, 0}, {1, 0}, {2, 0}, {3, 0}}}, Status::invalid_argument, CornersFault::not_a_rectangle},
        {{{{0, 0}, {2, 0}, {2, 1}, {0, 1.01F}}}, Status::invalid_argument, CornersFault::not_a_rectangle},
        {{{{2e8F, 0}, {2e8F + 64, 0}, {2e8F + 64, 64}, {2e8F, 64}}}, Status::invalid_box, CornersFault::not_legal},
        {{{{-3e38F, -3e38F}, {3e38F, -3e38F}, {3e38F, 3e38F}, {-3e38F, 3e38F}}},
         Status::invalid_box,
         CornersFault::not_legal},
    };
    for (const Case& c : cases) {
        OrientedRect rect{{7, 7}, {7, 7}, 7};
        CornersFault fault = CornersFault::none;
        EXPECT_EQ(rect_from_corners(c.corners, rect, &fault), c.status) << describe(c.fault);
        EXPECT_EQ(fault, c.fault) << describe(c.fault);
        EXPECT_EQ(rect.angle, 7) << "unchanged";
        EXPECT_EQ(rect_from_corners(c.corners, rect), c.status) << "no fault asked for";
    }
    OrientedRect rect;
    EXPECT_EQ(rect_from_corners({{{0, 0}, {2, 0}, {2, 1}, {0, 1.001F}}}, rect), Status::ok) << "within the tolerance";
    std::set<std::string> texts;
    for (std::uint32_t value = 0; value <= static_cast<std::uint32_t>(CornersFault::not_legal); ++value)
        texts.insert(describe(static_cast<CornersFault>(value)));
    EXPECT_EQ(texts.size(), 5U);
}

TEST(Rect, AabbIsThatOfTheBatch) {
    const auto rects = many_rects(50, 3);
    const auto bounds = test::bounds_of(test::make_batch(rects));
    for (std::size_t i = 0; i < rects.size(); ++i) {
        Aabb2 one;
        ASSERT_EQ(compute_aabb(rects[i], one), Status::ok);
        EXPECT_EQ(std::memcmp(&one, &bounds[i], sizeof one), 0);
        // The AABB contains the exact rectangle, and little more.
        const double size = static_cast<double>(rects[i].half_extents.x) + rects[i].half_extents.y;
        Point low{kInf, kInf}, high{-kInf, -kInf};
        for (const Point& corner : exact_corners(rects[i])) {
            low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
            high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
        }
        const auto check = [&](float min, float max, long double exact_min, long double exact_max) {
            EXPECT_LE(min, exact_min);
            EXPECT_GE(max, exact_max);
            const double slack = 40 * 0x1p-23 * size + 1e-38;
            EXPECT_GE(min, exact_min - slack - 3 * 0x1p-23 * std::fabs(exact_min));
            EXPECT_LE(max, exact_max + slack + 3 * 0x1p-23 * std::fabs(exact_max));
        };
        check(one.min.x, one.max.x, low.x, high.x);
        check(one.min.y, one.max.y, low.y, high.y);
    }
}

TEST(Rect, ContainsPoints) {
    test::Random random(4);
    std::size_t in = 0, out = 0;
    for (const OrientedRect& rect : many_rects(100, 5)) {
        const double x = rect.half_extents.x, y = rect.half_extents.y, size = x + y;
        for (int k = 0; k < 20; ++k) {
            const double u = random.uniform(-1.5, 1.5) * x, v = random.uniform(-1.5, 1.5) * y;
            const double c = std::cos(rect.angle), s = std::sin(rect.angle);
            const Vec2 point{static_cast<float>(rect.center.x + u * c - v * s),
                             static_cast<float>(rect.center.y + u * s + v * c)};
            // The oracle finds on which side of each edge the point lies.
            const auto corners = exact_corners(rect);
            long double inward = kInf;
            for (std::size_t i = 0; i < 4; ++i) {
                const Point &a = corners[i], &b = corners[(i + 1) % 4];
                const long double ex = b.x - a.x, ey = b.y - a.y, length = std::hypot(ex, ey);
                if (length > 0) inward = std::min(inward, (ex * (point.y - a.y) - ey * (point.x - a.x)) / length);
            }
            bool inside = false;
            ASSERT_EQ(contains(rect, point, inside), Status::ok);
            const double reach = size + std::hypot(point.x - double{rect.center.x}, point.y - double{rect.center.y});
            if (std::fabs(static_cast<double>(inward)) < 1e-14 * reach + 1e-12 * std::fabs(rect.center.x)) continue;
            EXPECT_EQ(inside, inward > 0);
            ++(inside ? in : out);
        }
    }
    EXPECT_GT(in, 5000U);
    EXPECT_GT(out, 5000U);
    bool inside = false;
    for (const Vec2 point : {Vec2{3, 3}, {-1, 3}, {-1, -1}, {3, 0}, {1, 1}}) {
        ASSERT_EQ(contains({{1, 1}, {2, 2}, 0}, point, inside), Status::ok);
        EXPECT_TRUE(inside) << "the boundary belongs to it";
    }
    for (const Vec2 point : {Vec2{std::nextafter(3.0F, 4.0F), 1}, {1, std::nextafter(-1.0F, -2.0F)}}) {
        ASSERT_EQ(contains({{1, 1}, {2, 2}, 0}, point, inside), Status::ok);
        EXPECT_FALSE(inside);
    }
}

TEST(Rect, MovedTurnedAndScaled) {
    test::Random random(6);
    for (const OrientedRect& rect : many_rects(50, 7)) {
        OrientedRect moved = rect;
        const Vec2 offset{static_cast<float>(random.uniform(-50, 50)), static_cast<float>(random.uniform(-50, 50))};
        ASSERT_EQ(translate(moved, offset), Status::ok);
        expect_near(moved.center.x, static_cast<long double>(rect.center.x) + offset.x, 0);
        expect_near(moved.center.y, static_cast<long double>(rect.center.y) + offset.y, 0);
        EXPECT_EQ(moved.angle, rect.angle);

        const double by = random.uniform(-20, 20);
        OrientedRect turned = rect, about = rect;
        ASSERT_EQ(rotate(turned, by), Status::ok);
        EXPECT_EQ(turned.center.x, rect.center.x);
        EXPECT_LE(std::fabs(turned.angle), 3.1415928F);
        const long double wanted = static_cast<long double>(rect.angle) + by;
        EXPECT_NEAR(static_cast<double>(sinl(turned.angle - wanted)), 0, 3e-7);
        EXPECT_NEAR(static_cast<double>(cosl(turned.angle - wanted)), 1, 1e-12);

        const Vec2 pivot{static_cast<float>(rect.center.x + 3), static_cast<float>(rect.center.y - 4)};
        ASSERT_EQ(rotate_about(about, by, pivot), Status::ok);
        EXPECT_EQ(about.angle, turned.angle);
        const long double x = static_cast<long double>(rect.center.x) - pivot.x,
                          y = static_cast<long double>(rect.center.y) - pivot.y;
        expect_near(about.center.x, pivot.x + (x * cosl(by) - y * sinl(by)), 1e-14);
        expect_near(about.center.y, pivot.y + (x * sinl(by) + y * cosl(by)), 1e-14);

        OrientedRect scaled = rect;
        ASSERT_EQ(scale(scaled, {-2, 0}), Status::ok);
        EXPECT_EQ(scaled.half_extents.x, 2 * rect.half_extents.x);
        EXPECT_EQ(scaled.half_extents.y, 0);
        EXPECT_EQ(area(rect), 4 * double{rect.half_extents.x} * rect.half_extents.y);
    }
}

TEST(Rect, ChangesThatCannotBeAreRefused) {
    const OrientedRect good{{1, 2}, {3, 4}, 0.5F};
    OrientedRect rect = good;
    EXPECT_EQ(translate(rect, {kNan, 0}), Status::invalid_argument);
    EXPECT_EQ(translate(rect, {0, kInf}), Status::invalid_argument);
    EXPECT_EQ(translate(rect, {1.1e8F, 0}), Status::result_out_of_range);
    EXPECT_EQ(translate(rect, {0, -3e38F}), Status::result_out_of_range);
    EXPECT_EQ(rotate(rect, std::nan("")), Status::invalid_argument);
    EXPECT_EQ(rotate(rect, 1.1e5), Status::invalid_argument);
    EXPECT_EQ(rotate_about(rect, 1, {kInf, 0}), Status::invalid_argument);
    EXPECT_EQ(rotate_about(rect, kPi, {1e8F, 1e8F}), Status::result_out_of_range);
    EXPECT_EQ(scale(rect, {kNan, 1}), Status::invalid_argument);
    EXPECT_EQ(scale(rect, {1e8F, 1}), Status::result_out_of_range);
    EXPECT_EQ(scale(rect, {1, 3e38F}), Status::result_out_of_range);
    EXPECT_EQ(std::memcmp(&rect, &good, sizeof rect), 0) << "unchanged";

    const OrientedRect bad{{0, 0}, {-1, 1}, 0};
    rect = bad;
    RectCorners corners;
    Aabb2 bounds;
    bool answer = true;
    EXPECT_EQ(check_rect(bad), BoxFault::half_extent_negative);
    EXPECT_EQ(compute_corners(bad, corners), Status::invalid_box);
    EXPECT_EQ(compute_aabb(bad, bounds), Status::invalid_box);
    EXPECT_EQ(contains(bad, {0, 0}, answer), Status::invalid_box);
    EXPECT_EQ(contains(good, {kNan, 0}, answer), Status::invalid_shape);
    EXPECT_EQ(contains(good, {0, -1.1e9F}, answer), Status::invalid_shape);
    EXPECT_EQ(overlaps(bad, good, answer), Status::invalid_box);
    EXPECT_EQ(overlaps(good, bad, answer), Status::invalid_box);
    EXPECT_EQ(overlaps(good, good, answer, static_cast<Boundary>(9)), Status::invalid_argument);
    EXPECT_TRUE(answer) << "unchanged";
    EXPECT_EQ(translate(rect, {0, 0}), Status::invalid_box);
    EXPECT_EQ(rotate(rect, 0), Status::invalid_box);
    EXPECT_EQ(scale(rect, {1, 1}), Status::invalid_box);
}

TEST(Trigonometry, AngleOfADirection) {
    test::Random random(8);
    for (int i = 0; i < 100000; ++i) {
        const double x = random.sign() * random.log_uniform(1e-12, 1e12),
                     y = random.sign() * random.log_uniform(1e-12, 1e12);
        EXPECT_NEAR(geometry::direction_angle(x, y), static_cast<double>(atan2l(y, x)), 1e-15);
    }
    EXPECT_EQ(geometry::direction_angle(0, 0), 0);
    EXPECT_EQ(geometry::direction_angle(5, 0), 0);
    EXPECT_EQ(geometry::direction_angle(0, 5), kPi / 2);
    EXPECT_EQ(geometry::direction_angle(0, -5), -kPi / 2);
    EXPECT_EQ(geometry::direction_angle(-5, 0), kPi);
    EXPECT_NEAR(geometry::direction_angle(1e150, 1e150), kPi / 4, 1e-15);
}

// Tests the oracle itself with other algebra: A's polygon clipped at B's edges is not empty exactly where the
// rectangles overlap.
TEST(RectTwin, SeparationAgreesWithClipping) {
    test::Random random(9);
    std::size_t overlapping = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto duo = test::make_rect_pair(test::RectRegime::generic, random);
        const auto corners = exact_corners(duo.a);
        std::vector<Point> polygon(corners.begin(), corners.end());
        const auto window = exact_corners(duo.b);
        for (std::size_t e = 0; e < 4; ++e) {
            const Point &from = window[e], &to = window[(e + 1) % 4];
            const auto inward = [&](const Point& p) {
                return (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
            };
            std::vector<Point> kept;
            for (std::size_t k = 0; k < polygon.size(); ++k) {
                const Point &p = polygon[k], &q = polygon[(k + 1) % polygon.size()];
                const long double in_p = inward(p), in_q = inward(q);
                if (in_p >= 0) kept.push_back(p);
                if ((in_p < 0) != (in_q < 0)) {
                    const long double t = in_p / (in_p - in_q);
                    kept.push_back({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
                }
            }
            polygon = kept;
        }
        const double separation = reference_separation(duo.a, duo.b).separation;
        ASSERT_GT(std::fabs(separation), 1e-9);
        EXPECT_EQ(separation < 0, !polygon.empty());
        overlapping += !polygon.empty();
    }
    EXPECT_GT(overlapping, 500U);
    EXPECT_LT(overlapping, 2500U);
    EXPECT_EQ(reference_separation({{0, 0}, {1, 1}, 0}, {{3, 0}, {1, 5}, 0}).separation, 1);
    EXPECT_EQ(reference_separation({{0, 0}, {1, 1}, 0}, {{1, 0}, {1, 5}, 0}).separation, -1);
}

}  // namespace
}  // namespace satori
