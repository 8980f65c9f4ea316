#pragma once

#include <span>

#include "viewer/picture.hpp"
#include "viewer/projections.hpp"

namespace satori::viewer {

/// Adds an axis beside two shapes: the interval of each shape on it, lines from the corners that bound it, and the
/// overlap or gap between the intervals. `side` is the unit direction, perpendicular to the axis, in which the axis is
/// moved away from the shapes. Without this move, it would go through the point `through`.
void add_axis(Picture& picture, const Projections& projections, std::span<const Double3> a, std::span<const Double3> b,
              const Double3& side, const Double3& through, bool overlap);

}  // namespace satori::viewer
