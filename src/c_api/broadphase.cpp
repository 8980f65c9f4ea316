#include <satori/c/broadphase.h>

#include "c_api/execution.hpp"
#include "c_api/handle.hpp"

using namespace satori;
using namespace satori::c_api;

static_assert(same(SATORI_UPDATE_NONE, UpdatePath::none) && same(SATORI_UPDATE_INCREMENTAL, UpdatePath::incremental) &&
              same(SATORI_UPDATE_BULK, UpdatePath::bulk));

satori_broadphase_options satori_broadphase_options_default(void) noexcept {
    return to_c<satori_broadphase_options>({});
}

satori_status satori_broadphase_create(const satori_broadphase_options* options, const satori_allocator* allocator,
                                       satori_broadphase** broadphase) noexcept {
    return create(broadphase, allocator, given(options));
}

void satori_broadphase_destroy(satori_broadphase* broadphase) noexcept {
    destroy(broadphase);
}

satori_status satori_broadphase_add(satori_broadphase* broadphase, const satori_aabb_view* bounds,
                                    satori_motion_type motion, uint32_t* ids, size_t count,
                                    uint64_t* invalid_index) noexcept {
    if (any_null(broadphase, bounds) || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(broadphase->object.add(to_cpp(*bounds), static_cast<MotionType>(motion), {ids, count}, invalid_index));
}

satori_status satori_broadphase_add_boxes(satori_broadphase* broadphase, const satori_box_batch* boxes,
                                          satori_motion_type motion, uint32_t* ids, size_t count,
                                          uint64_t* invalid_index, const satori_execution* execution) noexcept {
    if (any_null(broadphase, boxes) || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(broadphase->object.add(boxes->object, static_cast<MotionType>(motion), {ids, count}, invalid_index,
                                       GivenExecution(execution)));
}

satori_status satori_broadphase_remove(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                       uint64_t* invalid_index) noexcept {
    if (broadphase == nullptr || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(broadphase->object.remove({ids, count}, invalid_index));
}

satori_status satori_broadphase_move(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                     const satori_aabb_view* bounds, uint64_t* invalid_index,
                                     const satori_execution* execution) noexcept {
    if (any_null(broadphase, bounds) || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(broadphase->object.move({ids, count}, to_cpp(*bounds), invalid_index, GivenExecution(execution)));
}

satori_status satori_broadphase_move_boxes(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                           const satori_box_batch* boxes, uint64_t* invalid_index,
                                           const satori_execution* execution) noexcept {
    if (any_null(broadphase, boxes) || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(broadphase->object.move({ids, count}, boxes->object, invalid_index, GivenExecution(execution)));
}

satori_status satori_broadphase_set_motion(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                           satori_motion_type motion, uint64_t* invalid_index) noexcept {
    if (broadphase == nullptr || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(broadphase->object.set_motion({ids, count}, static_cast<MotionType>(motion), invalid_index));
}

satori_status satori_broadphase_set_sleeping(satori_broadphase* broadphase, const uint32_t* ids, size_t count,
                                             uint8_t sleeping, uint64_t* invalid_index) noexcept {
    if (broadphase == nullptr || !complete(ids, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(broadphase->object.set_sleeping({ids, count}, sleeping != 0, invalid_index));
}

satori_status satori_broadphase_update(satori_broadphase* broadphase, satori_broadphase_update_result* result,
                                       const satori_execution* execution) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    if (broadphase == nullptr) return SATORI_INVALID_ARGUMENT;
    BroadphaseUpdate update;
    const Status status = broadphase->object.update(update, GivenExecution(execution));
    result->new_pairs = as_c<satori_box_pair>(pointer_and_count(update.new_pairs, &result->new_pair_count));
    result->lost_pairs = as_c<satori_box_pair>(pointer_and_count(update.lost_pairs, &result->lost_pair_count));
    result->pair_count = update.pair_count;
    result->changed_count = update.changed_count;
    result->path = static_cast<satori_update_path>(update.path);
    result->columns_rebuilt = update.columns_rebuilt ? 1 : 0;
    result->thread_count = update.thread_count;
    result->isa = to_c(update.isa);
    return to_c(status);
}

uint32_t satori_broadphase_size(const satori_broadphase* broadphase) noexcept {
    return broadphase != nullptr ? broadphase->object.size() : 0;
}

uint32_t satori_broadphase_id_limit(const satori_broadphase* broadphase) noexcept {
    return broadphase != nullptr ? broadphase->object.id_limit() : 0;
}

uint8_t satori_broadphase_contains(const satori_broadphase* broadphase, uint32_t id) noexcept {
    return broadphase != nullptr && broadphase->object.contains(id);
}

satori_motion_type satori_broadphase_motion(const satori_broadphase* broadphase, uint32_t id) noexcept {
    if (broadphase == nullptr) return SATORI_MOTION_STATIC;
    return static_cast<satori_motion_type>(broadphase->object.motion(id));
}

uint8_t satori_broadphase_sleeping(const satori_broadphase* broadphase, uint32_t id) noexcept {
    return broadphase != nullptr && broadphase->object.sleeping(id);
}

satori_aabb satori_broadphase_fat_bounds(const satori_broadphase* broadphase, uint32_t id) noexcept {
    if (broadphase == nullptr) return {};
    return to_c<satori_aabb>(broadphase->object.fat_bounds(id));
}

uint64_t satori_broadphase_pair_count(const satori_broadphase* broadphase) noexcept {
    return broadphase != nullptr ? broadphase->object.pair_count() : 0;
}

const uint32_t* satori_broadphase_partners(const satori_broadphase* broadphase, uint32_t id, size_t* count) noexcept {
    if (count == nullptr) return nullptr;
    *count = 0;
    return broadphase != nullptr ? pointer_and_count(broadphase->object.partners(id), count) : nullptr;
}

satori_status satori_broadphase_copy_pairs(const satori_broadphase* broadphase, satori_box_pair* pairs,
                                           size_t capacity) noexcept {
    if (broadphase == nullptr || !complete(pairs, capacity)) return SATORI_INVALID_ARGUMENT;
    return to_c(broadphase->object.copy_pairs({cpp(pairs), capacity}));
}

uint8_t satori_broadphase_validate(const satori_broadphase* broadphase) noexcept {
    return broadphase == nullptr || broadphase->object.validate();
}

uint64_t satori_broadphase_bytes(const satori_broadphase* broadphase) noexcept {
    return broadphase != nullptr ? broadphase->object.bytes() : 0;
}

uint64_t satori_broadphase_peak_bytes(const satori_broadphase* broadphase) noexcept {
    return broadphase != nullptr ? broadphase->object.peak_bytes() : 0;
}
