#pragma once

#include <cstddef>
#include <span>

#include "fit/vector.hpp"

namespace satori::v0::fit {

struct PlanePoint {
    double x = 0;
    double y = 0;
};

/// Returns the number of points that convex_polygon() may write, for at least one point. Rounding may put a point on
/// the lower half and on the upper half, where it is on neither or on both.
constexpr std::size_t polygon_room(std::size_t point_count) noexcept {
    return 2 * point_count;
}

/// Computes the convex hull of points in the plane, counter-clockwise, without points on its edges (Andrew's monotone
/// chain, 1979). Sorts `points`. `polygon` must have polygon_room(). Returns the number of vertices: 1 when all points
/// are equal, 2 when they are on a line.
std::size_t convex_polygon(std::span<PlanePoint> points, PlanePoint* polygon) noexcept;

/// Returns the direction (unit) of a side of the least rectangle around a convex polygon: one side lies on an edge
/// (Freeman, Shapira 1975; rotating calipers: Toussaint 1983). O(n). For fewer than two points: x.
PlanePoint least_rectangle_side(std::span<const PlanePoint> polygon) noexcept;

/// Returns the second moments of the area of a convex polygon. They are zero in the third dimension.
Moments polygon_moments(std::span<const PlanePoint> polygon);

}  // namespace satori::v0::fit
