#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <satori/rect.hpp>

/// The oracle of operations on rectangles: corners in long double, with the C library's sine and cosine. Internal to
/// the tests.
namespace satori::test {

struct RealPoint2 {
    long double x, y;
};

inline RealPoint2 turned(const RealPoint2& p, long double angle) {
    const long double c = cosl(angle), s = sinl(angle);
    return {p.x * c - p.y * s, p.x * s + p.y * c};
}

/// Returns the corners in the order of RectCorners.
inline std::array<RealPoint2, 4> exact_corners(const OrientedRect& rect) {
    std::array<RealPoint2, 4> corners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
    for (RealPoint2& corner : corners) {
        const RealPoint2 edge = turned({corner.x * rect.half_extents.x, corner.y * rect.half_extents.y}, rect.angle);
        corner = {rect.center.x + edge.x, rect.center.y + edge.y};
    }
    return corners;
}

/// Returns how far a point lies outside a rectangle, along one of its axes. Negative: the point lies inside.
inline long double outside(const OrientedRect& rect, const RealPoint2& point) {
    const RealPoint2 local = turned({point.x - rect.center.x, point.y - rect.center.y}, -1.0L * rect.angle);
    return std::max(fabsl(local.x) - rect.half_extents.x, fabsl(local.y) - rect.half_extents.y);
}

inline double half_sum(const OrientedRect& rect) {
    return static_cast<double>(rect.half_extents.x) + rect.half_extents.y;
}
inline double center_size(const OrientedRect& rect) {
    return std::hypot(static_cast<double>(rect.center.x), static_cast<double>(rect.center.y));
}

}  // namespace satori::test
