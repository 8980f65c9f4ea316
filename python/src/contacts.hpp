#pragma once

#include <pybind11/pybind11.h>

namespace satori::python {

/// collide, collide_pairs, separations, contact_positions, and the types of their rows.
void add_contacts(pybind11::module_& module);

}  // namespace satori::python
