#pragma once

#include <optional>
#include <vector>

#include <pybind11/pybind11.h>

#include <satori/points.hpp>

#include "arguments.hpp"
#include "arrays.hpp"

namespace satori::python {

/// An argument that is points: float32 or float64, (n, 3). Doubles are rounded to floats after the origin is
/// subtracted in double. Throws TypeError and ValueError for others.
class Points {
public:
    Points(const char* name, const py::object& object, const Origin& origin);
    const PointRows& rows() const { return rows_; }

private:
    Numbers numbers_;
    std::vector<float> rounded_;  ///< where a view of floats cannot read the numbers
    PointRows rows_;
};

}  // namespace satori::python
