#include <satori/world.hpp>

#include "geometry/rotation_math.hpp"
#include "narrowphase/covered_sides.hpp"
#include "world/record/recording.hpp"

namespace satori::v0 {

namespace {

/// The static boxes of a World, and the sides that are found for them.
struct StaticBoxes {
    explicit StaticBoxes(base::CountedMemory& memory) noexcept : indices(memory), placed(memory), sides(memory) {}

    bool reserve(std::size_t most) noexcept {
        return indices.reserve(most, 0) && placed.reserve(most, 0) && sides.reserve(most, 0);
    }

    base::OwnedArray<std::uint32_t> indices;
    base::OwnedArray<geometry::PlacedBox> placed;
    base::OwnedArray<CoveredSides> sides;
    std::size_t count = 0;
};

/// True for a box whose sides can cover others, or be covered: static, without a radius, and not a sensor.
bool has_sides(const detail::WorldState& state, std::uint32_t index) noexcept {
    return state.has(index, world::kPresent) && !state.has(index, world::kSensor) && state.bodies[index].radius == 0 &&
           state.broadphase.motion(index) == MotionType::static_box;
}

geometry::PlacedBox placed(const world::Body& body) noexcept {
    const Vec3d& p = body.position;
    return {{{p.x, p.y, p.z}}, geometry::widened(body.half_extents), geometry::axes_of(geometry::unit(body.rotation))};
}

}  // namespace

Status World::find_covered_sides(float tolerance, const Execution& execution) noexcept {
    if (!narrowphase::legal_cover_tolerance(tolerance)) return Status::invalid_argument;
    parallel::Call call(execution);
    Status status = call.status();
    if (status == Status::ok) status = world::recording_status(state_);
    if (status != Status::ok || state_ == nullptr) return status;
    detail::WorldState& state = *state_;

    StaticBoxes boxes(state.memory);
    for (std::uint32_t index = 0; index < state.box_limit; ++index) boxes.count += has_sides(state, index) ? 1U : 0U;
    if (!boxes.reserve(boxes.count)) return Status::out_of_memory;
    boxes.count = 0;
    for (std::uint32_t index = 0; index < state.box_limit; ++index) {
        if (!has_sides(state, index)) continue;
        boxes.placed[boxes.count] = placed(state.bodies[index]);
        boxes.indices[boxes.count++] = index;
    }
    Workspace workspace(state.memory.get());
    {
        WorkspaceLock lock(workspace);
        status = lock.status();
        if (status == Status::ok)
            status = narrowphase::search_covered_sides(call, lock, {boxes.placed.data(), boxes.count},
                                                       double{tolerance}, boxes.sides.data());
    }
    if (status != Status::ok) return status;

    // Sides that do not change are neither written nor recorded. A replay sets the recorded ones and reaches the same
    // state.
    std::size_t changed = 0;
    for (std::size_t i = 0; i < boxes.count; ++i) {
        const std::uint32_t index = boxes.indices[i];
        if (state.bodies[index].covered_sides == boxes.sides[i]) continue;
        state.set_covered_sides(index, boxes.sides[i]);
        boxes.indices[changed] = index;
        boxes.sides[changed++] = boxes.sides[i];
    }
    world::record(state_, world::RecordKind::covered_sides, world::Nothing{}, changed, [&](std::size_t i) {
        return world::OfBox<CoveredSides>{state.id_of(boxes.indices[i]), boxes.sides[i]};
    });
    return Status::ok;
}

}  // namespace satori::v0
