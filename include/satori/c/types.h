#pragma once

#include <satori/c/base.h>

SATORI_C_BEGIN

/// @addtogroup c_types
///
/// Plain values with the layout of those of satori/types.hpp, satori/pose.hpp and satori/pairs.hpp.
/// @{

/// Two floats; positions and extents are in meters.
typedef struct satori_vec2 {
    float x;  ///< along the first axis
    float y;  ///< along the second
} satori_vec2;

/// Three floats; positions and extents are in meters.
typedef struct satori_vec3 {
    float x;  ///< along the first axis
    float y;  ///< along the second
    float z;  ///< along the third
} satori_vec3;

/// Two doubles: meters, world frame.
typedef struct satori_vec2d {
    double x;  ///< along the first axis
    double y;  ///< along the second
} satori_vec2d;

/// Three doubles: meters, world frame.
typedef struct satori_vec3d {
    double x;  ///< along the first axis
    double y;  ///< along the second
    double z;  ///< along the third
} satori_vec3d;

/// A rotation as a quaternion of any length but zero; {0, 0, 0, 1} is no rotation.
typedef struct satori_quat {
    float x;  ///< imaginary
    float y;  ///< imaginary
    float z;  ///< imaginary
    float w;  ///< real
} satori_quat;

/// A rigid motion: it takes a point p to rotation * p + position.
typedef struct satori_pose {
    satori_vec3 position;  ///< where the body's origin is, meters
    satori_quat rotation;  ///< a rotation of any length but zero
} satori_pose;

/// An oriented box, 40 bytes: one float32 row of a scene file. Legal: finite, |center component| <= 1e8, each half
/// extent 0 or 1e-7 to 1e8, rotation not zero.
typedef struct satori_oriented_box {
    satori_vec3 center;        ///< meters, world frame
    satori_vec3 half_extents;  ///< meters, along the box's axes
    satori_quat rotation;      ///< takes the box's axes to world directions
} satori_oriented_box;

/// An axis-aligned bounding box (AABB), meters. Legal: finite, min <= max on each axis.
typedef struct satori_aabb {
    satori_vec3 min;  ///< lower corner
    satori_vec3 max;  ///< upper corner
} satori_aabb;

/// Two boxes by index. Within one set: first < second. Between two sets: each indexes its own set.
typedef struct satori_box_pair {
    uint32_t first;   ///< index
    uint32_t second;  ///< index
} satori_box_pair;

/// Whether touching counts as overlap.
typedef uint32_t satori_boundary;
/// The values of satori_boundary.
enum {
    SATORI_BOUNDARY_CLOSED = 0,  ///< touching counts as overlap
    SATORI_BOUNDARY_OPEN = 1     ///< touching does not count, and a box with a zero half extent overlaps nothing
};

/// How contacts are chosen; see satori/contacts.hpp.
typedef struct satori_contact_options {
    satori_boundary boundary;    ///< no effect with a speculative distance
    float speculative_distance;  ///< boxes this far apart get contacts too if parts lie opposite each other. 0 to 1e9 m
    float axis_slack;            ///< by how much a later axis must overlap less. Sizes of the smaller box, 0 to 1
    float edge_share;            ///< by how much two edges must overlap less than a face. A share, 0 to 1
} satori_contact_options;
/// Returns the defaults: closed, 0, 1e-4, 0.05.
SATORI_API satori_contact_options satori_contact_options_default(void) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
