#pragma once

#include <satori/c/batch.h>

// Which boxes overlap: satori/pairs.hpp.

SATORI_C_BEGIN

/// A view of AABBs in the caller's memory.
typedef struct satori_aabb_view {
    const float* minima;  ///< x y z
    const float* maxima;  ///< x y z
    ptrdiff_t stride;     ///< bytes, of both; a multiple of 4
    size_t count;         ///< AABBs
} satori_aabb_view;
/// AABBs in an array.
SATORI_API satori_aabb_view satori_aabb_rows(const satori_aabb* boxes, size_t count) SATORI_NOEXCEPT;

/// Where pairs go when the caller wants them in memory of its own.
typedef struct satori_pair_buffer {
    satori_box_pair* data;  ///< NULL, and capacity 0: they stay in the workspace
    uint64_t capacity;      ///< pairs
} satori_pair_buffer;

/// CPU time per stage, nanoseconds, summed over threads.
typedef struct satori_stage_times {
    uint64_t aabb;         ///< bounds
    uint64_t broadphase;   ///< candidates
    uint64_t narrowphase;  ///< axes
    uint64_t manifold;     ///< contacts
} satori_stage_times;

/// What a call that finds pairs gives.
typedef struct satori_pair_result {
    satori_box_pair* pairs;    ///< in column order; in the workspace until its next use, or in the buffer
    uint64_t pair_count;       ///< pairs found, also when the buffer was too small for them
    uint64_t candidate_count;  ///< pairs whose AABBs overlap; with SATORI_LIMIT_EXCEEDED at least so many
    uint64_t invalid_index;    ///< with SATORI_INVALID_BOUNDS: the first index at fault
    uint32_t invalid_set;      ///< with SATORI_INVALID_BOUNDS: 0 or 1, the set it belongs to
    uint32_t thread_count;     ///< threads that took part
    satori_isa isa;            ///< the set that ran
    satori_stage_times times;  ///< where the time went
} satori_pair_result;

/// AABBs of all boxes, rounded outward: bounds[i] for box i. SATORI_INVALID_ARGUMENT unless `count` is the batch's size.
SATORI_API satori_status satori_compute_aabbs(const satori_box_batch* boxes, satori_aabb* bounds, size_t count,
                                              const satori_execution* execution) SATORI_NOEXCEPT;

/// All pairs whose AABBs overlap or touch.
SATORI_API satori_status satori_find_pairs(const satori_box_batch* boxes, satori_workspace* workspace,
                                           satori_pair_result* result, const satori_execution* execution,
                                           const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// The same of two sets: pairs of one box of each.
SATORI_API satori_status satori_find_pairs_between(const satori_box_batch* first, const satori_box_batch* second,
                                                   satori_workspace* workspace, satori_pair_result* result,
                                                   const satori_execution* execution,
                                                   const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// The same on AABBs of the caller's own.
SATORI_API satori_status satori_find_aabb_pairs(const satori_aabb_view* boxes, satori_workspace* workspace,
                                                satori_pair_result* result, const satori_execution* execution,
                                                const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// The same of two sets of AABBs.
SATORI_API satori_status satori_find_aabb_pairs_between(const satori_aabb_view* first, const satori_aabb_view* second,
                                                        satori_workspace* workspace, satori_pair_result* result,
                                                        const satori_execution* execution,
                                                        const satori_pair_buffer* buffer) SATORI_NOEXCEPT;

/// All pairs of boxes that overlap.
SATORI_API satori_status satori_find_overlaps(const satori_box_batch* boxes, satori_workspace* workspace,
                                              satori_pair_result* result, const satori_collide_options* options,
                                              const satori_execution* execution,
                                              const satori_pair_buffer* buffer) SATORI_NOEXCEPT;
/// The same of two sets: pairs of one box of each.
SATORI_API satori_status satori_find_overlaps_between(const satori_box_batch* first, const satori_box_batch* second,
                                                      satori_workspace* workspace, satori_pair_result* result,
                                                      const satori_collide_options* options,
                                                      const satori_execution* execution,
                                                      const satori_pair_buffer* buffer) SATORI_NOEXCEPT;

/// overlaps[k] = 1 when the boxes of pairs[k] overlap, else 0. `*invalid_pair` with SATORI_INVALID_ID: the first pair at fault.
SATORI_API satori_status satori_test_pairs(const satori_box_batch* boxes, const satori_box_pair* pairs,
                                           uint8_t* overlaps, size_t count, satori_workspace* workspace,
                                           const satori_collide_options* options, const satori_execution* execution,
                                           uint64_t* invalid_pair) SATORI_NOEXCEPT;
/// pairs[k].first indexes `first`, pairs[k].second `second`.
SATORI_API satori_status satori_test_pairs_between(const satori_box_batch* first, const satori_box_batch* second,
                                                   const satori_box_pair* pairs, uint8_t* overlaps, size_t count,
                                                   satori_workspace* workspace, const satori_collide_options* options,
                                                   const satori_execution* execution,
                                                   uint64_t* invalid_pair) SATORI_NOEXCEPT;

/// Two boxes: `*overlap` becomes 1 or 0. SATORI_INVALID_BOX if either is not legal.
SATORI_API satori_status satori_overlaps(const satori_oriented_box* a, const satori_oriented_box* b, uint8_t* overlap,
                                         const satori_collide_options* options) SATORI_NOEXCEPT;

/// Sorts pairs by (first, second), in place. They may be those that the workspace holds.
SATORI_API satori_status satori_sort_pairs(satori_box_pair* pairs, size_t count,
                                           satori_workspace* workspace) SATORI_NOEXCEPT;

/// sides[i]: those of box i that other boxes of the batch cover, flush within the tolerance; `count` is their number.
/// It changes nothing in the batch.
SATORI_API satori_status satori_find_covered_sides(const satori_box_batch* boxes, float tolerance, uint8_t* sides,
                                                   size_t count, satori_workspace* workspace,
                                                   const satori_execution* execution) SATORI_NOEXCEPT;

SATORI_C_END
