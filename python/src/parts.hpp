#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>

#include <pybind11/pybind11.h>

#include <satori/any_box_view.hpp>

#include "arguments.hpp"
#include "arrays.hpp"

namespace satori::python {

/// The arguments that say what boxes are.
struct Parts {
    py::object rows, centers, half_extents, sizes, rotations_xyzw, rotations_wxyz, matrices, headings;
};

/// What a call needs of Parts.
struct Needs {
    bool sizes = true;              ///< half_extents= or sizes=
    bool origin_of_doubles = true;  ///< float64 centers only with an origin, because they become float32
};

/// A view of Parts, and what it points to.
struct View {
    std::optional<Numbers> positions, rotations, sizes;
    AnyBoxView view;
};

/// How many of the arguments are given.
int given(std::initializer_list<const py::object*> arguments);
/// Throws ValueError unless an argument has as many items as centers=.
void expect_count(const char* name, std::size_t count, std::size_t centers);
/// Throws TypeError for doubles without an origin.
void expect_origin(const char* name, NumberType type, bool origin);

/// Throws TypeError and ValueError for arguments that do not fit.
View view_of(const Parts& parts, const Origin& origin, const Needs& needs = {});
/// The same with the argument radii=: without sizes all boxes are spheres.
View view_of_solids(const Parts& parts, const py::object& radii, const Origin& origin, Needs needs);

}  // namespace satori::python
