// Finds the pairs of overlapping boxes among three.
#include <cstdio>
#include <satori/satori.hpp>
int main() {
    satori::OrientedBox boxes[3];                                        // cubes of edge 1 about the origin
    boxes[1] = {{1.1F, 0, 0}, {1, 0.5F, 0.5F}, {0, 0, 0.383F, 0.924F}};  // center, half extents, 45 degrees about z
    boxes[2].center = {9, 0, 0};
    satori::BoxBatch batch;
    satori::Workspace workspace;
    satori::PairResult result;
    satori::Status status = batch.assign(boxes);
    if (status == satori::Status::ok) status = satori::find_overlaps(batch, workspace, result);
    for (const satori::BoxPair& pair : result.pairs) std::printf("boxes %u and %u overlap\n", pair.first, pair.second);
    return status == satori::Status::ok ? 0 : (std::puts(satori::describe(status)), 1);
}
