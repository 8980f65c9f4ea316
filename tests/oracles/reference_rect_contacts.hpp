#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <satori/rect.hpp>

#include "oracles/reference_scale.hpp"

SATORI_NAMESPACE_BEGIN

/// The oracle of contacts of rectangles, by other algebra than the kernels: in long double, rectangles are convex
/// polygons of four corners around a center, turned by exactly their angle. All positions are relative to A's center.
/// As in reference_contacts.hpp, nothing here prefers one axis to another.
namespace reference {

using Planar = std::array<long double, 2>;

inline Planar to_planar(const Vec2& v) {
    return {v.x, v.y};
}
inline Planar minus(const Planar& a, const Planar& b) {
    return {a[0] - b[0], a[1] - b[1]};
}
/// a + scale * b
inline Planar add_scaled(const Planar& a, long double scale, const Planar& b) {
    return {a[0] + scale * b[0], a[1] + scale * b[1]};
}
inline Planar negative(const Planar& a) {
    return {-a[0], -a[1]};
}
inline long double dot(const Planar& a, const Planar& b) {
    return a[0] * b[0] + a[1] * b[1];
}
/// Positive where b lies to the left of a.
inline long double cross(const Planar& a, const Planar& b) {
    return a[0] * b[1] - a[1] * b[0];
}
inline long double length(const Planar& a) {
    return std::hypot(a[0], a[1]);
}

/// A float rectangle with a center that the caller chooses.
struct Rect {
    static constexpr bool exact_rotation = true;  ///< an angle needs no normalization
    Planar center;
    Planar half;
    std::array<Planar, 2> axes;
    std::array<Planar, 4> corners;  ///< (-, -), (+, -), (+, +), (-, +) of the axes: counter-clockwise

    Rect(const OrientedRect& rect, const Planar& at);

    /// Sets another place and size.
    void place(const Planar& at, const Planar& half_extents);
};

/// Both rectangles of a pair, relative to A's center.
struct RectPair {
    Rect a, b;

    RectPair(const OrientedRect& first, const OrientedRect& second)
        : a(first, {0, 0}), b(second, minus(to_planar(second.center), to_planar(first.center))) {}
};

/// One of the 4 axes, as a direction.
struct RectAxis {
    Planar normal{};             ///< unit, from A to B
    long double separation = 0;  ///< of the rectangles along it
};

/// Returns all axes (A's, B's), each directed so that its separation is the larger of its two directions.
std::array<RectAxis, 4> axes_of(const RectPair& pair) noexcept;

/// Returns the largest separation of axes [first, last).
long double best_separation(std::span<const RectAxis> axes, std::uint32_t first = 0, std::uint32_t last = 4) noexcept;

/// Returns how far apart the rectangles are along a unit direction from A to B: smallest n.x of B less largest n.x of
/// A.
long double separation_along(const RectPair& pair, const Planar& normal) noexcept;

/// Returns how far the point is from the rectangle, 0 inside.
long double distance(const Rect& rect, const Planar& point) noexcept;

/// Returns an edge of a rectangle: 2 * axis, plus 1 when the edge looks against the axis.
std::uint32_t edge_towards(const Rect& rect, const Planar& direction) noexcept;  ///< the one that looks most that way
Planar edge_normal(const Rect& rect, std::uint32_t edge) noexcept;
/// Returns the corners of an edge: on the negative, then on the positive side of the rectangle's other axis.
std::array<Planar, 2> edge_corners(const Rect& rect, std::uint32_t edge) noexcept;

/// A point where rectangles touch: the midpoint of a point of each, `separation` apart along the normal.
struct RectContact {
    Planar midpoint{};
    long double separation = 0;
};

/// Clips the incident edge by the lines through the reference edge's ends, at a right angle to it (Sutherland, Hodgman
/// 1974), moved outward by `outset`. Returns none or two points. Each is the midpoint of a point of the incident edge
/// and its foot on the reference edge.
std::vector<RectContact> clip_edges(const Rect& reference, std::uint32_t reference_edge, const Rect& incident,
                                    std::uint32_t incident_edge, long double outset);

}  // namespace reference

SATORI_NAMESPACE_END
