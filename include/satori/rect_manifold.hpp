#pragma once

#include <cstdint>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

// A is the rectangle of lower index (of two sets: the one of the first set), B the other, whichever way a pair is asked.
// World frame, metres. As satori/manifold.hpp, in the plane.
//
// Axes: 0-1 of A, 2-3 of B: the normals of its edges.
//
// The edge that looks along the axis towards the other rectangle is the reference edge; of the other rectangle's edges the one
// that looks most against it is the incident edge. What of the incident edge lies over the reference edge is the contact: at
// most two points, its ends. Each is a corner of the incident edge, or lies over a corner of the reference edge.
//
// A feature id names where a point lies on both rectangles, so that it can be found again in the next step:
//
//     bits 8-9    the axis
//     bit 7       the reference edge looks against its axis
//     bits 4-5    incident edge: 2 * its axis (0 or 1), + 1 where it looks against that
//     bits 0-1    slot
//
// Slots. An edge has a corner on the negative and one on the positive side of its rectangle's other axis.
//
//     0 1    incident corner, on the negative, positive side, over the reference edge
//     2 3    reference corner, on the negative, positive side, where the incident edge passes over it
//
//     y                                 A, unturned, lies below: axis 1, its upper edge is the reference edge. B, unturned,
//     ^  . . o 0------------ B ---- o 1     lies on it, incident edge 3 (axis 1, looks against it).
//     |      |                      .
//     |  o---x--------------x 3     .   points[0]: slot 0, B's corner on the negative side, id 0x130
//     |  2        A         |           points[1]: slot 3, A's corner on the positive side, id 0x133
//     |  . . . . . . . . . .
//     +--------------------------> x
//
// Points within
//     contact_snap = max(delta / 2, 1e-4 * sum of the smaller rectangle's half extents)
// of an incident corner (along the incident edge) have that corner's slot: ids stay as they are while noise moves points past
// each other. delta: see find_overlaps() of rectangles.

/// Where the rectangles of a pair come closest to being separated.
struct RectSeparatingAxis {
    Vec2 normal;           ///< unit, from A to B; asked as (B, A): from B to A
    float separation = 0;  ///< of the rectangles along the normal; negative: they overlap by as much
    std::uint32_t axis = 0;
};

/// One point of contact: the midpoint of two witnesses, one on (or in) each rectangle, that lie `separation` apart along the
/// normal.
struct RectContactPoint {
    Vec2 offset;           ///< from A's centre
    float separation = 0;  ///< negative: the rectangles overlap there by as much
    std::uint32_t feature_id = 0;
};

/// How two rectangles touch: at most two points, one that is deepest (within contact_snap) among them, along the incident edge
/// from the negative side to the positive one. Two lie more than 2.5 contact_snap apart.
struct RectManifold {
    BoxPair pair;
    Vec2 normal;                    ///< unit, from A to B
    std::uint32_t point_count = 0;  ///< 1 or 2 (build_manifolds() also 0); the points behind are zero
    RectContactPoint points[2];
};
static_assert(sizeof(RectSeparatingAxis) == 16 && sizeof(RectContactPoint) == 16 && sizeof(RectManifold) == 52);

SATORI_NAMESPACE_END
