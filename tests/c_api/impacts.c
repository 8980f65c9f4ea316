#include <satori/c/impacts.h>

#include <math.h>
#include <stddef.h>

#include "check.h"

// A thin wall, and a bullet 10 m before it; a crate beside its way.
static const satori_oriented_box kBoxes[3] = {
    {{0, 0, 0}, {0.5F, 5, 5}, {0, 0, 0, 1}},
    {{-10, 1, 0}, {0.5F, 0.01F, 0.01F}, {0, 0, 0, 1}},
    {{-5, 3, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}},
};
static const satori_box_motion kMotions[3] = {{{0, 0, 0}, {0, 0, 0}}, {{18, 0, 0}, {9, 0, 0}}, {{0, 0, 1}, {0, 0, 0}}};

// A square, and a rod that turns towards it.
static const satori_oriented_rect kRects[2] = {{{0, 0}, {0.5F, 0.5F}, 0}, {{3, 0}, {3, 0}, 1.5F}};
static const satori_rect_motion kRectMotions[2] = {{{0, 0}, 0}, {{0, 0}, 1.5F}};

static void test_boxes(satori_workspace* workspace) {
    satori_box_batch* boxes = NULL;
    CHECK(satori_box_batch_create(NULL, &boxes) == SATORI_OK);
    const satori_box_view view = satori_box_rows(&kBoxes[0].center.x, 3, sizeof kBoxes[0]);
    CHECK(satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    const satori_moving_boxes moving = {boxes, kMotions}, still = {boxes, NULL};
    const satori_impact_options defaults = satori_impact_options_default();
    CHECK(defaults.distance == 0 && defaults.tolerance == 1e-3F && defaults.execution == NULL);

    // The front of the bullet flies 9 m in half of the time.
    const satori_box_pair pairs[2] = {{0, 1}, {1, 2}};
    satori_impact impacts[2], alone;
    CHECK(satori_times_of_impact(&moving, NULL, pairs, impacts, 2, workspace, NULL) == SATORI_OK);
    CHECK(impacts[0].kind == SATORI_IMPACT_MEETS && impacts[0].time <= 0.5F && impacts[0].time > 0.4999F);
    CHECK(impacts[0].closest.direction.x == -1 && impacts[0].closest.first_offset.x == -0.5F);
    CHECK(impacts[1].kind == SATORI_IMPACT_NONE && impacts[1].time == 1 && impacts[1].closest.distance == 0);
    const satori_moving_box wall = {kBoxes[0], kMotions[0]}, bullet = {kBoxes[1], kMotions[1]};
    CHECK(satori_time_of_impact(&wall, &bullet, &alone, &defaults) == SATORI_OK);
    CHECK(alone.time == impacts[0].time && alone.closest.distance == impacts[0].closest.distance);
    CHECK(satori_times_of_impact(&moving, &still, pairs, impacts, 2, workspace, NULL) == SATORI_OK);
    CHECK(impacts[0].kind == SATORI_IMPACT_NONE && impacts[1].kind == SATORI_IMPACT_NONE);

    satori_pair_result found;
    CHECK(satori_find_impacts(&moving, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 1);
    CHECK(found.pairs[0].first == 0 && found.pairs[0].second == 1);
    CHECK(satori_find_impacts(&still, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 0);
    // Each box meets itself; the bullet meets the wall of the set that stands still.
    CHECK(satori_find_impacts(&moving, &still, workspace, &found, NULL) == SATORI_OK && found.pair_count == 4);
    satori_impact_options near = defaults;
    near.distance = 1.5F;
    CHECK(satori_find_impacts(&moving, NULL, workspace, &found, &near) == SATORI_OK && found.pair_count == 2);

    satori_invalid_motion invalid = {9, 9};
    const satori_box_motion wrong[3] = {{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}, {{0, 0, NAN}, {0, 0, 0}}};
    const satori_moving_boxes unknown = {boxes, wrong}, missing = {NULL, kMotions};
    near.invalid_motion = &invalid;
    CHECK(satori_find_impacts(&still, &unknown, workspace, &found, &near) == SATORI_INVALID_ARGUMENT);
    CHECK(invalid.index == 2 && invalid.set == 1 && found.pairs == NULL);
    CHECK(satori_find_impacts(&moving, &missing, workspace, &found, &near) == SATORI_INVALID_ARGUMENT);
    satori_box_batch_destroy(boxes);
}

static void test_flat(satori_workspace* workspace) {
    satori_rect_batch* rects = NULL;
    CHECK(satori_rect_batch_create(NULL, &rects) == SATORI_OK);
    const satori_rect_view view = satori_rect_rows(&kRects[0].center.x, 2, sizeof kRects[0]);
    CHECK(satori_rect_batch_assign(rects, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    const satori_moving_rects moving = {rects, kRectMotions};
    const satori_box_pair pair = {0, 1};
    satori_rect_impact impact, alone;
    CHECK(satori_rect_times_of_impact(&moving, NULL, &pair, &impact, 1, workspace, NULL) == SATORI_OK);
    // The rod comes to the corner (0.5, 0.5) of the square, which is sqrt(6.5) m from the center of the rod.
    const double expected = (3.14159265358979 - asin(0.5 / sqrt(6.5)) - 1.5) / 1.5;
    CHECK(impact.kind == SATORI_IMPACT_MEETS && impact.time <= expected && impact.time > expected - 1e-3);
    CHECK(impact.closest.first_offset.x == 0.5F && impact.closest.first_offset.y == 0.5F);
    const satori_moving_rect square = {kRects[0], kRectMotions[0]}, rod = {kRects[1], kRectMotions[1]};
    CHECK(satori_time_of_impact_rects(&square, &rod, &alone, NULL) == SATORI_OK && alone.time == impact.time);
    satori_pair_result found;
    CHECK(satori_find_rect_impacts(&moving, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 1);
    satori_rect_batch_destroy(rects);
}

void test_impacts(void) {
    satori_workspace* workspace = NULL;
    CHECK(satori_workspace_create(NULL, &workspace) == SATORI_OK);
    test_boxes(workspace);
    test_flat(workspace);
    satori_workspace_destroy(workspace);
}
