#pragma once

#include <cstdint>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

// A is the box of lower index (of two sets: the one of the first set), B the other, whichever way a pair is asked. World
// frame, metres.
//
// Axes: 0-2 faces of A, 3-5 faces of B, 6 + 3 i + j edge i of A x edge j of B.
//
// A feature id names where a point lies on both boxes, so that it can be found again in the next step:
//
//     bits  8-11  the axis
//     face axes:  bit 7     the reference face looks against its axis
//                 bits 4-6  incident face: 2 * its axis, + 1 where it looks against that
//                 bits 0-3  slot
//     edge axes:  bits 2-3  which of A's four edges along its axis: bit 2 is set where the edge lies on the negative side of
//                           the next axis, bit 3 of the one after
//                 bits 0-1  which of B's, likewise
//
// Slots of a face contact. The incident face, corners 0 1 2 3, is clipped by the reference face; edge e leads from corner e to
// the next one. Corners 0 1 2 3 lie on the sides (-, -), (+, -), (+, +), (-, +) of the incident box's two axes that follow the
// face's own (cyclically); reference corners 8 9 10 11 on the sides (-, -), (+, -), (-, +), (+, +) of the reference box's.
//
//     0 2 4 6        incident corner 0 1 2 3, over the reference face
//     12 13 14 15    first point of edge 0 1 2 3 over the reference face, where it was cut
//     1 3 5 7        last point of edge 0 1 2 3 over the reference face, where it was cut
//     8 9 10 11      reference corner, over the incident face
//
//         10 +------------------+ 11
//            |                  |                    edge 0   begins with corner 0 (slot 0), is cut in slot 1
//            | 3 o--------------x---------o 2        edge 1   passes
//            |   | 6         14 |         |          edge 2   comes in at the cut in slot 14, ends with corner 3
//            |   |              |         |          edge 3   leads from corner 3 (slot 6) to corner 0
//            |   | 0          1 |         |          8 to 11  lie beside the incident face
//            | 0 o--------------x---------o 1
//            |                  |
//          8 +------------------+ 9
//
// Where faces lie flush many of these fall together. Points within
//     contact_snap = max(delta / 2, 1e-4 * sum of the smaller box's half extents)
// of an incident corner (along the edges), or else of a reference corner, have that corner's slot: ids stay as they are while
// noise moves points past each other. delta: see collide(). Boxes that overlap, or are apart, by no more than about delta,
// no two features lying opposite each other, have one point between their closest points, of slot 12 and the best face; as an id that is
// the same as a cut's.

/// Where the boxes of a pair come closest to being separated.
struct SeparatingAxis {
    Vec3 normal;           ///< unit, from A to B; asked as (B, A): from B to A
    float separation = 0;  ///< of the boxes along the normal; negative: they overlap by as much
    std::uint32_t axis = 0;
};

/// One point of contact: the midpoint of two witnesses, one on (or in) each box, that lie `separation` apart along the normal.
struct ContactPoint {
    Vec3 offset;           ///< from A's centre
    float separation = 0;  ///< negative: the boxes overlap there by as much
    std::uint32_t feature_id = 0;
};

/// How two boxes touch: at most four points, one that is deepest (within contact_snap)
/// among them, and chosen to span a large area. No two lie closer together than 2.5 contact_snap.
struct ContactManifold {
    BoxPair pair;
    Vec3 normal;                    ///< unit, from A to B
    std::uint32_t point_count = 0;  ///< 1 to 4 (build_manifolds() also 0); the points behind are zero
    ContactPoint points[4];
};
static_assert(sizeof(ContactPoint) == 20 && sizeof(ContactManifold) == 104);

/// The axis a feature id belongs to.
constexpr std::uint32_t feature_axis(std::uint32_t feature_id) noexcept {
    return feature_id >> 8;
}

SATORI_NAMESPACE_END
