#pragma once

#include <array>
#include <cmath>

#include "geometry/double3.hpp"

namespace satori::v0::fit {

/// A point or direction, indexed by axis.
using Vector = geometry::Double3;
/// Three orthonormal directions, right-handed.
using Frame = geometry::Frame;

inline constexpr Frame kWorldFrame{{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}};

inline Vector normalized(const Vector& a) {
    return (1 / length(a)) * a;
}
/// Returns a frame whose first axis is the unit vector `n`.
inline Frame frame_about(const Vector& n) {
    const Vector u = geometry::any_perpendicular(n);
    return {n, u, cross(n, u)};
}

/// Second moments of a distribution in space about its mean: xx, xy, xz, yy, yz, zz.
struct Moments {
    double weight = 0;
    Vector mean{};
    std::array<double, 6> spread{};  // weight times covariance
};

/// Returns the moments of both distributions together (Chan, Golub, LeVeque 1983: no cancellation).
inline Moments joined(const Moments& a, const Moments& b) {
    if (a.weight == 0) return b;
    if (b.weight == 0) return a;
    Moments sum;
    sum.weight = a.weight + b.weight;
    const Vector shift = b.mean - a.mean;
    sum.mean = a.mean + (b.weight / sum.weight) * shift;
    const double reduced = a.weight * b.weight / sum.weight;
    std::size_t k = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j, ++k)
            sum.spread[k] = a.spread[k] + b.spread[k] + reduced * shift[i] * shift[j];
    return sum;
}

}  // namespace satori::v0::fit
