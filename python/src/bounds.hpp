#pragma once

#include <cstddef>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace satori::python {

namespace py = pybind11;

/// An argument that is AABBs: float32, (n, 2, 3) or (n, 2, 2). Throws TypeError and ValueError for others.
class Bounds {
public:
    Bounds(const char* name, const py::object& object);

    std::size_t count() const { return static_cast<std::size_t>(array_.shape(0)); }

    /// The bounds as AabbView or Aabb2View.
    template <class View>
    View view() const {
        const auto* const minima = static_cast<const float*>(array_.data());
        return {minima, minima + dimensions, static_cast<std::ptrdiff_t>(2 * sizeof(float)) * dimensions, count()};
    }

    int dimensions = 0;

private:
    py::array array_;
};

}  // namespace satori::python
