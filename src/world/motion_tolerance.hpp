#pragma once

#include <algorithm>
#include <cmath>

#include "world/world_state.hpp"

namespace satori::v0::world {

/// Returns true when no point of a box is further than `tolerance` sizes of the box from its place in another pose. The
/// rotation moves a point by at most its distance from the center times 2 sin(angle / 2), and no corner is further from
/// the center than the size. The sine comes from the product of the quaternions, which need not be of unit length.
inline bool tolerates(const Body& body, const BoxPose& pose, float tolerance) noexcept {
    const auto dot = [](const Quat& a, const Quat& b) {
        return (double{a.x} * double{b.x} + double{a.y} * double{b.y}) +
               (double{a.z} * double{b.z} + double{a.w} * double{b.w});
    };
    const Vec3d &from = body.position, &to = pose.position;
    const double x = to.x - from.x, y = to.y - from.y, z = to.z - from.z;
    const Vec3& half = body.half_extents;
    const double size = (double{half.x} + double{half.y}) + double{half.z};
    const double cosine = dot(body.rotation, pose.rotation);
    const double lengths = dot(body.rotation, body.rotation) * dot(pose.rotation, pose.rotation);
    const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine / lengths));
    return std::sqrt((x * x + y * y) + z * z) + 2 * sine * size <= double{tolerance} * size;
}

}  // namespace satori::v0::world
