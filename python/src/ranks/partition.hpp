#pragma once

#include <pybind11/pybind11.h>

namespace satori::python {

/// Partition, ContactTracker.
void add_partition(pybind11::module_& module);

}  // namespace satori::python
