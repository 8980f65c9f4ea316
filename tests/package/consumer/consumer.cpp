// A user's program: two of its three boxes overlap.
#include <vector>

#include <satori/satori.hpp>

int main() {
    std::vector<satori::OrientedBox> boxes(3);
    boxes[1].center.x = 5;
    boxes[2].center.x = 0.75F;
    satori::BoxBatch batch;
    satori::Workspace workspace;
    satori::PairResult result;
    if (batch.assign(satori::box_rows(boxes)) != satori::Status::ok) return 1;
    if (satori::find_overlaps(batch, workspace, result) != satori::Status::ok) return 2;
    return result.pairs.size() == 1 && result.pairs[0] == satori::BoxPair{0, 2} ? 0 : 3;
}
