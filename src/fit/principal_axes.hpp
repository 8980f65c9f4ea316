#pragma once

#include "fit/vector.hpp"

namespace satori::inline v0::fit {

/// Principal axes, the direction of largest variance first.
Frame principal_axes(const Moments& moments);

/// Second moments of a triangle's area; joined() over a hull's triangles they are those of its surface (Gottschalk,
/// Lin, Manocha 1996).
Moments triangle_moments(const Vector& a, const Vector& b, const Vector& c);

}  // namespace satori::inline v0::fit
