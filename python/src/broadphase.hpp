#pragma once

#include <pybind11/pybind11.h>

namespace satori::python {

void add_broadphase(pybind11::module_& module);

}  // namespace satori::python
