#pragma once

#include <satori/c/pairs.h>

// Where boxes touch: satori/contacts.hpp, satori/manifold.hpp (A and B, axes, feature ids), satori/contact_cache.hpp.

SATORI_C_BEGIN

/// Where the boxes of a pair come closest to being separated.
typedef struct satori_separating_axis {
    satori_vec3 normal;  ///< unit, from A to B; asked as (B, A): from B to A
    float separation;    ///< of the boxes along the normal; negative: they overlap by as much
    uint32_t axis;       ///< 0 to 14
} satori_separating_axis;

/// One point of contact: the midpoint of two witnesses that lie `separation` apart along the normal.
typedef struct satori_contact_point {
    satori_vec3 offset;   ///< from A's centre
    float separation;     ///< negative: the boxes overlap there by as much
    uint32_t feature_id;  ///< the axis it belongs to: feature_id >> 8
} satori_contact_point;

/// How two boxes touch.
typedef struct satori_contact_manifold {
    satori_box_pair pair;            ///< (A, B)
    satori_vec3 normal;              ///< unit, from A to B
    uint32_t point_count;            ///< 1 to 4 (satori_build_manifolds() also 0)
    satori_contact_point points[4];  ///< those behind point_count are zero
} satori_contact_manifold;

/// Where manifolds go when the caller wants them in memory of its own.
typedef struct satori_manifold_buffer {
    satori_contact_manifold* data;  ///< NULL, and capacity 0: they stay in the workspace
    uint64_t capacity;              ///< manifolds
} satori_manifold_buffer;

/// What satori_collide() gives.
typedef struct satori_contact_result {
    satori_contact_manifold* manifolds;  ///< in column order; in the workspace, or in the buffer
    uint64_t manifold_count;             ///< found, also when the buffer was too small for them
    uint64_t point_count;                ///< of all manifolds
    uint64_t candidate_count;            ///< as in satori_pair_result, AABBs larger by the speculative distance
    uint32_t thread_count;               ///< threads that took part
    satori_isa isa;                      ///< the set that ran
    satori_stage_times times;            ///< where the time went
} satori_contact_result;

/// What a step's manifolds were, looked up by pair in the next step.
typedef struct satori_contact_cache satori_contact_cache;

/// Boxes in, manifolds out. `last` may be NULL, and must not change during the call.
SATORI_API satori_status satori_collide(const satori_box_batch* boxes, satori_workspace* workspace,
                                        satori_contact_result* result, const satori_collide_options* options,
                                        const satori_execution* execution, const satori_manifold_buffer* buffer,
                                        const satori_contact_cache* last) SATORI_NOEXCEPT;
/// The same of two sets: pairs of one box of each.
SATORI_API satori_status satori_collide_between(const satori_box_batch* first, const satori_box_batch* second,
                                                satori_workspace* workspace, satori_contact_result* result,
                                                const satori_collide_options* options,
                                                const satori_execution* execution, const satori_manifold_buffer* buffer,
                                                const satori_contact_cache* last) SATORI_NOEXCEPT;

/// In `cached_axes`: none.
enum { SATORI_NO_AXIS = 255 };
/// The axis of each pair, whether it overlaps or not: axes[k] for pairs[k]. `cached_axes`: NULL, or `count` axes of the last step.
SATORI_API satori_status satori_separating_axes(const satori_box_batch* boxes, const satori_box_pair* pairs,
                                                satori_separating_axis* axes, size_t count, satori_workspace* workspace,
                                                const satori_collide_options* options,
                                                const satori_execution* execution, const uint8_t* cached_axes,
                                                uint64_t* invalid_pair) SATORI_NOEXCEPT;
/// pairs[k].first indexes `first`, pairs[k].second `second`.
SATORI_API satori_status satori_separating_axes_between(const satori_box_batch* first, const satori_box_batch* second,
                                                        const satori_box_pair* pairs, satori_separating_axis* axes,
                                                        size_t count, satori_workspace* workspace,
                                                        const satori_collide_options* options,
                                                        const satori_execution* execution, const uint8_t* cached_axes,
                                                        uint64_t* invalid_pair) SATORI_NOEXCEPT;

/// The manifold of each pair along the axis given for it: manifolds[k] for pairs[k] and axes[k].axis.
SATORI_API satori_status satori_build_manifolds(const satori_box_batch* boxes, const satori_box_pair* pairs,
                                                const satori_separating_axis* axes, satori_contact_manifold* manifolds,
                                                size_t count, satori_workspace* workspace,
                                                const satori_collide_options* options,
                                                const satori_execution* execution,
                                                uint64_t* invalid_pair) SATORI_NOEXCEPT;
/// pairs[k].first indexes `first`, pairs[k].second `second`.
SATORI_API satori_status satori_build_manifolds_between(
    const satori_box_batch* first, const satori_box_batch* second, const satori_box_pair* pairs,
    const satori_separating_axis* axes, satori_contact_manifold* manifolds, size_t count, satori_workspace* workspace,
    const satori_collide_options* options, const satori_execution* execution, uint64_t* invalid_pair) SATORI_NOEXCEPT;

/// An empty cache.
SATORI_API satori_status satori_contact_cache_create(const satori_allocator* allocator,
                                                     satori_contact_cache** cache) SATORI_NOEXCEPT;
/// Gives back all memory.
SATORI_API void satori_contact_cache_destroy(satori_contact_cache* cache) SATORI_NOEXCEPT;
/// Forgets what it held and remembers these instead. On errors it still holds what it did.
SATORI_API satori_status satori_contact_cache_remember(satori_contact_cache* cache,
                                                       const satori_contact_manifold* manifolds,
                                                       size_t count) SATORI_NOEXCEPT;
/// Forgets all, keeps the memory.
SATORI_API void satori_contact_cache_clear(satori_contact_cache* cache) SATORI_NOEXCEPT;
/// Manifolds.
SATORI_API uint64_t satori_contact_cache_size(const satori_contact_cache* cache) SATORI_NOEXCEPT;
/// Memory held, but for the handle.
SATORI_API uint64_t satori_contact_cache_bytes(const satori_contact_cache* cache) SATORI_NOEXCEPT;

/// In `matches`: no point of the last step.
#define SATORI_NO_POINT 0xffffffffU

/// How a point is found again in the last step; satori/contact_cache.hpp.
typedef struct satori_match_options {
    float max_distance;  ///< of points with new ids, in sums of the smaller box's half extents. 0 to 1e9; 0: ids alone
} satori_match_options;
/// 0.015.
SATORI_API satori_match_options satori_match_options_default(void) SATORI_NOEXCEPT;

/// matches[4 * m + p], for point p of manifolds[m]: 4 * (its pair's manifold in the last step) + (the point there), or
/// SATORI_NO_POINT. There is room for 4 * count. By feature id, and else the nearest point within the distance.
SATORI_API satori_status satori_match_points(const satori_contact_cache* last, const satori_box_batch* boxes,
                                             const satori_contact_manifold* manifolds, size_t count, uint32_t* matches,
                                             const satori_match_options* options,
                                             const satori_execution* execution) SATORI_NOEXCEPT;
/// The same of two sets: the first box of a pair is one of `first`, the second one of `second`.
SATORI_API satori_status satori_match_points_between(const satori_contact_cache* last, const satori_box_batch* first,
                                                     const satori_box_batch* second,
                                                     const satori_contact_manifold* manifolds, size_t count,
                                                     uint32_t* matches, const satori_match_options* options,
                                                     const satori_execution* execution) SATORI_NOEXCEPT;

#if defined(__cplusplus)
#define SATORI_ALIGN_16 alignas(16)
#else
#define SATORI_ALIGN_16 _Alignas(16)
#endif
/// Anything a solver keeps for a point: its impulses, say. Aligned to 16.
typedef struct satori_point_payload {
    SATORI_ALIGN_16 uint8_t bytes[32];  ///< the program's own
} satori_point_payload;
/// now[k] = last[matches[k]], zero for SATORI_NO_POINT: `count` of them. SATORI_INVALID_ID for a match beyond `last`.
SATORI_API satori_status satori_carry_payloads(const uint32_t* matches, size_t count, const satori_point_payload* last,
                                               size_t last_count, satori_point_payload* now,
                                               const satori_execution* execution) SATORI_NOEXCEPT;

SATORI_C_END
