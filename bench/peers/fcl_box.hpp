#pragma once

#include <string>

#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>

#include "peers/pair_peer.hpp"

namespace satori::bench {

/// float, which takes less memory and time than double.
using FclScalar = float;

inline fcl::Matrix3<FclScalar> to_fcl(const Quat& rotation) {
    double rows[3][3];
    to_matrix(rotation, rows);
    fcl::Matrix3<FclScalar> matrix;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) matrix(i, j) = static_cast<FclScalar>(rows[i][j]);
    return matrix;
}

inline fcl::Vector3<FclScalar> to_fcl(const Vec3& v) {
    return {v.x, v.y, v.z};
}

/// A shape and its pose.
struct FclBox {
    fcl::Box<FclScalar> shape;
    fcl::Transform3<FclScalar> place;
};

inline FclBox fcl_box(const OrientedBox& box) {
    FclBox result{fcl::Box<FclScalar>(2 * to_fcl(box.half_extents)), fcl::Transform3<FclScalar>::Identity()};
    result.place.linear() = to_fcl(box.rotation);
    result.place.translation() = to_fcl(box.center);
    return result;
}

}  // namespace satori::bench
