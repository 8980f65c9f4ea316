#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "boxes.hpp"
#include "rects.hpp"

namespace satori::python {

/// Throws ValueError when the boxes of two sets are relative to different origins.
template <std::size_t kCount>
void expect_same_origin(const std::optional<std::array<double, kCount>>& a,
                        const std::optional<std::array<double, kCount>>& b) {
    if (a && b && *a != *b) throw py::value_error("b: its origin is not that of a");
}

/// Returns the sets of the arguments a= and b=, both of which are Boxes or both Rects.
template <class Sets, class Batches>
Sets sets_of(const py::object& a, const py::object& b, const char* kind) {
    const auto& first = a.cast<const Batches&>();
    if (b.is_none()) return Sets(first.batch);
    if (!py::isinstance<Batches>(b)) throw py::type_error("b: " + type_name(b) + " is not " + kind + ", as a is");
    const auto& second = b.cast<const Batches&>();
    expect_same_origin(first.origin, second.origin);
    return Sets(first.batch, second.batch);
}

/// Calls `call` with the BoxSets or the RectSets of the arguments a= and b=. Throws TypeError for other objects.
template <class Call>
auto with_sets(const py::object& a, const py::object& b, Call&& call) {
    if (py::isinstance<Boxes>(a)) return call(sets_of<BoxSets, Boxes>(a, b, "Boxes"));
    if (py::isinstance<Rects>(a)) return call(sets_of<RectSets, Rects>(a, b, "Rects"));
    throw py::type_error("a: " + type_name(a) + " is neither Boxes nor Rects");
}

}  // namespace satori::python
