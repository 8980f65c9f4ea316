#include "contacts.hpp"

#include <limits>
#include <string>

#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>
#include <satori/vectors.hpp>

#include "arrays.hpp"
#include "batches.hpp"
#include "docs/contacts.hpp"
#include "errors.hpp"
#include "execution.hpp"
#include "filters.hpp"
#include "limits.hpp"
#include "outputs.hpp"
#include "pairs.hpp"
#include "sets.hpp"
#include "types.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace {

/// What the calls make of BoxSets or RectSets.
template <class Sets>
struct Contacts;

template <>
struct Contacts<BoxSets> {
    using Manifold = ContactManifold;
    using Result = ContactResult;
    using Options = CollideOptions;
    using Axis = SeparatingAxis;
    static Items manifolds() { return {manifold_type(), {}, "satori.MANIFOLD"}; }
    static Items separations() { return {separation_type(), {}, "satori.SEPARATION"}; }
};

template <>
struct Contacts<RectSets> {
    using Manifold = RectManifold;
    using Result = RectContactResult;
    using Options = RectCollideOptions;
    using Axis = RectSeparatingAxis;
    static Items manifolds() { return {rect_manifold_type(), {}, "satori.RECT_MANIFOLD"}; }
    static Items separations() { return {rect_separation_type(), {}, "satori.RECT_SEPARATION"}; }
};

/// Makes manifolds by a call of satori. `out` is the argument of that name.
template <class Sets, class Call>
py::array make_manifolds(const char* name, const Sets& sets, typename Contacts<Sets>::Options& options,
                         const py::object& given_out, Call&& call) {
    using Kind = Contacts<Sets>;
    const Items items = Kind::manifolds();
    const Out out(given_out, items);
    options.buffer = {out.data<typename Kind::Manifold>(), out.capacity()};
    std::uint64_t invalid = 0;
    options.invalid_pair = &invalid;
    typename Kind::Result result;
    BorrowedWorkspace workspace;
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = call(sets, *workspace, result, options);
    }
    if (status == Status::capacity_exceeded && out.given()) out.expect_room(result.manifold_count);
    if (status == Status::invalid_id) throw_invalid_pair(invalid);
    expect(status, name);
    return out.given() ? out.first(result.manifolds.size())
                       : found(items, result.manifolds.data(), result.manifolds.size(), workspace);
}

using Any = const py::object&;

py::array collide_all(Any a, Any b, Any boundary, Any speculative_distance, Any given_filters, Any motions, Any isa,
                      Any threads, Any max_pairs, Any out) {
    const Calling calling(isa, threads, max_pairs);
    const ContactOptions contacts = contact_options(boundary, speculative_distance);
    return with_sets(a, b, [&]<class Sets>(const Sets& sets) {
        const FilterArguments filters(given_filters, motions, sizes_of(sets));
        typename Contacts<Sets>::Options options{.contacts = contacts, .execution = calling.execution()};
        options.filters = filters.filters();
        options.motions = filters.motions();
        return make_manifolds("collide", sets, options, out,
                              [](const Sets& both, Workspace& workspace, auto& result, const auto& all) {
                                  return collide(both, workspace, result, all);
                              });
    });
}

py::array collide_listed(Any a, Any listed, Any b, Any boundary, Any speculative_distance, Any isa, Any threads,
                         Any out) {
    const Pairs pairs(listed);
    const Calling calling(isa, threads);
    const ContactOptions contacts = contact_options(boundary, speculative_distance);
    return with_sets(a, b, [&]<class Sets>(const Sets& sets) {
        typename Contacts<Sets>::Options options{.contacts = contacts, .execution = calling.execution()};
        return make_manifolds("collide_pairs", sets, options, out,
                              [&](const Sets& both, Workspace& workspace, auto& result, const auto& all) {
                                  return collide_pairs(both, pairs.pairs(), workspace, result, all);
                              });
    });
}

py::array separations(Any a, Any listed, Any b, Any isa, Any threads, Any out) {
    const Pairs pairs(listed);
    const Calling calling(isa, threads);
    return with_sets(a, b, [&]<class Sets>(const Sets& sets) {
        using Kind = Contacts<Sets>;
        expect_no_radii(sets.first(), "separations");
        if (sets.second() != nullptr) expect_no_radii(*sets.second(), "separations");
        typename Kind::Options options{.execution = calling.execution()};
        return answer_pairs<typename Kind::Axis>(
            "separations", pairs, Kind::separations(), out,
            [&](std::span<typename Kind::Axis> axes, Workspace& workspace, std::uint64_t* invalid) {
                options.invalid_pair = invalid;
                return separating_axes(sets, pairs.pairs(), axes, workspace, options);
            });
    });
}

Vec3 center_of(const BoxBatch& boxes, std::uint32_t i) {
    return {boxes.component(BoxComponent::center_x)[i], boxes.component(BoxComponent::center_y)[i],
            boxes.component(BoxComponent::center_z)[i]};
}
Vec2 center_of(const RectBatch& rects, std::uint32_t i) {
    return {rects.component(RectComponent::center_x)[i], rects.component(RectComponent::center_y)[i]};
}

/// Writes the positions of the points of a manifold, NaN after them.
template <class Point, class Manifold, class Batch>
void write_positions(const Batch& batch, const Manifold& manifold, Point* out) {
    constexpr std::uint32_t kMost = std::size(Manifold{}.points);
    const Point center = center_of(batch, manifold.pair.first);
    for (std::uint32_t p = 0; p < kMost; ++p) {
        if (p < manifold.point_count) {
            out[p] = contact_point(manifold, p, center);
        } else {
            constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
            float* const numbers = &out[p].x;
            for (std::size_t k = 0; k < sizeof(Point) / sizeof(float); ++k) numbers[k] = kNone;
        }
    }
}

py::array positions(Any a, Any listed) {
    return with_sets(a, py::none(), [&]<class Sets>(const Sets& sets) -> py::array {
        using Manifold = typename Contacts<Sets>::Manifold;
        using Point = decltype(center_of(sets.first(), 0));
        const Items items = Contacts<Sets>::manifolds();
        const py::array given = as_array("manifolds", listed);
        expect_type("manifolds", given, items.type, items.text);
        expect_shape("manifolds", given, kScalars);
        const py::array packed = contiguous(given, alignof(Manifold));
        const std::span<const Manifold> manifolds(static_cast<const Manifold*>(packed.data()),
                                                  static_cast<std::size_t>(packed.size()));
        constexpr std::size_t kPoints = std::size(Manifold{}.points), kNumbers = sizeof(Point) / sizeof(float);
        for (std::size_t k = 0; k < manifolds.size(); ++k) {
            const std::string name = "manifolds[" + std::to_string(k) + "]";
            if (manifolds[k].pair.first >= sets.first().size())
                throw py::index_error(name + ": its pair names a box that is not there");
            if (manifolds[k].point_count > kPoints) throw py::value_error(name + ": it has too many points");
        }
        const Items points{py::dtype::of<float>(), {kPoints, kNumbers}, ""};
        py::array made = new_array(points, manifolds.size());
        auto* out = static_cast<Point*>(made.mutable_data());
        for (const Manifold& manifold : manifolds) {
            write_positions(sets.first(), manifold, out);
            out += kPoints;
        }
        return made;
    });
}

}  // namespace

void add_contacts(py::module_& module) {
    const py::object none = py::none();
    module.attr("MANIFOLD") = manifold_type();
    module.attr("RECT_MANIFOLD") = rect_manifold_type();
    module.attr("SEPARATION") = separation_type();
    module.attr("RECT_SEPARATION") = rect_separation_type();
    module.def("collide", &collide_all, docs::collide, py::arg("a"), py::arg("b") = none, py::kw_only(),
               py::arg("boundary") = "closed", py::arg("speculative_distance") = 0.0, py::arg("filters") = none,
               py::arg("motions") = none, py::arg("isa") = none, py::arg("threads") = none, py::arg("max_pairs") = 0,
               py::arg("out") = none);
    module.def("collide_pairs", &collide_listed, docs::collide_pairs, py::arg("a"), py::arg("pairs"),
               py::arg("b") = none, py::kw_only(), py::arg("boundary") = "closed",
               py::arg("speculative_distance") = 0.0, py::arg("isa") = none, py::arg("threads") = none,
               py::arg("out") = none);
    module.def("separations", &separations, docs::separations, py::arg("a"), py::arg("pairs"), py::arg("b") = none,
               py::kw_only(), py::arg("isa") = none, py::arg("threads") = none, py::arg("out") = none);
    module.def("contact_positions", &positions, docs::contact_positions, py::arg("a"), py::arg("manifolds"));
}

}  // namespace satori::python
