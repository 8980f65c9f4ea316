#include "impacts.hpp"

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include <satori/impacts.hpp>

#include "docs/impacts.hpp"
#include "find_in.hpp"
#include "limits.hpp"
#include "pairs.hpp"
#include "rows.hpp"
#include "sets.hpp"
#include "types.hpp"

namespace satori::python {

namespace {

using Any = const py::object&;

/// An argument of one of the sets. `name`: for messages.
struct SetArgument {
    std::string name;
    py::object object;
};

/// Returns the arguments of both sets. With one set, `object` is that of the first set; with two, None or a tuple.
std::pair<SetArgument, SetArgument> of_sets(const std::string& name, Any object, const SetSizes& sizes) {
    if (!sizes.has_second || object.is_none()) return {{name, object}, {name, py::none()}};
    if (!PyTuple_Check(object.ptr()) || py::len(object) != 2)
        throw py::type_error(name + ": with two sets this is a tuple of two, one for each set, or None");
    const auto two = py::reinterpret_borrow<py::tuple>(object);
    return {{name + "[0]", two[0]}, {name + "[1]", two[1]}};
}

[[noreturn]] void refuse(const SetArgument& argument, std::size_t row, const std::string& why) {
    throw py::value_error(argument.name + ": row " + std::to_string(row) + why);
}

/// Calls write(i, row) with the numbers of each box: rows of `columns` numbers, or one row for all. None: no calls.
template <class Write>
void read_rows(const SetArgument& argument, std::size_t columns, std::size_t boxes, float most, Write&& write) {
    if (argument.object.is_none()) return;
    const Rows<double> rows(argument.name.c_str(), argument.object, columns);
    if (!rows.one_for_all() && rows.count() != boxes)
        throw py::value_error(argument.name + ": " + std::to_string(rows.count()) + " items for " +
                              std::to_string(boxes) + " boxes");
    for (std::size_t i = 0; i < boxes; ++i) {
        for (std::size_t c = 0; c < columns; ++c)
            if (!(std::fabs(rows[i][c]) <= double{most}))
                refuse(argument, i,
                       ", column " + std::to_string(c) + " is not finite, or beyond +-" +
                           std::to_string(static_cast<int>(most)));
        write(i, rows[i]);
    }
}

float as_float(double number) {
    return static_cast<float>(number);
}

/// The motions of the arguments translations= and rotations= of one set. Throws for what is not legal.
std::vector<BoxMotion> motions_of(const BoxBatch& boxes, const SetArgument& translations,
                                  const SetArgument& rotations) {
    if (translations.object.is_none() && rotations.object.is_none()) return {};
    std::vector<BoxMotion> made(boxes.size());
    read_rows(translations, 3, boxes.size(), kMaxTranslation, [&](std::size_t i, const double* row) {
        made[i].translation = {as_float(row[0]), as_float(row[1]), as_float(row[2])};
    });
    read_rows(rotations, 3, boxes.size(), kMaxTurn, [&](std::size_t i, const double* row) {
        const Vec3 r{as_float(row[0]), as_float(row[1]), as_float(row[2])};
        const double angle_sq = double{r.x} * r.x + double{r.y} * r.y + double{r.z} * r.z;
        if (angle_sq > double{kMaxTurn} * kMaxTurn) refuse(rotations, i, ": the angle is above 100");
        made[i].rotation = r;
    });
    return made;
}

std::vector<RectMotion> motions_of(const RectBatch& rects, const SetArgument& translations,
                                   const SetArgument& rotations) {
    if (translations.object.is_none() && rotations.object.is_none()) return {};
    std::vector<RectMotion> made(rects.size());
    read_rows(translations, 2, rects.size(), kMaxTranslation, [&](std::size_t i, const double* row) {
        made[i].translation = {as_float(row[0]), as_float(row[1])};
    });
    read_rows(rotations, 1, rects.size(), kMaxTurn,
              [&](std::size_t i, const double* row) { made[i].rotation = as_float(row[0]); });
    return made;
}

/// The types of the calls on BoxSets or on RectSets.
template <class Sets>
struct Types {
    static constexpr bool kFlat = std::is_same_v<Sets, RectSets>;
    using Motion = std::conditional_t<kFlat, RectMotion, BoxMotion>;
    using Moving = std::conditional_t<kFlat, MovingRects, MovingBoxes>;
    using Impact = std::conditional_t<kFlat, RectTimeOfImpact, TimeOfImpact>;

    static Items items() {
        if constexpr (kFlat)
            return {rect_impact_type(), {}, "satori.RECT_IMPACT"};
        else
            return {impact_type(), {}, "satori.IMPACT"};
    }
};

/// Sets, and the motions of the arguments translations= and rotations=.
template <class Sets>
class MovingSets {
public:
    MovingSets(const Sets& sets, Any translations, Any rotations) : sets_(sets) {
        const auto [first, second] = of_sets("translations", translations, sizes_of(sets));
        const auto [first_turn, second_turn] = of_sets("rotations", rotations, sizes_of(sets));
        motions_[0] = motions_of(sets.first(), first, first_turn);
        if (sets.second() != nullptr) motions_[1] = motions_of(*sets.second(), second, second_turn);
    }

    typename Types<Sets>::Moving moving() const { return {sets_, {motions_[0], motions_[1]}}; }

private:
    const Sets& sets_;
    std::vector<typename Types<Sets>::Motion> motions_[2];
};

py::array all_times(Any a, Any listed, Any b, Any translations, Any rotations, Any distance, Any tolerance, Any isa,
                    Any threads, Any out) {
    const Pairs pairs(listed);
    const Calling calling(isa, threads);
    ImpactOptions options{.distance = near_limit("distance", distance),
                          .tolerance = near_limit("tolerance", tolerance),
                          .execution = calling.execution()};
    return with_sets(a, b, [&]<class Sets>(const Sets& sets) {
        const MovingSets<Sets> moving(sets, translations, rotations);
        using Impact = typename Types<Sets>::Impact;
        return answer_pairs<Impact>("times_of_impact", pairs, Types<Sets>::items(), out,
                                    [&](std::span<Impact> answers, Workspace& workspace, std::uint64_t* invalid) {
                                        options.invalid_pair = invalid;
                                        return times_of_impact(moving.moving(), pairs.pairs(), answers, workspace,
                                                               options);
                                    });
    });
}

py::array all_pairs(Any a, Any b, Any translations, Any rotations, Any distance, Any tolerance, Any filters,
                    Any motions, Any sort, Any isa, Any threads, Any max_pairs, Any out) {
    const FindArguments arguments{filters, motions, flag("sort", sort), Calling(isa, threads, max_pairs), out};
    const float near = near_limit("distance", distance), slack = near_limit("tolerance", tolerance);
    return with_sets(a, b, [&]<class Sets>(const Sets& sets) {
        const MovingSets<Sets> moving(sets, translations, rotations);
        return find_in("find_impacts", sets, arguments,
                       [&](const Sets&, Workspace& workspace, PairResult& result, const PairOptions& options) {
                           return find_impacts(moving.moving(), workspace, result,
                                               {.distance = near,
                                                .tolerance = slack,
                                                .execution = options.execution,
                                                .buffer = options.buffer,
                                                .filters = options.filters,
                                                .motions = options.motions});
                       });
    });
}

}  // namespace

void add_impacts(py::module_& module) {
    const py::object none = py::none();
    module.attr("IMPACT") = impact_type();
    module.attr("RECT_IMPACT") = rect_impact_type();
    module.attr("NO_IMPACT") = static_cast<int>(ImpactKind::none);
    module.attr("MEETS") = static_cast<int>(ImpactKind::meets);
    module.attr("UNRESOLVED") = static_cast<int>(ImpactKind::unresolved);
    module.def("times_of_impact", &all_times, docs::times_of_impact, py::arg("a"), py::arg("pairs"),
               py::arg("b") = none, py::kw_only(), py::arg("translations") = none, py::arg("rotations") = none,
               py::arg("distance") = 0.0, py::arg("tolerance") = 1e-3, py::arg("isa") = none, py::arg("threads") = none,
               py::arg("out") = none);
    module.def("find_impacts", &all_pairs, docs::find_impacts, py::arg("a"), py::arg("b") = none, py::kw_only(),
               py::arg("translations") = none, py::arg("rotations") = none, py::arg("distance") = 0.0,
               py::arg("tolerance") = 1e-3, py::arg("filters") = none, py::arg("motions") = none,
               py::arg("sort") = true, py::arg("isa") = none, py::arg("threads") = none, py::arg("max_pairs") = 0,
               py::arg("out") = none);
}

}  // namespace satori::python
