// Finds the pairs of overlapping boxes among three.
#include <cstdio>

#include <satori/satori.hpp>

int main() {
    const satori::OrientedBox boxes[] = {
        {{0, 0, 0}, {1, 1, 1}, {}},                         // centre, half extents, rotation (x, y, z, w)
        {{2.2F, 0, 0}, {1, 1, 1}, {0, 0, 0.383F, 0.924F}},  // 45 degrees about z
        {{9, 0, 0}, {1, 1, 1}, {}},
    };
    satori::BoxBatch batch;
    satori::Workspace workspace;
    satori::PairResult result;
    satori::Status status = batch.assign(satori::box_rows(boxes));
    if (status == satori::Status::ok) status = satori::find_overlaps(batch, workspace, result);
    for (const satori::BoxPair& pair : result.pairs) std::printf("boxes %u and %u overlap\n", pair.first, pair.second);
    if (status != satori::Status::ok) std::fprintf(stderr, "%s\n", satori::describe(status));
    return status == satori::Status::ok ? 0 : 1;
}
