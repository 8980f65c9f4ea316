#pragma once

#include <vector>

#include <pybind11/pybind11.h>

#include <satori/rect_batch.hpp>

#include "arguments.hpp"

namespace satori::python {

namespace py = pybind11;

/// satori.Rects: rectangles that no call changes, so that any number of threads may use them at once.
struct Rects {
    RectBatch batch;
    std::vector<double> angles;  ///< as given, of which the batch keeps cosine and sine
    Origin2 origin;              ///< what was subtracted from the centers
    double center_error = 0;     ///< what rounding the centers has lost, meters
};

void add_rects(py::module_& module);

}  // namespace satori::python
