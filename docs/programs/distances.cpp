// docs/distances.md: the distances of a robot's links to obstacles, all pairs within a clearance, the
// nearest obstacle of each link.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <satori/distances.hpp>

using satori::Status;

namespace {

void print(const satori::BoxPair& pair, const satori::PairDistance& found) {
    const satori::Vec3& d = found.direction;
    std::printf("link %u, obstacle %u: %.3f m apart, towards (%.2f, %.2f, %.2f)\n", pair.first, pair.second,
                found.distance, d.x, d.y, d.z);
}

}  // namespace

int main() {
    const std::vector<satori::OrientedBox> link_rows = {
        {{0, 0, 0.5F}, {0.1F, 0.1F, 0.5F}, {0, 0, 0, 1}},                   // a post
        {{0.5F, 0, 1.05F}, {0.6F, 0.05F, 0.05F}, {0, 0, 0.2588F, 0.9659F}}  // an arm, turned by 30 degrees about z
    };
    const std::vector<satori::OrientedBox> obstacle_rows = {
        {{0.5F, 0, -0.05F}, {2, 2, 0.05F}, {0, 0, 0, 1}},       // the floor
        {{1.2F, 0.8F, 0.6F}, {0.2F, 0.2F, 0.6F}, {0, 0, 0, 1}}  // a crate
    };
    satori::BoxBatch links, obstacles;
    if (links.assign(satori::box_rows(link_rows)) != Status::ok) return 1;
    if (obstacles.assign(satori::box_rows(obstacle_rows)) != Status::ok) return 1;

    satori::Workspace workspace;
    satori::PairResult near;
    if (satori::find_near_pairs({links, obstacles}, 0.5F, workspace, near) != Status::ok) return 1;
    if (satori::sort_pairs(near.pairs, workspace) != Status::ok) return 1;

    std::vector<satori::PairDistance> found(near.pairs.size());
    if (satori::distances({links, obstacles}, near.pairs, found, workspace) != Status::ok) return 1;
    for (std::size_t k = 0; k < found.size(); ++k) print(near.pairs[k], found[k]);

    std::vector<satori::NearestBox> nearest(links.size());
    if (satori::find_nearest({links, obstacles}, 0.5F, nearest, workspace) != Status::ok) return 1;
    for (std::size_t i = 0; i < nearest.size(); ++i)
        std::printf("link %zu: obstacle %u, %.3f m\n", i, nearest[i].index, nearest[i].distance);
}
