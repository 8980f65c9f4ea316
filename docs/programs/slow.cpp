// docs/slow.md: counts what makes work. Times go to stderr: they differ from run to run.
#include <cstdio>
#include <vector>

#include <satori/world.hpp>

using satori::Status;

namespace {

// How many candidates the broadphase makes of 1000 boxes, and how many of them overlap.
bool show_candidates(const char* name, const std::vector<satori::OrientedBox>& boxes) {
    satori::BoxBatch batch;
    satori::Workspace workspace;
    satori::PairResult result;
    if (batch.assign(boxes) != Status::ok) return false;
    if (satori::find_overlaps(batch, workspace, result) != Status::ok) return false;
    std::printf("%-16s %6llu candidates, %6llu overlap\n", name,
                static_cast<unsigned long long>(result.candidate_count),
                static_cast<unsigned long long>(result.pair_count));
    return true;
}

std::vector<satori::OrientedBox> lattice(float spacing, const satori::OrientedBox& box) {
    std::vector<satori::OrientedBox> boxes(1000, box);
    for (int i = 0; i < 1000; ++i)
        boxes[i].center = {spacing * static_cast<float>(i % 10), spacing * static_cast<float>(i / 10 % 10),
                           spacing * static_cast<float>(i / 100)};
    return boxes;
}

// Runs 32 steps of 10 000 boxes that sway by a 50th of their size. Prints the number of tested pairs, and the number of
// steps that swept all boxes again.
bool show_margin(float margin) {
    satori::WorldOptions options;
    options.bounds.margin = margin;
    satori::World world(options);
    std::vector<satori::BoxDef> defs(10000);
    std::vector<satori::BoxPose> poses(defs.size());
    std::vector<satori::BoxId> ids(defs.size());
    for (int i = 0; i < 10000; ++i) {
        defs[i].pose.position = {1.125 * (i % 25), 1.125 * (i / 25 % 20), 1.125 * (i / 500)};
        poses[i] = defs[i].pose;
    }
    if (world.create(defs, ids) != Status::ok) return false;
    std::uint64_t tested = 0, bulk = 0;
    satori::WorldUpdate::Times times;
    for (int step = 0; step < 32; ++step) {
        for (satori::BoxPose& pose : poses) pose.position.x += step / 2 % 2 == 0 ? 0.015625 : -0.015625;
        satori::WorldUpdate update;
        if (world.set_poses(ids, poses) != Status::ok || world.update(update) != Status::ok) return false;
        tested += update.tested_count;
        bulk += update.path == satori::UpdatePath::bulk ? 1 : 0;
        times.broadphase += update.times.broadphase;
        times.narrowphase += update.times.narrowphase;
    }
    std::printf("margin %.3f: %7llu pairs looked at, %2llu steps in bulk\n", static_cast<double>(margin),
                static_cast<unsigned long long>(tested), static_cast<unsigned long long>(bulk));
    std::fprintf(stderr, "  broadphase %.1f ms, axes %.1f ms\n", 1e-6 * static_cast<double>(times.broadphase),
                 1e-6 * static_cast<double>(times.narrowphase));
    return true;
}

}  // namespace

int main() {
    const satori::OrientedBox crate{{}, {0.5F, 0.5F, 0.5F}, {}};
    const satori::OrientedBox rod{{}, {2, 0.125F, 0.125F}, {0, 0.28F, 0.365F, 0.888F}};  // along the diagonal
    if (!show_candidates("crates", lattice(0.75F, crate))) return 1;
    if (!show_candidates("slanting rods", lattice(0.75F, rod))) return 1;
    if (!show_candidates("all on one spot", lattice(0, crate))) return 1;
    for (const float margin : {0.0F, 0.03125F, 0.25F})
        if (!show_margin(margin)) return 1;
}
