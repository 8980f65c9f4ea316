#include "outputs.hpp"

#include <cstring>
#include <string>

#include "arguments.hpp"
#include "arrays.hpp"

namespace satori::python {

namespace {

/// Results of more bytes are not copied.
constexpr std::size_t kMostCopied = std::size_t{1} << 20;

}  // namespace

std::vector<py::ssize_t> Items::shape_of(std::size_t count) const {
    std::vector<py::ssize_t> made{static_cast<py::ssize_t>(count)};
    made.insert(made.end(), shape.begin(), shape.end());
    return made;
}

std::size_t Items::bytes() const {
    auto size = static_cast<std::size_t>(type.itemsize());
    for (const py::ssize_t length : shape) size *= static_cast<std::size_t>(length);
    return size;
}

py::array new_array(const Items& items, std::size_t count) {
    return py::array(items.type, items.shape_of(count));
}

Out::Out(const py::object& object, const Items& items) : object_(object) {
    if (object.is_none()) return;
    if (!py::isinstance<py::array>(object))
        throw py::type_error("out: " + type_name(object) + " is not an array of numpy");
    auto array = py::reinterpret_borrow<py::array>(object);
    expect_type("out", array, items.type, items.text);
    bool fits = static_cast<std::size_t>(array.ndim()) == 1 + items.shape.size();
    for (std::size_t k = 0; fits && k < items.shape.size(); ++k)
        fits = array.shape(static_cast<py::ssize_t>(1 + k)) == items.shape[k];
    if (!fits) throw py::value_error("out: the shape is " + shape_text(array) + ", not that of " + items.text);
    if (!array.writeable()) throw py::value_error("out: the array is read-only");
    if ((array.flags() & py::array::c_style) == 0) throw py::value_error("out: the array is not contiguous");
    // Rows of numbers of 4 bytes begin where such numbers may.
    if (array.itemsize() % 4 == 0 && reinterpret_cast<std::uintptr_t>(array.data()) % 4 != 0)
        throw py::value_error("out: the array is not aligned");
    data_ = array.mutable_data();
    capacity_ = static_cast<std::uint64_t>(array.shape(0));
}

void Out::expect_room(std::uint64_t count) const {
    if (count > capacity_)
        throw py::value_error("out: there is room for " + std::to_string(capacity_) + ", the result has " +
                              std::to_string(count));
}

py::array Out::first(std::size_t count) const {
    if (count == capacity_) return py::reinterpret_borrow<py::array>(object_);
    return py::reinterpret_borrow<py::array>(object_[py::slice(0, static_cast<py::ssize_t>(count), 1)]);
}

py::array output(const py::object& object, const Items& items, std::size_t count) {
    const Out out(object, items);
    if (!out.given()) return new_array(items, count);
    out.expect_room(count);
    return out.first(count);
}

py::array found(const Items& items, const void* data, std::size_t count, BorrowedWorkspace& workspace) {
    const std::size_t bytes = count * items.bytes();
    if (bytes <= kMostCopied) {
        py::array made = new_array(items, count);
        if (bytes != 0) std::memcpy(made.mutable_data(), data, bytes);
        return made;
    }
    const py::capsule owner(workspace.release(), [](void* held) { give_back(static_cast<Workspace*>(held)); });
    return py::array(items.type, items.shape_of(count), data, owner);
}

}  // namespace satori::python
