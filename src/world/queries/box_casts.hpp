#pragma once

#include <cmath>
#include <limits>

#include <satori/world_queries.hpp>

#include "geometry/double3.hpp"
#include "geometry/rounded_box.hpp"
#include "world/relative_pair.hpp"
#include "world/world_state.hpp"

// The tests of one box of a World (shape and position) against one query, in double.

namespace satori::v0::world {

/// A legal WorldBoxCast, prepared for tests.
struct MovingBox {
    explicit MovingBox(const WorldBoxCast& cast) noexcept;
    /// Returns how far the box, its radius and its skin reach along the world's axes, at most.
    geometry::Double3 reach() const noexcept;

    Vec3d position;
    geometry::Frame axes;
    geometry::Double3 half, direction;
    double max_distance, skin, radius;
};

/// Returns true when they meet, and then writes distance, normal and depth to `hit`.
bool meets(const Body& body, const WorldRay& ray, WorldHit& hit) noexcept;
bool meets(const Body& body, const MovingBox& cast, WorldHit& hit) noexcept;

/// The same for a body or a cast box with a radius.
bool meets_rounded(const Body& body, const MovingBox& cast, WorldHit& hit) noexcept;
Vec3d point_of_rounded(const Body& body, const MovingBox& cast, const WorldHit& hit) noexcept;

/// Returns WorldHit::point of a hit that meets() wrote.
Vec3d point_of(const Body& body, const WorldRay& ray, const WorldHit& hit) noexcept;
Vec3d point_of(const Body& body, const MovingBox& cast, const WorldHit& hit) noexcept;

/// Returns the distance at which two boxes touch. `from_center` is that between their centers.
double touch_of(const Body& body, const MovingBox& cast, const geometry::Double3& from_center) noexcept;
inline geometry::Double3 axis_of(const Body& body, int i) noexcept {
    const float* const at = body.shape.axes + 3 * i;
    return {{at[0], at[1], at[2]}};
}
inline geometry::Frame axes_of(const Body& body) noexcept {
    return {axis_of(body, 0), axis_of(body, 1), axis_of(body, 2)};
}
inline geometry::Double3 half_of(const Body& body) noexcept {
    return {{body.shape.half[0], body.shape.half[1], body.shape.half[2]}};
}
/// Returns the body with its position relative to `origin`.
inline geometry::RoundedBox rounded(const Body& body, const Vec3d& origin) noexcept {
    return {wide(body.position) - wide(origin), axes_of(body), half_of(body), body.radius};
}

/// A motion goes along a face when the sine of its angle to the face is at most kAlong. For a face that the box touches
/// at the start, the limit is kAlongFromTouch. Hits have float normals, and a caller may remove the part of a motion
/// along such a normal. What remains may be a small share of the motion.
inline constexpr double kAlong = 5e-7, kAlongFromTouch = 1e-5;

/// Returns the normal of a hit, as floats. The addition of zero turns -0 into +0.
inline Vec3 outward(const geometry::Double3& axis) noexcept {
    const double size = geometry::length(axis);
    const geometry::Double3 unit = size > 0 ? (1 / size) * axis : axis;
    return {static_cast<float>(unit[0]) + 0.0F, static_cast<float>(unit[1]) + 0.0F, static_cast<float>(unit[2]) + 0.0F};
}

/// Calls look(axis) for the axes that may separate two boxes, until it returns false. Returns whether it never did.
template <class Look>
bool look_along_axes(const geometry::Frame& a, const geometry::Frame& b, Look&& look) noexcept {
    /// The squared sine of an angle. Two edges with a smaller angle make no axis.
    constexpr double kLeastEdgeAxis = 1e-12;
    for (const geometry::Double3& axis : a)
        if (!look(axis)) return false;
    for (const geometry::Double3& axis : b)
        if (!look(axis)) return false;
    for (const geometry::Double3& of_a : a) {
        for (const geometry::Double3& of_b : b) {
            const geometry::Double3 axis = cross(of_a, of_b);
            if (dot(axis, axis) > kLeastEdgeAxis && !look(axis)) return false;
        }
    }
    return true;
}

/// The relation of two boxes on an axis.
struct AxisView {
    geometry::Double3 axis;  ///< not a unit vector
    double at, radius;       ///< the boxes overlap while the cast box's center is within `radius` of zero
    double speed, size;      ///< of the motion along the axis; length of the axis
};

/// The shortest way out of a box in which a motion begins.
struct WayOut {
    double depth = std::numeric_limits<double>::infinity();
    geometry::Double3 normal;
    double speed = 0;  ///< of the motion along the normal

    void consider(const AxisView& view) noexcept {
        const double overlap = (view.radius - std::fabs(view.at)) / view.size;
        if (overlap >= depth) return;
        const double outwards = std::copysign(1 / view.size, view.at);
        depth = overlap;
        normal = outwards * view.axis;
        speed = outwards * view.speed;
    }
};

/// Returns the distance between the point and the box, and writes the nearest point of the box.
double distance_to(const Body& body, const Vec3d& point, Vec3d& nearest) noexcept;

}  // namespace satori::v0::world
