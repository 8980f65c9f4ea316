#include "fit.hpp"

#include <memory>
#include <string>

#include <satori/fit.hpp>

#include "boxes.hpp"
#include "docs/fit.hpp"
#include "errors.hpp"
#include "execution.hpp"
#include "points.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace {

/// satori.FittedBox.
struct FittedBox {
    OrientedBox box;
    Origin origin;
    double volume = 0;
    FitShape shape = FitShape::point;
    bool exact_hull = true;
};

FitMethod method_of(const py::object& object) {
    const std::string name = text("method", object);
    for (const FitMethod method : {FitMethod::pca, FitMethod::hull, FitMethod::minimal})
        if (name == fit_method_name(method)) return method;
    throw py::value_error("method: '" + name + "' is none of pca, hull, minimal");
}

using Any = const py::object&;

FittedBox fit(Any given, Any method_name, Any given_origin, Any threads) {
    const Origin origin = origin_of<3>(given_origin);
    const Points points("points", given, origin);
    const FitMethod method = method_of(method_name);
    const Calling calling(py::none(), threads);
    if (points.rows().count == 0) throw py::value_error("points: there are none");
    FittedBox made;
    made.origin = origin;
    FitReport report;
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = fit_box(points.rows(), method, made.box, &report, calling.execution());
    }
    if (status == Status::invalid_point)
        throw py::value_error("points: point " + std::to_string(report.invalid_index) + ", column " +
                              std::to_string(report.invalid_column) + ": not finite, or beyond 1e8");
    expect(status, "fit_box");
    made.volume = report.volume;
    made.shape = report.shape;
    made.exact_hull = report.exact_hull;
    return made;
}

template <class Vector>
py::array_t<float> floats_of(const Vector& vector) {
    return py::array_t<float>(static_cast<py::ssize_t>(sizeof(Vector) / sizeof(float)), &vector.x);
}

std::string repr_of(const FittedBox& fitted) {
    return "<satori.FittedBox, " + std::string(fit_shape_name(fitted.shape)) + ", volume " +
           std::string(py::str(py::float_(fitted.volume))) + ">";
}

}  // namespace

void add_fit(py::module_& module) {
    py::class_<FittedBox> type(module, "FittedBox", docs::FittedBox);
    type.attr("__module__") = "satori";
    type.def("__repr__", &repr_of)
        .def_property_readonly(
            "row", [](const FittedBox& f) { return py::array_t<float>(10, &f.box.center.x); }, docs::FittedBox_row)
        .def_property_readonly(
            "center", [](const FittedBox& f) { return floats_of(f.box.center); }, docs::FittedBox_center)
        .def_property_readonly(
            "half_extents", [](const FittedBox& f) { return floats_of(f.box.half_extents); },
            docs::FittedBox_half_extents)
        .def_property_readonly(
            "rotation_xyzw", [](const FittedBox& f) { return floats_of(f.box.rotation); },
            docs::FittedBox_rotation_xyzw)
        .def_readonly("volume", &FittedBox::volume, docs::FittedBox_volume)
        .def_property_readonly(
            "shape", [](const FittedBox& f) { return fit_shape_name(f.shape); }, docs::FittedBox_shape)
        .def_readonly("exact_hull", &FittedBox::exact_hull, docs::FittedBox_exact_hull)
        .def(
            "boxes", [](const FittedBox& f) { return boxes_of(f.box, f.origin); }, docs::FittedBox_boxes);
    module.def("fit_box", &fit, docs::fit_box, py::arg("points"), py::arg("method") = "minimal", py::kw_only(),
               py::arg("origin") = py::none(), py::arg("threads") = py::none());
}

}  // namespace satori::python
