#include <satori/c/contacts.h>

#include <satori/c/rects.h>

#include "c_api/batch_calls.hpp"

using namespace satori;

static_assert(SATORI_NO_AXIS == kNoAxis && SATORI_NO_POINT == kNoPoint);

satori_status satori_collide(const satori_box_batch* boxes, satori_workspace* workspace, satori_contact_result* result,
                             const satori_collide_options* options, const satori_execution* execution,
                             const satori_manifold_buffer* buffer, const satori_contact_cache* last) noexcept {
    return c_api::collide<ContactResult>(workspace, result, options, execution, buffer, last, boxes);
}

satori_status satori_collide_between(const satori_box_batch* first, const satori_box_batch* second,
                                     satori_workspace* workspace, satori_contact_result* result,
                                     const satori_collide_options* options, const satori_execution* execution,
                                     const satori_manifold_buffer* buffer, const satori_contact_cache* last) noexcept {
    return c_api::collide<ContactResult>(workspace, result, options, execution, buffer, last, first, second);
}

satori_status satori_separating_axes(const satori_box_batch* boxes, const satori_box_pair* pairs,
                                     satori_separating_axis* axes, size_t count, satori_workspace* workspace,
                                     const satori_collide_options* options, const satori_execution* execution,
                                     const uint8_t* cached_axes, uint64_t* invalid_pair) noexcept {
    return c_api::separating_axes(pairs, axes, count, workspace, options, execution, cached_axes, invalid_pair, boxes);
}

satori_status satori_separating_axes_between(const satori_box_batch* first, const satori_box_batch* second,
                                             const satori_box_pair* pairs, satori_separating_axis* axes, size_t count,
                                             satori_workspace* workspace, const satori_collide_options* options,
                                             const satori_execution* execution, const uint8_t* cached_axes,
                                             uint64_t* invalid_pair) noexcept {
    return c_api::separating_axes(pairs, axes, count, workspace, options, execution, cached_axes, invalid_pair, first,
                                  second);
}

satori_status satori_build_manifolds(const satori_box_batch* boxes, const satori_box_pair* pairs,
                                     const satori_separating_axis* axes, satori_contact_manifold* manifolds,
                                     size_t count, satori_workspace* workspace, const satori_collide_options* options,
                                     const satori_execution* execution, uint64_t* invalid_pair) noexcept {
    return c_api::build_manifolds(pairs, axes, manifolds, count, workspace, options, execution, invalid_pair, boxes);
}

satori_status satori_build_manifolds_between(const satori_box_batch* first, const satori_box_batch* second,
                                             const satori_box_pair* pairs, const satori_separating_axis* axes,
                                             satori_contact_manifold* manifolds, size_t count,
                                             satori_workspace* workspace, const satori_collide_options* options,
                                             const satori_execution* execution, uint64_t* invalid_pair) noexcept {
    return c_api::build_manifolds(pairs, axes, manifolds, count, workspace, options, execution, invalid_pair, first,
                                  second);
}

satori_status satori_contact_cache_create(const satori_allocator* allocator, satori_contact_cache** cache) noexcept {
    return c_api::create(cache, allocator);
}

void satori_contact_cache_destroy(satori_contact_cache* cache) noexcept {
    c_api::destroy(cache);
}

satori_status satori_contact_cache_remember(satori_contact_cache* cache, const satori_contact_manifold* manifolds,
                                            size_t count) noexcept {
    return c_api::remember(cache, manifolds, count);
}

void satori_contact_cache_clear(satori_contact_cache* cache) noexcept {
    if (cache != nullptr) cache->object.clear();
}

uint64_t satori_contact_cache_size(const satori_contact_cache* cache) noexcept {
    return cache != nullptr ? cache->object.size() : 0;
}

uint64_t satori_contact_cache_bytes(const satori_contact_cache* cache) noexcept {
    return cache != nullptr ? cache->object.bytes() : 0;
}

satori_match_options satori_match_options_default(void) noexcept {
    return c_api::to_c<satori_match_options>({});
}

satori_status satori_match_points(const satori_contact_cache* last, const satori_box_batch* boxes,
                                  const satori_contact_manifold* manifolds, size_t count, uint32_t* matches,
                                  const satori_match_options* options, const satori_execution* execution) noexcept {
    return c_api::match_points(last, manifolds, count, matches, options, execution, boxes);
}

satori_status satori_match_points_between(const satori_contact_cache* last, const satori_box_batch* first,
                                          const satori_box_batch* second, const satori_contact_manifold* manifolds,
                                          size_t count, uint32_t* matches, const satori_match_options* options,
                                          const satori_execution* execution) noexcept {
    return c_api::match_points(last, manifolds, count, matches, options, execution, first, second);
}

satori_status satori_carry_payloads(const uint32_t* matches, size_t count, const satori_point_payload* last,
                                    size_t last_count, satori_point_payload* now,
                                    const satori_execution* execution) noexcept {
    if (!c_api::complete(matches, count) || !c_api::complete(last, last_count) || !c_api::complete(now, count))
        return SATORI_INVALID_ARGUMENT;
    return c_api::to_c(carry_payloads({matches, count}, {c_api::cpp(last), last_count}, {c_api::cpp(now), count},
                                      c_api::GivenExecution(execution)));
}

satori_status satori_collide_rects(const satori_rect_batch* rects, satori_workspace* workspace,
                                   satori_rect_contact_result* result, const satori_collide_options* options,
                                   const satori_execution* execution, const satori_rect_manifold_buffer* buffer,
                                   const satori_contact_cache* last) noexcept {
    return c_api::collide<RectContactResult>(workspace, result, options, execution, buffer, last, rects);
}

satori_status satori_collide_rects_between(const satori_rect_batch* first, const satori_rect_batch* second,
                                           satori_workspace* workspace, satori_rect_contact_result* result,
                                           const satori_collide_options* options, const satori_execution* execution,
                                           const satori_rect_manifold_buffer* buffer,
                                           const satori_contact_cache* last) noexcept {
    return c_api::collide<RectContactResult>(workspace, result, options, execution, buffer, last, first, second);
}

satori_status satori_rect_separating_axes(const satori_rect_batch* rects, const satori_box_pair* pairs,
                                          satori_rect_separating_axis* axes, size_t count, satori_workspace* workspace,
                                          const satori_collide_options* options, const satori_execution* execution,
                                          const uint8_t* cached_axes, uint64_t* invalid_pair) noexcept {
    return c_api::separating_axes(pairs, axes, count, workspace, options, execution, cached_axes, invalid_pair, rects);
}

satori_status satori_rect_separating_axes_between(const satori_rect_batch* first, const satori_rect_batch* second,
                                                  const satori_box_pair* pairs, satori_rect_separating_axis* axes,
                                                  size_t count, satori_workspace* workspace,
                                                  const satori_collide_options* options,
                                                  const satori_execution* execution, const uint8_t* cached_axes,
                                                  uint64_t* invalid_pair) noexcept {
    return c_api::separating_axes(pairs, axes, count, workspace, options, execution, cached_axes, invalid_pair, first,
                                  second);
}

satori_status satori_build_rect_manifolds(const satori_rect_batch* rects, const satori_box_pair* pairs,
                                          const satori_rect_separating_axis* axes, satori_rect_manifold* manifolds,
                                          size_t count, satori_workspace* workspace,
                                          const satori_collide_options* options, const satori_execution* execution,
                                          uint64_t* invalid_pair) noexcept {
    return c_api::build_manifolds(pairs, axes, manifolds, count, workspace, options, execution, invalid_pair, rects);
}

satori_status satori_build_rect_manifolds_between(const satori_rect_batch* first, const satori_rect_batch* second,
                                                  const satori_box_pair* pairs, const satori_rect_separating_axis* axes,
                                                  satori_rect_manifold* manifolds, size_t count,
                                                  satori_workspace* workspace, const satori_collide_options* options,
                                                  const satori_execution* execution, uint64_t* invalid_pair) noexcept {
    return c_api::build_manifolds(pairs, axes, manifolds, count, workspace, options, execution, invalid_pair, first,
                                  second);
}

satori_status satori_contact_cache_remember_rects(satori_contact_cache* cache, const satori_rect_manifold* manifolds,
                                                  size_t count) noexcept {
    return c_api::remember(cache, manifolds, count);
}

satori_status satori_match_rect_points(const satori_contact_cache* last, const satori_rect_batch* rects,
                                       const satori_rect_manifold* manifolds, size_t count, uint32_t* matches,
                                       const satori_match_options* options,
                                       const satori_execution* execution) noexcept {
    return c_api::match_points(last, manifolds, count, matches, options, execution, rects);
}

satori_status satori_match_rect_points_between(const satori_contact_cache* last, const satori_rect_batch* first,
                                               const satori_rect_batch* second, const satori_rect_manifold* manifolds,
                                               size_t count, uint32_t* matches, const satori_match_options* options,
                                               const satori_execution* execution) noexcept {
    return c_api::match_points(last, manifolds, count, matches, options, execution, first, second);
}
