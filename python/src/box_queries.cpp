#include "box_queries.hpp"

#include <memory>
#include <span>
#include <string>

#include <satori/box_queries.hpp>

#include "arrays.hpp"
#include "batches.hpp"
#include "boxes.hpp"
#include "docs/shapes.hpp"
#include "errors.hpp"
#include "execution.hpp"
#include "outputs.hpp"
#include "points.hpp"
#include "shapes.hpp"
#include "unlocked.hpp"
#include "workspaces.hpp"

namespace satori::python {

namespace {

using Any = const py::object&;

/// Returns the boxes that a call takes.
const BoxBatch& batch_of(const py::object& boxes) {
    if (!py::isinstance<Boxes>(boxes)) throw py::type_error("boxes: " + type_name(boxes) + " is not Boxes");
    return boxes.cast<const Boxes&>().batch;
}

/// Returns the items of a result that a call writes.
template <class Item>
std::span<Item> items_of(py::array& made) {
    return {static_cast<Item*>(made.mutable_data()), static_cast<std::size_t>(made.shape(0))};
}

/// Runs a call of satori without the interpreter lock.
template <class Call>
void run(const char* name, Call&& call) {
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = call();
    }
    if (status == Status::invalid_shape) throw py::value_error("shape: it is not legal");
    expect(status, name);
}

py::array test(Any boxes, Any given, Any isa, Any threads, Any out) {
    const BoxBatch& batch = batch_of(boxes);
    const AnyShape shape = shape_of("shape", given);
    const Calling calling(isa, threads);
    py::array made = output(out, {py::dtype::of<bool>(), {}, "bool of shape (n,)"}, batch.size());
    run("test_boxes", [&, answers = items_of<std::uint8_t>(made)] {
        return test_boxes(batch, shape.ref(), answers, calling.execution());
    });
    return made;
}

py::array classify(Any boxes, Any given, Any isa, Any threads, Any out) {
    const BoxBatch& batch = batch_of(boxes);
    const AnyShape shape = shape_of("shape", given);
    const Calling calling(isa, threads);
    static_assert(sizeof(Containment) == 1);
    py::array made = output(out, {py::dtype::of<std::uint8_t>(), {}, "uint8 of shape (n,)"}, batch.size());
    run("classify_boxes", [&, answers = items_of<Containment>(made)] {
        return classify_boxes(batch, shape.ref(), answers, calling.execution());
    });
    return made;
}

py::array find(Any boxes, Any given, Any isa, Any threads) {
    const BoxBatch& batch = batch_of(boxes);
    const AnyShape shape = shape_of("shape", given);
    const Calling calling(isa, threads);
    const auto indices = std::make_unique_for_overwrite<std::uint32_t[]>(batch.size());
    FoundIndices result{.indices = {indices.get(), batch.size()}};
    BorrowedWorkspace workspace;
    run("find_boxes", [&] { return find_boxes(batch, shape.ref(), result, *workspace, calling.execution()); });
    return py::array_t<std::uint32_t>(static_cast<py::ssize_t>(result.count), indices.get());
}

py::array intersect_ray(Any boxes, Any ray, Any isa, Any threads) {
    const BoxBatch& batch = batch_of(boxes);
    if (!py::isinstance<Ray>(ray)) throw py::type_error("ray: " + type_name(ray) + " is not a Ray");
    const Ray shape = ray.cast<const Ray&>();
    const Calling calling(isa, threads);
    py::array made = new_array({py::dtype::of<float>(), {2}, ""}, batch.size());
    run("intersect", [&, hits = items_of<RayHit>(made)] { return intersect(batch, shape, hits, calling.execution()); });
    return made;
}

py::tuple closest(Any boxes, Any point, Any isa, Any threads) {
    const BoxBatch& batch = batch_of(boxes);
    const Vec3 from = point_of("point", point);
    const Calling calling(isa, threads);
    py::array made = new_array({py::dtype::of<float>(), {4}, ""}, batch.size());
    run("closest_points", [&, points = items_of<ClosestPoint>(made)] {
        return closest_points(batch, from, points, calling.execution());
    });
    const py::ellipsis all;
    return py::make_tuple(made[py::make_tuple(all, py::slice(0, 3, 1))], made[py::make_tuple(all, 3)]);
}

py::array contains_all(Any box, Any given, Any isa, Any threads, Any out) {
    if (!py::isinstance<OrientedBox>(box)) throw py::type_error("box: " + type_name(box) + " is not a Box");
    const OrientedBox& shape = box.cast<const OrientedBox&>();
    const Points points("points", given, std::nullopt);
    const Calling calling(isa, threads);
    py::array made = output(out, {py::dtype::of<bool>(), {}, "bool of shape (n,)"}, points.rows().count);
    run("contains_points", [&, inside = items_of<std::uint8_t>(made)] {
        return contains_points(shape, points.rows(), inside, calling.execution());
    });
    return made;
}

}  // namespace

void add_box_queries(py::module_& module) {
    const py::object none = py::none();
    module.attr("OUTSIDE") = static_cast<int>(Containment::outside);
    module.attr("CROSSING") = static_cast<int>(Containment::crossing);
    module.attr("INSIDE") = static_cast<int>(Containment::inside);
    module.def("test_boxes", &test, docs::test_boxes, py::arg("boxes"), py::arg("shape"), py::kw_only(),
               py::arg("isa") = none, py::arg("threads") = none, py::arg("out") = none);
    module.def("find_boxes", &find, docs::find_boxes, py::arg("boxes"), py::arg("shape"), py::kw_only(),
               py::arg("isa") = none, py::arg("threads") = none);
    module.def("classify_boxes", &classify, docs::classify_boxes, py::arg("boxes"), py::arg("shape"), py::kw_only(),
               py::arg("isa") = none, py::arg("threads") = none, py::arg("out") = none);
    module.def("intersect", &intersect_ray, docs::intersect, py::arg("boxes"), py::arg("ray"), py::kw_only(),
               py::arg("isa") = none, py::arg("threads") = none);
    module.def("closest_points", &closest, docs::closest_points, py::arg("boxes"), py::arg("point"), py::kw_only(),
               py::arg("isa") = none, py::arg("threads") = none);
    module.def("contains_points", &contains_all, docs::contains_points, py::arg("box"), py::arg("points"),
               py::kw_only(), py::arg("isa") = none, py::arg("threads") = none, py::arg("out") = none);
}

}  // namespace satori::python
