#include <satori/c/contacts.h>

#include <string.h>

#include "check.h"

// A floor, and a crate a quarter of a meter in it.
static const satori_oriented_box kBoxes[2] = {
    {{0, -0.5F, 0}, {5, 0.5F, 5}, {0, 0, 0, 1}},
    {{1, 0.25F, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}},
};

static void check_manifold(const satori_contact_manifold* manifold) {
    CHECK(manifold->pair.first == 0 && manifold->pair.second == 1 && manifold->point_count == 4);
    CHECK(manifold->normal.x == 0 && manifold->normal.y == 1 && manifold->normal.z == 0);
    for (int p = 0; p < 4; ++p) {
        const satori_contact_point* const point = &manifold->points[p];
        // Halfway between the crate's lower face at -0.25 and the floor's upper one at 0, from the floor's center.
        CHECK(point->separation == -0.25F && point->offset.y == 0.375F);
        CHECK(point->offset.x == 0.5F || point->offset.x == 1.5F);
        CHECK(point->feature_id >> 8 == 1);
    }
}

void test_contacts(void) {
    satori_box_batch* boxes = NULL;
    satori_workspace* workspace = NULL;
    satori_contact_cache* cache = NULL;
    CHECK(satori_box_batch_create(NULL, &boxes) == SATORI_OK && satori_workspace_create(NULL, &workspace) == SATORI_OK);
    CHECK(satori_contact_cache_create(NULL, &cache) == SATORI_OK);
    const satori_box_view view = satori_box_rows(&kBoxes[0].center.x, 2, sizeof kBoxes[0]);
    CHECK(satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);

    satori_contact_result found;
    CHECK(satori_collide(boxes, NULL, workspace, &found, NULL) == SATORI_OK);
    CHECK(found.manifold_count == 1 && found.point_count == 4);
    check_manifold(found.manifolds);
    satori_contact_manifold manifold;
    satori_manifold_buffer buffer = {&manifold, 0};
    CHECK(satori_collide(boxes, NULL, workspace, &found, &(satori_collide_options){.buffer = buffer}) ==
          SATORI_CAPACITY_EXCEEDED);
    CHECK(found.manifold_count == 1 && found.manifolds == NULL);
    buffer.capacity = 1;
    CHECK(satori_collide(boxes, NULL, workspace, &found, &(satori_collide_options){.buffer = buffer}) == SATORI_OK);
    check_manifold(&manifold);

    const satori_box_pair pair = {0, 1};
    const uint8_t cached_axis = SATORI_NO_AXIS;
    satori_separating_axis axis;
    CHECK(satori_separating_axes(boxes, NULL, &pair, &axis, 1, workspace,
                                 &(satori_collide_options){.cached_axes = &cached_axis}) == SATORI_OK);
    CHECK(axis.axis == 1 && axis.separation == -0.25F && axis.normal.y == 1);
    memset(&manifold, 0, sizeof manifold);
    CHECK(satori_build_manifolds(boxes, NULL, &(satori_pair_axes){&pair, &axis, 1}, &manifold, workspace, NULL) ==
          SATORI_OK);
    check_manifold(&manifold);
    CHECK(satori_separating_axes(boxes, boxes, &pair, &axis, 1, workspace, NULL) == SATORI_OK);
    CHECK(satori_build_manifolds(boxes, boxes, &(satori_pair_axes){&pair, &axis, 1}, &manifold, workspace, NULL) ==
          SATORI_OK);
    check_manifold(&manifold);

    const satori_box_pair reversed = {1, 0};
    CHECK(satori_collide_pairs(boxes, NULL, &reversed, 1, workspace, &found, NULL) == SATORI_OK);
    CHECK(found.manifold_count == 1 && found.candidate_count == 1);
    check_manifold(found.manifolds);
    uint64_t invalid_pair = 9;
    const satori_box_pair beyond = {0, 2};
    CHECK(satori_collide_pairs(boxes, NULL, &beyond, 1, workspace, &found,
                               &(satori_collide_options){.invalid_pair = &invalid_pair}) == SATORI_INVALID_ID);
    CHECK(invalid_pair == 0 && found.manifolds == NULL);

    CHECK(satori_contact_cache_remember(cache, &manifold, 1) == SATORI_OK && satori_contact_cache_size(cache) == 1);
    CHECK(satori_contact_cache_bytes(cache) > 0);
    CHECK(satori_collide(boxes, boxes, workspace, &found, &(satori_collide_options){.last = cache}) == SATORI_OK);
    CHECK(found.manifold_count == 4);
    uint32_t matches[4] = {9, 9, 9, 9};
    CHECK(satori_match_points(cache, boxes, NULL, &manifold, 1, matches, NULL) == SATORI_OK);
    CHECK(matches[0] == 0 && matches[1] == 1 && matches[2] == 2 && matches[3] == 3);
    // The point with a new feature id is found by its place, unless the call matches by ids alone.
    manifold.points[1].feature_id ^= 1;
    satori_match_options by_id = satori_match_options_default();
    CHECK(by_id.max_distance == 0.015F);
    by_id.max_distance = 0;
    CHECK(satori_match_points(cache, boxes, NULL, &manifold, 1, matches, &by_id) == SATORI_OK);
    CHECK(matches[0] == 0 && matches[1] == SATORI_NO_POINT);
    CHECK(satori_match_points(cache, boxes, boxes, &manifold, 1, matches, NULL) == SATORI_OK);
    CHECK(matches[0] == 0 && matches[1] == 1);
    by_id.max_distance = -1;
    CHECK(satori_match_points(cache, boxes, NULL, &manifold, 1, matches, &by_id) == SATORI_INVALID_ARGUMENT);
    matches[2] = SATORI_NO_POINT;
    satori_point_payload last[4], now[4];
    memset(last, 5, sizeof last);
    CHECK(satori_carry_payloads(matches, 4, last, 4, now, NULL) == SATORI_OK);
    CHECK(now[1].bytes[31] == 5 && now[2].bytes[0] == 0);
    CHECK(satori_carry_payloads(matches, 4, last, 3, now, NULL) == SATORI_INVALID_ID);
    satori_contact_cache_clear(cache);
    CHECK(satori_contact_cache_size(cache) == 0);

    satori_contact_cache_destroy(cache);
    satori_workspace_destroy(workspace);
    satori_box_batch_destroy(boxes);
}
