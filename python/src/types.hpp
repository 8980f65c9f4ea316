#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <satori/world.hpp>

namespace satori::python {

namespace py = pybind11;

/// Adds the dtypes of World's rows to a module.
void add_types(py::module_& module);

/// Types of rows, as C++ has them in memory: satori.MANIFOLD and others.
py::dtype manifold_type();
py::dtype rect_manifold_type();
py::dtype separation_type();
py::dtype rect_separation_type();
py::dtype distance_type();
py::dtype rect_distance_type();
py::dtype nearest_type();
py::dtype impact_type();
py::dtype rect_impact_type();
py::dtype filter_type();
py::dtype contact_type();
py::dtype world_impact_type();
py::dtype box_impact_type();
py::dtype hit_type();
py::dtype closest_type();
py::dtype box_type();

/// A row of World.boxes().
struct BoxRow {
    std::uint64_t id = 0;
    double center[3] = {};
    float half_extents[3] = {};
    float rotation_xyzw[4] = {};
    std::uint32_t motion = 0;
    float speculative_distance = 0, radius = 0;
    bool sensor = false, sleeping = false, continuous = false;
    std::uint8_t covered_sides = 0, unused[4] = {};
    std::uint64_t category = 0, mask = 0;
    std::int32_t group = 0;
    std::uint32_t owner = 0;
    std::uint64_t user_data = 0;
};

/// A row of WorldUpdate.impacts.
struct WorldImpactRow {
    std::uint64_t first = 0, second = 0;
    TimeOfImpact impact;
    float shrink = 0;
    bool sensor = false;
    std::uint8_t unused[3] = {};
};

Boundary boundary_of(const std::string& name);
Boundary boundary_of(const py::object& name);
MotionType motion_of(const std::string& name);
const char* name_of(MotionType motion);

/// An id as a number: index in the lower half, generation in the upper half.
constexpr std::uint64_t number_of(BoxId id) noexcept {
    return std::uint64_t{id.generation} << 32 | id.index;
}
constexpr BoxId id_of(std::uint64_t number) noexcept {
    return {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
}

/// An argument that is an array of ids (uint64), or one id.
class Ids {
public:
    Ids(const char* name, const py::object& object);
    std::span<const BoxId> ids() const noexcept { return ids_; }
    std::size_t size() const noexcept { return ids_.size(); }

private:
    py::array array_;
    std::span<const BoxId> ids_;
};

/// Ids for a call to write, in an array of uint64.
inline std::span<BoxId> writable_ids(py::array_t<std::uint64_t>& array) {
    static_assert(sizeof(BoxId) == sizeof(std::uint64_t) && alignof(BoxId) <= alignof(std::uint64_t));
    return {reinterpret_cast<BoxId*>(array.mutable_data()), static_cast<std::size_t>(array.size())};
}

/// A new array of rows.
template <class T>
py::array array_of(const py::dtype& type, std::span<const T> rows) {
    py::array made(type, std::vector<py::ssize_t>{static_cast<py::ssize_t>(rows.size())});
    if (!rows.empty()) std::memcpy(made.mutable_data(), rows.data(), rows.size_bytes());
    return made;
}

/// A new array of numbers.
template <class T>
py::array_t<T> numbers_of(std::span<const T> numbers) {
    return py::array_t<T>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

}  // namespace satori::python
