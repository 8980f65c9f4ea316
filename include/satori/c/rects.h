#pragma once

#include <satori/c/contacts.h>

// The calls about boxes, in the plane: satori/rect_batch.hpp, satori/rect_pairs.hpp, satori/rect_contacts.hpp. What is said of
// boxes holds of rectangles.

SATORI_C_BEGIN

/// An oriented rectangle, 20 bytes: a float32 row of a 2D scene. Legal: finite, |centre component| <= 1e8, each half extent 0 or
/// 1e-7 to 1e8, |angle| <= 1e5.
typedef struct satori_oriented_rect {
    satori_vec2 center;        ///< metres, world frame
    satori_vec2 half_extents;  ///< metres, along its axes
    float angle;               ///< radians, counter-clockwise
} satori_oriented_rect;

/// An axis-aligned rectangle, metres.
typedef struct satori_aabb2 {
    satori_vec2 min;  ///< lower corner
    satori_vec2 max;  ///< upper corner
} satori_aabb2;

/// A rigid motion in the plane: a point, turned by `angle` about the origin, then moved by `position`.
typedef struct satori_pose2 {
    satori_vec2 position;  ///< metres
    double angle;          ///< radians, |angle| <= 1e5
} satori_pose2;

/// A view of rectangles in the caller's memory; see satori_box_view.
typedef struct satori_rect_view {
    const float* centers;          ///< x y
    const float* half_extents;     ///< x y
    const float* angles;           ///< radians
    ptrdiff_t center_stride;       ///< bytes
    ptrdiff_t half_extent_stride;  ///< bytes
    ptrdiff_t angle_stride;        ///< bytes
    size_t count;                  ///< rectangles
} satori_rect_view;
/// Rows of centre xy, half extents xy, angle, `stride` bytes apart (20 when packed).
SATORI_API satori_rect_view satori_rect_rows(const float* rows, size_t count, ptrdiff_t stride) SATORI_NOEXCEPT;
/// Separate packed arrays: centres (n, 2), half extents (n, 2), angles (n).
SATORI_API satori_rect_view satori_rect_arrays(const float* centers, const float* half_extents, const float* angles,
                                               size_t count) SATORI_NOEXCEPT;

/// A view of rectangles in doubles, seen from an origin; see satori_box_view64.
typedef struct satori_rect_view64 {
    const double* centers;         ///< x y
    const double* half_extents;    ///< x y
    const double* angles;          ///< radians
    ptrdiff_t center_stride;       ///< bytes
    ptrdiff_t half_extent_stride;  ///< bytes
    ptrdiff_t angle_stride;        ///< bytes
    size_t count;                  ///< rectangles
    satori_vec2d origin;           ///< finite
} satori_rect_view64;
/// Rows of centre xy, half extents xy, angle, `stride` bytes apart (40 when packed).
SATORI_API satori_rect_view64 satori_rect_rows64(const double* rows, size_t count, satori_vec2d origin,
                                                 ptrdiff_t stride) SATORI_NOEXCEPT;
/// Separate packed arrays: centres (n, 2), half extents (n, 2), angles (n).
SATORI_API satori_rect_view64 satori_rect_arrays64(const double* centers, const double* half_extents,
                                                   const double* angles, size_t count,
                                                   satori_vec2d origin) SATORI_NOEXCEPT;

/// The arrays of a rectangle batch. Axis 1 is (-axis y, axis x).
typedef uint32_t satori_rect_component;
enum {
    SATORI_RECT_CENTER_X = 0,  ///< metres
    SATORI_RECT_CENTER_Y = 1,  ///< metres
    SATORI_RECT_HALF_X = 2,    ///< metres
    SATORI_RECT_HALF_Y = 3,    ///< metres
    SATORI_RECT_AXIS_X = 4,    ///< cosine
    SATORI_RECT_AXIS_Y = 5     ///< sine
};

/// Validated rectangles as structure of arrays.
typedef struct satori_rect_batch satori_rect_batch;
/// An empty batch.
SATORI_API satori_status satori_rect_batch_create(const satori_allocator* allocator,
                                                  satori_rect_batch** batch) SATORI_NOEXCEPT;
/// Gives back all memory.
SATORI_API void satori_rect_batch_destroy(satori_rect_batch* batch) SATORI_NOEXCEPT;
/// Replaces the rectangles by those of `view`. On errors they are as before.
SATORI_API satori_status satori_rect_batch_assign(satori_rect_batch* batch, const satori_rect_view* view,
                                                  satori_on_invalid on_invalid,
                                                  const satori_execution* execution) SATORI_NOEXCEPT;
/// The same of doubles. satori_rect_batch_center_loss() tells what rounding them has cost.
SATORI_API satori_status satori_rect_batch_assign64(satori_rect_batch* batch, const satori_rect_view64* view,
                                                    satori_on_invalid on_invalid,
                                                    const satori_execution* execution) SATORI_NOEXCEPT;
/// Replaces the rectangles by those of `source`, which may be this batch, scaled about the origin, then moved by `pose`.
/// Half extents that become less than 1e-7 become 0.
SATORI_API satori_status satori_rect_batch_assign_transformed(satori_rect_batch* batch, const satori_rect_batch* source,
                                                              const satori_pose2* pose, float scale,
                                                              const satori_execution* execution) SATORI_NOEXCEPT;
/// Forgets the rectangles, keeps the memory.
SATORI_API void satori_rect_batch_clear(satori_rect_batch* batch) SATORI_NOEXCEPT;
/// Rectangles.
SATORI_API uint32_t satori_rect_batch_size(const satori_rect_batch* batch) SATORI_NOEXCEPT;
/// The illegal ones of the last assignment, by index: `*count` of them, until the next one. NULL for a NULL count.
SATORI_API const satori_invalid_box* satori_rect_batch_invalid(const satori_rect_batch* batch,
                                                               size_t* count) SATORI_NOEXCEPT;
/// How far centres are from those that were given, at most, along an axis: metres; 0 where floats were given, and after
/// satori_rect_batch_assign_transformed().
SATORI_API double satori_rect_batch_center_loss(const satori_rect_batch* batch) SATORI_NOEXCEPT;
/// An array of as many floats as there are rectangles, until the next assignment. NULL for a component that there is not.
SATORI_API const float* satori_rect_batch_component(const satori_rect_batch* batch,
                                                    satori_rect_component component) SATORI_NOEXCEPT;
/// Memory held, but for the handle.
SATORI_API uint64_t satori_rect_batch_bytes(const satori_rect_batch* batch) SATORI_NOEXCEPT;

/// A view of axis-aligned rectangles in the caller's memory.
typedef struct satori_aabb2_view {
    const float* minima;  ///< x y
    const float* maxima;  ///< x y
    ptrdiff_t stride;     ///< bytes, of both; a multiple of 4
    size_t count;         ///< rectangles
} satori_aabb2_view;
/// AABBs in an array.
SATORI_API satori_aabb2_view satori_aabb2_rows(const satori_aabb2* rects, size_t count) SATORI_NOEXCEPT;

/// AABBs of all rectangles, rounded outward: bounds[i] for rectangle i. `count` must be the batch's size.
SATORI_API satori_status satori_compute_rect_aabbs(const satori_rect_batch* rects, satori_aabb2* bounds, size_t count,
                                                   const satori_execution* execution) SATORI_NOEXCEPT;
/// All pairs whose AABBs overlap or touch.
SATORI_API satori_status satori_find_rect_pairs(const satori_rect_batch* rects, satori_workspace* workspace,
                                                satori_pair_result* result, const satori_execution* execution,
                                                const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// The same of two sets: pairs of one rectangle of each.
SATORI_API satori_status satori_find_rect_pairs_between(const satori_rect_batch* first, const satori_rect_batch* second,
                                                        satori_workspace* workspace, satori_pair_result* result,
                                                        const satori_execution* execution,
                                                        const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// The same on AABBs of the caller's own.
SATORI_API satori_status satori_find_aabb2_pairs(const satori_aabb2_view* rects, satori_workspace* workspace,
                                                 satori_pair_result* result, const satori_execution* execution,
                                                 const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// The same of two sets of AABBs.
SATORI_API satori_status satori_find_aabb2_pairs_between(const satori_aabb2_view* first,
                                                         const satori_aabb2_view* second, satori_workspace* workspace,
                                                         satori_pair_result* result, const satori_execution* execution,
                                                         const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// All pairs of rectangles that overlap.
SATORI_API satori_status satori_find_rect_overlaps(const satori_rect_batch* rects, satori_workspace* workspace,
                                                   satori_pair_result* result, const satori_collide_options* options,
                                                   const satori_execution* execution,
                                                   const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// The same of two sets: pairs of one rectangle of each.
SATORI_API satori_status satori_find_rect_overlaps_between(const satori_rect_batch* first,
                                                           const satori_rect_batch* second, satori_workspace* workspace,
                                                           satori_pair_result* result,
                                                           const satori_collide_options* options,
                                                           const satori_execution* execution,
                                                           const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// overlaps[k] = 1 when the rectangles of pairs[k] overlap, else 0.
SATORI_API satori_status satori_test_rect_pairs(const satori_rect_batch* rects, const satori_box_pair* pairs,
                                                uint8_t* overlaps, size_t count, satori_workspace* workspace,
                                                const satori_collide_options* options,
                                                const satori_execution* execution,
                                                uint64_t* invalid_pair) SATORI_NOEXCEPT;
/// pairs[k].first indexes `first`, pairs[k].second `second`.
SATORI_API satori_status satori_test_rect_pairs_between(const satori_rect_batch* first, const satori_rect_batch* second,
                                                        const satori_box_pair* pairs, uint8_t* overlaps, size_t count,
                                                        satori_workspace* workspace,
                                                        const satori_collide_options* options,
                                                        const satori_execution* execution,
                                                        uint64_t* invalid_pair) SATORI_NOEXCEPT;
/// Two rectangles: `*overlap` becomes 1 or 0. SATORI_INVALID_BOX if either is not legal.
SATORI_API satori_status satori_overlaps_rects(const satori_oriented_rect* a, const satori_oriented_rect* b,
                                               uint8_t* overlap, const satori_collide_options* options) SATORI_NOEXCEPT;

/// Where the rectangles of a pair come closest to being separated.
typedef struct satori_rect_separating_axis {
    satori_vec2 normal;  ///< unit, from A to B; asked as (B, A): from B to A
    float separation;    ///< along the normal; negative: they overlap by as much
    uint32_t axis;       ///< 0 to 3
} satori_rect_separating_axis;

/// One point of contact: the midpoint of two witnesses that lie `separation` apart along the normal.
typedef struct satori_rect_contact_point {
    satori_vec2 offset;   ///< from A's centre
    float separation;     ///< negative: the rectangles overlap there by as much
    uint32_t feature_id;  ///< the axis it belongs to: feature_id >> 8
} satori_rect_contact_point;

/// How two rectangles touch.
typedef struct satori_rect_manifold {
    satori_box_pair pair;                 ///< (A, B)
    satori_vec2 normal;                   ///< unit, from A to B
    uint32_t point_count;                 ///< 1 or 2 (satori_build_rect_manifolds() also 0)
    satori_rect_contact_point points[2];  ///< those behind point_count are zero
} satori_rect_manifold;

/// Where manifolds go when the caller wants them in memory of its own.
typedef struct satori_rect_manifold_buffer {
    satori_rect_manifold* data;  ///< NULL, and capacity 0: they stay in the workspace
    uint64_t capacity;           ///< manifolds
} satori_rect_manifold_buffer;

/// What satori_collide_rects() gives.
typedef struct satori_rect_contact_result {
    satori_rect_manifold* manifolds;  ///< in column order; in the workspace, or in the buffer
    uint64_t manifold_count;          ///< found, also when the buffer was too small for them
    uint64_t point_count;             ///< of all manifolds
    uint64_t candidate_count;         ///< as in satori_pair_result, AABBs larger by the speculative distance
    uint32_t thread_count;            ///< threads that took part
    satori_isa isa;                   ///< the set that ran
    satori_stage_times times;         ///< where the time went
} satori_rect_contact_result;

/// Rectangles in, manifolds out. `last` may be NULL, and must not change during the call.
SATORI_API satori_status satori_collide_rects(const satori_rect_batch* rects, satori_workspace* workspace,
                                              satori_rect_contact_result* result, const satori_collide_options* options,
                                              const satori_execution* execution,
                                              const satori_rect_manifold_buffer* buffer,
                                              const satori_contact_cache* last) SATORI_NOEXCEPT;
/// The same of two sets: pairs of one rectangle of each.
SATORI_API satori_status satori_collide_rects_between(const satori_rect_batch* first, const satori_rect_batch* second,
                                                      satori_workspace* workspace, satori_rect_contact_result* result,
                                                      const satori_collide_options* options,
                                                      const satori_execution* execution,
                                                      const satori_rect_manifold_buffer* buffer,
                                                      const satori_contact_cache* last) SATORI_NOEXCEPT;
/// The axis of each pair: axes[k] for pairs[k]. `cached_axes`: NULL, or `count` axes of the last step.
SATORI_API satori_status satori_rect_separating_axes(const satori_rect_batch* rects, const satori_box_pair* pairs,
                                                     satori_rect_separating_axis* axes, size_t count,
                                                     satori_workspace* workspace, const satori_collide_options* options,
                                                     const satori_execution* execution, const uint8_t* cached_axes,
                                                     uint64_t* invalid_pair) SATORI_NOEXCEPT;
/// pairs[k].first indexes `first`, pairs[k].second `second`.
SATORI_API satori_status satori_rect_separating_axes_between(
    const satori_rect_batch* first, const satori_rect_batch* second, const satori_box_pair* pairs,
    satori_rect_separating_axis* axes, size_t count, satori_workspace* workspace, const satori_collide_options* options,
    const satori_execution* execution, const uint8_t* cached_axes, uint64_t* invalid_pair) SATORI_NOEXCEPT;
/// The manifold of each pair along the axis given for it: manifolds[k] for pairs[k] and axes[k].axis.
SATORI_API satori_status satori_build_rect_manifolds(const satori_rect_batch* rects, const satori_box_pair* pairs,
                                                     const satori_rect_separating_axis* axes,
                                                     satori_rect_manifold* manifolds, size_t count,
                                                     satori_workspace* workspace, const satori_collide_options* options,
                                                     const satori_execution* execution,
                                                     uint64_t* invalid_pair) SATORI_NOEXCEPT;
/// pairs[k].first indexes `first`, pairs[k].second `second`.
SATORI_API satori_status satori_build_rect_manifolds_between(
    const satori_rect_batch* first, const satori_rect_batch* second, const satori_box_pair* pairs,
    const satori_rect_separating_axis* axes, satori_rect_manifold* manifolds, size_t count, satori_workspace* workspace,
    const satori_collide_options* options, const satori_execution* execution, uint64_t* invalid_pair) SATORI_NOEXCEPT;

/// satori_contact_cache_remember() of rectangles: a cache holds those, or boxes.
SATORI_API satori_status satori_contact_cache_remember_rects(satori_contact_cache* cache,
                                                             const satori_rect_manifold* manifolds,
                                                             size_t count) SATORI_NOEXCEPT;
/// satori_match_points() of rectangles: two points instead of four, matches[2 * m + p]. There is room for 2 * count.
SATORI_API satori_status satori_match_rect_points(const satori_contact_cache* last, const satori_rect_batch* rects,
                                                  const satori_rect_manifold* manifolds, size_t count,
                                                  uint32_t* matches, const satori_match_options* options,
                                                  const satori_execution* execution) SATORI_NOEXCEPT;
/// The same of two sets: the first rectangle of a pair is one of `first`, the second one of `second`.
SATORI_API satori_status satori_match_rect_points_between(const satori_contact_cache* last,
                                                          const satori_rect_batch* first,
                                                          const satori_rect_batch* second,
                                                          const satori_rect_manifold* manifolds, size_t count,
                                                          uint32_t* matches, const satori_match_options* options,
                                                          const satori_execution* execution) SATORI_NOEXCEPT;

SATORI_C_END
