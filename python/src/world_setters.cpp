#include <array>
#include <optional>
#include <string>

#include <pybind11/stl.h>

#include "batches.hpp"
#include "docs/world.hpp"
#include "execution.hpp"
#include "filters.hpp"
#include "rows.hpp"
#include "types.hpp"
#include "world_object.hpp"

namespace satori::python {

namespace {

/// Calls `call(ids, &index)`, which returns a Status. `items`: an argument besides ids that it may find faults in.
template <class Call>
void on_ids(PythonWorld& self, const char* what, const py::object& which, Call&& call, const char* items = nullptr) {
    const Ids ids("ids", which);
    const PythonWorld::Hold hold(self);
    std::uint64_t index = 0;
    const Status status = unlocked([&] { return call(ids.ids(), &index); });
    expect_at(status, index, what, items);
}

void expect_as_many(const py::object& ids, const char* name, std::size_t count) {
    const std::size_t wanted = Ids("ids", ids).size();
    if (count != wanted)
        throw py::value_error(std::string(name) + ": " + std::to_string(count) + " items for " +
                              std::to_string(wanted) + " ids");
}

void set_half_extents(PythonWorld& self, const py::object& ids, const py::object& half_extents) {
    const Rows<float> sizes("half_extents", half_extents, 3);
    expect_as_many(ids, "half_extents", sizes.count());
    on_ids(self, "World.set_half_extents", ids, [&](auto span, auto* index) {
        const Status status = self.object.world.set_half_extents(span, sizes.items<Vec3>(), index);
        if (status != Status::invalid_box) return status;
        const py::gil_scoped_acquire locked;
        static constexpr float kIdentity[4] = {0, 0, 0, 1};
        throw_box_fault({.positions = {kIdentity, 0}, .rotations = {kIdentity, 0}, .sizes = {sizes[0], 12}, .count = 1},
                        *index);
    });
}

void set_radii(PythonWorld& self, const py::object& ids, const py::object& radii) {
    const Rows<float> counted("radii", radii, 1);
    expect_as_many(ids, "radii", counted.count());
    const std::vector<float> of_boxes = radii_of(radii, counted.count());
    expect_legal(of_boxes);
    on_ids(self, "World.set_radii", ids,
           [&](auto span, auto* index) { return self.object.world.set_radii(span, of_boxes, index); });
}

void set_speculative_distances(PythonWorld& self, const py::object& ids, const py::object& distances) {
    const Rows<float> listed("distances", distances, 1);
    expect_as_many(ids, "distances", listed.count());
    on_ids(
        self, "World.set_speculative_distances", ids,
        [&](auto span, auto* index) {
            return self.object.world.set_speculative_distances(span, listed.items<float>(), index);
        },
        "distances");
}

void set_filters(PythonWorld& self, const py::object& ids, const py::object& filters) {
    py::array kept;
    const std::span<const BoxFilter> listed = filters_of("filters", filters, kept);
    expect_as_many(ids, "filters", listed.size());
    on_ids(self, "World.set_filters", ids,
           [&](auto span, auto* index) { return self.object.world.set_filters(span, listed, index); });
}

/// A call on two boxes.
template <class Call>
void on_two(PythonWorld& self, const char* what, Call&& call) {
    const PythonWorld::Hold hold(self);
    const Status status = call();
    if (status == Status::invalid_id) throw py::index_error(std::string(what) + ": an id of no box, or twice the same");
    expect(status, what);
}

void add_motion(WorldClass& world) {
    world
        .def(
            "remove",
            [](PythonWorld& self, const py::object& ids) {
                on_ids(self, "World.remove", ids,
                       [&](auto span, auto* index) { return self.object.world.destroy(span, index); });
            },
            docs::World_remove, py::arg("ids"))
        .def(
            "set_motion",
            [](PythonWorld& self, const py::object& ids, const std::string& motion) {
                const MotionType type = motion_of(motion);
                on_ids(self, "World.set_motion", ids,
                       [&](auto span, auto* index) { return self.object.world.set_motion(span, type, index); });
            },
            docs::World_set_motion, py::arg("ids"), py::arg("motion"))
        .def(
            "set_sleeping",
            [](PythonWorld& self, const py::object& ids, bool sleeping) {
                on_ids(self, "World.set_sleeping", ids,
                       [&](auto span, auto* index) { return self.object.world.set_sleeping(span, sleeping, index); });
            },
            docs::World_set_sleeping, py::arg("ids"), py::arg("sleeping"))
        .def(
            "set_sensor",
            [](PythonWorld& self, const py::object& ids, bool sensor) {
                on_ids(self, "World.set_sensor", ids,
                       [&](auto span, auto* index) { return self.object.world.set_sensor(span, sensor, index); });
            },
            docs::World_set_sensor, py::arg("ids"), py::arg("sensor"))
        .def(
            "set_continuous",
            [](PythonWorld& self, const py::object& ids, bool continuous) {
                on_ids(self, "World.set_continuous", ids, [&](auto span, auto* index) {
                    return self.object.world.set_continuous(span, continuous, index);
                });
            },
            docs::World_set_continuous, py::arg("ids"), py::arg("continuous"))
        .def("set_half_extents", &set_half_extents, docs::World_set_half_extents, py::arg("ids"),
             py::arg("half_extents"))
        .def("set_radii", &set_radii, docs::World_set_radii, py::arg("ids"), py::arg("radii"))
        .def("set_speculative_distances", &set_speculative_distances, docs::World_set_speculative_distances,
             py::arg("ids"), py::arg("distances"))
        .def("set_filters", &set_filters, docs::World_set_filters, py::arg("ids"), py::arg("filters"));
}

}  // namespace

void add_world_setters(WorldClass& world) {
    add_motion(world);
    world
        .def(
            "set_origin",
            [](PythonWorld& self, const std::array<double, 3>& origin) {
                const PythonWorld::Hold hold(self);
                expect(self.object.world.set_origin({origin[0], origin[1], origin[2]}), "World.set_origin");
            },
            docs::World_set_origin, py::arg("origin"))
        .def(
            "ignore",
            [](PythonWorld& self, std::uint64_t a, std::uint64_t b) {
                on_two(self, "World.ignore", [&] { return self.object.world.ignore(id_of(a), id_of(b)); });
            },
            docs::World_ignore, py::arg("a"), py::arg("b"))
        .def(
            "restore",
            [](PythonWorld& self, std::uint64_t a, std::uint64_t b) {
                on_two(self, "World.restore", [&] { return self.object.world.restore(id_of(a), id_of(b)); });
            },
            docs::World_restore, py::arg("a"), py::arg("b"))
        .def(
            "set_contact_enabled",
            [](PythonWorld& self, std::uint64_t a, std::uint64_t b, bool enabled) {
                on_two(self, "World.set_contact_enabled",
                       [&] { return self.object.world.set_contact_enabled(id_of(a), id_of(b), enabled); });
            },
            docs::World_set_contact_enabled, py::arg("a"), py::arg("b"), py::arg("enabled"))
        .def(
            "find_covered_sides",
            [](PythonWorld& self, float tolerance, const std::optional<unsigned>& threads) {
                const Calling calling(std::nullopt, threads);
                const PythonWorld::Hold hold(self);
                expect(unlocked([&] { return self.object.world.find_covered_sides(tolerance, calling.execution()); }),
                       "World.find_covered_sides");
            },
            docs::World_find_covered_sides, py::arg("tolerance"), py::kw_only(), py::arg("threads") = py::none());
}

}  // namespace satori::python
