#include "cli/contact_run.hpp"

#include <array>

#include <satori/contacts.hpp>

#include <xxhash.h>

#include "cli/scenes/scene_error.hpp"

namespace satori::cli {

namespace {

// What the hash is of, for each point; the help of `satori contacts` documents it.
struct PackedPoint {
    std::uint32_t a, b, point;
    std::array<float, 3> offset, normal;
    float separation;
    std::uint32_t feature_id;
};
static_assert(sizeof(PackedPoint) == 44);

std::array<float, 3> without_negative_zeros(Vec3 v) {
    return {v.x + 0.0F, v.y + 0.0F, v.z + 0.0F};
}

std::uint64_t hash_of(const scenes::ContactList& contacts) {
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    for (const auto& [pair, index] : contacts.order) {
        const ContactManifold& manifold = contacts.manifolds[index];
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            const ContactPoint& point = manifold.points[p];
            const PackedPoint packed{pair.first,
                                     pair.second,
                                     p,
                                     without_negative_zeros(point.offset),
                                     without_negative_zeros(manifold.normal),
                                     point.separation + 0.0F,
                                     point.feature_id};
            XXH64_update(&state, &packed, sizeof packed);
        }
    }
    return XXH64_digest(&state);
}

}  // namespace

void ContactRun::run(const scenes::SceneFile& scene, const scenes::FrameView& boxes, Isa isa,
                     const scenes::ProgressCallback& progress) {
    if (scene.dimension() != 3)
        throw scenes::SceneError(scenes::SceneFault::unsupported,
                                 scene.name() + ": contacts of 2D scenes are not yet supported");
    ContactResult result;
    const auto find = [&](const Execution& execution) {
        check(collide(batch_, workspace_, result, options_.collide, execution), "finding the contacts");
        return CallFigures(result);
    };
    repeat(scene, boxes, isa, find, progress);
    for (int axis = 0; axis < 3; ++axis) contacts_.centers[axis] = batch_.component(static_cast<BoxComponent>(axis));
    measure_sort([&] { contacts_.set_manifolds(result.manifolds); });
    measurement_.hash = hash_of(contacts_);
    measurement_.found = {{"manifolds", result.manifold_count}, {"points", result.point_count}};
}

}  // namespace satori::cli
