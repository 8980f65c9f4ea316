#pragma once

#include <array>
#include <cmath>

namespace satori::inline v0::fit {

/// A point or direction in double, indexed by axis.
using Vector = std::array<double, 3>;
/// Three orthonormal directions, right-handed.
using Frame = std::array<Vector, 3>;

inline constexpr Frame kWorldFrame{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

inline double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Vector operator+(const Vector& a, const Vector& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Vector operator-(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vector operator*(double s, const Vector& a) {
    return {s * a[0], s * a[1], s * a[2]};
}
inline double length(const Vector& a) {
    return std::sqrt(dot(a, a));
}
inline Vector normalized(const Vector& a) {
    return (1 / length(a)) * a;
}
/// A direction at right angles to unit vector `n`.
inline Vector perpendicular(const Vector& n) {
    std::size_t least = 0;
    for (std::size_t a = 1; a < 3; ++a)
        if (std::fabs(n[a]) < std::fabs(n[least])) least = a;
    Vector e{};
    e[least] = 1;
    return normalized(cross(n, e));
}
/// A frame whose first axis is unit vector `n`.
inline Frame frame_about(const Vector& n) {
    const Vector u = perpendicular(n);
    return {n, u, cross(n, u)};
}

/// Second moments of a distribution in space about its mean: xx, xy, xz, yy, yz, zz.
struct Moments {
    double weight = 0;
    Vector mean{};
    std::array<double, 6> spread{};  // weight times covariance
};

/// Both distributions together (Chan, Golub, LeVeque 1983: no cancellation).
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

}  // namespace satori::inline v0::fit
