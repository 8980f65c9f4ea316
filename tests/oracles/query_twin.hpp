#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>

#include <satori/world_queries.hpp>

#include "oracles/reference_box.hpp"

namespace satori::test {

// The oracle of queries, for one box of a World, in double and by its corners: rays clipped by the planes of its faces,
// boxes projected on axes.

inline reference::Point between(const Vec3d& from, const Vec3d& to) {
    return {to.x - from.x, to.y - from.y, to.z - from.z};
}
inline reference::Point to_point(const Vec3d& v) {
    return {v.x, v.y, v.z};
}

/// Returns the box relative to `origin`, its half extents changed by `growth`. Negative results become zero.
inline reference::Box placed(const BoxPose& pose, const Vec3& half, const Vec3d& origin, double growth = 0) {
    reference::Box box({{}, half, pose.rotation}, {0, 0, 0});
    for (unsigned v = 0; v < 8; ++v) {
        box.corners[v] = between(origin, pose.position);
        for (std::size_t i = 0; i < 3; ++i) {
            const double reach = std::max(box.half[i] + growth, 0.0);
            box.corners[v] = reference::add_scaled(box.corners[v], (v >> i & 1U) != 0 ? reach : -reach, box.axes[i]);
        }
    }
    box.center = between(origin, pose.position);
    return box;
}

/// Returns the promised tolerance: 16 FLT_EPSILON of the extents and the distance, and the rounding of positions.
inline double query_delta(const BoxDef& def, const Vec3d& origin) {
    const double extents = double{def.half_extents.x} + double{def.half_extents.y} + double{def.half_extents.z};
    return 16 * FLT_EPSILON * (extents + reference::length(between(origin, def.pose.position))) +
           0x1p-49 * reference::length(to_point(def.pose.position)) + 1e-18;
}

/// Finds where a ray from the origin enters the box, and where it leaves it. Returns false when the ray misses.
inline bool cut(const reference::Box& box, const reference::Point& direction, double max_distance, double& entry,
                double& exit) {
    entry = 0;
    exit = max_distance;
    for (unsigned k = 0; k < 3; ++k) {
        for (const unsigned side : {0U, 1U << k}) {
            // The normal looks outward, also where the box is flat.
            reference::Point normal = box.axes[k];
            if (side == 0) normal = {-normal[0], -normal[1], -normal[2]};
            const double height = reference::dot(normal, box.corners[side]), slope = reference::dot(normal, direction);
            if (slope == 0) {
                if (height < 0) return false;
            } else {
                (slope < 0 ? entry : exit) =
                    slope < 0 ? std::max(entry, height / slope) : std::min(exit, height / slope);
            }
        }
    }
    return entry <= exit;
}

/// Returns the separation on the best of all 15 axes: positive where the boxes are apart.
inline double separation(const reference::Box& a, const reference::Box& b) {
    double best = -HUGE_VAL;
    const auto try_axis = [&](reference::Point axis) {
        const double size = reference::length(axis);
        if (size < reference::kParallelEdges) return;
        for (double& component : axis) component /= size;
        const reference::Extent of_a = reference::project(a, axis), of_b = reference::project(b, axis);
        best = std::max({best, of_b.min - of_a.max, of_a.min - of_b.max});
    };
    for (const reference::Point& axis : a.axes) try_axis(axis);
    for (const reference::Point& axis : b.axes) try_axis(axis);
    for (const reference::Point& i : a.axes)
        for (const reference::Point& j : b.axes) try_axis(reference::cross(i, j));
    return best;
}

}  // namespace satori::test
