#pragma once

#include "fit/vector.hpp"

namespace satori::v0::fit {

/// Returns the principal axes, the direction of largest variance first.
Frame principal_axes(const Moments& moments);

/// Returns the second moments of the area of a triangle. joined() over the triangles of a hull gives the moments of its
/// surface (Gottschalk, Lin, Manocha 1996).
Moments triangle_moments(const Vector& a, const Vector& b, const Vector& c);

}  // namespace satori::v0::fit
