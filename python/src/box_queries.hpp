#pragma once

#include <pybind11/pybind11.h>

namespace satori::python {

/// test_boxes, find_boxes, classify_boxes, intersect, closest_points, contains_points.
void add_box_queries(pybind11::module_& module);

}  // namespace satori::python
