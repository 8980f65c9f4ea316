#pragma once

#include <vector>

#include <satori/rect.hpp>

#include "viewer/picture.hpp"

namespace satori::viewer {

// What two shapes both cover, computed in double for display. The library's answers do not use it.

/// Returns the corners of the polygon that both rectangles cover, in order; fewer than 3 where there is none.
std::vector<Double3> intersection_of(const OrientedRect& a, const OrientedRect& b);
/// Returns the faces of the body that both boxes cover, each with its corners in order. Faces that lie in both surfaces
/// may come twice.
std::vector<std::vector<Double3>> intersection_of(const OrientedBox& a, const OrientedBox& b);

/// Returns the area of a flat convex polygon, from its corners in order.
double area_of(const std::vector<Double3>& corners);

}  // namespace satori::viewer
