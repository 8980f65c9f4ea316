#include <satori/c/recording.h>

#include <string.h>

#include <satori/c/debug_draw.h>

#include "check.h"

/// A sink with room for `room` bytes.
typedef struct Tape {
    unsigned char bytes[4096];
    size_t size, room;
} Tape;

static uint8_t append(const void* bytes, size_t size, void* user) {
    Tape* const tape = user;
    if (size > tape->room - tape->size) return 0;
    memcpy(tape->bytes + tape->size, bytes, size);
    tape->size += size;
    return 1;
}

/// A crate sinks 1/8 m into another in each of three steps. The tape holds the recording.
static satori_status record_three_steps(satori_world* world, Tape* tape) {
    const satori_record_options to_tape = {append, tape, 1};
    satori_status status = satori_world_record(world, &to_tape);
    satori_box_def defs[2] = {satori_box_def_default(), satori_box_def_default()};
    defs[1].pose.position.y = 1.125;
    satori_box_id ids[2];
    if (status == SATORI_OK) status = satori_world_create_boxes(world, defs, ids, 2, NULL);
    for (int step = 0; step < 3 && status == SATORI_OK; ++step) {
        satori_world_update_result update;
        defs[1].pose.position.y -= 0.125;
        status = satori_world_set_poses(world, &ids[1], &defs[1].pose, 1, NULL);
        if (status == SATORI_OK) status = satori_world_update(world, &update, NULL);
    }
    const satori_status stopped = satori_world_stop_recording(world);
    return status != SATORI_OK ? status : stopped;
}

static void test_replay(void) {
    Tape tape = {{0}, 0, sizeof tape.bytes};
    satori_world* world = NULL;
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(record_three_steps(world, &tape) == SATORI_OK);
    CHECK(satori_world_stop_recording(world) == SATORI_INVALID_ARGUMENT);
    CHECK(memcmp(tape.bytes, "SATORIWR", 8) == 0 && tape.bytes[8] == SATORI_RECORDING_VERSION);

    satori_world_replay* replay = NULL;
    satori_replay_step step;
    satori_world_update_result update;
    CHECK(satori_world_replay_create(tape.bytes, tape.size, NULL, &replay) == SATORI_OK);
    for (uint64_t i = 0; i < 3; ++i) {
        CHECK(satori_world_replay_step(replay, &step, &update, NULL) == SATORI_OK);
        CHECK(step.outcome == SATORI_REPLAY_SAME && step.number == i);
        CHECK(step.hashed == 1 && step.hash == step.recorded_hash && step.hash != 0);
        CHECK(update.contact_count == 1 && update.begun_count == (i == 0));
        const satori_world* const replayed = satori_world_replay_world(replay);
        CHECK(satori_world_size(replayed) == 2 && satori_world_state_hash(replayed) == step.hash);
        satori_world_contact contact;
        CHECK(satori_world_copy_contacts(replayed, &contact, 1) == SATORI_OK);
        CHECK((i == 0 ? update.begun : update.changed)->slot == contact.slot);
        CHECK(satori_world_manifold(replayed, contact.slot)->points[0].separation == -0.125F * (float)i);
    }
    CHECK(satori_world_state_hash(satori_world_replay_world(replay)) == satori_world_state_hash(world));
    CHECK(satori_world_replay_step(replay, &step, &update, NULL) == SATORI_OK && step.outcome == SATORI_REPLAY_END);
    CHECK(step.number == 3 && satori_world_replay_offset(replay) == tape.size);
    satori_world_replay_destroy(replay);
    satori_world_destroy(world);

    tape.bytes[8] = 99;
    CHECK(satori_world_replay_create(tape.bytes, tape.size, NULL, &replay) == SATORI_OK);
    CHECK(satori_world_replay_step(replay, &step, &update, NULL) == SATORI_INVALID_RECORDING);
    CHECK(satori_world_replay_fault(replay) == SATORI_RECORDING_FAULT_OTHER_VERSION);
    CHECK(strcmp(satori_describe_recording_fault(satori_world_replay_fault(replay)),
                 "the recording is of another version") == 0);
    satori_world_replay_destroy(replay);
}

/// The sink is full: the world reports it once, and goes on.
static void test_full_sink(void) {
    Tape tape = {{0}, 0, 300};
    satori_world* world = NULL;
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(record_three_steps(world, &tape) == SATORI_RECORDING_FAILED);
    satori_world_update_result update;
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && satori_world_size(world) == 2);
    satori_world_destroy(world);
    tape.size = tape.room = 0;
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(record_three_steps(world, &tape) == SATORI_RECORDING_FAILED);
    satori_world_destroy(world);
}

typedef struct Drawn {
    satori_debug_box boxes[2];
    satori_debug_bounds bounds[2];
    satori_debug_contact contacts[4];
    int box_count, bounds_count, contact_count;
} Drawn;

static void draw_box(const satori_debug_box* box, void* user) {
    Drawn* const drawn = user;
    drawn->boxes[drawn->box_count++] = *box;
}

static void draw_bounds(const satori_debug_bounds* bounds, void* user) {
    Drawn* const drawn = user;
    drawn->bounds[drawn->bounds_count++] = *bounds;
}

static void draw_contact(const satori_debug_contact* contact, void* user) {
    Drawn* const drawn = user;
    drawn->contacts[drawn->contact_count++] = *contact;
}

static void test_drawing(void) {
    Tape tape = {{0}, 0, sizeof tape.bytes};
    satori_world* world = NULL;
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(record_three_steps(world, &tape) == SATORI_OK);
    Drawn drawn = {0};
    satori_debug_drawer drawer = {draw_box, NULL, NULL, NULL, &drawn};
    satori_debug_draw(world, &drawer);
    CHECK(drawn.box_count == 2 && drawn.bounds_count == 0 && drawn.contact_count == 0);
    CHECK(drawn.boxes[1].box.pose.position.y == 0.75 && drawn.boxes[1].id.index == 1);
    CHECK(drawn.boxes[1].corners[0].y == 0.25 && drawn.boxes[1].corners[2].y == 1.25);
    CHECK(drawn.boxes[1].corners[0].x == -0.5 && drawn.boxes[1].corners[1].x == 0.5);
    drawer.box = NULL;
    drawer.bounds = draw_bounds;
    drawer.contact = draw_contact;
    satori_debug_draw(world, &drawer);
    CHECK(drawn.box_count == 2 && drawn.bounds_count == 2 && drawn.contact_count == 4);
    CHECK(drawn.bounds[0].min.y <= -0.5 && drawn.bounds[0].max.y >= 0.5 && drawn.bounds[0].max.y < 1);
    CHECK(drawn.contacts[0].normal.y == 1 && drawn.contacts[0].separation == -0.25F);
    CHECK(drawn.contacts[0].pair.second.index == 1);
    satori_world_destroy(world);
}

void test_recording(void) {
    test_replay();
    test_full_sink();
    test_drawing();
}
