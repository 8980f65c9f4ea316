#pragma once

#include <pybind11/pybind11.h>

#include <satori/contacts.hpp>

namespace satori::python {

namespace py = pybind11;

/// Returns an argument that says how near boxes are, such as max_distance=. Throws for what is not a legal number.
float near_limit(const char* name, const py::object& given);
/// Returns what the arguments boundary= and speculative_distance= say. Throws for what is not legal.
ContactOptions contact_options(const py::object& boundary, const py::object& speculative_distance);

}  // namespace satori::python
