// docs/radius.md: a ball, a capsule, a rounded box and a floor in one batch.
#include <cstdio>
#include <vector>

#include <satori/box_queries.hpp>
#include <satori/contacts.hpp>
#include <satori/distances.hpp>
#include <satori/pairs.hpp>
#include <satori/world_queries.hpp>

using satori::Status;

int main() {
    // A capsule is a segment with a radius: here 1 m long between the centers of its ends.
    const std::vector<satori::OrientedBox> cores = {
        {{0, 0, -0.5F}, {5, 5, 0.5F}, {0, 0, 0, 1}},          // 0: the floor
        {{0, 0, 0.5F}, {0, 0, 0}, {0, 0, 0, 1}},              // 1: a ball, which stands on the floor
        {{1.5F, 0, 0.25F}, {0.5F, 0, 0}, {0, 0, 0, 1}},       // 2: a capsule, which lies there
        {{0, 2, 0.5F}, {0.4F, 0.4F, 0.375F}, {0, 0, 0, 1}}};  // 3: a box with rounded edges, 2 cm in the floor
    const std::vector<float> radii = {0, 0.5F, 0.25F, 0.145F};

    satori::BoxBatch solids;
    if (solids.assign(satori::box_rows(cores)) != Status::ok) return 1;
    if (solids.set_radii(radii) != Status::ok) return 1;

    satori::Workspace workspace;
    satori::ContactResult contacts;
    if (satori::collide(solids, workspace, contacts) != Status::ok) return 1;
    for (const satori::ContactManifold& manifold : contacts.manifolds)
        std::printf("%u and %u touch in %u points, %.3f m deep\n", manifold.pair.first, manifold.pair.second,
                    manifold.point_count, static_cast<double>(0 - manifold.points[0].separation));

    const std::vector<satori::BoxPair> pairs = {{1, 2}, {1, 3}};
    std::vector<satori::PairDistance> found(pairs.size());
    if (satori::distances(solids, pairs, found, workspace) != Status::ok) return 1;
    for (std::size_t k = 0; k < pairs.size(); ++k)
        std::printf("%u and %u are %.3f m apart\n", pairs[k].first, pairs[k].second,
                    static_cast<double>(found[k].distance));

    const satori::Ray down{{1.5F, 0, 5}, {0, 0, -1}};
    std::vector<satori::RayHit> hits(solids.size());
    if (satori::intersect(solids, down, hits) != Status::ok) return 1;
    std::printf("a ray from above meets the capsule after %.3f m\n", static_cast<double>(hits[2].entry));

    satori::World world;
    satori::BoxDef ball;
    ball.half_extents = {};
    ball.radius = 0.5F;
    satori::BoxId id;
    if (world.create(ball, id) != Status::ok) return 1;

    satori::WorldBoxCast falling;
    falling.pose.position = {0.25, 0, 5};
    falling.half_extents = {};
    falling.radius = 0.25F;
    falling.direction = {0, 0, -1};
    satori::WorldHit hit;
    if (satori::cast_boxes(world, {&falling, 1}, {&hit, 1}) != Status::ok) return 1;
    std::printf("a smaller ball falls %.3f m onto the ball of the World\n", hit.distance);
}
