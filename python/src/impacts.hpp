#pragma once

#include <pybind11/pybind11.h>

namespace satori::python {

namespace py = pybind11;

/// times_of_impact, find_impacts.
void add_impacts(py::module_& module);

}  // namespace satori::python
