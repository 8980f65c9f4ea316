#pragma once

#include <cstdint>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

// A is the box of lower index (of two sets: the one of the first set), B the other, whichever way a pair
// is asked. World frame, metres.
//
// Features. An axis is 0-2: faces of A, 3-5: faces of B, 6 + 3 i + j: edge i of A x edge j of B. A feature id is
//
//     bits  8-11  the axis
//     face axes:  bit 7     the reference face looks against its axis
//                 bits 4-6  incident face: 2 * axis + (1: looks against it)
//                 bits 0-3  slot
//     edge axes:  bits 2-3, 0-1   edge of A, of B: which of the four edges that are parallel to the axis; bit 0 (2) is set where it
//                                 lies on the negative side of the box's next axis, bit 1 (3) of the one after
//
// Slots of a face contact: the incident face (quadrilateral 0 1 2 3) is clipped by the reference face (R):
//
//                    R10 +-----------------------+ R11         0, 2, 4, 6   first point of an incident edge that lies over the
//                        |        5 . 4          |                          reference face: its first corner if that does
//         corner 2 . . . |. . . *       .        |             1, 3, 5, 7   the last one, where the edge was cut before its end
//                 .      |               .       |             8 ... 11     a reference corner that lies over the incident face
//                  .     |                * 2    |
//          (3)      .   6|               .       |             A corner of the reference face within contact_slack() of an
//                    .   |             .         |             incident corner, or a cut point within it of either, has that
//                    R8  +--*--------*-----------+ R9          corner's slot: ids do not change where faces lie flush.
//                       7     .   1
//                                *  corner 1

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

/// How two boxes touch: at most four points, the deepest among them (within contact_slack()) and chosen to span a large area.
struct ContactManifold {
    BoxPair pair;
    Vec3 normal;                    ///< unit, from A to B
    std::uint32_t point_count = 0;  ///< 1 to 4; the points behind are zero
    ContactPoint points[4];
};
static_assert(sizeof(ContactPoint) == 20 && sizeof(ContactManifold) == 104);

/// The axis a feature id belongs to.
constexpr std::uint32_t feature_axis(std::uint32_t feature_id) noexcept {
    return feature_id >> 8;
}

SATORI_NAMESPACE_END
