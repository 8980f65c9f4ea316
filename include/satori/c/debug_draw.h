#pragma once

#include <satori/c/world.h>

SATORI_C_BEGIN

/// @addtogroup c_debug_draw
///
/// Drawing of a world: satori/debug_draw.hpp. Meters, world frame.
/// @{

/// A box to draw.
typedef struct satori_debug_box {
    satori_box_id id;         ///< the box in the world
    satori_box_def box;       ///< motion, sensor and sleeping can choose the color
    satori_vec3d corners[8];  ///< corner i is on the negative side of the box's axis k when bit k of i is 0
} satori_debug_box;

/// Bounds of a box in a world, margins included.
typedef struct satori_debug_bounds {
    satori_box_id id;  ///< the box in the world
    satori_vec3d min;  ///< lower corner
    satori_vec3d max;  ///< upper corner
} satori_debug_bounds;

/// A contact point to draw.
typedef struct satori_debug_contact {
    satori_world_pair pair;  ///< the boxes that touch
    satori_vec3d position;   ///< on the pair's first box
    satori_vec3 normal;      ///< unit, from the pair's first box to the second
    float separation;        ///< meters; negative: the boxes overlap by this much
    uint32_t feature_id;     ///< where the point lies on both boxes
} satori_debug_contact;

/// A column of the world's broadphase, which compares boxes that stand in one column; see satori/columns.hpp.
typedef struct satori_debug_column {
    satori_vec3d min;    ///< lower corner of its region
    satori_vec3d max;    ///< upper corner
    uint32_t box_count;  ///< boxes that stand in it
    uint32_t grid;       ///< boxes of other sizes and shapes may have another grid
} satori_debug_column;

/// The callbacks of satori_debug_draw(). NULL: things of its kind are not drawn. They run on the calling thread and
/// must not call functions that change the world.
typedef struct satori_debug_drawer {
    void (*box)(const satori_debug_box* box, void* user) SATORI_NOEXCEPT;              ///< draws a box
    void (*bounds)(const satori_debug_bounds* bounds, void* user) SATORI_NOEXCEPT;     ///< draws a box's bounds
    void (*contact)(const satori_debug_contact* contact, void* user) SATORI_NOEXCEPT;  ///< draws a point
    void (*column)(const satori_debug_column* column, void* user) SATORI_NOEXCEPT;     ///< draws a column
    void* user;                                                                        ///< passed to all four
} satori_debug_drawer;

/// Draws a world: calls the callbacks for all boxes, bounds, contact points and columns. Boxes are drawn where they
/// are now, bounds for boxes that did not change since the last update. Contact points are those of the last update.
/// Columns are a snapshot, possibly of an earlier update; there may be none. Boxes and bounds come by ascending index,
/// columns by grid; the order of points has no meaning. Does nothing when one of the two is NULL.
SATORI_API void satori_debug_draw(const satori_world* world, const satori_debug_drawer* drawer) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
