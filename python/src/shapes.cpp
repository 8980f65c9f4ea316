#include "shapes.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <satori/box_construction.hpp>
#include <satori/box_queries.hpp>

#include "arguments.hpp"
#include "arrays.hpp"
#include "docs/shapes.hpp"
#include "errors.hpp"

namespace satori::python {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The shortest text of a float that reads as that float, as Python writes numbers.
std::string text_of(float v) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, v).ptr;
    std::string text(digits, end);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

/// Values of Python as text, floats as text_of() writes them.
std::string text_of(const py::handle& value) {
    if (!py::isinstance<py::tuple>(value)) return text_of(static_cast<float>(value.cast<double>()));
    std::string text;
    for (const py::handle item : value) text += (text.empty() ? "" : ", ") + text_of(item);
    return "(" + text + ")";
}

py::tuple tuple_of(const Vec3& v) {
    return py::make_tuple(v.x, v.y, v.z);
}
py::tuple tuple_of(const Quat& q) {
    return py::make_tuple(q.x, q.y, q.z, q.w);
}

float single(double v) {
    return static_cast<float>(v);
}

[[noreturn]] void refuse(const char* name, const char* why) {
    throw py::value_error(std::string(name) + ": " + why);
}

float coordinate(const char* name, double v) {
    if (!(std::fabs(single(v)) <= kMaxShapeCoordinate)) refuse(name, "not finite, or beyond 1e9");
    return single(v);
}

/// A direction or a normal.
Vec3 direction_of(const char* name, const py::handle& object) {
    const auto v = numbers<3>(name, object);
    const Vec3 made{single(v[0]), single(v[1]), single(v[2])};
    const float largest = std::max({std::fabs(made.x), std::fabs(made.y), std::fabs(made.z)});
    const bool finite = std::isfinite(made.x) && std::isfinite(made.y) && std::isfinite(made.z);
    if (!finite || !(largest >= kMinDirection && largest <= kMaxDirection))
        refuse(name, "zero, not finite, or its largest number is not between 1e-20 and 1e20");
    return made;
}

/// Throws ValueError for a shape that satori refuses.
void expect_legal(const ShapeRef& shape, const char* message) {
    bool overlap = false;
    const Status status = overlaps(OrientedBox{}, shape, overlap);
    if (status == Status::invalid_shape) throw py::value_error(message);
    expect(status, "shape");
}

using Any = const py::object&;

Sphere make_sphere(Any center, Any radius) {
    const Sphere made{point_of("center", center), single(number("radius", radius))};
    if (!(made.radius >= 0 && made.radius <= kMaxShapeCoordinate)) refuse("radius", "not between 0 and 1e9");
    return made;
}

Aabb make_aabb(Any min, Any max) {
    const Aabb made{point_of("min", min), point_of("max", max)};
    if (made.min.x > made.max.x || made.min.y > made.max.y || made.min.z > made.max.z)
        refuse("min", "a number exceeds that of max");
    return made;
}

Plane make_plane(Any normal, Any offset) {
    const Plane made{direction_of("normal", normal), single(number("offset", offset))};
    expect_legal(made, "offset: not finite, or the plane is farther than 1e9 from the origin");
    return made;
}

Ray make_ray(Any origin, Any direction, Any max_distance) {
    const Ray made{point_of("origin", origin), direction_of("direction", direction),
                   single(number("max_distance", max_distance))};
    if (!(made.max_distance >= 0)) refuse("max_distance", "below 0, or no number");
    return made;
}

Segment make_segment(Any start, Any end) {
    return {point_of("start", start), point_of("end", end)};
}

Triangle make_triangle(Any a, Any b, Any c) {
    return {point_of("a", a), point_of("b", b), point_of("c", c)};
}

OrientedBox make_box(Any center, Any half_extents, Any rotation) {
    const auto c = numbers<3>("center", center), h = numbers<3>("half_extents", half_extents);
    const auto q = numbers<4>("rotation_xyzw", rotation);
    const OrientedBox made{{single(c[0]), single(c[1]), single(c[2])},
                           {single(h[0]), single(h[1]), single(h[2])},
                           {single(q[0]), single(q[1]), single(q[2]), single(q[3])}};
    const BoxFault fault = check_box(made);
    if (fault == BoxFault::none) return made;
    const bool of_center = fault == BoxFault::center_not_finite || fault == BoxFault::center_too_far;
    const bool of_rotation = fault == BoxFault::rotation_not_finite || fault == BoxFault::rotation_zero;
    refuse(of_center ? "center" : of_rotation ? "rotation_xyzw" : "half_extents", describe(fault));
}

/// Numbers of an argument of a shape with two dimensions.
py::array_t<double> matrix_of(const char* name, const py::handle& object, py::ssize_t rows, py::ssize_t columns) {
    const py::array given = as_floats(name, object);
    if (given.ndim() != 2 || given.shape(0) != rows || given.shape(1) != columns)
        throw py::value_error(std::string(name) + ": the shape is " + shape_text(given) + ", not (" +
                              std::to_string(rows) + ", " + std::to_string(columns) + ")");
    return py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(given);
}

Frustum make_frustum(Any planes) {
    const auto given = matrix_of("planes", planes, 6, 4);
    Frustum made;
    for (py::ssize_t k = 0; k < 6; ++k)
        made.planes[k] = {{single(given.at(k, 0)), single(given.at(k, 1)), single(given.at(k, 2))},
                          single(given.at(k, 3))};
    expect_legal(made, "planes: they do not bound a volume with eight corners");
    return made;
}

Frustum frustum_of_matrix(Any matrix, Any clip) {
    const auto given = matrix_of("matrix", matrix, 4, 4);
    const std::string name = text("clip", clip);
    if (name != "zero_to_one" && name != "minus_one_to_one")
        throw py::value_error("clip: '" + name + "' is neither 'zero_to_one' nor 'minus_one_to_one'");
    Mat4 columns;
    for (py::ssize_t row = 0; row < 4; ++row)
        for (py::ssize_t column = 0; column < 4; ++column) columns.m[4 * column + row] = single(given.at(row, column));
    Frustum made;
    const ClipSpace space = name == "zero_to_one" ? ClipSpace::zero_to_one : ClipSpace::minus_one_to_one;
    const Status status = frustum_from_matrix(columns, space, made);
    if (status == Status::invalid_shape) refuse("matrix", "its planes do not bound a volume");
    expect(status, "Frustum.from_matrix");
    return made;
}

// The arguments that make a shape again, and their names.

struct Argument {
    const char* name;
    py::object value;
};
using Arguments = std::vector<Argument>;

Arguments arguments_of(const Sphere& s) {
    return {{"center", tuple_of(s.center)}, {"radius", py::float_(s.radius)}};
}
Arguments arguments_of(const Aabb& s) {
    return {{"min", tuple_of(s.min)}, {"max", tuple_of(s.max)}};
}
Arguments arguments_of(const Plane& s) {
    return {{"normal", tuple_of(s.normal)}, {"offset", py::float_(s.offset)}};
}
Arguments arguments_of(const Ray& s) {
    Arguments made{{"origin", tuple_of(s.origin)}, {"direction", tuple_of(s.direction)}};
    if (s.max_distance != kInfinity) made.push_back({"max_distance", py::float_(s.max_distance)});
    return made;
}
Arguments arguments_of(const Segment& s) {
    return {{"start", tuple_of(s.start)}, {"end", tuple_of(s.end)}};
}
Arguments arguments_of(const Triangle& s) {
    return {{"a", tuple_of(s.a)}, {"b", tuple_of(s.b)}, {"c", tuple_of(s.c)}};
}
Arguments arguments_of(const OrientedBox& s) {
    return {{"center", tuple_of(s.center)},
            {"half_extents", tuple_of(s.half_extents)},
            {"rotation_xyzw", tuple_of(s.rotation)}};
}
Arguments arguments_of(const Frustum& s) {
    py::tuple planes(6);
    for (std::size_t k = 0; k < 6; ++k) {
        const Plane& plane = s.planes[k];
        planes[k] = py::make_tuple(plane.normal.x, plane.normal.y, plane.normal.z, plane.offset);
    }
    return {{"planes", planes}};
}

template <class S>
py::tuple values_of(const S& shape) {
    const Arguments arguments = arguments_of(shape);
    py::tuple values(arguments.size());
    for (std::size_t k = 0; k < arguments.size(); ++k) values[k] = arguments[k].value;
    return values;
}

template <class S>
std::string repr_of(const char* name, const S& shape) {
    std::string text;
    for (const Argument& argument : arguments_of(shape))
        text += (text.empty() ? "" : ", ") + std::string(argument.name) + "=" + text_of(argument.value);
    return std::string(name) + "(" + text + ")";
}

/// Adds the class of a shape, with what all of them have.
template <class S>
py::class_<S> add_shape(py::module_& module, const char* name, const char* doc) {
    py::class_<S> type(module, name, doc);
    type.attr("__module__") = "satori";
    type.def("__repr__", [name](const S& shape) { return repr_of(name, shape); })
        .def("__reduce__", [](const S& shape) { return py::make_tuple(py::type::of<S>(), values_of(shape)); })
        .def("__eq__",
             [](const S& shape, const py::object& other) -> py::object {
                 if (!py::isinstance<S>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 return py::bool_(values_of(shape).equal(values_of(other.cast<const S&>())));
             })
        .def("__hash__", [](const S& shape) { return py::hash(values_of(shape)); });
    return type;
}

/// Adds a property that is a vector or a quaternion, as a tuple.
template <class S, class Member>
void add_tuple(py::class_<S>& type, const char* name, Member S::*member, const char* doc) {
    type.def_property_readonly(
        name, [member](const S& shape) { return tuple_of(shape.*member); }, doc);
}

template <class S>
void keep_if(const py::handle& object, std::optional<AnyShape>& found) {
    if (!found && py::isinstance<S>(object)) found.emplace(object.cast<const S&>());
}

template <class... Shapes>
std::optional<AnyShape> one_of(const py::handle& object) {
    std::optional<AnyShape> found;
    (keep_if<Shapes>(object, found), ...);
    return found;
}

void add_round_and_flat(py::module_& module) {
    auto sphere = add_shape<Sphere>(module, "Sphere", docs::Sphere);
    sphere.def(py::init(&make_sphere), py::arg("center"), py::arg("radius"));
    add_tuple(sphere, "center", &Sphere::center, docs::Sphere_center);
    sphere.def_readonly("radius", &Sphere::radius, docs::Sphere_radius);

    auto plane = add_shape<Plane>(module, "Plane", docs::Plane);
    plane.def(py::init(&make_plane), py::arg("normal"), py::arg("offset"));
    add_tuple(plane, "normal", &Plane::normal, docs::Plane_normal);
    plane.def_readonly("offset", &Plane::offset, docs::Plane_offset);

    auto triangle = add_shape<Triangle>(module, "Triangle", docs::Triangle);
    triangle.def(py::init(&make_triangle), py::arg("a"), py::arg("b"), py::arg("c"));
    add_tuple(triangle, "a", &Triangle::a, docs::Triangle_a);
    add_tuple(triangle, "b", &Triangle::b, docs::Triangle_b);
    add_tuple(triangle, "c", &Triangle::c, docs::Triangle_c);
}

void add_lines(py::module_& module) {
    auto ray = add_shape<Ray>(module, "Ray", docs::Ray);
    ray.def(py::init(&make_ray), py::arg("origin"), py::arg("direction"), py::arg("max_distance") = kInfinity);
    add_tuple(ray, "origin", &Ray::origin, docs::Ray_origin);
    add_tuple(ray, "direction", &Ray::direction, docs::Ray_direction);
    ray.def_readonly("max_distance", &Ray::max_distance, docs::Ray_max_distance);

    auto segment = add_shape<Segment>(module, "Segment", docs::Segment);
    segment.def(py::init(&make_segment), py::arg("start"), py::arg("end"));
    add_tuple(segment, "start", &Segment::start, docs::Segment_start);
    add_tuple(segment, "end", &Segment::end, docs::Segment_end);
}

void add_solids(py::module_& module) {
    auto aabb = add_shape<Aabb>(module, "Aabb", docs::Aabb);
    aabb.def(py::init(&make_aabb), py::arg("min"), py::arg("max"));
    add_tuple(aabb, "min", &Aabb::min, docs::Aabb_min);
    add_tuple(aabb, "max", &Aabb::max, docs::Aabb_max);

    auto box = add_shape<OrientedBox>(module, "Box", docs::Box);
    box.def(py::init(&make_box), py::arg("center"), py::arg("half_extents"),
            py::arg("rotation_xyzw") = py::make_tuple(0.0, 0.0, 0.0, 1.0));
    add_tuple(box, "center", &OrientedBox::center, docs::Box_center);
    add_tuple(box, "half_extents", &OrientedBox::half_extents, docs::Box_half_extents);
    add_tuple(box, "rotation_xyzw", &OrientedBox::rotation, docs::Box_rotation_xyzw);

    auto frustum = add_shape<Frustum>(module, "Frustum", docs::Frustum);
    frustum.def(py::init(&make_frustum), py::arg("planes"))
        .def_static("from_matrix", &frustum_of_matrix, docs::Frustum_from_matrix, py::arg("matrix"), py::kw_only(),
                    py::arg("clip") = "zero_to_one")
        .def_property_readonly(
            "planes", [](const Frustum& shape) -> py::object { return values_of(shape)[0]; }, docs::Frustum_planes);
}

}  // namespace

Vec3 point_of(const char* name, const py::handle& object) {
    const auto v = numbers<3>(name, object);
    return {coordinate(name, v[0]), coordinate(name, v[1]), coordinate(name, v[2])};
}

AnyShape shape_of(const char* name, const py::handle& object) {
    if (auto found = one_of<Aabb, Sphere, Plane, Ray, Segment, Triangle, Frustum, OrientedBox>(object)) return *found;
    const bool sequence = PySequence_Check(object.ptr()) != 0 && !PyUnicode_Check(object.ptr());
    if (!sequence && !py::isinstance<py::array>(object))
        throw py::type_error(std::string(name) + ": " + type_name(object) + " is neither a shape nor a point");
    return AnyShape(point_of(name, object));
}

void add_shapes(py::module_& module) {
    add_round_and_flat(module);
    add_lines(module);
    add_solids(module);
}

}  // namespace satori::python
