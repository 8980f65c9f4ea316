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
    /// Returns how far the box reaches along the world's axes.
    geometry::Double3 reach() const noexcept;

    Vec3d position;
    geometry::Frame axes;
    geometry::Double3 half, direction;
    double max_distance;
};

/// Returns true when they meet, and then writes distance and normal to `hit`.
bool meets(const Body& body, const WorldRay& ray, WorldHit& hit) noexcept;
bool meets(const Body& body, const MovingBox& cast, WorldHit& hit) noexcept;

/// Returns the distance between the point and the box, and writes the nearest point of the box.
double distance_to(const Body& body, const Vec3d& point, Vec3d& nearest) noexcept;

}  // namespace satori::v0::world
