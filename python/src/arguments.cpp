#include "arguments.hpp"

#include <cmath>
#include <limits>

#include "arrays.hpp"

namespace satori::python {

namespace {

bool is_bool(const py::handle& object) {
    if (PyBool_Check(object.ptr())) return true;
    if (PyFloat_Check(object.ptr()) || PyLong_Check(object.ptr())) return false;
    return py::isinstance(object, py::module_::import("numpy").attr("bool_"));
}

[[noreturn]] void refuse(const char* name, const py::handle& object, const char* wanted) {
    throw py::type_error(std::string(name) + ": " + type_name(object) + " is not " + wanted);
}

}  // namespace

std::string type_name(const py::handle& object) {
    const std::string full = Py_TYPE(object.ptr())->tp_name;
    return full.substr(full.rfind('.') + 1);
}

double number(const char* name, const py::handle& object) {
    const bool text = PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr());
    if (text || is_bool(object)) refuse(name, object, "a number");
    const double value = PyFloat_AsDouble(object.ptr());
    if (value == -1 && PyErr_Occurred() != nullptr) {
        const bool too_large = PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
        PyErr_Clear();
        if (too_large) return std::numeric_limits<double>::infinity();
        refuse(name, object, "a number");
    }
    return value;
}

std::uint64_t integer(const char* name, const py::handle& object, std::uint64_t least, std::uint64_t most) {
    if (is_bool(object) || PyIndex_Check(object.ptr()) == 0) refuse(name, object, "a whole number");
    const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (!whole) throw py::error_already_set();
    const std::uint64_t value = PyLong_AsUnsignedLongLong(whole.ptr());
    const bool overflow = PyErr_Occurred() != nullptr;
    PyErr_Clear();
    if (overflow || value < least || value > most)
        throw py::value_error(std::string(name) + ": " + std::string(py::str(whole)) + " is not between " +
                              std::to_string(least) + " and " + std::to_string(most));
    return value;
}

bool flag(const char* name, const py::handle& object) {
    if (!is_bool(object)) refuse(name, object, "True or False");
    return PyObject_IsTrue(object.ptr()) == 1;
}

std::string text(const char* name, const py::handle& object) {
    if (!PyUnicode_Check(object.ptr())) refuse(name, object, "text");
    return object.cast<std::string>();
}

template <std::size_t kCount>
std::array<double, kCount> numbers(const char* name, const py::handle& object) {
    const py::array given = as_floats(name, object);
    if (given.ndim() != 1 || given.shape(0) != static_cast<py::ssize_t>(kCount))
        throw py::value_error(std::string(name) + ": the shape is " + shape_text(given) + ", not (" +
                              std::to_string(kCount) + ",)");
    const auto doubles = py::array_t<double>::ensure(given);
    std::array<double, kCount> made;
    for (std::size_t k = 0; k < kCount; ++k) made[k] = doubles.at(static_cast<py::ssize_t>(k));
    return made;
}
template std::array<double, 2> numbers<2>(const char*, const py::handle&);
template std::array<double, 3> numbers<3>(const char*, const py::handle&);
template std::array<double, 4> numbers<4>(const char*, const py::handle&);

template <std::size_t kCount>
std::optional<std::array<double, kCount>> origin_of(const py::handle& object) {
    if (object.is_none()) return std::nullopt;
    const std::array<double, kCount> made = numbers<kCount>("origin", object);
    for (const double v : made)
        if (!std::isfinite(v)) throw py::value_error("origin: a number is not finite");
    return made;
}
template Origin2 origin_of<2>(const py::handle&);
template Origin origin_of<3>(const py::handle&);

}  // namespace satori::python
