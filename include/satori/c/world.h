#pragma once

#include <satori/c/broadphase.h>
#include <satori/c/contacts.h>
#include <satori/c/impacts.h>

SATORI_C_BEGIN

/// @addtogroup c_world
///
/// Moving boxes and their contacts: satori/world.hpp.
/// In calls that take it, `*invalid_index` is the first faulty index, and a call that fails changes nothing.
/// @{

/// The pose of a box. Legal: |component| <= 1e12, rotation not zero, all finite.
typedef struct satori_box_pose {
    satori_vec3d position;  ///< where the center of the box is, meters
    satori_quat rotation;   ///< takes the box's axes to world directions
} satori_box_pose;

/// The id of a box in a world. All zero is the null id.
typedef struct satori_box_id {
    uint32_t index;       ///< small, and used again
    uint32_t generation;  ///< tells boxes of one index apart; of a box: never 0
} satori_box_id;

/// The definition of a box in a world. The speculative distance of a pair is the sum of that of
/// satori_world_options::contacts and those of both boxes; with a sensor it is 0.
typedef struct satori_box_def {
    satori_box_pose pose;        ///< where the box is
    satori_vec3 half_extents;    ///< meters, 0 or 1e-7 to 1e8
    satori_motion_type motion;   ///< what may move it
    uint8_t sensor;              ///< 1: its pairs are reported, but have no contacts. 0 or 1
    uint8_t sleeping;            ///< 1: at rest until it is moved. 0 or 1
    uint8_t continuous;          ///< 1: updates report what it meets on its way, see satori_world_impact. 0 or 1
    uint8_t covered_sides;       ///< sides that neighbors cover: SATORI_SIDE_PLUS_X and others
    float speculative_distance;  ///< part of that of its pairs, meters, 0 to 1e9; see above
    float radius;                ///< rounds the box: meters, 0 or 1e-7 to 1e8; see satori_box_batch_set_radii()
    satori_box_filter filter;    ///< the boxes that it makes pairs with
    uint64_t user_data;          ///< the program's own data
} satori_box_def;
/// Returns a dynamic cube of edge 1 at the origin, awake, with the default filter.
SATORI_API satori_box_def satori_box_def_default(void) SATORI_NOEXCEPT;

/// Two boxes; first.index < second.index.
typedef struct satori_world_pair {
    satori_box_id first;   ///< the box of lower index: A
    satori_box_id second;  ///< B
} satori_world_pair;

/// The program's own data for a contact.
typedef satori_point_payload satori_contact_payload;

/// The slot of a contact with a sensor: it has no manifold.
#define SATORI_NO_SLOT 0xffffffffU

/// Two boxes that touch.
typedef struct satori_world_contact {
    satori_world_pair pair;  ///< the two boxes
    uint32_t slot;           ///< names their manifold and payloads as long as they touch
} satori_world_contact;

/// Two boxes that meet on their ways between two updates. Time runs from 0, the poses at the last update, to 1, the
/// poses at this one. The boxes move as satori_box_motion says, and turn the shorter way. WorldImpact in
/// satori/world.hpp says which pairs have an impact, and how much smaller their boxes are.
typedef struct satori_world_impact {
    satori_world_pair pair;  ///< the two boxes; one of them at least is continuous
    satori_impact impact;    ///< time and place of the impact, of boxes that are smaller on all sides by `shrink`
    float shrink;            ///< meters; see WorldImpact::shrink
    uint8_t sensor;          ///< 1: one of the boxes is a sensor
} satori_world_impact;

/// Decides which pairs a world keeps. keep[k] is 1 on entry; the function sets it to 0 for a pair that the program
/// does not want. satori_world_update() calls it on the calling thread. It must be a pure function and must not call
/// into the world.
typedef void (*satori_pair_predicate)(const satori_world_pair* pairs, uint8_t* keep, size_t count,
                                      void* user) SATORI_NOEXCEPT;

/// What a world does and keeps, from its creation on.
typedef struct satori_world_options {
    satori_broadphase_options bounds;  ///< margin of the bounds
    satori_contact_options contacts;   ///< how contacts are chosen
    float motion_tolerance;            ///< set_poses ignores smaller motions. In sizes of the box, 0 to 1; 0: none
    float match_distance;              ///< how far payloads look for their points; see satori_match_options
    float impact_depth;                ///< how deep boxes are in each other at an impact, meters, 0 to 1e9
    uint8_t point_payloads;            ///< 1: contact points have payloads. 0 or 1
    uint8_t contact_payloads;          ///< 1: contacts have payloads. 0 or 1
    satori_pair_predicate predicate;   ///< decides which pairs the world keeps; NULL: none
    void* predicate_user;              ///< passed to the predicate
} satori_world_options;
/// Returns the defaults of all parts, with payloads of points only and without a predicate.
SATORI_API satori_world_options satori_world_options_default(void) SATORI_NOEXCEPT;

/// Wall time of each stage, nanoseconds. All zero in an update with at most 32 changed boxes.
typedef struct satori_world_times {
    uint64_t bounds;       ///< bounds of changed boxes
    uint64_t broadphase;   ///< candidates
    uint64_t filters;      ///< filters and predicate
    uint64_t narrowphase;  ///< axes and impacts
    uint64_t manifolds;    ///< manifolds and point matching
    uint64_t events;       ///< lists and events
} satori_world_times;

/// The results of satori_world_update(): what has changed. Arrays are valid until the next update or destruction. Their
/// order has no meaning, but is the same for every instruction set and number of threads.
typedef struct satori_world_update_result {
    const satori_world_contact* begun;    ///< touch now, and did not before, or are switched on
    const satori_world_contact* changed;  ///< touch now, and did before; tested again because a box has changed
    const satori_world_contact* ended;    ///< touched before, and do not now, or are switched off; slots may be reused
    const satori_world_impact* impacts;   ///< what continuous boxes meet on their way, by time, then by pair
    uint64_t begun_count;                 ///< size of begun
    uint64_t changed_count;               ///< size of changed
    uint64_t ended_count;                 ///< size of ended
    uint64_t impact_count;                ///< size of impacts
    uint64_t contact_count;               ///< contacts, without those that are off
    uint64_t changed_box_count;           ///< boxes with newly computed bounds
    uint64_t pair_count;                  ///< pairs whose bounds overlap and that pass the filters
    uint64_t tested_count;                ///< pairs tested again
    uint64_t point_count;                 ///< contact points of the pairs tested again
    satori_update_path path;              ///< how the broadphase found its pairs
    uint32_t thread_count;                ///< threads that took part
    satori_isa isa;                       ///< the instruction set that ran
    satori_world_times times;             ///< time per stage
} satori_world_update_result;

/// A set of moving boxes that reports which of them touch.
typedef struct satori_world satori_world;
/// Creates an empty world. With options that are not legal, creating boxes and updating fail with
/// SATORI_INVALID_ARGUMENT.
SATORI_API satori_status satori_world_create(const satori_world_options* options, const satori_allocator* allocator,
                                             satori_world** world) SATORI_NOEXCEPT;
/// Destroys the handle and releases all of its memory.
SATORI_API void satori_world_destroy(satori_world* world) SATORI_NOEXCEPT;

/// Creates boxes: ids[i] for defs[i]. Their indices are the lowest that are free. Errors: those of World::create();
/// SATORI_INVALID_ARGUMENT also for a flag that is neither 0 nor 1.
SATORI_API satori_status satori_world_create_boxes(satori_world* world, const satori_box_def* defs, satori_box_id* ids,
                                                   size_t count, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Creates the boxes of a view: ids[i] for its box i. All but pose and half extents is that of `common` (NULL:
/// satori_box_def_default()). `count` must be that of the view. Errors: those of satori_world_create_boxes().
SATORI_API satori_status satori_world_create_any(satori_world* world, const satori_any_box_view* view,
                                                 const satori_box_def* common, satori_box_id* ids, size_t count,
                                                 uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Destroys boxes. Errors here and below: SATORI_INVALID_ID for an id of no box. This call also fails with it for an
/// id that comes twice.
SATORI_API satori_status satori_world_destroy_boxes(satori_world* world, const satori_box_id* ids, size_t count,
                                                    uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets poses: poses[i] for ids[i]. Wakes the boxes. SATORI_INVALID_BOX for a pose that is not legal.
SATORI_API satori_status satori_world_set_poses(satori_world* world, const satori_box_id* ids,
                                                const satori_box_pose* poses, size_t count,
                                                uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets poses to those of a view: its box i for ids[i]. `count` must be that of the view. Sizes are read only when
/// positions are corners. SATORI_INVALID_BOX for a pose that is not legal.
SATORI_API satori_status satori_world_set_any_poses(satori_world* world, const satori_any_box_view* view,
                                                    const satori_box_id* ids, size_t count,
                                                    uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets half extents: half_extents[i] for ids[i]. SATORI_INVALID_BOX for half extents that are not legal.
SATORI_API satori_status satori_world_set_half_extents(satori_world* world, const satori_box_id* ids,
                                                       const satori_vec3* half_extents, size_t count,
                                                       uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets radii: radii[i] for ids[i]. SATORI_INVALID_BOX for a radius that is not legal.
SATORI_API satori_status satori_world_set_radii(satori_world* world, const satori_box_id* ids, const float* radii,
                                                size_t count, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets filters: filters[i] for ids[i].
SATORI_API satori_status satori_world_set_filters(satori_world* world, const satori_box_id* ids,
                                                  const satori_box_filter* filters, size_t count,
                                                  uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets covered sides: sides[i] for ids[i]. SATORI_INVALID_ARGUMENT for sides above SATORI_ALL_SIDES.
SATORI_API satori_status satori_world_set_covered_sides(satori_world* world, const satori_box_id* ids,
                                                        const uint8_t* sides, size_t count,
                                                        uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets speculative distances: distances[i] for ids[i]. SATORI_INVALID_ARGUMENT unless a
/// distance is 0 to 1e9 meters.
SATORI_API satori_status satori_world_set_speculative_distances(satori_world* world, const satori_box_id* ids,
                                                                const float* distances, size_t count,
                                                                uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Sets the covered sides of all static boxes to the sides that other static boxes cover within the tolerance.
SATORI_API satori_status satori_world_find_covered_sides(satori_world* world, float tolerance,
                                                         const satori_execution* execution) SATORI_NOEXCEPT;
/// Sets the motion type of boxes.
SATORI_API satori_status satori_world_set_motion(satori_world* world, const satori_box_id* ids, size_t count,
                                                 satori_motion_type motion, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Puts boxes to sleep, or wakes them when `sleeping` is 0.
SATORI_API satori_status satori_world_set_sleeping(satori_world* world, const satori_box_id* ids, size_t count,
                                                   uint8_t sleeping, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Makes boxes sensors, or solid when `sensor` is 0. In the next update their contacts end, and begin anew as those of
/// the other kind.
SATORI_API satori_status satori_world_set_sensor(satori_world* world, const satori_box_id* ids, size_t count,
                                                 uint8_t sensor, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Makes boxes continuous, or no longer when `continuous` is 0. The way of these boxes begins anew, where they are now:
/// a box that was set to another place, and is made continuous again, meets nothing in between. With the first
/// continuous box, the ways of all boxes begin where these are now. Errors: SATORI_INVALID_ID, SATORI_OUT_OF_MEMORY.
SATORI_API satori_status satori_world_set_continuous(satori_world* world, const satori_box_id* ids, size_t count,
                                                     uint8_t continuous, uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Switches the contact of two boxes that touched in the last update off, or on again when `enabled` is not 0. The next
/// update puts it into `ended` or `begun`. While a contact is off, no event, count or satori_world_copy_contacts() has
/// it. When the boxes stop touching, the world forgets that it was off. SATORI_INVALID_ARGUMENT when the boxes did not
/// touch.
SATORI_API satori_status satori_world_set_contact_enabled(satori_world* world, satori_box_id a, satori_box_id b,
                                                          uint8_t enabled) SATORI_NOEXCEPT;
/// Sets the 64 bits of the program's own data.
SATORI_API satori_status satori_world_set_user_data(satori_world* world, satori_box_id id,
                                                    uint64_t user_data) SATORI_NOEXCEPT;
/// Makes two boxes ignore each other: from the next update on they make no pair. This lasts until
/// satori_world_restore() or until one of them is destroyed.
SATORI_API satori_status satori_world_ignore(satori_world* world, satori_box_id a, satori_box_id b) SATORI_NOEXCEPT;
/// Undoes satori_world_ignore().
SATORI_API satori_status satori_world_restore(satori_world* world, satori_box_id a, satori_box_id b) SATORI_NOEXCEPT;
/// Sets the origin that bounds are relative to. SATORI_INVALID_ARGUMENT unless it is legal as a position.
SATORI_API satori_status satori_world_set_origin(satori_world* world, satori_vec3d origin) SATORI_NOEXCEPT;
/// Finds which boxes touch. It can be repeated when it fails; World::update() says what a failed update may have
/// changed.
SATORI_API satori_status satori_world_update(satori_world* world, satori_world_update_result* result,
                                             const satori_execution* execution) SATORI_NOEXCEPT;

/// Returns the number of boxes.
SATORI_API uint32_t satori_world_size(const satori_world* world) SATORI_NOEXCEPT;
/// Returns 1 when a box has this id, else 0.
SATORI_API uint8_t satori_world_contains(const satori_world* world, satori_box_id id) SATORI_NOEXCEPT;
/// Returns the id of the box at an index, or the null id.
SATORI_API satori_box_id satori_world_id_at(const satori_world* world, uint32_t index) SATORI_NOEXCEPT;
/// Returns a number that every index is below.
SATORI_API uint32_t satori_world_index_limit(const satori_world* world) SATORI_NOEXCEPT;
/// Returns the box as it is now. For an id of no box: satori_box_def_default().
SATORI_API satori_box_def satori_world_box(const satori_world* world, satori_box_id id) SATORI_NOEXCEPT;
/// Returns the number of contacts after the last update: those with sensors included, those that are off not. 0 for
/// NULL.
SATORI_API uint64_t satori_world_contact_count(const satori_world* world) SATORI_NOEXCEPT;
/// Copies all contacts, those with sensors included. SATORI_CAPACITY_EXCEEDED when `capacity` is below
/// satori_world_contact_count(): nothing is written.
SATORI_API satori_status satori_world_copy_contacts(const satori_world* world, satori_world_contact* contacts,
                                                    size_t capacity) SATORI_NOEXCEPT;
/// Copies the contacts of one box, in ascending order of the other box; `*count` is their number. Errors:
/// SATORI_INVALID_ID; SATORI_CAPACITY_EXCEEDED when `capacity` is below `*count`: nothing is written.
SATORI_API satori_status satori_world_copy_box_contacts(const satori_world* world, satori_box_id id,
                                                        satori_world_contact* contacts, size_t capacity,
                                                        size_t* count) SATORI_NOEXCEPT;
/// Returns the manifold of a contact of the last update. Any other slot gives a manifold without points. Never NULL.
SATORI_API const satori_contact_manifold* satori_world_manifold(const satori_world* world,
                                                                uint32_t slot) SATORI_NOEXCEPT;
/// Returns the four payloads of the manifold's points. NULL for any other slot, and without
/// satori_world_options::point_payloads.
SATORI_API satori_point_payload* satori_world_payloads(satori_world* world, uint32_t slot) SATORI_NOEXCEPT;
/// Returns the payload of a contact. NULL for any other slot, and without satori_world_options::contact_payloads.
SATORI_API satori_contact_payload* satori_world_contact_payload(satori_world* world, uint32_t slot) SATORI_NOEXCEPT;
/// Returns 1 when its own tables, and those of its broadphase, are consistent. For tests: O(boxes + pairs log pairs +
/// candidates).
SATORI_API uint8_t satori_world_validate(const satori_world* world) SATORI_NOEXCEPT;
/// Returns a hash of all state that later updates depend on. It is the same wherever the same calls were made. 0 for
/// NULL.
SATORI_API uint64_t satori_world_state_hash(const satori_world* world) SATORI_NOEXCEPT;
/// Returns the memory held, bytes, without the handle.
SATORI_API uint64_t satori_world_bytes(const satori_world* world) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
