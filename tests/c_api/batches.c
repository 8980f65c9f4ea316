#include <satori/c/distances.h>
#include <satori/c/pairs.h>

#include <math.h>
#include <stdlib.h>

#include "check.h"

// A floor; a crate a quarter of a meter in it; a crate beside that crate, touching it; a crate far away.
static const satori_oriented_box kBoxes[4] = {
    {{0, -0.5F, 0}, {5, 0.5F, 5}, {0, 0, 0, 1}},
    {{1, 0.25F, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}},
    {{2, 0.25F, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 2}},
    {{100, 0, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0.383F, 0.924F}},
};

static int same(satori_box_pair pair, uint32_t first, uint32_t second) {
    return pair.first == first && pair.second == second;
}

/// Runs the chunks from the last to the first, and counts the runs.
static void backwards(uint32_t chunk_count, satori_chunk_body body, void* context, void* user) {
    ++*(int*)user;
    for (uint32_t chunk = chunk_count; chunk-- > 0;) body(context, chunk);
}

static void leaves_out_all(uint32_t chunk_count, satori_chunk_body body, void* context, void* user) {
    (void)chunk_count;
    (void)body;
    (void)context;
    (void)user;
}

static void test_pair_calls(const satori_box_batch* boxes, satori_workspace* workspace) {
    satori_pair_result found;
    CHECK(satori_find_pairs(boxes, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 3);
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, NULL) == SATORI_OK);
    CHECK(found.pair_count == 3 && found.candidate_count == 3 && found.isa != SATORI_ISA_BEST);
    CHECK(satori_sort_pairs(found.pairs, found.pair_count, workspace) == SATORI_OK);
    CHECK(same(found.pairs[0], 0, 1) && same(found.pairs[1], 0, 2) && same(found.pairs[2], 1, 2));

    satori_contact_options open = satori_contact_options_default();
    CHECK(open.boundary == SATORI_BOUNDARY_CLOSED && open.speculative_distance == 0 && open.axis_slack == 1e-4F &&
          open.edge_share == 0.05F);
    open.boundary = SATORI_BOUNDARY_OPEN;
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, &(satori_pair_options){.boundary = open.boundary}) ==
              SATORI_OK &&
          found.pair_count == 2);

    satori_box_pair room[3] = {{7, 7}, {7, 7}, {7, 7}};
    satori_pair_buffer buffer = {room, 2};
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, &(satori_pair_options){.buffer = buffer}) ==
          SATORI_CAPACITY_EXCEEDED);
    CHECK(found.pair_count == 3 && found.pairs == NULL && same(room[0], 7, 7));
    buffer.capacity = 3;
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, &(satori_pair_options){.buffer = buffer}) == SATORI_OK &&
          found.pairs == room);

    const satori_box_pair asked[3] = {{0, 3}, {2, 1}, {1, 0}};
    uint8_t answers[3] = {9, 9, 9};
    uint64_t invalid_pair = 99;
    CHECK(satori_test_pairs(boxes, NULL, asked, answers, 3, workspace, NULL) == SATORI_OK);
    CHECK(answers[0] == 0 && answers[1] == 1 && answers[2] == 1);
    const satori_box_pair wrong[2] = {{0, 1}, {0, 4}};
    CHECK(satori_test_pairs(boxes, NULL, wrong, answers, 2, workspace,
                            &(satori_pair_options){.invalid_pair = &invalid_pair}) == SATORI_INVALID_ID);
    CHECK(invalid_pair == 1 && answers[0] == 0);

    CHECK(satori_find_pairs(boxes, boxes, workspace, &found, NULL) == SATORI_OK && found.pair_count == 10);
    CHECK(satori_find_overlaps(boxes, boxes, workspace, &found, NULL) == SATORI_OK && found.pair_count == 10);
    CHECK(satori_test_pairs(boxes, boxes, asked, answers, 3, workspace, NULL) == SATORI_OK);
    CHECK(answers[0] == 0 && answers[1] == 1 && answers[2] == 1);

    satori_pair_distance distances[3];
    CHECK(satori_distances(boxes, NULL, asked, distances, 3, workspace, NULL) == SATORI_OK);
    CHECK(distances[0].distance > 0 && distances[1].distance == 0 && distances[2].direction.x == 0);
    CHECK(satori_distances(boxes, NULL, wrong, distances, 2, workspace, NULL) == SATORI_INVALID_ID);
    CHECK(satori_find_near_pairs(boxes, NULL, distances[0].distance, workspace, &found, NULL) == SATORI_OK);
    CHECK(found.pair_count > 3);
    CHECK(satori_find_near_pairs(boxes, NULL, -1, workspace, &found, NULL) == SATORI_INVALID_ARGUMENT);
    CHECK(found.pairs == NULL);
    satori_nearest_box nearest[4] = {{7, 7}, {7, 7}, {7, 7}, {7, 7}};
    CHECK(satori_find_nearest(boxes, NULL, 0, nearest, 3, workspace, NULL) == SATORI_INVALID_ARGUMENT);
    CHECK(nearest[0].index == 7);
    CHECK(satori_find_nearest(boxes, NULL, 0, nearest, 4, workspace, NULL) == SATORI_OK);
    CHECK(nearest[0].index == 1 && nearest[1].index == 0 && nearest[2].index == 0 && nearest[2].distance == 0);
    CHECK(nearest[3].index == SATORI_NO_BOX && isinf(nearest[3].distance));
    CHECK(satori_find_nearest(boxes, boxes, 0, nearest, 4, workspace, NULL) == SATORI_OK && nearest[3].index == 3);

    satori_aabb bounds[4];
    CHECK(satori_compute_aabbs(boxes, bounds, 4, NULL) == SATORI_OK);
    CHECK(bounds[1].min.y <= -0.25F && bounds[1].min.y > -0.2501F && bounds[1].max.x >= 1.5F);
    CHECK(satori_compute_aabbs(boxes, bounds, 3, NULL) == SATORI_INVALID_ARGUMENT);
    satori_aabb_view view = satori_aabb_rows(bounds, 4);
    CHECK(satori_find_aabb_pairs(&view, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 3);
    CHECK(satori_find_aabb_pairs(&view, &view, workspace, &found, NULL) == SATORI_OK && found.pair_count == 10);
    bounds[2].max.z = NAN;
    CHECK(satori_find_aabb_pairs(&view, NULL, workspace, &found, NULL) == SATORI_INVALID_BOUNDS);
    CHECK(found.invalid_index == 2 && found.invalid_set == 0);
    view = satori_aabb_rows(NULL, 0);
    CHECK(satori_find_aabb_pairs(&view, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 0);
    view = satori_aabb_rows(NULL, 4);
    CHECK(satori_find_aabb_pairs(&view, NULL, workspace, &found, NULL) == SATORI_INVALID_ARGUMENT);
}

static void test_filters(const satori_box_batch* boxes, satori_workspace* workspace) {
    satori_box_filter filters[4];
    for (int i = 0; i < 4; ++i) filters[i] = satori_box_filter_default();
    const satori_motion_type motions[4] = {SATORI_MOTION_STATIC, SATORI_MOTION_DYNAMIC, SATORI_MOTION_KINEMATIC,
                                           SATORI_MOTION_DYNAMIC};
    filters[1].group = filters[2].group = -1;
    satori_pair_result found;
    CHECK(satori_find_pairs(boxes, NULL, workspace, &found,
                            &(satori_pair_options){.first_filters = {.motions = motions}}) == SATORI_OK);
    CHECK(found.pair_count == 2 && found.candidate_count == 3);
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found,
                               &(satori_pair_options){.first_filters = {filters, motions}}) == SATORI_OK);
    CHECK(found.pair_count == 1 && same(found.pairs[0], 0, 1));
    // The second set has no filters: all of its boxes are dynamic and in no group.
    const satori_pair_options of_first = {.first_filters = {filters, motions}};
    CHECK(satori_find_overlaps(boxes, boxes, workspace, &found, &of_first) == SATORI_OK && found.pair_count == 10);
    const satori_motion_type unknown[4] = {0, 0, 0, 4};
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found,
                               &(satori_pair_options){.first_filters = {.motions = unknown}}) ==
          SATORI_INVALID_ARGUMENT);
}

/// A ball of 1 m on the origin; the core of a capsule along x, its end 2.5 m away.
static void test_radii(satori_box_batch* boxes, satori_workspace* workspace) {
    const satori_oriented_box cores[2] = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0, 1}},
                                          {{4.5F, 0, 0}, {2, 0, 0}, {0, 0, 0, 1}}};
    const satori_box_view view = satori_box_rows(&cores[0].center.x, 2, sizeof *cores);
    CHECK(satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_box_batch_radii(boxes) == NULL);
    const float touching[2] = {1, 1.5F}, apart[2] = {1, 1.25F}, wrong[2] = {1, -1};
    CHECK(satori_box_batch_set_radii(boxes, touching, 2, NULL) == SATORI_OK);
    satori_pair_result found;
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 1);
    CHECK(satori_box_batch_set_radii(boxes, apart, 2, NULL) == SATORI_OK);
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 0);
    uint64_t invalid_index = 99;
    CHECK(satori_box_batch_set_radii(boxes, wrong, 2, &invalid_index) == SATORI_INVALID_BOX && invalid_index == 1);
    CHECK(satori_box_batch_set_radii(boxes, wrong, 2, NULL) == SATORI_INVALID_BOX);
    CHECK(satori_box_batch_set_radii(boxes, touching, 1, NULL) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_box_batch_radii(boxes)[1] == 1.25F);
    CHECK(satori_box_batch_set_radii(boxes, NULL, 0, NULL) == SATORI_OK && satori_box_batch_radii(boxes) == NULL);
}

/// Many boxes in a row, each touching the next: enough for several chunks.
static void test_executions(satori_box_batch* boxes, satori_workspace* workspace) {
    enum { kCount = 40000 };
    satori_oriented_box* const row = malloc(kCount * sizeof *row);
    for (int i = 0; i < kCount; ++i) {
        row[i] = kBoxes[1];
        row[i].center.x = (float)i;
    }
    const satori_box_view view = satori_box_rows(&row[0].center.x, kCount, sizeof *row);
    int runs = 0;
    satori_execution execution = satori_execution_default();
    const satori_executor executors[3] = {satori_executor_serial(), satori_executor_threads(3), {backwards, &runs, 2}};
    satori_pair_result found;
    for (int i = 0; i < 3; ++i) {
        execution.executor = executors[i];
        execution.isa = i == 0 ? SATORI_ISA_SCALAR : SATORI_ISA_BEST;
        CHECK(satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, &execution) == SATORI_OK);
        CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, &(satori_pair_options){.execution = &execution}) ==
              SATORI_OK);
        CHECK(found.pair_count == kCount - 1 && (i != 0 || found.isa == SATORI_ISA_SCALAR));
    }
    CHECK(runs > 0);
    execution.max_pairs = kCount - 2;
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, &(satori_pair_options){.execution = &execution}) ==
          SATORI_LIMIT_EXCEEDED);
    CHECK(found.pair_count == 0 && found.candidate_count == kCount - 1);
    execution.max_pairs = kCount - 1;
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, &(satori_pair_options){.execution = &execution}) ==
          SATORI_OK);
    CHECK(found.pair_count == kCount - 1);
    execution.executor.run = leaves_out_all;
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, &(satori_pair_options){.execution = &execution}) ==
          SATORI_EXECUTOR_FAILED);
    CHECK(found.pairs == NULL);
    execution.isa = 99;
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, &(satori_pair_options){.execution = &execution}) ==
          SATORI_UNSUPPORTED_ISA);
    free(row);
}

/// Two crates of a map, a centimeter from each other, as doubles relative to an origin near them.
static void test_doubles(satori_box_batch* boxes, satori_workspace* workspace) {
    const double rows[2][10] = {{4500000.24, 5400000, 0, 0.5, 0.5, 0.5, 0, 0, 0, 1},
                                {4500001.25, 5400000, 0, 0.5, 0.5, 0.5, 0, 0, 0, 1}};
    const satori_vec3d origin = {4500000, 5400000, 0};
    satori_box_view64 view = satori_box_rows64(rows[0], 2, origin, sizeof rows[0]);
    satori_pair_result found;
    CHECK(satori_box_batch_assign64(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_box_batch_size(boxes) == 2 && satori_box_batch_component(boxes, SATORI_BOX_CENTER_X)[1] == 1.25F);
    CHECK(satori_box_batch_center_error(boxes) > 0 && satori_box_batch_center_error(boxes) < 1e-7);
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 0);

    // Without an origin, rounding makes them touch.
    view.origin.x = view.origin.y = 0;
    CHECK(satori_box_batch_assign64(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_box_batch_center_error(boxes) == 0.25);
    CHECK(satori_find_overlaps(boxes, NULL, workspace, &found, NULL) == SATORI_OK && found.pair_count == 1);

    const double centers[6] = {0, 0, 0, 9, 0, 1e300};
    const double one[4] = {1, 1, 1, 1};
    view = satori_box_arrays64(centers, one, one, 2, origin);
    CHECK(view.center_stride == 24 && view.half_extent_stride == 24 && view.rotation_stride == 32 && view.count == 2);
    CHECK(view.origin.x == origin.x && view.origin.y == origin.y && view.origin.z == 0);
    view.half_extent_stride = view.rotation_stride = 0;
    CHECK(satori_box_batch_assign64(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_INVALID_BOX);
    size_t count = 0;
    const satori_invalid_box* const invalid = satori_box_batch_invalid(boxes, &count);
    CHECK(count == 1 && invalid[0].index == 1 && invalid[0].column == 2 &&
          invalid[0].fault == SATORI_FAULT_CENTER_TOO_FAR);
    CHECK(satori_box_batch_center_error(boxes) == 0.25);
    view.origin.y = NAN;
    CHECK(satori_box_batch_assign64(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_INVALID_ARGUMENT);
    satori_box_batch_clear(boxes);
    CHECK(satori_box_batch_center_error(boxes) == 0);
}

/// The vehicle of a program: doubles and floats, the quaternion from its real part on, whole edges.
typedef struct vehicle {
    double position[3];
    float edges[3];
    double orientation[4];
} vehicle;

static void test_any_view(satori_box_batch* boxes) {
    const vehicle vehicles[2] = {{{691608.5, 5336000.75, 0}, {4.5F, 1.75F, 1.5F}, {1, 0, 0, 0}},
                                 {{691608.5, 5336002.75, 0}, {4.5F, 1.75F, 1.5F}, {0, 0, 0, 2}}};
    satori_any_box_view view = {.positions = {vehicles[0].position, sizeof(vehicle), SATORI_FLOAT64},
                                .rotations = {vehicles[0].orientation, sizeof(vehicle), SATORI_FLOAT64},
                                .sizes = {vehicles[0].edges, sizeof(vehicle), SATORI_FLOAT32},
                                .count = 2,
                                .rotation_form = SATORI_QUATERNION_WXYZ,
                                .size_form = SATORI_SIZE_FULL,
                                .origin = {691600, 5336000, 0}};
    CHECK(satori_box_batch_assign_any(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_box_batch_size(boxes) == 2 && satori_box_batch_component(boxes, SATORI_BOX_CENTER_Y)[1] == 2.75F);
    CHECK(satori_box_batch_component(boxes, SATORI_BOX_HALF_Y)[1] == 0.875F);
    CHECK(satori_box_batch_component(boxes, SATORI_BOX_AXES)[1] == -1);
    CHECK(satori_box_batch_center_error(boxes) == 0);

    const float sheared[9] = {1, 0.5F, 0, 0, 1, 0, 0, 0, 1};
    view.rotations = (satori_number_stream){sheared, 0, SATORI_FLOAT32};
    view.rotation_form = SATORI_MATRIX_ROWS;
    CHECK(satori_box_batch_assign_any(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_INVALID_ARGUMENT);
    view.matrix_stride = 3;
    CHECK(satori_box_batch_assign_any(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_INVALID_BOX);
    size_t count = 0;
    const satori_invalid_box* const invalid = satori_box_batch_invalid(boxes, &count);
    CHECK(count == 2 && invalid[1].index == 1 && invalid[1].fault == SATORI_FAULT_ROTATION_NOT_ORTHONORMAL);
    CHECK(satori_box_batch_size(boxes) == 2 && satori_box_batch_center_error(boxes) == 0);
}

void test_batches(void) {
    satori_box_batch* boxes = NULL;
    satori_workspace* workspace = NULL;
    CHECK(satori_box_batch_create(NULL, &boxes) == SATORI_OK && satori_workspace_create(NULL, &workspace) == SATORI_OK);
    satori_box_view view = satori_box_rows(&kBoxes[0].center.x, 4, sizeof kBoxes[0]);
    CHECK(satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_OK);
    CHECK(satori_box_batch_size(boxes) == 4);
    CHECK(satori_box_batch_component(boxes, SATORI_BOX_CENTER_X)[3] == 100);
    CHECK(satori_box_batch_component(boxes, SATORI_BOX_AXES + 8)[2] == 1);
    CHECK(satori_box_batch_component(boxes, 15) == NULL);

    const float centers[6] = {0, 0, 0, 9, 0, NAN};
    const float one[4] = {1, 1, 1, 1};
    view = satori_box_arrays(centers, one, one, 2);
    view.half_extent_stride = view.rotation_stride = 0;
    CHECK(satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) == SATORI_INVALID_BOX);
    size_t count = 0;
    const satori_invalid_box* const invalid = satori_box_batch_invalid(boxes, &count);
    CHECK(count == 1 && invalid[0].index == 1 && invalid[0].column == 2 &&
          invalid[0].fault == SATORI_FAULT_CENTER_NOT_FINITE);
    CHECK(satori_box_batch_size(boxes) == 4);

    test_pair_calls(boxes, workspace);
    test_filters(boxes, workspace);
    const satori_pose pose = {{0, 0, 1}, {0, 0, 0, 1}};
    CHECK(satori_box_batch_assign_transformed(boxes, boxes, &pose, 2, NULL) == SATORI_OK);
    CHECK(satori_box_batch_component(boxes, SATORI_BOX_CENTER_X)[3] == 200);
    CHECK(satori_box_batch_component(boxes, SATORI_BOX_CENTER_Z)[0] == 1);
    test_executions(boxes, workspace);
    test_radii(boxes, workspace);
    test_doubles(boxes, workspace);
    test_any_view(boxes);

    uint8_t overlap = 9;
    satori_oriented_box bad = kBoxes[0];
    bad.half_extents.y = -1;
    CHECK(satori_overlaps(&kBoxes[0], &kBoxes[1], &overlap, SATORI_BOUNDARY_CLOSED) == SATORI_OK && overlap == 1);
    CHECK(satori_overlaps(&kBoxes[0], &kBoxes[3], &overlap, SATORI_BOUNDARY_CLOSED) == SATORI_OK && overlap == 0);
    CHECK(satori_overlaps(&kBoxes[0], &bad, &overlap, SATORI_BOUNDARY_CLOSED) == SATORI_INVALID_BOX && overlap == 0);

    satori_box_batch_clear(boxes);
    CHECK(satori_box_batch_size(boxes) == 0);
    CHECK(satori_workspace_peak_bytes(workspace) >= satori_workspace_bytes(workspace));
    CHECK(satori_workspace_release(workspace) == SATORI_OK && satori_workspace_bytes(workspace) == 0);
    satori_workspace_destroy(workspace);
    satori_box_batch_destroy(boxes);
}
