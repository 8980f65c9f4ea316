#include <satori/c/world_queries.h>

#include <math.h>

#include "check.h"

static const satori_world_ray kAlongX = {{0, 0, 0}, {2, 0, 0}, INFINITY};

/// Cubes of edge 1 at x = 2, 4 and 6; the one at 4 is a sensor, the one at 6 of another category.
static satori_world* row_of_cubes(satori_box_id ids[3]) {
    satori_box_def defs[3] = {satori_box_def_default(), satori_box_def_default(), satori_box_def_default()};
    for (int i = 0; i < 3; ++i) defs[i].pose.position.x = 2 + 2 * i;
    defs[1].sensor = 1;
    defs[2].filter.category = 4;
    satori_world* world = NULL;
    CHECK(satori_world_create(NULL, NULL, &world) == SATORI_OK);
    CHECK(satori_world_create_boxes(world, defs, ids, 3, NULL) == SATORI_OK);
    return world;
}

static void test_rays(satori_world* world, const satori_box_id ids[3]) {
    satori_world_hit hit;
    CHECK(satori_world_closest_hits(world, &kAlongX, &hit, 1, NULL) == SATORI_OK);
    CHECK(hit.box.index == ids[0].index && hit.distance == 0.75 && hit.normal.x == -1);
    satori_query_filter filter = satori_query_filter_default();
    CHECK(filter.mask == UINT64_MAX && filter.sensors == 0 && filter.ignored.generation == 0);
    filter.mask = 4;
    CHECK(satori_world_closest_hits(world, &kAlongX, &hit, 1, &(satori_query_options){.filter = &filter}) == SATORI_OK);
    CHECK(hit.box.index == ids[2].index && hit.distance == 2.75);
    filter.ignored = ids[2];
    uint8_t blocked = 7;
    CHECK(satori_world_any_hits(world, &kAlongX, &blocked, 1, &(satori_query_options){.filter = &filter}) ==
              SATORI_OK &&
          blocked == 0);
    CHECK(satori_world_any_hits(world, &kAlongX, &blocked, 1, NULL) == SATORI_OK && blocked == 1);

    filter = satori_query_filter_default();
    filter.sensors = 1;
    const satori_world_ray rays[2] = {{{0, 9, 0}, {1, 0, 0}, INFINITY}, kAlongX};
    satori_world_hits all;
    CHECK(satori_world_all_hits(world, rays, 2, &all, &(satori_query_options){.filter = &filter}) == SATORI_OK &&
          all.hit_count == 3);
    CHECK(all.begin[0] == 0 && all.begin[1] == 0 && all.begin[2] == 3);
    for (int i = 0; i < 3; ++i) CHECK(all.hits[i].box.index == ids[i].index && all.hits[i].distance == 0.75 + i);

    // A cube of edge 1 touches the first one when it has come from -1 to 1.
    const satori_world_box_cast cast = {{{-1, 0, 0}, {0, 0, 0, 1}}, {0.5F, 0.5F, 0.5F}, {0, 1, 0}, 5, 0, 0};
    satori_world_box_cast casts[2] = {cast, cast};
    casts[1].direction.x = 1;
    casts[1].direction.y = 0;
    satori_world_hit hits[2];
    CHECK(satori_world_cast_boxes(world, casts, hits, 2, NULL) == SATORI_OK);
    CHECK(hits[0].box.generation == 0 && isinf(hits[0].distance));
    CHECK(hits[1].box.index == ids[0].index && hits[1].distance == 2 && hits[1].normal.x == -1);
    CHECK(hits[1].point.x == 1.5 && hits[1].point.y == 0);
    casts[1].skin = 0.5F;
    CHECK(satori_world_all_cast_hits(world, casts, 2, &all, NULL) == SATORI_OK && all.begin[1] == 0);
    CHECK(all.hits[0].box.index == ids[0].index && all.hits[0].distance == 1.5);

    // Each cast with its own filter: the second one does not see the first box.
    satori_query_filter filters[2] = {satori_query_filter_default(), satori_query_filter_default()};
    filters[1].ignored_boxes = ids;
    filters[1].ignored_count = 1;
    casts[0] = casts[1];
    CHECK(satori_world_cast_boxes(world, casts, hits, 2, &(satori_query_options){.filters = filters}) == SATORI_OK);
    CHECK(hits[0].box.generation == ids[0].generation && hits[1].box.generation == 0);
}

static void test_first_impacts(satori_world* world, const satori_box_id ids[3]) {
    // The first box begins at x = 1.5. A cube of edge 1 comes from -1, and reaches it after 2 m of 4 m.
    const satori_world_moving_box moving = {
        {{-1, 0, 0}, {0, 0, 0, 1}}, {0.5F, 0.5F, 0.5F}, 0, {{0, 4, 0}, {0, 0, 0}}, 0, 1e-3F};
    satori_world_moving_box both[2] = {moving, moving};
    both[1].motion.translation.x = 4;
    both[1].motion.translation.y = 0;
    satori_world_box_impact impacts[2];
    CHECK(satori_world_first_impacts(world, both, impacts, 2, NULL) == SATORI_OK);
    CHECK(impacts[0].box.generation == 0 && impacts[0].impact.kind == SATORI_IMPACT_NONE);
    CHECK(impacts[1].box.index == ids[0].index && impacts[1].impact.kind == SATORI_IMPACT_MEETS);
    CHECK(impacts[1].impact.time > 0.4997F && impacts[1].impact.time < 0.50001F);
    both[1].tolerance = -1;
    uint64_t bad = 9;
    const satori_query_options options = {.invalid_index = &bad};
    CHECK(satori_world_first_impacts(world, both, impacts, 2, &options) == SATORI_INVALID_SHAPE && bad == 1);
}

static void test_shapes(satori_world* world, const satori_box_id ids[3]) {
    const satori_vec3 point = {0, 0, 0};
    const satori_sphere sphere = {{0, 0, 0}, 2};
    const satori_plane plane = {{1, 0, 0}, 0};
    const satori_world_shape shapes[3] = {{{6, 0, 0}, {&point, SATORI_SHAPE_POINT}},
                                          {{4, 0, 0}, {&sphere, SATORI_SHAPE_SPHERE}},
                                          {{2.25, 0, 0}, {&plane, SATORI_SHAPE_PLANE}}};
    satori_world_boxes found;
    CHECK(satori_world_find_boxes(world, shapes, 3, &found, NULL) == SATORI_OK && found.box_count == 4);
    CHECK(found.begin[1] == 1 && found.begin[2] == 3 && found.begin[3] == 4);
    CHECK(found.boxes[0].index == ids[2].index && found.boxes[1].index == ids[0].index);
    CHECK(found.boxes[2].index == ids[2].index && found.boxes[3].index == ids[0].index);

    const satori_world_point points[2] = {{{0, 0, 0}, INFINITY}, {{0, 0, 0}, 1.25}};
    satori_world_closest closest[2];
    CHECK(satori_world_closest_boxes(world, points, closest, 2, NULL) == SATORI_OK);
    CHECK(closest[0].box.index == ids[0].index && closest[0].distance == 1.5 && closest[0].point.x == 1.5);
    CHECK(closest[1].box.generation == 0);

    // The sensor is between the two others: 1 m from each.
    const satori_world_pair pairs[2] = {{ids[2], ids[0]}, {ids[0], ids[1]}};
    satori_pair_distance apart[2];
    CHECK(satori_world_distances(world, pairs, apart, 2, NULL) == SATORI_OK);
    CHECK(apart[0].distance == 3 && apart[0].direction.x == -1 && apart[1].distance == 1);
    uint64_t invalid = 9;
    const satori_world_pair wrong[2] = {pairs[0], {ids[1], ids[1]}};
    CHECK(satori_world_distances(world, wrong, apart, 2, &(satori_query_options){.invalid_index = &invalid}) ==
              SATORI_INVALID_ID &&
          invalid == 1);
    satori_world_pairs near;
    CHECK(satori_world_find_near_pairs(world, 3, &near, NULL) == SATORI_OK && near.pair_count == 1);
    CHECK(near.pairs[0].first.index == ids[0].index && near.pairs[0].second.index == ids[2].index);
    satori_query_filter all = satori_query_filter_default();
    all.sensors = 1;
    CHECK(satori_world_find_near_pairs(world, 1, &near, &(satori_query_options){.filter = &all}) == SATORI_OK &&
          near.pair_count == 2);
    CHECK(satori_world_find_near_pairs(world, -1, &near, NULL) == SATORI_INVALID_ARGUMENT && near.pair_count == 0);
    CHECK(satori_world_find_near_pairs(world, 1, &near, &(satori_query_options){.prepared = 1}) ==
          SATORI_INVALID_ARGUMENT);

    // The frustum of the unit matrix is the cube from -1 to 1. It is empty at the origin; around x = 3 it finds a box.
    const satori_mat4 unit = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    satori_frustum frustum;
    CHECK(satori_frustum_from_matrix(&unit, SATORI_CLIP_MINUS_ONE_TO_ONE, &frustum) == SATORI_OK);
    const satori_plane left = frustum.planes[SATORI_FRUSTUM_LEFT];
    CHECK(left.normal.x == 1 && left.normal.y == 0 && left.offset == -1);
    const satori_world_shape views[2] = {{{0, 0, 0}, {&frustum, SATORI_SHAPE_FRUSTUM}},
                                         {{3, 0, 0}, {&frustum, SATORI_SHAPE_FRUSTUM}}};
    CHECK(satori_world_find_boxes(world, views, 2, &found, NULL) == SATORI_OK && found.box_count == 1);
    CHECK(found.begin[1] == 0 && found.boxes[0].index == ids[0].index);
}

static void test_prepared(satori_world* world, const satori_box_id ids[3]) {
    satori_workspace* workspace = NULL;
    CHECK(satori_workspace_create(NULL, &workspace) == SATORI_OK);
    const satori_query_options only_reads = {.workspace = workspace, .prepared = 1}, no_workspace = {.prepared = 1};
    const satori_query_options own_memory = {.workspace = workspace};
    const satori_sphere sphere = {{0, 0, 0}, 2};
    const satori_world_shape shape = {{2, 0, 0}, {&sphere, SATORI_SHAPE_SPHERE}};
    satori_world_hit hit;
    satori_world_hits all;
    satori_world_boxes found;
    const satori_box_pose pose = {{2, 0, 0}, {0, 0, 0, 1}};
    CHECK(satori_world_set_poses(world, ids, &pose, 1, NULL) == SATORI_OK);
    CHECK(satori_world_closest_hits(world, &kAlongX, &hit, 1, &only_reads) == SATORI_NOT_PREPARED);
    CHECK(satori_world_all_hits(world, &kAlongX, 1, &all, &only_reads) == SATORI_NOT_PREPARED);
    CHECK(satori_world_prepare_queries(world, NULL) == SATORI_OK);
    CHECK(satori_world_closest_hits(world, &kAlongX, &hit, 1, &only_reads) == SATORI_OK && hit.distance == 0.75);
    CHECK(satori_world_all_hits(world, &kAlongX, 1, &all, &no_workspace) == SATORI_INVALID_ARGUMENT);
    CHECK(satori_world_all_hits(world, &kAlongX, 1, &all, &only_reads) == SATORI_OK && all.hit_count == 2);
    CHECK(satori_world_find_boxes(world, &shape, 1, &found, &only_reads) == SATORI_OK && found.box_count == 1);
    CHECK(found.boxes[0].index == ids[0].index && satori_workspace_bytes(workspace) > 0);
    CHECK(satori_world_set_poses(world, ids, &pose, 1, NULL) == SATORI_OK);
    CHECK(satori_world_find_boxes(world, &shape, 1, &found, &own_memory) == SATORI_OK && found.box_count == 1);
    satori_workspace_destroy(workspace);
}

void test_world_queries(void) {
    satori_box_id ids[3];
    satori_world* const world = row_of_cubes(ids);
    test_rays(world, ids);
    test_first_impacts(world, ids);
    test_shapes(world, ids);
    satori_world_update_result update;
    CHECK(satori_world_update(world, &update, NULL) == SATORI_OK);
    test_rays(world, ids);
    test_first_impacts(world, ids);
    test_shapes(world, ids);
    test_prepared(world, ids);
    satori_world_destroy(world);
}
