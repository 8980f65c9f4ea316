#include "viewer/solids.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <satori/box_geometry.hpp>
#include <satori/box_queries.hpp>
#include <satori/rotation.hpp>

namespace satori::viewer {

namespace {

// Returns whether a ray comes to the solid between two places on it. Sphere tracing (Hart, 1996): each step is as long
// as the distance to the solid.
std::optional<float> trace(const Solid& solid, const Ray& ray, const RayHit& within) {
    constexpr int kMostSteps = 64;
    constexpr double kNear = 1e-3;  // relative to the radius
    Axes axes;
    if (axes_from_quat(solid.core.rotation, axes) != Status::ok) return {};
    const Double3 half = geometry::widened(solid.core.half_extents);
    const Double3 start = geometry::widened(ray.origin) - geometry::widened(solid.core.center);
    const Double3 direction = geometry::widened(ray.direction);
    const double radius = static_cast<double>(solid.radius);
    double place = static_cast<double>(within.entry);
    for (int step = 0; step < kMostSteps && place <= static_cast<double>(within.exit); ++step) {
        const Double3 point = start + place * direction;
        Double3 beyond;
        for (std::size_t k = 0; k < 3; ++k)
            beyond[k] = std::max(std::fabs(geometry::dot(geometry::widened(axes.axes[k]), point)) - half[k], 0.0);
        const double away = geometry::length(beyond) - radius;
        if (away <= kNear * radius) return static_cast<float>(place);
        place += away;
    }
    return {};
}

// Adds the outline of a rectangle with round corners, between two axes.
void add_section(std::vector<Line>& lines, const Solid& solid, const Double3& u, const Double3& v, const Double3& half,
                 Line style) {
    constexpr int kSegments = 12;  // of a corner
    const Double3 center = geometry::widened(solid.core.center);
    const double radius = static_cast<double>(solid.radius);
    const auto point_at = [&](int corner, int segment) {
        const double angle = 0.5 * std::numbers::pi * (corner + static_cast<double>(segment) / kSegments);
        const double along = (corner == 0 || corner == 3 ? half[0] : -half[0]) + radius * std::cos(angle);
        const double across = (corner < 2 ? half[1] : -half[1]) + radius * std::sin(angle);
        return center + along * u + across * v;
    };
    const auto add = [&](const Double3& from, const Double3& to) {
        style.from = from;
        style.to = to;
        if (geometry::length(to - from) > 0) lines.push_back(style);
    };
    const float dash = style.dash;
    for (int corner = 0; corner < 4; ++corner) {
        add(point_at(corner, kSegments), point_at((corner + 1) % 4, 0));
        // A segment is shorter than a dash: every other one is a gap.
        style.dash = 0;
        for (int k = 0; k<kSegments; k += dash> 0 ? 2 : 1) add(point_at(corner, k), point_at(corner, k + 1));
        style.dash = dash;
    }
}

}  // namespace

OrientedBox enclosing_box(const Solid& solid) {
    OrientedBox box = solid.core;
    box.half_extents.x += solid.radius;
    box.half_extents.y += solid.radius;
    if (!solid.flat) box.half_extents.z += solid.radius;
    return box;
}

bool find_bounds(const Solid& solid, Aabb& bounds) {
    if (compute_aabb(solid.core, bounds) != Status::ok) return false;
    const Vec3 reach{solid.radius, solid.radius, solid.flat ? 0 : solid.radius};
    bounds.min = {bounds.min.x - reach.x, bounds.min.y - reach.y, bounds.min.z - reach.z};
    bounds.max = {bounds.max.x + reach.x, bounds.max.y + reach.y, bounds.max.z + reach.z};
    return true;
}

std::optional<float> entry_of(const Solid& solid, const Ray& ray) {
    RayHit hit;
    if (intersect(enclosing_box(solid), ray, hit) != Status::ok || hit.entry == ray.max_distance) return {};
    return solid.radius > 0 ? trace(solid, ray, hit) : hit.entry;
}

void add_outline(std::vector<Line>& lines, const Solid& solid, const Line& style) {
    Axes axes;
    if (solid.radius == 0) return add_edges(lines, solid.core, style.color, style.width, style.dash, style.widest);
    if (axes_from_quat(solid.core.rotation, axes) != Status::ok) return;
    const Double3 half = geometry::widened(solid.core.half_extents);
    for (std::size_t normal = solid.flat ? 2 : 0; normal < 3; ++normal) {
        const std::size_t u = (normal + 1) % 3, v = (normal + 2) % 3;
        add_section(lines, solid, geometry::widened(axes.axes[u]), geometry::widened(axes.axes[v]),
                    {{half[u], half[v], 0}}, style);
    }
}

}  // namespace satori::viewer
