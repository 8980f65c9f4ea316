// A user's C program: two of its three boxes overlap.
#include <satori/satori.h>

int main(void) {
    const satori_oriented_box rows[3] = {
        {{0, 0, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}},
        {{5, 0, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}},
        {{0.75F, 0, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}},
    };
    const satori_box_view view = satori_box_rows(&rows[0].center.x, 3, sizeof rows[0]);
    satori_box_batch* boxes = NULL;
    satori_workspace* workspace = NULL;
    satori_pair_result found;
    if (satori_box_batch_create(NULL, &boxes) != SATORI_OK || satori_workspace_create(NULL, &workspace) != SATORI_OK)
        return 1;
    if (satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL) != SATORI_OK) return 2;
    if (satori_find_overlaps(boxes, NULL, workspace, &found, NULL) != SATORI_OK) return 3;
    const int right = found.pair_count == 1 && found.pairs[0].first == 0 && found.pairs[0].second == 2;
    satori_workspace_destroy(workspace);
    satori_box_batch_destroy(boxes);
    return right ? 0 : 4;
}
