#include "types.hpp"

#include <algorithm>
#include <iterator>

#include <satori/distances.hpp>
#include <satori/impacts.hpp>
#include <satori/rect_manifold.hpp>
#include <satori/world_queries.hpp>

#include "arguments.hpp"
#include "arrays.hpp"
#include "docs/world.hpp"

namespace satori::python {

namespace {

constexpr const char* kMotions[] = {"static", "kinematic", "dynamic", "detector"};

py::tuple field(const char* name, const char* type) {
    return py::make_tuple(name, type);
}
py::tuple field(const char* name, const py::dtype& type) {
    return py::make_tuple(name, type);
}
py::tuple field(const char* name, const py::object& type, int length) {
    return py::make_tuple(name, type, py::make_tuple(length));
}
py::tuple field(const char* name, const char* type, int length) {
    return field(name, py::str(type), length);
}

template <class... Fields>
py::list list_of(const Fields&... fields) {
    py::list made;
    (made.append(fields), ...);
    return made;
}

/// Returns the type of rows with fields that make() lists. It is made once, and never released: the interpreter may end
/// before static storage does.
template <class Make>
py::dtype row_type(Make&& make) {
    static const py::handle made = py::dtype::from_args(make()).release();
    return py::reinterpret_borrow<py::dtype>(made);
}

/// The fields of a manifold with `points` points of so many dimensions.
py::list manifold_fields(int dimensions, int points) {
    const py::list point =
        list_of(field("offset", "<f4", dimensions), field("separation", "<f4"), field("feature_id", "<u4"));
    return list_of(field("pair", "<u4", 2), field("normal", "<f4", dimensions), field("point_count", "<u4"),
                   field("points", point, points));
}

py::list separation_fields(int dimensions) {
    return list_of(field("normal", "<f4", dimensions), field("separation", "<f4"), field("axis", "<u4"));
}

py::list distance_fields(int dimensions) {
    return list_of(field("distance", "<f4"), field("direction", "<f4", dimensions),
                   field("first_offset", "<f4", dimensions), field("second_offset", "<f4", dimensions));
}

py::list impact_fields(const py::dtype& distance) {
    return list_of(field("time", "<f4"), field("kind", "<u4"), field("closest", distance));
}

/// Ids of a list of whole numbers.
py::array_t<std::uint64_t> ids_of_list(const char* name, const py::list& list) {
    py::array_t<std::uint64_t> made(static_cast<py::ssize_t>(list.size()));
    for (std::size_t k = 0; k < list.size(); ++k) {
        const std::string item = std::string(name) + "[" + std::to_string(k) + "]: " + std::string(py::str(list[k]));
        if (!py::hasattr(list[k], "__index__")) throw py::type_error(item + " is no id");
        const auto number = py::reinterpret_steal<py::int_>(PyNumber_Index(py::object(list[k]).ptr()));
        const std::uint64_t id = PyLong_AsUnsignedLongLong(number.ptr());
        if (PyErr_Occurred() != nullptr) {
            PyErr_Clear();
            throw py::value_error(item + " is no id");
        }
        made.mutable_at(static_cast<py::ssize_t>(k)) = id;
    }
    return made;
}

}  // namespace

py::dtype manifold_type() {
    static_assert(sizeof(ContactManifold) == 104 && offsetof(ContactManifold, points) == 24);
    return row_type([] { return manifold_fields(3, 4); });
}

py::dtype rect_manifold_type() {
    static_assert(sizeof(RectManifold) == 52 && offsetof(RectManifold, points) == 20);
    return row_type([] { return manifold_fields(2, 2); });
}

py::dtype separation_type() {
    static_assert(sizeof(SeparatingAxis) == 20 && offsetof(SeparatingAxis, axis) == 16);
    return row_type([] { return separation_fields(3); });
}

py::dtype rect_separation_type() {
    static_assert(sizeof(RectSeparatingAxis) == 16 && offsetof(RectSeparatingAxis, axis) == 12);
    return row_type([] { return separation_fields(2); });
}

py::dtype distance_type() {
    static_assert(sizeof(PairDistance) == 40 && offsetof(PairDistance, second_offset) == 28);
    return row_type([] { return distance_fields(3); });
}

py::dtype rect_distance_type() {
    static_assert(sizeof(RectDistance) == 28 && offsetof(RectDistance, second_offset) == 20);
    return row_type([] { return distance_fields(2); });
}

py::dtype nearest_type() {
    static_assert(sizeof(NearestBox) == 8 && offsetof(NearestBox, distance) == 4);
    return row_type([] { return list_of(field("index", "<u4"), field("distance", "<f4")); });
}

py::dtype impact_type() {
    static_assert(sizeof(TimeOfImpact) == 48 && offsetof(TimeOfImpact, closest) == 8);
    return row_type([] { return impact_fields(distance_type()); });
}

py::dtype rect_impact_type() {
    static_assert(sizeof(RectTimeOfImpact) == 36 && offsetof(RectTimeOfImpact, closest) == 8);
    return row_type([] { return impact_fields(rect_distance_type()); });
}

py::dtype filter_type() {
    static_assert(sizeof(BoxFilter) == 24 && offsetof(BoxFilter, owner) == 20);
    return row_type([] {
        return list_of(field("category", "<u8"), field("mask", "<u8"), field("group", "<i4"), field("owner", "<u4"));
    });
}

py::dtype contact_type() {
    static_assert(sizeof(WorldContact) == 20 && offsetof(WorldContact, slot) == 16);
    return row_type([] { return list_of(field("first", "<u8"), field("second", "<u8"), field("slot", "<u4")); });
}

py::dtype world_impact_type() {
    static_assert(sizeof(WorldImpactRow) == 72 && offsetof(WorldImpactRow, shrink) == 64);
    return row_type([] {
        return list_of(field("first", "<u8"), field("second", "<u8"), field("time", "<f4"), field("kind", "<u4"),
                       field("closest", distance_type()), field("shrink", "<f4"), field("sensor", "?"),
                       field("unused", "u1", 3));
    });
}

py::dtype box_impact_type() {
    static_assert(sizeof(WorldBoxImpact) == 56 && offsetof(WorldBoxImpact, impact) == 8);
    return row_type([] {
        return list_of(field("box", "<u8"), field("time", "<f4"), field("kind", "<u4"),
                       field("closest", distance_type()));
    });
}

py::dtype hit_type() {
    static_assert(sizeof(WorldHit) == 56 && offsetof(WorldHit, point) == 32);
    return row_type([] {
        return list_of(field("distance", "<f8"), field("box", "<u8"), field("normal", "<f4", 3), field("depth", "<f4"),
                       field("point", "<f8", 3));
    });
}

py::dtype closest_type() {
    static_assert(sizeof(WorldClosest) == 40 && offsetof(WorldClosest, point) == 16);
    return row_type([] { return list_of(field("distance", "<f8"), field("box", "<u8"), field("point", "<f8", 3)); });
}

py::dtype box_type() {
    static_assert(sizeof(BoxRow) == 112 && offsetof(BoxRow, user_data) == 104);
    return row_type([] {
        return list_of(field("id", "<u8"), field("center", "<f8", 3), field("half_extents", "<f4", 3),
                       field("rotation_xyzw", "<f4", 4), field("motion", "<u4"), field("speculative_distance", "<f4"),
                       field("radius", "<f4"), field("sensor", "?"), field("sleeping", "?"), field("continuous", "?"),
                       field("covered_sides", "u1"), field("unused", "u1", 4), field("category", "<u8"),
                       field("mask", "<u8"), field("group", "<i4"), field("owner", "<u4"), field("user_data", "<u8"));
    });
}

void add_types(py::module_& module) {
    module.attr("CONTACT") = contact_type();
    module.attr("WORLD_IMPACT") = world_impact_type();
    module.attr("BOX_IMPACT") = box_impact_type();
    module.attr("HIT") = hit_type();
    module.attr("CLOSEST") = closest_type();
    module.attr("BOX") = box_type();
    module.attr("NO_SLOT") = kNoSlot;
    module.def(
        "box_indices",
        [](const py::object& ids) {
            const Ids listed("ids", ids);
            py::array_t<std::uint32_t> made(static_cast<py::ssize_t>(listed.size()));
            std::transform(listed.ids().begin(), listed.ids().end(), made.mutable_data(),
                           [](const BoxId& id) { return id.index; });
            return made;
        },
        docs::box_indices, py::arg("ids"));
}

Boundary boundary_of(const py::object& name) {
    return boundary_of(text("boundary", name));
}

Boundary boundary_of(const std::string& name) {
    if (name == "closed") return Boundary::closed;
    if (name == "open") return Boundary::open;
    throw py::value_error("boundary: '" + name + "' is neither 'closed' nor 'open'");
}

MotionType motion_of(const std::string& name) {
    for (std::size_t k = 0; k < std::size(kMotions); ++k)
        if (name == kMotions[k]) return static_cast<MotionType>(k);
    throw py::value_error("motion: '" + name + "' is none of static, kinematic, dynamic, detector");
}

const char* name_of(MotionType motion) {
    return kMotions[static_cast<std::size_t>(motion)];
}

Ids::Ids(const char* name, const py::object& object) {
    py::array given;
    if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()))
        given = ids_of_list(name, py::list(object));
    else if (!py::isinstance<py::array>(object) && py::hasattr(object, "__index__"))
        given = ids_of_list(name, py::list(py::make_tuple(object)));
    else
        given = as_array(name, object);
    if (!py::isinstance<py::array_t<std::uint64_t>>(given))
        throw py::type_error(std::string(name) + ": " + std::string(py::str(given.dtype())) + " is not uint64");
    array_ = contiguous(given, alignof(std::uint64_t));
    if (array_.ndim() != 1)
        throw py::value_error(std::string(name) + ": the shape is " + shape_text(array_) + ", not (n,)");
    ids_ = {static_cast<const BoxId*>(array_.data()), static_cast<std::size_t>(array_.shape(0))};
}

}  // namespace satori::python
