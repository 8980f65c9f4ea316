#pragma once

#include <string>

#include <LinearMath/btTransform.h>

#include "peers/pair_peer.hpp"

namespace satori::bench {

inline std::string bullet_version() {
    return std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
}

inline btVector3 to_bullet(const Vec3& v) {
    return {v.x, v.y, v.z};
}

/// Returns the transform from the box's own frame to the world.
inline btTransform bullet_transform(const OrientedBox& box) {
    double rows[3][3];
    to_matrix(box.rotation, rows);
    btMatrix3x3 basis;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) basis[i][j] = static_cast<btScalar>(rows[i][j]);
    return btTransform(basis, to_bullet(box.center));
}

}  // namespace satori::bench
