#include <satori/c/distances.h>

#include "c_api/batch_calls.hpp"

using namespace satori;

static_assert(SATORI_NO_BOX == kNoBox);

namespace {

/// Memory of the caller for what find_nearest() finds.
struct NearestOfC {
    satori_nearest_box* data;
    std::size_t count;
};

template <class Set, class Distance>
satori_status distances(const Set* first, const Set* second, const c_api::PairsOfC& pairs, Distance* found,
                        satori_workspace* workspace, const satori_pair_options* options) noexcept {
    if (c_api::any_null(workspace, first) || !pairs.complete() || !c_api::complete(found, pairs.count))
        return SATORI_INVALID_ARGUMENT;
    const c_api::GivenPairOptions given(options);
    return c_api::with_sets(*first, second, [&](const auto& sets) {
        return satori::distances(sets, pairs, {c_api::cpp(found), pairs.count}, workspace->object, given);
    });
}

template <class Box, class Distance>
satori_status distance(const Box* a, const Box* b, Distance* found) noexcept {
    if (c_api::any_null(a, b, found)) return SATORI_INVALID_ARGUMENT;
    return c_api::to_c(satori::distance(c_api::to_cpp(*a), c_api::to_cpp(*b), *c_api::cpp(found)));
}

template <class Set>
satori_status find_near(const Set* first, const Set* second, float max_distance, satori_workspace* workspace,
                        satori_pair_result* result, const satori_pair_options* options) noexcept {
    const c_api::GivenPairOptions given(options);
    const auto call = [&](const auto& sets, PairResult& found) {
        return satori::find_near_pairs(sets, max_distance, workspace->object, found, given.filtered(sets));
    };
    return c_api::find<PairResult>(first, second, workspace, result, given.complete(), call);
}

template <class Set>
satori_status find_nearest(const Set* first, const Set* second, float max_distance, const NearestOfC& nearest,
                           satori_workspace* workspace, const satori_pair_options* options) noexcept {
    const c_api::GivenPairOptions given(options);
    if (c_api::any_null(workspace, first) || !c_api::complete(nearest.data, nearest.count) || !given.complete())
        return SATORI_INVALID_ARGUMENT;
    return c_api::with_sets(*first, second, [&](const auto& sets) {
        return satori::find_nearest(sets, max_distance, {c_api::cpp(nearest.data), nearest.count}, workspace->object,
                                    given.filtered(sets));
    });
}

}  // namespace

satori_status satori_distances(const satori_box_batch* first, const satori_box_batch* second,
                               const satori_box_pair* pairs, satori_pair_distance* distances, size_t count,
                               satori_workspace* workspace, const satori_pair_options* options) noexcept {
    return ::distances(first, second, {pairs, count}, distances, workspace, options);
}

satori_status satori_rect_distances(const satori_rect_batch* first, const satori_rect_batch* second,
                                    const satori_box_pair* pairs, satori_rect_distance* distances, size_t count,
                                    satori_workspace* workspace, const satori_pair_options* options) noexcept {
    return ::distances(first, second, {pairs, count}, distances, workspace, options);
}

satori_status satori_distance(const satori_oriented_box* a, const satori_oriented_box* b,
                              satori_pair_distance* distance) noexcept {
    return ::distance(a, b, distance);
}

satori_status satori_distance_rects(const satori_oriented_rect* a, const satori_oriented_rect* b,
                                    satori_rect_distance* distance) noexcept {
    return ::distance(a, b, distance);
}

satori_status satori_find_near_pairs(const satori_box_batch* first, const satori_box_batch* second, float max_distance,
                                     satori_workspace* workspace, satori_pair_result* result,
                                     const satori_pair_options* options) noexcept {
    return find_near(first, second, max_distance, workspace, result, options);
}

satori_status satori_find_near_rect_pairs(const satori_rect_batch* first, const satori_rect_batch* second,
                                          float max_distance, satori_workspace* workspace, satori_pair_result* result,
                                          const satori_pair_options* options) noexcept {
    return find_near(first, second, max_distance, workspace, result, options);
}

satori_status satori_find_nearest(const satori_box_batch* first, const satori_box_batch* second, float max_distance,
                                  satori_nearest_box* nearest, size_t count, satori_workspace* workspace,
                                  const satori_pair_options* options) noexcept {
    return ::find_nearest(first, second, max_distance, {nearest, count}, workspace, options);
}

satori_status satori_find_nearest_rects(const satori_rect_batch* first, const satori_rect_batch* second,
                                        float max_distance, satori_nearest_box* nearest, size_t count,
                                        satori_workspace* workspace, const satori_pair_options* options) noexcept {
    return ::find_nearest(first, second, max_distance, {nearest, count}, workspace, options);
}
