#pragma once

#include <pybind11/pybind11.h>

namespace satori::python {

/// fit_box and its result, FittedBox.
void add_fit(pybind11::module_& module);

}  // namespace satori::python
