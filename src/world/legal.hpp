#pragma once

#include <algorithm>
#include <cmath>

#include <satori/world_queries.hpp>

#include "geometry/box_math.hpp"
#include "geometry/rotation_math.hpp"
#include "geometry/shape_input.hpp"
#include "narrowphase/distance_rows.hpp"
#include "narrowphase/impact_motions.hpp"

namespace satori::v0::world {

// The values that a World and its queries accept. NaN fails every comparison.

inline bool legal(const Vec3d& position) noexcept {
    return std::fabs(position.x) <= kMaxPosition && std::fabs(position.y) <= kMaxPosition &&
           std::fabs(position.z) <= kMaxPosition;
}

inline bool legal(const BoxPose& pose) noexcept {
    return legal(pose.position) && geometry::is_legal(pose.rotation);
}

inline bool legal(const Vec3& half_extents) noexcept {
    return geometry::is_legal(OrientedBox{{}, half_extents, {}});
}

inline bool legal_distance(float distance) noexcept {
    return distance >= 0 && distance <= kMaxSpeculativeDistance;
}

/// True for a direction with a distance that a query may use.
inline bool legal_way(const Vec3d& direction, double max_distance) noexcept {
    double largest = 0;
    for (const double v : {std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)}) {
        if (!(v <= double{kMaxDirection})) return false;
        largest = std::max(largest, v);
    }
    return largest >= double{kMinDirection} && max_distance >= 0;
}
inline bool legal(const WorldRay& ray) noexcept {
    return legal(ray.origin) && legal_way(ray.direction, ray.max_distance);
}
inline bool legal(const WorldBoxCast& cast) noexcept {
    return legal(cast.pose) && legal(cast.half_extents) && legal_way(cast.direction, cast.max_distance) &&
           legal_distance(cast.skin) && is_legal_radius(cast.radius);
}
inline bool legal(const WorldMovingBox& moving) noexcept {
    return legal(moving.pose) && legal(moving.half_extents) && is_legal_radius(moving.radius) &&
           narrowphase::legal(moving.motion) && narrowphase::legal_near_distance(moving.distance) &&
           narrowphase::legal_near_distance(moving.tolerance);
}
inline bool legal(const WorldShape& shape) noexcept {
    geometry::ShapeInput input;
    return legal(shape.origin) && geometry::prepare(shape.shape, input);
}
inline bool legal(const WorldPoint& point) noexcept {
    return legal(point.position) && point.max_distance >= 0;
}

}  // namespace satori::v0::world
