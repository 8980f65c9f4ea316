#include "narrowphase/touching_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace satori::inline v0::narrowphase {

namespace {

using Point = std::array<double, 3>;

double dot(const Point& a, const Point& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Point minus(const Point& a, const Point& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Point along(const Point& from, double way, const Point& direction) {
    return {from[0] + way * direction[0], from[1] + way * direction[1], from[2] + way * direction[2]};
}

struct Solid {
    Point center;  // from A's centre
    double half[3];
    Point axes[3];

    Solid(const simd::BoxRecord& box, const simd::BoxRecord& a) {
        for (std::size_t c = 0; c < 3; ++c) {
            center[c] = static_cast<double>(box.center[c]) - static_cast<double>(a.center[c]);
            half[c] = box.half[c];
            for (std::size_t k = 0; k < 3; ++k) axes[k][c] = box.axes[3 * k + c];
        }
    }
    // Corners are numbered by the bits of their negative sides.
    Point corner(unsigned number) const {
        Point point = center;
        for (unsigned k = 0; k < 3; ++k) point = along(point, (number >> k & 1U) != 0 ? -half[k] : half[k], axes[k]);
        return point;
    }
    // The middle of edge 0 to 3 along an axis.
    Point edge(unsigned axis, unsigned number) const {
        Point point = center;
        for (unsigned s = 0; s < 2; ++s) {
            const unsigned k = (axis + 1 + s) % 3;
            point = along(point, (number >> s & 1U) != 0 ? -half[k] : half[k], axes[k]);
        }
        return point;
    }
    Point nearest(const Point& point) const {
        Point inside = center;
        for (unsigned k = 0; k < 3; ++k)
            inside = along(inside, std::clamp(dot(minus(point, center), axes[k]), -half[k], half[k]), axes[k]);
        return inside;
    }
};

struct ClosestPoints {
    Point on_a{}, on_b{};
    double square = HUGE_VAL;

    void consider(const Point& a, const Point& b) {
        const Point between = minus(b, a);
        if (const double candidate = dot(between, between); candidate < square) *this = {a, b, candidate};
    }
};

// Of edges along unit directions, from their middles.
void consider_edges(const Point& middle_a, const Point& way_a, double half_a, const Point& middle_b, const Point& way_b,
                    double half_b, ClosestPoints& closest) {
    const Point between = minus(middle_b, middle_a);
    const double from_a = dot(between, way_a), from_b = dot(between, way_b), together = dot(way_a, way_b);
    const double square_of_sine = 1 - together * together;
    const double s0 = square_of_sine > 1e-14 ? (from_a - together * from_b) / square_of_sine : 0;
    const double t = std::clamp(std::clamp(s0, -half_a, half_a) * together - from_b, -half_b, half_b);
    const double s = std::clamp(t * together + from_a, -half_a, half_a);
    closest.consider(along(middle_a, s, way_a), along(middle_b, t, way_b));
}

ClosestPoints closest_points(const Solid& a, const Solid& b) {
    ClosestPoints closest;
    for (unsigned number = 0; number < 8; ++number) {
        const Point of_a = a.corner(number), of_b = b.corner(number);
        closest.consider(of_a, b.nearest(of_a));
        closest.consider(a.nearest(of_b), of_b);
    }
    for (unsigned edges = 0; edges < 9 * 16; ++edges) {
        const unsigned i = edges / 48, j = edges / 16 % 3;
        consider_edges(a.edge(i, edges >> 2 & 3U), a.axes[i], a.half[i], b.edge(j, edges & 3U), b.axes[j], b.half[j],
                       closest);
    }
    return closest;
}

constexpr std::uint32_t kSlot = 12;  // of the one point, see manifold.hpp

std::uint32_t feature_id(const Solid& reference, const Solid& incident, std::uint32_t axis, const Point& outward) {
    unsigned facing = 0;
    for (unsigned k = 1; k < 3; ++k) {
        if (std::fabs(dot(outward, incident.axes[k])) > std::fabs(dot(outward, incident.axes[facing]))) facing = k;
    }
    const std::uint32_t reference_against = dot(outward, reference.axes[axis % 3]) < 0 ? 1 : 0;
    const std::uint32_t incident_against = dot(outward, incident.axes[facing]) < 0 ? 0 : 1;
    return axis << 8 | reference_against << 7 | (2 * facing + incident_against) << 4 | kSlot;
}

}  // namespace

void write_touching_point(const simd::BoxRecord& record_a, const simd::BoxRecord& record_b, std::uint32_t axis,
                          ContactManifold& manifold) noexcept {
    const Solid a(record_a, record_a), b(record_b, record_a);
    const Point normal = {manifold.normal.x, manifold.normal.y, manifold.normal.z};
    const ClosestPoints closest = closest_points(a, b);
    const Point middle = along(closest.on_a, 0.5, minus(closest.on_b, closest.on_a));
    ContactPoint& point = manifold.points[0];
    point.offset = {static_cast<float>(middle[0]), static_cast<float>(middle[1]), static_cast<float>(middle[2])};
    point.separation = static_cast<float>(dot(minus(closest.on_b, closest.on_a), normal));
    const bool on_a = axis < 3;
    const Point outward = on_a ? normal : along({}, -1, normal);
    point.feature_id = on_a ? feature_id(a, b, axis, outward) : feature_id(b, a, axis, outward);
    manifold.point_count = 1;
}

}  // namespace satori::inline v0::narrowphase
