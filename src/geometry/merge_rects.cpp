// Computes a rectangle around two rectangles.

#include <algorithm>
#include <cstddef>
#include <limits>

#include <satori/rect.hpp>

#include "geometry/merge_choice.hpp"
#include "geometry/rect_math.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace geometry {
namespace {

/// A legal rectangle in double.
struct DoubleRect {
    Double2 center, half;
    SinCos direction;  ///< of axis 0

    explicit DoubleRect(const OrientedRect& rect) noexcept
        : center(rect.center), half(rect.half_extents), direction(sin_cos(rect.angle)) {}
};

/// Returns the components of a world direction along the axes of a rectangle.
Double2 turned_back(const Double2& v, const SinCos& axes) noexcept {
    return turned(v, {-axes.sin, axes.cos});
}

/// Returns how far a rectangle reaches from its center along both axes.
Double2 radii(const DoubleRect& rect, const SinCos& axes) noexcept {
    const Double2 along = turned_back({rect.direction.cos, rect.direction.sin}, axes);
    const double c = std::fabs(along.x), s = std::fabs(along.y);
    return {c * rect.half.x + s * rect.half.y, s * rect.half.x + c * rect.half.y};
}

double taxicab(const Double2& v) noexcept {
    return std::fabs(v.x) + std::fabs(v.y);
}

/// Returns the rectangle with this angle around both rectangles. It may be too thin to be legal.
OrientedRect enclose(const DoubleRect& a, const DoubleRect& b, float angle) noexcept {
    const SinCos axes = sin_cos(angle);
    const Double2 apart = b.center - a.center;
    const Double2 a_radii = radii(a, axes), b_radii = radii(b, axes), along = turned_back(apart, axes);
    // Along the axes, from a's center.
    const Double2 low(std::min(-a_radii.x, along.x - b_radii.x), std::min(-a_radii.y, along.y - b_radii.y));
    const Double2 high(std::max(a_radii.x, along.x + b_radii.x), std::max(a_radii.y, along.y + b_radii.y));
    const Vec2 center = narrowed(turned(0.5 * (low + high), axes) + a.center);
    // Relative to the rounded center.
    const Double2 shift = Double2(center) - a.center, seen = turned_back(shift, axes);
    const double slack = kMergeSlack * ((taxicab(apart) + taxicab(a.half)) + (taxicab(b.half) + taxicab(shift)));
    const auto half = [slack](double above, double below) noexcept {
        return base::rounded_up(std::max(above, below) + slack);
    };
    return {center, {half(high.x - seen.x, seen.x - low.x), half(high.y - seen.y, seen.y - low.y)}, angle};
}

/// The number of angles to try. The smallest rectangle around a convex polygon has a side along a side of the polygon
/// (Freeman and Shapira, Determining the minimum-area encasing rectangle for an arbitrary closed curve, 1975): along
/// one of the two rectangles, or between two of their corners.
constexpr std::size_t kMergeAngles = 2 + 16;

void merge_angles(const OrientedRect& a, const OrientedRect& b, float (&angles)[kMergeAngles]) noexcept {
    Double2 a_corners[4], b_corners[4];
    exact_corners(a, a_corners);
    exact_corners(b, b_corners);
    float* next = angles;
    *next++ = a.angle;
    *next++ = b.angle;
    for (const Double2& from : a_corners) {
        for (const Double2& to : b_corners) {
            const Double2 side = to - from;
            *next++ = static_cast<float>(direction_angle(side.x, side.y));
        }
    }
}

}  // namespace
}  // namespace geometry

Status merge(const OrientedRect& a, const OrientedRect& b, OrientedRect& merged) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(a) || !geometry::is_legal(b)) return Status::invalid_box;
    const geometry::DoubleRect first(a), second(b);
    float angles[geometry::kMergeAngles];
    geometry::merge_angles(a, b, angles);
    OrientedRect candidates[geometry::kMergeAngles];
    double areas[geometry::kMergeAngles];
    for (std::size_t i = 0; i < geometry::kMergeAngles; ++i) {
        candidates[i] = geometry::enclose(first, second, angles[i]);
        Vec2& half = candidates[i].half_extents;
        areas[i] = 4 * geometry::compared_side(half.x) * geometry::compared_side(half.y);
        half = geometry::flattened(half);
        if (!geometry::is_legal(candidates[i])) areas[i] = std::numeric_limits<double>::infinity();
    }
    return geometry::take_smallest(candidates, areas, merged);
}

}  // namespace satori::v0
