#pragma once

#include <satori/c/pairs.h>

SATORI_C_BEGIN

/// @addtogroup c_contacts
///
/// Contacts of boxes: satori/contacts.hpp, satori/manifold.hpp (A and B, axes, feature ids), satori/contact_cache.hpp.
/// @{

/// The axis on which the boxes of a pair overlap least or are farthest apart, as satori_collide() chooses it.
typedef struct satori_separating_axis {
    satori_vec3 normal;  ///< unit, from A to B; for a pair given as (B, A): from B to A
    float separation;    ///< distance of the boxes along the normal; negative: they overlap by this much
    uint32_t axis;       ///< number of the axis, 0 to 14
} satori_separating_axis;

/// A contact point: the midpoint of two witness points that lie `separation` apart along the normal.
typedef struct satori_contact_point {
    satori_vec3 offset;   ///< from A's center, world directions
    float separation;     ///< negative: the boxes overlap here by this much
    uint32_t feature_id;  ///< axis: feature_id >> 8
} satori_contact_point;

/// A contact manifold of two boxes.
typedef struct satori_contact_manifold {
    satori_box_pair pair;            ///< (A, B)
    satori_vec3 normal;              ///< unit, from A to B
    uint32_t point_count;            ///< 1 to 4 (satori_build_manifolds() also 0)
    satori_contact_point points[4];  ///< points after point_count are zero
} satori_contact_manifold;

/// Memory of the caller for the manifolds that a call makes.
typedef struct satori_manifold_buffer {
    satori_contact_manifold* data;  ///< room for manifolds; NULL, with capacity 0: they stay in the workspace
    uint64_t capacity;              ///< manifolds that it has room for
} satori_manifold_buffer;

/// The manifolds of one step, looked up by pair in the next step.
typedef struct satori_contact_cache satori_contact_cache;

/// Options of the calls that make contacts. All zero: the defaults. NULL in place of the struct means the same.
typedef struct satori_collide_options {
    const satori_contact_options* contacts;  ///< how contacts are chosen; NULL: satori_contact_options_default()
    const satori_execution* execution;       ///< where the call runs; NULL: satori_execution_default()
    satori_manifold_buffer buffer;           ///< where manifolds go; satori_collide() and satori_collide_pairs()
    const satori_contact_cache* last;   ///< the contacts of the last step, or NULL; must not change during the call
    const uint8_t* cached_axes;         ///< satori_separating_axes(): NULL, or the last axis of each pair
    uint64_t* invalid_pair;             ///< where the index of an invalid pair goes; may be NULL
    satori_set_filters first_filters;   ///< of the boxes of `first`; satori_collide() alone
    satori_set_filters second_filters;  ///< of the boxes of `second`; not read without `second`
} satori_collide_options;

/// The results of satori_collide() and satori_collide_pairs().
typedef struct satori_contact_result {
    satori_contact_manifold* manifolds;  ///< in column order, or that of the list; in the workspace or the buffer
    uint64_t manifold_count;             ///< number found, even when the buffer is too small
    uint64_t point_count;                ///< points of all manifolds
    uint64_t candidate_count;            ///< pairs whose AABBs, enlarged by the speculative distance, overlap
    uint32_t thread_count;               ///< threads that took part
    satori_isa isa;                      ///< the instruction set that ran
    satori_stage_times times;            ///< time per stage
} satori_contact_result;

/// Finds all contacts of boxes, in one set or between two: `second` is NULL for one set.
SATORI_API satori_status satori_collide(const satori_box_batch* first, const satori_box_batch* second,
                                        satori_workspace* workspace, satori_contact_result* result,
                                        const satori_collide_options* options) SATORI_NOEXCEPT;
/// Finds the contacts of given pairs, in the order of the list; see satori/contacts.hpp. After SATORI_INVALID_ID, here
/// and in the next two calls, `*options->invalid_pair` is the first invalid pair.
SATORI_API satori_status satori_collide_pairs(const satori_box_batch* first, const satori_box_batch* second,
                                              const satori_box_pair* pairs, size_t count, satori_workspace* workspace,
                                              satori_contact_result* result,
                                              const satori_collide_options* options) SATORI_NOEXCEPT;

/// A value in satori_collide_options.cached_axes that means no axis.
enum { SATORI_NO_AXIS = 255 };
/// Finds the axis of each pair, whether its boxes overlap or not: axes[k] for pairs[k].
SATORI_API satori_status satori_separating_axes(const satori_box_batch* first, const satori_box_batch* second,
                                                const satori_box_pair* pairs, satori_separating_axis* axes,
                                                size_t count, satori_workspace* workspace,
                                                const satori_collide_options* options) SATORI_NOEXCEPT;

/// Pairs, and the axis of each.
typedef struct satori_pair_axes {
    const satori_box_pair* pairs;        ///< pairs of one set, or between two
    const satori_separating_axis* axes;  ///< axes[k] of pairs[k]; the call reads only the member axis
    size_t count;                        ///< pairs
} satori_pair_axes;
/// Makes the manifold of each pair along a given axis: manifolds[k] for pairs[k] and axes[k].axis of the list.
SATORI_API satori_status satori_build_manifolds(const satori_box_batch* first, const satori_box_batch* second,
                                                const satori_pair_axes* list, satori_contact_manifold* manifolds,
                                                satori_workspace* workspace,
                                                const satori_collide_options* options) SATORI_NOEXCEPT;

/// Creates an empty cache.
SATORI_API satori_status satori_contact_cache_create(const satori_allocator* allocator,
                                                     satori_contact_cache** cache) SATORI_NOEXCEPT;
/// Destroys the handle and releases all of its memory.
SATORI_API void satori_contact_cache_destroy(satori_contact_cache* cache) SATORI_NOEXCEPT;
/// Replaces the content with these manifolds. On errors the content is unchanged.
SATORI_API satori_status satori_contact_cache_remember(satori_contact_cache* cache,
                                                       const satori_contact_manifold* manifolds,
                                                       size_t count) SATORI_NOEXCEPT;
/// Removes all manifolds and keeps the memory.
SATORI_API void satori_contact_cache_clear(satori_contact_cache* cache) SATORI_NOEXCEPT;
/// Returns the number of manifolds.
SATORI_API uint64_t satori_contact_cache_size(const satori_contact_cache* cache) SATORI_NOEXCEPT;
/// Returns the memory held, bytes, without the handle.
SATORI_API uint64_t satori_contact_cache_bytes(const satori_contact_cache* cache) SATORI_NOEXCEPT;

/// A value in `matches` that means no point of the last step.
#define SATORI_NO_POINT 0xffffffffU

/// How a point is found in the last step; see satori/contact_cache.hpp.
typedef struct satori_match_options {
    /// The largest distance between a point with a new id and its old point, in sums of the smaller box's half
    /// extents. 0 to 1e9; 0: match by id only. So zeros are not the defaults.
    float max_distance;
    const satori_execution* execution;  ///< where the call runs; NULL: satori_execution_default()
} satori_match_options;
/// Returns the defaults: max_distance 0.015. NULL in place of the struct means the same.
SATORI_API satori_match_options satori_match_options_default(void) SATORI_NOEXCEPT;

/// Finds the old point of each contact point. matches[4 * m + p], for point p of manifolds[m], is 4 * (its pair's
/// manifold in the last step) + (the point there), or SATORI_NO_POINT. `matches` must have room for 4 * count. A
/// point is matched by feature id, else with the nearest point within the distance. `second` is NULL for manifolds of
/// one set.
SATORI_API satori_status satori_match_points(const satori_contact_cache* last, const satori_box_batch* first,
                                             const satori_box_batch* second, const satori_contact_manifold* manifolds,
                                             size_t count, uint32_t* matches,
                                             const satori_match_options* options) SATORI_NOEXCEPT;

/// Aligns a member to 16 bytes, in C and in C++.
#if defined(__cplusplus)
#define SATORI_ALIGN_16 alignas(16)
#else
#define SATORI_ALIGN_16 _Alignas(16)
#endif
/// The program's own data for a contact point, such as impulses of a solver. Aligned to 16.
typedef struct satori_point_payload {
    SATORI_ALIGN_16 uint8_t bytes[32];  ///< the program's data
} satori_point_payload;
/// Copies `count` payloads: now[k] = last[matches[k]], zero for SATORI_NO_POINT. SATORI_INVALID_ID for a match beyond
/// `last`.
SATORI_API satori_status satori_carry_payloads(const uint32_t* matches, size_t count, const satori_point_payload* last,
                                               size_t last_count, satori_point_payload* now,
                                               const satori_execution* execution) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
