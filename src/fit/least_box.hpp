#pragma once

#include <span>
#include <vector>

#include "fit/fit_call.hpp"
#include "fit/hull.hpp"
#include "fit/hull_points.hpp"
#include "fit/vector.hpp"

namespace satori::inline v0::fit {

/// Most points to search with at first.
inline constexpr std::size_t kMaxSearchPoints = 400;
/// A box of all vertices may be larger by so much than that of the points searched with, relatively.
inline constexpr double kSearchSlack = 1e-4;

/// Orientation of a box of least volume, as well as the search finds it; not worse than the `starts`.
///
/// The search runs on the hull's vertices, of `points`, or kMaxSearchPoints of them: the farthest in as many directions. Then
/// vertices that stick out of the box found are taken in and the descent repeated, until the box of all of them is within
/// kSearchSlack of what was searched with. A hull of the farthest points in each direction cell instead of all costs another
/// 1e-5 (spheres and ellipsoids of 200 000 points).
Frame least_box(const std::vector<Vector>& points, const Hull& hull, const Normalization& normalization,
                std::span<const Frame> starts, FitCall& call);

}  // namespace satori::inline v0::fit
