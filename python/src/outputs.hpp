#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "workspaces.hpp"

namespace satori::python {

namespace py = pybind11;

/// What the items of a result are.
struct Items {
    py::dtype type;
    std::vector<py::ssize_t> shape;  ///< of one item: empty for numbers and rows of a structured type
    const char* text;                ///< for messages: "uint32 of shape (n, 2)"

    std::vector<py::ssize_t> shape_of(std::size_t count) const;
    std::size_t bytes() const;  ///< of one item
};

/// Returns a new array; its items are not set.
py::array new_array(const Items& items, std::size_t count);

/// The argument out=: None, or an array where results go. Throws TypeError and ValueError for an array that does not
/// fit.
class Out {
public:
    Out(const py::object& object, const Items& items);

    bool given() const { return !object_.is_none(); }
    /// The array's memory; null without an array.
    template <class T>
    T* data() const {
        return static_cast<T*>(data_);
    }
    std::uint64_t capacity() const { return capacity_; }
    /// Throws ValueError when there is no room for `count` items.
    void expect_room(std::uint64_t count) const;
    /// Returns the array, or its first `count` items.
    py::array first(std::size_t count) const;

private:
    py::object object_;
    void* data_ = nullptr;
    std::uint64_t capacity_ = 0;
};

/// Returns the array for a result whose length is known before: out=, its first `count` items, or a new array.
py::array output(const py::object& out, const Items& items, std::size_t count);

/// Returns the array of a result that a call has left in a workspace. A small result is copied. The array of a large
/// one owns the workspace, and gives it back when it dies.
py::array found(const Items& items, const void* data, std::size_t count, BorrowedWorkspace& workspace);

}  // namespace satori::python
