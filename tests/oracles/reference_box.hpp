#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// Code that the oracles of the narrowphase share: boxes in double, given by their corners. Internal, for tests only.
namespace reference {

using Point = std::array<double, 3>;

/// For edges closer to parallel than this many radians, the face axes replace their cross product.
inline constexpr double kParallelEdges = 1e-12;

inline Point to_point(const Vec3& v) {
    return {v.x, v.y, v.z};
}

inline Point minus(const Point& a, const Point& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// a + scale * b
inline Point add_scaled(const Point& a, double scale, const Point& b) {
    return {a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]};
}

inline double dot(const Point& a, const Point& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Point cross(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double length(const Point& a) {
    return std::sqrt(dot(a, a));
}

inline double larger(double a, double b) {
    return a > b ? a : b;
}

/// v + 2w (u x v) + 2 u x (u x v), the rotation by a unit quaternion with vector part u.
inline Point rotate(const Point& u, double w, const Point& v) {
    const Point t = cross(u, v);
    const Point s = cross(u, t);
    return {v[0] + 2 * (w * t[0] + s[0]), v[1] + 2 * (w * t[1] + s[1]), v[2] + 2 * (w * t[2] + s[2])};
}

/// A float box, its quaternion normalized exactly, with a center that the caller chooses.
struct Box {
    Point center;
    Point half;
    std::array<Point, 3> axes;
    std::array<Point, 8> corners;  ///< bit i of the index: on the positive side of axis i
    /// True when floats can normalize the rotation without rounding: the square of its length is a power of two, or it
    /// does not turn the box.
    bool exact_rotation;

    Box(const OrientedBox& box, const Point& at) : center(at), half(to_point(box.half_extents)) {
        const double x = box.rotation.x, y = box.rotation.y, z = box.rotation.z, w = box.rotation.w;
        const double norm_sq = x * x + y * y + z * z + w * w, norm = std::sqrt(norm_sq);
        int exponent = 0;
        exact_rotation = (x == 0 && y == 0 && z == 0) || std::frexp(norm_sq, &exponent) == 0.5;
        const Point u = {x / norm, y / norm, z / norm};
        for (std::size_t i = 0; i < 3; ++i) {
            Point unit = {0, 0, 0};
            unit[i] = 1;
            axes[i] = rotate(u, w / norm, unit);
        }
        place(center, half);
    }

    /// Sets another place and size.
    void place(const Point& at, const Point& half_extents) {
        center = at;
        half = half_extents;
        for (unsigned corner = 0; corner < 8; ++corner) {
            corners[corner] = center;
            for (std::size_t i = 0; i < 3; ++i) {
                const double along = (corner >> i & 1U) != 0 ? half[i] : -half[i];
                corners[corner] = add_scaled(corners[corner], along, axes[i]);
            }
        }
    }
};

/// Both boxes of a pair, relative to A's center.
struct Pair {
    Box a, b;

    Pair(const OrientedBox& first, const OrientedBox& second)
        : a(first, {0, 0, 0}), b(second, minus(to_point(second.center), to_point(first.center))) {}
};

struct Extent {
    double min, max;
};

inline Extent project(const Box& box, const Point& direction) {
    Extent extent{dot(box.corners[0], direction), dot(box.corners[0], direction)};
    for (std::size_t corner = 1; corner < 8; ++corner) {
        const double p = dot(box.corners[corner], direction);
        extent.min = p < extent.min ? p : extent.min;
        extent.max = p > extent.max ? p : extent.max;
    }
    return extent;
}

/// Calls visit(axis, unit direction) for each of the 15 axes that exists: 0-2 faces of A, 3-5 of B, 6 + 3 i + j: edge i
/// of A x edge j of B.
template <class Visit>
void for_each_axis(const Pair& pair, Visit&& visit) {
    for (std::uint32_t i = 0; i < 3; ++i) {
        visit(i, pair.a.axes[i]);
        visit(3 + i, pair.b.axes[i]);
        for (std::uint32_t j = 0; j < 3; ++j) {
            Point direction = cross(pair.a.axes[i], pair.b.axes[j]);
            const double sine = length(direction);
            if (sine < kParallelEdges) continue;
            for (double& component : direction) component /= sine;
            visit(6 + 3 * i + j, direction);
        }
    }
}

}  // namespace reference

SATORI_NAMESPACE_END
