#pragma once

#include <satori/c/batch.h>
#include <satori/c/distances.h>
#include <satori/c/impacts.h>
#include <satori/c/shapes.h>
#include <satori/c/world.h>

SATORI_C_BEGIN

/// @addtogroup c_world_queries
///
/// Queries about the boxes of a world as they are now: satori/world_queries.hpp.
///
/// Errors of the calls, in addition to those of memory, instruction sets and executors: SATORI_INVALID_SHAPE for a
/// query that is not legal (`*options->invalid_index` is the first), SATORI_INVALID_ARGUMENT for a flag of the filter
/// or the options that is neither 0 nor 1, for `ignored_boxes` NULL with an `ignored_count` other than 0, and in calls
/// with a `result` for `prepared` 1 without a workspace.
/// @{

/// Selects the boxes that a query sees.
typedef struct satori_query_filter {
    uint64_t mask;                       ///< boxes whose category has one of these bits; all bits: every box
    uint8_t sensors;                     ///< 1: sensors too. 0 or 1
    satori_box_id ignored;               ///< a box to leave out; all zero: none
    uint32_t ignored_owner;              ///< leaves out boxes of this owner; 0: none
    uint32_t ignored_motions;            ///< motion types to leave out: a sum of 1u << type
    const satori_box_id* ignored_boxes;  ///< more boxes to leave out; may be NULL if ignored_count is 0
    size_t ignored_count;                ///< number of ignored_boxes
} satori_query_filter;
/// Returns a filter that selects every box except sensors. A NULL filter means the same.
SATORI_API satori_query_filter satori_query_filter_default(void) SATORI_NOEXCEPT;

/// Decides whether query `query` (its index in the call) sees a box: 0 means no. QueryPredicate in
/// satori/world_queries.hpp says about which boxes it is asked. It must be a pure function. It is called on all threads
/// of the call, and must not call into the world.
typedef uint8_t (*satori_query_predicate)(uint64_t query, satori_box_id box, void* user) SATORI_NOEXCEPT;

/// Options of the queries. All zero: the defaults. NULL in place of the struct means the same.
typedef struct satori_query_options {
    const satori_query_filter* filter;  ///< of all queries, unless `filters` is given; NULL: the default filter
    const satori_execution* execution;  ///< where the call runs; NULL: satori_execution_default()
    uint64_t* invalid_index;            ///< where the index of a query that is not legal goes; may be NULL
    satori_workspace* workspace;        ///< holds the results that no array of the caller takes; NULL: the world does
    /// 1: the call only reads the world, and does not prepare. It fails with SATORI_NOT_PREPARED when the world has
    /// changed since its queries were prepared. Any number of such calls may run at the same time, each with its own
    /// workspace. 0: the call prepares first.
    uint8_t prepared;
    const satori_query_filter* filters;  ///< one for each query; NULL: `filter` is that of all
    satori_query_predicate predicate;    ///< decides about boxes that pass the filter; NULL: none
    void* predicate_user;                ///< passed to the predicate
} satori_query_options;

/// A ray: all points origin + t * direction with 0 <= t <= max_distance.
typedef struct satori_world_ray {
    satori_vec3d origin;     ///< where it begins, meters
    satori_vec3d direction;  ///< any length
    double max_distance;     ///< in units of the direction's length; INFINITY: no end
} satori_world_ray;

/// A box that moves along `direction` without rotation.
typedef struct satori_world_box_cast {
    satori_box_pose pose;      ///< the pose at the start
    satori_vec3 half_extents;  ///< half of its edge lengths, meters
    satori_vec3d direction;    ///< any length
    double max_distance;       ///< in units of the direction's length; INFINITY: no end
    float skin;                ///< the motion ends this far before a box; meters
    float radius;              ///< rounds the cast box: meters, 0 or 1e-7 to 1e8
} satori_world_box_cast;

/// A hit: where a ray or a cast box meets a box.
typedef struct satori_world_hit {
    double distance;     ///< in units of the direction's length; infinite when there is no hit
    satori_box_id box;   ///< all zero: no hit
    satori_vec3 normal;  ///< outward unit normal of the box's surface at the hit; zero when a ray begins in the box
    float depth;         ///< casts: how deep the cast box is in the other box, or its skin, when it begins; meters
    satori_vec3d point;  ///< where the ray or the cast box meets the box: WorldHit in satori/world_queries.hpp
} satori_world_hit;

/// A box that moves straight and turns, among boxes that stand still.
typedef struct satori_world_moving_box {
    satori_box_pose pose;      ///< at time 0
    satori_vec3 half_extents;  ///< half of its edge lengths, meters
    float radius;              ///< rounds the box: meters, 0 or 1e-7 to 1e8
    satori_box_motion motion;  ///< from time 0 to time 1
    float distance;            ///< it meets a box when it is nearer to it than this; meters
    float tolerance;           ///< at the time of the impact it may be farther away by this, meters
} satori_world_moving_box;

/// The first box that a moving box meets, and when.
typedef struct satori_world_box_impact {
    satori_box_id box;     ///< all zero: none
    satori_impact impact;  ///< `closest`: of the moving box, then of the other one
} satori_world_box_impact;

/// A shape whose coordinates are relative to `origin`.
typedef struct satori_world_shape {
    satori_vec3d origin;     ///< near the shape, for precision
    satori_shape_ref shape;  ///< its coordinates are relative to `origin`
} satori_world_shape;

/// A point whose nearest box within max_distance is to be found.
typedef struct satori_world_point {
    satori_vec3d position;  ///< where the point is, meters
    double max_distance;    ///< no box farther away counts; INFINITY: any
} satori_world_point;

/// The box nearest to a point.
typedef struct satori_world_closest {
    double distance;    ///< distance to the box, meters; 0 when the point is in it, infinite when no box is near enough
    satori_box_id box;  ///< all zero: none is near enough
    satori_vec3d point;  ///< the box's point nearest to the given point
} satori_world_closest;

/// Hits of many rays or casts: hits of query i are hits[begin[i]] to hits[begin[i + 1] - 1], by distance, then index.
/// The given workspace holds them until its next call. Without a workspace, the world holds them until its next
/// satori_world_all_hits() or satori_world_all_cast_hits() without one. A call that fails counts too.
typedef struct satori_world_hits {
    const satori_world_hit* hits;  ///< hits of all queries
    const uint64_t* begin;         ///< has one item more than there are queries
    uint64_t hit_count;            ///< number of hits
} satori_world_hits;

/// Boxes that many shapes overlap: boxes of shape i are boxes[begin[i]] to boxes[begin[i + 1] - 1], by index. The
/// given workspace holds them until its next call. Without a workspace, the world holds them until its next
/// satori_world_find_boxes() or satori_world_classify_boxes() without one. A call that fails counts too.
typedef struct satori_world_boxes {
    const satori_box_id* boxes;  ///< boxes of all shapes
    const uint64_t* begin;       ///< has one item more than there are shapes
    uint64_t box_count;          ///< number of boxes
} satori_world_boxes;

/// A box that has a point in common with a shape.
typedef struct satori_world_contained {
    satori_box_id box;               ///< overlaps the shape
    satori_containment containment;  ///< SATORI_CROSSING or SATORI_INSIDE
    uint8_t unused[3];               ///< zero
} satori_world_contained;

/// Boxes that many shapes overlap, as satori_world_boxes, and how they lie to the shapes. Held like satori_world_boxes,
/// until the next satori_world_find_boxes() or satori_world_classify_boxes().
typedef struct satori_world_containments {
    const satori_world_contained* boxes;  ///< boxes of all shapes
    const uint64_t* begin;                ///< has one item more than there are shapes
    uint64_t box_count;                   ///< number of boxes
} satori_world_containments;

/// Pairs of boxes that are near each other, by index of the first box, then of the second. The given workspace holds
/// them until its next call. Without a workspace, the world holds them until its next satori_world_find_near_pairs()
/// without one. A call that fails counts too.
typedef struct satori_world_pairs {
    const satori_world_pair* pairs;  ///< each pair once
    uint64_t pair_count;             ///< number of pairs
} satori_world_pairs;

/// Brings everything that queries read up to date, for calls with `prepared` 1. Changes of filters, motion types, sleep
/// and user data need no new call.
SATORI_API satori_status satori_world_prepare_queries(satori_world* world,
                                                      const satori_execution* execution) SATORI_NOEXCEPT;
/// Finds the first hit of each ray: hits[i] for rays[i]. Of several at one distance, the box of lowest index.
SATORI_API satori_status satori_world_closest_hits(satori_world* world, const satori_world_ray* rays,
                                                   satori_world_hit* hits, size_t count,
                                                   const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds which rays meet any box: blocked[i] = 1 when rays[i] meets a box, else 0.
SATORI_API satori_status satori_world_any_hits(satori_world* world, const satori_world_ray* rays, uint8_t* blocked,
                                               size_t count, const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds every box that each ray meets, and where the ray enters it.
SATORI_API satori_status satori_world_all_hits(satori_world* world, const satori_world_ray* rays, size_t count,
                                               satori_world_hits* result,
                                               const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds every box that each cast box would meet if it were the only one. The hits are those that
/// satori_world_cast_boxes() would return.
SATORI_API satori_status satori_world_all_cast_hits(satori_world* world, const satori_world_box_cast* casts,
                                                    size_t count, satori_world_hits* result,
                                                    const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds the first hit of each cast box: hits[i] for casts[i].
SATORI_API satori_status satori_world_cast_boxes(satori_world* world, const satori_world_box_cast* casts,
                                                 satori_world_hit* hits, size_t count,
                                                 const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds the first box that each moving box meets, and when: impacts[i] for boxes[i]. A box that is nearer than its
/// distance at time 0 is met at time 0. A tolerance counts as 4 delta if it is less, see satori_times_of_impact().
/// delta grows with the larger box; satori_world_cast_boxes() is more exact for boxes that do not turn.
SATORI_API satori_status satori_world_first_impacts(satori_world* world, const satori_world_moving_box* boxes,
                                                    satori_world_box_impact* impacts, size_t count,
                                                    const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds all boxes that have a point in common with each shape. SATORI_INVALID_ARGUMENT also for a shape that is NULL
/// or of an unknown kind; `*options->invalid_index` is the first such shape.
SATORI_API satori_status satori_world_find_boxes(satori_world* world, const satori_world_shape* shapes, size_t count,
                                                 satori_world_boxes* result,
                                                 const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds the same boxes, and which of them lie wholly in the shape. Errors as above.
SATORI_API satori_status satori_world_classify_boxes(satori_world* world, const satori_world_shape* shapes,
                                                     size_t count, satori_world_containments* result,
                                                     const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds the box nearest to each point: closest[i] for points[i]. Of several at one distance, the box of lowest
/// index.
SATORI_API satori_status satori_world_closest_boxes(satori_world* world, const satori_world_point* points,
                                                    satori_world_closest* closest, size_t count,
                                                    const satori_query_options* options) SATORI_NOEXCEPT;
/// Computes how far the boxes of given pairs are apart, and where: distances[k] for pairs[k]. SATORI_INVALID_ID when a
/// box does not exist, or a pair names one box twice; `*options->invalid_index` is the first such pair.
SATORI_API satori_status satori_world_distances(satori_world* world, const satori_world_pair* pairs,
                                                satori_pair_distance* distances, size_t count,
                                                const satori_query_options* options) SATORI_NOEXCEPT;
/// Finds all pairs of boxes that are at most `max_distance` apart and that satori_world_update() would keep. The call
/// is one query: options->filters, if given, is one filter.
SATORI_API satori_status satori_world_find_near_pairs(satori_world* world, float max_distance,
                                                      satori_world_pairs* result,
                                                      const satori_query_options* options) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
