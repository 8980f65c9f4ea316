#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <satori/batch_storage.hpp>
#include <satori/status.hpp>

#include "arguments.hpp"

namespace satori::python {

namespace py = pybind11;

// What Boxes and Rects have in common. `Batch` is BoxBatch or RectBatch, `Component` the type of its components.

/// Returns some components, side by side: (n, count).
template <class Batch, class Component>
py::array_t<float> components(const Batch& batch, Component first, std::size_t count) {
    const std::size_t n = batch.size();
    py::array_t<float> made({static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(count)});
    float* const out = made.mutable_data();
    for (std::size_t c = 0; c < count; ++c) {
        const auto array = batch.component(static_cast<Component>(static_cast<std::size_t>(first) + c));
        for (std::size_t i = 0; i < n; ++i) out[i * count + c] = array[i];
    }
    return made;
}

/// Replaces one component by a column of an array (n, count). The calls that take boxes normalize a rotation, and
/// rounding may then change the axes: this keeps the bytes of axes that were taken from a batch. Nothing in a batch is
/// derived from its axes.
inline void restore(std::span<const float> component, const float* values, std::size_t count) {
    float* const own = const_cast<float*>(component.data());  // memory of a batch that is not const
    for (std::size_t i = 0; i < component.size(); ++i) own[i] = values[i * count];
}

/// Adds what the classes Boxes and Rects have in common.
template <class Object>
void add_common(py::class_<Object>& type) {
    type.attr("__module__") = "satori";
    type.def("__len__", [](const Object& boxes) { return boxes.batch.size(); })
        .def("__copy__", [](const py::object& self) { return self; })
        .def(
            "__deepcopy__", [](const py::object& self, const py::object&) { return self; }, py::arg("memo"))
        // Otherwise numpy would make an array of boxes, one by one.
        .def(
            "__array__",
            [](const py::object& self, const py::object&, const py::object&) -> py::object {
                throw py::type_error(type_name(self) +
                                     " is not an array; its members are: centers, half_extents, axes");
            },
            py::arg("dtype") = py::none(), py::arg("copy") = py::none());
}

/// Returns the indices of the boxes that were skipped as illegal. `half` is a component of the half extents.
py::array skipped(std::span<const float> half);

/// Returns the indices that `boxes[index]` names, among `count` boxes. Throws IndexError.
std::vector<std::size_t> chosen(const py::object& index, std::size_t count);

/// Returns the rows of an array (n, ...) that are chosen.
template <class Number>
py::array_t<Number> rows_of(const py::array_t<Number>& array, const std::vector<std::size_t>& rows) {
    std::vector<py::ssize_t> shape(array.shape(), array.shape() + array.ndim());
    const auto length = static_cast<std::size_t>(shape[0] == 0 ? 0 : array.size() / shape[0]);
    shape[0] = static_cast<py::ssize_t>(rows.size());
    py::array_t<Number> made(shape);
    Number* out = made.mutable_data();
    for (const std::size_t row : rows) {
        const Number* const from = array.data() + row * length;
        for (std::size_t k = 0; k < length; ++k) *out++ = from[k];
    }
    return made;
}

/// Throws InvalidBoxError, or the error of another status, of an assign().
void expect_assigned(Status status, const BatchStorage& batch, const char* what, const char* kind);
/// The argument radii= of `count` boxes, as floats; empty for None. Throws TypeError and ValueError.
std::vector<float> radii_of(const py::object& radii, std::size_t count);
/// Sets the radii of a batch. Throws ValueError, which names the first one that is not legal.
void set_radii(BatchStorage& batch, std::span<const float> radii);
/// Throws ValueError for the first radius that is not legal.
void expect_legal(std::span<const float> radii);
/// Returns the radii at these rows; empty where there are none.
std::vector<float> radii_at(const BatchStorage& batch, const std::vector<std::size_t>& rows);
/// Returns the radii as an array of their own, or None.
py::object radii_copy(const BatchStorage& batch);
/// Returns the radii as an array that cannot be written and keeps `owner` alive, or None.
py::object radii_view(const BatchStorage& batch, const py::object& owner);
/// Throws ValueError for boxes with radii, which `call` does not read.
void expect_no_radii(const BatchStorage& batch, const char* call);

/// Throws ValueError, or the error of another status, of an assign_transformed().
void expect_transformed(Status status, const BatchStorage& batch, const std::string& what);

/// Adds the property radii of Boxes or Rects.
template <class Object>
void add_radii(py::class_<Object>& type, const char* doc) {
    type.def_property_readonly(
        "radii", [](const py::object& self) { return radii_view(self.cast<const Object&>().batch, self); }, doc);
}

}  // namespace satori::python
