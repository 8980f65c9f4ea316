#pragma once

#include <satori/c/contacts.h>

SATORI_C_BEGIN

/// @addtogroup c_rects
///
/// Rectangles, the 2D counterpart of boxes: satori/rect_batch.hpp, satori/rect_pairs.hpp, satori/rect_contacts.hpp.
/// What the documentation says about boxes applies to rectangles.
/// @{

/// An oriented rectangle, 20 bytes: one float32 row of a 2D scene file. Legal: finite, |center component| <= 1e8,
/// each half extent 0 or 1e-7 to 1e8, |angle| <= 1e5.
typedef struct satori_oriented_rect {
    satori_vec2 center;        ///< meters, world frame
    satori_vec2 half_extents;  ///< meters, along its axes
    float angle;               ///< radians, counter-clockwise
} satori_oriented_rect;

/// A 2D AABB, meters. Legal: finite, min <= max on each axis.
typedef struct satori_aabb2 {
    satori_vec2 min;  ///< lower corner
    satori_vec2 max;  ///< upper corner
} satori_aabb2;

/// A rigid motion in the plane: a point is rotated by `angle` about the origin, then moved by `position`.
typedef struct satori_pose2 {
    satori_vec2 position;  ///< where the body's origin is, meters
    double angle;          ///< radians, |angle| <= 1e5
} satori_pose2;

/// A view of rectangles in the caller's memory; see satori_box_view.
typedef struct satori_rect_view {
    const float* centers;          ///< x y of the first center
    const float* half_extents;     ///< x y of the first half extents
    const float* angles;           ///< the first angle, radians
    ptrdiff_t center_stride;       ///< bytes from one center to the next
    ptrdiff_t half_extent_stride;  ///< bytes from one item of half extents to the next
    ptrdiff_t angle_stride;        ///< bytes from one angle to the next
    size_t count;                  ///< number of rectangles
} satori_rect_view;
/// Returns a view of rows: center xy, half extents xy, angle. Rows are `stride` bytes apart (20 when packed).
SATORI_API satori_rect_view satori_rect_rows(const float* rows, size_t count, ptrdiff_t stride) SATORI_NOEXCEPT;
/// Returns a view of separate packed arrays: centers (n, 2), half extents (n, 2), angles (n).
SATORI_API satori_rect_view satori_rect_arrays(const float* centers, const float* half_extents, const float* angles,
                                               size_t count) SATORI_NOEXCEPT;

/// A view of rectangles in doubles, relative to an origin; see satori_box_view64.
typedef struct satori_rect_view64 {
    const double* centers;         ///< x y of the first center
    const double* half_extents;    ///< x y of the first half extents
    const double* angles;          ///< the first angle, radians
    ptrdiff_t center_stride;       ///< bytes from one center to the next
    ptrdiff_t half_extent_stride;  ///< bytes from one item of half extents to the next
    ptrdiff_t angle_stride;        ///< bytes from one angle to the next
    size_t count;                  ///< number of rectangles
    satori_vec2d origin;           ///< subtracted from the centers before they are rounded; finite
} satori_rect_view64;
/// Returns a view of rows: center xy, half extents xy, angle. Rows are `stride` bytes apart (40 when packed).
SATORI_API satori_rect_view64 satori_rect_rows64(const double* rows, size_t count, satori_vec2d origin,
                                                 ptrdiff_t stride) SATORI_NOEXCEPT;
/// Returns a view of separate packed arrays: centers (n, 2), half extents (n, 2), angles (n).
SATORI_API satori_rect_view64 satori_rect_arrays64(const double* centers, const double* half_extents,
                                                   const double* angles, size_t count,
                                                   satori_vec2d origin) SATORI_NOEXCEPT;

/// The arrays of a rectangle batch. Axis 1 is (-axis y, axis x).
typedef uint32_t satori_rect_component;
/// The values of satori_rect_component.
enum {
    SATORI_RECT_CENTER_X = 0,  ///< x of the center, meters
    SATORI_RECT_CENTER_Y = 1,  ///< y of the center
    SATORI_RECT_HALF_X = 2,    ///< half extent along axis 0, meters
    SATORI_RECT_HALF_Y = 3,    ///< half extent along axis 1
    SATORI_RECT_AXIS_X = 4,    ///< cosine
    SATORI_RECT_AXIS_Y = 5     ///< sine
};

/// A set of validated rectangles as structure of arrays.
typedef struct satori_rect_batch satori_rect_batch;
/// Creates an empty batch.
SATORI_API satori_status satori_rect_batch_create(const satori_allocator* allocator,
                                                  satori_rect_batch** batch) SATORI_NOEXCEPT;
/// Destroys the handle and releases all of its memory.
SATORI_API void satori_rect_batch_destroy(satori_rect_batch* batch) SATORI_NOEXCEPT;
/// Replaces the rectangles with those of `view`. On errors they are unchanged.
SATORI_API satori_status satori_rect_batch_assign(satori_rect_batch* batch, const satori_rect_view* view,
                                                  satori_on_invalid on_invalid,
                                                  const satori_execution* execution) SATORI_NOEXCEPT;
/// Replaces the rectangles with those of a view of doubles. satori_rect_batch_center_error() returns the rounding
/// error.
SATORI_API satori_status satori_rect_batch_assign64(satori_rect_batch* batch, const satori_rect_view64* view,
                                                    satori_on_invalid on_invalid,
                                                    const satori_execution* execution) SATORI_NOEXCEPT;
/// Replaces the rectangles with those of `source`, scaled about the origin, then moved by `pose`. `source` may be
/// this batch. Half extents that become less than 1e-7 become 0.
SATORI_API satori_status satori_rect_batch_assign_transformed(satori_rect_batch* batch, const satori_rect_batch* source,
                                                              const satori_pose2* pose, float scale,
                                                              const satori_execution* execution) SATORI_NOEXCEPT;
/// Removes all rectangles and keeps the memory.
SATORI_API void satori_rect_batch_clear(satori_rect_batch* batch) SATORI_NOEXCEPT;
/// Returns the number of rectangles.
SATORI_API uint32_t satori_rect_batch_size(const satori_rect_batch* batch) SATORI_NOEXCEPT;
/// Returns the illegal rectangles of the last assignment, by index; `*count` is their number. Valid until the next
/// assignment. NULL when `count` is NULL.
SATORI_API const satori_invalid_box* satori_rect_batch_invalid(const satori_rect_batch* batch,
                                                               size_t* count) SATORI_NOEXCEPT;
/// Returns the largest distance along an axis between a center as given and as stored, meters. 0 when floats were
/// given, and after satori_rect_batch_assign_transformed().
SATORI_API double satori_rect_batch_center_error(const satori_rect_batch* batch) SATORI_NOEXCEPT;
/// Returns an array with one float per rectangle, valid until the next assignment. NULL for a component that does not
/// exist.
SATORI_API const float* satori_rect_batch_component(const satori_rect_batch* batch,
                                                    satori_rect_component component) SATORI_NOEXCEPT;
/// Sets the radii: radii[i] for rectangle i, as satori_box_batch_set_radii() does.
SATORI_API satori_status satori_rect_batch_set_radii(satori_rect_batch* batch, const float* radii, size_t count,
                                                     uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Returns the radii, one per rectangle, valid until the next assignment or setting. NULL when none are set.
SATORI_API const float* satori_rect_batch_radii(const satori_rect_batch* batch) SATORI_NOEXCEPT;
/// Returns the memory held, bytes, without the handle.
SATORI_API uint64_t satori_rect_batch_bytes(const satori_rect_batch* batch) SATORI_NOEXCEPT;

/// A view of 2D AABBs in the caller's memory.
typedef struct satori_aabb2_view {
    const float* minima;  ///< x y of the first lower corner
    const float* maxima;  ///< x y of the first upper corner
    ptrdiff_t stride;     ///< bytes, of both; a multiple of 4
    size_t count;         ///< number of AABBs
} satori_aabb2_view;
/// Returns a view of an array of AABBs.
SATORI_API satori_aabb2_view satori_aabb2_rows(const satori_aabb2* rects, size_t count) SATORI_NOEXCEPT;

/// Computes the AABBs of all rectangles, rounded outward: bounds[i] for rectangle i. `count` must be the batch's
/// size.
SATORI_API satori_status satori_compute_rect_aabbs(const satori_rect_batch* rects, satori_aabb2* bounds, size_t count,
                                                   const satori_execution* execution) SATORI_NOEXCEPT;
/// Finds all pairs of rectangles whose AABBs overlap or touch. With two sets, it finds pairs of one rectangle of each.
/// `second` is NULL for one set.
SATORI_API satori_status satori_find_rect_pairs(const satori_rect_batch* first, const satori_rect_batch* second,
                                                satori_workspace* workspace, satori_pair_result* result,
                                                const satori_pair_options* options) SATORI_NOEXCEPT;
/// Finds all pairs of AABBs that overlap or touch, in one set or between two.
SATORI_API satori_status satori_find_aabb2_pairs(const satori_aabb2_view* first, const satori_aabb2_view* second,
                                                 satori_workspace* workspace, satori_pair_result* result,
                                                 const satori_pair_options* options) SATORI_NOEXCEPT;
/// Finds all pairs of rectangles that overlap, in one set or between two.
SATORI_API satori_status satori_find_rect_overlaps(const satori_rect_batch* first, const satori_rect_batch* second,
                                                   satori_workspace* workspace, satori_pair_result* result,
                                                   const satori_pair_options* options) SATORI_NOEXCEPT;
/// Tests given pairs: overlaps[k] = 1 when the rectangles of pairs[k] overlap, else 0.
SATORI_API satori_status satori_test_rect_pairs(const satori_rect_batch* first, const satori_rect_batch* second,
                                                const satori_box_pair* pairs, uint8_t* overlaps, size_t count,
                                                satori_workspace* workspace,
                                                const satori_pair_options* options) SATORI_NOEXCEPT;
/// Tests whether two rectangles overlap: `*overlap` becomes 1 or 0. SATORI_INVALID_BOX when one of them is not legal.
SATORI_API satori_status satori_overlaps_rects(const satori_oriented_rect* a, const satori_oriented_rect* b,
                                               uint8_t* overlap, satori_boundary boundary) SATORI_NOEXCEPT;

/// The axis on which the rectangles of a pair overlap least or are farthest apart, as satori_collide_rects() chooses
/// it.
typedef struct satori_rect_separating_axis {
    satori_vec2 normal;  ///< unit, from A to B; for a pair given as (B, A): from B to A
    float separation;    ///< along the normal; negative: they overlap by this much
    uint32_t axis;       ///< number of the axis, 0 to 3
} satori_rect_separating_axis;

/// A contact point: the midpoint of two witness points that lie `separation` apart along the normal.
typedef struct satori_rect_contact_point {
    satori_vec2 offset;   ///< from A's center, world directions
    float separation;     ///< negative: the rectangles overlap here by this much
    uint32_t feature_id;  ///< axis: feature_id >> 8
} satori_rect_contact_point;

/// A contact manifold of two rectangles.
typedef struct satori_rect_manifold {
    satori_box_pair pair;                 ///< (A, B)
    satori_vec2 normal;                   ///< unit, from A to B
    uint32_t point_count;                 ///< 1 or 2 (satori_build_rect_manifolds() also 0)
    satori_rect_contact_point points[2];  ///< points after point_count are zero
} satori_rect_manifold;

/// Memory of the caller for the manifolds that a call makes.
typedef struct satori_rect_manifold_buffer {
    satori_rect_manifold* data;  ///< room for manifolds; NULL, with capacity 0: they stay in the workspace
    uint64_t capacity;           ///< manifolds that it has room for
} satori_rect_manifold_buffer;

/// Options of the calls that make contacts of rectangles; see satori_collide_options.
typedef struct satori_rect_collide_options {
    const satori_contact_options* contacts;  ///< how contacts are chosen; NULL: satori_contact_options_default()
    const satori_execution* execution;       ///< where the call runs; NULL: satori_execution_default()
    satori_rect_manifold_buffer buffer;      ///< where manifolds go
    const satori_contact_cache* last;        ///< the contacts of the last step, or NULL
    const uint8_t* cached_axes;              ///< satori_rect_separating_axes(): NULL, or the last axis of each pair
    uint64_t* invalid_pair;                  ///< where the index of an invalid pair goes; may be NULL
    satori_set_filters first_filters;        ///< of the rectangles of `first`; satori_collide_rects() alone
    satori_set_filters second_filters;       ///< of the rectangles of `second`; not read without `second`
} satori_rect_collide_options;

/// The results of satori_collide_rects() and satori_collide_rect_pairs().
typedef struct satori_rect_contact_result {
    satori_rect_manifold* manifolds;  ///< in column order, or that of the list; in the workspace or the buffer
    uint64_t manifold_count;          ///< number found, even when the buffer is too small
    uint64_t point_count;             ///< points of all manifolds
    uint64_t candidate_count;         ///< pairs whose AABBs, enlarged by the speculative distance, overlap
    uint32_t thread_count;            ///< threads that took part
    satori_isa isa;                   ///< the instruction set that ran
    satori_stage_times times;         ///< time per stage
} satori_rect_contact_result;

/// Finds all contacts of rectangles, in one set or between two: `second` is NULL for one set.
SATORI_API satori_status satori_collide_rects(const satori_rect_batch* first, const satori_rect_batch* second,
                                              satori_workspace* workspace, satori_rect_contact_result* result,
                                              const satori_rect_collide_options* options) SATORI_NOEXCEPT;
/// Finds the contacts of given pairs, in the order of the list.
SATORI_API satori_status satori_collide_rect_pairs(const satori_rect_batch* first, const satori_rect_batch* second,
                                                   const satori_box_pair* pairs, size_t count,
                                                   satori_workspace* workspace, satori_rect_contact_result* result,
                                                   const satori_rect_collide_options* options) SATORI_NOEXCEPT;
/// Finds the axis of each pair: axes[k] for pairs[k].
SATORI_API satori_status satori_rect_separating_axes(const satori_rect_batch* first, const satori_rect_batch* second,
                                                     const satori_box_pair* pairs, satori_rect_separating_axis* axes,
                                                     size_t count, satori_workspace* workspace,
                                                     const satori_rect_collide_options* options) SATORI_NOEXCEPT;
/// Pairs, and the axis of each.
typedef struct satori_rect_pair_axes {
    const satori_box_pair* pairs;             ///< pairs of one set, or between two
    const satori_rect_separating_axis* axes;  ///< axes[k] of pairs[k]; the call reads only the member axis
    size_t count;                             ///< pairs
} satori_rect_pair_axes;
/// Makes the manifold of each pair along a given axis: manifolds[k] for pairs[k] and axes[k].axis of the list.
SATORI_API satori_status satori_build_rect_manifolds(const satori_rect_batch* first, const satori_rect_batch* second,
                                                     const satori_rect_pair_axes* list, satori_rect_manifold* manifolds,
                                                     satori_workspace* workspace,
                                                     const satori_rect_collide_options* options) SATORI_NOEXCEPT;

/// Does what satori_contact_cache_remember() does, for rectangles. A cache holds manifolds of boxes or of rectangles.
SATORI_API satori_status satori_contact_cache_remember_rects(satori_contact_cache* cache,
                                                             const satori_rect_manifold* manifolds,
                                                             size_t count) SATORI_NOEXCEPT;
/// Does what satori_match_points() does, for rectangles: two points instead of four, matches[2 * m + p]. `matches`
/// must have room for 2 * count.
SATORI_API satori_status satori_match_rect_points(const satori_contact_cache* last, const satori_rect_batch* first,
                                                  const satori_rect_batch* second,
                                                  const satori_rect_manifold* manifolds, size_t count,
                                                  uint32_t* matches,
                                                  const satori_match_options* options) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
