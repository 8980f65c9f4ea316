#pragma once

#include <span>

#include "viewer/picture.hpp"
#include "viewer/projections.hpp"

namespace satori::viewer {

/// Adds an axis beside two shapes, what each covers of it and from which corners that comes, and the overlap or gap between.
/// `side`: the unit direction, across the axis, in which it lies from them; `through`: a point that it would otherwise go through.
void add_axis(Picture& picture, const Projections& projections, std::span<const Double3> a, std::span<const Double3> b,
              const Double3& side, const Double3& through, bool overlap);

}  // namespace satori::viewer
