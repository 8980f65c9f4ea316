// Finds the pairs of overlapping boxes among three, in C.
#include <inttypes.h>
#include <stdio.h>

#include <satori/satori.h>

int main(void) {
    // Center, half extents, quaternion: cubes of edge 1, the second one turned by 45 degrees about z.
    const float rows[3][10] = {
        {0, 0, 0, 0.5F, 0.5F, 0.5F, 0, 0, 0, 1},
        {1.1F, 0, 0, 1, 0.5F, 0.5F, 0, 0, 0.383F, 0.924F},
        {9, 0, 0, 0.5F, 0.5F, 0.5F, 0, 0, 0, 1},
    };
    const satori_box_view view = satori_box_rows(rows[0], 3, sizeof rows[0]);
    satori_box_batch* boxes = NULL;
    satori_workspace* workspace = NULL;
    satori_pair_result found = {0};
    satori_status status = satori_box_batch_create(NULL, &boxes);
    if (status == SATORI_OK) status = satori_workspace_create(NULL, &workspace);
    if (status == SATORI_OK) status = satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL);
    if (status == SATORI_OK) status = satori_find_overlaps(boxes, NULL, workspace, &found, NULL);
    if (status != SATORI_OK) puts(satori_describe_status(status));
    for (uint64_t i = 0; status == SATORI_OK && i < found.pair_count; ++i)
        printf("boxes %" PRIu32 " and %" PRIu32 " overlap\n", found.pairs[i].first, found.pairs[i].second);
    satori_workspace_destroy(workspace);
    satori_box_batch_destroy(boxes);
    return status != SATORI_OK;
}
