#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "base/set_size.hpp"
#include "c_api/execution.hpp"
#include "c_api/handle.hpp"

// The calls about pairs, each written once for boxes, rectangles and AABBs. `second` is null for one set.

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

/// Calls call(sets) with the C++ sets of one or two C sets, and returns its status as C. `first` is not null.
template <class Set, class Call>
satori_status with_sets(const Set& first, const Set* second, Call&& call) noexcept {
    // Views are values in C++: the copies live as long as the call.
    const auto& one = set_of(first);
    if (second == nullptr) return to_c(call(SetsOf(one)));
    const auto& two = set_of(*second);
    return to_c(call(SetsOf(one, two)));
}

/// Sets the filters of C++ options: C gives a pointer, C++ wants one item per box of the sets.
template <class Options, class Set>
void set_filters(Options& options, const SetsOf<Set>& sets, const satori_set_filters& first,
                 const satori_set_filters& second) noexcept {
    const auto items = [](const auto* data, std::size_t count) { return std::span(data, data != nullptr ? count : 0); };
    const std::size_t first_count = base::size_of(sets.first());
    const std::size_t second_count = sets.second() != nullptr ? base::size_of(*sets.second()) : 0;
    options.filters = {items(cpp(first.filters), first_count), items(cpp(second.filters), second_count)};
    options.motions = {items(cpp_motions(first.motions), first_count),
                       items(cpp_motions(second.motions), second_count)};
}

/// Options of C as options of C++. A null pointer gives the defaults.
class GivenPairOptions {
public:
    explicit GivenPairOptions(const satori_pair_options* options) noexcept
        : given_(options != nullptr ? *options : satori_pair_options{}), execution_(given_.execution) {}

    bool complete() const noexcept { return c_api::complete(given_.buffer.data, given_.buffer.capacity); }
    operator PairOptions() const noexcept {
        return {static_cast<Boundary>(given_.boundary), execution_, to_cpp(given_.buffer), given_.invalid_pair, {}, {}};
    }
    /// Returns the options of a call that finds pairs.
    template <class Set>
    PairOptions filtered(const SetsOf<Set>& sets) const noexcept {
        PairOptions options = *this;
        set_filters(options, sets, given_.first_filters, given_.second_filters);
        return options;
    }

private:
    satori_pair_options given_;
    GivenExecution execution_;
};

/// satori_collide_options and satori_rect_collide_options as options of C++. `pair_count` is the number of cached axes,
/// if there are any.
template <class COptions>
class GivenCollideOptions {
    using Options =
        std::conditional_t<std::is_same_v<COptions, satori_collide_options>, CollideOptions, RectCollideOptions>;

public:
    explicit GivenCollideOptions(const COptions* options, std::size_t pair_count = 0) noexcept
        : given_(options != nullptr ? *options : COptions{}), execution_(given_.execution), pair_count_(pair_count) {}

    bool complete() const noexcept { return c_api::complete(given_.buffer.data, given_.buffer.capacity); }
    operator Options() const noexcept {
        return {given(given_.contacts),
                execution_,
                to_cpp(given_.buffer),
                given_.last != nullptr ? &given_.last->object : nullptr,
                {given_.cached_axes, given_.cached_axes != nullptr ? pair_count_ : 0},
                given_.invalid_pair,
                {},
                {}};
    }
    /// Returns the options of collide().
    template <class Set>
    Options filtered(const SetsOf<Set>& sets) const noexcept {
        Options options = *this;
        set_filters(options, sets, given_.first_filters, given_.second_filters);
        return options;
    }

private:
    COptions given_;
    GivenExecution execution_;
    std::size_t pair_count_;
};

/// Calls call(sets, found) and writes what it finds to `result`, which is empty on errors. `complete`: no array of the
/// other arguments is missing.
template <class Found, class Set, class Result, class Call>
satori_status find(const Set* first, const Set* second, const satori_workspace* workspace, Result* result,
                   bool complete, Call&& call) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    if (any_null(workspace, first) || !complete) return SATORI_INVALID_ARGUMENT;
    Found found;
    const satori_status status = with_sets(*first, second, [&](const auto& sets) { return call(sets, found); });
    write(found, *result);
    return status;
}

template <class Set>
satori_status find_pairs(const Set* first, const Set* second, satori_workspace* workspace, satori_pair_result* result,
                         const satori_pair_options* options) noexcept {
    const GivenPairOptions given(options);
    const auto call = [&](const auto& sets, PairResult& found) {
        return satori::find_pairs(sets, workspace->object, found, given.filtered(sets));
    };
    return find<PairResult>(first, second, workspace, result, given.complete(), call);
}

template <class Set>
satori_status find_overlaps(const Set* first, const Set* second, satori_workspace* workspace,
                            satori_pair_result* result, const satori_pair_options* options) noexcept {
    const GivenPairOptions given(options);
    const auto call = [&](const auto& sets, PairResult& found) {
        return satori::find_overlaps(sets, workspace->object, found, given.filtered(sets));
    };
    return find<PairResult>(first, second, workspace, result, given.complete(), call);
}

template <class Found, class Set, class Result, class Options>
satori_status collide(const Set* first, const Set* second, satori_workspace* workspace, Result* result,
                      const Options* options) noexcept {
    const GivenCollideOptions given(options);
    const auto call = [&](const auto& sets, Found& found) {
        return satori::collide(sets, workspace->object, found, given.filtered(sets));
    };
    return find<Found>(first, second, workspace, result, given.complete(), call);
}

/// Pairs in the memory of the caller, in C.
struct PairsOfC {
    const satori_box_pair* pairs;
    std::size_t count;

    bool complete() const noexcept { return c_api::complete(pairs, count); }
    operator std::span<const BoxPair>() const noexcept { return {cpp(pairs), count}; }
};

template <class Found, class Set, class Result, class Options>
satori_status collide_pairs(const Set* first, const Set* second, const PairsOfC& pairs, satori_workspace* workspace,
                            Result* result, const Options* options) noexcept {
    const GivenCollideOptions given(options);
    const auto call = [&](const auto& sets, Found& found) {
        return satori::collide_pairs(sets, pairs, workspace->object, found, given);
    };
    return find<Found>(first, second, workspace, result, given.complete() && pairs.complete(), call);
}

template <class Bounds, class Set>
satori_status compute_aabbs(const Set* boxes, Bounds* bounds, std::size_t count,
                            const satori_execution* execution) noexcept {
    if (boxes == nullptr || !complete(bounds, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(satori::compute_aabbs(boxes->object, {cpp(bounds), count}, GivenExecution(execution)));
}

template <class Set>
satori_status test_pairs(const Set* first, const Set* second, const PairsOfC& pairs, std::uint8_t* overlaps,
                         satori_workspace* workspace, const satori_pair_options* options) noexcept {
    if (any_null(workspace, first) || !pairs.complete() || !complete(overlaps, pairs.count))
        return SATORI_INVALID_ARGUMENT;
    const GivenPairOptions given(options);
    return with_sets(*first, second, [&](const auto& sets) {
        return satori::test_pairs(sets, pairs, {overlaps, pairs.count}, workspace->object, given);
    });
}

template <class Box>
satori_status overlaps(const Box* a, const Box* b, std::uint8_t* overlap, satori_boundary boundary) noexcept {
    if (any_null(a, b, overlap)) return SATORI_INVALID_ARGUMENT;
    bool answer = false;
    const Status status = satori::overlaps(to_cpp(*a), to_cpp(*b), answer, static_cast<Boundary>(boundary));
    if (status == Status::ok) *overlap = answer ? 1 : 0;
    return to_c(status);
}

template <class Set, class Axis, class Options>
satori_status separating_axes(const Set* first, const Set* second, const PairsOfC& pairs, Axis* axes,
                              satori_workspace* workspace, const Options* options) noexcept {
    if (any_null(workspace, first) || !pairs.complete() || !complete(axes, pairs.count)) return SATORI_INVALID_ARGUMENT;
    const GivenCollideOptions given(options, pairs.count);
    return with_sets(*first, second, [&](const auto& sets) {
        return satori::separating_axes(sets, pairs, {cpp(axes), pairs.count}, workspace->object, given);
    });
}

template <class Set, class List, class Manifold, class Options>
satori_status build_manifolds(const Set* first, const Set* second, const List* list, Manifold* manifolds,
                              satori_workspace* workspace, const Options* options) noexcept {
    if (any_null(workspace, first, list)) return SATORI_INVALID_ARGUMENT;
    const PairsOfC pairs{list->pairs, list->count};
    if (!pairs.complete() || !complete(list->axes, pairs.count) || !complete(manifolds, pairs.count))
        return SATORI_INVALID_ARGUMENT;
    const GivenCollideOptions given(options);
    return with_sets(*first, second, [&](const auto& sets) {
        return satori::build_manifolds(sets, {pairs, {cpp(list->axes), pairs.count}}, {cpp(manifolds), pairs.count},
                                       workspace->object, given);
    });
}

template <class Manifold>
satori_status remember(satori_contact_cache* cache, const Manifold* manifolds, std::size_t count) noexcept {
    if (cache == nullptr || !complete(manifolds, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(cache->object.remember(std::span(cpp(manifolds), count)));
}

/// Manifolds in the memory of the caller, in C.
template <class Manifold>
struct ManifoldsOfC {
    const Manifold* manifolds;
    std::size_t count;
};

template <class Set, class Manifold>
satori_status match_points(const satori_contact_cache* last, const Set* first, const Set* second,
                           const ManifoldsOfC<Manifold>& now, std::uint32_t* matches,
                           const satori_match_options* options) noexcept {
    if (any_null(last, first) || !complete(now.manifolds, now.count) || !complete(matches, now.count))
        return SATORI_INVALID_ARGUMENT;
    constexpr std::size_t kPoints = std::extent_v<decltype(Manifold::points)>;
    const GivenExecution execution(options != nullptr ? options->execution : nullptr);
    const float max_distance = options != nullptr ? options->max_distance : kMatchDistance;
    return with_sets(*first, second, [&](const auto& sets) {
        return satori::match_points(last->object, sets, std::span(cpp(now.manifolds), now.count),
                                    {matches, kPoints * now.count}, {max_distance, execution});
    });
}

}  // namespace satori::v0::c_api
