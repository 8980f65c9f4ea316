#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fit/vector.hpp"

namespace satori::v0::fit {

/// The plane of a facet. A point with normal . x <= distance for all planes is in the hull.
struct HullPlane {
    Vector normal;
    double distance = 0;
};

/// A convex hull in space.
struct Hull {
    std::vector<std::uint32_t> vertices;                  // indices of points, ascending
    std::vector<std::array<std::uint32_t, 3>> triangles;  // indices of points
    std::vector<HullPlane> planes;                        // of the triangles
    std::uint64_t merges = 0;  // of facets, by Qhull: each takes time in proportion to their vertices
};

/// Returns the convex hull of the points, with triangles as facets, by Qhull (Barber, Dobkin, Huhdanpaa, The Quickhull
/// algorithm for convex hulls, 1996). The points should be of the order of 1 in all directions. The result is the hull
/// of points that were moved by about 1e-9, so points that are this near to its surface may or may not be vertices. The
/// result is the same in every call. It is empty when there is no hull: fewer than four points, all points in a plane,
/// or Qhull gave up. Throws std::bad_alloc.
Hull convex_hull(const std::vector<Vector>& points);

}  // namespace satori::v0::fit
