#include "pairs.hpp"

#include <string>
#include <type_traits>

#include <satori/distances.hpp>

#include "arrays.hpp"
#include "bounds.hpp"
#include "docs/pairs.hpp"
#include "execution.hpp"
#include "filters.hpp"
#include "find_in.hpp"
#include "limits.hpp"
#include "sets.hpp"
#include "types.hpp"

namespace satori::python {

namespace {

constexpr auto kFindPairs = [](const auto& sets, Workspace& workspace, PairResult& result, const PairOptions& options) {
    return find_pairs(sets, workspace, result, options);
};
constexpr auto kFindOverlaps = [](const auto& sets, Workspace& workspace, PairResult& result,
                                  const PairOptions& options) {
    return find_overlaps(sets, workspace, result, options);
};

template <class View>
py::array find_among_bounds(const Bounds& a, const Bounds* b, const FindArguments& arguments) {
    using Sets = SetsOf<View>;
    const Sets sets = b != nullptr ? Sets(a.view<View>(), b->view<View>()) : Sets(a.view<View>());
    return find_in("find_pairs", sets, arguments, kFindPairs);
}

py::array find_among_bounds(const py::object& first, const py::object& second, const FindArguments& arguments) {
    const Bounds a("a", first);
    std::optional<Bounds> b;
    if (!second.is_none()) b.emplace("b", second);
    if (b && b->dimensions != a.dimensions) throw py::value_error("b: bounds of other dimensions than those of a");
    return a.dimensions == 3 ? find_among_bounds<AabbView>(a, b ? &*b : nullptr, arguments)
                             : find_among_bounds<Aabb2View>(a, b ? &*b : nullptr, arguments);
}

using Any = const py::object&;

py::array overlaps(Any a, Any b, Any boundary, Any filters, Any motions, Any sort, Any isa, Any threads, Any max_pairs,
                   Any out) {
    const FindArguments arguments{
        filters, motions, flag("sort", sort), Calling(isa, threads, max_pairs), out, boundary_of(boundary)};
    return with_sets(a, b, [&](const auto& sets) { return find_in("find_overlaps", sets, arguments, kFindOverlaps); });
}

py::array candidates(Any a, Any b, Any filters, Any motions, Any sort, Any isa, Any threads, Any max_pairs, Any out) {
    const FindArguments arguments{filters, motions, flag("sort", sort), Calling(isa, threads, max_pairs), out};
    if (!py::isinstance<Boxes>(a) && !py::isinstance<Rects>(a)) return find_among_bounds(a, b, arguments);
    return with_sets(a, b, [&](const auto& sets) { return find_in("find_pairs", sets, arguments, kFindPairs); });
}

py::array near(Any a, Any b, Any max_distance, Any filters, Any motions, Any sort, Any isa, Any threads, Any max_pairs,
               Any out) {
    const FindArguments arguments{filters, motions, flag("sort", sort), Calling(isa, threads, max_pairs), out};
    const float most = near_limit("max_distance", max_distance);
    return with_sets(a, b, [&](const auto& sets) {
        return find_in("find_near_pairs", sets, arguments,
                       [&](const auto& both, Workspace& workspace, PairResult& result, const PairOptions& options) {
                           return find_near_pairs(both, most, workspace, result, options);
                       });
    });
}

py::array nearest(Any a, Any b, Any max_distance, Any filters, Any motions, Any isa, Any threads, Any max_pairs,
                  Any out) {
    const Calling calling(isa, threads, max_pairs);
    const float most = near_limit("max_distance", max_distance);
    return with_sets(a, b, [&](const auto& sets) {
        const FilterArguments given(filters, motions, sizes_of(sets));
        const PairOptions options{
            .execution = calling.execution(), .filters = given.filters(), .motions = given.motions()};
        return answer_each<NearestBox>(
            sets.first().size(), {nearest_type(), {}, "satori.NEAREST"}, out,
            [&](std::span<NearestBox> answers, Workspace& workspace) {
                return find_nearest(sets, most, answers, workspace, options);
            },
            [](Status status) { expect(status, "find_nearest"); });
    });
}

py::array test(Any a, Any listed, Any b, Any boundary, Any isa, Any threads, Any out) {
    const Pairs pairs(listed);
    const Calling calling(isa, threads);
    PairOptions options{.boundary = boundary_of(boundary), .execution = calling.execution()};
    return with_sets(a, b, [&](const auto& sets) {
        return answer_pairs<std::uint8_t>(
            "test_pairs", pairs, {py::dtype::of<bool>(), {}, "bool of shape (n,)"}, out,
            [&](std::span<std::uint8_t> answers, Workspace& workspace, std::uint64_t* invalid) {
                options.invalid_pair = invalid;
                return test_pairs(sets, pairs.pairs(), answers, workspace, options);
            });
    });
}

template <class Sets>
Items distance_items() {
    if constexpr (std::is_same_v<Sets, BoxSets>)
        return {distance_type(), {}, "satori.DISTANCE"};
    else
        return {rect_distance_type(), {}, "satori.RECT_DISTANCE"};
}

py::array all_distances(Any a, Any listed, Any b, Any isa, Any threads, Any out) {
    const Pairs pairs(listed);
    const Calling calling(isa, threads);
    PairOptions options{.execution = calling.execution()};
    return with_sets(a, b, [&]<class Sets>(const Sets& sets) {
        using Distance = std::conditional_t<std::is_same_v<Sets, BoxSets>, PairDistance, RectDistance>;
        return answer_pairs<Distance>("distances", pairs, distance_items<Sets>(), out,
                                      [&](std::span<Distance> answers, Workspace& workspace, std::uint64_t* invalid) {
                                          options.invalid_pair = invalid;
                                          return distances(sets, pairs.pairs(), answers, workspace, options);
                                      });
    });
}

}  // namespace

Pairs::Pairs(const py::object& object) {
    static_assert(sizeof(BoxPair) == 2 * sizeof(std::uint32_t));
    const py::array given = as_indices("pairs", object);
    expect_shape("pairs", given, columns(2));
    array_ = contiguous(given, alignof(BoxPair));
    pairs_ = {static_cast<const BoxPair*>(array_.data()), static_cast<std::size_t>(array_.shape(0))};
}

void throw_invalid_pair(std::uint64_t index) {
    throw py::index_error("pairs[" + std::to_string(index) + "]: it names a box that is not there, or one box twice");
}

void add_pairs(py::module_& module) {
    const py::object none = py::none();
    module.def("find_overlaps", &overlaps, docs::find_overlaps, py::arg("a"), py::arg("b") = none, py::kw_only(),
               py::arg("boundary") = "closed", py::arg("filters") = none, py::arg("motions") = none,
               py::arg("sort") = true, py::arg("isa") = none, py::arg("threads") = none, py::arg("max_pairs") = 0,
               py::arg("out") = none);
    module.def("find_pairs", &candidates, docs::find_pairs, py::arg("a"), py::arg("b") = none, py::kw_only(),
               py::arg("filters") = none, py::arg("motions") = none, py::arg("sort") = true, py::arg("isa") = none,
               py::arg("threads") = none, py::arg("max_pairs") = 0, py::arg("out") = none);
    module.def("find_near_pairs", &near, docs::find_near_pairs, py::arg("a"), py::arg("b") = none, py::kw_only(),
               py::arg("max_distance"), py::arg("filters") = none, py::arg("motions") = none, py::arg("sort") = true,
               py::arg("isa") = none, py::arg("threads") = none, py::arg("max_pairs") = 0, py::arg("out") = none);
    module.attr("NEAREST") = nearest_type();
    module.attr("NO_BOX") = kNoBox;
    module.def("find_nearest", &nearest, docs::find_nearest, py::arg("a"), py::arg("b") = none, py::kw_only(),
               py::arg("max_distance"), py::arg("filters") = none, py::arg("motions") = none, py::arg("isa") = none,
               py::arg("threads") = none, py::arg("max_pairs") = 0, py::arg("out") = none);
    module.attr("DISTANCE") = distance_type();
    module.attr("RECT_DISTANCE") = rect_distance_type();
    module.def("distances", &all_distances, docs::distances, py::arg("a"), py::arg("pairs"), py::arg("b") = none,
               py::kw_only(), py::arg("isa") = none, py::arg("threads") = none, py::arg("out") = none);
    module.def("test_pairs", &test, docs::test_pairs, py::arg("a"), py::arg("pairs"), py::arg("b") = none,
               py::kw_only(), py::arg("boundary") = "closed", py::arg("isa") = none, py::arg("threads") = none,
               py::arg("out") = none);
}

}  // namespace satori::python
