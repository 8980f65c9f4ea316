#pragma once

#include <satori/world_queries.hpp>

#include "geometry/double3.hpp"
#include "world/world_state.hpp"

// One box of a World, shape and position, against one query, in double.

namespace satori::inline v0::world {

inline geometry::Double3 wide(const Vec3d& v) noexcept {
    return {{v.x, v.y, v.z}};
}

/// A legal WorldBoxCast.
struct MovingBox {
    explicit MovingBox(const WorldBoxCast& cast) noexcept;
    /// How far it reaches along the world's axes.
    geometry::Double3 reach() const noexcept;

    Vec3d position;
    geometry::Frame axes;
    geometry::Double3 half, direction;
    double max_distance;
};

/// Whether they meet: distance and normal to `hit`.
bool meets(const Body& body, const WorldRay& ray, WorldHit& hit) noexcept;
bool meets(const Body& body, const MovingBox& cast, WorldHit& hit) noexcept;

/// How far the point is from the box, and the box's nearest point.
double distance_to(const Body& body, const Vec3d& point, Vec3d& nearest) noexcept;

}  // namespace satori::inline v0::world
