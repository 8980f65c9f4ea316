#include "narrowphase/reference_rect.hpp"

#include <cfloat>
#include <cmath>

SATORI_NAMESPACE_BEGIN

namespace {

struct Point {
    long double x, y;
};

/// A rectangle's corners, seen from `origin`, and its axes.
struct Shape {
    Point corners[4];
    Point axes[2];

    Shape(const OrientedRect& rect, const Vec2& origin) noexcept {
        const long double angle = rect.angle;
        axes[0] = {cosl(angle), sinl(angle)};
        axes[1] = {-axes[0].y, axes[0].x};
        const Point center = {static_cast<long double>(rect.center.x) - origin.x,
                              static_cast<long double>(rect.center.y) - origin.y};
        for (unsigned i = 0; i < 4; ++i) {
            const long double along_0 = (i & 1U ? 1.0L : -1.0L) * rect.half_extents.x;
            const long double along_1 = (i & 2U ? 1.0L : -1.0L) * rect.half_extents.y;
            corners[i] = {center.x + along_0 * axes[0].x + along_1 * axes[1].x,
                          center.y + along_0 * axes[0].y + along_1 * axes[1].y};
        }
    }
};

struct Interval {
    long double min = HUGE_VALL, max = -HUGE_VALL;
};

Interval project(const Shape& shape, const Point& axis) noexcept {
    Interval interval;
    for (const Point& corner : shape.corners) {
        const long double along = corner.x * axis.x + corner.y * axis.y;
        interval = {fminl(interval.min, along), fmaxl(interval.max, along)};
    }
    return interval;
}

}  // namespace

RectSeparation reference_separation(const OrientedRect& a, const OrientedRect& b) noexcept {
    const Shape shapes[2] = {Shape(a, a.center), Shape(b, a.center)};
    RectSeparation best{-HUGE_VAL, 0};
    for (std::uint32_t axis = 0; axis < 4; ++axis) {
        const Point& direction = shapes[axis / 2].axes[axis % 2];
        const Interval in_a = project(shapes[0], direction), in_b = project(shapes[1], direction);
        const auto gap = static_cast<double>(fmaxl(in_b.min - in_a.max, in_a.min - in_b.max));
        if (gap > best.separation) best = {gap, axis};
    }
    return best;
}

double overlap_tolerance(const OrientedRect& a, const OrientedRect& b) noexcept {
    const double x = static_cast<double>(b.center.x) - a.center.x, y = static_cast<double>(b.center.y) - a.center.y;
    const double size = static_cast<double>(a.half_extents.x) + a.half_extents.y + b.half_extents.x + b.half_extents.y;
    return 16.0 * FLT_EPSILON * (size + std::sqrt(x * x + y * y));
}

SATORI_NAMESPACE_END
