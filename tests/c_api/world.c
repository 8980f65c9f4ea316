#include <satori/c/world.h>

#include <math.h>
#include <string.h>

#include "check.h"

static satori_box_def box(double y, satori_vec3 half_extents, satori_motion_type motion) {
    satori_box_def def = satori_box_def_default();
    def.pose.position.y = y;
    def.half_extents = half_extents;
    def.motion = motion;
    return def;
}

static int is(satori_box_id a, satori_box_id b) {
    return a.index == b.index && a.generation == b.generation;
}

/// Rejects all pairs with the box of index 0, and counts the pairs that it is called for.
static void not_the_first(const satori_world_pair* pairs, uint8_t* keep, size_t count, void* user) {
    for (size_t i = 0; i < count; ++i) {
        ++*(int*)user;
        if (pairs[i].first.index == 0) keep[i] = 0;
    }
}

/// Three boxes in one place.
static void test_limit(void) {
    const satori_vec3 cube = {0.5F, 0.5F, 0.5F};
    const satori_box_def def = box(0, cube, SATORI_MOTION_DYNAMIC);
    const satori_box_def defs[3] = {def, def, def};
    satori_world* world = NULL;
    satori_box_id ids[3];
    satori_world_update_result update;
    satori_execution execution = satori_execution_default();
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_boxes(world, defs, ids, 3, NULL) == SATORI_OK);
    execution.max_pairs = 2;
    CHECK(satori_world_update(world, &update, &execution) == SATORI_LIMIT_EXCEEDED && update.contact_count == 0);
    execution.max_pairs = 3;
    CHECK(satori_world_update(world, &update, &execution) == SATORI_OK && update.contact_count == 3);
    satori_world_destroy(world);
}

static void test_options_of_payloads_and_motion(void) {
    satori_world_options options = satori_world_options_default();
    CHECK(options.point_payloads == 1 && options.contact_payloads == 0 && options.motion_tolerance == 0);
    options.point_payloads = 0;
    options.contact_payloads = 1;
    options.motion_tolerance = 0.01F;
    const satori_vec3 cube = {0.5F, 0.5F, 0.5F};
    satori_box_def defs[2] = {box(0, cube, SATORI_MOTION_STATIC), box(0.75, cube, SATORI_MOTION_DYNAMIC)};
    satori_world* world = NULL;
    satori_box_id ids[2];
    satori_world_update_result update;
    CHECK(satori_world_create(&options, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_boxes(world, defs, ids, 2, NULL) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.begun_count == 1);
    CHECK(satori_world_payloads(world, update.begun[0].slot) == NULL);
    satori_contact_payload* const payload = satori_world_contact_payload(world, update.begun[0].slot);
    CHECK(payload != NULL && payload->bytes[31] == 0);
    satori_box_pose pose = defs[1].pose;
    const double y = pose.position.y;
    pose.position.y = y + 0.01;
    CHECK(satori_world_set_poses(world, &ids[1], &pose, 1, NULL) == SATORI_OK);
    CHECK(satori_world_box(world, ids[1]).pose.position.y == y);
    pose.position.y = y + 0.02;
    CHECK(satori_world_set_poses(world, &ids[1], &pose, 1, NULL) == SATORI_OK);
    CHECK(satori_world_box(world, ids[1]).pose.position.y == y + 0.02);
    const float distances[2] = {1, -1};
    uint64_t bad = 9;
    CHECK(satori_world_set_speculative_distances(world, ids, distances, 1, NULL) == SATORI_OK);
    CHECK(satori_world_box(world, ids[0]).speculative_distance == 1);
    CHECK(satori_world_set_speculative_distances(world, ids, distances, 2, &bad) == SATORI_INVALID_ARGUMENT);
    CHECK(bad == 1);
    satori_world_destroy(world);
}

/// Two tiles beside each other, in a batch and in a world.
static void test_covered_sides(void) {
    const float rows[2][10] = {{0, 0, 0, 0.5F, 0.5F, 0.5F, 0, 0, 0, 1}, {1, 0, 0, 0.5F, 0.5F, 0.5F, 0, 0, 0, 1}};
    const satori_box_view view = satori_box_rows(rows[0], 2, sizeof rows[0]);
    satori_box_batch* boxes = NULL;
    satori_workspace* workspace = NULL;
    uint8_t sides[2] = {9, 9};
    CHECK(satori_box_batch_create(NULL, &boxes) == SATORI_OK);
    CHECK(satori_workspace_create(NULL, &workspace) == SATORI_OK);
    CHECK(satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_find_covered_sides(boxes, 0.001F, sides, 2, workspace, NULL) == SATORI_OK);
    CHECK(sides[0] == SATORI_SIDE_PLUS_X && sides[1] == SATORI_SIDE_MINUS_X);
    CHECK(satori_box_batch_covered_sides(boxes) == NULL);
    CHECK(satori_box_batch_set_covered_sides(boxes, sides, 2) == SATORI_OK);
    CHECK(satori_box_batch_covered_sides(boxes)[1] == SATORI_SIDE_MINUS_X);
    satori_box_batch_destroy(boxes);
    satori_workspace_destroy(workspace);

    const satori_vec3 cube = {0.5F, 0.5F, 0.5F};
    satori_box_def defs[2] = {box(0, cube, SATORI_MOTION_STATIC), box(1, cube, SATORI_MOTION_STATIC)};
    CHECK(defs[0].covered_sides == 0);
    defs[0].covered_sides = SATORI_ALL_SIDES;
    satori_world* world = NULL;
    satori_box_id ids[2];
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_boxes(world, defs, ids, 2, NULL) == SATORI_OK);
    CHECK(satori_world_box(world, ids[0]).covered_sides == SATORI_ALL_SIDES);
    CHECK(satori_world_find_covered_sides(world, 0.001F, NULL) == SATORI_OK);
    CHECK(satori_world_box(world, ids[0]).covered_sides == SATORI_SIDE_PLUS_Y);
    CHECK(satori_world_box(world, ids[1]).covered_sides == SATORI_SIDE_MINUS_Y);
    const uint8_t one = SATORI_SIDE_PLUS_Z, none = 64;
    uint64_t bad = 9;
    CHECK(satori_world_set_covered_sides(world, &ids[1], &one, 1, NULL) == SATORI_OK);
    CHECK(satori_world_set_covered_sides(world, &ids[1], &none, 1, &bad) == SATORI_INVALID_ARGUMENT && bad == 0);
    CHECK(satori_world_box(world, ids[1]).covered_sides == SATORI_SIDE_PLUS_Z);
    satori_world_destroy(world);
}

/// Two cubes by their low corners, as floats; then one of them is moved 2 m up.
static void test_any_view(void) {
    float corners[2][3] = {{0, 0, 0}, {0, 0.75F, 0}};
    const float turn[4] = {0, 0, 0, 1}, edge[3] = {1, 1, 1};
    satori_any_box_view view = {.positions = {corners, sizeof corners[0], SATORI_FLOAT32},
                                .rotations = {turn, 0, SATORI_FLOAT32},
                                .sizes = {edge, 0, SATORI_FLOAT32},
                                .count = 2,
                                .size_form = SATORI_SIZE_FULL,
                                .place = SATORI_PLACE_LOW_CORNER};
    satori_world* world = NULL;
    satori_box_id ids[2];
    satori_world_update_result update;
    uint64_t bad = 9;
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_any(world, &view, NULL, ids, 1, &bad) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_create_any(world, &view, NULL, ids, 2, &bad) == SATORI_OK && satori_world_size(world) == 2);
    CHECK(satori_world_box(world, ids[1]).pose.position.y == 1.25);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.contact_count == 1);
    corners[1][1] += 2;
    CHECK(satori_world_set_any_poses(world, &view, ids, 2, &bad) == SATORI_OK && bad == 9);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.contact_count == 0);
    corners[1][2] = NAN;
    CHECK(satori_world_set_any_poses(world, &view, ids, 2, &bad) == SATORI_INVALID_BOX && bad == 1);
    CHECK(satori_world_box(world, ids[1]).pose.position.y == 3.25);
    satori_box_def common = satori_box_def_default();
    common.sensor = 2;
    CHECK(satori_world_create_any(world, &view, &common, ids, 2, NULL) == SATORI_INVALID_ARGUMENT);
    satori_world_destroy(world);
}

/// Checks the calls that copy contacts. The crate, which is box 1, is in all `count` contacts.
static void check_contacts(const satori_world* world, const satori_box_id* ids, size_t count) {
    satori_world_contact contacts[2], of_box[2];
    size_t box_count = 9;
    CHECK(satori_world_contact_count(world) == count);
    CHECK(satori_world_copy_contacts(world, contacts, 2) == SATORI_OK);
    CHECK(satori_world_copy_box_contacts(world, ids[1], of_box, 2, &box_count) == SATORI_OK && box_count == count);
    CHECK(memcmp(contacts, of_box, count * sizeof contacts[0]) == 0);
    const satori_status none = count == 0 ? SATORI_OK : SATORI_CAPACITY_EXCEEDED;
    box_count = 9;
    CHECK(satori_world_copy_contacts(world, NULL, 0) == none);
    CHECK(satori_world_copy_box_contacts(world, ids[1], NULL, 0, &box_count) == none && box_count == count);
    const satori_box_id nobody = {1, 77};
    CHECK(satori_world_copy_box_contacts(world, nobody, of_box, 2, &box_count) == SATORI_INVALID_ID);
}

/// A crate falls on a floor, 0.375 m in each step: above the floor for four steps, touching in the fifth, inside in the
/// sixth. Then it is destroyed.
static void test_falling_box(void) {
    const satori_vec3 flat = {5, 0.5F, 5}, cube = {0.5F, 0.5F, 0.5F};
    satori_box_def defs[3] = {box(-0.5, flat, SATORI_MOTION_STATIC), box(2, cube, SATORI_MOTION_DYNAMIC),
                              box(1.25, flat, SATORI_MOTION_STATIC)};
    defs[1].user_data = 42;
    defs[2].half_extents.y = 0.125F;
    defs[2].sensor = 1;
    satori_world* world = NULL;
    satori_box_id ids[3];
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_boxes(world, defs, ids, 3, NULL) == SATORI_OK && satori_world_size(world) == 3);
    CHECK(is(satori_world_id_at(world, 1), ids[1]) && satori_world_index_limit(world) == 3);

    satori_execution serial = satori_execution_default();
    serial.executor = satori_executor_serial();
    satori_world_update_result update;
    satori_box_pose pose = defs[1].pose;
    uint32_t slot = 0;
    for (int step = 0; step < 6; ++step, pose.position.y -= 0.375) {
        CHECK(satori_world_set_poses(world, &ids[1], &pose, 1, NULL) == SATORI_OK);
        CHECK(satori_world_update(world, &update, step % 2 == 0 ? NULL : &serial) == SATORI_OK);
        CHECK(satori_world_validate(world) == 1);
        // The sensor is from 1.125 to 1.375: the crate is in it in steps 1 to 3. It is on the floor in steps 4 and 5.
        const int sensed = step >= 1 && step <= 3, on_floor = step >= 4;
        CHECK(update.begun_count == (step == 1 || step == 4));
        CHECK(update.ended_count == (step == 4));
        CHECK(update.changed_count == (step == 2 || step == 3 || step == 5));
        CHECK(update.changed_box_count == (step == 0 ? 3U : 1U));
        const size_t touching = (size_t)(sensed + on_floor);
        CHECK(update.begun_count + update.changed_count == touching && update.contact_count == touching);
        check_contacts(world, ids, touching);
        if (touching == 0) continue;
        satori_world_contact contact;
        CHECK(satori_world_copy_contacts(world, &contact, 1) == SATORI_OK);
        CHECK((step == 1 || step == 4 ? update.begun : update.changed)->slot == contact.slot);
        CHECK(is(contact.pair.first, ids[sensed ? 1 : 0]) && is(contact.pair.second, ids[sensed ? 2 : 1]));
        CHECK((contact.slot == SATORI_NO_SLOT) == sensed);
        CHECK((satori_world_payloads(world, contact.slot) == NULL) == sensed);
        if (sensed) continue;
        const satori_contact_manifold* const manifold = satori_world_manifold(world, contact.slot);
        satori_point_payload* const payloads = satori_world_payloads(world, contact.slot);
        CHECK(manifold->point_count == 4 && manifold->normal.y == 1);
        for (int p = 0; p < 4; ++p) {
            CHECK(manifold->points[p].separation == (step == 4 ? 0 : -0.375F));
            CHECK(payloads[p].bytes[0] == (step == 4 ? 0 : 7 + p));
            payloads[p].bytes[0] = (uint8_t)(7 + p);
        }
        slot = contact.slot;
    }
    CHECK(satori_world_box(world, ids[1]).user_data == 42);
    CHECK(satori_world_box(world, ids[1]).pose.position.y == 0.125);
    CHECK(satori_world_destroy_boxes(world, &ids[1], 1, NULL) == SATORI_OK);
    CHECK(satori_world_contains(world, ids[1]) == 0 && satori_world_contains(world, ids[0]) == 1);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK);
    CHECK(update.ended_count == 1 && is(update.ended[0].pair.second, ids[1]) && update.contact_count == 0);
    CHECK(update.ended[0].slot == slot && satori_world_contact_count(world) == 0);
    CHECK(satori_world_payloads(world, slot) == NULL && satori_world_manifold(world, slot)->point_count == 0);
    CHECK(satori_world_bytes(world) > 0);
    satori_world_destroy(world);
}

/// Three crates in one place: filters decide which of them may touch.
static void test_filters(void) {
    int asked = 0;
    satori_world_options options = satori_world_options_default();
    options.predicate = not_the_first;
    options.predicate_user = &asked;
    satori_world* world = NULL;
    CHECK(satori_world_create(&options, NULL, &world) == SATORI_OK);
    const satori_box_def defs[3] = {satori_box_def_default(), satori_box_def_default(), satori_box_def_default()};
    satori_box_id ids[3];
    CHECK(satori_world_create_boxes(world, defs, ids, 3, NULL) == SATORI_OK);
    satori_world_update_result update;
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK);
    CHECK(asked == 3 && update.contact_count == 1 && update.pair_count == 1);

    const uint64_t before = satori_world_state_hash(world);
    CHECK(satori_world_ignore(world, ids[1], ids[2]) == SATORI_OK);
    CHECK(satori_world_state_hash(world) != before);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.contact_count == 0);
    CHECK(satori_world_restore(world, ids[2], ids[1]) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.contact_count == 1);
    satori_box_filter filters[2] = {satori_box_filter_default(), satori_box_filter_default()};
    CHECK(filters[0].category == 1 && filters[0].mask == UINT64_MAX);
    filters[0].group = filters[1].group = -3;
    CHECK(satori_world_set_filters(world, &ids[1], filters, 2, NULL) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.contact_count == 0);
    CHECK(satori_world_box(world, ids[2]).filter.group == -3);

    filters[0].group = filters[1].group = 0;
    CHECK(satori_world_set_filters(world, &ids[1], filters, 2, NULL) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.begun_count == 1);
    CHECK(update.begun[0].slot != SATORI_NO_SLOT);
    CHECK(satori_world_set_contact_enabled(world, ids[2], ids[1], 0) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.ended_count == 1);
    CHECK(update.begun_count == 0 && update.contact_count == 0);
    CHECK(satori_world_set_contact_enabled(world, ids[2], ids[1], 1) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.begun_count == 1);
    CHECK(satori_world_set_contact_enabled(world, ids[0], ids[1], 0) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_set_sensor(world, ids, 3, 1, NULL) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.contact_count == 0);
    CHECK(satori_world_set_sensor(world, ids, 3, 0, NULL) == SATORI_OK);

    CHECK(satori_world_set_motion(world, ids, 3, SATORI_MOTION_KINEMATIC, NULL) == SATORI_OK);
    CHECK(satori_world_set_sleeping(world, ids, 1, 1, NULL) == SATORI_OK);
    CHECK(satori_world_set_user_data(world, ids[0], 5) == SATORI_OK);
    const satori_vec3 half_extents = {1, 2, 3};
    CHECK(satori_world_set_half_extents(world, ids, &half_extents, 1, NULL) == SATORI_OK);
    const satori_vec3d origin = {10, 0, 0};
    CHECK(satori_world_set_origin(world, origin) == SATORI_OK);
    const satori_box_def now = satori_world_box(world, ids[0]);
    CHECK(now.motion == SATORI_MOTION_KINEMATIC && now.sleeping == 1 && now.sensor == 0);
    CHECK(now.user_data == 5 && memcmp(&now.half_extents, &half_extents, sizeof half_extents) == 0);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.pair_count == 0);
    satori_world_destroy(world);
}

/// Sets the x of a box, and updates.
static void fly(satori_world* world, const satori_box_id* id, double x, satori_world_update_result* update) {
    satori_box_pose pose = satori_world_box(world, *id).pose;
    pose.position.x = x;
    CHECK(satori_world_set_poses(world, id, &pose, 1, NULL) == SATORI_OK);
    CHECK(satori_world_update(world, update, NULL) == SATORI_OK && update->contact_count == 0);
}

/// A bullet flies 10 m through a wall of 0.1 m within one update, and back.
static void test_continuous(void) {
    const satori_vec3 thin = {0.05F, 2, 2}, small = {0.05F, 0.05F, 0.05F};
    satori_box_def defs[2] = {box(0, thin, SATORI_MOTION_STATIC), box(0, small, SATORI_MOTION_DYNAMIC)};
    CHECK(defs[1].continuous == 0 && satori_world_options_default().impact_depth == 5e-3F);
    defs[1].continuous = 1;
    defs[1].pose.position.x = -5;
    satori_world* world = NULL;
    satori_box_id ids[2];
    satori_world_update_result update;
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_boxes(world, defs, ids, 2, NULL) == SATORI_OK);
    CHECK(satori_world_box(world, ids[0]).continuous == 0 && satori_world_box(world, ids[1]).continuous == 1);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.impact_count == 0);
    CHECK(update.impacts == NULL);

    fly(world, &ids[1], 5, &update);
    CHECK(update.impact_count == 1);
    if (update.impact_count == 1) {
        // The fronts are 4.9 m apart at time 0. At the time the bullet is 2.5 mm to 5 mm deep: half of the depth to all
        // of it. Boxes that are 5 mm smaller on all sides are 5 mm to 7.5 mm apart then.
        const satori_world_impact found = update.impacts[0];
        CHECK(is(found.pair.first, ids[0]) && is(found.pair.second, ids[1]));
        CHECK(found.impact.kind == SATORI_IMPACT_MEETS && found.shrink == 5e-3F && found.sensor == 0);
        CHECK(found.impact.time > 0.49024F && found.impact.time < 0.49051F);
        CHECK(found.impact.closest.direction.x < -0.9999F);
        CHECK(found.impact.closest.distance > 0.0049F && found.impact.closest.distance < 0.0076F);
    }
    CHECK(satori_world_set_sensor(world, ids, 1, 1, NULL) == SATORI_OK);
    fly(world, &ids[1], -5, &update);
    CHECK(update.impact_count == 1 && update.impacts[0].sensor == 1);

    // Set to the other side: its way begins there.
    satori_box_pose pose = satori_world_box(world, ids[1]).pose;
    pose.position.x = 5;
    CHECK(satori_world_set_poses(world, &ids[1], &pose, 1, NULL) == SATORI_OK);
    CHECK(satori_world_set_continuous(world, &ids[1], 1, 1, NULL) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.impact_count == 0);
    // No longer continuous; but the wall is.
    CHECK(satori_world_set_continuous(world, &ids[1], 1, 0, NULL) == SATORI_OK);
    fly(world, &ids[1], -5, &update);
    CHECK(update.impact_count == 0 && satori_world_box(world, ids[1]).continuous == 0);
    CHECK(satori_world_set_continuous(world, &ids[0], 1, 1, NULL) == SATORI_OK);
    fly(world, &ids[1], 5, &update);
    CHECK(update.impact_count == 1);

    const satori_box_id wrong[2] = {ids[1], {1, 77}};
    uint64_t bad = 9;
    CHECK(satori_world_set_continuous(world, wrong, 2, 1, &bad) == SATORI_INVALID_ID && bad == 1);
    CHECK(satori_world_box(world, ids[1]).continuous == 0);
    satori_world_destroy(world);
}

static void test_impact_depth(void) {
    satori_world_options options = satori_world_options_default();
    options.impact_depth = -1;
    const satori_box_def def = satori_box_def_default();
    satori_world* world = NULL;
    satori_box_id id;
    CHECK(satori_world_create(&options, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_boxes(world, &def, &id, 1, NULL) == SATORI_INVALID_ARGUMENT);
    satori_world_destroy(world);
}

void test_world(void) {
    test_limit();
    test_covered_sides();
    test_options_of_payloads_and_motion();
    test_any_view();
    test_falling_box();
    test_filters();
    test_continuous();
    test_impact_depth();
}
