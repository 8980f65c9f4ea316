#pragma once

#include <cstdint>
#include <vector>

#include <satori/types.hpp>

#include "support/random.hpp"

namespace satori::test {

// Oracles of fit_box: long double, rotation matrices from Euler angles, no hulls. Slow.

/// Returns the least volume that a search finds. It tries random orientations, and from the best of them ever smaller
/// steps of each angle.
double least_volume_twin(const std::vector<Vec3>& points, std::uint64_t seed);

/// Returns the greatest correlation coefficient of two of the points' coordinates along the box axes. It is 0 along
/// principal axes.
double greatest_correlation(const std::vector<Vec3>& points, const Quat& rotation);

/// The same for random points of the surface of a tetrahedron.
double greatest_surface_correlation(const std::vector<Vec3>& corners, const Quat& rotation, int samples,
                                    Random& random);

}  // namespace satori::test
