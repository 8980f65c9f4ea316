#include <satori/debug_draw.hpp>

#include "broadphase/moving/broadphase_state.hpp"
#include "geometry/rotation_math.hpp"
#include "parallel/fp_environment.hpp"
#include "world/world_state.hpp"

namespace satori::v0 {

namespace {

using geometry::Double3;

/// Returns point + v.
Vec3d beside(const Vec3d& point, const Double3& v) noexcept {
    return {point.x + v[0], point.y + v[1], point.z + v[2]};
}

DebugBox box_of(const World& world, BoxId id) noexcept {
    DebugBox drawn{id, world.box(id), {}};
    const geometry::Frame axes = geometry::axes_of(geometry::unit(drawn.box.pose.rotation));
    const Double3 half = geometry::widened(drawn.box.half_extents);
    for (std::size_t corner = 0; corner < 8; ++corner) {
        Double3 in_box;
        for (std::size_t k = 0; k < 3; ++k) {
            const double reach = half[k] + double{drawn.box.radius};
            in_box[k] = (corner >> k & 1) != 0 ? reach : -reach;
        }
        drawn.corners[corner] = beside(drawn.box.pose.position, geometry::from_frame(axes, in_box));
    }
    return drawn;
}

void draw_contacts(const detail::WorldState& state, const DebugDraw& draw) noexcept {
    for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
        const world::PairState& touching = state.pairs[row];
        if (!touching.has(world::PairState::kTold) || touching.slot == kNoSlot) continue;
        if (!state.has(touching.pair.first, world::kPresent) || !state.has(touching.pair.second, world::kPresent))
            continue;
        const WorldContact contact = state.contact_of(touching);
        const ContactManifold& manifold = state.manifolds[contact.slot];
        const Vec3d& first = state.bodies[contact.pair.first.index].position;
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            const ContactPoint& point = manifold.points[p];
            draw.contact({contact.pair, beside(first, geometry::widened(point.offset)), manifold.normal,
                          point.separation, point.feature_id},
                         draw.user);
        }
    }
}

void draw_columns(const detail::WorldState& state, const DebugDraw& draw) noexcept {
    const detail::BroadphaseState* const broadphase = detail::BroadphaseAccess::state_of(state.broadphase);
    if (broadphase == nullptr) return;
    broadphase->columns.for_each_held([&](const BoxColumn& column) {
        draw.column({beside(state.origin, geometry::widened(column.region.min)),
                     beside(state.origin, geometry::widened(column.region.max)), column.box_count, column.grid},
                    draw.user);
    });
}

}  // namespace

void debug_draw(const World& world, const DebugDraw& draw) noexcept {
    const parallel::FpEnvironment ieee;
    const detail::WorldState* const state = detail::WorldState::of(world);
    if (state == nullptr) return;
    bool any_unchanged = false;
    for (std::uint32_t index = 0; index < state->box_limit; ++index) {
        if (!state->has(index, world::kPresent)) continue;
        const BoxId id = state->id_of(index);
        if (draw.box != nullptr) draw.box(box_of(world, id), draw.user);
        // The bounds of a changed box may be older than the origin, or they may not exist yet.
        if (state->has(index, world::kStale)) continue;
        any_unchanged = true;
        if (draw.bounds == nullptr) continue;
        const Aabb bounds = state->broadphase.fat_bounds(index);
        draw.bounds({id, beside(state->origin, geometry::widened(bounds.min)),
                     beside(state->origin, geometry::widened(bounds.max))},
                    draw.user);
    }
    if (draw.contact != nullptr) draw_contacts(*state, draw);
    // Columns may be relative to an earlier origin. Then all boxes have changed.
    if (draw.column != nullptr && any_unchanged) draw_columns(*state, draw);
}

}  // namespace satori::v0
