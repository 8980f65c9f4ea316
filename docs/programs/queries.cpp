// docs/queries.md: questions about the boxes of a World. A street of ten houses, 10 000 km from the origin.
#include <cstdio>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include <satori/world_queries.hpp>

using satori::Status;

namespace {

constexpr double kFar = 1e7;
constexpr std::uint64_t kHouse = 1, kTree = 2;

}  // namespace

int main() {
    std::vector<satori::BoxDef> defs(11);
    for (int i = 0; i < 10; ++i) {
        defs[i].pose.position = {kFar + 10 * i, 3, 0};
        defs[i].half_extents = {4, 3, 4};
    }
    defs[10].pose.position = {kFar + 5, 2, -8};
    defs[10].half_extents = {0.5F, 2, 0.5F};
    defs[10].filter.category = kTree;
    for (int i = 0; i < 10; ++i) defs[i].motion = satori::MotionType::static_box;
    satori::World world;
    std::vector<satori::BoxId> ids(defs.size());
    satori::WorldUpdate update;
    if (world.create(defs, ids) != Status::ok || world.update(update) != Status::ok) return 1;

    // Rays, as many as there are in one call: one along the street, one down on it, one past the tree.
    const satori::WorldRay rays[] = {
        {.origin = {kFar - 20, 1, 0}, .direction = {1, 0, 0}},
        {.origin = {kFar + 10, 100, 0}, .direction = {0, -1, 0}, .max_distance = 50},
        {.origin = {kFar + 5, 1, -20}, .direction = {0, 0, 1}},
    };
    satori::WorldHit hits[3];
    if (satori::closest_hits(world, rays, hits) != Status::ok) return 1;
    for (const satori::WorldHit& hit : hits) {
        if (hit.box == satori::BoxId{})
            std::printf("nothing\n");
        else
            std::printf("box %u after %.3f m, where the normal is (%g, %g, %g)\n", hit.box.index, hit.distance,
                        static_cast<double>(hit.normal.x), static_cast<double>(hit.normal.y),
                        static_cast<double>(hit.normal.z));
    }

    // Houses alone.
    satori::WorldHits through;
    if (satori::all_hits(world, {rays, 1}, through, {.filter = {.mask = kHouse}}) != Status::ok) return 1;
    std::printf("a ray along the street meets %zu houses\n", through.hits.size());

    // Each ray with its own filter: the last one leaves out the tree.
    const satori::QueryFilter filters[] = {{.mask = kHouse}, {}, {.ignored = ids[10]}};
    if (satori::closest_hits(world, rays, hits, {.filters = filters}) != Status::ok) return 1;
    std::printf("without the tree, the last ray meets %s\n", hits[2].box == satori::BoxId{} ? "nothing" : "a house");

    // A box that is pushed.
    satori::WorldBoxCast cart{
        .pose = {{kFar + 5, 1, -20}, {}}, .half_extents = {0.75F, 0.75F, 1}, .direction = {0, 0, 1}};
    if (satori::cast_boxes(world, {&cart, 1}, {hits, 1}) != Status::ok) return 1;
    std::printf("a cart stops at box %u after %.3f m\n", hits[0].box.index, hits[0].distance);

    // A box that turns.
    satori::WorldMovingBox gate{.pose = {{kFar + 8.5, 1, -11}, {}}, .half_extents = {4, 1, 0.1F}};
    gate.motion.rotation = {0, 1.5F, 0};  // nearly a quarter
    satori::WorldBoxImpact met;
    if (satori::first_impacts(world, {&gate, 1}, {&met, 1}) != Status::ok) return 1;
    std::printf("a gate meets box %u after %.0f %% of its way\n", met.box.index,
                100 * static_cast<double>(met.impact.time));

    // What overlaps a shape; its coordinates are relative to an origin of its own.
    const satori::Sphere blast{{}, 12};
    const satori::WorldShape shape{{kFar + 45, 0, 0}, blast};
    satori::WorldBoxes near;
    if (satori::find_boxes(world, {&shape, 1}, near) != Status::ok) return 1;
    std::printf("%zu boxes within 12 m\n", near.boxes.size());

    const satori::WorldPoint here{{kFar + 7, 2, -8}};
    satori::WorldClosest closest;
    if (satori::closest_boxes(world, {&here, 1}, {&closest, 1}) != Status::ok) return 1;
    std::printf("nearest: box %u, %.3f m away\n", closest.box.index, closest.distance);

    // Houses are static and make no pairs with each other; the tree is not.
    satori::WorldPairs close;
    if (satori::find_near_pairs(world, 4, close) != Status::ok) return 1;
    std::vector<satori::PairDistance> apart(close.pairs.size());
    if (satori::distances(world, close.pairs, apart) != Status::ok) return 1;
    for (std::size_t k = 0; k < apart.size(); ++k)
        std::printf("box %u and box %u are %.3f m apart\n", close.pairs[k].first.index, close.pairs[k].second.index,
                    apart[k].distance);

    // Two threads ask at the same time.
    if (satori::prepare_queries(world) != Status::ok) return 1;
    const auto count_near = [&seen = std::as_const(world)](double x, std::size_t& count) {
        satori::Workspace workspace;
        const satori::Sphere sphere{{}, 12};
        const satori::WorldShape around{{x, 0, 0}, sphere};
        satori::WorldBoxes found;
        if (satori::find_boxes(seen, {&around, 1}, found, workspace) == Status::ok) count = found.boxes.size();
    };
    std::size_t counts[2] = {};
    std::thread other(count_near, kFar, std::ref(counts[0]));
    count_near(kFar + 90, counts[1]);
    other.join();
    std::printf("%zu boxes near one end of the street, %zu near the other\n", counts[0], counts[1]);
}
