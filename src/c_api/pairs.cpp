#include <satori/c/pairs.h>

#include <satori/c/rects.h>
#include <satori/covered_sides.hpp>

#include "c_api/batch_calls.hpp"

using namespace satori;

static_assert(c_api::same(SATORI_BOUNDARY_CLOSED, Boundary::closed) &&
              c_api::same(SATORI_BOUNDARY_OPEN, Boundary::open));
static_assert(c_api::same(SATORI_MOTION_STATIC, MotionType::static_box) &&
              c_api::same(SATORI_MOTION_KINEMATIC, MotionType::kinematic_box) &&
              c_api::same(SATORI_MOTION_DYNAMIC, MotionType::dynamic_box) &&
              c_api::same(SATORI_MOTION_DETECTOR, MotionType::detector_box));

satori_box_filter satori_box_filter_default(void) noexcept {
    return c_api::to_c<satori_box_filter>({});
}

satori_contact_options satori_contact_options_default(void) noexcept {
    return c_api::to_c<satori_contact_options>({});
}

satori_aabb_view satori_aabb_rows(const satori_aabb* boxes, size_t count) noexcept {
    if (boxes == nullptr) return {nullptr, nullptr, sizeof(satori_aabb), count};
    return {&boxes->min.x, &boxes->max.x, sizeof(satori_aabb), count};
}

satori_status satori_sort_pairs(satori_box_pair* pairs, size_t count, satori_workspace* workspace) noexcept {
    if (workspace == nullptr || !c_api::complete(pairs, count)) return SATORI_INVALID_ARGUMENT;
    return c_api::to_c(sort_pairs({c_api::cpp(pairs), count}, workspace->object));
}

satori_status satori_compute_aabbs(const satori_box_batch* boxes, satori_aabb* bounds, size_t count,
                                   const satori_execution* execution) noexcept {
    return c_api::compute_aabbs(boxes, bounds, count, execution);
}

satori_status satori_find_pairs(const satori_box_batch* first, const satori_box_batch* second,
                                satori_workspace* workspace, satori_pair_result* result,
                                const satori_pair_options* options) noexcept {
    return c_api::find_pairs(first, second, workspace, result, options);
}

satori_status satori_find_aabb_pairs(const satori_aabb_view* first, const satori_aabb_view* second,
                                     satori_workspace* workspace, satori_pair_result* result,
                                     const satori_pair_options* options) noexcept {
    return c_api::find_pairs(first, second, workspace, result, options);
}

satori_status satori_find_covered_sides(const satori_box_batch* boxes, float tolerance, uint8_t* sides, size_t count,
                                        satori_workspace* workspace, const satori_execution* execution) noexcept {
    if (c_api::any_null(boxes, workspace) || !c_api::complete(sides, count)) return SATORI_INVALID_ARGUMENT;
    return c_api::to_c(find_covered_sides(boxes->object, tolerance, {sides, count}, workspace->object,
                                          c_api::GivenExecution(execution)));
}

satori_status satori_find_overlaps(const satori_box_batch* first, const satori_box_batch* second,
                                   satori_workspace* workspace, satori_pair_result* result,
                                   const satori_pair_options* options) noexcept {
    return c_api::find_overlaps(first, second, workspace, result, options);
}

satori_status satori_test_pairs(const satori_box_batch* first, const satori_box_batch* second,
                                const satori_box_pair* pairs, uint8_t* overlaps, size_t count,
                                satori_workspace* workspace, const satori_pair_options* options) noexcept {
    return c_api::test_pairs(first, second, {pairs, count}, overlaps, workspace, options);
}

satori_status satori_overlaps(const satori_oriented_box* a, const satori_oriented_box* b, uint8_t* overlap,
                              satori_boundary boundary) noexcept {
    return c_api::overlaps(a, b, overlap, boundary);
}

satori_aabb2_view satori_aabb2_rows(const satori_aabb2* rects, size_t count) noexcept {
    if (rects == nullptr) return {nullptr, nullptr, sizeof(satori_aabb2), count};
    return {&rects->min.x, &rects->max.x, sizeof(satori_aabb2), count};
}

satori_status satori_compute_rect_aabbs(const satori_rect_batch* rects, satori_aabb2* bounds, size_t count,
                                        const satori_execution* execution) noexcept {
    return c_api::compute_aabbs(rects, bounds, count, execution);
}

satori_status satori_find_rect_pairs(const satori_rect_batch* first, const satori_rect_batch* second,
                                     satori_workspace* workspace, satori_pair_result* result,
                                     const satori_pair_options* options) noexcept {
    return c_api::find_pairs(first, second, workspace, result, options);
}

satori_status satori_find_aabb2_pairs(const satori_aabb2_view* first, const satori_aabb2_view* second,
                                      satori_workspace* workspace, satori_pair_result* result,
                                      const satori_pair_options* options) noexcept {
    return c_api::find_pairs(first, second, workspace, result, options);
}

satori_status satori_find_rect_overlaps(const satori_rect_batch* first, const satori_rect_batch* second,
                                        satori_workspace* workspace, satori_pair_result* result,
                                        const satori_pair_options* options) noexcept {
    return c_api::find_overlaps(first, second, workspace, result, options);
}

satori_status satori_test_rect_pairs(const satori_rect_batch* first, const satori_rect_batch* second,
                                     const satori_box_pair* pairs, uint8_t* overlaps, size_t count,
                                     satori_workspace* workspace, const satori_pair_options* options) noexcept {
    return c_api::test_pairs(first, second, {pairs, count}, overlaps, workspace, options);
}

satori_status satori_overlaps_rects(const satori_oriented_rect* a, const satori_oriented_rect* b, uint8_t* overlap,
                                    satori_boundary boundary) noexcept {
    return c_api::overlaps(a, b, overlap, boundary);
}
