#pragma once

#include <cstddef>
#include <span>

#include "fit/vector.hpp"

namespace satori::inline v0::fit {

struct PlanePoint {
    double x = 0;
    double y = 0;
};

/// What convex_polygon() may write, of at least one point: rounding may find a point on the lower half and on the upper one
/// too, where it is on neither or on both.
constexpr std::size_t polygon_room(std::size_t point_count) noexcept {
    return 2 * point_count;
}

/// Hull of points in the plane, counterclockwise, without points on its edges (Andrew's monotone chain, 1979). Sorts
/// `points`; `polygon` has polygon_room(). How many vertices there are: 1 where all points are the same, 2 on a line.
std::size_t convex_polygon(std::span<PlanePoint> points, PlanePoint* polygon) noexcept;

/// Direction (unit) of a side of the least rectangle about a convex polygon: one side lies on an edge (Freeman, Shapira
/// 1975; rotating calipers: Toussaint 1983). O(n). Of less than two points: x.
PlanePoint least_rectangle_side(std::span<const PlanePoint> polygon) noexcept;

/// Second moments of a convex polygon's area; in the third dimension there are none.
Moments polygon_moments(std::span<const PlanePoint> polygon);

}  // namespace satori::inline v0::fit
