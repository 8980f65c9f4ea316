// Points in rectangles, corners, motions and merging, against long double and the C library's sine and cosine. Batches
// give the same bytes on every instruction set.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/double_quat.hpp"
#include "oracles/rect_twin.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/rect_regimes.hpp"

namespace satori {
namespace {

using test::exact_corners;
using test::Random;
using test::RealPoint2;

constexpr double kEps = 0x1p-23;

// Returns pairs of every regime that may be moved and scaled, with centers at most `far` from the origin.
std::vector<test::RectDuo> many_duos(int per_regime, std::uint64_t seed, float far = kMaxCenter) {
    Random random(seed);
    std::vector<test::RectDuo> duos;
    for (const test::RectRegime regime : test::kRectRegimes) {
        if (regime == test::RectRegime::all_extents) continue;
        for (int i = 0; i < per_regime; ++i) {
            test::RectDuo duo = test::make_rect_pair(regime, random);
            for (OrientedRect* rect : {&duo.a, &duo.b})
                for (float* c : {&rect->center.x, &rect->center.y}) *c = std::clamp(*c, -far, far);
            duos.push_back(duo);
        }
    }
    return duos;
}

std::vector<OrientedRect> many_rects(int per_regime, std::uint64_t seed, float far = kMaxCenter) {
    std::vector<OrientedRect> rects;
    for (const test::RectDuo& duo : many_duos(per_regime, seed, far)) rects.push_back(duo.a);
    return rects;
}

TEST(RectOperations, PointsAreContainedWithinDelta) {
    Random random(81);
    std::size_t in = 0, out = 0;
    double worst = 0;
    for (const OrientedRect& rect : many_rects(20, 82)) {
        std::vector<Vec2> points;
        for (int i = 0; i < 200; ++i) {
            // Points near an edge, from some delta away to far off. Every fourth point lies anywhere.
            const long double off = 1 + random.sign() * random.log_uniform(1e-8, 1);
            RealPoint2 p{random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2)};
            if (i % 4 != 0) (i % 2 == 0 ? p.x : p.y) = static_cast<long double>(random.sign()) * off;
            const RealPoint2 at = test::turned({p.x * rect.half_extents.x, p.y * rect.half_extents.y}, rect.angle);
            points.push_back({static_cast<float>(rect.center.x + at.x), static_cast<float>(rect.center.y + at.y)});
        }
        const auto inside = test::on_every_isa([&](const Execution& execution) {
            std::vector<std::uint8_t> answers(points.size(), 7);
            EXPECT_EQ(contains_points(rect, point_rows(points), answers, execution), Status::ok);
            return answers;
        });
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto beyond = static_cast<double>(test::outside(rect, {points[i].x, points[i].y}));
            const double distance = std::hypot(static_cast<double>(points[i].x) - rect.center.x,
                                               static_cast<double>(points[i].y) - rect.center.y);
            const double delta = 16 * kEps * (test::half_sum(rect) + distance);
            ASSERT_LE(inside[i], 1);
            const double wrong_by = inside[i] != 0 ? beyond : -beyond;
            ASSERT_LE(wrong_by, 0.25 * delta);
            if (delta > 0) worst = std::max(worst, wrong_by / delta);
            ++(inside[i] != 0 ? in : out);
        }
    }
    EXPECT_GT(in, 10000U);
    EXPECT_GT(out, 10000U);
    std::printf("points in rectangles: worst error %.3f delta\n", worst);
}

TEST(RectOperations, PointsOnTheBoundaryOfUprightRectanglesAreInside) {
    const OrientedRect rect{{3, -5}, {2, 0.5F}, 0};
    std::vector<Vec2> points;
    std::vector<std::uint8_t> expected;
    for (int x = -8; x <= 8; ++x) {
        for (int y = -8; y <= 8; ++y) {
            points.push_back({3 + 0.5F * static_cast<float>(x), -5 + 0.125F * static_cast<float>(y)});
            expected.push_back(std::abs(x) <= 4 && std::abs(y) <= 4 ? 1 : 0);
        }
    }
    const auto inside = test::on_every_isa([&](const Execution& execution) {
        std::vector<std::uint8_t> answers(points.size(), 7);
        EXPECT_EQ(contains_points(rect, point_rows(points), answers, execution), Status::ok);
        return answers;
    });
    EXPECT_EQ(inside, expected);
}

TEST(RectOperations, CornersOfBatches) {
    const auto rects = many_rects(100, 83);
    const auto corners = test::on_every_isa([&](const Execution& execution) {
        std::vector<RectCorners> all(rects.size());
        EXPECT_EQ(compute_corners(test::make_batch(rects, execution), all, execution), Status::ok);
        return all;
    });
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const auto exact = exact_corners(rects[i]);
        for (std::size_t k = 0; k < 4; ++k) {
            const double slack = 8 * kEps * test::half_sum(rects[i]);
            const auto x = static_cast<double>(exact[k].x), y = static_cast<double>(exact[k].y);
            ASSERT_NEAR(corners[i].corners[k].x, x, slack + kEps * std::fabs(x)) << "corner " << k;
            ASSERT_NEAR(corners[i].corners[k].y, y, slack + kEps * std::fabs(y)) << "corner " << k;
        }
    }
}

Pose2 random_pose(Random& random, double size) {
    const auto c = [&] { return static_cast<float>(random.uniform(-size, size)); };
    return {{c(), c()}, random.coin() ? random.uniform(-4, 4) : random.uniform(-1e5, 1e5)};
}

// Returns the place to which a motion moves a center.
RealPoint2 image(const Pose2& pose, float scale, const Vec2& center) {
    const RealPoint2 at = test::turned(
        {static_cast<long double>(scale) * center.x, static_cast<long double>(scale) * center.y}, pose.angle);
    return {pose.position.x + at.x, pose.position.y + at.y};
}

void expect_rounded_once(float found, long double exact, double way) {
    const auto value = static_cast<double>(exact);
    ASSERT_NEAR(found, value, 0.5005 * kEps * std::fabs(value) + 1e-13 * way);
}

TEST(RectOperations, SingleMotionsAreRoundedOnce) {
    Random random(84);
    for (const OrientedRect& rect : many_rects(100, 85, 5e7F)) {
        const Pose2 pose = random_pose(random, random.log_uniform(1e-2, 1e7));
        OrientedRect moved = rect;
        ASSERT_EQ(transform(moved, pose), Status::ok);
        const double way = test::center_size(rect) + std::hypot(pose.position.x, pose.position.y);
        const RealPoint2 center = image(pose, 1, rect.center);
        expect_rounded_once(moved.center.x, center.x, 1e-2 * way);
        expect_rounded_once(moved.center.y, center.y, 1e-2 * way);
        EXPECT_EQ(std::memcmp(&moved.half_extents, &rect.half_extents, sizeof(Vec2)), 0);
        EXPECT_LE(std::fabs(moved.angle), 3.1415928F);
        const long double wanted = static_cast<long double>(rect.angle) + pose.angle;
        EXPECT_NEAR(static_cast<double>(sinl(moved.angle - wanted)), 0, 3e-7);
        EXPECT_GT(static_cast<double>(cosl(moved.angle - wanted)), 0.9);
    }
}

TEST(RectOperations, MotionsOfBatches) {
    const auto rects = many_rects(60, 86, 4e7F);
    const RectBatch batch = test::make_batch(rects, {Isa::scalar, &serial_executor()});
    const auto at = [](const RectBatch& of, RectComponent component, std::size_t i) {
        return of.component(component)[i];
    };
    Random random(87);
    double worst_axis = 0;
    for (int step = 0; step < 24; ++step) {
        const Pose2 pose = random_pose(random, random.log_uniform(1e-2, 1e6));
        const auto scale = static_cast<float>(step % 3 == 0 ? 1 : random.log_uniform(0.2, 0.9));
        RectBatch moved;
        test::on_every_isa([&](const Execution& execution) {
            EXPECT_EQ(moved.assign_transformed(batch, pose, scale, execution), Status::ok);
            return test::contents_of(moved);
        });
        for (std::size_t i = 0; i < rects.size(); ++i) {
            const double way = test::center_size(rects[i]) + std::hypot(pose.position.x, pose.position.y);
            const RealPoint2 center = image(pose, scale, rects[i].center);
            expect_rounded_once(at(moved, RectComponent::center_x, i), center.x, way);
            expect_rounded_once(at(moved, RectComponent::center_y, i), center.y, way);
            ASSERT_EQ(at(moved, RectComponent::half_x, i), scale * rects[i].half_extents.x);
            ASSERT_EQ(at(moved, RectComponent::half_y, i), scale * rects[i].half_extents.y);
            const RealPoint2 axis =
                test::turned({at(batch, RectComponent::axis_x, i), at(batch, RectComponent::axis_y, i)}, pose.angle);
            const float x = at(moved, RectComponent::axis_x, i), y = at(moved, RectComponent::axis_y, i);
            const double off =
                std::max(std::fabs(static_cast<double>(x - axis.x)), std::fabs(static_cast<double>(y - axis.y)));
            ASSERT_LE(off, 4 * kEps);
            worst_axis = std::max(worst_axis, off / kEps);
            ASSERT_NEAR(std::hypot(static_cast<double>(x), static_cast<double>(y)), 1, 2 * kEps);
        }
    }
    std::printf("moved rectangles: worst axis %.2f eps\n", worst_axis);
}

// Merges the rectangles. EXPECTs that only rectangles that are far apart or large fail.
bool merges(const OrientedRect& a, const OrientedRect& b, OrientedRect& merged) {
    const Status status = merge(a, b, merged);
    if (status == Status::ok) return true;
    EXPECT_EQ(status, Status::result_out_of_range);
    EXPECT_GT(test::half_sum(a) + test::half_sum(b) + test::center_size(a) + test::center_size(b), 1e8);
    return false;
}

// Returns the extents of both rectangles along the axes of an angle, from a's center.
std::array<long double, 2> extents(const OrientedRect& a, const OrientedRect& b, long double angle) {
    RealPoint2 low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
    for (const OrientedRect* rect : {&a, &b}) {
        for (const RealPoint2& corner : exact_corners(*rect)) {
            const RealPoint2 p = test::turned({corner.x - a.center.x, corner.y - a.center.y}, -angle);
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
    }
    return {high.x - low.x, high.y - low.y};
}

// Every corner of both rectangles is inside, without any tolerance for rounding, except for sides too thin to be legal,
// which become flat. No face is farther out than necessary.
TEST(RectOperations, MergeContainsBothExactlyAndTightly) {
    int merged_count = 0;
    std::array<int, 3> chosen{};
    for (const test::RectDuo& duo : many_duos(300, 88)) {
        OrientedRect merged;
        if (!merges(duo.a, duo.b, merged)) continue;
        ++merged_count;
        ++chosen[merged.angle == duo.a.angle ? 0 : merged.angle == duo.b.angle ? 1 : 2];
        for (const OrientedRect* rect : {&duo.a, &duo.b})
            for (const RealPoint2& corner : exact_corners(*rect)) {
                const long double lacks = area(merged) == 0 ? kMinHalfExtent : 0;
                ASSERT_LE(test::outside(merged, corner), lacks);
            }
        const double slack = 4 * kEps * (test::half_sum(merged) + test::center_size(merged));
        const auto needed = extents(duo.a, duo.b, merged.angle);
        ASSERT_LE(2 * merged.half_extents.x, needed[0] + slack);
        ASSERT_LE(2 * merged.half_extents.y, needed[1] + slack);
    }
    EXPECT_GT(merged_count, 4000);
    for (const int count : chosen) EXPECT_GT(count, 100);
    std::printf("merged: angle of a %d, of b %d, another %d\n", chosen[0], chosen[1], chosen[2]);
}

TEST(RectOperations, MergeIsNoLargerThanAtAnyAngle) {
    int merged_count = 0;
    for (const test::RectDuo& duo : many_duos(20, 89)) {
        OrientedRect merged;
        if (!merges(duo.a, duo.b, merged)) continue;
        ++merged_count;
        const double slack = 8 * kEps * (test::half_sum(merged) + test::center_size(merged)) + 1e-6;
        for (int step = 0; step < 360; ++step) {
            const auto size = extents(duo.a, duo.b, step * (test::kPi / 2) / 360);
            ASSERT_LE(area(merged), static_cast<double>((size[0] + slack) * (size[1] + slack)) * (1 + 1e-5)) << step;
        }
    }
    EXPECT_GT(merged_count, 200);
}

TEST(RectOperations, MergeTakesTheFirstOfEquallyGoodAngles) {
    OrientedRect merged;
    ASSERT_EQ(merge({{0, 0}, {1, 1}, 0.5F}, {{0, 0}, {0.25F, 0.25F}, 0.75F}, merged), Status::ok);
    EXPECT_EQ(merged.angle, 0.5F) << "the first contains the second";
    OrientedRect first{{-1, 0}, {1, 1}, 0};
    ASSERT_EQ(merge(first, {{3, 0}, {1, 1}, 0}, first), Status::ok) << "in place";
    EXPECT_EQ(first.angle, 0);
    EXPECT_EQ(first.center.x, 1);
    EXPECT_NEAR(first.half_extents.x, 3, 1e-6);
    EXPECT_NEAR(first.half_extents.y, 1, 1e-6);
    // The rectangles lie corner to corner. The result lies along the line through both centers, with neither
    // rectangle's angle.
    const float eighth = 0.78539816F;
    ASSERT_EQ(merge({{0, 0}, {1, 1}, eighth}, {{10, 0}, {1, 1}, eighth}, merged), Status::ok);
    EXPECT_NEAR(std::fmod(merged.angle + 7, test::kPi / 2), std::fmod(7, test::kPi / 2), 1e-6);
    EXPECT_NEAR(area(merged), 2 * std::sqrt(2.0) * (10 + 2 * std::sqrt(2.0)), 1e-4);
}

}  // namespace
}  // namespace satori
