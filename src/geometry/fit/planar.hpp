#pragma once

#include <cstddef>
#include <span>

#include "geometry/fit/vector.hpp"

namespace satori::inline v0::fit {

struct PlanePoint {
    double x = 0;
    double y = 0;
};

/// Hull of points in the plane, counterclockwise, without points on its edges (Andrew's monotone chain, 1979). Sorts
/// `points`; `polygon` has room for one more than there are points. How many vertices there are: 1 where all points are
/// the same, 2 on a line.
std::size_t convex_polygon(std::span<PlanePoint> points, PlanePoint* polygon) noexcept;

/// Direction (unit) of a side of the least rectangle about a convex polygon: one side lies on an edge (Freeman, Shapira
/// 1975; rotating calipers: Toussaint 1983). O(n). Of less than two points: x.
PlanePoint least_rectangle_side(std::span<const PlanePoint> polygon) noexcept;

/// Second moments of a convex polygon's area; in the third dimension there are none.
Moments polygon_moments(std::span<const PlanePoint> polygon);

}  // namespace satori::inline v0::fit
