#include <satori/c/world.h>

#include "c_api/execution.hpp"
#include "c_api/handle.hpp"
#include "c_api/world_handle.hpp"

using namespace satori;
using namespace satori::c_api;

namespace {

/// Calls change(ids) with the boxes that C names, if all arguments are there.
template <class Change>
satori_status change(satori_world* world, const satori_box_id* ids, size_t count, bool all_there,
                     Change&& change) noexcept {
    if (world == nullptr || !complete(ids, count) || !all_there) return SATORI_INVALID_ARGUMENT;
    return to_c(change(std::span<const BoxId>(cpp(ids), count)));
}

/// In C++ these members are of type bool, which must not hold other values.
bool has_legal_flags(const satori_box_def& def) noexcept {
    return def.sensor <= 1 && def.sleeping <= 1 && def.continuous <= 1;
}

}  // namespace

satori_box_def satori_box_def_default(void) noexcept {
    return to_c<satori_box_def>({});
}

satori_world_options satori_world_options_default(void) noexcept {
    return {satori_broadphase_options_default(),
            satori_contact_options_default(),
            WorldOptions{}.motion_tolerance,
            kMatchDistance,
            WorldOptions{}.impact_depth,
            WorldOptions{}.point_payloads,
            WorldOptions{}.contact_payloads,
            nullptr,
            nullptr};
}

satori_status satori_world_create(const satori_world_options* options, const satori_allocator* allocator,
                                  satori_world** world) noexcept {
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    OwnedWorld* made = nullptr;
    const satori_status status =
        create(&made, allocator, options != nullptr ? *options : satori_world_options_default());
    *world = made;
    return status;
}

void satori_world_destroy(satori_world* world) noexcept {
    destroy(static_cast<OwnedWorld*>(world));
}

satori_status satori_world_create_boxes(satori_world* world, const satori_box_def* defs, satori_box_id* ids,
                                        size_t count, uint64_t* invalid_index) noexcept {
    if (world == nullptr || !complete(defs, count) || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        if (has_legal_flags(defs[i])) continue;
        if (invalid_index != nullptr) *invalid_index = i;
        return SATORI_INVALID_ARGUMENT;
    }
    return to_c(world->object.create({cpp(defs), count}, {cpp(ids), count}, invalid_index));
}

satori_status satori_world_create_any(satori_world* world, const satori_any_box_view* view,
                                      const satori_box_def* common, satori_box_id* ids, size_t count,
                                      uint64_t* invalid_index) noexcept {
    if (any_null(world, view) || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    const satori_box_def def = common != nullptr ? *common : satori_box_def_default();
    if (!has_legal_flags(def)) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.create(to_cpp(*view), to_cpp(def), {cpp(ids), count}, invalid_index));
}

satori_status satori_world_destroy_boxes(satori_world* world, const satori_box_id* ids, size_t count,
                                         uint64_t* invalid_index) noexcept {
    return change(world, ids, count, true,
                  [&](std::span<const BoxId> boxes) { return world->object.destroy(boxes, invalid_index); });
}

satori_status satori_world_set_poses(satori_world* world, const satori_box_id* ids, const satori_box_pose* poses,
                                     size_t count, uint64_t* invalid_index) noexcept {
    return change(world, ids, count, complete(poses, count), [&](std::span<const BoxId> boxes) {
        return world->object.set_poses(boxes, {cpp(poses), count}, invalid_index);
    });
}

satori_status satori_world_set_any_poses(satori_world* world, const satori_any_box_view* view, const satori_box_id* ids,
                                         size_t count, uint64_t* invalid_index) noexcept {
    return change(world, ids, count, view != nullptr, [&](std::span<const BoxId> boxes) {
        return world->object.set_any_poses(to_cpp(*view), boxes, invalid_index);
    });
}

satori_status satori_world_set_half_extents(satori_world* world, const satori_box_id* ids,
                                            const satori_vec3* half_extents, size_t count,
                                            uint64_t* invalid_index) noexcept {
    return change(world, ids, count, complete(half_extents, count), [&](std::span<const BoxId> boxes) {
        return world->object.set_half_extents(boxes, {cpp(half_extents), count}, invalid_index);
    });
}

satori_status satori_world_set_radii(satori_world* world, const satori_box_id* ids, const float* radii, size_t count,
                                     uint64_t* invalid_index) noexcept {
    return change(world, ids, count, complete(radii, count), [&](std::span<const BoxId> boxes) {
        return world->object.set_radii(boxes, {radii, count}, invalid_index);
    });
}

satori_status satori_world_set_filters(satori_world* world, const satori_box_id* ids, const satori_box_filter* filters,
                                       size_t count, uint64_t* invalid_index) noexcept {
    return change(world, ids, count, complete(filters, count), [&](std::span<const BoxId> boxes) {
        return world->object.set_filters(boxes, {cpp(filters), count}, invalid_index);
    });
}

satori_status satori_world_set_covered_sides(satori_world* world, const satori_box_id* ids, const uint8_t* sides,
                                             size_t count, uint64_t* invalid_index) noexcept {
    return change(world, ids, count, complete(sides, count), [&](std::span<const BoxId> boxes) {
        return world->object.set_covered_sides(boxes, {sides, count}, invalid_index);
    });
}

satori_status satori_world_set_speculative_distances(satori_world* world, const satori_box_id* ids,
                                                     const float* distances, size_t count,
                                                     uint64_t* invalid_index) noexcept {
    return change(world, ids, count, complete(distances, count), [&](std::span<const BoxId> boxes) {
        return world->object.set_speculative_distances(boxes, {distances, count}, invalid_index);
    });
}

satori_status satori_world_find_covered_sides(satori_world* world, float tolerance,
                                              const satori_execution* execution) noexcept {
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.find_covered_sides(tolerance, GivenExecution(execution)));
}

satori_status satori_world_set_motion(satori_world* world, const satori_box_id* ids, size_t count,
                                      satori_motion_type motion, uint64_t* invalid_index) noexcept {
    return change(world, ids, count, true, [&](std::span<const BoxId> boxes) {
        return world->object.set_motion(boxes, static_cast<MotionType>(motion), invalid_index);
    });
}

satori_status satori_world_set_sleeping(satori_world* world, const satori_box_id* ids, size_t count, uint8_t sleeping,
                                        uint64_t* invalid_index) noexcept {
    return change(world, ids, count, true, [&](std::span<const BoxId> boxes) {
        return world->object.set_sleeping(boxes, sleeping != 0, invalid_index);
    });
}

satori_status satori_world_set_sensor(satori_world* world, const satori_box_id* ids, size_t count, uint8_t sensor,
                                      uint64_t* invalid_index) noexcept {
    return change(world, ids, count, true, [&](std::span<const BoxId> boxes) {
        return world->object.set_sensor(boxes, sensor != 0, invalid_index);
    });
}

satori_status satori_world_set_continuous(satori_world* world, const satori_box_id* ids, size_t count,
                                          uint8_t continuous, uint64_t* invalid_index) noexcept {
    return change(world, ids, count, true, [&](std::span<const BoxId> boxes) {
        return world->object.set_continuous(boxes, continuous != 0, invalid_index);
    });
}

satori_status satori_world_set_contact_enabled(satori_world* world, satori_box_id a, satori_box_id b,
                                               uint8_t enabled) noexcept {
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.set_contact_enabled(to_cpp(a), to_cpp(b), enabled != 0));
}

satori_status satori_world_set_user_data(satori_world* world, satori_box_id id, uint64_t user_data) noexcept {
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.set_user_data(to_cpp(id), user_data));
}

satori_status satori_world_ignore(satori_world* world, satori_box_id a, satori_box_id b) noexcept {
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.ignore(to_cpp(a), to_cpp(b)));
}

satori_status satori_world_restore(satori_world* world, satori_box_id a, satori_box_id b) noexcept {
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.restore(to_cpp(a), to_cpp(b)));
}

satori_status satori_world_set_origin(satori_world* world, satori_vec3d origin) noexcept {
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.set_origin(to_cpp(origin)));
}

satori_status satori_world_update(satori_world* world, satori_world_update_result* result,
                                  const satori_execution* execution) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    WorldUpdate update;
    const Status status = world->object.update(update, GivenExecution(execution));
    write(update, *result);
    return to_c(status);
}

uint32_t satori_world_size(const satori_world* world) noexcept {
    return world != nullptr ? world->object.size() : 0;
}

uint8_t satori_world_contains(const satori_world* world, satori_box_id id) noexcept {
    return world != nullptr && world->object.contains(to_cpp(id));
}

satori_box_id satori_world_id_at(const satori_world* world, uint32_t index) noexcept {
    if (world == nullptr) return {};
    return to_c<satori_box_id>(world->object.id_at(index));
}

uint32_t satori_world_index_limit(const satori_world* world) noexcept {
    return world != nullptr ? world->object.index_limit() : 0;
}

satori_box_def satori_world_box(const satori_world* world, satori_box_id id) noexcept {
    if (world == nullptr) return satori_box_def_default();
    return to_c<satori_box_def>(world->object.box(to_cpp(id)));
}

uint64_t satori_world_contact_count(const satori_world* world) noexcept {
    return world != nullptr ? world->object.contact_count() : 0;
}

satori_status satori_world_copy_contacts(const satori_world* world, satori_world_contact* contacts,
                                         size_t capacity) noexcept {
    if (world == nullptr || !complete(contacts, capacity)) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.copy_contacts({cpp(contacts), capacity}));
}

satori_status satori_world_copy_box_contacts(const satori_world* world, satori_box_id id,
                                             satori_world_contact* contacts, size_t capacity, size_t* count) noexcept {
    if (world == nullptr || !complete(contacts, capacity) || count == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(world->object.copy_contacts(to_cpp(id), {cpp(contacts), capacity}, *count));
}

const satori_contact_manifold* satori_world_manifold(const satori_world* world, uint32_t slot) noexcept {
    static constexpr satori_contact_manifold kNone{};
    return world != nullptr ? as_c<satori_contact_manifold>(&world->object.manifold(slot)) : &kNone;
}

satori_point_payload* satori_world_payloads(satori_world* world, uint32_t slot) noexcept {
    return world != nullptr ? as_c<satori_point_payload>(pointer(world->object.payloads(slot))) : nullptr;
}

satori_contact_payload* satori_world_contact_payload(satori_world* world, uint32_t slot) noexcept {
    return world != nullptr ? as_c<satori_point_payload>(world->object.contact_payload(slot)) : nullptr;
}

uint8_t satori_world_validate(const satori_world* world) noexcept {
    return world == nullptr || world->object.validate();
}

uint64_t satori_world_state_hash(const satori_world* world) noexcept {
    return world != nullptr ? world->object.state_hash() : 0;
}

uint64_t satori_world_bytes(const satori_world* world) noexcept {
    return world != nullptr ? world->object.bytes() : 0;
}
