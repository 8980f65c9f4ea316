#pragma once

#include <satori/c/broadphase.h>
#include <satori/c/contacts.h>

// Boxes that move, and which of them touch: satori/world.hpp.

SATORI_C_BEGIN

/// Where a box stands. Legal: |component| <= 1e12, rotation not zero, all finite.
typedef struct satori_box_pose {
    satori_vec3d position;  ///< of the box's centre
    satori_quat rotation;   ///< turns the box's axes into world directions
} satori_box_pose;

/// A box of a world. All zero is no box.
typedef struct satori_box_id {
    uint32_t index;       ///< small, and used again
    uint32_t generation;  ///< tells users of an index apart; of a box never 0
} satori_box_id;

/// Which boxes make pairs; BoxFilter says in which order these are asked.
typedef struct satori_box_filter {
    uint64_t category;  ///< bits that others' masks look at
    uint64_t mask;      ///< categories it makes pairs with
    int32_t group;      ///< not 0: boxes of one group do where it is positive, do not where it is negative
    uint32_t owner;     ///< not 0: boxes of one owner make no pairs
} satori_box_filter;
/// Category 1, every bit of the mask, neither group nor owner.
SATORI_API satori_box_filter satori_box_filter_default(void) SATORI_NOEXCEPT;

/// What a box is made of.
typedef struct satori_box_def {
    satori_box_pose pose;       ///< where it stands
    satori_vec3 half_extents;   ///< metres, 0 or 1e-7 to 1e8
    satori_motion_type motion;  ///< what may move it
    uint8_t sensor;             ///< 1: its pairs are told of, but have no contacts. 0 or 1
    uint8_t sleeping;           ///< 0 or 1
    uint8_t covered_sides;      ///< SATORI_SIDE_PLUS_X and others: by neighbors
    satori_box_filter filter;   ///< with which others
    uint64_t user_data;         ///< the program's own
} satori_box_def;
/// A dynamic cube of edge 1 at the origin, awake, with the default filter.
SATORI_API satori_box_def satori_box_def_default(void) SATORI_NOEXCEPT;

/// Two boxes; first.index < second.index.
typedef struct satori_world_pair {
    satori_box_id first;   ///< of lower index: A
    satori_box_id second;  ///< B
} satori_world_pair;

/// Two boxes that touch.
typedef struct satori_world_contact {
    satori_world_pair pair;  ///< which
    uint32_t slot;           ///< names their manifold and payloads for as long as they touch
} satori_world_contact;

/// keep[k] is 1 and becomes 0 for pairs[k] that the program does not want. Called inside satori_world_update(), on its thread. A
/// pure function that does not call into the world.
typedef void (*satori_pair_predicate)(const satori_world_pair* pairs, uint8_t* keep, size_t count,
                                      void* user) SATORI_NOEXCEPT;

/// How a world is made.
typedef struct satori_world_options {
    satori_broadphase_options bounds;  ///< how far bounds are kept ahead of moving boxes
    satori_collide_options contacts;   ///< what contacts are made of
    satori_match_options matching;     ///< which payloads a contact's points go on with
    satori_pair_predicate predicate;   ///< NULL: none
    void* predicate_user;              ///< given to the predicate
} satori_world_options;
/// The defaults of its parts, no predicate.
SATORI_API satori_world_options satori_world_options_default(void) SATORI_NOEXCEPT;

/// Nanoseconds of wall time.
typedef struct satori_world_times {
    uint64_t bounds;       ///< boxes to bounds
    uint64_t broadphase;   ///< candidates
    uint64_t filters;      ///< filters and predicate
    uint64_t narrowphase;  ///< axes
    uint64_t manifolds;    ///< with their matching
    uint64_t events;       ///< lists
} satori_world_times;

/// What satori_world_update() has found. Arrays are sorted by indices, and valid until the next update or destruction.
typedef struct satori_world_update_result {
    const satori_world_pair* begun;        ///< touch now and did not
    const satori_world_pair* persisted;    ///< touch and did
    const satori_world_pair* ended;        ///< did and do not
    const satori_world_contact* contacts;  ///< all that touch now, but pairs with sensors
    uint64_t begun_count;                  ///< of begun
    uint64_t persisted_count;              ///< of persisted
    uint64_t ended_count;                  ///< of ended
    uint64_t contact_count;                ///< of contacts
    uint64_t changed_count;                ///< boxes whose bounds were made anew
    uint64_t pair_count;                   ///< whose bounds overlap and that no filter refuses
    uint64_t tested_count;                 ///< of these, those looked at again
    uint64_t point_count;                  ///< of the contacts made anew
    satori_update_path path;               ///< of the broadphase
    uint32_t thread_count;                 ///< threads that took part
    satori_isa isa;                        ///< the set that ran
    satori_world_times times;              ///< where the time went
} satori_world_update_result;

/// Boxes that move, and which of them touch.
typedef struct satori_world satori_world;
/// An empty world. Options that are not legal make creating boxes and updating give SATORI_INVALID_ARGUMENT.
SATORI_API satori_status satori_world_create(const satori_world_options* options, const satori_allocator* allocator,
                                             satori_world** world) SATORI_NOEXCEPT;
/// Gives back all memory.
SATORI_API void satori_world_destroy(satori_world* world) SATORI_NOEXCEPT;

// Below, `*invalid_index` is the first index at fault, and a call that fails has changed nothing.

/// ids[i] for defs[i]: the lowest free indices. Errors: those of World::create(); SATORI_INVALID_ARGUMENT also for a flag that is
/// neither 0 nor 1.
SATORI_API satori_status satori_world_create_boxes(satori_world* world, const satori_box_def* defs, satori_box_id* ids,
                                                   size_t count, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Takes boxes away. Here and below SATORI_INVALID_ID for a box that there is not, here also for one that comes twice.
SATORI_API satori_status satori_world_destroy_boxes(satori_world* world, const satori_box_id* ids, size_t count,
                                                    uint64_t* invalid_index) SATORI_NOEXCEPT;
/// poses[i] for ids[i]. Wakes the boxes. SATORI_INVALID_BOX for a pose that is not legal.
SATORI_API satori_status satori_world_set_poses(satori_world* world, const satori_box_id* ids,
                                                const satori_box_pose* poses, size_t count,
                                                uint64_t* invalid_index) SATORI_NOEXCEPT;
/// half_extents[i] for ids[i]. SATORI_INVALID_BOX for those that are not legal.
SATORI_API satori_status satori_world_set_half_extents(satori_world* world, const satori_box_id* ids,
                                                       const satori_vec3* half_extents, size_t count,
                                                       uint64_t* invalid_index) SATORI_NOEXCEPT;
/// filters[i] for ids[i].
SATORI_API satori_status satori_world_set_filters(satori_world* world, const satori_box_id* ids,
                                                  const satori_box_filter* filters, size_t count,
                                                  uint64_t* invalid_index) SATORI_NOEXCEPT;
/// sides[i] for ids[i]. SATORI_INVALID_ARGUMENT for sides above SATORI_ALL_SIDES.
SATORI_API satori_status satori_world_set_covered_sides(satori_world* world, const satori_box_id* ids,
                                                        const uint8_t* sides, size_t count,
                                                        uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets those of all static boxes to the sides that other static boxes cover, flush within the tolerance.
SATORI_API satori_status satori_world_find_covered_sides(satori_world* world, float tolerance,
                                                         const satori_execution* execution) SATORI_NOEXCEPT;
/// Another motion type for all of them.
SATORI_API satori_status satori_world_set_motion(satori_world* world, const satori_box_id* ids, size_t count,
                                                 satori_motion_type motion, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Puts them to sleep, or wakes them where `sleeping` is 0.
SATORI_API satori_status satori_world_set_sleeping(satori_world* world, const satori_box_id* ids, size_t count,
                                                   uint8_t sleeping, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// The program's own 64 bits.
SATORI_API satori_status satori_world_set_user_data(satori_world* world, satori_box_id id,
                                                    uint64_t user_data) SATORI_NOEXCEPT;
/// The two make no pair from the next update on, until restored or one of them is destroyed.
SATORI_API satori_status satori_world_ignore(satori_world* world, satori_box_id a, satori_box_id b) SATORI_NOEXCEPT;
/// Undoes satori_world_ignore().
SATORI_API satori_status satori_world_restore(satori_world* world, satori_box_id a, satori_box_id b) SATORI_NOEXCEPT;
/// What bounds are relative to. SATORI_INVALID_ARGUMENT unless legal as a position.
SATORI_API satori_status satori_world_set_origin(satori_world* world, satori_vec3d origin) SATORI_NOEXCEPT;
/// Finds who touches. It can be repeated when it fails; what it may have changed: World::update().
SATORI_API satori_status satori_world_update(satori_world* world, satori_world_update_result* result,
                                             const satori_execution* execution) SATORI_NOEXCEPT;

/// Boxes.
SATORI_API uint32_t satori_world_size(const satori_world* world) SATORI_NOEXCEPT;
/// 1 where there is such a box, else 0.
SATORI_API uint8_t satori_world_contains(const satori_world* world, satori_box_id id) SATORI_NOEXCEPT;
/// The box at an index, and all zero where there is none.
SATORI_API satori_box_id satori_world_id_at(const satori_world* world, uint32_t index) SATORI_NOEXCEPT;
/// Above every index.
SATORI_API uint32_t satori_world_index_limit(const satori_world* world) SATORI_NOEXCEPT;
/// As it is now. Of a box that there is not: satori_box_def_default().
SATORI_API satori_box_def satori_world_box(const satori_world* world, satori_box_id id) SATORI_NOEXCEPT;
/// Of a contact of the last update; any other slot gives one without points. Never NULL.
SATORI_API const satori_contact_manifold* satori_world_manifold(const satori_world* world,
                                                                uint32_t slot) SATORI_NOEXCEPT;
/// Four, for the manifold's points. NULL for any other slot.
SATORI_API satori_point_payload* satori_world_payloads(satori_world* world, uint32_t slot) SATORI_NOEXCEPT;
/// 1 when its own books, and those of its broadphase, are in order. A test's question:
/// O(boxes + pairs log pairs + candidates).
SATORI_API uint8_t satori_world_validate(const satori_world* world) SATORI_NOEXCEPT;
/// Of all that the next updates depend on: the same wherever the same calls were made. 0 of NULL.
SATORI_API uint64_t satori_world_state_hash(const satori_world* world) SATORI_NOEXCEPT;
/// Memory held, but for the handle.
SATORI_API uint64_t satori_world_bytes(const satori_world* world) SATORI_NOEXCEPT;

SATORI_C_END
