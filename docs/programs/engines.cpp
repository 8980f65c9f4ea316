// docs/engines.md: satori's stages one by one, for use in an engine. A Broadphase stores the AABBs of the engine's
// bodies and keeps the pairs. The bodies' boxes and these pairs become manifolds. The manifolds become the input of the
// engine's solver: two points in the world for each contact point. At the end, boxes as another engine has them.
#include <cstddef>
#include <cstdio>
#include <vector>

#include <satori/broadphase.hpp>
#include <satori/contacts.hpp>
#include <satori/vectors.hpp>

using satori::Status;
using satori::Vec3;

namespace {

constexpr float kNear = 0.125F;

satori::Aabb grown(const satori::Aabb& box, float reach) {
    return {{box.min.x - reach, box.min.y - reach, box.min.z - reach},
            {box.max.x + reach, box.max.y + reach, box.max.z + reach}};
}

// A point as engines have it: where it lies on either body.
struct EnginePoint {
    Vec3 on_a, on_b;
};

EnginePoint engine_point(const satori::ContactManifold& manifold, std::uint32_t p, const Vec3& a_center) {
    const Vec3 middle = contact_point(manifold, p, a_center);
    const Vec3 half_gap = 0.5F * manifold.points[p].separation * manifold.normal;
    return {middle - half_gap, middle + half_gap};
}

// The boxes of MuJoCo: arrays of doubles, matrices row by row, half extents.
satori::AnyBoxView geoms(const double* geom_xpos, const double* geom_xmat, const double* geom_size, std::size_t ngeom) {
    return {.positions = {geom_xpos, 24},
            .rotations = {geom_xmat, 72},
            .sizes = {geom_size, 24},
            .count = ngeom,
            .rotation_form = satori::RotationForm::matrix_rows};
}

}  // namespace

int main() {
    // A floor with its top at 0, a crate 1 mm deep in it, another one hovering above.
    std::vector<satori::OrientedBox> bodies(3);
    bodies[0] = {{0, -1, 0}, {8, 1, 8}, {}};
    bodies[1] = {{0, 0.499F, 0}, {0.5F, 0.5F, 0.5F}, {}};
    bodies[2] = {{3, 0.55F, 0}, {0.5F, 0.5F, 0.5F}, {}};
    satori::BoxBatch batch;
    if (batch.assign(bodies) != Status::ok) return 1;

    // Broadphase: bodies enter once, then they are moved. Bounds are larger by half of how near bodies have to come.
    satori::Broadphase broadphase;
    std::vector<satori::Aabb> bounds(bodies.size());
    if (satori::compute_aabbs(batch, bounds) != Status::ok) return 1;
    for (satori::Aabb& box : bounds) box = grown(box, 0.5F * kNear);
    std::uint32_t ids[3];
    if (broadphase.add(bounds[0], satori::MotionType::static_box, ids[0]) != Status::ok) return 1;
    for (int i = 1; i < 3; ++i)
        if (broadphase.add(bounds[i], satori::MotionType::dynamic_box, ids[i]) != Status::ok) return 1;
    satori::BroadphaseUpdate update;
    if (broadphase.update(update) != Status::ok) return 1;
    std::printf("%zu new pairs\n", update.new_pairs.size());

    // Narrowphase: on the engine's own list of pairs; here all pairs are new. Ids were assigned in order, so they are
    // indices into the batch.
    const satori::CollideOptions options{.contacts = {.speculative_distance = kNear}};
    satori::Workspace workspace;
    satori::ContactResult found;
    if (satori::collide_pairs(batch, update.new_pairs, workspace, found, options) != Status::ok) return 1;

    for (const satori::ContactManifold& manifold : found.manifolds) {
        const auto [a, b] = manifold.pair;
        std::printf("%u and %u: %u points, normal (%g, %g, %g)\n", a, b, manifold.point_count,
                    static_cast<double>(manifold.normal.x), static_cast<double>(manifold.normal.y),
                    static_cast<double>(manifold.normal.z));
        const EnginePoint point = engine_point(manifold, 0, bodies[a].center);
        std::printf("  separation %.3f: at height %.3f on %u, %.3f on %u\n",
                    static_cast<double>(manifold.points[0].separation), static_cast<double>(point.on_a.y), a,
                    static_cast<double>(point.on_b.y), b);
    }

    const double geom_xpos[] = {0, 0, 0.5, 0.2, 0, 1.5}, geom_size[] = {0.5, 0.5, 0.5, 0.25, 0.25, 0.5};
    const double geom_xmat[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1};
    satori::PairResult pairs;
    if (batch.assign(geoms(geom_xpos, geom_xmat, geom_size, 2)) != Status::ok) return 1;
    if (satori::find_overlaps(batch, workspace, pairs) != Status::ok) return 1;
    std::printf("geoms: %u boxes, %zu overlap\n", batch.size(), pairs.pairs.size());
}
