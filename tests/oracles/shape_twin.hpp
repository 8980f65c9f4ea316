#pragma once

#include <array>
#include <utility>
#include <variant>
#include <vector>

#include <satori/shapes.hpp>

#include "oracles/reference_box.hpp"

namespace satori::test {

/// A shape of any kind, by value.
using AnyShape = std::variant<Vec3, Aabb, Sphere, Plane, Ray, Segment, Triangle, Frustum, OrientedBox>;

inline ShapeRef ref(const AnyShape& shape) {
    return std::visit([](const auto& s) { return ShapeRef(s); }, shape);
}

/// A convex body in double: corners relative to some origin, edges given by their corners, and the polygons of its
/// surface.
struct Body {
    std::vector<reference::Point> corners;
    std::vector<std::pair<unsigned, unsigned>> edges;
    std::vector<std::vector<unsigned>> faces;
};

/// Returns the index of the plane of an open frustum's missing end, or 6.
std::size_t open_end(const Frustum& frustum);

/// Returns the corners of a frustum, by Gaussian elimination in long double, relative to `origin`. Bit k of the index
/// chooses the second of FrustumPlanes 2 k and 2 k + 1. Those of a missing end mean nothing.
std::array<reference::Point, 8> frustum_corners(const Frustum& frustum, const reference::Point& origin);

/// Returns an independent answer, in double and by other algebra than the library's: it projects the corners of both
/// bodies on axes that are cross products of corner differences, or takes the nearest of six faces. Positive: how far
/// apart box and shape are on the best axis (sphere: Euclidean distance). Negative: how deep they overlap. An open
/// frustum gets an end far behind the box.
double separation(const OrientedBox& box, const AnyShape& shape);

/// Returns how far the box sticks out of a sphere, AABB, frustum or oriented box, by its corners. Negative: how deep it
/// lies inside.
double sticking_out(const OrientedBox& box, const AnyShape& shape);

/// A second oracle, without axes: clips the shape's edges and faces to the box, whose half extents grow by `margin`
/// (negative: shrink). Returns true when a part remains, or when the box lies in the shape. For segments, triangles,
/// AABBs, frusta and oriented boxes.
bool overlaps_by_clipping(const OrientedBox& box, const AnyShape& shape, double margin);

/// Returns delta as box_queries.hpp defines it.
double shape_tolerance(const OrientedBox& box, const AnyShape& shape);

/// Returns the body of a segment, triangle, AABB, frustum or oriented box, relative to `origin`.
Body body_of(const AnyShape& shape, const reference::Point& origin);

/// Returns separation() of a point in double.
double point_separation(const reference::Box& box, const reference::Point& point);

}  // namespace satori::test
