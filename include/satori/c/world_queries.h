#pragma once

#include <satori/c/shapes.h>
#include <satori/c/world.h>

// Questions about the boxes of a world as they are now: satori/world_queries.hpp.

SATORI_C_BEGIN

/// Which boxes a query sees.
typedef struct satori_query_filter {
    uint64_t mask;          ///< boxes whose category has one of these bits; all bits: every box
    uint8_t sensors;        ///< 1: sensors too. 0 or 1
    satori_box_id ignored;  ///< not this one; all zero: none
} satori_query_filter;
/// Every box but sensors, as NULL is.
SATORI_API satori_query_filter satori_query_filter_default(void) SATORI_NOEXCEPT;

/// All points origin + t * direction with 0 <= t <= max_distance.
typedef struct satori_world_ray {
    satori_vec3d origin;     ///< metres
    satori_vec3d direction;  ///< of any length
    double max_distance;     ///< in units of the direction's length; INFINITY: no end
} satori_world_ray;

/// A box that is pushed without turning.
typedef struct satori_world_box_cast {
    satori_box_pose pose;      ///< where it begins
    satori_vec3 half_extents;  ///< metres
    satori_vec3d direction;    ///< of any length
    double max_distance;       ///< in units of the direction's length; INFINITY: no end
} satori_world_box_cast;

/// Where a ray or a pushed box meets a box.
typedef struct satori_world_hit {
    double distance;     ///< in units of the direction's length; infinite where nothing is met
    satori_box_id box;   ///< all zero: nothing is met
    satori_vec3 normal;  ///< of the box's surface there, outward, unit; zero where a ray begins in the box
    float depth;         ///< of a pushed box that begins in another one. Metres
} satori_world_hit;

/// A shape whose coordinates are relative to `origin`.
typedef struct satori_world_shape {
    satori_vec3d origin;     ///< near the shape, for precision
    satori_shape_ref shape;  ///< the shape
} satori_world_shape;

/// A point of which the nearest box is wanted.
typedef struct satori_world_point {
    satori_vec3d position;  ///< metres
    double max_distance;    ///< no box further away; INFINITY: any
} satori_world_point;

/// The box nearest to a point.
typedef struct satori_world_closest {
    double distance;     ///< 0 where the point is in the box; infinite where none is near enough
    satori_box_id box;   ///< all zero: none is near enough
    satori_vec3d point;  ///< of the box, nearest to the given one
} satori_world_closest;

/// Hits of many rays: those of ray i are hits[begin[i]] to hits[begin[i + 1] - 1], by distance, then index. In the world, until the
/// next satori_world_all_hits(), which may fail.
typedef struct satori_world_hits {
    const satori_world_hit* hits;  ///< of all rays
    const uint64_t* begin;         ///< one more than there are rays
    uint64_t hit_count;            ///< of hits
} satori_world_hits;

/// Boxes that many shapes overlap: those of shape i are boxes[begin[i]] to boxes[begin[i + 1] - 1], by index. In the world, until
/// the next satori_world_find_boxes(), which may fail.
typedef struct satori_world_boxes {
    const satori_box_id* boxes;  ///< of all shapes
    const uint64_t* begin;       ///< one more than there are shapes
    uint64_t box_count;          ///< of boxes
} satori_world_boxes;

// Errors below, but for memory, instruction sets and executors: SATORI_INVALID_SHAPE for a query that is not legal, `*invalid_index`
// is the first; SATORI_INVALID_ARGUMENT for a flag of the filter that is neither 0 nor 1.

/// hits[i]: where rays[i] first meets a box; of several at one distance the one of lowest index.
SATORI_API satori_status satori_world_closest_hits(satori_world* world, const satori_world_ray* rays,
                                                   satori_world_hit* hits, size_t count,
                                                   const satori_query_filter* filter, const satori_execution* execution,
                                                   uint64_t* invalid_index) SATORI_NOEXCEPT;
/// blocked[i] = 1 when rays[i] meets a box, else 0.
SATORI_API satori_status satori_world_any_hits(satori_world* world, const satori_world_ray* rays, uint8_t* blocked,
                                               size_t count, const satori_query_filter* filter,
                                               const satori_execution* execution,
                                               uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Every box that a ray meets, and where it enters.
SATORI_API satori_status satori_world_all_hits(satori_world* world, const satori_world_ray* rays, size_t count,
                                               satori_world_hits* result, const satori_query_filter* filter,
                                               const satori_execution* execution,
                                               uint64_t* invalid_index) SATORI_NOEXCEPT;
/// hits[i]: where the box that casts[i] pushes first touches another.
SATORI_API satori_status satori_world_cast_boxes(satori_world* world, const satori_world_box_cast* casts,
                                                 satori_world_hit* hits, size_t count,
                                                 const satori_query_filter* filter, const satori_execution* execution,
                                                 uint64_t* invalid_index) SATORI_NOEXCEPT;
/// All boxes that have a point in common with each shape. SATORI_INVALID_ARGUMENT also for a shape that is NULL or of a kind that
/// there is not; `*invalid_index` is the first of these.
SATORI_API satori_status satori_world_find_boxes(satori_world* world, const satori_world_shape* shapes, size_t count,
                                                 satori_world_boxes* result, const satori_query_filter* filter,
                                                 const satori_execution* execution,
                                                 uint64_t* invalid_index) SATORI_NOEXCEPT;
/// closest[i]: the box nearest to points[i]; of several at one distance the one of lowest index.
SATORI_API satori_status satori_world_closest_boxes(satori_world* world, const satori_world_point* points,
                                                    satori_world_closest* closest, size_t count,
                                                    const satori_query_filter* filter,
                                                    const satori_execution* execution,
                                                    uint64_t* invalid_index) SATORI_NOEXCEPT;

SATORI_C_END
