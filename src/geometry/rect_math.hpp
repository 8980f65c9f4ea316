#pragma once

#include <cmath>
#include <cstring>

#include <satori/rect.hpp>

#include "geometry/box_fault.hpp"
#include "geometry/rounding.hpp"
#include "geometry/trigonometry.hpp"

namespace satori::v0::geometry {

/// Two doubles. Calls about single rectangles compute in them.
struct Double2 {
    double x = 0, y = 0;

    Double2() noexcept = default;
    explicit Double2(const Vec2& v) noexcept : x(v.x), y(v.y) {}
    Double2(double of_x, double of_y) noexcept : x(of_x), y(of_y) {}
    friend Double2 operator+(const Double2& a, const Double2& b) noexcept { return {a.x + b.x, a.y + b.y}; }
    friend Double2 operator-(const Double2& a, const Double2& b) noexcept { return {a.x - b.x, a.y - b.y}; }
    friend Double2 operator*(double s, const Double2& v) noexcept { return {s * v.x, s * v.y}; }
};

inline double length(const Double2& v) noexcept {
    return std::sqrt(v.x * v.x + v.y * v.y);
}

inline bool finite(const Vec2& v) noexcept {
    return std::isfinite(v.x) && std::isfinite(v.y);
}

inline Vec2 narrowed(const Double2& v) noexcept {
    return {rounded(v.x), rounded(v.y)};
}

inline BoxFault fault_of(const OrientedRect& rect) noexcept {
    float row[5];
    std::memcpy(row, &rect, sizeof row);
    return find_rect_fault(row, 0).fault;
}

inline bool is_legal(const OrientedRect& rect) noexcept {
    return fault_of(rect) == BoxFault::none;
}

inline bool is_legal(const Pose2& pose) noexcept {
    return finite(pose.position) && std::fabs(pose.angle) <= double{kMaxAngle};
}

/// Assigns `changed` to `rect` if `changed` is legal.
inline Status commit(const OrientedRect& changed, OrientedRect& rect) noexcept {
    if (!is_legal(changed)) return Status::result_out_of_range;
    rect = changed;
    return Status::ok;
}

/// Returns v rotated by an angle.
inline Double2 turned(const Double2& v, const SinCos& by) noexcept {
    return {v.x * by.cos - v.y * by.sin, v.x * by.sin + v.y * by.cos};
}

/// Returns the same direction as an angle between -pi and pi.
inline double wrapped(double angle) noexcept {
    if (std::fabs(angle) <= kPi) return angle;
    return angle - 2 * kPi * std::floor(angle / (2 * kPi) + 0.5);
}

/// Writes the corners in the order of RectCorners.
inline void exact_corners(const OrientedRect& rect, Double2* corners) noexcept {
    const SinCos direction = sin_cos(rect.angle);
    const Double2 half(rect.half_extents);
    constexpr double kSide[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4; ++i)
        corners[i] = Double2(rect.center) + turned({kSide[i][0] * half.x, kSide[i][1] * half.y}, direction);
}

}  // namespace satori::v0::geometry
