#include <satori/c/world_queries.h>

#include "c_api/execution.hpp"
#include "c_api/handle.hpp"
#include "c_api/world_handle.hpp"

using namespace satori;
using namespace satori::c_api;

namespace {

/// True when the arguments of a query are complete.
template <class Query>
bool complete(const satori_world* world, const Query* queries, size_t count,
              const satori_query_filter* filter) noexcept {
    // In C++ the flag is of type bool, which must not hold other values.
    return world != nullptr && c_api::complete(queries, count) && (filter == nullptr || filter->sensors <= 1);
}

/// Calls ask(world, queries, answers, filter, execution, invalid_index), which writes an answer for each query.
template <class Ask, class Query, class Answer>
satori_status answer(Ask ask, satori_world* world, const Query* queries, Answer* answers, size_t count,
                     const satori_query_filter* filter, const satori_execution* execution,
                     uint64_t* invalid_index) noexcept {
    if (!complete(world, queries, count, filter) || !c_api::complete(answers, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(ask(world->object, {cpp(queries), count}, {answers, count}, given(filter), GivenExecution(execution),
                    invalid_index));
}

}  // namespace

satori_query_filter satori_query_filter_default(void) noexcept {
    return to_c<satori_query_filter>({});
}

satori_status satori_world_closest_hits(satori_world* world, const satori_world_ray* rays, satori_world_hit* hits,
                                        size_t count, const satori_query_filter* filter,
                                        const satori_execution* execution, uint64_t* invalid_index) noexcept {
    return answer(closest_hits, world, rays, cpp(hits), count, filter, execution, invalid_index);
}

satori_status satori_world_any_hits(satori_world* world, const satori_world_ray* rays, uint8_t* blocked, size_t count,
                                    const satori_query_filter* filter, const satori_execution* execution,
                                    uint64_t* invalid_index) noexcept {
    return answer(any_hits, world, rays, blocked, count, filter, execution, invalid_index);
}

satori_status satori_world_all_hits(satori_world* world, const satori_world_ray* rays, size_t count,
                                    satori_world_hits* result, const satori_query_filter* filter,
                                    const satori_execution* execution, uint64_t* invalid_index) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    if (!complete(world, rays, count, filter)) return SATORI_INVALID_ARGUMENT;
    WorldHits found;
    const Status status =
        all_hits(world->object, {cpp(rays), count}, found, given(filter), GivenExecution(execution), invalid_index);
    const auto& [hits, begin] = found;  // all members: see write() in world_handle.hpp
    *result = {as_c<satori_world_hit>(pointer(hits)), pointer(begin), hits.size()};
    return to_c(status);
}

satori_status satori_world_cast_boxes(satori_world* world, const satori_world_box_cast* casts, satori_world_hit* hits,
                                      size_t count, const satori_query_filter* filter,
                                      const satori_execution* execution, uint64_t* invalid_index) noexcept {
    return answer(cast_boxes, world, casts, cpp(hits), count, filter, execution, invalid_index);
}

satori_status satori_world_find_boxes(satori_world* world, const satori_world_shape* shapes, size_t count,
                                      satori_world_boxes* result, const satori_query_filter* filter,
                                      const satori_execution* execution, uint64_t* invalid_index) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    if (!complete(world, shapes, count, filter)) return SATORI_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        // A ShapeRef must have a shape, and a kind that exists.
        if (shapes[i].shape.shape != nullptr && shapes[i].shape.kind <= SATORI_SHAPE_BOX) continue;
        if (invalid_index != nullptr) *invalid_index = i;
        return SATORI_INVALID_ARGUMENT;
    }
    WorldBoxes found;
    const Status status =
        find_boxes(world->object, {cpp(shapes), count}, found, given(filter), GivenExecution(execution), invalid_index);
    const auto& [boxes, begin] = found;  // all members: see write() in world_handle.hpp
    *result = {as_c<satori_box_id>(pointer(boxes)), pointer(begin), boxes.size()};
    return to_c(status);
}

satori_status satori_world_closest_boxes(satori_world* world, const satori_world_point* points,
                                         satori_world_closest* closest, size_t count, const satori_query_filter* filter,
                                         const satori_execution* execution, uint64_t* invalid_index) noexcept {
    return answer(closest_boxes, world, points, cpp(closest), count, filter, execution, invalid_index);
}
