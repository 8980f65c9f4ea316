#pragma once

#include <satori/c/types.h>

SATORI_C_BEGIN

/// @addtogroup c_shapes
///
/// Shapes for queries about boxes: satori/shapes.hpp defines which are legal. Meters, world frame.
/// @{

/// A sphere: all points within `radius` of the center.
typedef struct satori_sphere {
    satori_vec3 center;  ///< its middle, meters
    float radius;        ///< meters; 0: the center alone
} satori_sphere;

/// A plane: all points whose product with the normal is the offset.
typedef struct satori_plane {
    satori_vec3 normal;  ///< any length
    float offset;        ///< in units of the normal's length
} satori_plane;

/// A ray: all points origin + t * direction with 0 <= t <= max_distance.
typedef struct satori_ray {
    satori_vec3 origin;     ///< where it begins, meters
    satori_vec3 direction;  ///< any length
    float max_distance;     ///< in units of the direction's length; INFINITY: no end
} satori_ray;

/// A segment: all points between two points.
typedef struct satori_segment {
    satori_vec3 start;  ///< one end
    satori_vec3 end;    ///< the other
} satori_segment;

/// A filled triangle.
typedef struct satori_triangle {
    satori_vec3 a;  ///< a corner
    satori_vec3 b;  ///< a corner
    satori_vec3 c;  ///< a corner
} satori_triangle;

/// The order of satori_frustum's planes; opposite planes are adjacent.
typedef uint32_t satori_frustum_plane;
/// The values of satori_frustum_plane.
enum {
    SATORI_FRUSTUM_LEFT = 0,    ///< opposite of right
    SATORI_FRUSTUM_RIGHT = 1,   ///< opposite of left
    SATORI_FRUSTUM_BOTTOM = 2,  ///< opposite of top
    SATORI_FRUSTUM_TOP = 3,     ///< opposite of bottom
    SATORI_FRUSTUM_NEAR = 4,    ///< opposite of far
    SATORI_FRUSTUM_FAR = 5      ///< opposite of near
};

/// A frustum: all points within six planes, normal . x >= offset for each. An open one has a zero normal and an
/// offset of at most 0 at its near or its far end.
typedef struct satori_frustum {
    satori_plane planes[6];  ///< normals inward
} satori_frustum;

/// A 4 by 4 matrix that acts on column vectors.
typedef struct satori_mat4 {
    float m[16];  ///< column-major: m[4 * column + row]
} satori_mat4;

/// The depth range of a projection.
typedef uint32_t satori_clip_space;
/// The values of satori_clip_space.
enum {
    SATORI_CLIP_ZERO_TO_ONE = 0,      ///< z from 0 to w: Direct3D, Vulkan, Metal
    SATORI_CLIP_MINUS_ONE_TO_ONE = 1  ///< z from -w to w: OpenGL
};
/// Computes the frustum of a view-projection matrix. Errors, which leave `frustum` unchanged:
/// SATORI_INVALID_ARGUMENT, SATORI_INVALID_SHAPE.
SATORI_API satori_status satori_frustum_from_matrix(const satori_mat4* view_projection, satori_clip_space clip_space,
                                                    satori_frustum* frustum) SATORI_NOEXCEPT;

/// How a box lies to a shape. Only a sphere, an AABB, a frustum and a box can have boxes inside.
typedef uint8_t satori_containment;
/// The values of satori_containment.
enum {
    SATORI_OUTSIDE = 0,   ///< they have no point in common
    SATORI_CROSSING = 1,  ///< they have a point in common, and the box is not inside
    SATORI_INSIDE = 2     ///< the box lies wholly in the shape
};

/// The kind of shape that a satori_shape_ref refers to.
typedef uint32_t satori_shape_kind;
/// The values of satori_shape_kind.
enum {
    SATORI_SHAPE_POINT = 0,     ///< the shape is a satori_vec3
    SATORI_SHAPE_AABB = 1,      ///< the shape is a satori_aabb
    SATORI_SHAPE_SPHERE = 2,    ///< the shape is a satori_sphere
    SATORI_SHAPE_PLANE = 3,     ///< the shape is a satori_plane
    SATORI_SHAPE_RAY = 4,       ///< the shape is a satori_ray
    SATORI_SHAPE_SEGMENT = 5,   ///< the shape is a satori_segment
    SATORI_SHAPE_TRIANGLE = 6,  ///< the shape is a satori_triangle
    SATORI_SHAPE_FRUSTUM = 7,   ///< the shape is a satori_frustum
    SATORI_SHAPE_BOX = 8        ///< the shape is a satori_oriented_box
};

/// A reference to a shape of any kind.
typedef struct satori_shape_ref {
    const void* shape;       ///< a struct of that kind; it must outlive the call
    satori_shape_kind kind;  ///< the kind of that struct
} satori_shape_ref;

/// @}

SATORI_C_END
