#pragma once

#include <cstdint>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup rect_contacts
///
/// The 2D counterpart of satori/manifold.hpp. A is the rectangle of lower index; between two sets, A is the rectangle
/// of the first set. B is the other one. The order in which a caller names the two makes no difference. World frame,
/// meters.
///
/// Axes: 0-1 of A, 2-3 of B. They are the normals of the edges.
///
/// The reference edge is the edge that looks along the axis towards the other rectangle. The incident edge is the edge
/// of the other rectangle that looks most against it. The contact is the part of the incident edge that lies over the
/// reference edge: at most two points, its ends. Each point is a corner of the incident edge, or lies over a corner of
/// the reference edge.
///
/// A feature id says where a point lies on both rectangles, so that the next step can find the point again:
///
///     bits 8-9    axis
///     bit 7       1 when the reference edge looks against its axis
///     bits 4-5    incident edge: 2 * its axis (0 or 1), + 1 when it looks against that axis
///     bits 0-1    slot
///
/// Slots. An edge has one corner on the negative and one on the positive side of its rectangle's other axis.
///
///     0 1    incident corner on the negative, positive side, when it lies over the reference edge
///     2 3    reference corner on the negative, positive side, when the incident edge passes over it
///
///     y                                 A, not rotated, lies below; axis 1; its upper edge is the reference edge.
///     ^  . . o 0------------ B ---- o 1     B, not rotated, lies on it; incident edge 3 (axis 1, looks against it).
///     |      |                      .
///     |  o---x--------------x 3     .   points[0]: slot 0, B's corner on the negative side, id 0x130
///     |  2        A         |           points[1]: slot 3, A's corner on the positive side, id 0x133
///     |  . . . . . . . . . .
///     +--------------------------> x
///
/// A point takes the slot of an incident corner within
///     contact_snap = max(delta / 2, 1e-4 * sum of the smaller rectangle's half extents)
/// along the incident edge. So ids do not change while noise moves points past each other. delta: see find_overlaps()
/// of rectangles.
/// Where a rectangle has a radius, a point may belong to no axis: its id is that of such a point of boxes.
/// @{

/// The axis on which the rectangles of a pair overlap least or are farthest apart, as collide() chooses it.
struct RectSeparatingAxis {
    Vec2 normal;           ///< unit, from A to B; for a pair given as (B, A): from B to A
    float separation = 0;  ///< distance of the rectangles along the normal, meters; negative: they overlap by this much
    std::uint32_t axis = 0;  ///< number of the axis, 0 to 3, see above
};

/// A contact point: the midpoint of two witness points, one on or in each rectangle. The witnesses lie `separation`
/// apart along the normal.
struct RectContactPoint {
    Vec2 offset;                   ///< from A's center, world directions
    float separation = 0;          ///< meters; negative: the rectangles overlap here by this much
    std::uint32_t feature_id = 0;  ///< where the point lies on both rectangles, see above
};

/// A contact manifold: at most two points, ordered along the incident edge from the negative side to the positive
/// side. One of them is a deepest point (within contact_snap). Two points lie more than 2.5 contact_snap apart.
struct RectManifold {
    BoxPair pair;                   ///< the rectangles A and B
    Vec2 normal;                    ///< unit, from A to B
    std::uint32_t point_count = 0;  ///< 1 or 2 (build_manifolds(): also 0); the points after them are zero
    RectContactPoint points[2];     ///< the first point_count are the contact points
};
static_assert(sizeof(RectSeparatingAxis) == 16 && sizeof(RectContactPoint) == 16 && sizeof(RectManifold) == 52);

/// @}

SATORI_NAMESPACE_END
