#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fit/vector.hpp"

namespace satori::inline v0::fit {

/// A facet's plane. Whatever has normal . x <= distance for all of them is within the hull.
struct HullPlane {
    Vector normal;
    double distance = 0;
};

/// A convex hull in space.
struct Hull {
    std::vector<std::uint32_t> vertices;                  // by index of the point, ascending
    std::vector<std::array<std::uint32_t, 3>> triangles;  // of points
    std::vector<HullPlane> planes;                        // of the triangles
    std::uint64_t merges = 0;  // of facets, by Qhull: each takes time in proportion to their vertices
};

/// Hull of the points by Qhull (Barber, Dobkin, Huhdanpaa, The Quickhull algorithm for convex hulls, 1996), whose
/// facets are triangles. Points should be of the order of 1 in all directions. It is that of points moved by about 1e-9:
/// points so near to its surface may or may not be vertices. The same every time. Empty where there is none: fewer than
/// four points, flat, or Qhull gave up. Throws std::bad_alloc.
Hull convex_hull(const std::vector<Vector>& points);

}  // namespace satori::inline v0::fit
