// docs/batch.md: many boxes, one call. A hundred slanting planks stand close to each other, and a rod goes through all
// of them.
#include <cstdio>
#include <limits>
#include <vector>

#include <satori/contacts.hpp>

using satori::Status;

namespace {

std::vector<satori::OrientedBox> planks_and_rod() {
    std::vector<satori::OrientedBox> boxes(101);
    for (int i = 0; i < 100; ++i) {
        boxes[i].center = {0.5F * static_cast<float>(i), 0, 0};
        boxes[i].half_extents = {1, 0.1F, 0.1F};
        boxes[i].rotation = {0, 0, 0.3827F, 0.9239F};  // 45 degrees about z
    }
    boxes[100].center = {24.75F, 0, 0};
    boxes[100].half_extents = {25, 0.05F, 0.05F};
    return boxes;
}

// One frame: all that a batch call needs outlives it.
struct Frame {
    satori::BoxBatch batch;
    satori::Workspace workspace;
    satori::ContactResult contacts;

    Status run(const std::vector<satori::OrientedBox>& boxes) {
        Status status = batch.assign(boxes);
        if (status == Status::ok) status = satori::collide(batch, workspace, contacts);
        return status;
    }
};

bool show_stages(const satori::BoxBatch& batch, satori::Workspace& workspace) {
    satori::PairResult result;
    if (satori::find_pairs(batch, workspace, result) != Status::ok) return false;
    std::printf("%zu pairs of bounds\n", result.pairs.size());

    if (satori::find_overlaps(batch, workspace, result) != Status::ok) return false;
    if (satori::sort_pairs(result.pairs, workspace) != Status::ok) return false;
    std::printf("%zu pairs of boxes, the first %u and %u\n", result.pairs.size(), result.pairs[0].first,
                result.pairs[0].second);

    satori::ContactResult contacts;
    if (satori::collide(batch, workspace, contacts) != Status::ok) return false;
    std::printf("%zu contacts\n", contacts.manifolds.size());
    return true;
}

bool show_bad_row(satori::BoxBatch& batch, satori::Workspace& workspace) {
    std::vector<satori::OrientedBox> boxes = planks_and_rod();
    boxes[7].half_extents.x = std::numeric_limits<float>::quiet_NaN();
    if (batch.assign(boxes) != Status::invalid_box) return false;
    for (const satori::InvalidBox& bad : batch.invalid())
        std::printf("box %u, column %u: %s\n", bad.index, bad.column, satori::describe(bad.fault));

    if (batch.assign(boxes, satori::OnInvalid::skip) != Status::ok) return false;
    satori::PairResult result;
    if (satori::find_overlaps(batch, workspace, result) != Status::ok) return false;
    std::printf("without it %zu pairs\n", result.pairs.size());
    return true;
}

}  // namespace

int main() {
    std::vector<satori::OrientedBox> boxes = planks_and_rod();
    Frame frame;
    if (frame.run(boxes) != Status::ok) return 1;
    if (!show_stages(frame.batch, frame.workspace) || !show_bad_row(frame.batch, frame.workspace)) return 1;

    const std::uint64_t held = frame.workspace.bytes() + frame.batch.bytes();
    for (satori::OrientedBox& box : boxes) box.center.y += 0.5F;
    if (frame.run(boxes) != Status::ok) return 1;
    const bool grown = frame.workspace.bytes() + frame.batch.bytes() != held;
    std::printf("the next frame: %s memory, %zu contacts\n", grown ? "more" : "the same",
                frame.contacts.manifolds.size());
}
