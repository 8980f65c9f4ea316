#pragma once

#include <satori/world_queries.hpp>

#include "geometry/double3.hpp"
#include "world/world_state.hpp"

// The tests of one box of a World (shape and position) against one query, in double.

namespace satori::v0::world {

inline geometry::Double3 wide(const Vec3d& v) noexcept {
    return {{v.x, v.y, v.z}};
}

/// A legal WorldBoxCast, prepared for tests.
struct MovingBox {
    explicit MovingBox(const WorldBoxCast& cast) noexcept;
    /// Returns how far the box and its skin reach along the world's axes, at most.
    geometry::Double3 reach() const noexcept;

    Vec3d position;
    geometry::Frame axes;
    geometry::Double3 half, direction;
    double max_distance, skin;
};

/// Returns true when they meet, and then writes distance, normal and depth to `hit`.
bool meets(const Body& body, const WorldRay& ray, WorldHit& hit) noexcept;
bool meets(const Body& body, const MovingBox& cast, WorldHit& hit) noexcept;

/// Returns WorldHit::point of a hit that meets() wrote.
Vec3d point_of(const Body& body, const WorldRay& ray, const WorldHit& hit) noexcept;
Vec3d point_of(const Body& body, const MovingBox& cast, const WorldHit& hit) noexcept;

/// Returns the distance at which two boxes touch. `from_center` is that between their centers.
double touch_of(const Body& body, const MovingBox& cast, const geometry::Double3& from_center) noexcept;
inline geometry::Double3 axis_of(const Body& body, int i) noexcept {
    const float* const at = body.shape.axes + 3 * i;
    return {{at[0], at[1], at[2]}};
}
inline geometry::Double3 half_of(const Body& body) noexcept {
    return {{body.shape.half[0], body.shape.half[1], body.shape.half[2]}};
}

/// Returns the distance between the point and the box, and writes the nearest point of the box.
double distance_to(const Body& body, const Vec3d& point, Vec3d& nearest) noexcept;

}  // namespace satori::v0::world
