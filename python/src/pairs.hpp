#pragma once

#include <cstdint>
#include <span>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <satori/types.hpp>

namespace satori::python {

namespace py = pybind11;

/// The argument pairs=: an array of uint32, shape (n, 2). Throws TypeError and ValueError for others.
class Pairs {
public:
    explicit Pairs(const py::object& object);
    std::span<const BoxPair> pairs() const { return pairs_; }
    std::size_t size() const { return pairs_.size(); }

private:
    py::array array_;
    std::span<const BoxPair> pairs_;
};

/// Throws IndexError for a pair that names a box that is not there.
[[noreturn]] void throw_invalid_pair(std::uint64_t index);

/// find_overlaps, find_pairs, test_pairs.
void add_pairs(py::module_& module);

}  // namespace satori::python
