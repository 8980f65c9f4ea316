#include <satori/c/contacts.h>

#include <satori/c/rects.h>

#include "c_api/batch_calls.hpp"

using namespace satori;

static_assert(SATORI_NO_AXIS == kNoAxis && SATORI_NO_POINT == kNoPoint);

satori_status satori_collide(const satori_box_batch* first, const satori_box_batch* second, satori_workspace* workspace,
                             satori_contact_result* result, const satori_collide_options* options) noexcept {
    return c_api::collide<ContactResult>(first, second, workspace, result, options);
}

satori_status satori_collide_pairs(const satori_box_batch* first, const satori_box_batch* second,
                                   const satori_box_pair* pairs, size_t count, satori_workspace* workspace,
                                   satori_contact_result* result, const satori_collide_options* options) noexcept {
    return c_api::collide_pairs<ContactResult>(first, second, {pairs, count}, workspace, result, options);
}

satori_status satori_separating_axes(const satori_box_batch* first, const satori_box_batch* second,
                                     const satori_box_pair* pairs, satori_separating_axis* axes, size_t count,
                                     satori_workspace* workspace, const satori_collide_options* options) noexcept {
    return c_api::separating_axes(first, second, {pairs, count}, axes, workspace, options);
}

satori_status satori_build_manifolds(const satori_box_batch* first, const satori_box_batch* second,
                                     const satori_pair_axes* list, satori_contact_manifold* manifolds,
                                     satori_workspace* workspace, const satori_collide_options* options) noexcept {
    return c_api::build_manifolds(first, second, list, manifolds, workspace, options);
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
    return {kMatchDistance, nullptr};
}

satori_status satori_match_points(const satori_contact_cache* last, const satori_box_batch* first,
                                  const satori_box_batch* second, const satori_contact_manifold* manifolds,
                                  size_t count, uint32_t* matches, const satori_match_options* options) noexcept {
    return c_api::match_points(last, first, second, c_api::ManifoldsOfC<satori_contact_manifold>{manifolds, count},
                               matches, options);
}

satori_status satori_carry_payloads(const uint32_t* matches, size_t count, const satori_point_payload* last,
                                    size_t last_count, satori_point_payload* now,
                                    const satori_execution* execution) noexcept {
    if (!c_api::complete(matches, count) || !c_api::complete(last, last_count) || !c_api::complete(now, count))
        return SATORI_INVALID_ARGUMENT;
    return c_api::to_c(carry_payloads({matches, count}, {c_api::cpp(last), last_count}, {c_api::cpp(now), count},
                                      c_api::GivenExecution(execution)));
}

satori_status satori_collide_rects(const satori_rect_batch* first, const satori_rect_batch* second,
                                   satori_workspace* workspace, satori_rect_contact_result* result,
                                   const satori_rect_collide_options* options) noexcept {
    return c_api::collide<RectContactResult>(first, second, workspace, result, options);
}

satori_status satori_collide_rect_pairs(const satori_rect_batch* first, const satori_rect_batch* second,
                                        const satori_box_pair* pairs, size_t count, satori_workspace* workspace,
                                        satori_rect_contact_result* result,
                                        const satori_rect_collide_options* options) noexcept {
    return c_api::collide_pairs<RectContactResult>(first, second, {pairs, count}, workspace, result, options);
}

satori_status satori_rect_separating_axes(const satori_rect_batch* first, const satori_rect_batch* second,
                                          const satori_box_pair* pairs, satori_rect_separating_axis* axes, size_t count,
                                          satori_workspace* workspace,
                                          const satori_rect_collide_options* options) noexcept {
    return c_api::separating_axes(first, second, {pairs, count}, axes, workspace, options);
}

satori_status satori_build_rect_manifolds(const satori_rect_batch* first, const satori_rect_batch* second,
                                          const satori_rect_pair_axes* list, satori_rect_manifold* manifolds,
                                          satori_workspace* workspace,
                                          const satori_rect_collide_options* options) noexcept {
    return c_api::build_manifolds(first, second, list, manifolds, workspace, options);
}

satori_status satori_contact_cache_remember_rects(satori_contact_cache* cache, const satori_rect_manifold* manifolds,
                                                  size_t count) noexcept {
    return c_api::remember(cache, manifolds, count);
}

satori_status satori_match_rect_points(const satori_contact_cache* last, const satori_rect_batch* first,
                                       const satori_rect_batch* second, const satori_rect_manifold* manifolds,
                                       size_t count, uint32_t* matches, const satori_match_options* options) noexcept {
    return c_api::match_points(last, first, second, c_api::ManifoldsOfC<satori_rect_manifold>{manifolds, count},
                               matches, options);
}
