#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <satori/types.hpp>

#include "oracles/reference_box.hpp"
#include "oracles/reference_scale.hpp"

SATORI_NAMESPACE_BEGIN

/// The oracle of contacts, by other algebra than the kernels: in double, boxes are convex polyhedra with eight corners
/// and six faces. All positions are relative to A's center. Tests choose an axis and a normal (mostly the kernel's
/// choice) and check its properties; nothing here prefers one axis to another.
namespace reference {

/// One of the 15 axes, as a direction.
struct Axis {
    Point normal{};                 ///< unit, from A to B
    double separation = -HUGE_VAL;  ///< of the boxes along it; -HUGE_VAL: no axis, the edges are parallel
};

/// Returns all axes, each directed so that its separation is the larger of its two directions.
std::array<Axis, 15> axes_of(const Pair& pair) noexcept;

/// Returns the largest separation of axes [first, last).
double best_separation(std::span<const Axis> axes, std::uint32_t first = 0, std::uint32_t last = 15) noexcept;

/// Returns how far apart the boxes are along a unit direction from A to B: the smallest n.x of B less the largest n.x
/// of A. Exact for any direction, not only for the 15 axes.
double separation_along(const Pair& pair, const Point& normal) noexcept;

/// Returns how far the point is from the box, 0 inside.
double distance(const Box& box, const Point& point) noexcept;

/// Returns a face of a box: 2 * axis, plus 1 when the face looks against the axis.
std::uint32_t face_towards(const Box& box, const Point& direction) noexcept;  ///< the face that looks most that way
Point face_normal(const Box& box, std::uint32_t face) noexcept;

/// A point where the boxes touch: the midpoint of a point of each box, `separation` apart along the normal.
struct Contact {
    Point midpoint{};
    double separation = 0;
};

/// Clips the incident face of one box by the side planes of the reference face of the other (Sutherland, Hodgman 1974).
/// Returns every corner of the result, at most 8, in order around the polygon. Each is the midpoint of the corner and
/// its foot on the reference face. Side planes are moved outward by 1e-12 of the boxes' size, so that flush faces keep
/// their corners.
std::vector<Contact> clip_faces(const Box& reference, std::uint32_t reference_face, const Box& incident,
                                std::uint32_t incident_face);

/// Closest points of the two lines along edge `edge_a` of A and edge `edge_b` of B, the edges that support the boxes in
/// the direction of the normal. Computed with the normal equations.
struct EdgeContact {
    Contact contact;
    double overshoot = 0;  ///< how far the farther point lies beyond the end of its edge; 0: both are on their edges
};
EdgeContact edge_contact(const Pair& pair, std::uint32_t edge_a, std::uint32_t edge_b, const Point& normal) noexcept;

/// Returns the manifold before any point is left out: all points of axis `axis` with a separation of at most `limit`.
/// The code takes the direction of the axis that agrees with `towards`.
std::vector<Contact> full_manifold(const Pair& pair, std::uint32_t axis, const Point& towards, double limit);

/// Convex hull of points projected along the normal.
struct Hull {
    double area = 0;
    double perimeter = 0;
};
Hull convex_hull(std::span<const Point> points, const Point& normal);
Hull convex_hull(std::span<const Contact> contacts, const Point& normal);

}  // namespace reference

SATORI_NAMESPACE_END
