#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <satori/any_box_view.hpp>

namespace satori::python {

namespace py = pybind11;

/// The shape of the items of an array (n, ...).
struct Shape {
    std::size_t sizes[2] = {};
    std::size_t count = 0;
};
constexpr Shape kScalars{};
constexpr Shape columns(std::size_t count) {
    return {{count}, 1};
}
constexpr Shape kMatrices{{3, 3}, 2};

/// Returns an argument as an array of numpy: arrays of other libraries by DLPack or another protocol, without a copy
/// where numpy needs none. Whole numbers of lists become float64. Throws TypeError where numpy cannot read it.
py::array as_array(const char* name, const py::handle& object);
/// The same; throws TypeError unless the numbers are float32 or float64, in the byte order of this machine.
py::array as_floats(const char* name, const py::handle& object);
/// The same for whole numbers of uint32. Lists of such numbers become an array.
py::array_t<std::uint32_t> as_indices(const char* name, const py::handle& object);

/// Returns "(n, 3)", for messages.
std::string shape_text(const py::array& array);
/// Throws ValueError unless the shape is (n, ...) with items of `shape`.
void expect_shape(const char* name, const py::array& array, const Shape& shape);
/// Throws TypeError unless the items are of `type`; `type_name` is the type's name in the package.
void expect_type(const char* name, const py::array& array, const py::dtype& type, const char* type_name);
/// Returns the array if it is contiguous and begins at a multiple of `alignment` bytes, else a copy that does.
py::array contiguous(const py::array& array, std::size_t alignment = 1);

/// Numbers of an argument, as they lie in memory: of any distance between items, and of one of two types. A copy is
/// made only where the numbers of an item do not adjoin. Throws TypeError (another type) and ValueError (another
/// shape).
class Numbers {
public:
    Numbers(const char* name, const py::handle& object, const Shape& shape);

    /// The same, beginning at a column of each item.
    NumberStream from_column(std::size_t column) const;
    /// Whether these are floats where a view of floats can read them: aligned, as is the distance between items.
    bool plain_floats() const;
    const float* floats() const { return static_cast<const float*>(stream.data); }
    /// The numbers as contiguous doubles, made where they are others.
    py::array_t<double> doubles() const;

    NumberStream stream;
    std::size_t count = 0;
    NumberType type = NumberType::float32;

private:
    py::array array_;
};

}  // namespace satori::python
