#pragma once

#include <satori/c/types.h>

// What boxes are asked about: satori/shapes.hpp has what is legal. Metres, world frame.

SATORI_C_BEGIN

/// All points within a distance of one.
typedef struct satori_sphere {
    satori_vec3 center;  ///< metres
    float radius;        ///< metres; 0: the centre alone
} satori_sphere;

/// All points x with normal . x = offset.
typedef struct satori_plane {
    satori_vec3 normal;  ///< of any length
    float offset;        ///< in units of the normal's length
} satori_plane;

/// All points origin + t * direction with 0 <= t <= max_distance.
typedef struct satori_ray {
    satori_vec3 origin;     ///< metres
    satori_vec3 direction;  ///< of any length
    float max_distance;     ///< in units of the direction's length; INFINITY: no end
} satori_ray;

/// All points between two.
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

/// Order of satori_frustum's planes: opposite ones are neighbours.
typedef uint32_t satori_frustum_plane;
enum {
    SATORI_FRUSTUM_LEFT = 0,    ///< opposite of right
    SATORI_FRUSTUM_RIGHT = 1,   ///< opposite of left
    SATORI_FRUSTUM_BOTTOM = 2,  ///< opposite of top
    SATORI_FRUSTUM_TOP = 3,     ///< opposite of bottom
    SATORI_FRUSTUM_NEAR = 4,    ///< opposite of far
    SATORI_FRUSTUM_FAR = 5      ///< opposite of near
};

/// What six planes enclose: all points x with normal . x >= offset for each.
typedef struct satori_frustum {
    satori_plane planes[6];  ///< normals inward
} satori_frustum;

/// A 4 by 4 matrix that acts on column vectors.
typedef struct satori_mat4 {
    float m[16];  ///< column-major: m[4 * column + row]
} satori_mat4;

/// Which depths a projection keeps.
typedef uint32_t satori_clip_space;
enum {
    SATORI_CLIP_ZERO_TO_ONE = 0,      ///< 0 to w: Direct3D, Vulkan, Metal
    SATORI_CLIP_MINUS_ONE_TO_ONE = 1  ///< -w to w: OpenGL
};
/// The frustum that a view-projection matrix keeps. SATORI_INVALID_ARGUMENT, SATORI_INVALID_SHAPE: `frustum` is unchanged.
SATORI_API satori_status satori_frustum_from_matrix(const satori_mat4* view_projection, satori_clip_space clip_space,
                                                    satori_frustum* frustum) SATORI_NOEXCEPT;

/// What a satori_shape_ref refers to.
typedef uint32_t satori_shape_kind;
enum {
    SATORI_SHAPE_POINT = 0,     ///< satori_vec3
    SATORI_SHAPE_AABB = 1,      ///< satori_aabb
    SATORI_SHAPE_SPHERE = 2,    ///< satori_sphere
    SATORI_SHAPE_PLANE = 3,     ///< satori_plane
    SATORI_SHAPE_RAY = 4,       ///< satori_ray
    SATORI_SHAPE_SEGMENT = 5,   ///< satori_segment
    SATORI_SHAPE_TRIANGLE = 6,  ///< satori_triangle
    SATORI_SHAPE_FRUSTUM = 7,   ///< satori_frustum
    SATORI_SHAPE_BOX = 8        ///< satori_oriented_box
};

/// A shape of any kind, by reference.
typedef struct satori_shape_ref {
    const void* shape;       ///< a struct of that kind, which must outlive the call
    satori_shape_kind kind;  ///< which struct
} satori_shape_ref;

SATORI_C_END
