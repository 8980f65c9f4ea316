#include "arrays.hpp"

#include <limits>

#include "arguments.hpp"

namespace satori::python {

namespace {

bool is_list(const py::handle& object) {
    return PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
}

/// Throws the error that numpy raised for an argument, with the argument's name before its message.
[[noreturn]] void name_error(const char* name, py::error_already_set& error) {
    const std::string message = std::string(name) + ": " + std::string(py::str(error.value()));
    if (error.matches(PyExc_MemoryError)) throw;
    if (error.matches(PyExc_ValueError)) throw py::value_error(message);
    throw py::type_error(message);
}

py::array read_by_numpy(const char* name, const py::handle& object) {
    try {
        const py::module_ numpy = py::module_::import("numpy");
        const bool dlpack = py::hasattr(object, "__dlpack__");
        py::object made = dlpack ? numpy.attr("from_dlpack")(object) : numpy.attr("asarray")(object);
        return py::reinterpret_borrow<py::array>(made);
    } catch (py::error_already_set& error) {
        name_error(name, error);
    }
}

}  // namespace

std::string shape_text(const py::array& array) {
    std::string text = "(";
    for (py::ssize_t axis = 0; axis < array.ndim(); ++axis)
        text += (axis != 0 ? ", " : "") + std::to_string(array.shape(axis));
    return text + (array.ndim() == 1 ? ",)" : ")");
}

py::array as_array(const char* name, const py::handle& object) {
    if (py::isinstance<py::array>(object)) return py::reinterpret_borrow<py::array>(object);
    if (object.is_none()) throw py::type_error(std::string(name) + ": None is not an array");
    const py::array made = read_by_numpy(name, object);
    const char kind = made.dtype().kind();
    if (is_list(object) && (kind == 'i' || kind == 'u')) return py::array_t<double>::ensure(made);
    return made;
}

py::array as_floats(const char* name, const py::handle& object) {
    py::array made = as_array(name, object);
    if (!py::isinstance<py::array_t<float>>(made) && !py::isinstance<py::array_t<double>>(made))
        throw py::type_error(std::string(name) + ": " + std::string(py::str(made.dtype())) +
                             " is not float32 or float64 in the byte order of this machine");
    return made;
}

py::array_t<std::uint32_t> as_indices(const char* name, const py::handle& object) {
    const bool listed = is_list(object);
    const py::array given = listed ? read_by_numpy(name, object) : as_array(name, object);
    if (py::isinstance<py::array_t<std::uint32_t>>(given)) return py::reinterpret_borrow<py::array>(given);
    const char kind = given.dtype().kind();
    if (listed && (kind == 'i' || kind == 'u' || given.size() == 0)) {
        const auto limit = std::numeric_limits<std::uint32_t>::max();
        const bool fits = given.size() == 0 || (given.attr("min")().cast<double>() >= 0 &&
                                                given.attr("max")().cast<double>() <= double{limit});
        if (!fits) throw py::value_error(std::string(name) + ": a number is below 0 or above " + std::to_string(limit));
        return py::array_t<std::uint32_t>(given.attr("astype")("uint32"));
    }
    throw py::type_error(std::string(name) + ": " + std::string(py::str(given.dtype())) + " is not uint32");
}

void expect_shape(const char* name, const py::array& array, const Shape& shape) {
    bool fits = static_cast<std::size_t>(array.ndim()) == 1 + shape.count;
    std::string wanted = "(n";
    for (std::size_t k = 0; k < shape.count; ++k) {
        fits = fits && static_cast<std::size_t>(array.shape(static_cast<py::ssize_t>(1 + k))) == shape.sizes[k];
        wanted += ", " + std::to_string(shape.sizes[k]);
    }
    wanted += shape.count == 0 ? ",)" : ")";
    if (!fits) throw py::value_error(std::string(name) + ": the shape is " + shape_text(array) + ", not " + wanted);
}

void expect_type(const char* name, const py::array& array, const py::dtype& type, const char* type_name) {
    if (!array.dtype().is(type) && !array.dtype().equal(type))
        throw py::type_error(std::string(name) + ": the type is " + std::string(py::str(array.dtype())) + ", not " +
                             type_name);
}

py::array contiguous(const py::array& array, std::size_t alignment) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(array.data()) % alignment == 0;
    if (aligned && (array.flags() & py::array::c_style) != 0) return array;
    return py::reinterpret_borrow<py::array>(array.attr("copy")("C"));
}

Numbers::Numbers(const char* name, const py::handle& object, const Shape& shape) : array_(as_floats(name, object)) {
    type = py::isinstance<py::array_t<float>>(array_) ? NumberType::float32 : NumberType::float64;
    expect_shape(name, array_, shape);
    // Numbers of an item must adjoin; the distance between items is free. An empty array may have any strides.
    py::ssize_t adjoining = array_.itemsize();
    bool adjoin = true;
    for (py::ssize_t axis = array_.ndim() - 1; axis > 0; --axis) {
        adjoin = adjoin && (array_.shape(axis) == 1 || array_.strides(axis) == adjoining);
        adjoining *= array_.shape(axis);
    }
    if (!adjoin) array_ = contiguous(array_);
    count = static_cast<std::size_t>(array_.shape(0));
    stream.data = array_.data();
    stream.stride = static_cast<std::ptrdiff_t>(count > 1 ? array_.strides(0) : adjoining);
    stream.type = type;
}

NumberStream Numbers::from_column(std::size_t column) const {
    NumberStream moved = stream;
    if (count != 0)
        moved.data = static_cast<const std::byte*>(stream.data) + column * static_cast<std::size_t>(array_.itemsize());
    return moved;
}

bool Numbers::plain_floats() const {
    constexpr std::ptrdiff_t size = sizeof(float);
    return type == NumberType::float32 && stream.stride % size == 0 &&
           reinterpret_cast<std::uintptr_t>(stream.data) % sizeof(float) == 0;
}

py::array_t<double> Numbers::doubles() const {
    return py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array_);
}

}  // namespace satori::python
