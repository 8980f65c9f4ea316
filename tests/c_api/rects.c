#include <satori/c/distances.h>
#include <satori/c/rects.h>

#include "check.h"

// Two unit squares that overlap by a quarter, and one far away.
static const satori_oriented_rect kRects[3] = {
    {{0, 0}, {0.5F, 0.5F}, 0}, {{0.75F, 0}, {0.5F, 0.5F}, 0}, {{9, 9}, {1, 1}, 0.5F}};

void test_rects(void) {
    satori_rect_batch* rects = NULL;
    satori_workspace* workspace = NULL;
    satori_contact_cache* cache = NULL;
    CHECK(satori_rect_batch_create(NULL, &rects) == SATORI_OK &&
          satori_workspace_create(NULL, &workspace) == SATORI_OK);
    CHECK(satori_contact_cache_create(NULL, &cache) == SATORI_OK);
    const satori_rect_view view = satori_rect_rows(&kRects[0].center.x, 3, sizeof kRects[0]);
    CHECK(satori_rect_batch_assign(rects, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_rect_batch_size(rects) == 3 && satori_rect_batch_bytes(rects) > 0);
    CHECK(satori_rect_batch_component(rects, SATORI_RECT_AXIS_X)[0] == 1);
    size_t count = 9;
    CHECK(satori_rect_batch_invalid(rects, &count) == NULL && count == 0);

    satori_pair_result found;
    CHECK(satori_find_rect_pairs(rects, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 1);
    CHECK(satori_find_rect_pairs(rects, rects, workspace, &found, NULL) == SATORI_OK && found.pair_count == 5);
    CHECK(satori_find_rect_overlaps(rects, rects, workspace, &found, NULL) == SATORI_OK && found.pair_count == 5);
    CHECK(satori_find_rect_overlaps(rects, NULL, workspace, &found, NULL) == SATORI_OK);
    CHECK(found.pair_count == 1 && found.pairs[0].first == 0 && found.pairs[0].second == 1);
    satori_aabb2 bounds[3];
    CHECK(satori_compute_rect_aabbs(rects, bounds, 3, NULL) == SATORI_OK && bounds[1].min.x <= 0.25F);
    const satori_aabb2_view rows = satori_aabb2_rows(bounds, 3);
    CHECK(satori_find_aabb2_pairs(&rows, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 1);
    CHECK(satori_find_aabb2_pairs(&rows, &rows, workspace, &found, NULL) == SATORI_OK && found.pair_count == 5);
    const satori_aabb2_view none = satori_aabb2_rows(NULL, 0);
    CHECK(satori_find_aabb2_pairs(&none, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 0);

    const satori_box_pair pairs[2] = {{0, 1}, {1, 2}};
    uint8_t answers[2] = {9, 9};
    CHECK(satori_test_rect_pairs(rects, NULL, pairs, answers, 2, workspace, NULL) == SATORI_OK);
    CHECK(answers[0] == 1 && answers[1] == 0);
    CHECK(satori_test_rect_pairs(rects, rects, pairs, answers, 2, workspace, NULL) == SATORI_OK);
    CHECK(answers[0] == 1 && answers[1] == 0);
    CHECK(satori_overlaps_rects(&kRects[0], &kRects[1], &answers[1], SATORI_BOUNDARY_CLOSED) == SATORI_OK &&
          answers[1] == 1);

    satori_rect_distance distances[2], alone;
    CHECK(satori_rect_distances(rects, NULL, pairs, distances, 2, workspace, NULL) == SATORI_OK);
    CHECK(distances[0].distance == 0 && distances[1].distance > 0);
    CHECK(satori_distance_rects(&kRects[1], &kRects[2], &alone) == SATORI_OK);
    CHECK(alone.distance == distances[1].distance && alone.first_offset.x == distances[1].first_offset.x);
    CHECK(satori_find_near_rect_pairs(rects, NULL, alone.distance, workspace, &found, NULL) == SATORI_OK);
    CHECK(found.pair_count >= 2);

    satori_rect_separating_axis axes[2];
    satori_rect_manifold manifolds[2];
    CHECK(satori_rect_separating_axes(rects, NULL, pairs, axes, 2, workspace, NULL) == SATORI_OK);
    CHECK(axes[0].axis == 0 && axes[0].normal.x == 1 && axes[0].separation == -0.25F);
    CHECK(satori_build_rect_manifolds(rects, NULL, &(satori_rect_pair_axes){pairs, axes, 1}, manifolds, workspace,
                                      NULL) == SATORI_OK);
    CHECK(manifolds[0].point_count == 2 && manifolds[0].points[1].separation == -0.25F);
    CHECK(satori_rect_separating_axes(rects, rects, pairs, axes, 2, workspace, NULL) == SATORI_OK);
    CHECK(satori_build_rect_manifolds(rects, rects, &(satori_rect_pair_axes){pairs, axes, 1}, manifolds, workspace,
                                      NULL) == SATORI_OK);
    CHECK(manifolds[0].point_count == 2);

    satori_rect_contact_result contacts;
    const satori_rect_manifold_buffer buffer = {manifolds, 2};
    CHECK(satori_collide_rects(rects, NULL, workspace, &contacts, &(satori_rect_collide_options){.buffer = buffer}) ==
          SATORI_OK);
    CHECK(contacts.manifold_count == 1 && contacts.point_count == 2 && contacts.manifolds == manifolds);
    CHECK(satori_collide_rect_pairs(rects, NULL, pairs, 2, workspace, &contacts, NULL) == SATORI_OK);
    CHECK(contacts.manifold_count == 1 && contacts.point_count == 2 && contacts.candidate_count == 2);
    CHECK(satori_contact_cache_remember_rects(cache, manifolds, 1) == SATORI_OK &&
          satori_contact_cache_size(cache) == 1);
    uint32_t matches[2] = {9, 9};
    CHECK(satori_match_rect_points(cache, rects, NULL, manifolds, 1, matches, NULL) == SATORI_OK);
    CHECK(matches[0] == 0 && matches[1] == 1);
    const satori_match_options by_id = {0};
    manifolds[0].points[0].feature_id ^= 2;
    CHECK(satori_match_rect_points(cache, rects, rects, manifolds, 1, matches, &by_id) == SATORI_OK);
    CHECK(matches[0] == SATORI_NO_POINT && matches[1] == 1);
    CHECK(satori_collide_rects(rects, rects, workspace, &contacts, &(satori_rect_collide_options){.last = cache}) ==
          SATORI_OK);
    CHECK(contacts.manifold_count == 5);

    const satori_pose2 pose = {{1, 0}, 0};
    CHECK(satori_rect_batch_assign_transformed(rects, rects, &pose, 1, NULL) == SATORI_OK);
    CHECK(satori_rect_batch_component(rects, SATORI_RECT_CENTER_X)[2] == 10);
    const float numbers[6] = {0, 0, 1, 1, 0, 0};
    const satori_rect_view arrays = satori_rect_arrays(numbers, numbers + 2, numbers + 4, 1);
    CHECK(satori_rect_batch_assign(rects, &arrays, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_rect_batch_component(rects, SATORI_RECT_HALF_Y)[0] == 1);

    // Two squares of a map, a centimeter from each other: as doubles relative to an origin near them, and without it.
    const double map_rows[2][5] = {{4500000.24, 5400000, 0.5, 0.5, 0}, {4500001.25, 5400000, 0.5, 0.5, 0}};
    const satori_vec2d origin = {4500000, 5400000};
    satori_rect_view64 map = satori_rect_rows64(map_rows[0], 2, origin, sizeof map_rows[0]);
    CHECK(satori_rect_batch_assign64(rects, &map, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_rect_batch_component(rects, SATORI_RECT_CENTER_X)[1] == 1.25F);
    CHECK(satori_rect_batch_center_error(rects) > 0 && satori_rect_batch_center_error(rects) < 1e-7);
    CHECK(satori_find_rect_overlaps(rects, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 0);
    map.origin.x = map.origin.y = 0;
    CHECK(satori_rect_batch_assign64(rects, &map, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_rect_batch_center_error(rects) == 0.25);
    CHECK(satori_find_rect_overlaps(rects, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 1);
    const double doubles[5] = {0, 0, 1, 1, 1e300};
    map = satori_rect_arrays64(doubles, doubles + 2, doubles + 4, 1, origin);
    CHECK(map.center_stride == 16 && map.half_extent_stride == 16 && map.angle_stride == 8 && map.count == 1);
    CHECK(map.origin.x == origin.x && map.origin.y == origin.y);
    CHECK(satori_rect_batch_assign64(rects, &map, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_INVALID_BOX);
    CHECK(satori_rect_batch_invalid(rects, &count)[0].fault == SATORI_FAULT_ANGLE_TOO_LARGE && count == 1);
    CHECK(satori_rect_batch_center_error(rects) == 0.25);
    satori_rect_batch_clear(rects);
    CHECK(satori_rect_batch_center_error(rects) == 0);
    CHECK(satori_rect_batch_size(rects) == 0);
    satori_contact_cache_destroy(cache);
    satori_workspace_destroy(workspace);
    satori_rect_batch_destroy(rects);
}
