#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <pybind11/pybind11.h>

namespace satori::python {

namespace py = pybind11;

// Arguments that are no arrays. All of these throw TypeError for an object of another kind, and ValueError for a value
// that is not legal. The message begins with the argument's name.

/// A number; no bool, no text.
double number(const char* name, const py::handle& object);
/// A whole number between two limits, both legal.
std::uint64_t integer(const char* name, const py::handle& object, std::uint64_t least, std::uint64_t most);
/// True or False.
bool flag(const char* name, const py::handle& object);
std::string text(const char* name, const py::handle& object);

/// The numbers of a short sequence or array of numbers: of a point, say.
template <std::size_t kCount>
std::array<double, kCount> numbers(const char* name, const py::handle& object);
extern template std::array<double, 2> numbers<2>(const char*, const py::handle&);
extern template std::array<double, 3> numbers<3>(const char*, const py::handle&);
extern template std::array<double, 4> numbers<4>(const char*, const py::handle&);

/// The point that is subtracted from centers, or none.
using Origin = std::optional<std::array<double, 3>>;
using Origin2 = std::optional<std::array<double, 2>>;

/// The argument origin=: None, or finite numbers.
template <std::size_t kCount>
std::optional<std::array<double, kCount>> origin_of(const py::handle& object);
extern template Origin2 origin_of<2>(const py::handle&);
extern template Origin origin_of<3>(const py::handle&);

/// The name of an object's type, for messages.
std::string type_name(const py::handle& object);

}  // namespace satori::python
