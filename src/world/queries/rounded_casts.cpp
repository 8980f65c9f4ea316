#include <algorithm>
#include <cmath>

#include "base/assert.hpp"
#include "geometry/box_math.hpp"
#include "geometry/nearest_point.hpp"
#include "world/queries/box_casts.hpp"

// Casts where the box or the cast box has a radius. While the cast box moves straight, the distance of the two cores is
// a convex function of the way. So Newton's method reaches the first place with a given distance, and goes beyond it by
// no more than rounding.

namespace satori::v0::world {

namespace {

using geometry::Double3;

/// Cores that are this near, relative to their sizes, have no sure direction between them.
constexpr double kCoreTouch = 1e-9;
/// Sines of the angle to a surface below which a motion may be one that only grazes it.
constexpr double kGrazing = 0.01;

/// Returns the shortest way from the body's core to the cast core after a part of the motion, and the point of the
/// body's core where it begins, relative to the body.
geometry::Difference way_between(const Body& body, const MovingBox& cast, double distance) noexcept {
    const geometry::Frame axes = axes_of(body);
    const Double3 half = half_of(body);
    const Double3 center = (wide(cast.position) - wide(body.position)) + distance * cast.direction;
    return geometry::nearest_point([&](const Double3& direction) {
        const Double3 on_body = geometry::farthest(axes, half, -direction);
        return geometry::Difference{center + geometry::farthest(cast.axes, cast.half, direction) - on_body, on_body};
    });
}

/// The radii and the skin: the distance of the cores at a hit.
double reach_of(const Body& body, const MovingBox& cast) noexcept {
    return (double{body.radius} + cast.radius) + cast.skin;
}

/// Returns the shortest way out of a body whose core the cast core overlaps, or nearly touches.
WayOut way_out_of(const Body& body, const MovingBox& cast, const Double3& from_center) noexcept {
    WayOut way_out;
    const geometry::Frame axes = axes_of(body);
    const Double3 half = half_of(body);
    const double reach = reach_of(body, cast);
    look_along_axes(axes, cast.axes, [&](const Double3& axis) {
        const double size = geometry::length(axis);
        const double radius = geometry::radius(axes, half, axis) + geometry::radius(cast.axes, cast.half, axis);
        way_out.consider({axis, dot(from_center, axis), radius + reach * size, dot(cast.direction, axis), size});
        return true;
    });
    return way_out;
}

/// Returns the way out after a part of the motion; `way` is the shortest one between the cores there.
WayOut way_out_at(const Body& body, const MovingBox& cast, const Double3& way, double distance) noexcept {
    const double apart = geometry::length(way);
    if (apart <= kCoreTouch * (geometry::length(half_of(body)) + geometry::length(cast.half)))
        return way_out_of(body, cast, (wide(cast.position) - wide(body.position)) + distance * cast.direction);
    const Double3 normal = (1 / apart) * way;
    return {reach_of(body, cast) - apart, normal, dot(normal, cast.direction)};
}

/// A hit of a motion that begins in contact.
bool starts_in(const Body& body, const MovingBox& cast, const Double3& way, WorldHit& hit) noexcept {
    const WayOut way_out = way_out_at(body, cast, way, 0);
    if (way_out.speed >= -kAlongFromTouch * geometry::length(cast.direction)) return false;
    hit.distance = 0;
    hit.normal = outward(way_out.normal);
    hit.depth = static_cast<float>(std::max(way_out.depth, 0.0));
    return true;
}

/// Returns whether a motion that touches the body at `distance`, with `falling` toward it, comes nearer than `least`.
bool comes_nearer(const Body& body, const MovingBox& cast, double distance, double falling, double least) noexcept {
    constexpr int kMostSteps = 40;
    double low = distance, high = low, step = 2 * (reach_of(body, cast) - least) / falling;
    const auto rises = [&](double at, bool& nearer) {
        const Double3 way = way_between(body, cast, at).at;
        nearer = geometry::length(way) < least;
        return dot(way, cast.direction) >= 0;
    };
    bool nearer = false;
    for (int k = 0; k < kMostSteps && high < cast.max_distance; ++k, step *= 2) {
        high = std::min(low + step, cast.max_distance);
        const bool risen = rises(high, nearer);
        if (nearer) return true;
        if (risen) break;
        low = high;
    }
    for (int k = 0; k < kMostSteps && low < high; ++k) {
        const double middle = 0.5 * (low + high);
        (rises(middle, nearer) ? high : low) = middle;
        if (nearer) return true;
    }
    return false;
}

}  // namespace

bool meets_rounded(const Body& body, const MovingBox& cast, WorldHit& hit) noexcept {
    constexpr int kMostSteps = 64;
    constexpr double kExact = 1e-14;
    const Double3 from_center = wide(cast.position) - wide(body.position);
    const double reach = reach_of(body, cast), touch = touch_of(body, cast, from_center);
    const double speed = geometry::length(cast.direction);
    Double3 way = way_between(body, cast, 0).at;
    if (geometry::length(way) <= reach + touch) return starts_in(body, cast, way, hit);
    double distance = 0;
    for (int step = 0; step < kMostSteps; ++step) {
        const double apart = geometry::length(way), left = apart - reach;
        if (left <= kExact * (apart + reach)) break;
        const double falling = -dot(way, cast.direction) / apart;
        if (falling <= kAlong * speed) return false;
        const double next = distance + left / falling;
        if (next > cast.max_distance) return false;
        if (next == distance) break;
        distance = next;
        way = way_between(body, cast, distance).at;
    }
    const WayOut way_out = way_out_at(body, cast, way, distance);
    if (way_out.speed >= -kAlong * speed) return false;
    // A motion that only grazes the body does not hit it: as one along the top of tiles, which all touch the box.
    if (way_out.speed > -kGrazing * speed && !comes_nearer(body, cast, distance, -way_out.speed, reach - touch))
        return false;
    hit.distance = distance;
    hit.normal = outward(way_out.normal);
    return true;
}

Vec3d point_of_rounded(const Body& body, const MovingBox& cast, const WorldHit& hit) noexcept {
    const geometry::Difference way = way_between(body, cast, hit.distance);
    const double apart = geometry::length(way.at), radius = body.radius;
    if (!(apart > 0)) {
        Body core = body;
        MovingBox cast_core = cast;
        WorldHit deep = hit;
        core.radius = 0;
        cast_core.radius = cast_core.skin = 0;
        deep.depth -= static_cast<float>(reach_of(body, cast));
        return point_of(core, cast_core, deep);
    }
    // Where the solids overlap, the middle of the common part, between the two cores.
    const double along = std::clamp(0.5 * (radius + (apart - cast.radius)), 0.0, std::min(radius, apart));
    const Double3 point = (wide(body.position) + way.on_first) + (along / apart) * way.at;
    return {point[0], point[1], point[2]};
}

}  // namespace satori::v0::world
