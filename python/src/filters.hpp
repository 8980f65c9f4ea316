#pragma once

#include <cstddef>
#include <span>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <satori/filters.hpp>

namespace satori::python {

namespace py = pybind11;

/// How many boxes two sets have.
struct SetSizes {
    std::size_t first = 0, second = 0;
    bool has_second = false;
};

template <class Sets>
SetSizes sizes_of(const Sets& sets) {
    const auto size = [](const auto& set) -> std::size_t {
        if constexpr (requires { set.size(); })
            return set.size();
        else
            return set.count;
    };
    return {size(sets.first()), sets.second() != nullptr ? size(*sets.second()) : 0, sets.second() != nullptr};
}

/// Returns the filters of an array of satori.FILTER, shape (n,); keeps what they point to in `kept`.
std::span<const BoxFilter> filters_of(const char* name, const py::object& object, py::array& kept);
/// Returns motion types of an array of uint32, shape (n,).
std::span<const MotionType> motions_of(const char* name, const py::object& object, py::array& kept);

/// The arguments filters= and motions= of the calls that find pairs: None, or arrays with one item per box; with two
/// sets a tuple of two of these. Throws TypeError and ValueError for others.
class FilterArguments {
public:
    FilterArguments(const py::object& filters, const py::object& motions, const SetSizes& sizes);

    const BoxFilters& filters() const { return filters_; }
    const MotionTypes& motions() const { return motions_; }

private:
    py::array kept_[4];
    BoxFilters filters_{};
    MotionTypes motions_{};
};

void add_filters(py::module_& module);

}  // namespace satori::python
