#pragma once

#include <satori/c/pairs.h>

// A world of moving AABBs that keeps its pairs: satori/broadphase.hpp.

SATORI_C_BEGIN

/// What may move a box. Two boxes make a pair when at least one of them is dynamic.
typedef uint32_t satori_motion_type;
enum {
    SATORI_MOTION_STATIC = 0,     ///< part of the world
    SATORI_MOTION_KINEMATIC = 1,  ///< moved by the program, by nothing else
    SATORI_MOTION_DYNAMIC = 2     ///< moved by what it hits
};

/// How far bounds are kept ahead of moving boxes: margin + relative_margin * longest edge. Finite, not negative.
typedef struct satori_broadphase_options {
    float margin;           ///< metres
    float relative_margin;  ///< of the longest edge of the bounds
} satori_broadphase_options;
/// No margin.
SATORI_API satori_broadphase_options satori_broadphase_options_default(void) SATORI_NOEXCEPT;

/// How an update found its pairs, which do not depend on it.
typedef uint32_t satori_update_path;
enum {
    SATORI_UPDATE_NONE = 0,         ///< nothing had changed
    SATORI_UPDATE_INCREMENTAL = 1,  ///< boxes that changed were looked up among the others
    SATORI_UPDATE_BULK = 2          ///< all were swept anew
};

/// What satori_broadphase_update() gives. Arrays are sorted by (first, second), and valid until the next update.
typedef struct satori_broadphase_update_result {
    const satori_box_pair* new_pairs;   ///< exist now and did not
    const satori_box_pair* lost_pairs;  ///< the reverse
    uint64_t new_pair_count;            ///< of new_pairs
    uint64_t lost_pair_count;           ///< of lost_pairs
    uint64_t pair_count;                ///< that exist now
    uint32_t changed_count;             ///< boxes changed since the last update
    satori_update_path path;            ///< how they were found
    uint32_t columns_rebuilt;           ///< 1: an incremental update had to sort the world anew first
    uint32_t thread_count;              ///< threads that took part
    satori_isa isa;                     ///< the set that ran
} satori_broadphase_update_result;

/// A world of moving axis-aligned boxes. Ids are small integers, the lowest that is free first.
typedef struct satori_broadphase satori_broadphase;
/// An empty one. Options that are not legal make adding and moving give SATORI_INVALID_ARGUMENT.
SATORI_API satori_status satori_broadphase_create(const satori_broadphase_options* options,
                                                  const satori_allocator* allocator,
                                                  satori_broadphase** broadphase) SATORI_NOEXCEPT;
/// Gives back all memory.
SATORI_API void satori_broadphase_destroy(satori_broadphase* broadphase) SATORI_NOEXCEPT;

// Below, `*invalid_index` is the first index at fault, and a call that fails has changed nothing.

/// ids[i] for bounds i. SATORI_INVALID_ARGUMENT unless bounds->count is `count`.
SATORI_API satori_status satori_broadphase_add(satori_broadphase* broadphase, const satori_aabb_view* bounds,
                                               satori_motion_type motion, uint32_t* ids, size_t count,
                                               uint64_t* invalid_index) SATORI_NOEXCEPT;
/// By the bounds that satori_compute_aabbs() gives the boxes.
SATORI_API satori_status satori_broadphase_add_boxes(satori_broadphase* broadphase, const satori_box_batch* boxes,
                                                     satori_motion_type motion, uint32_t* ids, size_t count,
                                                     uint64_t* invalid_index,
                                                     const satori_execution* execution) SATORI_NOEXCEPT;
/// Takes boxes away. SATORI_INVALID_ID for an id that does not exist or comes twice.
SATORI_API satori_status satori_broadphase_remove(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                                  uint64_t* invalid_index) SATORI_NOEXCEPT;
/// New bounds; of an id that comes twice the last count.
SATORI_API satori_status satori_broadphase_move(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                                const satori_aabb_view* bounds, uint64_t* invalid_index,
                                                const satori_execution* execution) SATORI_NOEXCEPT;
/// The same, by the bounds of boxes.
SATORI_API satori_status satori_broadphase_move_boxes(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                                      const satori_box_batch* boxes, uint64_t* invalid_index,
                                                      const satori_execution* execution) SATORI_NOEXCEPT;
/// Another motion type for all of them.
SATORI_API satori_status satori_broadphase_set_motion(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                                      satori_motion_type motion,
                                                      uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Puts them to sleep, or wakes them where `sleeping` is 0.
SATORI_API satori_status satori_broadphase_set_sleeping(satori_broadphase* broadphase, const uint32_t* ids,
                                                        size_t count, uint8_t sleeping,
                                                        uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Finds what has changed. It can be repeated when it fails.
SATORI_API satori_status satori_broadphase_update(satori_broadphase* broadphase,
                                                  satori_broadphase_update_result* result,
                                                  const satori_execution* execution) SATORI_NOEXCEPT;

/// Boxes.
SATORI_API uint32_t satori_broadphase_size(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// Every id is below.
SATORI_API uint32_t satori_broadphase_id_limit(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// 1 where there is a box of that id, else 0.
SATORI_API uint8_t satori_broadphase_contains(const satori_broadphase* broadphase, uint32_t id) SATORI_NOEXCEPT;
/// SATORI_MOTION_STATIC for an id that does not exist.
SATORI_API satori_motion_type satori_broadphase_motion(const satori_broadphase* broadphase,
                                                       uint32_t id) SATORI_NOEXCEPT;
/// 1 or 0; 0 for an id that does not exist.
SATORI_API uint8_t satori_broadphase_sleeping(const satori_broadphase* broadphase, uint32_t id) SATORI_NOEXCEPT;
/// What pairs are pairs of. Zeros for an id that does not exist.
SATORI_API satori_aabb satori_broadphase_fat_bounds(const satori_broadphase* broadphase, uint32_t id) SATORI_NOEXCEPT;
/// Pairs of the last update.
SATORI_API uint64_t satori_broadphase_pair_count(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// The boxes that `id` makes pairs with, ascending: `*count` of them, until the next update. NULL for a NULL count.
SATORI_API const uint32_t* satori_broadphase_partners(const satori_broadphase* broadphase, uint32_t id,
                                                      size_t* count) SATORI_NOEXCEPT;
/// All pairs, sorted. SATORI_CAPACITY_EXCEEDED, and nothing written, where there are more.
SATORI_API satori_status satori_broadphase_copy_pairs(const satori_broadphase* broadphase, satori_box_pair* pairs,
                                                      size_t capacity) SATORI_NOEXCEPT;
/// 1 when all internal tables agree with each other, and of NULL. For tests: O(boxes + pairs + candidates).
SATORI_API uint8_t satori_broadphase_validate(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// Memory held, but for the handle.
SATORI_API uint64_t satori_broadphase_bytes(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// Most memory ever held.
SATORI_API uint64_t satori_broadphase_peak_bytes(const satori_broadphase* broadphase) SATORI_NOEXCEPT;

SATORI_C_END
