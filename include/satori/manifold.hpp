#pragma once

#include <cstdint>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup contacts
///
/// A is the box of lower index; between two sets, A is the box of the first set. B is the other box. The order in
/// which a caller names the two makes no difference. World frame, meters.
///
/// Axes: 0-2 faces of A, 3-5 faces of B, 6 + 3 i + j edge i of A x edge j of B.
///
/// A feature id says where a point lies on both boxes, so that the next step can find the point again:
///
///     bits  8-11  axis
///     face axes:  bit 7     1 when the reference face looks against its axis
///                 bits 4-6  incident face: 2 * its axis, + 1 when it looks against that axis
///                 bits 0-3  slot
///     edge axes:  bits 2-3  which of A's four edges along its axis: bit 2 is set when it lies on the negative side
///                           of the next axis, bit 3 when on the negative side of the axis after that
///                 bits 0-1  which of B's edges, in the same way
///
/// Slots of a face contact. The reference face clips the incident face, whose corners are 0 1 2 3. Edge e leads from
/// corner e to the next one. Incident corners 0 1 2 3 lie on the sides (-, -), (+, -), (+, +), (-, +) of the two axes
/// of the incident box that follow the face's own axis (cyclically). Reference corners 8 9 10 11 lie on the sides
/// (-, -), (+, -), (-, +), (+, +) of those axes of the reference box.
///
///     0 2 4 6        incident corner 0 1 2 3, when it lies over the reference face
///     12 13 14 15    first point of edge 0 1 2 3 over the reference face, when the edge is cut there
///     1 3 5 7        last point of edge 0 1 2 3 over the reference face, when the edge is cut there
///     8 9 10 11      reference corner, when it lies over the incident face
///
///         10 +------------------+ 11
///            |                  |                    edge 0   begins at corner 0 (slot 0), is cut in slot 1
///            | 3 o--------------x---------o 2        edge 1   lies outside
///            |   | 6         14 |         |          edge 2   enters at the cut in slot 14, ends at corner 3
///            |   |              |         |          edge 3   leads from corner 3 (slot 6) to corner 0
///            |   | 0          1 |         |          8 to 11  lie beside the incident face: no points
///            | 0 o--------------x---------o 1
///            |                  |
///          8 +------------------+ 9
///
/// When faces lie flush, many of these points coincide. A point takes the slot of an incident corner within
///     contact_snap = max(delta / 2, 1e-4 * sum of the smaller box's half extents)
/// along the edges, or else the slot of a reference corner within that distance. So ids do not change while noise
/// moves points past each other. delta: see collide().
///
/// Where a box has a radius, a point may belong to no axis. Its id then has kNoAxis for the axis. Slot 12 is the point
/// between the closest points of the cores. Slots 13 and 14 are the ends of the common part of two edges, or the two
/// ends of a capsule that lies on a side.
///
/// Boxes may overlap or be apart by no more than about delta while no two of their features lie opposite each other.
/// Then they have one point, the midpoint of their closest points. Its id names slot 12 and the best face; the id
/// alone does not tell this point from a cut.
/// @{

/// The axis on which the boxes of a pair overlap least or are farthest apart, as collide() chooses it.
struct SeparatingAxis {
    Vec3 normal;             ///< unit, from A to B; for a pair given as (B, A): from B to A
    float separation = 0;    ///< distance of the boxes along the normal, meters; negative: they overlap by this much
    std::uint32_t axis = 0;  ///< number of the axis, 0 to 14, see above
};

/// A contact point: the midpoint of two witness points, one on or in each box. The witnesses lie `separation` apart
/// along the normal.
struct ContactPoint {
    Vec3 offset;                   ///< from A's center, world directions
    float separation = 0;          ///< meters; negative: the boxes overlap here by this much
    std::uint32_t feature_id = 0;  ///< where the point lies on both boxes, see above
};

/// A contact manifold: at most four points. One of them is a deepest point (within contact_snap), and together they
/// span a large area. No two points lie closer together than 2.5 contact_snap.
struct ContactManifold {
    BoxPair pair;                   ///< the boxes A and B
    Vec3 normal;                    ///< unit, from A to B
    std::uint32_t point_count = 0;  ///< 1 to 4 (build_manifolds(): also 0); the points after them are zero
    ContactPoint points[4];         ///< the first point_count are the contact points
};
static_assert(sizeof(ContactPoint) == 20 && sizeof(ContactManifold) == 104);

/// Returns the axis that a feature id belongs to.
constexpr std::uint32_t feature_axis(std::uint32_t feature_id) noexcept {
    return feature_id >> 8;
}

/// @}

SATORI_NAMESPACE_END
