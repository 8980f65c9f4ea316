#include "bounds.hpp"

#include <string>

#include "arrays.hpp"

namespace satori::python {

Bounds::Bounds(const char* name, const py::object& object) {
    const py::array given = as_array(name, object);
    if (!py::isinstance<py::array_t<float>>(given))
        throw py::type_error(std::string(name) + ": " + std::string(py::str(given.dtype())) +
                             " is not float32, the type of bounds");
    if (given.ndim() != 3 || given.shape(1) != 2 || (given.shape(2) != 3 && given.shape(2) != 2))
        throw py::value_error(std::string(name) + ": the shape is " + shape_text(given) +
                              ", not (n, 2, 3) or (n, 2, 2)");
    array_ = contiguous(given, sizeof(float));
    dimensions = static_cast<int>(array_.shape(2));
}

}  // namespace satori::python
