#include "narrowphase/reference_overlap.hpp"

#include <array>
#include <cfloat>
#include <cmath>

SATORI_NAMESPACE_BEGIN

namespace {

using Point = std::array<double, 3>;

// Edges closer to parallel than this many radians: the face axes stand in for their cross product.
constexpr double kParallelEdges = 1e-12;

Point to_point(const Vec3& v) {
    return {v.x, v.y, v.z};
}

Point minus(const Point& a, const Point& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double larger(double a, double b) {
    return a > b ? a : b;
}

double dot(const Point& a, const Point& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Point cross(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// v + 2w (u x v) + 2 u x (u x v), the rotation by a unit quaternion with vector part u.
Point rotate(const Point& u, double w, const Point& v) {
    const Point t = cross(u, v);
    const Point s = cross(u, t);
    return {v[0] + 2 * (w * t[0] + s[0]), v[1] + 2 * (w * t[1] + s[1]), v[2] + 2 * (w * t[2] + s[2])};
}

struct ReferenceBox {
    std::array<Point, 3> axes;
    std::array<Point, 8> corners;

    ReferenceBox(const OrientedBox& box, const Point& center) {
        const double x = box.rotation.x, y = box.rotation.y, z = box.rotation.z, w = box.rotation.w;
        const double length = std::sqrt(x * x + y * y + z * z + w * w);
        const Point u = {x / length, y / length, z / length};
        const Point half = to_point(box.half_extents);
        for (std::size_t i = 0; i < 3; ++i) {
            Point unit = {0, 0, 0};
            unit[i] = 1;
            axes[i] = rotate(u, w / length, unit);
        }
        for (unsigned corner = 0; corner < 8; ++corner) {
            corners[corner] = center;
            for (std::size_t i = 0; i < 3; ++i) {
                const double along = (corner >> i & 1U) != 0 ? half[i] : -half[i];
                for (std::size_t k = 0; k < 3; ++k) corners[corner][k] += along * axes[i][k];
            }
        }
    }
};

struct Interval {
    double min, max;
};

Interval project(const ReferenceBox& box, const Point& direction) {
    Interval interval{dot(box.corners[0], direction), dot(box.corners[0], direction)};
    for (std::size_t corner = 1; corner < 8; ++corner) {
        const double p = dot(box.corners[corner], direction);
        interval.min = p < interval.min ? p : interval.min;
        interval.max = p > interval.max ? p : interval.max;
    }
    return interval;
}

double gap(const ReferenceBox& a, const ReferenceBox& b, const Point& direction) {
    const Interval in_a = project(a, direction);
    const Interval in_b = project(b, direction);
    return larger(in_b.min - in_a.max, in_a.min - in_b.max);
}

}  // namespace

double reference_separation(const OrientedBox& a, const OrientedBox& b) noexcept {
    const ReferenceBox box_a(a, Point{0, 0, 0});
    const ReferenceBox box_b(b, minus(to_point(b.center), to_point(a.center)));
    double separation = -HUGE_VAL;
    for (std::size_t i = 0; i < 3; ++i) {
        separation = larger(separation, gap(box_a, box_b, box_a.axes[i]));
        separation = larger(separation, gap(box_a, box_b, box_b.axes[i]));
    }
    for (const Point& edge_a : box_a.axes) {
        for (const Point& edge_b : box_b.axes) {
            Point direction = cross(edge_a, edge_b);
            const double length = std::sqrt(dot(direction, direction));
            if (length < kParallelEdges) continue;
            for (double& component : direction) component /= length;
            separation = larger(separation, gap(box_a, box_b, direction));
        }
    }
    return separation;
}

double overlap_tolerance(const OrientedBox& a, const OrientedBox& b) noexcept {
    const Point apart = minus(to_point(b.center), to_point(a.center));
    const Point half_a = to_point(a.half_extents);
    const Point half_b = to_point(b.half_extents);
    double size = std::sqrt(dot(apart, apart));
    for (std::size_t i = 0; i < 3; ++i) size += half_a[i] + half_b[i];
    return 16.0 * FLT_EPSILON * size;
}

SATORI_NAMESPACE_END
