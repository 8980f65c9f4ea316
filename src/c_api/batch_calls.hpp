#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "c_api/execution.hpp"
#include "c_api/handle.hpp"

// The calls about pairs, each written once for boxes, rectangles and AABBs, for one set and for two. `sets` are one or
// two sets.

namespace satori::v0::c_api {

inline const BoxBatch& set_of(const satori_box_batch& batch) noexcept {
    return batch.object;
}
inline const RectBatch& set_of(const satori_rect_batch& batch) noexcept {
    return batch.object;
}
inline AabbView set_of(const satori_aabb_view& view) noexcept {
    return to_cpp(view);
}
inline Aabb2View set_of(const satori_aabb2_view& view) noexcept {
    return to_cpp(view);
}

// All members are named. So a new member in C++ does not compile; a new member in C gives a warning.
inline void write(const PairResult& found, satori_pair_result& result) noexcept {
    const auto& [pairs, pair_count, candidate_count, invalid_index, invalid_set, thread_count, isa, times] = found;
    result = {as_c<satori_box_pair>(pointer(pairs)),
              pair_count,
              candidate_count,
              invalid_index,
              invalid_set,
              thread_count,
              to_c(isa),
              to_c<satori_stage_times>(times)};
}
template <class Found, class Result>
void write(const Found& found, Result& result) noexcept {
    using Manifold = std::remove_pointer_t<decltype(result.manifolds)>;
    const auto& [manifolds, manifold_count, point_count, candidate_count, thread_count, isa, times] = found;
    result = {as_c<Manifold>(pointer(manifolds)), manifold_count, point_count, candidate_count, thread_count, to_c(isa),
              to_c<satori_stage_times>(times)};
}

/// Calls call(found, on, into, sets...) with the arguments converted from C to C++. Writes what it finds to `result`.
template <class Found, class Result, class Buffer, class Call, class... Set>
satori_status find(const satori_workspace* workspace, Result* result, const satori_execution* execution,
                   const Buffer* buffer, Call&& call, const Set*... sets) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    const auto into = given(buffer);
    if (any_null(workspace, sets...) || !complete(into.data, into.capacity)) return SATORI_INVALID_ARGUMENT;
    Found found;
    const Status status = call(found, GivenExecution(execution), into, set_of(*sets)...);
    write(found, *result);
    return to_c(status);
}

template <class... Set>
satori_status find_pairs(satori_workspace* workspace, satori_pair_result* result, const satori_execution* execution,
                         const satori_pair_buffer* buffer, const Set*... sets) noexcept {
    const auto call = [&](PairResult& found, const Execution& on, PairBuffer into, const auto&... boxes) {
        return satori::find_pairs(boxes..., workspace->object, found, on, into);
    };
    return find<PairResult>(workspace, result, execution, buffer, call, sets...);
}

template <class... Set>
satori_status find_overlaps(satori_workspace* workspace, satori_pair_result* result,
                            const satori_collide_options* options, const satori_execution* execution,
                            const satori_pair_buffer* buffer, const Set*... sets) noexcept {
    const auto call = [&](PairResult& found, const Execution& on, PairBuffer into, const auto&... boxes) {
        return satori::find_overlaps(boxes..., workspace->object, found, given(options), on, into);
    };
    return find<PairResult>(workspace, result, execution, buffer, call, sets...);
}

template <class Found, class Result, class Buffer, class... Set>
satori_status collide(satori_workspace* workspace, Result* result, const satori_collide_options* options,
                      const satori_execution* execution, const Buffer* buffer, const satori_contact_cache* last,
                      const Set*... sets) noexcept {
    const auto call = [&](Found& found, const Execution& on, auto into, const auto&... boxes) {
        return satori::collide(boxes..., workspace->object, found, given(options), on, into,
                               last != nullptr ? &last->object : nullptr);
    };
    return find<Found>(workspace, result, execution, buffer, call, sets...);
}

template <class Bounds, class Set>
satori_status compute_aabbs(const Set* boxes, Bounds* bounds, std::size_t count,
                            const satori_execution* execution) noexcept {
    if (boxes == nullptr || !complete(bounds, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(satori::compute_aabbs(boxes->object, {cpp(bounds), count}, GivenExecution(execution)));
}

template <class... Set>
satori_status test_pairs(const satori_box_pair* pairs, std::uint8_t* overlaps, std::size_t count,
                         satori_workspace* workspace, const satori_collide_options* options,
                         const satori_execution* execution, std::uint64_t* invalid_pair, const Set*... sets) noexcept {
    if (any_null(workspace, sets...) || !complete(pairs, count) || !complete(overlaps, count))
        return SATORI_INVALID_ARGUMENT;
    return to_c(satori::test_pairs(set_of(*sets)..., {cpp(pairs), count}, {overlaps, count}, workspace->object,
                                   given(options), GivenExecution(execution), invalid_pair));
}

template <class Box>
satori_status overlaps(const Box* a, const Box* b, std::uint8_t* overlap,
                       const satori_collide_options* options) noexcept {
    if (any_null(a, b, overlap)) return SATORI_INVALID_ARGUMENT;
    bool answer = false;
    const Status status = satori::overlaps(to_cpp(*a), to_cpp(*b), answer, given(options));
    if (status == Status::ok) *overlap = answer ? 1 : 0;
    return to_c(status);
}

template <class Axis, class... Set>
satori_status separating_axes(const satori_box_pair* pairs, Axis* axes, std::size_t count, satori_workspace* workspace,
                              const satori_collide_options* options, const satori_execution* execution,
                              const std::uint8_t* cached_axes, std::uint64_t* invalid_pair,
                              const Set*... sets) noexcept {
    if (any_null(workspace, sets...) || !complete(pairs, count) || !complete(axes, count))
        return SATORI_INVALID_ARGUMENT;
    const std::span<const std::uint8_t> cached(cached_axes, cached_axes != nullptr ? count : 0);
    return to_c(satori::separating_axes(set_of(*sets)..., {cpp(pairs), count}, {cpp(axes), count}, workspace->object,
                                        given(options), GivenExecution(execution), cached, invalid_pair));
}

template <class Axis, class Manifold, class... Set>
satori_status build_manifolds(const satori_box_pair* pairs, const Axis* axes, Manifold* manifolds, std::size_t count,
                              satori_workspace* workspace, const satori_collide_options* options,
                              const satori_execution* execution, std::uint64_t* invalid_pair,
                              const Set*... sets) noexcept {
    if (any_null(workspace, sets...) || !complete(pairs, count) || !complete(axes, count) ||
        !complete(manifolds, count))
        return SATORI_INVALID_ARGUMENT;
    return to_c(satori::build_manifolds(set_of(*sets)..., {cpp(pairs), count}, {cpp(axes), count},
                                        {cpp(manifolds), count}, workspace->object, given(options),
                                        GivenExecution(execution), invalid_pair));
}

template <class Manifold>
satori_status remember(satori_contact_cache* cache, const Manifold* manifolds, std::size_t count) noexcept {
    if (cache == nullptr || !complete(manifolds, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(cache->object.remember(std::span(cpp(manifolds), count)));
}

template <class Manifold, class... Set>
satori_status match_points(const satori_contact_cache* last, const Manifold* manifolds, std::size_t count,
                           std::uint32_t* matches, const satori_match_options* options,
                           const satori_execution* execution, const Set*... sets) noexcept {
    if (any_null(last, sets...) || !complete(manifolds, count) || !complete(matches, count))
        return SATORI_INVALID_ARGUMENT;
    constexpr std::size_t kPoints = std::extent_v<decltype(Manifold::points)>;
    return to_c(satori::match_points(last->object, set_of(*sets)..., std::span(cpp(manifolds), count),
                                     {matches, kPoints * count}, given(options), GivenExecution(execution)));
}

}  // namespace satori::v0::c_api
