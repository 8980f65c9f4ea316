#include "errors.hpp"

#include "docs/errors.hpp"

namespace satori::python {

namespace {

/// Made once, and never released: the interpreter may end before static storage does.
PyObject *invalid_box = nullptr, *unsupported_isa = nullptr, *limit_exceeded = nullptr;

PyObject* new_exception(py::module_& module, const char* name, PyObject* base, const char* doc) {
    const std::string full = std::string("satori.") + name;
    PyObject* const made = PyErr_NewExceptionWithDoc(full.c_str(), doc, base, nullptr);
    if (made == nullptr) throw py::error_already_set();
    module.add_object(name, made);
    return made;
}

[[noreturn]] void raise(PyObject* type, const std::string& message) {
    PyErr_SetString(type, message.c_str());
    throw py::error_already_set();
}

}  // namespace

void add_errors(py::module_& module) {
    invalid_box = new_exception(module, "InvalidBoxError", PyExc_ValueError, docs::InvalidBoxError);
    unsupported_isa = new_exception(module, "UnsupportedIsaError", PyExc_RuntimeError, docs::UnsupportedIsaError);
    limit_exceeded = new_exception(module, "LimitExceededError", PyExc_RuntimeError, docs::LimitExceededError);
}

void take_errors(const py::module_& package) {
    const auto take = [&](const char* name) { return py::object(package.attr(name)).release().ptr(); };
    invalid_box = take("InvalidBoxError");
    unsupported_isa = take("UnsupportedIsaError");
    limit_exceeded = take("LimitExceededError");
}

void expect(Status status, const std::string& what) {
    if (status != Status::ok) throw_status(status, what + ": " + describe(status));
}

void throw_status(Status status, const std::string& message) {
    switch (status) {
        case Status::out_of_memory:
            raise(PyExc_MemoryError, message);
        case Status::unsupported_isa:
            raise(unsupported_isa, message);
        case Status::limit_exceeded:
            raise(limit_exceeded, message);
        case Status::invalid_id:
            raise(PyExc_IndexError, message);
        case Status::executor_failed:
        case Status::workspace_in_use:
        case Status::recording_failed:
        case Status::not_prepared:
        case Status::write_failed:
        case Status::exchange_failed:
            raise(PyExc_RuntimeError, message);
        default:
            raise(PyExc_ValueError, message);
    }
}

void throw_invalid_box(const InvalidBox& first, std::size_t count, const char* kind, const char* fault) {
    if (fault == nullptr) fault = describe(first.fault);
    std::string message = std::string(kind) + " " + std::to_string(first.index) + ", column " +
                          std::to_string(first.column) + ": " + fault;
    if (count > 1) message += " (and " + std::to_string(count - 1) + " more are not legal)";
    using py::literals::operator""_a;
    throw_invalid_box(
        message, py::dict("index"_a = first.index, "column"_a = first.column, "fault"_a = fault, "count"_a = count));
}

void throw_invalid_box(const std::string& message, const py::dict& attributes) {
    const py::object error = py::reinterpret_borrow<py::object>(invalid_box)(message);
    for (const auto& [name, value] : attributes) py::setattr(error, name, value);
    PyErr_SetObject(invalid_box, error.ptr());
    throw py::error_already_set();
}

}  // namespace satori::python
