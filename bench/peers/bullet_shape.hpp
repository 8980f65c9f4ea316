#pragma once

#include <BulletCollision/CollisionShapes/btBoxShape.h>

#include "peers/bullet_types.hpp"

namespace satori::bench {

/// A shape without a margin, and its pose.
struct BulletBox {
    btBoxShape shape;
    btTransform place;
};

inline BulletBox bullet_box(const OrientedBox& box) {
    BulletBox result{btBoxShape(to_bullet(box.half_extents)), bullet_transform(box)};
    result.shape.setMargin(0);
    return result;
}

}  // namespace satori::bench
