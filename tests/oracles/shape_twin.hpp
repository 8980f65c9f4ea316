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

/// A convex body in double: corners relative to some origin, its edges by their corners, polygons that are its surface.
struct Body {
    std::vector<reference::Point> corners;
    std::vector<std::pair<unsigned, unsigned>> edges;
    std::vector<std::vector<unsigned>> faces;
};

/// The corners of a frustum by Gaussian elimination in long double, relative to `origin`; bit k of the index: on the second of
/// FrustumPlanes 2 k and 2 k + 1.
std::array<reference::Point, 8> frustum_corners(const Frustum& frustum, const reference::Point& origin);

/// Independent answers, in double and with other algebra than the library's: corners of both bodies projected on axes that are cross
/// products of corner differences, or the nearest of six faces.
/// Positive: how far box and shape are apart on the best axis (sphere: Euclidean distance); negative: how deep they overlap.
double separation(const OrientedBox& box, const AnyShape& shape);

/// A second one that knows no axes: the shape's edges and faces clipped to the box with its half extents grown by `margin`
/// (negative: shrunk) leave something, or the box lies in the shape. Segments, triangles, AABBs, frusta, oriented boxes.
bool overlaps_by_clipping(const OrientedBox& box, const AnyShape& shape, double margin);

/// delta as box_queries.hpp defines it.
double shape_tolerance(const OrientedBox& box, const AnyShape& shape);

/// The body of a segment, triangle, AABB, frustum or oriented box, relative to `origin`.
Body body_of(const AnyShape& shape, const reference::Point& origin);

/// separation() of a point in double.
double point_separation(const reference::Box& box, const reference::Point& point);

}  // namespace satori::test
