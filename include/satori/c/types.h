#pragma once

#include <satori/c/base.h>

// Plain values, laid out as those of satori/types.hpp, satori/pose.hpp and satori/pairs.hpp.

SATORI_C_BEGIN

/// Two floats: metres for positions and extents.
typedef struct satori_vec2 {
    float x;  ///< along the first axis
    float y;  ///< along the second
} satori_vec2;

/// Three floats: metres for positions and extents.
typedef struct satori_vec3 {
    float x;  ///< along the first axis
    float y;  ///< along the second
    float z;  ///< along the third
} satori_vec3;

/// Two doubles: metres, world frame.
typedef struct satori_vec2d {
    double x;  ///< along the first axis
    double y;  ///< along the second
} satori_vec2d;

/// Three doubles: metres, world frame.
typedef struct satori_vec3d {
    double x;  ///< along the first axis
    double y;  ///< along the second
    double z;  ///< along the third
} satori_vec3d;

/// A rotation, of any length but zero; {0, 0, 0, 1} is none.
typedef struct satori_quat {
    float x;  ///< imaginary
    float y;  ///< imaginary
    float z;  ///< imaginary
    float w;  ///< real
} satori_quat;

/// A rigid motion: a point p goes to rotation * p + position.
typedef struct satori_pose {
    satori_vec3 position;  ///< metres
    satori_quat rotation;  ///< of any length but zero
} satori_pose;

/// An oriented box, 40 bytes: a float32 row of a scene. Legal: finite, |centre component| <= 1e8, each half extent 0 or 1e-7 to
/// 1e8, rotation not zero.
typedef struct satori_oriented_box {
    satori_vec3 center;        ///< metres, world frame
    satori_vec3 half_extents;  ///< metres, along the box's axes
    satori_quat rotation;      ///< turns the box's axes into world directions
} satori_oriented_box;

/// An axis-aligned box, metres. Legal: finite, min <= max on each axis.
typedef struct satori_aabb {
    satori_vec3 min;  ///< lower corner
    satori_vec3 max;  ///< upper corner
} satori_aabb;

/// Two boxes by index. Of one set: first < second. Of two sets: each indexes its own.
typedef struct satori_box_pair {
    uint32_t first;   ///< index
    uint32_t second;  ///< index
} satori_box_pair;

/// Whether touching counts as overlap.
typedef uint32_t satori_boundary;
enum {
    SATORI_BOUNDARY_CLOSED = 0,  ///< it does
    SATORI_BOUNDARY_OPEN = 1     ///< it does not; a box with a zero half extent overlaps nothing
};

/// What counts as an overlap, and what contacts are made of; satori/pairs.hpp.
typedef struct satori_collide_options {
    satori_boundary boundary;    ///< of overlaps, and of contacts without a speculative distance
    float speculative_distance;  ///< contacts: also of boxes this far apart. Metres, 0 to 1e9
    float axis_slack;  ///< contacts: how much less deep another axis must be. Sizes of the smaller box, 0 to 1
    float edge_share;  ///< contacts: how much less deep two edges must be than a face. A share, 0 to 1
} satori_collide_options;
/// Closed, 0, 1e-4, 0.05.
SATORI_API satori_collide_options satori_collide_options_default(void) SATORI_NOEXCEPT;

SATORI_C_END
