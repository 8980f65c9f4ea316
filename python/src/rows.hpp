#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace satori::python {

namespace py = pybind11;

/// Numbers of an argument, converted and packed: (n, columns), or one item for all: (columns,). With columns = 1: (n,),
/// or a number. Throws TypeError (no numbers of type float32 or float64, unless they come in a list) and ValueError
/// (another shape).
template <class T>
class Rows {
public:
    Rows(const char* name, const py::object& object, std::size_t columns);

    const char* name() const noexcept { return name_; }
    std::size_t count() const noexcept { return count_; }
    bool one_for_all() const noexcept { return one_for_all_; }
    /// Returns the numbers of an item.
    const T* operator[](std::size_t item) const noexcept {
        return array_.data() + (one_for_all_ ? 0 : item * columns_);
    }
    /// Returns the numbers as items of a type that is made of `columns` of them.
    template <class Item>
    std::span<const Item> items() const noexcept {
        return {reinterpret_cast<const Item*>(array_.data()), count_};
    }

private:
    const char* name_;
    std::size_t columns_;
    std::size_t count_ = 0;
    bool one_for_all_ = false;
    py::array_t<T, py::array::c_style> array_;
};

/// How many items arguments have together: that of those that are not one for all. Throws ValueError where they
/// differ.
std::size_t common_count(std::initializer_list<const Rows<double>*> arguments);

}  // namespace satori::python
