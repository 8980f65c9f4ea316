#pragma once

#include <satori/c/pairs.h>

SATORI_C_BEGIN

/// @addtogroup c_broadphase
///
/// Moving AABBs and their pairs: satori/broadphase.hpp.
/// In calls that take it, `*invalid_index` is the first faulty index, and a call that fails changes nothing.
/// @{

/// How much larger than the box its fat bounds are: margin + relative_margin * longest edge. Finite, not negative.
typedef struct satori_broadphase_options {
    float margin;           ///< part of it that is the same for all boxes, meters
    float relative_margin;  ///< part that grows with the box, in longest edges of its bounds
} satori_broadphase_options;
/// Returns options without margin.
SATORI_API satori_broadphase_options satori_broadphase_options_default(void) SATORI_NOEXCEPT;

/// How an update found its pairs. The pairs do not depend on it.
typedef uint32_t satori_update_path;
/// The values of satori_update_path.
enum {
    SATORI_UPDATE_NONE = 0,         ///< did nothing: nothing had changed
    SATORI_UPDATE_INCREMENTAL = 1,  ///< compared only the changed boxes with the boxes near them
    SATORI_UPDATE_BULK = 2          ///< swept all boxes again: so much had changed
};

/// The results of satori_broadphase_update(). Arrays are sorted by (first, second), and valid until the next update.
typedef struct satori_broadphase_update_result {
    const satori_box_pair* new_pairs;   ///< exist now, and did not before
    const satori_box_pair* lost_pairs;  ///< existed before, and do not now
    uint64_t new_pair_count;            ///< size of new_pairs
    uint64_t lost_pair_count;           ///< size of lost_pairs
    uint64_t pair_count;                ///< pairs that exist now
    uint32_t changed_count;             ///< boxes changed since the last update
    satori_update_path path;            ///< how the pairs were found
    uint32_t columns_rebuilt;           ///< 1: an incremental update first had to build the columns
    uint32_t thread_count;              ///< threads that took part
    satori_isa isa;                     ///< the instruction set that ran
} satori_broadphase_update_result;

/// A set of moving AABBs that keeps its pairs. Ids are small integers; a new box gets the lowest free id.
typedef struct satori_broadphase satori_broadphase;
/// Creates an empty broadphase. With options that are not legal, adding and moving fail with SATORI_INVALID_ARGUMENT.
SATORI_API satori_status satori_broadphase_create(const satori_broadphase_options* options,
                                                  const satori_allocator* allocator,
                                                  satori_broadphase** broadphase) SATORI_NOEXCEPT;
/// Destroys the handle and releases all of its memory.
SATORI_API void satori_broadphase_destroy(satori_broadphase* broadphase) SATORI_NOEXCEPT;

/// Adds boxes: ids[i] for bounds i. SATORI_INVALID_ARGUMENT unless bounds->count is `count`.
SATORI_API satori_status satori_broadphase_add(satori_broadphase* broadphase, const satori_aabb_view* bounds,
                                               satori_motion_type motion, uint32_t* ids, size_t count,
                                               uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Adds the boxes of a batch, with the bounds of satori_compute_aabbs().
SATORI_API satori_status satori_broadphase_add_boxes(satori_broadphase* broadphase, const satori_box_batch* boxes,
                                                     satori_motion_type motion, uint32_t* ids, size_t count,
                                                     uint64_t* invalid_index,
                                                     const satori_execution* execution) SATORI_NOEXCEPT;
/// Removes boxes. SATORI_INVALID_ID for an id that does not exist or comes twice.
SATORI_API satori_status satori_broadphase_remove(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                                  uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets new bounds. When an id comes twice, the last bounds count.
SATORI_API satori_status satori_broadphase_move(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                                const satori_aabb_view* bounds, uint64_t* invalid_index,
                                                const satori_execution* execution) SATORI_NOEXCEPT;
/// Sets new bounds: those of the boxes of a batch.
SATORI_API satori_status satori_broadphase_move_boxes(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                                      const satori_box_batch* boxes, uint64_t* invalid_index,
                                                      const satori_execution* execution) SATORI_NOEXCEPT;
/// Sets the motion type of boxes.
SATORI_API satori_status satori_broadphase_set_motion(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                                      satori_motion_type motion,
                                                      uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Puts boxes to sleep, or wakes them when `sleeping` is 0.
SATORI_API satori_status satori_broadphase_set_sleeping(satori_broadphase* broadphase, const uint32_t* ids,
                                                        size_t count, uint8_t sleeping,
                                                        uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Finds the changes of pairs. It can be repeated when it fails.
SATORI_API satori_status satori_broadphase_update(satori_broadphase* broadphase,
                                                  satori_broadphase_update_result* result,
                                                  const satori_execution* execution) SATORI_NOEXCEPT;

/// Returns the number of boxes.
SATORI_API uint32_t satori_broadphase_size(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// Returns a number that every id is below.
SATORI_API uint32_t satori_broadphase_id_limit(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// Returns 1 when a box has this id, else 0.
SATORI_API uint8_t satori_broadphase_contains(const satori_broadphase* broadphase, uint32_t id) SATORI_NOEXCEPT;
/// Returns the motion type of a box; SATORI_MOTION_STATIC for an id that does not exist.
SATORI_API satori_motion_type satori_broadphase_motion(const satori_broadphase* broadphase,
                                                       uint32_t id) SATORI_NOEXCEPT;
/// Returns 1 when a box sleeps, else 0; 0 for an id that does not exist.
SATORI_API uint8_t satori_broadphase_sleeping(const satori_broadphase* broadphase, uint32_t id) SATORI_NOEXCEPT;
/// Returns the fat bounds of a box. Zeros for an id that does not exist.
SATORI_API satori_aabb satori_broadphase_fat_bounds(const satori_broadphase* broadphase, uint32_t id) SATORI_NOEXCEPT;
/// Returns the number of pairs of the last update.
SATORI_API uint64_t satori_broadphase_pair_count(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// Returns the boxes that make pairs with `id`, ascending; `*count` is their number. Valid until the next update.
/// NULL when `count` is NULL.
SATORI_API const uint32_t* satori_broadphase_partners(const satori_broadphase* broadphase, uint32_t id,
                                                      size_t* count) SATORI_NOEXCEPT;
/// Copies all pairs, sorted. SATORI_CAPACITY_EXCEEDED, and nothing written, when there are more than `capacity`.
SATORI_API satori_status satori_broadphase_copy_pairs(const satori_broadphase* broadphase, satori_box_pair* pairs,
                                                      size_t capacity) SATORI_NOEXCEPT;
/// Returns 1 when all internal tables agree with each other and with the boxes, and for NULL. For tests. O(bonds log
/// bonds + entries in columns), and O(ids^2) for few ids; a bond is two boxes near each other.
SATORI_API uint8_t satori_broadphase_validate(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// Returns the memory held, bytes, without the handle.
SATORI_API uint64_t satori_broadphase_bytes(const satori_broadphase* broadphase) SATORI_NOEXCEPT;
/// Returns the most memory ever held, bytes.
SATORI_API uint64_t satori_broadphase_peak_bytes(const satori_broadphase* broadphase) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
