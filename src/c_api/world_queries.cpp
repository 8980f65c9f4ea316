#include <satori/c/world_queries.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "c_api/execution.hpp"
#include "c_api/handle.hpp"
#include "c_api/world_handle.hpp"

using namespace satori;
using namespace satori::c_api;

namespace {

/// satori_query_options as QueryOptions, for one call with `count` queries. A null pointer gives the defaults.
class GivenOptions {
public:
    GivenOptions(const satori_query_options* options, std::size_t count) noexcept
        : given_(options != nullptr ? *options : satori_query_options{}), execution_(given_.execution), count_(count) {}

    // In C++ flags are of type bool, which must not hold other values.
    bool legal() const noexcept {
        const auto legal = [](const satori_query_filter& filter) { return filter.sensors <= 1; };
        return given_.prepared <= 1 && (filter() == nullptr || legal(*filter())) &&
               std::ranges::all_of(filters(), legal);
    }
    operator QueryOptions() const noexcept {
        return {.filter = given(filter()),
                .execution = execution_,
                .invalid_index = given_.invalid_index,
                .filters = {cpp(filters().data()), filters().size()},
                .predicate = given_.predicate != nullptr ? ask : nullptr,
                .predicate_user = const_cast<GivenOptions*>(this)};
    }
    std::uint64_t* invalid_index() const noexcept { return given_.invalid_index; }

    /// Calls ask(world, options) with a world that is const when the call must not change it.
    template <class Ask>
    satori_status answer(Ask ask, satori_world& world) const noexcept {
        const QueryOptions options = *this;
        return to_c(given_.prepared != 0 ? ask(std::as_const(world.object), options) : ask(world.object, options));
    }
    /// Calls ask(world, workspace, options), or ask(world, options) when no workspace was given.
    template <class Ask>
    satori_status answer_in_workspace(Ask ask, satori_world& world) const noexcept {
        const QueryOptions options = *this;
        if (given_.workspace == nullptr)
            return to_c(given_.prepared != 0 ? Status::invalid_argument : ask(world.object, options));
        Workspace& workspace = given_.workspace->object;
        Status status = ask(std::as_const(world.object), workspace, options);
        if (status == Status::not_prepared && given_.prepared == 0) {
            status = prepare_queries(world.object, execution_);
            if (status == Status::ok) status = ask(std::as_const(world.object), workspace, options);
        }
        return to_c(status);
    }

private:
    /// The filter of all queries, unless each has its own.
    const satori_query_filter* filter() const noexcept { return filters().empty() ? given_.filter : nullptr; }
    std::span<const satori_query_filter> filters() const noexcept {
        return {given_.filters, given_.filters != nullptr ? count_ : 0};
    }
    static bool ask(std::size_t query, BoxId box, void* user) noexcept {
        const satori_query_options& given = static_cast<const GivenOptions*>(user)->given_;
        return given.predicate(query, to_c<satori_box_id>(box), given.predicate_user) != 0;
    }

    satori_query_options given_;
    GivenExecution execution_;
    std::size_t count_;
};

/// Calls ask(world, queries, answers, options), which writes an answer for each query.
template <class Ask, class Query, class Answer>
satori_status answer(Ask ask, satori_world* world, std::span<const Query> queries, Answer* answers,
                     const satori_query_options* options) noexcept {
    const GivenOptions given(options, queries.size());
    if (world == nullptr || !complete(queries.data(), queries.size()) || !complete(answers, queries.size()) ||
        !given.legal())
        return SATORI_INVALID_ARGUMENT;
    const std::span asked(cpp(queries.data()), queries.size());
    const std::span room(answers, queries.size());
    return given.answer([&](auto& of, const QueryOptions& how) { return ask(of, asked, room, how); }, *world);
}

/// Calls all_hits() for rays or casts.
template <class Query>
satori_status find_all_hits(satori_world* world, std::span<const Query> queries, satori_world_hits* result,
                            const satori_query_options* options) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    const GivenOptions given(options, queries.size());
    if (world == nullptr || !complete(queries.data(), queries.size()) || !given.legal()) return SATORI_INVALID_ARGUMENT;
    WorldHits found;
    const std::span asked(cpp(queries.data()), queries.size());
    const auto ask = [&](auto& of, auto&... how) { return all_hits(of, asked, found, how...); };
    const satori_status status = given.answer_in_workspace(ask, *world);
    const auto& [hits, begin] = found;  // all members: see write() in world_handle.hpp
    *result = {as_c<satori_world_hit>(pointer(hits)), pointer(begin), hits.size()};
    return status;
}

/// Calls ask(world, shapes, ...), which writes to `found`.
template <class Found, class Result, class Ask>
satori_status answer_shapes(satori_world* world, std::span<const satori_world_shape> shapes, const Found& found,
                            Result* result, const satori_query_options* options, Ask&& ask) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    const GivenOptions given(options, shapes.size());
    if (world == nullptr || !complete(shapes.data(), shapes.size()) || !given.legal()) return SATORI_INVALID_ARGUMENT;
    for (size_t i = 0; i < shapes.size(); ++i) {
        // A ShapeRef must have a shape, and a kind that exists.
        if (shapes[i].shape.shape != nullptr && shapes[i].shape.kind <= SATORI_SHAPE_BOX) continue;
        if (given.invalid_index() != nullptr) *given.invalid_index() = i;
        return SATORI_INVALID_ARGUMENT;
    }
    const std::span asked(cpp(shapes.data()), shapes.size());
    const satori_status status =
        given.answer_in_workspace([&](auto& of, auto&... how) { return ask(of, asked, how...); }, *world);
    const auto& [boxes, begin] = found;  // all members: see write() in world_handle.hpp
    using Row = std::remove_cvref_t<decltype(*result->boxes)>;
    *result = {as_c<Row>(pointer(boxes)), pointer(begin), boxes.size()};
    return status;
}

// The C++ functions are overloaded, so that a name does not tell which is meant.
constexpr auto kClosestHits = [](auto&... given) { return closest_hits(given...); };
constexpr auto kAnyHits = [](auto&... given) { return any_hits(given...); };
constexpr auto kCastBoxes = [](auto&... given) { return cast_boxes(given...); };
constexpr auto kFirstImpacts = [](auto&... given) { return first_impacts(given...); };
constexpr auto kDistances = [](auto& world, auto pairs, auto found, const QueryOptions& options) {
    return satori::distances(world, pairs, found, options);
};
constexpr auto kClosestBoxes = [](auto&... given) { return closest_boxes(given...); };

}  // namespace

satori_status satori_world_prepare_queries(satori_world* world, const satori_execution* execution) noexcept {
    if (world == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(prepare_queries(world->object, GivenExecution(execution)));
}

satori_query_filter satori_query_filter_default(void) noexcept {
    return to_c<satori_query_filter>({});
}

satori_status satori_world_closest_hits(satori_world* world, const satori_world_ray* rays, satori_world_hit* hits,
                                        size_t count, const satori_query_options* options) noexcept {
    return answer(kClosestHits, world, std::span(rays, count), cpp(hits), options);
}

satori_status satori_world_any_hits(satori_world* world, const satori_world_ray* rays, uint8_t* blocked, size_t count,
                                    const satori_query_options* options) noexcept {
    return answer(kAnyHits, world, std::span(rays, count), blocked, options);
}

satori_status satori_world_all_hits(satori_world* world, const satori_world_ray* rays, size_t count,
                                    satori_world_hits* result, const satori_query_options* options) noexcept {
    return find_all_hits(world, std::span(rays, count), result, options);
}

satori_status satori_world_all_cast_hits(satori_world* world, const satori_world_box_cast* casts, size_t count,
                                         satori_world_hits* result, const satori_query_options* options) noexcept {
    return find_all_hits(world, std::span(casts, count), result, options);
}

satori_status satori_world_cast_boxes(satori_world* world, const satori_world_box_cast* casts, satori_world_hit* hits,
                                      size_t count, const satori_query_options* options) noexcept {
    return answer(kCastBoxes, world, std::span(casts, count), cpp(hits), options);
}

satori_status satori_world_first_impacts(satori_world* world, const satori_world_moving_box* boxes,
                                         satori_world_box_impact* impacts, size_t count,
                                         const satori_query_options* options) noexcept {
    return answer(kFirstImpacts, world, std::span(boxes, count), cpp(impacts), options);
}

satori_status satori_world_find_boxes(satori_world* world, const satori_world_shape* shapes, size_t count,
                                      satori_world_boxes* result, const satori_query_options* options) noexcept {
    WorldBoxes found;
    return answer_shapes(world, {shapes, count}, found, result, options,
                         [&](auto& of, auto asked, auto&... how) { return find_boxes(of, asked, found, how...); });
}

satori_status satori_world_classify_boxes(satori_world* world, const satori_world_shape* shapes, size_t count,
                                          satori_world_containments* result,
                                          const satori_query_options* options) noexcept {
    WorldContainments found;
    return answer_shapes(world, {shapes, count}, found, result, options,
                         [&](auto& of, auto asked, auto&... how) { return classify_boxes(of, asked, found, how...); });
}

satori_status satori_world_closest_boxes(satori_world* world, const satori_world_point* points,
                                         satori_world_closest* closest, size_t count,
                                         const satori_query_options* options) noexcept {
    return answer(kClosestBoxes, world, std::span(points, count), cpp(closest), options);
}

satori_status satori_world_distances(satori_world* world, const satori_world_pair* pairs,
                                     satori_pair_distance* distances, size_t count,
                                     const satori_query_options* options) noexcept {
    return answer(kDistances, world, std::span(pairs, count), cpp(distances), options);
}

satori_status satori_world_find_near_pairs(satori_world* world, float max_distance, satori_world_pairs* result,
                                           const satori_query_options* options) noexcept {
    if (result == nullptr) return SATORI_INVALID_ARGUMENT;
    *result = {};
    const GivenOptions given(options, 1);
    if (world == nullptr || !given.legal()) return SATORI_INVALID_ARGUMENT;
    WorldPairs found;
    const auto ask = [&](auto& of, auto&... how) { return find_near_pairs(of, max_distance, found, how...); };
    const satori_status status = given.answer_in_workspace(ask, *world);
    const auto& [pairs] = found;  // all members: see write() in world_handle.hpp
    *result = {as_c<satori_world_pair>(pointer(pairs)), pairs.size()};
    return status;
}
