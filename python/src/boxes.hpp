#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include <satori/box_batch.hpp>

#include "arguments.hpp"

namespace satori::python {

namespace py = pybind11;

/// satori.Boxes: boxes that no call changes, so that any number of threads may use them at once.
struct Boxes {
    BoxBatch batch;
    Origin origin;            ///< what was subtracted from the centers
    double center_error = 0;  ///< what rounding the centers has lost, meters
};

/// Returns one box as Boxes.
std::unique_ptr<Boxes> boxes_of(const OrientedBox& box, const Origin& origin);

void add_boxes(py::module_& module);

}  // namespace satori::python
