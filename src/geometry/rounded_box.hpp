#pragma once

#include "geometry/double3.hpp"
#include "geometry/nearest_point.hpp"
#include "geometry/shape_input.hpp"

namespace satori::v0::geometry {

/// A box with a radius, in double. Tests of one such box against one query.
struct RoundedBox {
    Double3 center;
    Frame axes;
    Double3 half;  ///< of the core
    double radius;
};

/// Returns the point of a box at the origin that is farthest in a direction.
inline Double3 farthest(const Frame& axes, const Double3& half, const Double3& direction) noexcept {
    Double3 point;
    for (std::size_t i = 0; i < 3; ++i) point = point + std::copysign(half[i], dot(axes[i], direction)) * axes[i];
    return point;
}

/// A part of a line.
struct Line {
    Double3 origin, direction;
    double max_distance;  ///< in units of the direction's length; may be infinite
};
/// Returns the part of a line that a ray is.
Line line_of(const simd::RayShape& ray) noexcept;

/// Returns true when the line meets the box. `distance` is where it enters, 0 when it begins there; `normal` is that of
/// the surface, not of unit length, and zero when the line begins in the box.
bool meets(const RoundedBox& box, const Line& line, double& distance, Double3& normal) noexcept;

/// A part of a Line, from one place to another.
struct Stretch {
    double entry, exit;
    bool empty() const noexcept { return !(entry <= exit); }
};
/// Returns the part of the line that lies in the box; meets() finds the same entry.
Stretch stretch_in(const RoundedBox& box, const Line& line) noexcept;

/// Returns whether box and shape overlap; zero distance is an overlap.
bool overlaps(const RoundedBox& box, const ShapeInput& shape) noexcept;

/// Returns whether the box lies in a shape that has a volume.
bool is_inside(const RoundedBox& box, const ShapeInput& shape) noexcept;

}  // namespace satori::v0::geometry
