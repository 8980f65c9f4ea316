#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <satori/types.hpp>

namespace satori::viewer {

/// A corner of the mesh of a box with a radius: at side * half extents + radius * normal.
struct MeshCorner {
    Vec3 side;    ///< -1 or 1 along each axis: a corner of the core
    Vec3 normal;  ///< unit
};

/// A closed mesh. Three corners make a triangle, counterclockwise when seen from outside.
struct RoundedMesh {
    std::vector<MeshCorner> corners;
    std::vector<std::uint16_t> triangles;
};

/// Returns the axes along which the half extents are not 0: bit 0 for x, 1 for y, 2 for z. 0: a sphere.
unsigned extended_axes(const Vec3& half_extents);

/// Returns the mesh of all boxes with a radius that extend along these axes: pieces of spheres at the corners, of
/// cylinders along the edges, and flat sides. `segments` is the number of edges of a quarter of a circle, at most 64.
RoundedMesh rounded_mesh(int segments, unsigned extended);

/// Returns the number of segments for this many solids in one picture.
int segments_for(std::size_t solid_count);

}  // namespace satori::viewer
