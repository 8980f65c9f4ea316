#pragma once

#include <span>
#include <vector>

#include "fit/fit_call.hpp"
#include "fit/hull.hpp"
#include "fit/hull_points.hpp"
#include "fit/vector.hpp"

namespace satori::v0::fit {

/// The largest number of points at the begin of the search.
inline constexpr std::size_t kMaxSearchPoints = 400;
/// The relative amount by which the box of all vertices may be larger than the box of the search points.
inline constexpr double kSearchSlack = 1e-4;

/// Returns the orientation of a box of least volume, as well as the search finds it. It is not worse than the `starts`.
///
/// The search uses the vertices of the hull, or kMaxSearchPoints of them: the farthest in as many directions. Then it
/// adds the vertices that are outside the box that it found, and repeats the descent, until the box of all vertices is
/// larger by at most kSearchSlack. If the hull is that of the farthest points in each direction cell instead of all
/// points, the volume is larger by another 1e-5 (spheres and ellipsoids of 200 000 points).
Frame least_box(const std::vector<Vector>& points, const Hull& hull, const Normalization& normalization,
                std::span<const Frame> starts, FitCall& call);

}  // namespace satori::v0::fit
