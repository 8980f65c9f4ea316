#pragma once

#include <variant>

#include <pybind11/pybind11.h>

#include <satori/shapes.hpp>

namespace satori::python {

namespace py = pybind11;

/// A shape of any kind, by value: it needs no object of Python.
class AnyShape {
public:
    using Variant = std::variant<Vec3, Aabb, Sphere, Plane, Ray, Segment, Triangle, Frustum, OrientedBox>;

    AnyShape(const Variant& shape) : shape_(shape) {}
    /// Valid as long as this object stays where it is.
    ShapeRef ref() const noexcept {
        return std::visit([](const auto& shape) { return ShapeRef(shape); }, shape_);
    }

private:
    Variant shape_;
};

/// Returns the shape of an argument: an object of a class of shapes, or a point as three numbers. Throws TypeError for
/// another object, ValueError for a point that is not legal.
AnyShape shape_of(const char* name, const py::handle& object);

/// Returns the point of an argument. Throws as shape_of().
Vec3 point_of(const char* name, const py::handle& object);

/// The classes of shapes.
void add_shapes(py::module_& module);

}  // namespace satori::python
