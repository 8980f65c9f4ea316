#include "narrowphase/touching_point.hpp"

#include <algorithm>
#include <cmath>

#include "base/assert.hpp"
#include "geometry/double3.hpp"

namespace satori::v0::narrowphase {

namespace {

using geometry::Double3;

struct Solid {
    Double3 center;  // relative to A's center
    double half[3];
    geometry::Frame axes;  // of floats: not exactly unit vectors

    Solid(const simd::BoxRecord& box, const simd::BoxRecord& a) {
        for (std::size_t c = 0; c < 3; ++c) {
            center[c] = static_cast<double>(box.center[c]) - static_cast<double>(a.center[c]);
            half[c] = box.half[c];
            for (std::size_t k = 0; k < 3; ++k) axes[k][c] = box.axes[3 * k + c];
        }
    }
    // Bit k of a corner's number is set when the corner lies on the negative side along axis k.
    Double3 corner(unsigned number) const {
        Double3 point = center;
        for (unsigned k = 0; k < 3; ++k) point = point + ((number >> k & 1U) != 0 ? -half[k] : half[k]) * axes[k];
        return point;
    }
    // Returns the middle of one of the four edges (0 to 3) along an axis.
    Double3 edge(unsigned axis, unsigned number) const {
        Double3 point = center;
        for (unsigned s = 0; s < 2; ++s) {
            const unsigned k = (axis + 1 + s) % 3;
            point = point + ((number >> s & 1U) != 0 ? -half[k] : half[k]) * axes[k];
        }
        return point;
    }
    Double3 nearest(const Double3& point) const {
        Double3 inside = center;
        for (unsigned k = 0; k < 3; ++k)
            inside = inside + std::clamp(dot(point - center, axes[k]), -half[k], half[k]) * axes[k];
        return inside;
    }
};

struct ClosestPoints {
    Double3 on_a, on_b;
    double square = HUGE_VAL;

    void consider(const Double3& a, const Double3& b) {
        const Double3 between = b - a;
        if (const double candidate = dot(between, between); candidate < square) *this = {a, b, candidate};
    }
};

// Edges are given by their middles. The cross product detects nearly parallel edges. The value 1 - (a.b)^2 cannot: for
// such edges it only measures how far the axes are from unit length.
void consider_edges(const Double3& middle_a, const Double3& way_a, double half_a, const Double3& middle_b,
                    const Double3& way_b, double half_b, ClosestPoints& closest) {
    const Double3 between = middle_b - middle_a, across = cross(way_a, way_b);
    const double from_a = dot(between, way_a), from_b = dot(between, way_b), together = dot(way_a, way_b);
    const double square_a = dot(way_a, way_a), square_b = dot(way_b, way_b), square_across = dot(across, across);
    const double s0 = square_across > 1e-16 ? (from_a * square_b - together * from_b) / square_across : 0;
    const double t = std::clamp((std::clamp(s0, -half_a, half_a) * together - from_b) / square_b, -half_b, half_b);
    const double s = std::clamp((t * together + from_a) / square_a, -half_a, half_a);
    closest.consider(middle_a + s * way_a, middle_b + t * way_b);
}

ClosestPoints closest_points(const Solid& a, const Solid& b) {
    ClosestPoints closest;
    for (unsigned number = 0; number < 8; ++number) {
        const Double3 of_a = a.corner(number), of_b = b.corner(number);
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

constexpr std::uint32_t kSlot = 12;  // slot of the only point, see manifold.hpp

std::uint32_t feature_id(const Solid& reference, const Solid& incident, std::uint32_t axis, const Double3& outward) {
    unsigned facing = 0;
    for (unsigned k = 1; k < 3; ++k) {
        if (std::fabs(dot(outward, incident.axes[k])) > std::fabs(dot(outward, incident.axes[facing]))) facing = k;
    }
    const std::uint32_t reference_against = dot(outward, reference.axes[axis % 3]) < 0 ? 1 : 0;
    const std::uint32_t incident_against = dot(outward, incident.axes[facing]) < 0 ? 0 : 1;
    return axis << 8 | reference_against << 7 | (2 * facing + incident_against) << 4 | kSlot;
}

}  // namespace

bool are_apart(const simd::BoxRecord& a, const simd::BoxRecord& b, float best_separation) noexcept {
    double sizes = 0, distance_sq = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const double between = static_cast<double>(b.center[c]) - static_cast<double>(a.center[c]);
        sizes += static_cast<double>(a.half[c]) + static_cast<double>(b.half[c]);
        distance_sq += between * between;
    }
    return static_cast<double>(best_separation) > static_cast<double>(simd::kDelta) * (sizes + std::sqrt(distance_sq));
}

void write_touching_point(const simd::BoxRecord& record_a, const simd::BoxRecord& record_b, std::uint32_t axis,
                          ContactManifold& manifold) noexcept {
    SATORI_ASSERT(axis < simd::kFirstEdgeAxis);
    const Solid a(record_a, record_a), b(record_b, record_a);
    const Double3 normal = geometry::widened(manifold.normal);
    const ClosestPoints closest = closest_points(a, b);
    SATORI_ASSERT(closest.square < HUGE_VAL);
    const Double3 between = closest.on_b - closest.on_a, middle = closest.on_a + 0.5 * between;
    ContactPoint& point = manifold.points[0];
    point.offset = {static_cast<float>(middle[0]), static_cast<float>(middle[1]), static_cast<float>(middle[2])};
    point.separation = static_cast<float>(dot(between, normal));
    point.feature_id = axis < 3 ? feature_id(a, b, axis, normal) : feature_id(b, a, axis, -normal);
    manifold.point_count = 1;
}

}  // namespace satori::v0::narrowphase
