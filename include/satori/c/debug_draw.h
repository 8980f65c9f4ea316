#pragma once

#include <satori/c/world.h>

// What a world looks like: satori/debug_draw.hpp. Metres, world frame.

SATORI_C_BEGIN

/// A box to draw.
typedef struct satori_debug_box {
    satori_box_id id;         ///< which
    satori_box_def box;       ///< motion, sensor and sleeping tell what colour
    satori_vec3d corners[8];  ///< corner i is at the lower end of the box's axis k where bit k of i is 0
} satori_debug_box;

/// Bounds as the world keeps them, margins included.
typedef struct satori_debug_bounds {
    satori_box_id id;  ///< of the box
    satori_vec3d min;  ///< lower corner
    satori_vec3d max;  ///< upper corner
} satori_debug_bounds;

/// A point of contact.
typedef struct satori_debug_contact {
    satori_world_pair pair;  ///< who touch
    satori_vec3d position;   ///< on the pair's first box
    satori_vec3 normal;      ///< unit, from the pair's first box to the second
    float separation;        ///< metres; negative: the boxes overlap by as much
    uint32_t feature_id;     ///< of the contact point
} satori_debug_contact;

/// A column of the world's broadphase: boxes are compared where they stand in one.
typedef struct satori_debug_column {
    satori_vec3d min;    ///< lower corner of its part of space
    satori_vec3d max;    ///< upper corner
    uint32_t box_count;  ///< boxes that stand in it
    uint32_t grid;       ///< boxes of other sizes and shapes may have a grid of their own
} satori_debug_column;

/// What draws. NULL: such things are not drawn. Called on the calling thread; must not call into the world but for its questions.
typedef struct satori_debug_drawer {
    void (*box)(const satori_debug_box* box, void* user) SATORI_NOEXCEPT;              ///< draws a box
    void (*bounds)(const satori_debug_bounds* bounds, void* user) SATORI_NOEXCEPT;     ///< draws a box's bounds
    void (*contact)(const satori_debug_contact* contact, void* user) SATORI_NOEXCEPT;  ///< draws a point
    void (*column)(const satori_debug_column* column, void* user) SATORI_NOEXCEPT;     ///< draws a column
    void* user;                                                                        ///< given to all four
} satori_debug_drawer;

/// Draws a world: boxes where they stand now; bounds of those that have not changed since the last update; points of that update's
/// contacts; columns, where the world keeps any, as of that update. Boxes and bounds by ascending index, points by ascending pairs,
/// columns by grid. Nothing where one of the two is NULL.
SATORI_API void satori_debug_draw(const satori_world* world, const satori_debug_drawer* drawer) SATORI_NOEXCEPT;

SATORI_C_END
