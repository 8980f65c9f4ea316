#include <optional>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include <satori/box_batch.hpp>

#include "arrays.hpp"
#include "batches.hpp"
#include "docs/world.hpp"
#include "docs/world_update.hpp"
#include "execution.hpp"
#include "limits.hpp"
#include "parts.hpp"
#include "types.hpp"
#include "world_object.hpp"

namespace satori::python {

namespace {

using Text = std::optional<std::string>;
using Threads = std::optional<unsigned>;

/// What an update has found, in arrays of its own.
struct PythonWorldUpdate {
    py::array begun, changed, ended, impacts;
    std::size_t contact_count = 0;
    std::uint64_t pair_count = 0, tested_count = 0, changed_box_count = 0, point_count = 0;
    std::string isa;
    std::uint32_t threads = 0;
};

py::array rows_of(std::span<const WorldImpact> impacts) {
    std::vector<WorldImpactRow> rows;
    rows.reserve(impacts.size());
    for (const WorldImpact& found : impacts)
        rows.push_back({.first = number_of(found.pair.first),
                        .second = number_of(found.pair.second),
                        .impact = found.impact,
                        .shrink = found.shrink,
                        .sensor = found.sensor});
    return array_of(world_impact_type(), std::span<const WorldImpactRow>(rows));
}

PythonWorldUpdate update(PythonWorld& self, const Calling& calling) {
    const PythonWorld::Hold hold(self);
    WorldUpdate found;
    expect(unlocked([&] { return self.object.world.update(found, calling.execution()); }), "World.update");
    const py::dtype type = contact_type();
    return {.begun = array_of(type, found.begun),
            .changed = array_of(type, found.changed),
            .ended = array_of(type, found.ended),
            .impacts = rows_of(found.impacts),
            .contact_count = found.contact_count,
            .pair_count = found.pair_count,
            .tested_count = found.tested_count,
            .changed_box_count = found.changed_box_count,
            .point_count = found.point_count,
            .isa = isa_name(found.isa),
            .threads = found.thread_count};
}

/// The one item of a stream at an index, as a stream.
NumberStream item(NumberStream stream, std::uint64_t index) {
    if (stream.data != nullptr)
        stream.data = static_cast<const std::byte*>(stream.data) + static_cast<std::ptrdiff_t>(index) * stream.stride;
    return stream;
}

py::array add(PythonWorld& self, const Parts& parts, const py::object& radii, const Origin& origin,
              const BoxDef& common) {
    const View view = view_of_solids(parts, radii, origin, {.origin_of_doubles = false});
    const std::vector<float> of_boxes = radii_of(radii, view.view.count);
    expect_legal(of_boxes);
    py::array_t<std::uint64_t> made(static_cast<py::ssize_t>(view.view.count));
    const std::span<BoxId> ids = writable_ids(made);
    const PythonWorld::Hold hold(self);
    std::uint64_t index = 0;
    const Status status = unlocked([&] { return self.object.world.create(view.view, common, ids, &index); });
    if (status == Status::invalid_box) throw_box_fault(view.view, index);
    expect(status, "World.add");
    if (of_boxes.empty()) return made;
    expect(self.object.world.set_radii(ids, of_boxes), "World.add");
    return made;
}

/// The rotations that boxes have.
std::vector<Quat> rotations_of(const World& world, std::span<const BoxId> ids) {
    std::vector<Quat> made;
    made.reserve(ids.size());
    for (const BoxId& id : ids) made.push_back(world.box(id).pose.rotation);
    return made;
}

void move(PythonWorld& self, const py::object& which, const Parts& parts, const Origin& origin) {
    const Ids ids("ids", which);
    View view = view_of(parts, origin, {.sizes = false, .origin_of_doubles = false});
    if (view.view.count != ids.size())
        throw py::value_error("centers: " + std::to_string(view.view.count) + " items for " +
                              std::to_string(ids.size()) + " ids");
    const PythonWorld::Hold hold(self);
    std::vector<Quat> kept;
    if (!view.rotations) {
        kept = rotations_of(self.object.world, ids.ids());
        if (!kept.empty()) view.view.rotations = {&kept[0].x, sizeof(Quat)};
    }
    std::uint64_t index = 0;
    const Status status = unlocked([&] { return self.object.world.set_any_poses(view.view, ids.ids(), &index); });
    if (status == Status::invalid_box) throw_box_fault(view.view, index);
    expect_at(status, index, "World.move");
}

py::array contacts(PythonWorld& self, const std::optional<std::uint64_t>& of) {
    const PythonWorld::Hold hold(self);
    std::vector<WorldContact> found;
    if (!of) {
        found.resize(self.object.world.contact_count());
        expect(self.object.world.copy_contacts(found), "World.contacts");
    } else {
        std::size_t count = 0;
        Status status = self.object.world.copy_contacts(id_of(*of), found, count);
        if (status == Status::capacity_exceeded) {
            found.resize(count);
            status = self.object.world.copy_contacts(id_of(*of), found, count);
        }
        expect_at(status, 0, "World.contacts");
    }
    return array_of(contact_type(), std::span<const WorldContact>(found));
}

py::array manifolds(PythonWorld& self, const py::object& slots) {
    const py::array_t<std::uint32_t> listed = as_indices("slots", slots);
    expect_shape("slots", listed, kScalars);
    const PythonWorld::Hold hold(self);
    std::vector<ContactManifold> found;
    found.reserve(static_cast<std::size_t>(listed.size()));
    for (py::ssize_t k = 0; k < listed.size(); ++k) found.push_back(self.object.world.manifold(listed.at(k)));
    return array_of(manifold_type(), std::span<const ContactManifold>(found));
}

BoxRow row_of(BoxId id, const BoxDef& box) {
    const Vec3d& p = box.pose.position;
    const Quat& q = box.pose.rotation;
    return {.id = number_of(id),
            .center = {p.x, p.y, p.z},
            .half_extents = {box.half_extents.x, box.half_extents.y, box.half_extents.z},
            .rotation_xyzw = {q.x, q.y, q.z, q.w},
            .motion = static_cast<std::uint32_t>(box.motion),
            .speculative_distance = box.speculative_distance,
            .radius = box.radius,
            .sensor = box.sensor,
            .sleeping = box.sleeping,
            .continuous = box.continuous,
            .covered_sides = box.covered_sides,
            .category = box.filter.category,
            .mask = box.filter.mask,
            .group = box.filter.group,
            .owner = box.filter.owner,
            .user_data = box.user_data};
}

py::array boxes(PythonWorld& self, const py::object& which) {
    std::optional<Ids> ids;
    if (!which.is_none()) ids.emplace("ids", which);
    const PythonWorld::Hold hold(self);
    std::vector<BoxRow> rows;
    if (ids) {
        for (const BoxId& id : ids->ids()) {
            if (!self.object.world.contains(id)) expect_at(Status::invalid_id, rows.size(), "World.boxes");
            rows.push_back(row_of(id, self.object.world.box(id)));
        }
    } else {
        rows.reserve(self.object.world.size());
        for (std::uint32_t index = 0; index < self.object.world.index_limit(); ++index)
            if (const BoxId id = self.object.world.id_at(index); self.object.world.contains(id))
                rows.push_back(row_of(id, self.object.world.box(id)));
    }
    return array_of(box_type(), std::span<const BoxRow>(rows));
}

void add_update(py::module_& module) {
    py::class_<PythonWorldUpdate>(module, "WorldUpdate", docs::WorldUpdate)
        .def_readonly("begun", &PythonWorldUpdate::begun, docs::WorldUpdate_begun)
        .def_readonly("changed", &PythonWorldUpdate::changed, docs::WorldUpdate_changed)
        .def_readonly("ended", &PythonWorldUpdate::ended, docs::WorldUpdate_ended)
        .def_readonly("impacts", &PythonWorldUpdate::impacts, docs::WorldUpdate_impacts)
        .def_readonly("contact_count", &PythonWorldUpdate::contact_count, docs::WorldUpdate_contact_count)
        .def_readonly("pair_count", &PythonWorldUpdate::pair_count, docs::WorldUpdate_pair_count)
        .def_readonly("tested_count", &PythonWorldUpdate::tested_count, docs::WorldUpdate_tested_count)
        .def_readonly("changed_box_count", &PythonWorldUpdate::changed_box_count, docs::WorldUpdate_changed_box_count)
        .def_readonly("point_count", &PythonWorldUpdate::point_count, docs::WorldUpdate_point_count)
        .def_readonly("isa", &PythonWorldUpdate::isa, docs::WorldUpdate_isa)
        .def_readonly("threads", &PythonWorldUpdate::threads, docs::WorldUpdate_threads)
        .def("__repr__", [](const PythonWorldUpdate& found) {
            return "<satori.WorldUpdate: " + std::to_string(found.begun.size()) + " begun, " +
                   std::to_string(found.changed.size()) + " changed, " + std::to_string(found.ended.size()) +
                   " ended, " + std::to_string(found.contact_count) + " contacts>";
        });
}

std::unique_ptr<PythonWorld> make_world(const std::string& boundary, float distance, float margin,
                                        float relative_margin, float tolerance, const py::object& impact_depth) {
    WorldOptions options;
    options.contacts.boundary = boundary_of(boundary);
    options.contacts.speculative_distance = distance;
    options.bounds = {margin, relative_margin};
    options.motion_tolerance = tolerance;
    options.impact_depth = near_limit("impact_depth", impact_depth);
    options.point_payloads = false;
    auto made = std::make_unique<PythonWorld>(options);
    // The first call that looks at the options. The origin is this one already.
    if (made->object.world.set_origin({}) == Status::invalid_argument)
        throw py::value_error(
            "World: distances and margins are finite and not negative, motion_tolerance is between 0 and 1");
    return made;
}

void add_boxes_of_world(WorldClass& world) {
    const py::object none = py::none();
    world
        .def(
            "add",
            [](PythonWorld& self, const py::object& rows, const py::object& centers, const py::object& half_extents,
               const py::object& sizes, const py::object& xyzw, const py::object& wxyz, const py::object& matrices,
               const py::object& headings, const py::object& radii, const Origin& origin, const std::string& motion,
               bool sensor, bool sleeping, bool continuous, std::uint64_t category, std::uint64_t mask,
               std::int32_t group, std::uint32_t owner, float distance, std::uint64_t user_data) {
                BoxDef common;
                common.motion = motion_of(motion);
                common.sensor = sensor;
                common.sleeping = sleeping;
                common.continuous = continuous;
                common.filter = {category, mask, group, owner};
                common.speculative_distance = distance;
                common.user_data = user_data;
                return add(self, {rows, centers, half_extents, sizes, xyzw, wxyz, matrices, headings}, radii, origin,
                           common);
            },
            docs::World_add, py::arg("rows") = none, py::kw_only(), py::arg("centers") = none,
            py::arg("half_extents") = none, py::arg("sizes") = none, py::arg("rotations_xyzw") = none,
            py::arg("rotations_wxyz") = none, py::arg("matrices") = none, py::arg("headings") = none,
            py::arg("radii") = none, py::arg("origin") = none, py::arg("motion") = "dynamic", py::arg("sensor") = false,
            py::arg("sleeping") = false, py::arg("continuous") = false, py::arg("category") = 1,
            py::arg("mask") = ~std::uint64_t{0}, py::arg("group") = 0, py::arg("owner") = 0,
            py::arg("speculative_distance") = 0.0F, py::arg("user_data") = 0)
        .def(
            "move",
            [](PythonWorld& self, const py::object& ids, const py::object& centers, const py::object& xyzw,
               const py::object& wxyz, const py::object& matrices, const py::object& headings, const Origin& origin) {
                move(self, ids, {py::none(), centers, py::none(), py::none(), xyzw, wxyz, matrices, headings}, origin);
            },
            docs::World_move, py::arg("ids"), py::arg("centers"), py::kw_only(), py::arg("rotations_xyzw") = none,
            py::arg("rotations_wxyz") = none, py::arg("matrices") = none, py::arg("headings") = none,
            py::arg("origin") = none)
        .def("boxes", &boxes, docs::World_boxes, py::arg("ids") = none)
        .def("__len__",
             [](PythonWorld& self) {
                 const PythonWorld::Hold hold(self);
                 return self.object.world.size();
             })
        .def(
            "__contains__",
            [](PythonWorld& self, std::uint64_t id) {
                const PythonWorld::Hold hold(self);
                return self.object.world.contains(id_of(id));
            },
            py::arg("id"))
        .def("__repr__", [](PythonWorld& self) {
            const PythonWorld::Hold hold(self);
            return "<satori.World of " + std::to_string(self.object.world.size()) + " boxes, " +
                   std::to_string(self.object.world.contact_count()) + " contacts>";
        });
}

}  // namespace

// A batch finds the fault. It gets the box at the origin first: a World takes positions that are too far for a batch.
void throw_box_fault(const AnyBoxView& view, std::uint64_t index) {
    static constexpr double kOrigin[3] = {};
    static constexpr float kUnit[3] = {1, 1, 1};
    AnyBoxView one = view;
    one.count = 1;
    one.origin = {};
    one.positions = NumberStream(kOrigin, 0);
    one.sizes = view.sizes.data == nullptr ? NumberStream(kUnit, 0) : item(view.sizes, index);
    one.rotations = item(view.rotations, index);
    BoxBatch batch;
    InvalidBox fault{0, 0, BoxFault::center_too_far};
    if (batch.assign(one, OnInvalid::refuse, {.executor = &serial_executor()}) == Status::invalid_box) {
        fault = batch.invalid()[0];
    } else {
        one.positions = item(view.positions, index);
        one.origin = view.origin;
        if (batch.assign(one, OnInvalid::refuse, {.executor = &serial_executor()}) == Status::invalid_box)
            fault = batch.invalid()[0];
    }
    fault.index = static_cast<std::uint32_t>(index);
    static_assert(kMaxPosition == 1e12);
    const bool far = fault.fault == BoxFault::center_too_far;
    throw_invalid_box(fault, 1, "box", far ? "center is farther than 1e12 from the origin" : nullptr);
}

void add_world(py::module_& module) {
    add_update(module);
    WorldClass world(module, "World", docs::World);
    world.def(py::init(&make_world), py::kw_only(), py::arg("boundary") = "closed",
              py::arg("speculative_distance") = 0.0F, py::arg("margin") = 0.0F, py::arg("relative_margin") = 0.0F,
              py::arg("motion_tolerance") = 0.0F, py::arg("impact_depth") = 5e-3);
    add_boxes_of_world(world);
    world
        .def(
            "update",
            [](PythonWorld& self, const Text& isa, const Threads& threads, std::uint64_t max_pairs) {
                return update(self, Calling(isa, threads, max_pairs));
            },
            docs::World_update, py::kw_only(), py::arg("isa") = py::none(), py::arg("threads") = py::none(),
            py::arg("max_pairs") = 0)
        .def("contacts", &contacts, docs::World_contacts, py::arg("id") = py::none())
        .def("manifolds", &manifolds, docs::World_manifolds, py::arg("slots"));
    add_world_setters(world);
    add_world_queries(world);
    add_world_storage(module, world);
}

}  // namespace satori::python
