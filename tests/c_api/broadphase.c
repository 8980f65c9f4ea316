#include <satori/c/broadphase.h>

#include "check.h"

/// Three boxes in one place make three pairs.
static void test_limit(void) {
    const satori_aabb bounds[3] = {{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}};
    const satori_aabb_view view = satori_aabb_rows(bounds, 3);
    satori_broadphase* broadphase = NULL;
    satori_broadphase_update_result update;
    uint32_t ids[3];
    satori_execution execution = satori_execution_default();
    CHECK(execution.max_pairs == 0);
    CHECK(satori_broadphase_create(NULL, NULL, &broadphase) == SATORI_OK);
    CHECK(satori_broadphase_add(broadphase, &view, SATORI_MOTION_DYNAMIC, ids, 3, NULL) == SATORI_OK);
    execution.max_pairs = 2;
    CHECK(satori_broadphase_update(broadphase, &update, &execution) == SATORI_LIMIT_EXCEEDED);
    CHECK(update.new_pair_count == 0 && satori_broadphase_pair_count(broadphase) == 0);
    execution.max_pairs = 3;
    CHECK(satori_broadphase_update(broadphase, &update, &execution) == SATORI_OK && update.new_pair_count == 3);
    satori_broadphase_destroy(broadphase);
}

void test_broadphase(void) {
    test_limit();
    satori_broadphase_options options = satori_broadphase_options_default();
    CHECK(options.margin == 0 && options.relative_margin == 0);
    options.margin = 0.25F;
    satori_broadphase* broadphase = NULL;
    CHECK(satori_broadphase_create(&options, NULL, &broadphase) == SATORI_OK);
    const satori_aabb bounds[3] = {{{0, 0, 0}, {1, 1, 1}}, {{1.5F, 0, 0}, {2, 1, 1}}, {{9, 0, 0}, {10, 1, 1}}};
    satori_aabb_view view = satori_aabb_rows(bounds, 3);
    uint32_t ids[3] = {9, 9, 9};
    CHECK(satori_broadphase_add(broadphase, &view, SATORI_MOTION_DYNAMIC, ids, 3, NULL) == SATORI_OK);
    CHECK(ids[0] == 0 && ids[1] == 1 && ids[2] == 2);
    satori_broadphase_update_result update;
    CHECK(satori_broadphase_update(broadphase, &update, NULL) == SATORI_OK);
    CHECK(update.new_pair_count == 1 && update.new_pairs[0].first == 0 && update.new_pairs[0].second == 1);
    CHECK(update.lost_pair_count == 0 && update.pair_count == 1 && update.changed_count == 3);
    CHECK(satori_broadphase_fat_bounds(broadphase, 0).max.x == 1.25F);

    const satori_aabb there = {{8.5F, 0, 0}, {9, 1, 1}};
    view = satori_aabb_rows(&there, 1);
    CHECK(satori_broadphase_move(broadphase, &ids[1], 1, &view, NULL, NULL) == SATORI_OK);
    CHECK(satori_broadphase_update(broadphase, &update, NULL) == SATORI_OK);
    CHECK(update.new_pair_count == 1 && update.new_pairs[0].first == 1 && update.new_pairs[0].second == 2);
    CHECK(update.lost_pair_count == 1 && update.lost_pairs[0].first == 0 && update.lost_pairs[0].second == 1);
    size_t count = 0;
    const uint32_t* const partners = satori_broadphase_partners(broadphase, 2, &count);
    CHECK(count == 1 && partners[0] == 1);
    satori_box_pair pair;
    CHECK(satori_broadphase_copy_pairs(broadphase, NULL, 0) == SATORI_CAPACITY_EXCEEDED);
    CHECK(satori_broadphase_copy_pairs(broadphase, &pair, 1) == SATORI_OK && pair.first == 1 && pair.second == 2);

    CHECK(satori_broadphase_set_motion(broadphase, ids, 3, SATORI_MOTION_KINEMATIC, NULL) == SATORI_OK);
    CHECK(satori_broadphase_motion(broadphase, 0) == SATORI_MOTION_KINEMATIC);
    CHECK(satori_broadphase_set_sleeping(broadphase, ids, 1, 1, NULL) == SATORI_OK);
    CHECK(satori_broadphase_sleeping(broadphase, 0) == 1 && satori_broadphase_sleeping(broadphase, 1) == 0);
    uint64_t invalid_index = 99;
    const uint32_t twice[2] = {2, 2};
    CHECK(satori_broadphase_remove(broadphase, twice, 2, &invalid_index) == SATORI_INVALID_ID && invalid_index == 1);
    CHECK(satori_broadphase_remove(broadphase, twice, 1, NULL) == SATORI_OK);
    CHECK(satori_broadphase_contains(broadphase, 2) == 0 && satori_broadphase_size(broadphase) == 2);
    CHECK(satori_broadphase_update(broadphase, &update, NULL) == SATORI_OK && update.pair_count == 0);
    CHECK(satori_broadphase_pair_count(broadphase) == 0 && satori_broadphase_id_limit(broadphase) == 3);

    const float row[10] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1};
    const satori_box_view box = satori_box_rows(row, 1, 40);
    satori_box_batch* boxes = NULL;
    CHECK(satori_box_batch_create(NULL, &boxes) == SATORI_OK);
    CHECK(satori_box_batch_assign(boxes, &box, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_broadphase_add_boxes(broadphase, boxes, SATORI_MOTION_DYNAMIC, ids, 1, NULL, NULL) == SATORI_OK);
    CHECK(ids[0] == 2);
    CHECK(satori_broadphase_move_boxes(broadphase, ids, 1, boxes, NULL, NULL) == SATORI_OK);
    CHECK(satori_broadphase_update(broadphase, &update, NULL) == SATORI_OK && update.pair_count == 1);
    CHECK(satori_broadphase_validate(broadphase) == 1);
    CHECK(satori_broadphase_bytes(broadphase) > 0 &&
          satori_broadphase_peak_bytes(broadphase) >= satori_broadphase_bytes(broadphase));
    satori_box_batch_destroy(boxes);
    satori_broadphase_destroy(broadphase);
}
