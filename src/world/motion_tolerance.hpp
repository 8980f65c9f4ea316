#pragma once

#include <cmath>

#include "world/world_state.hpp"

namespace satori::v0::world {

/// Returns true when no point of a box is further than `tolerance` sizes of the box from its place in another pose. The
/// rotation moves a point of the core by at most its distance from the center times 2 sin(angle / 2), and no corner is
/// further from the center than the sum of the half extents. The surface of a rounded box moves no further than its
/// core. The sine is the length of the vector part of the product of one quaternion with the other's conjugate. The
/// quaternions need not be of unit length.
inline bool tolerates(const Body& body, const BoxPose& pose, float tolerance) noexcept {
    const double p[4] = {body.rotation.x, body.rotation.y, body.rotation.z, body.rotation.w};
    const double q[4] = {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w};
    const double from[3] = {body.position.x, body.position.y, body.position.z};
    const double to[3] = {pose.position.x, pose.position.y, pose.position.z};
    const auto squared = [](const double(&v)[4]) { return (v[0] * v[0] + v[1] * v[1]) + (v[2] * v[2] + v[3] * v[3]); };
    double way_sq = 0, turn_sq = 0;
    for (int c = 0; c < 3; ++c) {
        const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
        const double way = to[c] - from[c];
        const double turn = (p[3] * q[c] - q[3] * p[c]) - (p[c1] * q[c2] - p[c2] * q[c1]);
        way_sq += way * way;
        turn_sq += turn * turn;
    }
    const Vec3& half = body.half_extents;
    const double core = (double{half.x} + double{half.y}) + double{half.z}, size = core + double{body.radius};
    const double sine = std::sqrt(turn_sq / (squared(p) * squared(q)));
    return std::sqrt(way_sq) + 2 * sine * core <= double{tolerance} * size;
}

}  // namespace satori::v0::world
