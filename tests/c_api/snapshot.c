#include <satori/c/snapshot.h>

#include <string.h>

#include "check.h"

/// A sink with room for `room` bytes.
typedef struct Bytes {
    unsigned char bytes[4096];
    size_t size, room;
} Bytes;

static uint8_t append(const void* bytes, size_t size, void* user) {
    Bytes* const to = user;
    if (size > to->room - to->size) return 0;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return 1;
}

/// Lets a crate sink 1/8 m into another one, with a payload at their contact.
static satori_world* world_with_contact(void) {
    satori_world* world = NULL;
    satori_box_def defs[2] = {satori_box_def_default(), satori_box_def_default()};
    satori_box_id ids[2];
    satori_world_update_result update;
    defs[1].pose.position.y = 0.875;
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_boxes(world, defs, ids, 2, NULL) == SATORI_OK);
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK && update.contact_count == 1);
    satori_world_payloads(world, update.begun[0].slot)[0].bytes[3] = 77;
    return world;
}

static void check_same(const satori_world* world, const satori_world* other) {
    satori_world_contact a, b;
    CHECK(satori_world_state_hash(world) == satori_world_state_hash(other));
    CHECK(satori_world_size(other) == 2 && satori_world_validate(other) == 1);
    CHECK(satori_world_copy_contacts(world, &a, 1) == SATORI_OK &&
          satori_world_copy_contacts(other, &b, 1) == SATORI_OK);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
}

void test_snapshots(void) {
    satori_world* const world = world_with_contact();
    satori_world *copy = NULL, *loaded = NULL;
    CHECK(satori_world_create(NULL, NULL, &copy) == SATORI_OK && satori_world_create(NULL, NULL, &loaded) == SATORI_OK);
    CHECK(satori_world_copy_from(copy, world) == SATORI_OK);
    check_same(world, copy);

    Bytes bytes = {{0}, 0, sizeof bytes.bytes};
    const satori_snapshot_sink sink = {append, &bytes};
    CHECK(satori_world_save(world, &sink) == SATORI_OK);
    CHECK(memcmp(bytes.bytes, "SATORIWS", 8) == 0 && bytes.bytes[8] == SATORI_SNAPSHOT_VERSION);
    CHECK(satori_world_load(loaded, bytes.bytes, bytes.size, NULL) == SATORI_OK);
    check_same(world, loaded);
    satori_world_contact contact;
    CHECK(satori_world_copy_contacts(loaded, &contact, 1) == SATORI_OK);
    CHECK(satori_world_payloads(loaded, contact.slot)[0].bytes[3] == 77);

    CHECK(satori_world_load(loaded, bytes.bytes, bytes.size - 1, NULL) == SATORI_INVALID_SNAPSHOT);
    bytes.bytes[20] ^= 1;
    CHECK(satori_world_load(loaded, bytes.bytes, bytes.size, NULL) == SATORI_INVALID_SNAPSHOT);
    check_same(world, loaded);
    bytes.size = 0;
    bytes.room = 100;
    CHECK(satori_world_save(world, &sink) == SATORI_WRITE_FAILED);

    const satori_snapshot_sink nowhere = {NULL, NULL};
    CHECK(satori_world_save(world, &nowhere) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_save(NULL, &sink) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_save(world, NULL) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_load(NULL, NULL, 0, NULL) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_load(loaded, NULL, 1, NULL) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_load(loaded, NULL, 0, NULL) == SATORI_INVALID_SNAPSHOT);
    CHECK(satori_world_copy_from(NULL, world) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_copy_from(copy, NULL) == SATORI_INVALID_ARGUMENT);
    satori_world_destroy(world);
    satori_world_destroy(copy);
    satori_world_destroy(loaded);
}
