#pragma once

#include <satori/c/batch.h>

SATORI_C_BEGIN

/// @addtogroup c_pairs
///
/// Pairs of boxes that overlap: satori/pairs.hpp, satori/filters.hpp.
/// @{

/// A view of AABBs in the caller's memory.
typedef struct satori_aabb_view {
    const float* minima;  ///< x y z of the first lower corner
    const float* maxima;  ///< x y z of the first upper corner
    ptrdiff_t stride;     ///< bytes, of both; a multiple of 4
    size_t count;         ///< number of AABBs
} satori_aabb_view;
/// Returns a view of an array of AABBs.
SATORI_API satori_aabb_view satori_aabb_rows(const satori_aabb* boxes, size_t count) SATORI_NOEXCEPT;

/// Memory of the caller for the pairs that a call finds.
typedef struct satori_pair_buffer {
    satori_box_pair* data;  ///< room for pairs; NULL, with capacity 0: they stay in the workspace
    uint64_t capacity;      ///< pairs that it has room for
} satori_pair_buffer;

/// What may move a box. Two boxes make a pair only when at least one of them is dynamic or a detector.
typedef uint32_t satori_motion_type;
/// The values of satori_motion_type.
enum {
    SATORI_MOTION_STATIC = 0,     ///< a fixed part of the world
    SATORI_MOTION_KINEMATIC = 1,  ///< moved by the program alone
    SATORI_MOTION_DYNAMIC = 2,    ///< the boxes that it hits may move it
    SATORI_MOTION_DETECTOR = 3    ///< moved by the program alone; it makes pairs with boxes of every type
};

/// Decides which boxes make pairs. BoxFilter in satori/filters.hpp defines the order of the rules.
typedef struct satori_box_filter {
    uint64_t category;  ///< bits that the masks of other boxes are compared with
    uint64_t mask;      ///< categories that the box makes pairs with
    int32_t group;      ///< boxes of one group make a pair when it is positive, none when it is negative; 0: no group
    uint32_t owner;     ///< boxes of one owner make no pair; 0: no owner
} satori_box_filter;
/// Returns category 1, every bit of the mask, no group and no owner.
SATORI_API satori_box_filter satori_box_filter_default(void) SATORI_NOEXCEPT;

/// Decides with which boxes the boxes of a set make pairs. All zero: all are dynamic and have the default filter.
typedef struct satori_set_filters {
    const satori_box_filter* filters;   ///< one per box, or NULL: all have the default filter
    const satori_motion_type* motions;  ///< one per box, or NULL: all are dynamic
} satori_set_filters;

/// Options of the calls on pairs. All zero: the defaults. NULL in place of the struct means the same.
typedef struct satori_pair_options {
    satori_boundary boundary;           ///< no effect on satori_find_pairs()
    const satori_execution* execution;  ///< where the call runs; NULL: satori_execution_default()
    satori_pair_buffer buffer;          ///< where found pairs go; no effect on satori_test_pairs()
    uint64_t* invalid_pair;             ///< where satori_test_pairs() writes the index of an invalid pair; may be NULL
    satori_set_filters first_filters;   ///< of the boxes of `first`; no effect on satori_test_pairs()
    satori_set_filters second_filters;  ///< of the boxes of `second`; not read without `second`
} satori_pair_options;

/// CPU time per stage, nanoseconds, summed over threads. All zero in calls on at most 32 boxes.
typedef struct satori_stage_times {
    uint64_t aabb;         ///< bounds
    uint64_t broadphase;   ///< candidates
    uint64_t narrowphase;  ///< axes
    uint64_t manifold;     ///< contacts
} satori_stage_times;

/// The results of a call that finds pairs.
typedef struct satori_pair_result {
    satori_box_pair* pairs;    ///< in column order; in the workspace until its next use, or in the buffer
    uint64_t pair_count;       ///< number of pairs found, even when the buffer is too small
    uint64_t candidate_count;  ///< pairs whose AABBs overlap, dropped or not; too low after SATORI_LIMIT_EXCEEDED
    uint64_t invalid_index;    ///< the first invalid index, after SATORI_INVALID_BOUNDS
    uint32_t invalid_set;      ///< the set of that index, 0 or 1, after SATORI_INVALID_BOUNDS
    uint32_t thread_count;     ///< threads that took part
    satori_isa isa;            ///< the instruction set that ran
    satori_stage_times times;  ///< time per stage
} satori_pair_result;

/// Computes the AABBs of all boxes, rounded outward: bounds[i] for box i. SATORI_INVALID_ARGUMENT unless `count` is
/// the batch's size.
SATORI_API satori_status satori_compute_aabbs(const satori_box_batch* boxes, satori_aabb* bounds, size_t count,
                                              const satori_execution* execution) SATORI_NOEXCEPT;

/// Finds all pairs of boxes whose AABBs overlap or touch. With two sets, it finds pairs of one box of each. `second` is
/// NULL for one set.
SATORI_API satori_status satori_find_pairs(const satori_box_batch* first, const satori_box_batch* second,
                                           satori_workspace* workspace, satori_pair_result* result,
                                           const satori_pair_options* options) SATORI_NOEXCEPT;
/// Finds all pairs of AABBs that overlap or touch, in one set or between two.
SATORI_API satori_status satori_find_aabb_pairs(const satori_aabb_view* first, const satori_aabb_view* second,
                                                satori_workspace* workspace, satori_pair_result* result,
                                                const satori_pair_options* options) SATORI_NOEXCEPT;

/// Finds all pairs of boxes that overlap, in one set or between two.
SATORI_API satori_status satori_find_overlaps(const satori_box_batch* first, const satori_box_batch* second,
                                              satori_workspace* workspace, satori_pair_result* result,
                                              const satori_pair_options* options) SATORI_NOEXCEPT;

/// Tests given pairs: overlaps[k] = 1 when the boxes of pairs[k] overlap, else 0. With two sets, pairs[k].first indexes
/// `first` and pairs[k].second indexes `second`. After SATORI_INVALID_ID, `*options->invalid_pair` is the first invalid
/// pair.
SATORI_API satori_status satori_test_pairs(const satori_box_batch* first, const satori_box_batch* second,
                                           const satori_box_pair* pairs, uint8_t* overlaps, size_t count,
                                           satori_workspace* workspace,
                                           const satori_pair_options* options) SATORI_NOEXCEPT;

/// Tests whether two boxes overlap: `*overlap` becomes 1 or 0. SATORI_INVALID_BOX when one of them is not legal.
SATORI_API satori_status satori_overlaps(const satori_oriented_box* a, const satori_oriented_box* b, uint8_t* overlap,
                                         satori_boundary boundary) SATORI_NOEXCEPT;

/// Sorts pairs by (first, second), in place. The pairs may be those that the workspace holds.
SATORI_API satori_status satori_sort_pairs(satori_box_pair* pairs, size_t count,
                                           satori_workspace* workspace) SATORI_NOEXCEPT;

/// Finds the sides of each box that other boxes of the batch cover within the tolerance: sides[i] for box i. `count`
/// is the size of `sides`. The call changes nothing in the batch.
SATORI_API satori_status satori_find_covered_sides(const satori_box_batch* boxes, float tolerance, uint8_t* sides,
                                                   size_t count, satori_workspace* workspace,
                                                   const satori_execution* execution) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
