#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include <satori/satori.hpp>

namespace satori::python {

namespace py = pybind11;

/// Adds the exceptions of the package to a module.
void add_errors(py::module_& module);
/// Takes them from the package, in a module that does not add them.
void take_errors(const py::module_& package);

/// Throws the Python exception of a status that is not ok. `what` is what the call did, for the message.
void expect(Status status, const std::string& what);
/// Throws the Python exception of a status, which is not ok, with a message.
[[noreturn]] void throw_status(Status status, const std::string& message);

/// Throws InvalidBoxError for the first box of a batch that is not legal. `fault`: why; null: as the library says it.
[[noreturn]] void throw_invalid_box(const InvalidBox& first, std::size_t count, const char* kind,
                                    const char* fault = nullptr);
/// Throws InvalidBoxError with these attributes.
[[noreturn]] void throw_invalid_box(const std::string& message, const py::dict& attributes);

}  // namespace satori::python
