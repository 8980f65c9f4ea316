#pragma once

#include <cmath>

#include <satori/types.hpp>

#include "oracles/reference_box.hpp"

namespace satori::test {

inline constexpr double kPi = 3.14159265358979323846;

/// A rotation in double, for making boxes. It is rounded only when it becomes the rotation of a box.
struct DoubleQuat {
    double x = 0, y = 0, z = 0, w = 1;
};

inline DoubleQuat operator*(const DoubleQuat& p, const DoubleQuat& q) {
    return {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
            p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}

inline DoubleQuat to_double(const Quat& q) {
    return {q.x, q.y, q.z, q.w};
}

inline Quat to_float(const DoubleQuat& q, double scale = 1) {
    return {static_cast<float>(q.x * scale), static_cast<float>(q.y * scale), static_cast<float>(q.z * scale),
            static_cast<float>(q.w * scale)};
}

/// Returns a rotation of `angle` about axis `axis`.
inline DoubleQuat about_axis(unsigned axis, double angle) {
    DoubleQuat q{0, 0, 0, std::cos(angle / 2)};
    (axis == 0 ? q.x : axis == 1 ? q.y : q.z) = std::sin(angle / 2);
    return q;
}

/// Returns the vector turned by a unit quaternion.
inline reference::Point rotate(const DoubleQuat& q, const reference::Point& v) {
    return reference::rotate({q.x, q.y, q.z}, q.w, v);
}

}  // namespace satori::test
