#pragma once

#include <satori/pose.hpp>

#include "geometry/rotation_math.hpp"

namespace satori::v0::geometry {

/// True when the pose is finite and its rotation is not zero.
inline bool is_legal(const Pose& pose) noexcept {
    return is_finite(pose.position) && is_legal(pose.rotation);
}

/// A legal pose in double.
struct DoublePose {
    Double3 position;
    DoubleQuat rotation;
    Frame axes;  ///< of the rotation

    explicit DoublePose(const Pose& pose) noexcept
        : position(widened(pose.position)), rotation(unit(pose.rotation)), axes(axes_of(rotation)) {}

    Double3 image(const Double3& point) const noexcept { return from_frame(axes, point) + position; }
};

}  // namespace satori::v0::geometry
